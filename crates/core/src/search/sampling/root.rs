//! What the tree says at its root: the value of every move, the one to play, the line behind it.

use super::node::{Edge, Node};
use super::search::Sampling;
use super::settings::Pick;
use super::tree::ROOT;
use crate::assured::Assured;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::search::chooser::Chooser;
use crate::search::found::{self, Finding, Found};
use std::sync::atomic::Ordering::Relaxed;

/// A lower confidence bound lies so many standard errors below the mean.
const ERRORS: f64 = 1.96;
/// The part of the greatest number of visits that a move needs for its bound to be trusted: a mean of few visits has an
/// error that nobody knows.
const TRUSTED: f64 = 0.1;

impl<G: Insight, E: Evaluator<G>> Sampling<G, E> {
    /// What an expanded root shows.
    pub(super) fn found(&self) -> Found<G::Move> {
        let root = self.tree.node(ROOT);
        let mut legal = Vec::new();
        self.game.moves(&self.root, &mut legal);
        let moves = self.findings(root, &legal);
        let best = self.best(root, &moves);
        let assured = self.tree.assured(ROOT);
        let line = best.first().map_or(Vec::new(), |&place| self.line(moves[place].mv));
        let value = assured.settled().unwrap_or_else(|| self.worth.value(root.value.get()));
        Found { value, assured, plies: None, moves, best, line, fears: Vec::new() }
    }

    /// What is known of each of `moves` at an expanded node.
    fn findings(&self, node: &Node, moves: &[G::Move]) -> Vec<Finding<G::Move>> {
        let visits = |edge: &Edge| f64::from(edge.visits.load(Relaxed));
        let total = self.tree.family(node).iter().map(visits).sum::<f64>().max(1.0);
        // Edges are in the order of the moves, of which some may be missing.
        let mut edges = node.edges().peekable();
        let finding = |&mv: &G::Move| {
            let is_it = |edge: &usize| self.tree.mv(*edge) == mv;
            let Some(edge) = edges.next_if(is_it).or_else(|| node.edges().find(is_it)) else {
                return self.dropped(node, mv);
            };
            let place = self.tree.edge(edge);
            let visits = place.visits.load(Relaxed);
            let share = f64::from(visits) / total;
            let (value, assured) = match place.child() {
                Some(child) => (self.tree.node(child).value.get(), self.tree.assured(child)),
                None if place.mean.get().is_nan() => (node.value.get(), self.worth.open),
                None => (place.mean.get(), self.worth.open),
            };
            let value = assured.settled().unwrap_or_else(|| self.worth.value(value));
            Finding { mv, value, assured, plies: None, visits: u64::from(visits), share }
        };
        moves.iter().map(finding).collect()
    }

    /// A move that the game dropped, because it loses at once.
    fn dropped(&self, node: &Node, mv: G::Move) -> Finding<G::Move> {
        let chooser = node.kind().chooser().expect("no outcome of a roll is dropped");
        let assured = Assured::exactly(self.worth.open.floor(chooser));
        Finding { mv, value: assured.least, assured, plies: None, visits: 0, share: 0.0 }
    }

    /// The places of the best moves of a node.
    fn best(&self, node: &Node, moves: &[Finding<G::Move>]) -> Vec<usize> {
        let Some(chooser) = node.kind().chooser() else { return Vec::new() };
        let most = moves.iter().map(|one| one.visits).max().unwrap_or(0) as f64;
        let score = |one: &Finding<G::Move>| {
            let visits = one.visits as f64;
            match self.settings.pick {
                Pick::Visits => visits,
                Pick::Value => chooser.sign() * one.value,
                // Behind all that is trusted, by visits.
                Pick::Bound if visits < TRUSTED * most => visits / most - 2.0,
                Pick::Bound => self.lower_bound(chooser, one),
            }
        };
        found::best(chooser, moves, self.worth.open.floor(chooser), score)
    }

    /// A share of wins that a move is confident to have, in the eyes of who decides. The variance is the greatest that a mean
    /// between 0 and 1 allows.
    fn lower_bound(&self, chooser: Chooser, one: &Finding<G::Move>) -> f64 {
        let unit = f64::from(self.worth.unit(one.value)).clamp(0.0, 1.0);
        let own = 1.0 - chooser.failure(unit);
        // As if there were one win and one loss more, so that a few wins are not taken for certainty.
        let (visits, wins) = (one.visits as f64 + 2.0, own * one.visits as f64 + 1.0);
        let mean = wins / visits;
        mean - ERRORS * (mean * (1.0 - mean) / visits).sqrt()
    }

    /// The expected line behind a root move.
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
            let findings = self.findings(node, &moves);
            let Some(&best) = self.best(node, &findings).first() else { return line };
            mv = moves[best];
            line.push(mv);
        }
    }
}
