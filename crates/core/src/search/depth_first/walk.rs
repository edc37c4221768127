//! What a method needs to walk the tree: the rules, the evaluator, and a meter that is asked before every expense.
//!
//! Each operation either does its work and counts it, or does nothing, stops the meter and returns `None`. A method
//! passes `None` up with `?`; nothing is ever spent beyond a counted limit.

use super::events::End;
use super::iteration::Iteration;
use super::window::Window;
use crate::evaluator::{BestLeaf, Evaluator, Leaf};
use crate::game::{Game, Turn};
use crate::meter::Meter;
use crate::progress::Progress;
use crate::report::Stop;
use crate::search::Observer;

/// One iteration's walk from the root to the horizon.
#[derive(Debug)]
pub struct Walk<'a, G: Game, E, O> {
    /// The rules.
    pub game: &'a G,
    /// The evaluator.
    pub evaluator: &'a E,
    /// What has been found at the root so far.
    pub root: &'a mut Iteration<G::Move>,
    pub(super) observer: &'a mut O,
    pub(super) meter: &'a mut Meter,
    /// The address of the stack's end when the walk began.
    stack: usize,
}

/// The bytes of stack that a recursion may take: at most half the stack of a standard library thread, and less than the
/// smallest stack that a system gives its main thread.
const STACK: usize = if cfg!(windows) { 1 << 19 } else { 1 << 20 };

/// The bytes of stack of a thread that walks a tree.
pub(crate) const THREAD_STACK: usize = 2 * STACK;

/// The approximate address of the stack's end.
#[inline]
fn stack_end() -> usize {
    let here = 0_u8;
    std::ptr::from_ref(&here).addr()
}

impl<'a, G: Game, E: Evaluator<G>, O: Observer<G>> Walk<'a, G, E, O> {
    /// A walk that begins here, on the stack of this thread.
    pub(super) fn new(
        game: &'a G,
        evaluator: &'a E,
        observer: &'a mut O,
        meter: &'a mut Meter,
        root: &'a mut Iteration<G::Move>,
    ) -> Self {
        Walk { game, evaluator, root, observer, meter, stack: stack_end() }
    }

    /// Whether a recursion has stack left. A depth limit alone does not prevent an overflow: methods call themselves once
    /// per position, states may be large, and rolls do not count as depth.
    #[inline]
    fn has_stack(&mut self) -> bool {
        self.stack.abs_diff(stack_end()) < STACK || self.stop_for_stack()
    }

    #[cold]
    fn stop_for_stack(&mut self) -> bool {
        self.meter.stop(Stop::Depth);
        false
    }

