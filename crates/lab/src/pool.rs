//! A worker pool: workers take numbers, and their results are delivered in the order of the numbers.
//!
//! The results do not depend on which worker did what, or when.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the receiver gets an [`Event::Tick`], whatever the workers do: half of the second after which results must be on
/// disk.
pub(crate) const TICK: Duration = Duration::from_millis(500);

/// How far the workers may run ahead of the next result to be delivered. One slow piece of work delays the delivery of all
/// later results, which must not fill the memory.
const AHEAD: usize = 4096;

/// How long a worker that is too far ahead sleeps before it checks again.
const PAUSE: Duration = Duration::from_millis(1);

/// What the receiver gets.
pub enum Event<T> {
    /// The next result, in order.
    Done(T),
    /// A regular tick of the clock.
    Tick,
}

/// Calls `work` for every number of `numbers` on `jobs` workers and passes the results to `receive` in order.
///
/// When `cancel` is set, the pieces of work that have begun are still finished and delivered. When `receive` breaks, nothing
/// more is delivered.
///
/// # Errors
/// The first error, in the order of the numbers; it stops the run.
pub fn run<T: Send, E: Send>(
    jobs: usize,
    numbers: Range<usize>,
    cancel: &AtomicBool,
    work: impl Fn(usize) -> Result<T, E> + Sync,
    receive: &mut dyn FnMut(Event<T>) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(numbers.start);
    let delivered = AtomicUsize::new(numbers.start);
    let stop = AtomicBool::new(false);
    let jobs = jobs.clamp(1, numbers.len().max(1));
    thread::scope(|scope| {
        // Bounded, so that fast workers wait for a slow disk instead of filling the memory.
        let (sender, results) = mpsc::sync_channel(jobs);
        let mut workers = 0;
        for _ in 0..jobs {
            let sender = sender.clone();
            let worker = thread::Builder::new().spawn_scoped(scope, || {
                let sender = sender;
                let _guard = StopOnPanic(&stop);
                while !cancel.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                    if next.load(Ordering::Relaxed) > delivered.load(Ordering::Relaxed) + AHEAD {
                        thread::sleep(PAUSE);
                        continue;
                    }
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end || sender.send((number, work(number))).is_err() {
                        break;
                    }
                }
            });
            // Fewer workers take longer, but do the same work.
            if worker.is_err() {
                break;
            }
            workers += 1;
        }
        drop(sender);
        if workers == 0 {
            return run_single_threaded(numbers.clone(), cancel, &work, receive);
        }
        let ended = deliver(&results, &delivered, &stop, receive);
        // However the delivery ended, the workers need not begin anything more.
        stop.store(true, Ordering::Relaxed);
        ended
    })
}

/// Does all the work on this thread, for systems that start no other.
fn run_single_threaded<T, E>(
    numbers: Range<usize>,
    cancel: &AtomicBool,
    work: &impl Fn(usize) -> Result<T, E>,
    receive: &mut dyn FnMut(Event<T>) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    for number in numbers {
        if cancel.load(Ordering::Relaxed) || receive(Event::Done(work(number)?))?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Stops the other workers when one panics, so that the panic is seen at once and not after the last number.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Delivers the results in order, holding back those that come early, until all workers have finished. `expected` is the
/// number of the next result to be delivered.
fn deliver<T, E>(
    results: &Receiver<(usize, Result<T, E>)>,
    expected: &AtomicUsize,
    stop: &AtomicBool,
    receive: &mut dyn FnMut(Event<T>) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let mut early = BTreeMap::new();
    let mut ticked = Instant::now();
    loop {
        match results.recv_timeout(TICK.saturating_sub(ticked.elapsed())) {
            Ok((number, result)) => {
                if result.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
                early.insert(number, result);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        while let Some(result) = early.remove(&expected.load(Ordering::Relaxed)) {
            expected.fetch_add(1, Ordering::Relaxed);
            if receive(Event::Done(result?))?.is_break() {
                return Ok(());
            }
        }
        if ticked.elapsed() >= TICK {
            ticked = Instant::now();
            if receive(Event::Tick)?.is_break() {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers delivered when later ones finish first.
    fn numbers(jobs: usize, last: usize) -> Vec<usize> {
        let mut seen = Vec::new();
        let work = |number: usize| {
            thread::sleep(Duration::from_micros(((7 * number) % 5) as u64 * 200));
            Ok::<usize, ()>(number)
        };
        run(jobs, 3..last, &AtomicBool::new(false), work, &mut |event| {
            if let Event::Done(number) = event {
                seen.push(number);
            }
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
        seen
    }

    #[test]
    fn results_come_in_order() {
        assert_eq!(numbers(4, 18), (3..18).collect::<Vec<_>>());
        assert!(numbers(4, 3).is_empty());
    }

    #[test]
    fn what_is_in_flight_when_cancelled_is_still_delivered() {
        let (cancel, begun) = (AtomicBool::new(false), AtomicBool::new(false));
        let wait_for = |flag: &AtomicBool| {
            while !flag.load(Ordering::SeqCst) {
                thread::yield_now();
            }
        };
        // 5 ends after another piece of work has begun, and that one ends after the cancel.
        let work = |number: usize| {
            match number {
                ..5 => {}
                5 => wait_for(&begun),
                _ => {
                    begun.store(true, Ordering::SeqCst);
                    wait_for(&cancel);
                }
            }
            Ok::<usize, ()>(number)
        };
        let mut seen = Vec::new();
        run(4, 0..50, &cancel, work, &mut |event| {
            if let Event::Done(number) = event {
                seen.push(number);
                cancel.fetch_or(number == 5, Ordering::SeqCst);
            }
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
        // Each of the four workers may have one piece of work in flight.
        assert!((7..=10).contains(&seen.len()), "{seen:?}");
        assert_eq!(seen, (0..seen.len()).collect::<Vec<_>>());
    }

    #[test]
    fn the_first_error_in_order_comes_out_behind_the_results_before_it() {
        let mut seen = 0;
        let work = |number| if number >= 5 { Err(number) } else { Ok(number) };
        let result = run(3, 0..100, &AtomicBool::new(false), work, &mut |event| {
            seen += usize::from(matches!(event, Event::Done(_)));
            Ok(ControlFlow::Continue(()))
        });
        assert_eq!((result, seen), (Err(5), 5));
    }

    #[test]
    fn a_receiver_may_break() {
        let mut seen = 0;
        let result: Result<(), ()> = run(2, 0..1000, &AtomicBool::new(false), Ok, &mut |_| {
            seen += 1;
            Ok(if seen == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        assert_eq!((result, seen), (Ok(()), 5));
    }

    #[test]
    fn the_clock_ticks_while_early_results_are_held_back() {
        let mut ticks = 0;
        let work = |number| {
            thread::sleep(if number == 0 { TICK * 2 } else { TICK / 100 });
            Ok::<usize, ()>(number)
        };
        run(2, 0..150, &AtomicBool::new(false), work, &mut |event| {
            ticks += usize::from(matches!(event, Event::Tick));
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
        assert!((1..=3).contains(&ticks), "{ticks}");
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_stops_the_others() {
        let work = |number: usize| {
            assert!(number != 2, "broken");
            thread::sleep(Duration::from_millis(1));
            Ok::<usize, ()>(number)
        };
        let _ = run(2, 0..usize::MAX, &AtomicBool::new(false), work, &mut |_| Ok(ControlFlow::Continue(())));
    }
}
