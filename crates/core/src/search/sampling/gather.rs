//! Descents in batches: several go down before the first comes back up, and the evaluator answers for all of them in one call.
//!
//! A descent counts its visits when it sets out, as those of several threads do, so that the next one chooses other edges
//! (Liu and others 2020). Where a descent needs the evaluator it halts, and goes on once there is an answer. A descent that
//! halts where another one waits already has nothing to ask: its visits are taken back after the answers.

use super::descent::{Descent, Pause, Step};
use super::tree::ROOT;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::report::Stop;
use crate::search::batch::{Batch, Waiting};

/// How many descents may meet one that waits, for each state of the batch. A descent costs little beside the call of a slow
/// evaluator.
const COLLISIONS: usize = 16;

/// Where a descent needs the evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// The values behind the moves of this node, which is to be expanded.
    Family(u32),
    /// The value of the new position behind this edge.
    Value(usize),
}

/// A descent that has halted.
#[derive(Debug)]
pub(super) struct Halt<S> {
    pub(super) need: Need,
    pub(super) state: S,
    /// Decisions from the root.
    pub(super) depth: u32,
}

/// A descent that waits for an answer.
struct Waiter<S> {
    path: Vec<Step>,
    halt: Halt<S>,
    waiting: Waiting,
}

impl<G: Insight, E: Evaluator<G>> Descent<'_, G, E> {
    /// Makes descents until the batch is full, asks the evaluator, and brings them back up.
    pub(super) fn descend_in_batch(&mut self, root: &G::State, batch: &Batch<G>) -> Result<(), Pause> {
        let mut waiters: Vec<Waiter<G::State>> = Vec::new();
        let mut idle: Vec<Vec<Step>> = Vec::new();
        let (mut moves, mut pause) = (0, Ok(()));
        while batch.len() < batch.most()
            && idle.len() < COLLISIONS * batch.most()
            && !self.tree.node(ROOT).is_proven()
        {
            self.thread.path.clear();
            let walked = self.walk(ROOT, root.clone(), 0);
            match self.settle(walked) {
                Ok(None) => {}
                Ok(Some(halt)) => {
                    let path = std::mem::take(&mut self.thread.path);
                    if waiters.iter().any(|waiter| waiter.halt.need == halt.need) {
                        idle.push(path);
                        continue;
                    }
                    moves += path.len() as u64;
                    if let Some(waiting) = self.prepare(&halt, batch, moves, waiters.is_empty()) {
                        waiters.push(Waiter { path, halt, waiting });
                    } else {
                        idle.push(path);
                        break;
                    }
                }
                Err(stop) => {
                    pause = Err(stop);
                    break;
                }
            }
        }
        batch.ask(self.game);
        let answered = self.resume_all(waiters, batch);
        batch.drop_from(0);
        for path in idle {
            self.thread.path = path;
            self.turn_back();
        }
        if self.tree.node(ROOT).is_proven() {
            self.meter.stop(Stop::Complete);
            return Err(Pause::Stopped);
        }
        answered.and(pause)
    }

    /// Brings all waiters back up with their answers. One that needs another answer gives up: its visits are taken back.
    fn resume_all(&mut self, waiters: Vec<Waiter<G::State>>, batch: &Batch<G>) -> Result<(), Pause> {
        let mut pause = Ok(());
        for Waiter { path, halt, waiting } in waiters {
            self.thread.path = path;
            self.thread.has_answer = true;
            let walked = batch.answer(&waiting, || self.resume(halt));
            if std::mem::take(&mut self.thread.has_answer) {
                // Another descent has made the node in the meantime; the states were evaluated all the same.
                self.meter.spend(0, waiting.len() as u64, 0);
            }
            match self.settle(walked) {
                Ok(None) => {}
                Ok(Some(_)) => self.turn_back(),
                Err(stop) => pause = Err(stop),
            }
        }
        pause
    }

    /// Goes on where a descent has halted.
    fn resume(&mut self, Halt { need, state, depth }: Halt<G::State>) -> Result<(u32, bool), Pause> {
        match need {
            Need::Family(number) => self.walk(number, state, depth),
            Need::Value(edge) => match self.tree.edge(edge).child() {
                Some(child) => self.walk(child, state, depth),
                None => self.enter(edge, state, depth),
            },
        }
    }

    /// Backs up what a descent has reached, or takes it back where there is nothing more to spend. Returns where it has
    /// halted, if it has.
    fn settle(&mut self, walked: Result<(u32, bool), Pause>) -> Result<Option<Halt<G::State>>, Pause> {
        match walked {
            Ok((node, has_news)) => {
                self.ascend(node, has_news);
                Ok(None)
            }
            Err(Pause::Halted) => Ok(self.thread.halt.take()),
            Err(pause) => {
                self.turn_back();
                Err(pause)
            }
        }
    }

    /// Notes what a halted descent needs, where all that wait take this many moves. Returns `None` if it has to wait for another
    /// batch: there is no room, or the budget does not cover it. The first is not asked for either if the budget does not cover
    /// it, but goes on, so that it finds out why.
    fn prepare(
        &mut self,
        halt: &Halt<G::State>,
        batch: &Batch<G>,
        moves: u64,
        is_first: bool,
    ) -> Option<Waiting> {
        let (evaluator, game, state) = (self.evaluator, self.game, &halt.state);
        let waiting = match halt.need {
            Need::Value(_) => batch.collect(|| {
                evaluator.evaluate(game, state);
            }),
            Need::Family(number) => {
                self.list_moves(number, state);
                let thread = &mut *self.thread;
                thread.leaves.clear();
                batch.collect(|| evaluator.children(game, state, &thread.moves, &mut thread.leaves))
            }
        };
        let is_covered = self.meter.covers(moves, batch.len() as u64, moves);
        if is_covered && (is_first || waiting.end <= batch.most()) {
            return Some(waiting);
        }
        batch.drop_from(waiting.start);
        is_first.then_some(waiting.start..waiting.start)
    }

    /// Whether a descent has to halt here because it has no answer.
    pub(super) fn halts(&mut self, need: Need, state: &G::State, depth: u32) -> bool {
        if self.batch.is_none() || std::mem::take(&mut self.thread.has_answer) {
            return false;
        }
        self.thread.halt = Some(Halt { need, state: state.clone(), depth });
        true
    }
}
