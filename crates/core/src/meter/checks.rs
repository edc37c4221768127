//! When the clocks and the cancel flag are checked, and what they say.
//!
//! A check costs as much as a dozen moves, so that the clocks are checked only now and then: often enough for a slow evaluator, and
//! more often the nearer their end.

use super::Meter;
use crate::clock::Clock;
use crate::convert::{count_f64, whole_u64};
use crate::report::{Counters, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The fewest and the most moves between two checks of the clocks. A check costs as much as a dozen moves.
pub(super) const CHECK_INTERVAL: (u64, u64) = (64, 16_384);

/// The time between two checks of the clocks and of the cancel flag, at most, where a move does not take longer than that.
const LATENCY: Duration = Duration::from_millis(1);

/// What stops a search from outside: the cancel flag and the end of its wall-clock time, for any thread to look at.
#[derive(Clone, Debug)]
pub(crate) struct StopSignal {
    cancel: Option<Arc<AtomicBool>>,
    time: Option<(Clock, Duration)>,
}

impl StopSignal {
    /// Why the search is over, if it was cancelled or its time has passed.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        let is_cancelled = self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        let is_late = || self.time.is_some_and(|(clock, limit)| clock.wall() >= limit);
        if is_cancelled { Some(Stop::Cancelled) } else { is_late().then_some(Stop::Time) }
    }
}

/// Moves and evaluations up to a point of time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    moves: u64,
    evals: u64,
    /// The evaluations of all threads.
    all_evals: u64,
    wall: Duration,
}

/// What may follow before the next check of the clocks.
struct Interval {
    /// The most moves, and the fewest near the end of a clock.
    most: u64,
    least: u64,
    /// The most evaluations.
    evals: u64,
}

impl Meter {
    /// Checks the clocks after every move when they are near their end. For searches whose moves take long, because a playout
    /// follows every few of them.
    #[must_use]
    pub(crate) fn checking_every_move(self) -> Self {
        Meter { check_interval: (1, CHECK_INTERVAL.1), ..self }
    }

    /// Always checks the cancel flag at the shortest interval. For helper threads, whose leader waits for them.
    #[must_use]
    pub(crate) fn checking_often(self) -> Self {
        Meter { check_interval: (CHECK_INTERVAL.0, CHECK_INTERVAL.0), ..self }
    }

    /// What stops this search from outside, to be looked at between two calls of one expense where [`Meter::is_slow`].
    pub(crate) fn stop_signal(&self) -> StopSignal {
        match self.pool.as_ref().filter(|_| self.is_borrowing) {
            Some(pool) => pool.signal.clone(),
            None => StopSignal {
                cancel: self.budget.cancel.clone(),
                // The clock stands still during a pause, and other threads cannot see that.
                time: self.budget.time.filter(|_| self.parking.is_none()).map(|limit| (self.clock, limit)),
            },
        }
    }

    /// Whether the cancel flag of the budget is set.
    pub(super) fn is_cancelled(&self) -> bool {
        self.budget.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    /// Whether the evaluator is so slow that the search looks at its clocks and its cancel flag before every call.
    #[inline]
    pub(crate) fn is_slow(&self) -> bool {
        self.next_check.1 <= self.counters.evals + 1 && self.counters.evals > 0
    }

    /// Whether a clock or the cancel flag has stopped the search, and a further call of the evaluator would take long.
    pub(crate) fn is_urgent(&self) -> bool {
        self.is_slow() && matches!(self.stop, Some(Stop::Cancelled | Stop::Time | Stop::Cpu))
    }

    /// Whether the clocks and the cancel flag let the search continue. Checks them only at intervals, which are counted in
    /// moves and evaluations and become shorter near the end.
    #[inline]
    pub fn has_time(&mut self) -> bool {
        let (moves, evals) = self.next_check;
        (self.counters.moves < moves && self.counters.evals < evals) || self.check()
    }

    #[cold]
    fn check(&mut self) -> bool {
        if let Some(pool) = self.pool.as_ref().filter(|_| self.is_borrowing) {
            if let Some(parking) = &pool.parking {
                parking.wait_for_the_search();
            }
            self.stop = self.stop.or(pool.signal.stopped());
        }
        if let Some(watcher) = &self.budget.watcher {
            watcher.count(&self.counters);
        }
        if self.is_cancelled() {
            self.stop(Stop::Cancelled);
        }
        let (seconds, earlier) = self.report;
        let report = Duration::from_secs_f64(seconds * count_f64(self.counters.expansions + earlier));
        let Interval { most: mut ahead, least, evals } = self.interval();
        let clocks = [
            (self.budget.time, Stop::Time, self.budget.time.map(|_| self.clock.wall())),
            (self.budget.cpu, Stop::Cpu, self.budget.cpu.map(|_| self.clock.cpu())),
        ];
        for (limit, stop, spent) in clocks {
            let (Some(limit), Some(spent)) = (limit, spent) else { continue };
            match limit.checked_sub(spent + report).filter(|left| !left.is_zero()) {
                None => self.stop(stop),
                // A quarter of the moves that fit into the time left, at the speed so far.
                Some(left) => {
                    let moves = count_f64(self.counters.moves - self.others.0);
                    let rest = left.as_secs_f64() / (4.0 * spent.as_secs_f64());
                    ahead = ahead.min(whole_u64(moves * rest));
                }
            }
        }
        self.next_check = (self.counters.moves + ahead.max(least), self.counters.evals.saturating_add(evals));
        self.stop.is_none()
    }

    /// What may follow before the next check: the work that fits into [`LATENCY`] at the speed since the last check. The speed
    /// may change, so that it is at most a few times the work since then.
    fn interval(&mut self) -> Interval {
        let (least, most) = self.check_interval;
        if !self.budget.is_timed() && self.budget.cancel.is_none() && !self.is_borrowing {
            return Interval { most, least, evals: u64::MAX };
        }
        let Counters { moves, evals, .. } = self.counters;
        let (moves, evals) = (moves - self.others.0, evals.saturating_sub(self.others.1));
        let now = Pace { moves, evals, all_evals: self.counters.evals, wall: self.clock.wall() };
        let last = std::mem::replace(&mut self.last_check, now);
        let (moves, evals) = (now.moves.saturating_sub(last.moves), now.evals.saturating_sub(last.evals));
        let passed = now.wall.saturating_sub(last.wall).as_secs_f64().max(1e-9);
        // How many evaluations the last interval allowed.
        let before = self.next_check.1.saturating_sub(last.all_evals);
        let fitting = |work: u64| whole_u64(count_f64(work) * LATENCY.as_secs_f64() / passed).max(1);
        Interval {
            most: most.min(fitting(moves.max(1))).min(least.max(2 * moves)),
            least: least.min(fitting(moves.max(1))),
            // A search that evaluates before it spends may seem faster than it is, for one check.
            evals: fitting(evals).min(before.max(1).saturating_mul(4)),
        }
    }
}
