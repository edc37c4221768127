//! A pool of worker threads for a search, kept between its calls: a round of work costs a wake-up, but starts no thread.
//!
//! A round lasts as long as the caller's own work. The caller does not wait for workers that have not joined the round by then,
//! so that rounds may be as short as an iteration of a few microseconds. It does wait for those that have joined, so that
//! whatever the work borrows outlives it. A worker without work spins for a while, because the next round often follows at once,
//! and then sleeps. Each worker wakes two others, so that the caller has to wake only one.

use crate::budget::Budget;
use crate::error::Unsupported;
use crate::meter::Meter;
use crate::parse_error::ParseError;
use crate::report::Stop;
use crate::search::depth_first::THREAD_STACK;
use crate::spec::{Parameter, Spec};
use std::fmt;
use std::io;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, JoinHandle, Thread};

/// The memory that must be free beside the stack of a new thread. A starting thread takes a little more than its stack, and the
/// system's library aborts the program where there is none.
const LEAST_LEFT: usize = 64 << 20;

/// The parameter `threads` of a search.
pub(in crate::search) const THREADS: Parameter = Parameter::new(
    "threads",
    "1",
    "search threads; with more than one, only proven results are reproducible",
);
/// The most threads that may be asked for.
const MOST_THREADS: usize = 1024;

/// The threads that `spec` asks for.
pub(in crate::search) fn threads(spec: &Spec) -> Result<usize, ParseError> {
    let expected = format!("a number from 1 to {MOST_THREADS}");
    spec.read_if(THREADS.key, 1, &expected, |threads| (1..=MOST_THREADS).contains(threads))
}

/// Starts a thread with a stack for a search.
///
/// # Errors
/// If the system does not start one, or has too little memory left.
pub(crate) fn start_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    if cfg!(all(target_family = "wasm", target_os = "unknown")) {
        // A module's memory never shrinks, so that asking for it would keep it.
        return Err(io::ErrorKind::Unsupported.into());
    }
    Vec::<u8>::new().try_reserve_exact(THREAD_STACK + LEAST_LEFT).map_err(io::Error::from)?;
    thread::Builder::new().stack_size(THREAD_STACK).spawn(work)
}

/// How often a waiting thread spins before it yields or sleeps.
const SPINS: u32 = 1 << 10;

/// The bits of [`PoolState::state`] from the lowest: 16 for the number of workers at work, 1 for whether the round is over, and
/// the rest for the number of the round.
const AT_WORK: u64 = (1 << 16) - 1;
const OVER: u64 = 1 << 16;
const ROUND: u64 = 1 << 17;

/// The work of a round; it takes the number of the worker. It lives until the round is over and no worker is at work, and is not
/// called later. No type can express this, so that the lifetime is `'static`.
type Work = &'static (dyn Fn(usize) + Sync);

/// The state that caller and workers share.
struct PoolState {
    state: AtomicU64,
    work: Mutex<Option<Work>>,
    sleepers: OnceLock<Vec<Thread>>,
    /// Tells workers at work that the round is over.
    end: Arc<AtomicBool>,
    /// The number of workers that have done their work in this round.
    done: AtomicUsize,
    has_failed: AtomicBool,
    is_shut_down: AtomicBool,
}

impl PoolState {
    /// The main loop of a worker.
    fn serve(&self, number: usize) {
        let mut last = 0;
        while let Some(round) = self.next(last) {
            last = round;
            // A worker counted before the round is over keeps its work alive.
            let state = self.state.fetch_add(1, Ordering::AcqRel);
            if state & OVER == 0 {
                // A later round may have begun by now.
                last = state / ROUND;
                self.wake(2 * number + 1);
                self.wake(2 * number + 2);
                let work = *self.work.lock().unwrap_or_else(PoisonError::into_inner);
                let work = work.expect("a round has work");
                if catch_unwind(AssertUnwindSafe(|| work(number))).is_err() {
                    self.has_failed.store(true, Ordering::Relaxed);
                }
                self.done.fetch_add(1, Ordering::Relaxed);
            }
            self.state.fetch_sub(1, Ordering::Release);
        }
    }

    /// Waits for a round after the `last`. Returns its number, or none when the pool shuts down.
    fn next(&self, last: u64) -> Option<u64> {
        let mut spins = 0;
        loop {
            let state = self.state.load(Ordering::Relaxed);
            if self.is_shut_down.load(Ordering::Acquire) {
                return None;
            }
            if state & OVER == 0 && state / ROUND != last {
                return Some(state / ROUND);
            }
            spins += 1;
            if spins < SPINS { std::hint::spin_loop() } else { thread::park() }
        }
    }

    fn wake(&self, number: usize) {
        if let Some(sleeper) = self.sleepers.get().and_then(|sleepers| sleepers.get(number)) {
            sleeper.unpark();
        }
    }
}

/// A round under way. It ends when this is dropped.
struct Round<'a> {
    shared: &'a PoolState,
    work: PhantomData<&'a ()>,
}

