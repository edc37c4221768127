//! What a node knows, from what its edges know: exact minimax of the estimates, and what is certain.
//!
//! Sources: Cazenave and Saffidine 2010 for the bounds; with three payoffs they are the completion of Cohen-Solal 2020.
//! The expectation at a roll, of estimates and of bounds.

use super::{Edge, Graph, Mark, Node, UNKNOWN, packed};
use crate::player::Player;
use crate::score_bounds::ScoreBounds;
use crate::search::distance::Distance;

impl<S: Clone, M: Copy + Eq> Graph<S, M> {
    /// Recomputes what a node knows from its edges. What was certain before stays certain.
    #[inline]
    pub fn back_up(&mut self, place: usize) {
        let node = &self.nodes[place];
        if node.mark.is_proven() {
            return;
        }
        let mark = match node.player {
            Some(player) => self.choice(node, player),
            None => self.roll(node),
        };
        let plies = if mark.is_proven() { self.plies(node, mark.value()) } else { UNKNOWN };
        let node = &mut self.nodes[place];
        (node.mark, node.plies) = (mark, plies);
    }

    #[inline]
    fn choice(&self, node: &Node, player: Player) -> Mark {
        let better = |a: f64, b: f64| if player.prefers(a, b) { a } else { b };
        let worst = -player.sign() * f64::INFINITY;
        let mut value = worst;
        let mut below = ScoreBounds::exactly(worst);
        for edge in self.edges(node) {
            let bounds = edge.mark.bounds();
            value = better(edge.mark.value(), value);
            below.lower = better(bounds.lower, below.lower);
            below.upper = better(bounds.upper, below.upper);
        }
        narrowed(&node.mark, value, below)
    }

    fn roll(&self, node: &Node) -> Mark {
        let outcomes = || self.edges(node).iter().zip(self.chances(node));
        let value = outcomes().fold(0.0, |sum, (edge, chance)| sum + chance * edge.mark.value());
        if self.edges(node).iter().all(|edge| edge.mark.is_proven()) {
            return Mark::proven(value);
        }
        let below = ScoreBounds::roll(outcomes().map(|(edge, &chance)| (edge.mark.bounds(), chance)));
        narrowed(&node.mark, value, below)
    }

    /// The plies from a node to the end, its value being certain: the player who has nothing to gain delays, everybody else takes
    /// the short way. A move that is not settled may lead to the same value, and sooner. Unknown behind a roll, and where not
    /// the end of the game made the value certain.
    #[cold]
    fn plies(&self, node: &Node, value: f64) -> u16 {
        let Some(player) = node.player else { return UNKNOWN };
        let may_hold = |edge: &&Edge<M>| {
            let ScoreBounds { lower, upper } = edge.mark.bounds();
            lower <= value && value <= upper
        };
        let way = |edge: &Edge<M>| {
            if edge.mark.is_proven() { edge.distance() } else { Distance::OPEN }
        };
        let ways = self.edges(node).iter().filter(may_hold).map(way);
        packed(Distance::choice(value == self.open.worst_for(player), ways))
    }
}

/// An estimate with what is certain by the children and what was before.
#[inline]
fn narrowed(before: &Mark, value: f64, below: ScoreBounds) -> Mark {
    if below.lower == below.upper {
        return Mark::proven(below.lower);
    }
    let ScoreBounds { lower, upper } = before.bounds();
    let lower = if below.lower > lower { below.lower } else { lower };
    let upper = if below.upper < upper { below.upper } else { upper };
    Mark::new(value, ScoreBounds { lower, upper })
}
