//! The root of a depth-first search: what its iterations have found, whatever the method.
//!
//! It is separate from [`Deepening`](super::Deepening), which knows the method, so that it is compiled once for all methods.

use super::events::End;
use super::iteration::Iteration;
use super::walk::Walk;
use super::window::Window;
use crate::convert::ratio;
use crate::evaluator::{Evaluator, Leaf};
use crate::game::{Game, Turn, declared_chances};
use crate::meter::Meter;
use crate::player::Player;
use crate::report::{Bound, Report, RootMove, Stop};
use crate::score_bounds::ScoreBounds;
use crate::search::Observer;
use crate::search::distance::Distance;
use crate::search::found::{Finding, Found};
use crate::search::verdict;
use std::fmt;

/// How far the search at the current root has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// No iteration has been completed; at most the static values of the root's moves are known.
    Open,
    /// There is one legal move, and its static value is known.
    Forced,
    /// An iteration has been completed.
    Complete,
}

/// The root of a search, with the last complete iteration.
#[derive(Clone)]
pub(super) struct DeepenedRoot<G: Game, E, O = ()> {
    game: G,
    evaluator: E,
    pub(super) observer: O,
    pub(super) state: G::State,
    /// Whether a tree searched to the end of the game has the game's value.
    is_exact: bool,
    turn: Turn,
    standing: Standing,
    last: Iteration<G::Move>,
}

impl<G: Game, E: Evaluator<G>> DeepenedRoot<G, E> {
    /// The root at the start of the game.
    pub(super) fn new(game: G, evaluator: E, is_exact: bool) -> Self {
        let state = game.start();
        let (turn, last) = unsearched_root(&game, &evaluator, &state);
        DeepenedRoot { game, evaluator, observer: (), state, is_exact, turn, standing: Standing::Open, last }
    }
}

