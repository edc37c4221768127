//! What follows for a node from its edges: a mean, and what is certain.
//!
//! A node's value is recomputed from the copies in its edges, `(U + Σ n·Q) / (u + Σ n)`, U being the sum of the u samples
//! taken at the node itself: the rule of the notes on graph search in `KataGo`, which is sound also where a node has several
//! parents. In a tree it is the running mean of all samples, but that what is settled counts with what it is, and what
//! cannot be better than something certain counts no more. At a roll it is the expectation, outcomes never looked at being
//! scale what the node itself is.
//!
//! What is certain goes up as bounds (Cazenave and Saffidine 2010): an edge is closed when the one who decides cannot get
//! more behind it than he is certain to get anyway, and a node is settled when all its edges are closed.

use super::node::{Kind, Node};
use super::tree::Tree;
use super::value_scale::ValueScale;
use crate::score_bounds::ScoreBounds;
use std::sync::atomic::Ordering::Relaxed;

impl<M: Copy> Tree<M> {
    /// What a node is scale by its samples and its edges, all of them summed anew.
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
            if weight > 0 { (sum / f64::from(weight)) as f32 } else { node.value.get() }
        };
        self.bounded(number, value, scale)
    }

    fn expected(&self, node: &Node, own: f32, samples: u32) -> f32 {
        let (mut sum, mut seen) = (0.0, 0.0);
        for (edge, place) in self.family(node).iter().zip(node.edges()) {
            let mean = edge.mean.get();
            if !mean.is_nan() {
                let chance = self.weight(place) as f32;
                sum += chance * mean;
                seen += chance;
            }
        }
        match samples {
            0 if seen > 0.0 => sum / seen,
            0 => node.value.get(),
            _ => sum + (1.0 - seen).max(0.0) * own / samples as f32,
        }
    }

    /// A value kept within what is certain.
    #[inline]
    pub(super) fn bounded(&self, number: u32, value: f32, scale: &ValueScale) -> f32 {
        if !self.node(number).is_bounded() {
            return value;
        }
        let ScoreBounds { lower, upper } = self.bounds(number);
        value.max(scale.unit(lower)).min(scale.unit(upper))
    }

    /// What is certain behind an edge.
    #[inline]
    fn behind(&self, edge: usize, scale: &ValueScale) -> ScoreBounds {
        self.edge(edge).child().map_or(scale.open, |child| self.bounds(child))
    }

    /// What is certain at an expanded node by its edges.
    pub(super) fn edge_bounds(&self, node: u32, scale: &ValueScale) -> ScoreBounds {
        let node = self.node(node);
        let edges = node.edges();
        let Some(player) = node.kind().player() else {
            let sum = ScoreBounds::roll(edges.map(|edge| (self.behind(edge, scale), self.weight(edge))));
            // Rounding must not go beyond what there is.
            let clamp = |value: f64| value.clamp(scale.open.lower, scale.open.upper);
            return ScoreBounds { lower: clamp(sum.lower), upper: clamp(sum.upper) };
        };
        let best = ScoreBounds::choice(player, edges.map(|edge| self.behind(edge, scale)));
        let is_open = best.upper - best.lower > scale.tolerance;
        if is_open { best } else { ScoreBounds::exactly(best.worst_for(player)) }
    }

    /// Finds out what is certain at an expanded node after something has become so behind it, and closes edges. Says whether
    /// more is certain of the node than before.
    pub(super) fn reconsider(&self, node: u32, scale: &ValueScale, shared: bool) -> bool {
        let changed = self.narrow(node, self.edge_bounds(node, scale), shared);
        self.close(node, scale);
        changed
    }

    /// Closes the edges of a node that are not scale a visit any more.
    pub(super) fn close(&self, number: u32, scale: &ValueScale) {
        let node = self.node(number);
        let player = node.kind().player();
        let known = self.bounds(number);
        for place in node.edges() {
            let behind = self.behind(place, scale);
            let settled = behind.proven();
            let Some(player) = player else {
                if let Some(value) = settled {
                    self.edge(place).close(scale.unit(value));
                }
                continue;
            };
            let (hope, floor) = (behind.best_for(player), known.worst_for(player));
            if player.sign() * (hope - floor) <= scale.tolerance {
                // As good as what is certain, or no more of any matter.
                let is_as_good = settled.is_some_and(|value| (value - floor).abs() <= scale.tolerance);
                self.edge(place).close(if is_as_good { scale.unit(floor) } else { f32::NAN });
            }
        }
    }
}
