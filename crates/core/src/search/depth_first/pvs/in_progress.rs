//! Which moves are being searched, so that threads can leave them to each other.
//!
//! A mark stands for a move of a position to a depth. Marks that fall onto the same place displace each other, and one that is
//! lost makes two threads search the same: this costs time, and nothing else.

use crate::rng::scatter;
use std::sync::atomic::{AtomicU64, Ordering};

/// The places of marks: many times the moves at which 16 threads are at once.
const PLACES: usize = 1 << 12;

/// The moves at which threads are.
#[derive(Debug)]
pub(super) struct InProgress(Vec<AtomicU64>);

impl InProgress {
    /// Nobody is at work.
    pub(super) fn new() -> Self {
        InProgress((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    /// What stands for the move at a place of the position of this key, to be searched from this depth.
    #[inline]
    pub(super) fn mark(key: u64, place: u32, depth: u32) -> u64 {
        scatter(key ^ u64::from(depth) << 16 ^ u64::from(place))
    }

    #[inline]
    fn place(&self, mark: u64) -> &AtomicU64 {
        &self.0[mark as usize % PLACES]
    }

    /// Whether a thread is at this move.
    #[inline]
    pub(super) fn holds(&self, mark: u64) -> bool {
        self.place(mark).load(Ordering::Relaxed) == mark
    }

    /// A thread begins with this move.
    #[inline]
    pub(super) fn begin(&self, mark: u64) {
        self.place(mark).store(mark, Ordering::Relaxed);
    }

    /// A thread is done with this move.
    #[inline]
    pub(super) fn end(&self, mark: u64) {
        if self.holds(mark) {
            self.place(mark).store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_marked_while_it_is_searched() {
        let (in_progress, mark) = (InProgress::new(), InProgress::mark(7, 3, 5));
        assert!(!in_progress.holds(mark));
        in_progress.begin(mark);
        assert!(in_progress.holds(mark));
        for other in [InProgress::mark(7, 3, 4), InProgress::mark(7, 2, 5), InProgress::mark(8, 3, 5)] {
            assert!(!in_progress.holds(other));
        }
        in_progress.end(mark);
        assert!(!in_progress.holds(mark));
    }
}
