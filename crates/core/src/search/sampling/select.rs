//! Which way down: the rules of UCT and PUCT, and the outcome of a roll.
//!
//! Both rules are `Q + scale(N) · lure(n)`: the scale is computed once a node, and the lure lies ready in every edge. A
//! closed edge has the least lure there is and is never chosen, so that choosing asks nothing but these two numbers.
//!
//! At a roll the outcome is chosen that is furthest behind its share, the one of least (n + 1)/probability, instead of
//! drawing one: it has less variance, repeats itself, keeps the shares of the others when outcomes are settled and left
//! alone, and reaches every outcome in the end.

use super::settings::{Rule, Settings};
use super::tree::{Edge, Node, Tree};
use crate::search::chooser::Chooser;
use std::sync::atomic::Ordering::Relaxed;

/// The visits for which scales lie ready in a table.
const TABLED: usize = 1024;

/// A rule with its numbers.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    rule: Rule,
    c: f32,
    urgency: f32,
    scales: Vec<f32>,
}

impl Selection {
    pub(super) fn new(settings: &Settings) -> Self {
        let (rule, c, urgency) = (settings.rule, settings.c as f32, settings.urgency as f32);
        let mut selection = Selection { rule, c, urgency, scales: Vec::new() };
        selection.scales = (0..TABLED as u32).map(|visits| selection.compute_scale(visits)).collect();
        selection
    }

    /// What the lure of a move is multiplied by, after so many visits of the position's moves. Its own first visit counts in
    /// N, so that N is at least 1.
    fn compute_scale(&self, visits: u32) -> f32 {
        let visits = visits as f32 + 1.0;
        let scale = match self.rule {
            Rule::Uct => self.c * visits.ln().sqrt(),
            Rule::Puct => self.c * visits.sqrt(),
        };
        // Nothing times an infinite lure would be no number.
        scale.max(f32::MIN_POSITIVE)
    }

    #[inline]
    fn scale(&self, visits: u32) -> f32 {
        match self.scales.get(visits as usize) {
            Some(&scale) => scale,
            None => self.compute_scale(visits),
        }
    }

    /// The lure of a move after so many visits.
    #[inline]
    pub(super) fn lure(&self, visits: u32, prior: impl FnOnce() -> f64) -> f32 {
        match self.rule {
            Rule::Uct => 1.0 / (visits as f32).sqrt(),
            Rule::Puct => prior() as f32 / (visits as f32 + 1.0),
        }
    }

    /// The place among its siblings of the edge to pass; none where all are closed.
    #[inline]
    pub(super) fn choose<M: Copy>(&self, tree: &Tree<M>, node: &Node) -> Option<usize> {
        let family = tree.family(node);
        match node.kind().chooser() {
            Some(chooser) => self.decide(chooser, node, family),
            None => behind(tree, node, family),
        }
    }

    #[inline]
    fn decide(&self, chooser: Chooser, node: &Node, family: &[Edge]) -> Option<usize> {
        let sign = if chooser == Chooser::Max { 1.0f32 } else { -1.0 };
        let scale = self.scale(node.visits.load(Relaxed));
        let unknown = sign * node.value.get() - self.urgency;
        let (mut best, mut most) = (None, f32::NEG_INFINITY);
        for (place, edge) in family.iter().enumerate() {
            let mean = edge.mean.get();
            let mean = if mean.is_nan() { unknown } else { sign * mean };
            let score = mean + scale * edge.lure.get();
            if score > most {
                (best, most) = (Some(place), score);
            }
        }
        best
    }
}

/// The open outcome furthest behind its share.
fn behind<M: Copy>(tree: &Tree<M>, node: &Node, family: &[Edge]) -> Option<usize> {
    let first = node.edges().start;
    let need =
        |place: usize| (f64::from(family[place].visits.load(Relaxed)) + 1.0) / tree.weight(first + place);
    let open = (0..family.len()).filter(|&place| !family[place].is_closed());
    open.map(|place| (place, need(place))).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(place, _)| place)
}
