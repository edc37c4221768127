//! How soon our searches end after they are cancelled or their time is over, when a call of the evaluator takes long.
//!
//! A call of the evaluator cannot be interrupted. What is measured includes the rest of the call that is under way, calls that a
//! search still begins, and the report. The searches play Connect-Four in untyped form, so that any evaluator fits in.

use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tiptree::erased::Engine;
use tiptree::search::catalogue::SEARCHES;
use tiptree::untyped::{AnyEvaluator, Untyped};
use tiptree::{Budget, Evaluator, Game, Leaf, Range, Rng, Spec};
use tiptree_games::{registry, untyped};
use tiptree_lab::Error;

/// The least and the greatest time after which a search is cancelled, in calls of the evaluator and a millisecond more.
const CALLS: (u32, u32) = (2, 6);

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How often every search is cancelled, and how often it runs out of time.
    pub rounds: usize,
    /// How long a call of the evaluator takes.
    pub call: Duration,
}

/// How soon the searches end, as `tiptree bench --cancel --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Latencies {
    /// Milliseconds of a call of the evaluator.
    pub call_ms: f64,
    /// Every search.
    pub searches: Vec<Latency>,
    /// The threads that are left over when all searches have ended, where the system counts threads.
    pub threads_left: Option<usize>,
}

/// How soon a search ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Latency {
    /// The search.
    pub search: String,
    /// How often it was cancelled, and how often it ran out of time.
    pub rounds: usize,
    /// Milliseconds from the cancel to the report.
    pub cancel_ms: Spread,
    /// Milliseconds from the end of the time to the report.
    pub time_ms: Spread,
}

/// The middle and the end of several times.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The median.
    pub median: f64,
    /// The greatest.
    pub most: f64,
}

/// An evaluator whose calls take long.
struct Slow {
    inner: AnyEvaluator,
    call: Duration,
}

impl Evaluator<Untyped> for Slow {
    fn range(&self) -> Range {
        self.inner.range()
    }

    fn evaluate(&self, game: &Untyped, state: &<Untyped as Game>::State) -> f64 {
        thread::sleep(self.call);
        self.inner.evaluate(game, state)
    }

    fn children(
        &self,
        game: &Untyped,
        state: &<Untyped as Game>::State,
        moves: &[<Untyped as Game>::Move],
        leaves: &mut Vec<Leaf>,
    ) {
        thread::sleep(self.call);
        self.inner.children(game, state, moves, leaves);
    }
}

/// Measures every search, and calls `progress` with the number of those that are done and of all.
///
/// # Errors
/// If a search cannot be built, because the system starts no threads.
///
/// # Panics
/// Never: Connect-Four has an untyped form.
pub fn run(plan: Plan, progress: &mut dyn FnMut(usize, usize)) -> Result<Latencies, Error> {
    let spec = Spec::named("connect4");
    let (game, inner) = registry().rules(&spec, None)?.untyped().expect("our games have an untyped form");
    let evaluator: AnyEvaluator = Arc::new(Slow { inner, call: plan.call });
    let rules = untyped::rules_with(spec, game, evaluator);
    let names = SEARCHES.iter().map(|entry| entry.name.to_owned());
    let with_threads = SEARCHES.iter().filter(|entry| entry.has_threads());
    let names: Vec<String> =
        names.chain(with_threads.map(|entry| format!("{}(threads=2)", entry.name))).collect();
    let before = threads();
    let mut searches = Vec::new();
    for (number, name) in names.iter().enumerate() {
        progress(number, names.len());
        let spec: Spec = name.parse()?;
        let [mut cancels, mut times] = [Vec::new(), Vec::new()];
        for round in 0..plan.rounds {
            let mut rng = Rng::derive(1, &[round as u64]);
            let calls = f64::from(CALLS.0) + rng.unit() * f64::from(CALLS.1 - CALLS.0);
            let after = plan.call.mul_f64(calls) + Duration::from_millis(1);
            cancels.push(cancelled(rules.engine(&spec, 1)?.as_mut(), after));
            times.push(out_of_time(rules.engine(&spec, 1)?.as_mut(), after));
        }
        let (cancel_ms, time_ms) = (Spread::of(cancels), Spread::of(times));
        searches.push(Latency { search: name.clone(), rounds: plan.rounds, cancel_ms, time_ms });
    }
    let threads_left = before.zip(threads()).map(|(before, after)| after.saturating_sub(before));
    Ok(Latencies { call_ms: plan.call.as_secs_f64() * 1e3, searches, threads_left })
}

/// The time from the cancel to the report of a search that is cancelled `after` its beginning.
fn cancelled(player: &mut dyn Engine, after: Duration) -> Duration {
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    let canceller = thread::spawn(move || {
        thread::sleep(after);
        let now = Instant::now();
        flag.store(true, Ordering::Relaxed);
        now
    });
    player.run(&Budget { cancel: Some(cancel), ..Budget::unlimited() });
    let end = Instant::now();
    let cancelled = canceller.join().expect("a thread that only sleeps");
    end.saturating_duration_since(cancelled)
}

/// The time from the end of the time to the report.
fn out_of_time(player: &mut dyn Engine, time: Duration) -> Duration {
    let begin = Instant::now();
    player.run(&Budget { time: Some(time), ..Budget::unlimited() });
    begin.elapsed().saturating_sub(time)
}

impl Spread {
    /// That of these times, in milliseconds.
    fn of(mut times: Vec<Duration>) -> Spread {
        times.sort_unstable();
        let at = |place: usize| times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1e3);
        Spread { median: at(times.len() / 2), most: at(times.len().saturating_sub(1)) }
    }
}

/// The threads of this process, where the system lists them.
fn threads() -> Option<usize> {
    std::fs::read_dir("/proc/self/task").ok().map(Iterator::count)
}
