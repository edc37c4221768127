//! Backup: the value and the bounds of a node, from its edges.
//!
//! A node's value is recomputed from the copies in its edges, `(U + Σ n·Q) / (u + Σ n)`, U being the sum of the u samples
//! taken at the node itself. This is the rule of the notes on graph search in `KataGo`, and it is sound also where a node has
//! several parents. In a tree it is the running mean of all samples, with two exceptions: a proven child counts with its proven
//! value, and an edge that cannot beat what is proven for the player no longer counts. At a chance node the value is the
//! expectation, where outcomes without a visit count as much as the node's own samples.
//!
//! Bounds are backed up as by Cazenave and Saffidine 2010: an edge is closed when the player cannot get more behind it than the
//! node's bounds already guarantee, and a node is proven when all its edges are closed.

use super::node::{Kind, Node};
use super::tree::Tree;
use super::value_scale::ValueScale;
use crate::convert::{count_f32, nearest_f32};
use crate::player::Player;
use crate::score_bounds::ScoreBounds;
use std::sync::atomic::Ordering::Relaxed;

impl<M: Copy> Tree<M> {
    /// The value of a node from its samples and its edges, all of them summed anew.
    pub(super) fn backed_up(&self, number: u32, scale: &ValueScale) -> f32 {
        let node = self.node(number);
        let (own, samples) = node.own();
        let value = if node.kind() == Kind::Chance {
            self.expected(node, own, samples)
        } else {
            let (mut sum, mut weight) = (f64::from(own), samples);
            for edge in self.family(node) {
                let (mean, visits) = (edge.mean.get(), edge.visits.load(Relaxed));
                if !mean.is_nan() {
                    sum += f64::from(visits) * f64::from(mean);
                    weight += visits;
                }
            }
            node.tally(sum, weight);
            if weight > 0 { nearest_f32(sum / f64::from(weight)) } else { node.value.get() }
        };
        self.bounded(number, value, scale)
    }

    fn expected(&self, node: &Node, own: f32, samples: u32) -> f32 {
        let (mut sum, mut seen) = (0.0, 0.0);
        for (edge, place) in self.family(node).iter().zip(node.edges()) {
            let mean = edge.mean.get();
            if !mean.is_nan() {
                let chance = nearest_f32(self.weight(place));
                sum += chance * mean;
                seen += chance;
            }
        }
        match samples {
            0 if seen > 0.0 => sum / seen,
            0 => node.value.get(),
            _ => sum + (1.0 - seen).max(0.0) * own / count_f32(samples),
        }
    }

    /// A value clamped to the bounds of a node.
    #[inline]
    pub(super) fn bounded(&self, number: u32, value: f32, scale: &ValueScale) -> f32 {
        if !self.node(number).is_bounded() {
            return value;
        }
        let ScoreBounds { lower, upper } = self.bounds(number);
        value.max(scale.unit(lower)).min(scale.unit(upper))
    }

    /// The bounds behind an edge.
    #[inline]
    fn behind(&self, edge: usize, scale: &ValueScale) -> ScoreBounds {
        self.edge(edge).child().map_or(scale.open, |child| self.bounds(child))
    }

    /// The bounds of an expanded node that follow from its edges.
    pub(super) fn edge_bounds(&self, node: u32, scale: &ValueScale) -> ScoreBounds {
        let node = self.node(node);
        let edges = node.edges();
        let player = node.kind().player();
        let bounds = if let Some(player) = player {
            ScoreBounds::choice(player, edges.map(|edge| self.behind(edge, scale)))
        } else {
            let sum = ScoreBounds::roll(edges.map(|edge| (self.behind(edge, scale), self.weight(edge))));
            // Rounding must not exceed the range of payoffs.
            let clamp = |value: f64| value.clamp(scale.open.lower, scale.open.upper);
            ScoreBounds { lower: clamp(sum.lower), upper: clamp(sum.upper) }
        };
        let is_open = bounds.upper - bounds.lower > scale.tolerance;
        if is_open { bounds } else { ScoreBounds::exactly(bounds.worst_for(player.unwrap_or(Player::Max))) }
    }

    /// Recomputes the bounds of an expanded node after those of a child have narrowed, and closes edges. Returns whether the
    /// bounds of the node have narrowed.
    pub(super) fn update_bounds(&self, node: u32, scale: &ValueScale, shared: bool) -> bool {
        let changed = self.narrow(node, self.edge_bounds(node, scale), shared);
        self.close(node, scale);
        changed
    }

    /// Closes the edges of a node that need no further visit.
    pub(super) fn close(&self, number: u32, scale: &ValueScale) {
        let node = self.node(number);
        let player = node.kind().player();
        let known = self.bounds(number);
        for place in node.edges() {
            let behind = self.behind(place, scale);
            let proven = behind.proven();
            let Some(player) = player else {
                if let Some(value) = proven {
                    self.edge(place).close(scale.unit(value));
                }
                continue;
            };
            let (hope, floor) = (behind.best_for(player), known.worst_for(player));
            if player.sign() * (hope - floor) <= scale.tolerance {
                // An edge proven to be as good as the guaranteed value keeps counting; any other counts no longer.
                let is_as_good = proven.is_some_and(|value| (value - floor).abs() <= scale.tolerance);
                self.edge(place).close(if is_as_good { scale.unit(floor) } else { f32::NAN });
            }
        }
    }
}
