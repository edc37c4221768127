//! The recursion: the value of a position, whoever is to move. Decisions are in `decision`, the moves of a decision in
//! `moves`.
//!
//! Contract (fail-soft), with `exact` the value of plain minimax to the same depth and [`Settings::is_exact`]:
//!
//! * `alpha < value < beta` implies `value == exact`;
//! * `value <= alpha` implies `exact <= value`;
//! * `value >= beta` implies `exact >= value`.
//!
//! If `proven`, the same holds with `exact` the value of the game, whatever the settings.

use super::in_progress::InProgress;
use super::reductions::Reductions;
use super::settings::Settings;
use super::table::Table;
use super::thread_state::{Candidate, ThreadState};
use crate::evaluator::Evaluator;
use crate::expectation::Expectation;
use crate::game::{Game, Turn, declared_chances};
use crate::insight::Insight;
use crate::report::Bound;
use crate::search::Observer;
use crate::search::depth_first::walk::Walk;

/// A position's place in the search: decisions left, decisions from the root, and the window in Max's view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) depth: u32,
    pub(super) ply: usize,
    pub(super) alpha: f64,
    pub(super) beta: f64,
    /// Whether a pass led here.
    pub(super) passed: bool,
}

/// The result for a position: its value, Max's view, and whether it is proven, that is, holds at any depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) value: f64,
    pub(super) proven: bool,
}

/// What all threads at work on an iteration share.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) settings: &'a Settings,
    pub(super) reductions: &'a Reductions,
    pub(super) table: &'a Table,
    /// The moves that other threads are searching, if there are other threads.
    pub(super) in_progress: Option<&'a InProgress>,
}

/// A thread at work on one iteration.
pub(super) struct Descent<'a, 'w, G: Game, E, O> {
    pub(super) settings: &'a Settings,
    pub(super) reductions: &'a Reductions,
    pub(super) table: &'a Table,
    pub(super) in_progress: Option<&'a InProgress>,
    pub(super) thread: &'a mut ThreadState<G>,
    pub(super) walk: &'a mut Walk<'w, G, E, O>,
    /// The values of a game lost and of one won by Max.
    pub(super) ends: [f64; 2],
    /// The width of the evaluator's range.
    pub(super) span: f64,
    /// Whether mirror images share a table entry.
    pub(super) folds: bool,
    /// Whether something is known of decisions at depth 1 beyond the values of their moves.
    pub(super) looks_ahead: bool,
    /// 1 if the root is a chance node, else 0. The outcomes of such a root have ply 1, but lie 0 decisions from it.
    pub(super) rolls_first: u32,
}

/// The window of a decision as its player sees it: greater is better.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) is_max: bool,
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl View {
    pub(super) fn new(is_max: bool, node: Node) -> View {
        let (alpha, beta) = if is_max { (node.alpha, node.beta) } else { (-node.beta, -node.alpha) };
        View { is_max, alpha, beta }
    }

    /// Converts a value from Max's view to the player's, or back.
    #[inline]
    pub(super) fn turned(self, value: f64) -> f64 {
        if self.is_max { value } else { -value }
    }

    /// Whether the window is null, so that only a bound is asked for.
    #[inline]
    pub(super) fn is_scout(self) -> bool {
        self.alpha.next_up() >= self.beta
    }
}

