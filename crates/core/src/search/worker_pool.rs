//! Threads that help a searching one, kept between its calls: to begin a round of work costs a wake-up and no thread.
//!
//! A round lasts as long as what the caller does meanwhile. Who has not come by then is not waited for, so that rounds may
//! be as short as an iteration of a few microseconds; who has come is, so that whatever the work borrows outlives it. A
//! thread that finds no work looks for it for a while, because the next round often follows at once, and then sleeps.
//! Sleepers wake each other, two each, so that the caller has to wake only one.

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

/// The memory that must be left beside the stack of a new thread. Every thread that is starting takes a little more, and where
/// there is none the system's library ends the program.
const LEAST_LEFT: usize = 64 << 20;

/// The threads of a search, by name.
pub(in crate::search) const THREADS: Parameter =
    Parameter::new("threads", "1", "searching threads; with more than one only proofs can be repeated");
/// The most that may be asked for.
const MOST_THREADS: usize = 1024;

/// The threads that `spec` asks for.
pub(in crate::search) fn threads(spec: &Spec) -> Result<usize, ParseError> {
    let expected = format!("a number from 1 to {MOST_THREADS}");
    spec.read_if(THREADS.key, 1, &expected, |threads| (1..=MOST_THREADS).contains(threads))
}

/// How often a thread looks for something before it gives way to others.
const LOOKS: u32 = 1 << 10;

/// From the lowest bit, a [`Board`]'s state is: how many are at work, 16; whether the round is over, 1; its number.
const AT_WORK: u64 = (1 << 16) - 1;
const OVER: u64 = 1 << 16;
const ROUND: u64 = 1 << 17;

/// The work of a round, given the number of who does it. It lives until the round is over and nobody is at work, and is not
/// called later: no type can say so.
type Work = &'static (dyn Fn(usize) + Sync);

/// What the threads look at.
struct Board {
    state: AtomicU64,
    work: Mutex<Option<Work>>,
    sleepers: OnceLock<Vec<Thread>>,
    /// Tells those at work that the round is over.
    end: Arc<AtomicBool>,
    /// Who has done the work of the round.
    done: AtomicUsize,
    has_failed: AtomicBool,
    is_dismissed: AtomicBool,
}

