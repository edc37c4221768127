//! A run of a search in slices: it works for a while, pauses, and goes on as if it had not paused.
//!
//! A search with short steps works on the caller's thread. One with long steps, such as the iterations of alpha-beta, works on a
//! thread of its own and sleeps in the middle of them. Where no thread can be started, as in a browser, it pauses between steps.

use super::engine::TypedPosition;
use crate::budget::Budget;
use crate::game::Game;
use crate::meter::Meter;
use crate::meter::parking::Parking;
use crate::report::{Report, Stop};
use crate::search::Search;
use crate::search::worker_pool;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// A search of a game, wherever it works.
type AnySearch<G> = Box<dyn Search<G>>;

/// A search that may be on a run in slices.
pub(super) enum Run<G: Game> {
    /// Not on a run.
    Idle(AnySearch<G>),
    /// On the caller's thread.
    OnCaller { search: AnySearch<G>, meter: Box<Meter> },
    /// On a thread of its own.
    OnThread { thread: Thread<G>, at_first: Box<Report<G::Move>> },
    /// The run has ended.
    Ended { search: AnySearch<G>, report: Box<Report<G::Move>>, stop: Stop },
}

/// A search that has ended, with its report and why it stopped.
type Ended<G> = (AnySearch<G>, Report<<G as Game>::Move>, Option<Stop>);

/// A search on a thread of its own.
pub(super) struct Thread<G: Game> {
    parking: Arc<Parking>,
    /// None once it has been joined.
    handle: Option<JoinHandle<Ended<G>>>,
}

impl<G: Game> Drop for Thread<G> {
    fn drop(&mut self) {
        if let Some(handle) = self.handle.take() {
            self.parking.cancel();
            // Nobody is left to hear of a panic.
            let _ = handle.join();
        }
    }
}

/// Tells the caller when the search has ended, also if it panics.
struct EndGuard(Arc<Parking>);

impl Drop for EndGuard {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl<G: Game + 'static> Thread<G> {
    /// A thread that runs `search` within `budget`, one slice after the other.
    ///
    /// # Errors
    /// Returns the search if the system starts no thread.
    fn start(search: AnySearch<G>, budget: &Budget) -> Result<Self, AnySearch<G>> {
        let parking = Arc::new(Parking::new());
        let (parked, budget) = (Arc::clone(&parking), budget.clone());
        // The thread takes the search from here, so that it is not lost if no thread starts.
        let kept = Arc::new(Mutex::new(Some(search)));
        let take = |kept: &Mutex<Option<AnySearch<G>>>| {
            kept.lock().unwrap_or_else(PoisonError::into_inner).take().expect("taken once")
        };
        let given = Arc::clone(&kept);
        let work = move || {
            let _end = EndGuard(Arc::clone(&parked));
            let mut search = take(&given);
            let mut meter = search.begin(&budget).pausing_at(parked);
            search.work(&mut meter);
            let report = search.report(&meter);
            (search, report, meter.stopped())
        };
        match worker_pool::start_thread(work) {
            Ok(handle) => Ok(Thread { parking, handle: Some(handle) }),
            Err(_) => Err(take(&kept)),
        }
    }

    /// The search and its report, once it has ended.
    fn join(mut self) -> Ended<G> {
        let handle = self.handle.take().expect("joined once");
        handle.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}

impl<G: Game + 'static> Run<G> {
    /// Begins a run within `budget`; no work is done yet.
    pub(super) fn begin(mut search: AnySearch<G>, budget: &Budget) -> Self {
        if !search.has_short_steps() {
            let at_first = Box::new(search.report(&Meter::new(budget)));
            match Thread::start(search, budget) {
                Ok(thread) => return Run::OnThread { thread, at_first },
                Err(refused) => search = refused,
            }
        }
        let mut meter = search.begin(budget);
        meter.end_slice();
        Run::OnCaller { search, meter: Box::new(meter) }
    }

    /// Works for about so many evaluations: the step that reaches them is the last.
    pub(super) fn work(self, evals: u64) -> Self {
        match self {
            Run::OnCaller { mut search, mut meter } => {
                meter.begin_slice(evals);
                search.work(&mut meter);
                if meter.stopped().is_some() {
                    let report = search.report(&meter);
                    return Run::ended((search, report, meter.stopped()));
                }
                meter.end_slice();
                Run::OnCaller { search, meter }
            }
            Run::OnThread { thread, .. } if thread.parking.work(evals) => Run::ended(thread.join()),
            run => run,
        }
    }

    fn ended((search, report, stop): Ended<G>) -> Self {
        Run::Ended { search, report: Box::new(report), stop: stop.unwrap_or(Stop::Complete) }
    }

    /// Ends the run before its budget is spent.
    pub(super) fn cancel(self) -> Self {
        match self {
            Run::OnCaller { mut search, mut meter } => {
                meter.cancel();
                search.work(&mut meter);
                meter.stop(Stop::Cancelled);
                let report = search.report(&meter);
                Run::ended((search, report, meter.stopped()))
            }
            Run::OnThread { thread, .. } => {
                thread.parking.cancel();
                Run::ended(thread.join())
            }
            run => run,
        }
    }

    /// Why the run has ended, if it has; a search that is on no run counts as cancelled.
    pub(super) fn stopped(&self) -> Option<Stop> {
        match self {
            Run::Idle(_) => Some(Stop::Cancelled),
            Run::Ended { stop, .. } => Some(*stop),
            Run::OnCaller { .. } | Run::OnThread { .. } => None,
        }
    }

    /// What has been found so far at `position`, at which the run began.
    pub(super) fn report(&self, TypedPosition { game, state }: &TypedPosition<G>) -> Report<G::Move> {
        match self {
            Run::Idle(search) => search.report(&Meter::new(&Budget::unlimited())),
            Run::OnCaller { search, meter } => search.report(meter),
            Run::OnThread { thread, at_first } => {
                let (found, (counters, seconds, cpu_seconds)) = thread.parking.latest(game, state);
                let found = found.unwrap_or_else(|| at_first.as_ref().clone());
                Report { counters, seconds, cpu_seconds, ..found }
            }
            Run::Ended { report, .. } => report.as_ref().clone(),
        }
    }

    /// The search, if it is on this thread.
    pub(super) fn search(&self) -> Option<&dyn Search<G>> {
        match self {
            Run::Idle(search) | Run::OnCaller { search, .. } | Run::Ended { search, .. } => {
                Some(search.as_ref())
            }
            Run::OnThread { .. } => None,
        }
    }

    /// The search. A run ends with that.
    pub(super) fn into_search(self) -> AnySearch<G> {
        match self.cancel() {
            Run::Idle(search) | Run::Ended { search, .. } | Run::OnCaller { search, .. } => search,
            Run::OnThread { .. } => unreachable!("a cancelled run has ended"),
        }
    }
}
