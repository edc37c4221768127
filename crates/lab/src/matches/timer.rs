//! A player's time in a game: its clock, and the moves that overrun it.

use crate::players::Fault;
use std::time::Duration;
use tiptree::Budget;

/// Overruns up to this are ignored if no margin is given.
const TOLERANCE: Duration = Duration::from_millis(10);

/// A player's budget for its next move, and its overruns so far.
#[derive(Debug)]
pub(super) struct Timer {
    /// The budget of the next move, with the current reading of the clock.
    pub(super) budget: Budget,
    /// The number of moves that exceeded their time by more than the margin.
    pub(super) overruns: usize,
    /// The greatest overrun beyond the margin.
    pub(super) worst: Duration,
}

impl Timer {
    pub(super) fn new(budget: Budget) -> Self {
        Timer { budget, overruns: 0, worst: Duration::ZERO }
    }

    /// Charges a move that took `time`.
    ///
    /// # Errors
    /// If a margin is given and the move exceeded it.
    pub(super) fn spend(&mut self, time: Duration) -> Result<(), Fault> {
        let beyond_move = self.budget.time.map(|limit| time.saturating_sub(limit));
        let clock = self.budget.clock.map(|clock| clock.after(time));
        self.budget.clock = clock.map(|(next, _)| next);
        let overrun = beyond_move.max(clock.map(|(_, overrun)| overrun)).unwrap_or_default();
        let Budget { margin, .. } = self.budget;
        if overrun <= margin.unwrap_or(TOLERANCE) {
            return Ok(());
        }
        self.overruns += 1;
        self.worst = self.worst.max(overrun);
        match margin {
            None => Ok(()),
            Some(margin) => Err(Fault(format!(
                "a move took {time:?}, {overrun:?} more than its time: expected at most {margin:?} more"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timer(budget: &str) -> Timer {
        Timer::new(budget.parse().unwrap())
    }

    fn milliseconds(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn a_clock_runs_down_and_gains_its_increment() {
        let mut timer = timer("clock=1s+100ms");
        timer.spend(milliseconds(300)).unwrap();
        assert_eq!(timer.budget.to_string(), "clock=800ms+100ms");
        timer.spend(milliseconds(50)).unwrap();
        assert_eq!(timer.budget.to_string(), "clock=850ms+100ms");
        assert_eq!((timer.overruns, timer.worst), (0, Duration::ZERO));
    }

    #[test]
    fn without_a_margin_overruns_are_counted_and_cost_nothing() {
        let mut timer = timer("clock=100ms+10ms");
        timer.spend(milliseconds(150)).unwrap();
        assert_eq!((timer.overruns, timer.worst), (1, milliseconds(50)));
        assert_eq!(timer.budget.to_string(), "clock=10ms+10ms");
        // An overrun within the tolerance is ignored.
        timer.spend(milliseconds(15)).unwrap();
        timer.spend(milliseconds(90)).unwrap();
        assert_eq!((timer.overruns, timer.worst), (2, milliseconds(80)));
    }

    #[test]
    fn beyond_a_margin_the_game_is_lost() {
        let mut timer = timer("time=50ms,margin=20ms");
        timer.spend(milliseconds(70)).unwrap();
        let Fault(said) = timer.spend(milliseconds(80)).unwrap_err();
        assert_eq!(said, "a move took 80ms, 30ms more than its time: expected at most 20ms more");
        assert_eq!((timer.overruns, timer.worst), (1, milliseconds(30)));
    }

    #[test]
    fn counted_budgets_have_no_overruns() {
        let mut timer = timer("moves=100");
        timer.spend(Duration::from_secs(3600)).unwrap();
        assert_eq!(timer.overruns, 0);
    }
}
