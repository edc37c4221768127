//! Which edge to follow: the best one of which something is still to be learned.
//!
//! Source: Cohen-Solal 2020, completed descent: actions in the order of what is certain, the value, and how rarely they
//! were taken; what is settled is never followed. What differs: with bounds instead of a flag, what cannot be better than
//! something certain is not followed either. At a roll, which the source does not treat, the outcome is followed that is
//! likely, uncertain, and behind its share of visits.

use super::super::graph::{Graph, Mark, Node};
use crate::player::Player;

/// Points the arrow of a node at the edge to follow. Where the node is settled there is none, and the arrow says nothing.
#[inline]
pub(super) fn point<S: Clone, M: Copy + Eq>(graph: &mut Graph<S, M>, place: usize) {
    let node = graph.node(place);
    let (arrow, runner_up) = match node.player {
        Some(player) => of_choice(graph, node, player),
        None => (of_roll(graph, node), 0.0),
    };
    let node = graph.node_mut(place);
    (node.arrow, node.runner_up) = (arrow as u32, runner_up);
}

/// Whether anything behind an edge can be better for `player` than `floor`, and is not settled.
#[inline]
fn is_open(mark: &Mark, player: Player, floor: f64) -> bool {
    !mark.is_proven() && player.prefers(mark.bounds().best_for(player), floor)
}

/// The edge to follow, and the best value among the others, settled or not.
#[inline]
fn of_choice<S: Clone, M: Copy + Eq>(graph: &Graph<S, M>, node: &Node, player: Player) -> (usize, f64) {
    let floor = node.mark.bounds().worst_for(player);
    let worst = -player.sign() * f64::INFINITY;
    let (mut arrow, mut best, mut visits) = (0, worst, u32::MAX);
    let mut runner_up = worst;
    for (number, edge) in graph.edges(node).iter().enumerate() {
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

/// The outcome to follow.
fn of_roll<S: Clone, M: Copy + Eq>(graph: &Graph<S, M>, node: &Node) -> usize {
    let (mut arrow, mut most) = (0, 0.0);
    for (number, (edge, chance)) in graph.edges(node).iter().zip(graph.chances(node)).enumerate() {
        let bounds = edge.mark.bounds();
        let urgency = chance * (bounds.upper - bounds.lower) / (f64::from(edge.visits) + 1.0);
        if urgency > most {
            (arrow, most) = (number, urgency);
        }
    }
    arrow
}

/// Whether a move of the node is certain to be as good as every other.
pub(super) fn is_decided<S: Clone, M: Copy + Eq>(graph: &Graph<S, M>, node: &Node) -> bool {
    let Some(player) = node.player else { return false };
    let edges = graph.edges(node);
    let floor = player.extreme(edges.iter().map(|edge| edge.mark.bounds().worst_for(player)));
    let mut better = edges.iter().filter(|edge| player.prefers(edge.mark.bounds().best_for(player), floor));
    match (better.next(), better.next()) {
        (Some(edge), None) => edge.mark.bounds().worst_for(player) == floor,
        (first, _) => first.is_none(),
    }
}
