//! Which edge to follow: the best one that is still open.
//!
//! Source: Cohen-Solal 2020, completed descent: moves are ordered by what is proven, by value, and by how rarely they were
//! followed; a proven move is never followed. What differs: with bounds instead of a flag, a move that cannot be better
//! than a proven bound is not followed either. At a chance node, which the source does not treat, the search follows an
//! outcome that is likely, has wide bounds, and has few visits.

use super::graph::{Marked, Marks};
use super::select::{Select, is_open};
use crate::convert::number_u32;
use crate::player::Player;
use crate::search::best_first::arena::{Arena, Node};

impl<S: Clone, M: Copy + Eq> Arena<S, M, Marks> {
    /// Points the arrow of a node at the edge to follow. A proven node has no such edge; its arrow means nothing.
    #[inline]
    pub(super) fn point(&mut self, place: usize) {
        let node = self.node(place);
        if self.rule.select != Select::Value {
            let (arrow, penalty) = self.least_cost(node, self.rule.select);
            let own = &mut self.nodes[place].own;
            (own.arrow, own.penalty) = (number_u32(arrow), penalty);
            return;
        }
        let (arrow, runner_up) = match node.own.player {
            Some(player) => self.best_open(node, player),
            None => (self.most_urgent(node), 0.0),
        };
        let own = &mut self.nodes[place].own;
        (own.arrow, own.runner_up) = (number_u32(arrow), runner_up);
    }

    /// The edge to follow at a decision, and the best value among the others, proven or not.
    #[inline]
    fn best_open(&self, node: &Node<Marked>, player: Player) -> (usize, f64) {
        let floor = node.own.mark.bounds().worst_for(player);
        let (mut arrow, mut best, mut visits) = (0, player.worst(), u32::MAX);
        let mut runner_up = best;
        for (number, edge) in self.edges(node).iter().map(|edge| &edge.own).enumerate() {
            let mut value = edge.mark.value();
            let leads = player.prefers(value, best) || (value == best && edge.visits < visits);
            if leads && is_open(&edge.mark, player, floor) {
                (arrow, visits) = (number, edge.visits);
                std::mem::swap(&mut value, &mut best);
            }
            if player.prefers(value, runner_up) {
                runner_up = value;
            }
        }
        (arrow, runner_up)
    }

    /// The outcome to follow at a chance node.
    fn most_urgent(&self, node: &Node<Marked>) -> usize {
        let (mut arrow, mut most) = (0, 0.0);
        for (number, (edge, chance)) in self.edges(node).iter().zip(self.odds(node)).enumerate() {
            let bounds = edge.own.mark.bounds();
            let urgency = chance * (bounds.upper - bounds.lower) / (f64::from(edge.own.visits) + 1.0);
            if urgency > most {
                (arrow, most) = (number, urgency);
            }
        }
        arrow
    }

    /// Whether a move of a node is proven to be as good as every other.
    pub(super) fn is_decided(&self, node: &Node<Marked>) -> bool {
        let Some(player) = node.own.player else { return false };
        let bounds = || self.edges(node).iter().map(|edge| edge.own.mark.bounds());
        let floor = player.extreme(bounds().map(|bounds| bounds.worst_for(player)));
        let mut better = bounds().filter(|bounds| player.prefers(bounds.best_for(player), floor));
        match (better.next(), better.next()) {
            (Some(bounds), None) => bounds.worst_for(player) == floor,
            (first, _) => first.is_none(),
        }
    }
}
