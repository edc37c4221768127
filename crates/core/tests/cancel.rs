//! Searches with a slow evaluator end soon after they are cancelled: nobody waits for more than the call that is under way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use tiptree::search::catalogue::{self, SEARCHES};
use tiptree::testing::synthetic::{HashEvaluator, HashTree, Place};
use tiptree::{Budget, Evaluator, Leaf, Range, Stop};

/// The calls at which a search is cancelled: in the first iteration, and later at the beginning, in the middle and at the end of a
/// family.
const CANCELLED_AT: [u64; 8] = [1, 2, 4, 8, 9, 11, 13, 16];
/// How long a call takes: longer than a search may go on without a look at the cancel flag.
const CALL: Duration = Duration::from_millis(2);

/// Takes its time, cancels the search at one of its calls, and counts those that begin later.
#[derive(Clone)]
struct Slow {
    inner: HashEvaluator,
    calls: Arc<AtomicU64>,
    cancel: Arc<AtomicBool>,
    late: Arc<AtomicU64>,
    /// The call at which the search is cancelled.
    at: u64,
}

impl Slow {
    fn new(at: u64) -> Self {
        let inner = HashEvaluator::new(3, 1000);
        Slow { inner, calls: Arc::default(), cancel: Arc::default(), late: Arc::default(), at }
    }

    fn call(&self) {
        if self.cancel.load(Ordering::SeqCst) {
            self.late.fetch_add(1, Ordering::SeqCst);
        }
        thread::sleep(CALL);
        if self.calls.fetch_add(1, Ordering::SeqCst) + 1 == self.at {
            self.cancel.store(true, Ordering::SeqCst);
        }
    }
}

impl Evaluator<HashTree> for Slow {
    fn range(&self) -> Range {
        Evaluator::<HashTree>::range(&self.inner)
    }

    fn evaluate(&self, game: &HashTree, place: &Place) -> f64 {
        self.call();
        self.inner.evaluate(game, place)
    }

    fn children(&self, game: &HashTree, place: &Place, moves: &[u16], leaves: &mut Vec<Leaf>) {
        self.call();
        self.inner.children(game, place, moves, leaves);
    }
}

/// The calls that begin after the search was cancelled at call `at`, and why it stopped. None if the search makes fewer calls.
fn late_calls(search: &str, threads: u64, at: u64) -> Option<(u64, Option<Stop>)> {
    let tree = HashTree::new(3, 20, 6);
    let spec = if threads > 1 { format!("{search}(threads={threads})") } else { search.to_owned() };
    let slow = Slow::new(at);
    let budget = Budget { cancel: Some(Arc::clone(&slow.cancel)), ..Budget::moves(20_000) };
    let mut search = catalogue::build(&spec.parse().ok()?, tree, slow.clone(), 1).ok()?;
    let report = search.run(&budget);
    let is_cancelled = slow.cancel.load(Ordering::SeqCst);
    is_cancelled.then(|| (slow.late.load(Ordering::SeqCst), report.stop))
}

#[test]
fn a_cancelled_search_begins_no_call() {
    let mut cancelled = 0;
    for entry in SEARCHES {
        for at in CANCELLED_AT {
            let Some(found) = late_calls(entry.name, 1, at) else { continue };
            assert_eq!(found, (0, Some(Stop::Cancelled)), "{} at call {at}", entry.name);
            cancelled += 1;
        }
    }
    assert!(cancelled > 100, "only {cancelled} searches evaluate");
}

#[test]
fn the_best_move_so_far_is_played_where_a_further_call_would_take_long() {
    let tree = HashTree::new(3, 20, 6);
    for search in ["minimax", "star1"] {
        let slow = Slow::new(4);
        let budget = Budget { cancel: Some(Arc::clone(&slow.cancel)), ..Budget::unlimited() };
        let report = catalogue::build(&search.parse().unwrap(), tree, slow, 1).unwrap().run(&budget);
        let values: Vec<Option<f64>> = report.moves.iter().map(|found| found.value).collect();
        assert!(values[..4].iter().all(Option::is_some) && values[4..].iter().all(Option::is_none));
        let greatest = values.iter().flatten().copied().fold(f64::MIN, f64::max);
        let best = report.moves.iter().find(|found| Some(found.mv) == report.best).unwrap();
        assert_eq!((report.value, best.value), (greatest, Some(greatest)), "{search}");
    }
}

#[test]
fn a_cancelled_search_with_threads_begins_at_most_the_call_that_was_decided_before() {
    for search in ["mm-fast", "pvs", "mtdf", "puct"] {
        let (late, stop) = late_calls(search, 3, 12).unwrap();
        assert_eq!(stop, Some(Stop::Cancelled), "{search}");
        assert!(late <= 2, "{search}: {late}");
    }
}