impl<'a> Round<'a> {
    fn begin(shared: &'a PoolState, work: &'a (dyn Fn(usize) + Sync + 'a)) -> Self {
        #[expect(unsafe_code, reason = "the work is borrowed for a round only")]
        // SAFETY: nothing but the lifetime changes. `PoolState::serve` calls the work only if its worker was counted before the
        // round was over. The round is dropped before the work that it borrows, and then waits for all counted workers.
        let work = unsafe { std::mem::transmute::<&'a (dyn Fn(usize) + Sync + 'a), Work>(work) };
        *shared.work.lock().unwrap_or_else(PoisonError::into_inner) = Some(work);
        shared.end.store(false, Ordering::Relaxed);
        shared.done.store(0, Ordering::Relaxed);
        // Other threads change only the count of workers at work.
        shared.state.fetch_add(ROUND - OVER, Ordering::AcqRel);
        shared.wake(0);
        Round { shared, work: PhantomData }
    }
}

impl Round<'_> {
    /// Waits until `helpers` workers have done their work, one has ended the round or failed, or `goes_on` no longer holds.
    fn wait(&self, helpers: usize, goes_on: impl Fn() -> bool) {
        let PoolState { end, done, has_failed, .. } = self.shared;
        while !end.load(Ordering::Relaxed)
            && done.load(Ordering::Relaxed) < helpers
            && !has_failed.load(Ordering::Relaxed)
            && goes_on()
        {
            thread::yield_now();
        }
    }
}

impl Drop for Round<'_> {
    fn drop(&mut self) {
        self.shared.end.store(true, Ordering::Relaxed);
        let mut at_work = self.shared.state.fetch_or(OVER, Ordering::AcqRel) & AT_WORK;
        let mut spins = 0;
        while at_work > 0 {
            spins += 1;
            if spins < SPINS {
                std::hint::spin_loop();
            } else {
                thread::yield_now();
            }
            at_work = self.shared.state.load(Ordering::Acquire) & AT_WORK;
        }
    }
}

/// Worker threads that wait for work. They end when this is dropped.
pub(in crate::search) struct WorkerPool {
    shared: Arc<PoolState>,
    threads: Vec<JoinHandle<()>>,
    /// Why there are fewer threads than were asked for.
    failure: Option<io::Error>,
}

impl WorkerPool {
    /// A pool of `count` threads, which sleep until there is work; fewer where the system does not start as many.
    pub(in crate::search) fn new(count: usize) -> Self {
        let shared = Arc::new(PoolState {
            state: AtomicU64::new(OVER),
            work: Mutex::new(None),
            sleepers: OnceLock::new(),
            end: Arc::new(AtomicBool::new(true)),
            done: AtomicUsize::new(0),
            has_failed: AtomicBool::new(false),
            is_shut_down: AtomicBool::new(false),
        });
        let start = |number| {
            let shared = Arc::clone(&shared);
            start_thread(move || shared.serve(number))
        };
        let mut pool = WorkerPool { shared: Arc::clone(&shared), threads: Vec::new(), failure: None };
        for number in 0..count {
            match start(number) {
                Ok(thread) => pool.threads.push(thread),
                Err(error) => {
                    pool.failure = Some(error);
                    break;
                }
            }
        }
        let sleepers = pool.threads.iter().map(|thread| thread.thread().clone()).collect();
        shared.sleepers.set(sleepers).expect("set once");
        pool
    }

    /// A pool for a search that asks for `threads` threads, less the one that it runs on.
    ///
    /// # Errors
    /// If the system does not start as many.
    pub(in crate::search) fn named(threads: usize) -> Result<Self, Unsupported> {
        let pool = WorkerPool::new(threads.saturating_sub(1));
        match &pool.failure {
            None => Ok(pool),
            Some(error) => {
                let started = pool.threads.len() + 1;
                let needs = format!("a system that starts as many; this one starts {started} ({error})");
                Err(Unsupported::new(format!("threads={threads}"), needs))
            }
        }
    }

    /// The flag that is set when a round is over: `work` should then end soon.
    pub(in crate::search) fn end(&self) -> &Arc<AtomicBool> {
        &self.shared.end
    }

    /// Runs `own` on this thread and meanwhile `work` on the workers, each with one of `states`, as far as there are states. A
    /// worker that joins before `own` returns does its work, is told when the round is over, and is waited for.
    ///
    /// # Panics
    /// If `work` panics.
    pub(in crate::search) fn beside<T: Send, R>(
        &mut self,
        states: &mut [T],
        work: impl Fn(usize, &mut T) + Sync,
        own: impl FnOnce() -> R,
    ) -> R {
        self.round(states, work, |_| own())
    }