    /// The positions entered so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.meter.counters.nodes
    }

    /// Records in the greatest depth that positions `depth` decisions above the horizon have been reached.
    #[inline]
    pub fn reach(&mut self, depth: u32) {
        let decisions = self.root.depth - depth;
        self.meter.counters.max_depth = self.meter.counters.max_depth.max(decisions);
    }

    /// Offers a waiting watcher the iteration's best move so far, which may be played.
    pub(super) fn offer(&self) {
        if let Some(watcher) = self.meter.waiting_watcher() {
            watcher.see(Progress {
                value: self.root.value,
                range: self.evaluator.range(),
                proven: None,
                pv: self.root.best.into_iter().collect(),
                counters: self.meter.counters,
            });
        }
    }

    /// Enters the root. Counts a node.
    pub fn begin(&mut self, state: &G::State) -> Option<()> {
        self.visit(state)
    }

    /// Enters a position whose move was played before. Counts a node.
    #[inline]
    pub fn visit(&mut self, state: &G::State) -> Option<()> {
        if !self.has_stack() || !self.meter.spend(0, 0, 1) {
            return None;
        }
        if O::CONSIDERS {
            self.observer.considered(self.game, state);
        }
        Some(())
    }

    /// Plays `mv` without entering the position after it, which a table may know. Counts a move.
    #[inline]
    pub fn play(&mut self, state: &G::State, mv: G::Move) -> Option<G::State> {
        if !self.has_stack() || !self.meter.spend(1, 0, 0) {
            return None;
        }
        Some(self.game.after(state, mv))
    }

    /// Plays `mv` and enters the position after it. Counts a move and a node.
    #[inline]
    pub fn enter(&mut self, state: &G::State, mv: G::Move) -> Option<G::State> {
        if !self.has_stack() || !self.meter.spend(1, 0, 1) {
            return None;
        }
        let child = self.game.after(state, mv);
        if O::CONSIDERS {
            self.observer.considered(self.game, &child);
        }
        Some(child)
    }

    /// Plays `mv` to the horizon and returns the value there. Counts a move, a node and, unless the game is over, an evaluation.
    /// An observer that follows is told that the leaf is left with this value.
    #[inline]
    pub fn enter_leaf(&mut self, state: &G::State, mv: G::Move) -> Option<f64> {
        if !self.meter.spend(1, 1, 1) {
            return None;
        }
        if O::CONSIDERS {
            self.observer.considered(self.game, &self.game.after(state, mv));
        }
        let Leaf { value, turn } = self.evaluator.leaf_after(self.game, state, mv);
        if turn.is_over() {
            // It needed no evaluation.
            self.meter.counters.evals -= 1;
        } else {
            self.root.proven = false;
        }
        self.left(value, End::of_leaf(turn), Vec::new);
        Some(value)
    }

    /// Enters a leaf whose move was played before and returns its value. Counts a node and, unless the game is over, an
    /// evaluation.
    #[inline]
    pub fn leaf(&mut self, state: &G::State, turn: Turn) -> Option<f64> {
        let evals = u64::from(!turn.is_over());
        if !self.meter.spend(0, evals, 1) {
            return None;
        }
        if O::CONSIDERS {
            self.observer.considered(self.game, state);
        }
        self.root.proven &= turn.is_over();
        Some(match turn {
            Turn::Over(payoff) => self.evaluator.payoff(self.game, payoff),
            _ => self.evaluator.evaluate(self.game, state),
        })
    }

    /// Takes a leaf's value from the pass that sorted it, and tells an observer that the leaf is left. Counts a node.
    #[inline]
    pub fn take_leaf(&mut self, value: f64, over: bool) -> Option<f64> {
        if !self.meter.spend(0, 0, 1) {
            return None;
        }
        self.root.proven &= over;
        self.left(value, if over { End::Over } else { End::Evaluated }, Vec::new);
        Some(value)
    }

    /// Evaluates a position that was entered before and is not over. Counts an evaluation.
    pub fn evaluate(&mut self, state: &G::State) -> Option<f64> {
        if !self.meter.spend(0, 1, 0) {
            return None;
        }
        self.root.proven = false;
        self.reach(0);
        Some(self.evaluator.evaluate(self.game, state))
    }

    /// Pushes the leaf after each of `moves` onto `leaves`. Counts a move for each, and an evaluation for each that is
    /// not over.
    #[inline]
    pub fn leaves(&mut self, state: &G::State, moves: &[G::Move], leaves: &mut Vec<Leaf>) -> Option<()> {
        let count = moves.len() as u64;
        if !self.meter.spend(count, count, 0) {
            return None;
        }
        let base = leaves.len();
        self.evaluator.children(self.game, state, moves, leaves);
        self.meter.counters.evals -= leaves[base..].iter().filter(|leaf| leaf.turn.is_over()).count() as u64;
        self.consider(state, moves);
        Some(())
    }

    /// Enters the leaves after all of `moves`, `decisions` from the root, and returns the best of them for the player to move.
    /// Counts a move and a node for each, and an evaluation for each that is not over. `room` is scratch space.
    #[inline]
    pub fn enter_family(
        &mut self,
        state: &G::State,
        moves: &[G::Move],
        is_max: bool,
        room: &mut Vec<Leaf>,
        decisions: u32,
    ) -> Option<BestLeaf> {
        let count = moves.len() as u64;
        if !self.meter.spend(count, count, count) {
            return None;
        }
        let best = self.evaluator.best_child(self.game, state, moves, is_max, room);
        self.meter.counters.evals -= best.over as u64;
        self.meter.counters.max_depth = self.meter.counters.max_depth.max(decisions);
        self.consider(state, moves);
        Some(best)
    }

    /// Shows an observer the positions after `moves`.
    #[inline]
    fn consider(&mut self, state: &G::State, moves: &[G::Move]) {
        if O::CONSIDERS {
            for &mv in moves {
                self.observer.considered(self.game, &self.game.after(state, mv));
            }
        }
    }

    /// The leaf after `mv`, of which an observer is told. Counts nothing.
    #[expect(clippy::inline_always, reason = "most positions are leaves")]
    #[inline(always)]
    fn pass_leaf(&mut self, state: &G::State, mv: G::Move) -> Leaf {
        if O::CONSIDERS {
            self.observer.considered(self.game, &self.game.after(state, mv));
        }
        let leaf = self.evaluator.leaf_after(self.game, state, mv);
        self.entered(Some(mv), 0, Window::OPEN);
        self.left(leaf.value, End::of_leaf(leaf.turn), Vec::new);
        leaf
    }

    /// Enters the leaves after all of `moves` with an open window and passes their values to `see`. Counts a move and a node for
    /// each, and an evaluation for each that is not over.
    #[expect(
        clippy::inline_always,
        reason = "most positions are leaves, and a call for every family of them is expensive"
    )]
    #[inline(always)]
    pub fn enter_leaves(
        &mut self,
        state: &G::State,
        moves: &[G::Move],
        mut see: impl FnMut(G::Move, f64),
    ) -> Option<()> {
        let count = moves.len() as u64;
        if !self.meter.spend(count, count, count) {
            return None;
        }
        let mut over = 0;
        // One loop for both made minimax at pig take 1.17 times as long.
        if self.meter.is_slow() {
            let signal = self.meter.stop_signal();
            for &mv in moves {
                if let Some(stop) = signal.stopped() {
                    self.meter.stop(stop);
                    return None;
                }
                let leaf = self.pass_leaf(state, mv);
                over += u64::from(leaf.turn.is_over());
                see(mv, leaf.value);
            }
        } else {
            for &mv in moves {
                let leaf = self.pass_leaf(state, mv);
                over += u64::from(leaf.turn.is_over());
                see(mv, leaf.value);
            }
        }
        self.meter.counters.evals -= over;
        // Once a line has ended at the horizon, `proven` is false and the greatest depth is up to date.
        if self.root.proven {
            self.root.proven = over == count;
            self.reach(0);
        }
        Some(())
    }
}
