//! What a node knows, from what its edges know: exact minimax of the estimates, and what is certain.
//!
//! Sources: Cazenave and Saffidine 2010 for the bounds; with three payoffs they are the completion of Cohen-Solal 2020.
//! The expectation at a roll, of estimates and of bounds.

use super::graph::{Marked, Marks, UNKNOWN, packed};
use super::mark::Mark;
use crate::assured::Assured;
use crate::search::best_first::arena::{Arena, Node};
use crate::search::chooser::Chooser;
use crate::search::distance::Distance;

impl<S: Clone, M: Copy + Eq> Arena<S, M, Marks> {
    /// Recomputes what a node knows from its edges. What was certain before stays certain.
    #[inline]
    pub(super) fn back_up(&mut self, place: usize) {
        let node = &self.nodes[place];
        if node.own.mark.is_settled() {
            return;
        }
        let mark = match node.own.chooser {
            Some(chooser) => self.choice(node, chooser),
            None => self.roll(node),
        };
        let plies = if mark.is_settled() { self.plies(node, mark.value()) } else { UNKNOWN };
        let own = &mut self.nodes[place].own;
        (own.mark, own.plies) = (mark, plies);
    }

    #[inline]
    fn choice(&self, node: &Node<Marked>, chooser: Chooser) -> Mark {
        let better = |a: f64, b: f64| if chooser.prefers(a, b) { a } else { b };
        let worst = -chooser.sign() * f64::INFINITY;
        let mut value = worst;
        let mut below = Assured::exactly(worst);
        for edge in self.edges(node) {
            let assured = edge.own.mark.assured();
            value = better(edge.own.mark.value(), value);
            below.least = better(assured.least, below.least);
            below.greatest = better(assured.greatest, below.greatest);
        }
        narrowed(&node.own.mark, value, below)
    }

    fn roll(&self, node: &Node<Marked>) -> Mark {
        let outcomes = || self.edges(node).iter().map(|edge| edge.own.mark).zip(self.odds(node));
        let value = outcomes().fold(0.0, |sum, (mark, chance)| sum + chance * mark.value());
        if outcomes().all(|(mark, _)| mark.is_settled()) {
            return Mark::settled(value);
        }
        let below = Assured::roll(outcomes().map(|(mark, &chance)| (mark.assured(), chance)));
        narrowed(&node.own.mark, value, below)
    }

    /// The plies from a node to the end, its value being certain. Unknown behind a roll, and where not the end of the game made
    /// the value certain.
    #[cold]
    fn plies(&self, node: &Node<Marked>, value: f64) -> u16 {
        let Some(chooser) = node.own.chooser else { return UNKNOWN };
        let delays = value == self.open().floor(chooser);
        packed(Distance::of_value(value, delays, self.edges(node).iter().map(|edge| edge.own.certain())))
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
