//! An iteration on several threads.
//!
//! Each searches the whole tree, and what one finds the others read from the table (Lazy SMP). So that they do not all find
//! the same at the same time, a move at which another thread is already is left for later (Weill 1996, ABDADA; a table
//! apart for what is being searched is Kerrigan's simplification): by then it is often known. And those that help go on to
//! greater depths, some of them from the beginning.

use super::descent::{Descent, Found, Parts};
use super::in_progress::InProgress;
use super::thread_state::ThreadState;
use crate::budget::Budget;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::report::Counters;
use crate::search::Observer;
use crate::search::depth_first::deepen::DEEPEST;
use crate::search::depth_first::walk::Walk;
use crate::search::worker_pool::WorkerPool;
use std::sync::Arc;

/// How many decisions deeper than the first thread the others begin, in turn.
const AHEAD: [u32; 4] = [0, 1, 1, 2];
/// How many decisions deeper than the first thread any other goes.
const FARTHEST: u32 = 16;

/// What several threads have in common besides the table.
#[derive(Debug)]
pub(super) struct Team {
    in_progress: InProgress,
    pool: WorkerPool,
}

impl Team {
    /// The first thread with these others.
    pub(super) fn new(pool: WorkerPool) -> Self {
        Team { in_progress: InProgress::new(), pool }
    }

    /// An iteration of the first thread, with the help of `others`. What may be spent is divided; the first alone reports, and
    /// when it is done the others end.
    pub(super) fn iterate<G: Insight, E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        parts: Parts<'_>,
        (thread, others): (&mut ThreadState<G>, &mut [ThreadState<G>]),
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
    ) -> Option<Found> {
        let Team { in_progress, pool } = self;
        let parts = Parts { in_progress: Some(in_progress), ..parts };
        let depth = walk.root.depth;
        let lent = walk.meter.lend(others.len() as u64);
        let budget = Budget { cancel: Some(Arc::clone(pool.end())), ..Budget::unlimited() };
        let (game, evaluator, root) = (walk.game, walk.evaluator, walk.root.clone());
        let help = |number: usize, seat: &mut Seat<'_, G>| {
            let mut meter = Meter::borrowing(&lent, &budget).looking_out();
            let mut root = root.clone();
            let farthest = (depth + FARTHEST).min(DEEPEST);
            for depth in depth + AHEAD[number % AHEAD.len()]..=farthest {
                root.depth = depth;
                let mut observer = ();
                let mut walk = Walk::new(game, evaluator, &mut observer, &mut meter, &mut root);
                // Where it ends early, what it has found lies in the table all the same.
                let Some(found) = Descent::new(parts, seat.thread, &mut walk).drive(&seat.state, depth, 1)
                else {
                    break;
                };
                if found.proven {
                    break;
                }
                root.value = found.value;
            }
            seat.spent = meter.repaid();
        };
        let seat = |other| Seat { thread: other, state: state.clone(), spent: Counters::default() };
        let mut seats: Vec<Seat<'_, G>> = others.iter_mut().map(seat).collect();
        for seat in &mut seats {
            seat.thread.favourite = thread.favourite;
        }
        let found =
            pool.beside(&mut seats, help, || Descent::new(parts, thread, walk).drive(state, depth, 0));
        for seat in seats {
            walk.meter.settle(seat.spent);
        }
        walk.meter.end_lending();
        found
    }
}

/// What a helping thread has.
struct Seat<'a, G: Insight> {
    thread: &'a mut ThreadState<G>,
    state: G::State,
    spent: Counters,
}
