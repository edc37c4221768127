//! What a node knows, from what its edges know: exact minimax of the estimates, and what is certain.
//!
//! Sources: Cazenave and Saffidine 2010 for the bounds; with three payoffs they are the completion of Cohen-Solal 2020.
//! The expectation at a roll, of estimates and of bounds.

use super::{Edge, Graph, Mark, Node, UNKNOWN, packed};
use crate::assured::Assured;
use crate::search::chooser::Chooser;
use crate::search::distance::Distance;

impl<S: Clone, M: Copy + Eq> Graph<S, M> {
    /// Recomputes what a node knows from its edges. What was certain before stays certain.
    #[inline]
    pub fn back_up(&mut self, place: usize) {
        let node = &self.nodes[place];
        if node.mark.is_settled() {
            return;
        }
        let mark = match node.chooser {
            Some(chooser) => self.choice(node, chooser),
            None => self.roll(node),
        };
        let plies = if mark.is_settled() { self.plies(node, mark.value()) } else { UNKNOWN };
        let node = &mut self.nodes[place];
        (node.mark, node.plies) = (mark, plies);
    }

    #[inline]
    fn choice(&self, node: &Node, chooser: Chooser) -> Mark {
        let better = |a: f64, b: f64| if chooser.prefers(a, b) { a } else { b };
        let worst = -chooser.sign() * f64::INFINITY;
        let mut value = worst;
        let mut below = Assured::exactly(worst);
        for edge in self.edges(node) {
            let assured = edge.mark.assured();
            value = better(edge.mark.value(), value);
            below.least = better(assured.least, below.least);
            below.greatest = better(assured.greatest, below.greatest);
        }
        narrowed(&node.mark, value, below)
    }

    fn roll(&self, node: &Node) -> Mark {
        let outcomes = || self.edges(node).iter().zip(self.chances(node));
        let value = outcomes().fold(0.0, |sum, (edge, chance)| sum + chance * edge.mark.value());
        if self.edges(node).iter().all(|edge| edge.mark.is_settled()) {
            return Mark::settled(value);
        }
        let below = Assured::roll(outcomes().map(|(edge, &chance)| (edge.mark.assured(), chance)));
        narrowed(&node.mark, value, below)
    }

    /// The plies from a node to the end, its value being certain: the player who has nothing to gain delays, everybody else takes
    /// the short way. A move that is not settled may lead to the same value, and sooner. Unknown behind a roll, and where not
    /// the end of the game made the value certain.
    #[cold]
    fn plies(&self, node: &Node, value: f64) -> u16 {
        let Some(chooser) = node.chooser else { return UNKNOWN };
        let may_hold = |edge: &&Edge<M>| {
            let Assured { least, greatest } = edge.mark.assured();
            least <= value && value <= greatest
        };
        let way = |edge: &Edge<M>| {
            if edge.mark.is_settled() { edge.distance() } else { Distance::OPEN }
        };
        let ways = self.edges(node).iter().filter(may_hold).map(way);
        packed(Distance::choice(value == self.open.floor(chooser), ways))
    }
}

/// An estimate with what is certain by the children and what was before.
#[inline]
fn narrowed(before: &Mark, value: f64, below: Assured) -> Mark {
    if below.least == below.greatest {
        return Mark::settled(below.least);
    }
    let Assured { least, greatest } = before.assured();
    let least = if below.least > least { below.least } else { least };
    let greatest = if below.greatest < greatest { below.greatest } else { greatest };
    Mark::new(value, Assured { least, greatest })
}
