//! Which edge to follow: the best one of which something is still to be learned.
//!
//! Source: Cohen-Solal 2020, completed descent: actions in the order of what is certain, the value, and how rarely they
//! were taken; what is settled is never followed. What differs: with bounds instead of a flag, what cannot be better than
//! something certain is not followed either. At a roll, which the source does not treat, the outcome is followed that is
//! likely, uncertain, and behind its share of visits.

use super::graph::{Marked, Marks};
use super::mark::Mark;
use crate::search::best_first::arena::{Arena, Node};
use crate::search::chooser::Chooser;

/// Whether anything behind an edge can be better for `chooser` than `floor`, and is not settled.
#[inline]
fn is_open(mark: &Mark, chooser: Chooser, floor: f64) -> bool {
    !mark.is_settled() && chooser.prefers(mark.assured().hope(chooser), floor)
}

impl<S: Clone, M: Copy + Eq> Arena<S, M, Marks> {
    /// Points the arrow of a node at the edge to follow. Where the node is settled there is none, and the arrow says nothing.
    #[inline]
    pub(super) fn point(&mut self, place: usize) {
        let node = self.node(place);
        let (arrow, runner_up) = match node.own.chooser {
            Some(chooser) => self.best_open(node, chooser),
            None => (self.most_urgent(node), 0.0),
        };
        let own = &mut self.nodes[place].own;
        (own.arrow, own.runner_up) = (arrow as u32, runner_up);
    }

    /// The edge to follow at a decision, and the best value among the others, settled or not.
    #[inline]
    fn best_open(&self, node: &Node<Marked>, chooser: Chooser) -> (usize, f64) {
        let floor = node.own.mark.assured().floor(chooser);
        let worst = -chooser.sign() * f64::INFINITY;
        let (mut arrow, mut best, mut visits) = (0, worst, u32::MAX);
        let mut runner_up = worst;
        for (number, edge) in self.edges(node).iter().map(|edge| &edge.own).enumerate() {
            let mut value = edge.mark.value();
            let leads = chooser.prefers(value, best) || (value == best && edge.visits < visits);
            if leads && is_open(&edge.mark, chooser, floor) {
                (arrow, visits) = (number, edge.visits);
                std::mem::swap(&mut value, &mut best);
            }
            if chooser.prefers(value, runner_up) {
                runner_up = value;
            }
        }
        (arrow, runner_up)
    }

    /// The outcome to follow at a roll.
    fn most_urgent(&self, node: &Node<Marked>) -> usize {
        let (mut arrow, mut most) = (0, 0.0);
        for (number, (edge, chance)) in self.edges(node).iter().zip(self.odds(node)).enumerate() {
            let assured = edge.own.mark.assured();
            let urgency = chance * (assured.greatest - assured.least) / (f64::from(edge.own.visits) + 1.0);
            if urgency > most {
                (arrow, most) = (number, urgency);
            }
        }
        arrow
    }

    /// Whether a move of a node is certain to be as good as every other.
    pub(super) fn is_decided(&self, node: &Node<Marked>) -> bool {
        let Some(chooser) = node.own.chooser else { return false };
        let bounds = || self.edges(node).iter().map(|edge| edge.own.mark.assured());
        let floor = chooser.extreme(bounds().map(|assured| assured.floor(chooser)));
        let mut better = bounds().filter(|assured| chooser.prefers(assured.hope(chooser), floor));
        match (better.next(), better.next()) {
            (Some(assured), None) => assured.floor(chooser) == floor,
            (first, _) => first.is_none(),
        }
    }
}
