//! Reports the progress of a search to the host: at every new best move, and at regular intervals.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tiptree::{Counters, Progress, Watcher};

/// The progress of a running search.
#[derive(Debug)]
pub(super) enum News {
    /// What it has found so far.
    Found(Progress),
    /// Nothing found yet; only its work.
    Work(Counters),
}

/// Passes on the progress of a search at a limited rate.
pub(super) struct Reporter<F> {
    /// The time between two reports without a new best move. `None` reports new best moves only, which depends on no clock.
    pace: Option<Duration>,
    send: F,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// When the last report was requested, and how long it took to make.
    asked: Instant,
    cost: Duration,
    /// When the last report was sent, and the last progress seen.
    told: Instant,
    last: Option<Progress>,
}

/// Making reports takes at most 1 / `PART` of the time of a search.
const PART: u32 = 50;

impl<F: Fn(News)> Reporter<F> {
    /// Passes reports to `send`; without a new best move, at most one every `pace`.
    pub(super) fn new(pace: Option<Duration>, send: F) -> Self {
        let now = Instant::now();
        let state = State { asked: now, cost: Duration::ZERO, told: now, last: None };
        Reporter { pace, send, state: Mutex::new(state) }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a report is due even if the best move is the same.
    fn is_due(&self, state: &State) -> bool {
        self.pace.is_some_and(|pace| state.told.elapsed() >= pace)
    }
}

impl<F: Fn(News) + Send + Sync> Watcher for Reporter<F> {
    fn wants(&self, _counters: &Counters) -> bool {
        let mut state = self.state();
        let now = Instant::now();
        let is_cheap = self.pace.is_none() || now - state.asked >= state.cost * PART;
        if is_cheap {
            state.asked = now;
        }
        is_cheap
    }

    fn see(&self, progress: Progress) {
        let mut state = self.state();
        state.cost = state.asked.elapsed();
        let Some(best) = progress.pv.first() else { return };
        let is_new = state.last.as_ref().and_then(|last| last.pv.first()) != Some(best);
        let tells = is_new || self.is_due(&state);
        state.last = Some(progress.clone());
        if tells {
            state.told = Instant::now();
            (self.send)(News::Found(progress));
        }
    }

    fn count(&self, counters: &Counters) {
        let mut state = self.state();
        if self.is_due(&state) {
            state.told = Instant::now();
            (self.send)(match &state.last {
                Some(last) => News::Found(Progress { counters: *counters, ..last.clone() }),
                None => News::Work(*counters),
            });
        }
    }
}

impl<F> std::fmt::Debug for Reporter<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reporter").field("pace", &self.pace).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use tiptree::Range;

    fn progress(best: usize, nodes: u64) -> Progress {
        let counters = Counters { nodes, ..Counters::default() };
        Progress { value: 0.0, range: Range::new(-1.0, 1.0), proven: None, pv: vec![best], counters }
    }

    /// The reports sent for these findings: index of the best move and nodes.
    fn told(pace: Option<Duration>, findings: &[(usize, u64)]) -> Vec<(usize, u64)> {
        let told = Arc::new(Mutex::new(Vec::new()));
        let copy = Arc::clone(&told);
        let reporter = Reporter::new(pace, move |news| {
            if let News::Found(progress) = news {
                copy.lock().unwrap().push((progress.pv[0], progress.counters.nodes));
            }
        });
        for &(best, nodes) in findings {
            reporter.see(progress(best, nodes));
        }
        reporter.count(&Counters { nodes: 99, ..Counters::default() });
        let told = told.lock().unwrap();
        told.clone()
    }

    #[test]
    fn every_new_best_move_is_told_and_nothing_else_before_its_time() {
        let findings = [(3, 1), (3, 2), (4, 3), (4, 4), (3, 5)];
        assert_eq!(told(None, &findings), [(3, 1), (4, 3), (3, 5)]);
        assert_eq!(told(Some(Duration::from_secs(3600)), &findings), [(3, 1), (4, 3), (3, 5)]);
    }

    #[test]
    fn what_is_due_is_told_with_the_work_so_far() {
        let all = [(3, 1), (3, 2), (3, 3)];
        assert_eq!(told(Some(Duration::ZERO), &all), [(3, 1), (3, 2), (3, 3), (3, 99)]);
    }

    #[test]
    fn a_search_without_a_finding_tells_its_work() {
        let told = Arc::new(Mutex::new(0));
        let copy = Arc::clone(&told);
        let reporter = Reporter::new(Some(Duration::ZERO), move |news| {
            assert!(matches!(news, News::Work(Counters { nodes: 7, .. })));
            *copy.lock().unwrap() += 1;
        });
        reporter.count(&Counters { nodes: 7, ..Counters::default() });
        assert_eq!(*told.lock().unwrap(), 1);
    }
}
