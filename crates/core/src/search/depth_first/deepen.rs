//! Iterative deepening: a depth-first method repeated to greater and greater depth while the budget lasts.
//!
//! After Rivest 1987, section 5.4: each search is restarted with a larger depth bound, and the last *complete* one
//! decides. For what the paper leaves open, these rules hold for every method:
//!
//! * `depth` counts decisions; chance events are free; a position after the last decision is evaluated as it stands.
//! * A root with one legal move is not searched: the search stops with [`Stop::Forced`] and the root's static value, for
//!   one evaluation.
//! * An iteration in which no line reached the horizon has followed every line to the end of the game: the search stops
//!   with [`Stop::Complete`], and if the method is exact, its values are proven.
//! * The last complete iteration decides. A method that searches the best move of the last iteration first may declare
//!   the results of an unfinished iteration usable; then these decide.
//! * If not even the first iteration is completed, the move with the best static value is played. The static values are
//!   those that the method has computed already; if there are none, the rest of the budget pays for them. If it is too
//!   small, the first legal move is played. A search that a clock or a cancel has stopped while calls of its evaluator take
//!   long makes no such call: it plays the best of the moves that it has valued.
//! * A search continues where an earlier `run` at the same root ended. After a played move it begins anew, but the method
//!   keeps what it remembers of positions.

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
use crate::search::distance::Distance;
use crate::search::found::{Finding, Found};
use crate::search::verdict::Root;
use crate::search::{Observer, Search};

/// The greatest depth of an iteration, in decisions. A game may go on forever, and a method calls itself once per
/// decision. If a method runs out of stack, the search stops at a smaller depth.
pub(in crate::search) const DEEPEST: u32 = 1000;

/// A depth-first method: one iteration to a given depth.
pub trait Method<G: Game>: Send {
    /// The depth of the first iteration, at least 1.
    fn first_depth(&self) -> u32;

    /// The depth of the last iteration, if the method has one.
    fn last_depth(&self) -> Option<u32> {
        None
    }

    /// Whether a tree searched to the end of the game has the game's value, so that it is proven.
    fn is_exact(&self) -> bool {
        true
    }

    /// Forgets all positions, because another game begins.
    fn forget(&mut self) {}

    /// Searches `state`, which is not over, `walk.root.depth` decisions deep, at least one.
    ///
    /// Records every root move in `walk.root`, chooses the best one if the root is a decision, fills in the line, and
    /// returns the root's value. Returns `None` as soon as an operation of `walk` does.
    ///
    /// Compared with the value that plain minimax has for a root move, a recorded exact value is equal, a lower bound is
    /// at most as great, and an upper bound is at least as great; an estimate promises nothing.
    fn iterate<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
    ) -> Option<f64>;
}

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

/// A depth-first search: iterative deepening of `method` on `game` with `evaluator`.
#[derive(Clone, Debug)]
pub struct Deepening<G: Game, E, M, O = ()> {
    game: G,
    evaluator: E,
    method: M,
    observer: O,
    state: G::State,
    turn: Turn,
    standing: Standing,
    last: Iteration<G::Move>,
}