impl Board {
    /// The life of the thread of this number.
    fn serve(&self, number: usize) {
        let mut last = 0;
        while let Some(round) = self.next(last) {
            last = round;
            // Who is counted before the round is over keeps its work alive.
            let state = self.state.fetch_add(1, Ordering::AcqRel);
            if state & OVER == 0 {
                // It may be a later round by now.
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

    /// Waits for a round after the `last`: its number, or nothing where there will be none.
    fn next(&self, last: u64) -> Option<u64> {
        let mut looks = 0;
        loop {
            let state = self.state.load(Ordering::Relaxed);
            if self.is_dismissed.load(Ordering::Acquire) {
                return None;
            }
            if state & OVER == 0 && state / ROUND != last {
                return Some(state / ROUND);
            }
            looks += 1;
            if looks < LOOKS { std::hint::spin_loop() } else { thread::park() }
        }
    }

    fn wake(&self, number: usize) {
        if let Some(sleeper) = self.sleepers.get().and_then(|sleepers| sleepers.get(number)) {
            sleeper.unpark();
        }
    }
}

/// A round under way; over when it is dropped.
struct Round<'a> {
    board: &'a Board,
    work: PhantomData<&'a ()>,
}

impl<'a> Round<'a> {
    fn begin(board: &'a Board, work: &'a (dyn Fn(usize) + Sync + 'a)) -> Self {
        #[expect(unsafe_code, reason = "the work is borrowed for a round only")]
        // SAFETY: nothing but the lifetime changes. `Board::serve` calls the work only when it was counted before the round
        // was over, and the round, which is dropped before the work that it borrows, then waits for all that are counted.
        let work = unsafe { std::mem::transmute::<&'a (dyn Fn(usize) + Sync + 'a), Work>(work) };
        *board.work.lock().unwrap_or_else(PoisonError::into_inner) = Some(work);
        board.end.store(false, Ordering::Relaxed);
        board.done.store(0, Ordering::Relaxed);
        // Nobody but this thread changes more than the count of those at work.
        board.state.fetch_add(ROUND - OVER, Ordering::AcqRel);
        board.wake(0);
        Round { board, work: PhantomData }
    }
}

impl Round<'_> {
    /// Waits until all have come and done their work, or one says that it is over, as long as `goes_on` holds.
    fn wait(&self, helpers: usize, goes_on: impl Fn() -> bool) {
        let Board { end, done, has_failed, .. } = self.board;
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
        self.board.end.store(true, Ordering::Relaxed);
        let mut at_work = self.board.state.fetch_or(OVER, Ordering::AcqRel) & AT_WORK;
        let mut looks = 0;
        while at_work > 0 {
            looks += 1;
            if looks < LOOKS {
                std::hint::spin_loop();
            } else {
                thread::yield_now();
            }
            at_work = self.board.state.load(Ordering::Acquire) & AT_WORK;
        }
    }
}

/// Threads that wait for work, and end when this is dropped.
pub(in crate::search) struct WorkerPool {
    board: Arc<Board>,
    threads: Vec<JoinHandle<()>>,
    /// Why there are fewer threads than were asked for.
    failure: Option<io::Error>,
}

impl WorkerPool {
    /// So many threads, which sleep until there is work; fewer where the system does not start as many.
    pub(in crate::search) fn new(count: usize) -> Self {
        let board = Arc::new(Board {
            state: AtomicU64::new(OVER),
            work: Mutex::new(None),
            sleepers: OnceLock::new(),
            end: Arc::new(AtomicBool::new(true)),
            done: AtomicUsize::new(0),
            has_failed: AtomicBool::new(false),
            is_dismissed: AtomicBool::new(false),
        });
        let start = |number| {
            Vec::<u8>::new().try_reserve_exact(THREAD_STACK + LEAST_LEFT).map_err(io::Error::from)?;
            let board = Arc::clone(&board);
            thread::Builder::new().stack_size(THREAD_STACK).spawn(move || board.serve(number))
        };
        let mut pool = WorkerPool { board: Arc::clone(&board), threads: Vec::new(), failure: None };
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
        board.sleepers.set(sleepers).expect("set once");
        pool
    }

    /// As many threads as a search by name asks for, less the one that it runs on.
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

    /// What is set when a round is over: `work` should then end soon.
    pub(in crate::search) fn end(&self) -> &Arc<AtomicBool> {
        &self.board.end
    }

    /// Does `own` on this thread, and `work` meanwhile on the others, each with a seat of its own as far as there are seats.
    /// Whoever comes before `own` is done does his work, is told that the round is over, and is waited for.
    ///
    /// # Panics
    /// If `work` does.
    pub(in crate::search) fn beside<T: Send, R>(
        &mut self,
        seats: &mut [T],
        work: impl Fn(usize, &mut T) + Sync,
        own: impl FnOnce() -> R,
    ) -> R {
        self.round(seats, work, |_| own())
    }

