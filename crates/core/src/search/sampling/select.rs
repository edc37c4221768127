//! Which way down: the rules of UCT and PUCT, and the outcome of a roll.
//!
//! Both rules are `Q + scale(N) · exploration(n)`: the scale is computed once a node, and the exploration lies ready in every edge. A
//! closed edge has the least exploration there is and is never chosen, so that choosing asks nothing but these two numbers.
//!
//! At a roll the outcome is chosen that is furthest behind its share, the one of least (n + 1)/probability, instead of
//! drawing one: it has less variance, repeats itself, keeps the shares of the others when outcomes are settled and left
//! alone, and reaches every outcome in the end.

use super::node::{Edge, Node};
use super::settings::{Rule, Settings};
use super::tree::Tree;
use crate::player::Player;
use std::sync::atomic::Ordering::Relaxed;

/// The visits for which scales lie ready in a table.
const TABLED: usize = 1024;

/// A rule with its numbers.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    rule: Rule,
    c: f32,
    scales: Box<[f32; TABLED]>,
    /// What lures are multiplied with by visits; by the prior too, where there is one.
    lures: Box<[f32; TABLED]>,
}

impl Selection {
    pub(super) fn new(settings: &Settings) -> Self {
        let (rule, c) = (settings.rule, settings.c as f32);
        let nothing = || Box::new([0.0; TABLED]);
        let mut selection = Selection { rule, c, scales: nothing(), lures: nothing() };
        for visits in 0..TABLED {
            selection.scales[visits] = selection.compute_scale(visits as u32);
            selection.lures[visits] = selection.compute_lure(visits as u32);
        }
        selection
    }

    /// What the exploration of a move is multiplied by, after so many visits of the position. Its own first visit counts among them,
    /// and what cannot be better than something certain does not.
    fn compute_scale(&self, visits: u32) -> f32 {
        let visits = visits.max(1) as f32;
        let scale = match self.rule {
            Rule::Uct => self.c * visits.ln().sqrt(),
            Rule::Puct => self.c * visits.sqrt(),
        };
        // Nothing times an infinite exploration would be no number.
        scale.max(f32::MIN_POSITIVE)
    }

    #[inline]
    fn scale(&self, visits: u32) -> f32 {
        match self.scales.get(visits as usize) {
            Some(&scale) => scale,
            None => self.compute_scale(visits),
        }
    }

    fn compute_lure(&self, visits: u32) -> f32 {
        match self.rule {
            Rule::Uct => 1.0 / (visits as f32).sqrt(),
            Rule::Puct => 1.0 / (visits as f32 + 1.0),
        }
    }

    /// The exploration of a move after so many visits.
    #[inline]
    pub(super) fn exploration(&self, visits: u32, prior: impl FnOnce() -> f64) -> f32 {
        let exploration = match self.lures.get(visits as usize) {
            Some(&exploration) => exploration,
            None => self.compute_lure(visits),
        };
        if self.rule == Rule::Puct { exploration * prior() as f32 } else { exploration }
    }

    /// The edge to pass; none where all are closed.
    #[inline]
    pub(super) fn choose<M: Copy>(&self, tree: &Tree<M>, node: &Node) -> Option<usize> {
        match node.kind().player() {
            Some(player) => self.decide(player, node, tree.family(node)),
            None => behind(tree, node),
        }
    }

    /// Without a branch that depends on the numbers, which no processor could foresee. What does not matter any more has no
    /// number for its mean, and no comparison with it holds.
    #[inline]
    fn decide(&self, player: Player, node: &Node, family: &[Edge]) -> Option<usize> {
        let sign = if player == Player::Max { 1.0f32 } else { -1.0 };
        let scale = self.scale(node.weight.load(Relaxed));
        let (mut best, mut most) = (usize::MAX, f32::NEG_INFINITY);
        for (place, edge) in family.iter().enumerate() {
            let score = sign * edge.mean.get() + scale * edge.exploration.get();
            let is_better = score > most;
            best = if is_better { place } else { best };
            most = if is_better { score } else { most };
        }
        (best != usize::MAX).then_some(best)
    }
}

/// The open outcome furthest behind its share.
fn behind<M: Copy>(tree: &Tree<M>, node: &Node) -> Option<usize> {
    let family = tree.family(node);
    let first = node.edges().start;
    let need =
        |place: usize| (f64::from(family[place].visits.load(Relaxed)) + 1.0) / tree.weight(first + place);
    let open = (0..family.len()).filter(|&place| !family[place].is_closed());
    let (place, _) = open.map(|place| (place, need(place))).min_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(place)
}
