//! The backup of a node from its edges: exact minimax of the estimates, and proven bounds.
//!
//! Sources: Cazenave and Saffidine 2010 for the bounds; with three payoffs they are the completion of Cohen-Solal 2020. A
//! chance node takes the expectation of estimates and of bounds. Where it is asked for, a decision that has been passed is worth
//! the average of its moves by visits, as in Monte-Carlo tree search (Coulom 2006); its bounds are the same.

use super::graph::{Marked, Marks, UNKNOWN, packed};
use super::mark::Mark;
use crate::expectation::Expectation;
use crate::player::Player;
use crate::score_bounds::ScoreBounds;
use crate::search::best_first::arena::{Arena, Node};
use crate::search::distance::Distance;

impl<S: Clone, M: Copy + Eq> Arena<S, M, Marks> {
    /// Recomputes the mark of a node from its edges. What was proven before stays proven.
    #[inline]
    pub(super) fn back_up(&mut self, place: usize) {
        let node = &self.nodes[place];
        if node.own.mark.is_proven() {
            return;
        }
        let mark = match node.own.player {
            Some(player) => self.choice(node, player),
            None => self.roll(node),
        };
        let plies = if mark.is_proven() { self.plies(node, mark.value()) } else { UNKNOWN };
        let own = &mut self.nodes[place].own;
        (own.mark, own.plies) = (mark, plies);
    }

    #[inline]
    fn choice(&self, node: &Node<Marked>, player: Player) -> Mark {
        let mut value = player.worst();
        let mut below = ScoreBounds::exactly(value);
        for edge in self.edges(node) {
            let bounds = edge.own.mark.bounds();
            value = player.better(edge.own.mark.value(), value);
            below.lower = player.better(bounds.lower, below.lower);
            below.upper = player.better(bounds.upper, below.upper);
        }
        if self.rule.averages {
            value = self.average(node).unwrap_or(value);
        }
        narrowed(&node.own.mark, value, below)
    }

    /// The average value of the moves of a node, weighted by visits; `None` before the first.
    fn average(&self, node: &Node<Marked>) -> Option<f64> {
        let weighed = self.edges(node).iter().map(|edge| (f64::from(edge.own.visits), edge.own.mark.value()));
        let (visits, sum) =
            weighed.fold((0.0, 0.0), |(visits, sum), (own, value)| (visits + own, sum + own * value));
        (visits > 0.0).then(|| sum / visits)
    }

    fn roll(&self, node: &Node<Marked>) -> Mark {
        let outcomes = || self.edges(node).iter().map(|edge| edge.own.mark).zip(self.odds(node));
        let value = Expectation::of(outcomes().map(|(mark, &chance)| (chance, mark.value())));
        if outcomes().all(|(mark, _)| mark.is_proven()) {
            return Mark::proven(value);
        }
        let below = ScoreBounds::roll(outcomes().map(|(mark, &chance)| (mark.bounds(), chance)));
        narrowed(&node.own.mark, value, below)
    }

    /// The plies from a node with this proven value to the end. They are unknown behind a chance node, and if something
    /// other than the end of the game proved the value.
    #[cold]
    fn plies(&self, node: &Node<Marked>, value: f64) -> u16 {
        let Some(player) = node.own.player else { return UNKNOWN };
        let delays = value == self.open().worst_for(player);
        packed(Distance::of_value(value, delays, self.edges(node).iter().map(|edge| edge.own.bounds())))
    }
}

/// A mark with this estimate. Its bounds are the tighter of those of the children, `below`, and those before.
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
