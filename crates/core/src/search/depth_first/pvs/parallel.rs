//! An iteration on several threads.
//!
//! Each thread searches the whole tree, and the threads share their results in the table (Lazy SMP). So that they do not
//! all search the same, a thread puts off a move that another one is searching (Weill 1996, ABDADA; the separate table of
//! moves in progress is Kerrigan's simplification); later the table often has it. Helper threads go on to greater depths,
//! some of them from the beginning.

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
use crate::search::padded::Padded;
use crate::search::worker_pool::WorkerPool;
use std::sync::Arc;

/// How many decisions deeper than the first thread the helper threads begin, in turn.
const AHEAD: [u32; 4] = [0, 1, 1, 2];
/// How many decisions deeper than the first thread a helper thread goes at most.
const FARTHEST: u32 = 16;

/// What the threads share besides the table.
#[derive(Debug)]
pub(super) struct Team {
    in_progress: InProgress,
    pool: WorkerPool,
}

impl Team {
    /// A first thread with the helper threads of this pool.
    pub(super) fn new(pool: WorkerPool) -> Self {
        Team { in_progress: InProgress::new(), pool }
    }

    /// An iteration of the first thread, with the help of `others`. All of them draw from one budget. Only the first
    /// thread reports, and when it is done the others stop.
    pub(super) fn iterate<G: Insight, E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        parts: Parts<'_>,
        (thread, others): (&mut ThreadState<G>, &mut [Padded<ThreadState<G>>]),
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
    ) -> Option<Found> {
        let Team { in_progress, pool } = self;
        let parts = Parts { in_progress: Some(in_progress), ..parts };
        let depth = walk.root.depth;
        let lent = walk.meter.lend(others.len() as u64);
        let budget = Budget { cancel: Some(Arc::clone(pool.end())), ..Budget::unlimited() };
        let (game, evaluator, root) = (walk.game, walk.evaluator, walk.root.clone());
        let help = |number: usize, helper: &mut Helper<'_, G>| {
            let mut meter = Meter::borrowing(&lent, &budget).checking_often();
            let mut root = root.clone();
            let farthest = (depth + FARTHEST).min(DEEPEST);
            for depth in depth + AHEAD[number % AHEAD.len()]..=farthest {
                root.depth = depth;
                let mut observer = ();
                let mut walk = Walk::new(game, evaluator, &mut observer, &mut meter, &mut root);
                // If it ends early, its results are in the table all the same.
                let Some(found) =
                    Descent::new(parts, helper.thread, &mut walk).drive(&helper.state, depth, 1)
                else {
                    break;
                };
                if found.proven {
                    break;
                }
                root.value = found.value;
            }
            helper.spent = meter.repaid();
        };
        let helper = |other| Helper { thread: other, state: state.clone(), spent: Counters::default() };
        let mut helpers: Vec<Helper<'_, G>> = others.iter_mut().map(|other| helper(&mut **other)).collect();
        for helper in &mut helpers {
            helper.thread.favourite = thread.favourite;
        }
        let found =
            pool.beside(&mut helpers, help, || Descent::new(parts, thread, walk).drive(state, depth, 0));
        for helper in helpers {
            walk.meter.settle(helper.spent);
        }
        walk.meter.end_lending();
        found
    }
}

/// The data of a helper thread.
struct Helper<'a, G: Insight> {
    thread: &'a mut ThreadState<G>,
    state: G::State,
    spent: Counters,
}
