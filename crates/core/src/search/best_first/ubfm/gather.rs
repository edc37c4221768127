//! Expansions in batches: the evaluator answers for the children of several tips in one call.
//!
//! The tips of a batch are those that one excursion after the other would choose if the tips before them were closed. A node
//! without an open edge left is closed with them. All of that is undone before the tips are expanded.

use super::grow::{Here, Place};
use super::mark::Mark;
use super::search::Ubfm;
use super::select::is_open;
use crate::evaluator::Evaluator;
use crate::game::Turn;
use crate::insight::{Insight, Prospect};
use crate::meter::Meter;
use crate::search::Observer;
use crate::search::batch::{Batch, Waiting};
use crate::search::best_first::arena::Edge;
use crate::search::best_first::expander::Tip;

/// An excursion that waits for an answer.
struct Waiter {
    path: Vec<Place>,
    depth: u32,
    waiting: Waiting,
}

/// What the expansions of a batch will take.
#[derive(Debug, Default)]
struct Expense {
    moves: u64,
    added: u64,
    /// The keys of the positions that will be nodes, where transpositions share one.
    keys: Vec<u64>,
}

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Ubfm<G, E, O> {
    /// Expands tips whose children fill one batch.
    pub(super) fn excursions_in_batch(&mut self, batch: &Batch<G>, meter: &mut Meter) {
        let mut closed: Vec<(usize, Mark)> = Vec::new();
        let waiters = self.gather(batch, &mut closed, meter);
        // An edge may have been closed twice, as a tip and with its node: the first mark is its own.
        for (edge, mark) in closed.into_iter().rev() {
            self.graph.edge_mut(edge).own.mark = mark;
        }
        if waiters.is_empty() {
            return self.excursions(meter, 1);
        }
        batch.ask(&self.expander.game);
        let mut is_covered = true;
        for Waiter { path, depth, waiting } in waiters {
            let Place { node, edge, .. } = path[path.len() - 1];
            let walked = path.len() as u64;
            is_covered =
                is_covered && batch.answer(&waiting, || self.expand(node, edge, walked, depth, meter));
            for place in path.iter().rev() {
                self.graph.pass(place.edge, u32::from(is_covered));
                self.review(place.node);
            }
        }
        batch.drop_from(0);
        meter.has_time();
    }

    /// The excursions whose tips fill the batch. Every tip is closed for the next excursion, and listed with the mark that its
    /// edge had.
    fn gather(&mut self, batch: &Batch<G>, closed: &mut Vec<(usize, Mark)>, meter: &Meter) -> Vec<Waiter> {
        let mut waiters: Vec<Waiter> = Vec::new();
        let mut expense = Expense::default();
        while batch.len() < batch.most() {
            self.path.clear();
            let here = self.descend(Here::ROOT);
            let path = std::mem::take(&mut self.path);
            let Some(&Place { node, edge, .. }) = path.last() else { break };
            // A proven node is no tip: an excursion of its own passes the proof on.
            if here.node.is_some() || self.graph.edge(edge).own.mark.is_proven() {
                break;
            }
            let walked = path.len() as u64;
            expense.moves += walked;
            let waiting = batch.collect(|| self.prepare(node, edge, &mut expense));
            let tip =
                Tip { place: edge, player: self.graph.edge(edge).kind.player(), walked, depth: here.depth };
            let is_covered =
                !tip.is_beyond(meter) && meter.covers(expense.moves, expense.added, expense.added);
            if !is_covered || (!waiters.is_empty() && waiting.end > batch.most()) {
                batch.drop_from(waiting.start);
                break;
            }
            let is_exhausted = self.close(&path, closed);
            waiters.push(Waiter { path, depth: here.depth, waiting });
            if is_exhausted {
                break;
            }
        }
        waiters
    }

    /// Closes the tip of a path, and every node above it that has no open edge left. Returns whether the root has none.
    fn close(&mut self, path: &[Place], closed: &mut Vec<(usize, Mark)>) -> bool {
        for &Place { node, edge, .. } in path.iter().rev() {
            let mark = &mut self.graph.edge_mut(edge).own.mark;
            closed.push((edge, *mark));
            *mark = Mark::proven(mark.value());
            self.graph.point(node);
            if self.has_open_edge(node) {
                return false;
            }
        }
        true
    }

    fn has_open_edge(&self, node: usize) -> bool {
        let node = self.graph.node(node);
        let mut edges = self.graph.edges(node).iter().map(|edge| &edge.own.mark);
        match node.own.player {
            Some(player) => {
                let floor = node.own.mark.bounds().worst_for(player);
                edges.any(|mark| is_open(mark, player, floor))
            }
            None => edges.any(|mark| !mark.is_proven()),
        }
    }

    /// Asks for the values that the expansion of a tip needs, as [`expand`](Self::expand) will.
    fn prepare(&mut self, node: usize, edge: usize, expense: &mut Expense) {
        let &Edge { kind, mv, .. } = self.graph.edge(edge);
        let state = self.expander.game.after(self.graph.state(node), mv);
        self.prepare_position(&state, kind.player().is_some(), expense);
    }

    /// Asks for the values that the node of a position needs.
    fn prepare_position(&mut self, state: &G::State, is_decision: bool, expense: &mut Expense) {
        let game = &self.expander.game;
        let mut moves = Vec::new();
        let is_seen = is_decision && self.settings.insight;
        if is_seen && game.prospect(state, &mut moves) != Prospect::Open {
            return;
        }
        if !is_seen {
            game.moves(state, &mut moves);
        }
        let key = self.graph.merges().then(|| game.key(state));
        let is_known = |key: &u64| self.graph.find(*key).is_some() || expense.keys.contains(key);
        if key.as_ref().is_some_and(is_known) || (is_seen && self.bounds(state).proven().is_some()) {
            return;
        }
        expense.keys.extend(key);
        expense.moves += moves.len() as u64;
        expense.added += moves.len() as u64;
        let (game, evaluator) = (&self.expander.game, &self.expander.evaluator);
        if is_decision || !self.settings.plays {
            return evaluator.children(game, state, &moves, &mut Vec::new());
        }
        // A roll: first its outcomes where no player decides, then the moves behind each of the others.
        let outcomes: Vec<G::State> = moves.iter().map(|&mv| game.after(state, mv)).collect();
        let is_decided = |state: &G::State| matches!(game.turn(state), Turn::Max | Turn::Min);
        for outcome in outcomes.iter().filter(|outcome| !is_decided(outcome)) {
            evaluator.leaf(game, outcome);
        }
        let decided: Vec<G::State> = outcomes.into_iter().filter(is_decided).collect();
        for outcome in &decided {
            self.prepare_position(outcome, true, expense);
        }
    }
}
