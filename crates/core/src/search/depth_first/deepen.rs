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

use super::deepened_root::DeepenedRoot;
use super::iteration::Iteration;
use super::walk::Walk;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::meter::Meter;
use crate::report::{Report, Stop};
use crate::search::{Observer, Search};

/// The greatest depth of an iteration, in decisions. A game may go on forever, and a method calls itself once per
/// decision. If a method runs out of stack, the search stops at a smaller depth.
pub(in crate::search) const DEEPEST: u32 = 1000;

/// A depth-first method: one iteration to a given depth.
pub trait Method<G: Game>: Send {
    /// The depth of the first iteration, at least 1.
    fn first_depth(&self) -> u32;

    /// The depths of the iterations after the first are multiples of this, at least 1.
    fn step(&self) -> u32 {
        1
    }

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

/// A depth-first search: iterative deepening of `method` on `game` with `evaluator`.
#[derive(Clone, Debug)]
pub struct Deepening<G: Game, E, M, O = ()> {
    root: DeepenedRoot<G, E, O>,
    method: M,
}

impl<G: Game, E: Evaluator<G>, M: Method<G>> Deepening<G, E, M> {
    /// The search at the start of the game.
    pub fn new(game: G, evaluator: E, method: M) -> Self {
        Deepening { root: DeepenedRoot::new(game, evaluator, method.is_exact()), method }
    }
}

impl<G: Game, E: Evaluator<G>, M: Method<G>, O: Observer<G>> Deepening<G, E, M, O> {
    /// The same search, watched by `observer`.
    #[must_use]
    pub fn observed_by<P: Observer<G>>(self, observer: P) -> Deepening<G, E, M, P> {
        Deepening { root: self.root.observed_by(observer), method: self.method }
    }

    /// The observer.
    pub fn observer(&self) -> &O {
        &self.root.observer
    }

    /// The observer, to be reset between searches.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.root.observer
    }

    /// The position at the root.
    pub fn state(&self) -> &G::State {
        &self.root.state
    }

    /// The last complete iteration, if there is one.
    pub fn last_iteration(&self) -> Option<&Iteration<G::Move>> {
        self.root.last_iteration()
    }
}

impl<G: Game, E: Evaluator<G>, M: Method<G>, O: Observer<G>> Search<G> for Deepening<G, E, M, O> {
    fn start(&mut self, state: G::State) {
        self.method.forget();
        self.root.begin(state);
    }

    fn advance(&mut self, mv: G::Move) {
        self.root.advance(mv);
    }

    fn step(&mut self, meter: &mut Meter) -> Option<Stop> {
        if let Some(stop) = self.root.idle(meter) {
            return Some(stop);
        }
        let limits = [meter.budget().depth, self.method.last_depth()];
        let limit = limits.into_iter().flatten().fold(DEEPEST, u32::min);
        let Some(depth) = self.root.next_depth(self.method.first_depth(), self.method.step(), limit) else {
            return Some(Stop::Depth);
        };
        let mut iteration = self.root.iteration(depth);
        let (mut walk, state) = self.root.walk(meter, &mut iteration);
        let value = self.method.iterate(&mut walk, state);
        if !self.root.end_iteration(iteration, value, meter) {
            return meter.stopped();
        }
        self.root.after_iteration(limit, meter)
    }

    fn report(&self, meter: &Meter) -> Report<G::Move> {
        self.root.report(meter)
    }
}
