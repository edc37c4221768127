//! Slices: parts of a run after which a search pauses.
//!
//! A search that makes short steps looks at [`Meter::goes_on`] between them. One with long steps works on a thread of its own, where
//! its meter sleeps when a slice is spent.

use super::Meter;
use super::parking::Parking;
use crate::clock::Clock;
use crate::report::{Counters, Stop};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Assumed evaluations of an expansion, to make several expansions between two checks of the slice.
const EVALS_OF_A_STEP: u64 = 32;

/// A slice also ends after this many moves for each of its evaluations: near the end of a game little is evaluated.
const MOVES_OF_AN_EVAL: u64 = 64;

/// Where a slice ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct SliceEnd {
    pub(super) moves: u64,
    pub(super) evals: u64,
}

impl SliceEnd {
    /// Without slices.
    pub(super) const NEVER: SliceEnd = SliceEnd { moves: u64::MAX, evals: u64::MAX };

    /// The end of a slice of so many evaluations, at least one.
    pub(super) fn after(counters: &Counters, evals: u64) -> Self {
        let evals = evals.max(1);
        SliceEnd {
            moves: counters.moves.saturating_add(evals.saturating_mul(MOVES_OF_AN_EVAL)),
            evals: counters.evals.saturating_add(evals),
        }
    }

    /// Whether an expense lies within the slice.
    #[inline]
    fn covers(&self, counters: &Counters, moves: u64, evals: u64) -> bool {
        counters.evals.saturating_add(evals) <= self.evals
            && counters.moves.saturating_add(moves) <= self.moves
    }
}

impl Meter {
    /// A search with this meter sleeps at `parking` when a slice is spent. This call sleeps there until the first slice is given.
    #[must_use]
    pub(crate) fn pausing_at(mut self, parking: Arc<Parking>) -> Self {
        let first = parking.begin();
        self.clock = Clock::start();
        self.begin_parked(first);
        self.parking = Some(parking);
        self
    }

    fn begin_parked(&mut self, slice: Result<u64, Stop>) {
        match slice {
            Ok(evals) => self.sleep_at = SliceEnd::after(&self.counters, self.own_share(evals)),
            Err(stop) => self.stop(stop),
        }
        // A cancel flag that was set meanwhile is seen at once.
        self.next_check.0 = self.counters.moves;
        self.free = 0;
    }

    /// This thread's share of a slice: the other threads spend as much meanwhile.
    pub(super) fn own_share(&self, evals: u64) -> u64 {
        evals / self.pool.as_ref().map_or(1, |pool| pool.threads)
    }

    /// Sleeps until the next slice is given, if this one does not cover the expense. Returns whether the search goes on.
    pub(super) fn sleep(&mut self, moves: u64, evals: u64) -> bool {
        // What a search still does after it was stopped is little, and belongs to its last slice.
        if self.stop.is_some() || self.sleep_at.covers(&self.counters, moves, evals) {
            return true;
        }
        let Some(parking) = self.parking.clone() else { return true };
        let spent = (self.counters, self.clock.wall().as_secs_f64(), self.clock.cpu().as_secs_f64());
        self.clock.pause();
        let slice = parking.park(spent);
        self.clock.resume();
        self.begin_parked(slice);
        self.stop.is_none()
    }

    /// For a search on a thread of its own: sleeps between two of its steps, if the slice is spent. Other searches return.
    pub(crate) fn pause_between_steps(&mut self) {
        self.sleep(1, 1);
    }

    /// Begins a slice of so many evaluations, for a search that looks at [`Meter::goes_on`]. The clocks go on.
    pub(crate) fn begin_slice(&mut self, evals: u64) {
        self.clock.resume();
        self.slice_end = SliceEnd::after(&self.counters, evals);
        self.next_check.0 = self.counters.moves;
        self.free = 0;
    }

    /// Ends a slice: the clocks stand still.
    pub(crate) fn end_slice(&mut self) {
        self.clock.pause();
    }

    /// Stops the search at its next expense, as a cancel flag does.
    pub(crate) fn cancel(&mut self) {
        self.budget.cancel = Some(Arc::new(AtomicBool::new(true)));
        self.begin_slice(1);
    }

    /// Whether the search goes on: nothing has stopped it, and the slice is not spent. The step that reaches the end of a slice
    /// is its last.
    #[inline]
    pub fn goes_on(&self) -> bool {
        self.stop.is_none() && self.slice_end.covers(&self.counters, 1, 1)
    }

    /// How many evaluations are left of the slice.
    pub(crate) fn left_of_slice(&self) -> u64 {
        self.slice_end.evals.saturating_sub(self.counters.evals)
    }

    /// How many expansions may follow before the search looks at [`Meter::goes_on`] again: without slices, any number.
    pub(crate) fn steps(&self) -> u64 {
        let left = self.left_of_slice();
        if self.slice_end.evals == u64::MAX { u64::MAX } else { (left / EVALS_OF_A_STEP).max(1) }
    }
}
