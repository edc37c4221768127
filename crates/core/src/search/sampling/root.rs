//! The result at the root: the value of every move, the move to play, and its principal variation.

use super::node::{Edge, Node};
use super::search::Sampling;
use super::settings::Pick;
use super::tree::ROOT;
use crate::convert::count_f64;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::player::Player;
use crate::report::Bound;
use crate::search::distance::Distance;
use crate::search::found::{Finding, Found};
use crate::search::tree_view::Detail;
use crate::search::verdict::{self, Root, Scores};
use std::sync::atomic::Ordering::Relaxed;

/// The standard errors by which a lower confidence bound lies below the mean.
const ERRORS: f64 = 1.96;
/// The share of the most visits that a move needs for its bound to be trusted: the error of a mean of few visits is unknown.
const TRUSTED: f64 = 0.1;

impl<G: Insight, E: Evaluator<G>> Sampling<G, E> {
    /// The result at an expanded root.
    pub(super) fn found(&self, meter: &Meter) -> Found<G::Move> {
        let node = self.tree.node(ROOT);
        let mut legal = Vec::new();
        self.game.moves(&self.root, &mut legal);
        let moves = self.findings(node, &legal, Detail::Whole);
        let scores = node.kind().player().map_or(Vec::new(), |player| self.scores(player, &moves));
        let root = Root { game: &self.game, evaluator: &self.evaluator, state: &self.root, meter };
        let known = (self.scale.value(node.value.get()), self.tree.bounds(ROOT));
        root.verdict(known, moves, &Scores::new(scores), &|place| self.line(legal[place]))
    }

    /// What is known of each of `moves` at an expanded node; with [`Detail::Stored`], what its edges hold, without a look at the
    /// children.
    pub(super) fn findings(&self, node: &Node, moves: &[G::Move], detail: Detail) -> Vec<Finding<G::Move>> {
        let visits = |edge: &Edge| f64::from(edge.visits.load(Relaxed));
        let total = self.tree.family(node).iter().map(visits).sum::<f64>().max(1.0);
        // Edges are in the order of the moves; moves that the game dropped have none.
        let mut edges = node.edges().peekable();
        let finding = |&mv: &G::Move| {
            let is_it = |edge: &usize| self.tree.mv(*edge) == mv;
            let Some(edge) = edges.next_if(is_it).or_else(|| node.edges().find(is_it)) else {
                return self.dropped(node, mv);
            };
            let place = self.tree.edge(edge);
            let visits = place.visits.load(Relaxed);
            let share = f64::from(visits) / total;
            let (value, bounds) = match place.child().filter(|_| detail == Detail::Whole) {
                Some(child) => (Some(self.tree.node(child).value.get()), self.tree.bounds(child)),
                // Before the first visit the edge holds its parent's value.
                None if visits == 0 && !self.settings.knows_values() => (None, self.scale.open),
                None => (Some(place.mean.get()).filter(|mean| !mean.is_nan()), self.scale.open),
            };
            let value = bounds.proven().or_else(|| value.map(|value| self.scale.value(value)));
            let (bound, distance) = (Bound::Estimate, Distance::UNKNOWN);
            Finding { mv, value, bound, bounds, distance, visits: u64::from(visits), share }
        };
        moves.iter().map(finding).collect()
    }

    /// A move that the game dropped, because it loses at once.
    fn dropped(&self, node: &Node, mv: G::Move) -> Finding<G::Move> {
        let player = node.kind().player().expect("no outcome of a roll is dropped");
        Finding::proven(mv, self.scale.open.worst_for(player), Distance::exactly(1))
    }

    /// The score of each of `moves` for `player`, by the rule of the settings.
    fn scores(&self, player: Player, moves: &[Finding<G::Move>]) -> Vec<f64> {
        let most = count_f64(moves.iter().map(|one| one.visits).max().unwrap_or(0));
        let score = |one: &Finding<G::Move>| {
            let visits = count_f64(one.visits);
            match self.settings.pick {
                Pick::Visits => visits,
                Pick::Value => one.value.map_or(f64::NEG_INFINITY, |value| player.sign() * value),
                // Ranked behind all trusted moves, by visits.
                Pick::Bound if visits < TRUSTED * most => visits / most - 2.0,
                Pick::Bound => self.lower_bound(player, one),
            }
        };
        moves.iter().map(score).collect()
    }

    /// The lower confidence bound on a move's share of wins, from the view of `player`. The variance is the greatest that a
    /// mean between 0 and 1 allows.
    fn lower_bound(&self, player: Player, one: &Finding<G::Move>) -> f64 {
        let Some(value) = one.value else { return f64::NEG_INFINITY };
        let unit = f64::from(self.scale.unit(value)).clamp(0.0, 1.0);
        let own = 1.0 - player.failure(unit);
        // One more win and one more loss are added, so that a few wins do not give a variance of 0.
        let visits = count_f64(one.visits);
        let (visits, wins) = (visits + 2.0, own * visits + 1.0);
        let mean = wins / visits;
        mean - ERRORS * (mean * (1.0 - mean) / visits).sqrt()
    }

    /// The principal variation behind a root move.
    fn line(&self, first: G::Move) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut node = self.tree.node(ROOT);
        let mut mv = first;
        loop {
            let edge = node.edges().find(|&edge| self.tree.mv(edge) == mv);
            let Some(child) = edge.and_then(|edge| self.tree.edge(edge).child()) else { return line };
            node = self.tree.node(child);
            if !node.is_expanded() {
                return line;
            }
            let moves: Vec<G::Move> = node.edges().map(|edge| self.tree.mv(edge)).collect();
            let findings = self.findings(node, &moves, Detail::Whole);
            let Some(player) = node.kind().player() else { return line };
            let scores = self.scores(player, &findings);
            let best = verdict::best(player, &findings, self.scale.open, &scores);
            let Some(&best) = best.first() else { return line };
            mv = moves[best];
            line.push(mv);
        }
    }
}
