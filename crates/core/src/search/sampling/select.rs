//! Selection: the rules of UCT and PUCT, and the outcome of a roll.
//!
//! Both rules are `Q + factor(N) · exploration(n)`. The factor is computed once a node, and every edge stores its exploration.
//! A closed edge has an exploration of negative infinity and is never chosen, so that selection reads only these two numbers.
//!
//! At a chance node no outcome is drawn: the outcome furthest behind its share is chosen, the one of least
//! (n + 1)/probability. This has less variance and is deterministic, keeps the shares of the others when proven outcomes are
//! left alone, and reaches every outcome in the end.

use super::node::{Edge, Node};
use super::settings::{Rule, Settings};
use super::tree::Tree;
use crate::convert::{count_f32, nearest_f32, number_u32};
use crate::player::Player;
use std::sync::atomic::Ordering::Relaxed;

/// The numbers of visits for which factors and explorations are tabled.
const TABLED: usize = 1024;

/// A selection rule with its tables.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    rule: Rule,
    c: f32,
    factors: Box<[f32; TABLED]>,
    /// Explorations by visits, without the prior.
    explorations: Box<[f32; TABLED]>,
}

impl Selection {
    pub(super) fn new(settings: &Settings) -> Self {
        let (rule, c) = (settings.rule, nearest_f32(settings.c));
        let nothing = || Box::new([0.0; TABLED]);
        let mut selection = Selection { rule, c, factors: nothing(), explorations: nothing() };
        for visits in 0..TABLED {
            let count = number_u32(visits);
            selection.factors[visits] = selection.compute_factor(count);
            selection.explorations[visits] = selection.compute_exploration(count);
        }
        selection
    }

    /// The factor of all explorations at a node with `visits` visits. The node's own first visit is among them; visits of edges
    /// that no longer count are not.
    fn compute_factor(&self, visits: u32) -> f32 {
        let visits = count_f32(visits.max(1));
        let factor = match self.rule {
            Rule::Uct => self.c * visits.ln().sqrt(),
            Rule::Puct => self.c * visits.sqrt(),
        };
        // 0 times an infinite exploration would be NaN.
        factor.max(f32::MIN_POSITIVE)
    }

    #[inline]
    fn factor(&self, visits: u32) -> f32 {
        match self.factors.get(visits as usize) {
            Some(&factor) => factor,
            None => self.compute_factor(visits),
        }
    }

    fn compute_exploration(&self, visits: u32) -> f32 {
        match self.rule {
            Rule::Uct => 1.0 / count_f32(visits).sqrt(),
            Rule::Puct => 1.0 / (count_f32(visits) + 1.0),
        }
    }

    /// The exploration of a move with `visits` visits.
    #[inline]
    pub(super) fn exploration(&self, visits: u32, prior: impl FnOnce() -> f64) -> f32 {
        let exploration = match self.explorations.get(visits as usize) {
            Some(&exploration) => exploration,
            None => self.compute_exploration(visits),
        };
        if self.rule == Rule::Puct { exploration * nearest_f32(prior()) } else { exploration }
    }

    /// What is added to the mean of an edge of a decision when an edge is chosen.
    pub(super) fn bonus(&self, node: &Node, edge: &Edge) -> f32 {
        self.factor(node.weight.load(Relaxed)) * edge.exploration.get()
    }

    /// The edge to follow, counted from the node's first; none where all are closed.
    #[inline]
    pub(super) fn choose<M: Copy>(&self, tree: &Tree<M>, node: &Node) -> Option<usize> {
        match node.kind().player() {
            Some(player) => self.decide(player, node, tree.family(node)),
            None => behind(tree, node),
        }
    }

    /// The edge of greatest score for `player`. No branch depends on the scores, because it could not be predicted. An edge that
    /// does not count has the mean NaN, and no comparison with it holds.
    #[inline]
    fn decide(&self, player: Player, node: &Node, family: &[Edge]) -> Option<usize> {
        let sign = if player == Player::Max { 1.0f32 } else { -1.0 };
        let factor = self.factor(node.weight.load(Relaxed));
        let (mut best, mut most) = (usize::MAX, f32::NEG_INFINITY);
        for (place, edge) in family.iter().enumerate() {
            let score = sign * edge.mean.get() + factor * edge.exploration.get();
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