    fn round<T: Send, R>(
        &mut self,
        states: &mut [T],
        work: impl Fn(usize, &mut T) + Sync,
        own: impl FnOnce(&Round<'_>) -> R,
    ) -> R {
        let states: Vec<Mutex<&mut T>> = states.iter_mut().map(Mutex::new).collect();
        let work = |number: usize| {
            if let Some(state) = states.get(number) {
                work(number, &mut state.lock().unwrap_or_else(PoisonError::into_inner));
            }
        };
        let round = Round::begin(&self.shared, &work);
        let result = own(&round);
        drop(round);
        assert!(!self.shared.has_failed.load(Ordering::Relaxed), "a searching thread does not panic");
        result
    }

    /// Runs `work` on a thread for each of `states`, on this thread for the first. Returns the results, that of this thread
    /// first; workers that joined too late have none.
    ///
    /// All threads draw from the meter's budget. `work` gets its state, a meter, and the flag that is set when all must return:
    /// when one thread returns before a counted limit is spent, or when the time is over. What is left of the budget can be
    /// spent in another round.
    pub(in crate::search) fn share_out<T: Send, R: Send>(
        &mut self,
        meter: &mut Meter,
        states: &mut [T],
        work: impl Fn(&mut T, &mut Meter, &AtomicBool) -> R + Sync,
    ) -> Vec<R> {
        let end = Arc::clone(self.end());
        let work = |state: &mut T, meter: &mut Meter| {
            let result = work(state, meter, &end);
            if !meter.stopped().is_some_and(Stop::is_counted) {
                end.store(true, Ordering::Relaxed);
            }
            result
        };
        let (first, others) = states.split_first_mut().expect("at least one thread");
        let (helpers, before) = (others.len(), meter.counters.moves);
        let budget = Budget { depth: meter.budget().depth, ..Budget::unlimited() };
        let lent = meter.lend(helpers as u64);
        let helping = helpers.min(self.threads.len());
        let mut workers: Vec<(&mut T, Option<(R, Meter)>)> =
            others.iter_mut().map(|state| (state, None)).collect();
        let help = |_, (state, result): &mut (&mut T, Option<(R, Meter)>)| {
            let mut meter = Meter::borrowing(&lent, &budget);
            let done = work(state, &mut meter);
            meter.repaid();
            *result = Some((done, meter));
        };
        let own = self.round(&mut workers, help, |round| {
            let result = work(first, meter);
            round.wait(helping, || meter.lets_others_go_on());
            result
        });
        let mut results = vec![own];
        for (result, mut spent) in workers.into_iter().filter_map(|(_, result)| result) {
            meter.take_back(&mut spent);
            results.push(result);
        }
        meter.end_lending();
        if meter.counters.moves > before {
            meter.resume();
        }
        results
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        self.shared.is_shut_down.store(true, Ordering::Release);
        for thread in self.threads.drain(..) {
            thread.thread().unpark();
            // A panic of the work was already passed on by `round`.
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for WorkerPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkerPool").field("threads", &self.threads.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Works until the round is over.
    fn until(end: &AtomicBool) {
        while !end.load(Ordering::Relaxed) {
            thread::yield_now();
        }
    }

    #[test]
    fn the_caller_sees_all_work_when_the_round_is_over() {
        let mut pool = WorkerPool::new(5);
        let come = AtomicU64::new(0);
        for round in 1..=100 {
            let mut states = [0; 5];
            let (end, first) = (Arc::clone(pool.end()), come.load(Ordering::Relaxed));
            let work = |number: usize, state: &mut usize| {
                come.fetch_add(1, Ordering::Relaxed);
                until(&end);
                *state = round + number;
            };
            // Every third round is over at once, the others when all workers have joined.
            let result = pool.beside(&mut states, work, || {
                while round % 3 > 0 && come.load(Ordering::Relaxed) < first + 5 {
                    thread::yield_now();
                }
                round
            });
            assert_eq!(result, round);
            let worked =
                states.iter().enumerate().filter(|&(number, &state)| state == round + number).count();
            assert_eq!(worked as u64, come.load(Ordering::Relaxed) - first);
            assert!(states.iter().all(|&state| state == 0 || state >= round));
        }
    }

    #[test]
    fn a_worker_without_a_state_has_no_work() {
        let mut pool = WorkerPool::new(3);
        let come = AtomicU64::new(0);
        let work = |_, state: &mut bool| {
            *state = true;
            come.fetch_add(1, Ordering::Relaxed);
        };
        let mut states = [false];
        pool.beside(&mut states, work, || {
            while come.load(Ordering::Relaxed) == 0 {
                thread::yield_now();
            }
        });
        assert_eq!((states, come.into_inner()), ([true], 1));
    }

    #[test]
    fn a_panic_on_a_worker_panics_here() {
        let mut pool = WorkerPool::new(2);
        let come = AtomicBool::new(false);
        let work = |number: usize, (): &mut ()| {
            if number == 1 {
                come.store(true, Ordering::Relaxed);
                panic!("as a test");
            }
        };
        let own = || until(&come);
        assert!(catch_unwind(AssertUnwindSafe(|| pool.beside(&mut [(), ()], work, own))).is_err());
    }
}