/// The turn at a root, and its iteration before anything has been searched.
fn unsearched_root<G: Game>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    state: &G::State,
) -> (Turn, Iteration<G::Move>) {
    let turn = game.turn(state);
    let mut moves = Vec::new();
    let value = if let Turn::Over(payoff) = turn {
        evaluator.payoff(game, payoff)
    } else {
        game.moves(state, &mut moves);
        evaluator.range().middle()
    };
    (turn, Iteration::new(0, turn, &moves, value))
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> DeepenedRoot<G, E, O> {
    /// The same root, watched by `observer`.
    pub(super) fn observed_by<P: Observer<G>>(self, observer: P) -> DeepenedRoot<G, E, P> {
        let DeepenedRoot { game, evaluator, state, is_exact, turn, standing, last, .. } = self;
        DeepenedRoot { game, evaluator, observer, state, is_exact, turn, standing, last }
    }

    /// The last complete iteration, if there is one.
    pub(super) fn last_iteration(&self) -> Option<&Iteration<G::Move>> {
        (self.standing == Standing::Complete).then_some(&self.last)
    }

    fn is_decision(&self) -> bool {
        matches!(self.turn, Turn::Max | Turn::Min)
    }

    /// Whether no greater depth would find more.
    fn is_finished(&self) -> bool {
        self.turn.is_over() || (self.standing == Standing::Complete && self.last.proven)
    }

    fn is_proven(&self) -> bool {
        self.is_finished() && (self.turn.is_over() || self.is_exact)
    }

    /// Begins at a new root.
    pub(super) fn begin(&mut self, state: G::State) {
        (self.turn, self.last) = unsearched_root(&self.game, &self.evaluator, &state);
        self.state = state;
        self.standing = Standing::Open;
    }

    /// Begins at the root after `mv`.
    pub(super) fn advance(&mut self, mv: G::Move) {
        self.begin(self.game.after(&self.state, mv));
    }

    /// Why no iteration is needed, if so: nothing more can be found, or there is one legal move, which is then evaluated.
    pub(super) fn idle(&mut self, meter: &mut Meter) -> Option<Stop> {
        if self.is_finished() {
            return Some(Stop::Complete);
        }
        if self.is_decision() && self.last.moves.len() == 1 {
            self.evaluate_forced(meter);
            return Some(Stop::Forced);
        }
        None
    }

    /// The depth of the next iteration, the first or a multiple of `step`, but at most `limit`; `None` if that has been searched.
    pub(super) fn next_depth(&self, first: u32, step: u32, limit: u32) -> Option<u32> {
        match self.standing {
            Standing::Complete if self.last.depth >= limit => None,
            Standing::Complete => Some((self.last.depth / step + 1).saturating_mul(step).min(limit)),
            _ => Some(first.min(limit)),
        }
    }

    /// Evaluates the root of a forced move. If the budget is too small for that, the value stays the middle of the range.
    fn evaluate_forced(&mut self, meter: &mut Meter) {
        if self.standing == Standing::Forced || !meter.spend(0, 1, 0) {
            return;
        }
        if O::CONSIDERS {
            self.observer.considered(&self.game, &self.state);
        }
        let value = self.evaluator.evaluate(&self.game, &self.state);
        if O::FOLLOWS {
            self.observer.entered(None, 0, Window::OPEN);
            self.observer.left(value, End::Evaluated, &[]);
        }
        self.last.value = value;
        self.last.moves[0].value = Some(value);
        self.standing = Standing::Forced;
    }

    /// A new iteration to this depth.
    pub(super) fn iteration(&self, depth: u32) -> Iteration<G::Move> {
        Iteration::new(depth, self.turn, &self.legal(), self.last.value)
    }

    fn legal(&self) -> Vec<G::Move> {
        self.last.moves.iter().map(|entry| entry.mv).collect()
    }

    /// What a method may do in `iteration`, and the state that it searches.
    pub(super) fn walk<'a>(
        &'a mut self,
        meter: &'a mut Meter,
        iteration: &'a mut Iteration<G::Move>,
    ) -> (Walk<'a, G, E, O>, &'a G::State) {
        (Walk::new(&self.game, &self.evaluator, &mut self.observer, meter, iteration), &self.state)
    }

    /// Keeps what an iteration found. It was completed if there is a `value`; returns whether it was.
    pub(super) fn end_iteration(
        &mut self,
        mut iteration: Iteration<G::Move>,
        value: Option<f64>,
        meter: &mut Meter,
    ) -> bool {
        if let Some(value) = value {
            iteration.value = value;
            if self.standing == Standing::Complete {
                iteration.inherit(&self.last);
            }
            self.observer.iterated(iteration.depth, value);
            self.last = iteration;
            self.standing = Standing::Complete;
            return true;
        }
        match self.standing {
            Standing::Complete if iteration.is_usable => self.last.adopt(iteration),
            Standing::Open => self.fall_back(iteration, meter),
            Standing::Complete | Standing::Forced => {}
        }
        false
    }

    /// Falls back to the static values of the moves, if they are known or can be paid for. A search that must end at once
    /// falls back to the best of the moves that it has valued.
    fn fall_back(&mut self, mut iteration: Iteration<G::Move>, meter: &mut Meter) {
        let moves = self.legal();
        let is_urgent = meter.is_urgent();
        if !iteration.is_sketched() && !is_urgent {
            let mut leaves: Vec<Leaf> = Vec::new();
            let (mut walk, state) = self.walk(meter, &mut iteration);
            if walk.leaves(state, &moves, &mut leaves).is_some() {
                walk.root.sketch(&leaves);
            }
        }
        if iteration.is_sketched() {
            let mut chances = Vec::new();
            if self.turn == Turn::Chance {
                declared_chances(&self.game, &self.state, &moves, &mut chances);
            }
            self.last = iteration.fall_back(self.turn, &chances);
        } else if is_urgent && let Some((mv, value)) = iteration.valued_best() {
            (iteration.value, iteration.pv) = (value, vec![mv]);
            self.last.adopt(iteration);
        }
    }

    /// Tells a watcher of a complete iteration. Returns why it was the last, if it was; `limit` is the greatest depth.
    pub(super) fn after_iteration(&self, limit: u32, meter: &mut Meter) -> Option<Stop> {
        meter.offer(&self.game, &self.state, || self.report(meter));
        if self.last.proven {
            Some(Stop::Complete)
        } else {
            (self.last.depth == limit).then_some(Stop::Depth)
        }
    }

    /// What the last iteration found for every root move. If the iteration is proven, its bounds are bounds of the game's
    /// value.
    fn findings(&self) -> Vec<Finding<G::Move>> {
        let visits: u64 = self.last.moves.iter().map(|entry| entry.visits).sum();
        let is_proven = self.is_proven();
        let ends = ScoreBounds::of_payoffs(&self.game, &self.evaluator);
        let finding = |(entry, &is_move_proven): (&RootMove<G::Move>, &bool)| {
            let bounds = match (entry.value, entry.bound) {
                (Some(value), _) if is_move_proven => ScoreBounds::exactly(value),
                (Some(value), Bound::Exact) if is_proven => ScoreBounds::exactly(value),
                (Some(value), Bound::Upper) if is_proven => {
                    ScoreBounds { upper: value.max(ends.lower), ..ends }
                }
                (Some(value), Bound::Lower) if is_proven => {
                    ScoreBounds { lower: value.min(ends.upper), ..ends }
                }
                _ => ends,
            };
            Finding {
                value: entry.value,
                bound: entry.bound,
                distance: Distance::UNKNOWN,
                visits: entry.visits,
                share: if visits == 0 { 0.0 } else { ratio(entry.visits, visits) },
                ..Finding::unsearched(entry.mv, bounds)
            }
        };
        self.last.moves.iter().zip(&self.last.proven_moves).map(finding).collect()
    }

    /// The principal variation after the move at `place`, if the last iteration has one for that move.
    fn line(&self, place: usize) -> Vec<G::Move> {
        match self.last.pv.split_first() {
            Some((&first, line)) if first == self.last.moves[place].mv => line.to_vec(),
            _ => Vec::new(),
        }
    }

    fn found(&self, meter: &Meter) -> Found<G::Move> {
        let DeepenedRoot { game, evaluator, state, .. } = self;
        if self.turn.is_over() {
            return Found::nothing(game, evaluator, state, self.last.value);
        }
        let bounds = if self.is_proven() {
            ScoreBounds::exactly(self.last.value)
        } else {
            ScoreBounds::of_payoffs(game, evaluator)
        };
        let scores = self.last.scores(Player::of(self.turn).map_or(1.0, Player::sign));
        let root = verdict::Root { game, evaluator, state, meter };
        let known = (self.last.value, bounds);
        let found = root.verdict(known, self.findings(), &scores, &|place| self.line(place));
        Found { has_rolls: self.last.rolled, ..found }
    }

    /// The report on the root.
    pub(super) fn report(&self, meter: &Meter) -> Report<G::Move> {
        self.found(meter).report(&self.game, &self.evaluator, meter)
    }
}

impl<G: Game, E, O> fmt::Debug for DeepenedRoot<G, E, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // States need not implement `Debug`.
        f.debug_struct("DeepenedRoot").field("last", &self.last).finish_non_exhaustive()
    }
}