impl<G: Game, E: Evaluator<G>, M: Method<G>> Deepening<G, E, M> {
    /// The search at the start of the game.
    pub fn new(game: G, evaluator: E, method: M) -> Self {
        let state = game.start();
        let (turn, last) = unsearched_root(&game, &evaluator, &state);
        Deepening { game, evaluator, method, observer: (), state, turn, standing: Standing::Open, last }
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

impl<G: Game, E: Evaluator<G>, M: Method<G>, O: Observer<G>> Deepening<G, E, M, O> {
    /// The same search, watched by `observer`.
    #[must_use]
    pub fn observed_by<P: Observer<G>>(self, observer: P) -> Deepening<G, E, M, P> {
        let Deepening { game, evaluator, method, state, turn, standing, last, .. } = self;
        Deepening { game, evaluator, method, observer, state, turn, standing, last }
    }

    /// The observer.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// The observer, to be reset between searches.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// The position at the root.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The last complete iteration, if there is one.
    pub fn last_iteration(&self) -> Option<&Iteration<G::Move>> {
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
        self.is_finished() && (self.turn.is_over() || self.method.is_exact())
    }

    /// Begins at a new root; the method keeps what it remembers.
    fn begin(&mut self, state: G::State) {
        (self.turn, self.last) = unsearched_root(&self.game, &self.evaluator, &state);
        self.state = state;
        self.standing = Standing::Open;
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

    /// Runs one iteration. Returns whether it was completed.
    fn iterate(&mut self, depth: u32, meter: &mut Meter) -> bool {
        let moves: Vec<G::Move> = self.last.moves.iter().map(|entry| entry.mv).collect();
        let mut root = Iteration::new(depth, self.turn, &moves, self.last.value);
        let (game, evaluator, observer) = (&self.game, &self.evaluator, &mut self.observer);
        let mut walk = Walk::new(game, evaluator, observer, meter, &mut root);
        if let Some(value) = self.method.iterate(&mut walk, &self.state) {
            root.value = value;
            if self.standing == Standing::Complete {
                root.inherit(&self.last);
            }
            self.last = root;
            self.standing = Standing::Complete;
            self.observer.iterated(depth, value);
            return true;
        }
        if self.standing == Standing::Complete {
            if root.is_usable {
                self.last.adopt(root);
            }
        } else if self.standing == Standing::Open {
            let mut leaves: Vec<Leaf> = Vec::new();
            let is_urgent = walk.meter.is_urgent();
            if !walk.root.is_sketched()
                && !is_urgent
                && walk.leaves(&self.state, &moves, &mut leaves).is_some()
            {
                walk.root.sketch(&leaves);
            }
            if root.is_sketched() {
                let mut chances = Vec::new();
                if self.turn == Turn::Chance {
                    declared_chances(&self.game, &self.state, &moves, &mut chances);
                }
                self.last = root.fall_back(self.turn, &chances);
            } else if is_urgent && let Some((mv, value)) = root.valued_best() {
                (root.value, root.pv) = (value, vec![mv]);
                self.last.adopt(root);
            }
        }
        false
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
        let Deepening { game, evaluator, state, .. } = self;
        if self.turn.is_over() {
            return Found::nothing(game, evaluator, state, self.last.value);
        }
        let bounds = if self.is_proven() {
            ScoreBounds::exactly(self.last.value)
        } else {
            ScoreBounds::of_payoffs(game, evaluator)
        };
        let scores = self.last.scores(Player::of(self.turn).map_or(1.0, Player::sign));
        let root = Root { game, evaluator, state, meter };
        let known = (self.last.value, bounds);
        let found = root.verdict(known, self.findings(), &scores, |place| self.line(place));
        Found { has_rolls: self.last.rolled, ..found }
    }
}

impl<G: Game, E: Evaluator<G>, M: Method<G>, O: Observer<G>> Search<G> for Deepening<G, E, M, O> {
    fn start(&mut self, state: G::State) {
        self.method.forget();
        self.begin(state);
    }

    fn advance(&mut self, mv: G::Move) {
        let next = self.game.after(&self.state, mv);
        self.begin(next);
    }

    fn step(&mut self, meter: &mut Meter) -> Option<Stop> {
        if self.is_finished() {
            return Some(Stop::Complete);
        }
        if self.is_decision() && self.last.moves.len() == 1 {
            self.evaluate_forced(meter);
            return Some(Stop::Forced);
        }
        let limits = [meter.budget().depth, self.method.last_depth()];
        let limit = limits.into_iter().flatten().fold(DEEPEST, u32::min);
        let next =
            if self.standing == Standing::Complete { self.last.depth + 1 } else { self.method.first_depth() };
        if self.standing == Standing::Complete && next > limit {
            return Some(Stop::Depth);
        }
        let depth = next.min(limit);
        if !self.iterate(depth, meter) {
            return meter.stopped();
        }
        meter.offer(&self.game, &self.state, || self.report(meter));
        if self.last.proven { Some(Stop::Complete) } else { (depth == limit).then_some(Stop::Depth) }
    }

    fn report(&self, meter: &Meter) -> Report<G::Move> {
        self.found(meter).report(&self.game, &self.evaluator, meter)
    }
}