impl<'a, 'w, G: Insight, E: Evaluator<G>, O: Observer<G>> Descent<'a, 'w, G, E, O> {
    pub(super) fn new(
        Parts { settings, reductions, table, in_progress }: Parts<'a>,
        thread: &'a mut ThreadState<G>,
        walk: &'a mut Walk<'w, G, E, O>,
    ) -> Self {
        let payoffs = walk.game.payoffs();
        let ends = [payoffs.low, payoffs.high].map(|payoff| walk.evaluator.payoff(walk.game, payoff));
        let range = walk.evaluator.range();
        let span = range.high - range.low;
        let folds = settings.mirror && walk.evaluator.is_symmetric();
        let looks_ahead = settings.insight && settings.extend > 0;
        // The root has a best move unless it is a chance node.
        let rolls_first = u32::from(walk.root.best.is_none());
        Descent {
            settings,
            reductions,
            table,
            in_progress,
            thread,
            walk,
            ends,
            span,
            folds,
            looks_ahead,
            rolls_first,
        }
    }
}

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, E, O> {
    /// The value of a position.
    pub(super) fn value(&mut self, state: &G::State, node: Node) -> Option<Found> {
        let turn = self.walk.game.turn(state);
        if node.depth == 0 || turn.is_over() {
            // The line that the previous sibling left does not continue here.
            self.thread.lines.clear(node.ply);
        }
        match turn {
            Turn::Over(payoff) => {
                let value = self.walk.evaluator.payoff(self.walk.game, payoff);
                Some(Found { value, proven: true })
            }
            _ if node.depth == 0 => Some(Found { value: self.walk.evaluate(state)?, proven: false }),
            Turn::Max => self.decide(state, node, true),
            Turn::Min => self.decide(state, node, false),
            Turn::Chance => self.expect(state, node),
        }
    }

    /// The expectation at a chance node. Every outcome is searched exactly, in the game's order, whatever the window.
    pub(super) fn expect(&mut self, state: &G::State, node: Node) -> Option<Found> {
        self.thread.rolled = true;
        let (base, chance_base) = (self.thread.queue.len(), self.thread.chances.len());
        self.thread.moves.clear();
        self.walk.game.moves(state, &mut self.thread.moves);
        declared_chances(self.walk.game, state, &self.thread.moves, &mut self.thread.chances);
        let moves = self.thread.moves.iter().zip(0..);
        self.thread.queue.extend(moves.map(|(&mv, place)| Candidate {
            mv,
            place,
            score: 0.0,
            value: f64::NAN,
            next: None,
        }));
        let window = Node { alpha: f64::NEG_INFINITY, beta: f64::INFINITY, passed: false, ..node };
        let (mut expectation, mut proven) = (Expectation::EMPTY, true);
        for place in 0..self.thread.queue.len() - base {
            let mv = self.thread.queue[base + place].mv;
            let before = self.walk.nodes();
            let child = self.walk.enter(state, mv)?;
            // An outcome is not a decision, so it has the ply of the roll. Below the root it has ply 1, because at ply 0
            // moves are recorded.
            let found = self.value(&child, Node { ply: node.ply.max(1), ..window })?;
            if node.ply == 0 {
                let bound =
                    if found.proven || self.settings.is_exact() { Bound::Exact } else { Bound::Estimate };
                self.walk.root.record_again(mv, found.value, bound, found.proven, self.walk.nodes() - before);
            }
            expectation.add(self.thread.chances[chance_base + place], found.value);
            proven &= found.proven;
        }
        self.thread.queue.truncate(base);
        self.thread.chances.truncate(chance_base);
        self.thread.lines.clear(node.ply);
        Some(Found { value: expectation.value(), proven })
    }

    /// Whether no value can be better for the player. False after a roll, because the expectation of wins that are nearly
    /// certain may be rounded to a win.
    #[inline]
    pub(super) fn is_won(&self, own: f64, view: View) -> bool {
        let won = view.turned(self.ends[usize::from(view.is_max)]);
        own >= won && !self.thread.rolled
    }

    /// The bounds of every value: no game is worse than lost or better than won. Infinite if the evaluator's range
    /// differs from the payoffs, and after a roll.
    pub(super) fn limits(&self) -> [Found; 2] {
        let [low, high] = self.ends;
        let range = self.walk.evaluator.range();
        if self.thread.rolled || (low, high) != (range.low, range.high) {
            return [f64::NEG_INFINITY, f64::INFINITY].map(|value| Found { value, proven: false });
        }
        self.ends.map(|value| Found { value, proven: true })
    }
}