    fn round<T: Send, R>(
        &mut self,
        seats: &mut [T],
        work: impl Fn(usize, &mut T) + Sync,
        own: impl FnOnce(&Round<'_>) -> R,
    ) -> R {
        let seats: Vec<Mutex<&mut T>> = seats.iter_mut().map(Mutex::new).collect();
        let work = |number: usize| {
            if let Some(seat) = seats.get(number) {
                work(number, &mut seat.lock().unwrap_or_else(PoisonError::into_inner));
            }
        };
        let round = Round::begin(&self.board, &work);
        let result = own(&round);
        drop(round);
        assert!(!self.board.has_failed.load(Ordering::Relaxed), "a searching thread does not panic");
        result
    }

    /// Lets a thread work with each of the hands, this one with the first, and gives what they bring back; those that came
    /// too late bring nothing.
    ///
    /// All draw from what may be spent. `work` gets a hand, a meter, and what is set when all are to come back: that is when
    /// one comes back before a counted limit is spent, or when the time is over. What is left can be spent in another round.
    pub(in crate::search) fn share_out<H: Send, R: Send>(
        &mut self,
        meter: &mut Meter,
        hands: &mut [H],
        work: impl Fn(&mut H, &mut Meter, &AtomicBool) -> R + Sync,
    ) -> Vec<R> {
        let end = Arc::clone(self.end());
        let work = |hand: &mut H, meter: &mut Meter| {
            let result = work(hand, meter, &end);
            if !meter.stopped().is_some_and(Stop::is_counted) {
                end.store(true, Ordering::Relaxed);
            }
            result
        };
        let (first, others) = hands.split_first_mut().expect("at least one thread");
        let (helpers, before) = (others.len(), meter.counters.moves);
        let budget = Budget { depth: meter.budget().depth, ..Budget::unlimited() };
        let lent = meter.lend(helpers as u64);
        let helping = helpers.min(self.threads.len());
        let mut seats: Vec<(&mut H, Option<(R, Meter)>)> =
            others.iter_mut().map(|hand| (hand, None)).collect();
        let help = |_, (hand, result): &mut (&mut H, Option<(R, Meter)>)| {
            let mut meter = Meter::borrowing(&lent, &budget);
            let done = work(hand, &mut meter);
            meter.repaid();
            *result = Some((done, meter));
        };
        let own = self.round(&mut seats, help, |round| {
            let result = work(first, meter);
            round.wait(helping, || meter.lets_others_go_on());
            result
        });
        let mut results = vec![own];
        for (result, mut spent) in seats.into_iter().filter_map(|(_, result)| result) {
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
        self.board.is_dismissed.store(true, Ordering::Release);
        for thread in self.threads.drain(..) {
            thread.thread().unpark();
            // What went wrong on it was told when it happened.
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

    /// Whoever has come works until the round is over.
    fn until(end: &AtomicBool) {
        while !end.load(Ordering::Relaxed) {
            thread::yield_now();
        }
    }

    #[test]
    fn what_was_done_is_seen_when_the_round_is_over() {
        let mut pool = WorkerPool::new(5);
        let come = AtomicU64::new(0);
        for round in 1..=100 {
            let mut seats = [0; 5];
            let (end, first) = (Arc::clone(pool.end()), come.load(Ordering::Relaxed));
            let work = |number: usize, seat: &mut usize| {
                come.fetch_add(1, Ordering::Relaxed);
                until(&end);
                *seat = round + number;
            };
            // Every third round is over at once, the others when all have come.
            let result = pool.beside(&mut seats, work, || {
                while round % 3 > 0 && come.load(Ordering::Relaxed) < first + 5 {
                    thread::yield_now();
                }
                round
            });
            assert_eq!(result, round);
            let worked = seats.iter().enumerate().filter(|&(number, &seat)| seat == round + number).count();
            assert_eq!(worked as u64, come.load(Ordering::Relaxed) - first);
            assert!(seats.iter().all(|&seat| seat == 0 || seat >= round));
        }
    }

    #[test]
    fn who_has_no_seat_has_no_work() {
        let mut pool = WorkerPool::new(3);
        let come = AtomicU64::new(0);
        let work = |_, seat: &mut bool| {
            *seat = true;
            come.fetch_add(1, Ordering::Relaxed);
        };
        let mut seats = [false];
        pool.beside(&mut seats, work, || {
            while come.load(Ordering::Relaxed) == 0 {
                thread::yield_now();
            }
        });
        assert_eq!((seats, come.into_inner()), ([true], 1));
    }

    #[test]
    fn what_fails_on_a_thread_fails_here() {
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
