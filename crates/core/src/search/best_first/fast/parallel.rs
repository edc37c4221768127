//! Several threads on one tree.
//!
//! The penalties rank the whole frontier, so that the best tips for other threads are known while one tip is being expanded
//! (Rivest's third open problem). Each thread walks as a single one does. On its way down it notes a virtual penalty in each
//! slot: the least penalty that it will leave there. The arrows then lead other threads elsewhere. With patience, threads stay
//! apart for some expansions at a time; without it they would all walk the top of the tree and wait for each other's cache
//! lines.
//!
//! There is no lock. A thread may read stale values, two threads may expand the same tip, and a note may be lost; a closed slot
//! is right in any case ([`Arena::note`](super::arena::Arena::note)). When the room is used up, all threads come back for more.

use super::search::Fast;
use super::walker::{Pause, Walker};
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::report::Stop;
use crate::search::worker_pool::WorkerPool;

impl<G: Insight, E: Evaluator<G>> Fast<G, E> {
    /// Lets all threads grow the tree by about `most` expansions, or until there is a reason to stop.
    ///
    /// While one thread reports that the search is over, another may overwrite the notes that this rests on. So one thread checks
    /// the root again when all are back.
    pub(super) fn together(&mut self, meter: &mut Meter, most: u64) -> Result<(), Pause> {
        let (first, others) = self.threads.split_first_mut().expect("at least one thread");
        for thread in others {
            thread.path.clone_from(&first.path);
        }
        let mut lines = 1;
        self.common.arena.is_shared = true;
        let pause = loop {
            if !self.open_up(lines, meter) {
                break Err(Pause::Room(lines));
            }
            match self.round(meter, most) {
                Err(Pause::Room(least)) => lines = least,
                result => break result,
            }
        };
        for thread in &mut self.threads[1..] {
            Walker::alone(&self.common, thread).climb();
            thread.path.clear();
        }
        self.common.arena.is_shared = false;
        match pause {
            Err(Pause::Over(stop)) if stop != Stop::Sure => self.alone(meter, |walk, _| {
                walk.climb();
                walk.look_again()
            }),
            pause => pause,
        }
    }

    /// Lets all threads work until the room is used up or there is a reason to stop.
    fn round(&mut self, meter: &mut Meter, most: u64) -> Result<(), Pause> {
        let pool = self.pool.get_or_insert_with(|| WorkerPool::new(self.threads.len() - 1));
        let common = &self.common;
        let each = most.div_ceil(self.threads.len() as u64);
        let pauses = pool.share_out(meter, &mut self.threads, |thread, meter, end| {
            let target = meter.counters.expansions.saturating_add(each);
            Walker { common, thread, end }.grow(meter, target).err()
        });
        for thread in &mut self.threads {
            thread.chunk = 0..0;
            self.common.arena.add_nodes(std::mem::take(&mut thread.added));
        }
        meter.counters.tree_bytes = self.common.arena.bytes();
        let rank = |pause: &Pause| match pause {
            Pause::Over(_) => 0,
            Pause::Wide => 1,
            Pause::Room(_) => 2,
            Pause::Spent | Pause::Halted => 3,
        };
        if meter.stopped().is_some() {
            return Err(Pause::Spent);
        }
        pauses.into_iter().flatten().min_by_key(rank).map_or(Ok(()), Err)
    }
}
