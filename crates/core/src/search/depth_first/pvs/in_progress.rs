//! The moves that threads are searching, so that other threads can put them off.
//!
//! A mark stands for a move of a position, searched at a depth. Marks with the same slot overwrite each other. A lost
//! mark makes two threads search the same move, which costs time and nothing else.

use crate::rng::scatter;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of slots for marks: many times the moves that 16 threads search at once.
const SLOTS: usize = 1 << 12;

/// The moves that threads are searching.
#[derive(Debug)]
pub(super) struct InProgress(Vec<AtomicU64>);

impl InProgress {
    /// No move is marked.
    pub(super) fn new() -> Self {
        InProgress((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// The mark of the move at `place` in the position with this key, searched at this depth.
    #[inline]
    pub(super) fn mark(key: u64, place: u32, depth: u32) -> u64 {
        scatter(key ^ u64::from(depth) << 16 ^ u64::from(place))
    }

    #[inline]
    fn slot(&self, mark: u64) -> &AtomicU64 {
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are what is wanted")]
        let slot = mark as usize % SLOTS;
        &self.0[slot]
    }

    /// Whether a thread is searching the move with this mark.
    #[inline]
    pub(super) fn holds(&self, mark: u64) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark
    }

    /// Marks a move that a thread begins to search.
    #[inline]
    pub(super) fn begin(&self, mark: u64) {
        self.slot(mark).store(mark, Ordering::Relaxed);
    }

    /// Removes the mark of a move that a thread has searched.
    #[inline]
    pub(super) fn end(&self, mark: u64) {
        if self.holds(mark) {
            self.slot(mark).store(0, Ordering::Relaxed);
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
