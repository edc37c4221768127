//! Watched searches: what they publish, and that watching changes nothing.

use std::sync::{Arc, Mutex};
use tiptree::search::catalogue::{self, SEARCHES};
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Counters, Game, Progress, Report, Search, Watcher};

/// Wants a report every so many moves, and keeps them all. No clock has a part in it.
#[derive(Debug)]
struct Keeper {
    every: u64,
    next: Mutex<u64>,
    seen: Mutex<Vec<Progress>>,
    counts: Mutex<Vec<u64>>,
}

impl Keeper {
    fn new(every: u64) -> Arc<Keeper> {
        Arc::new(Keeper { every, next: Mutex::default(), seen: Mutex::default(), counts: Mutex::default() })
    }
}

impl Watcher for Keeper {
    fn wants(&self, counters: &Counters) -> bool {
        let mut next = self.next.lock().unwrap();
        let is_due = counters.moves >= *next;
        if is_due {
            *next = counters.moves.saturating_add(self.every);
        }
        is_due
    }

    fn see(&self, progress: Progress) {
        self.seen.lock().unwrap().push(progress);
    }

    fn count(&self, counters: &Counters) {
        self.counts.lock().unwrap().push(counters.moves);
    }
}

fn tree() -> HashTree {
    HashTree::new(7, 12, 4)
}

fn search(spec: &str) -> Box<dyn Search<HashTree>> {
    catalogue::build(&spec.parse().unwrap(), tree(), HashEvaluator::new(7, 1000), 1).unwrap()
}

/// A report without its clock readings.
fn timeless<M>(report: Report<M>) -> Report<M> {
    Report { seconds: 0.0, cpu_seconds: 0.0, ..report }
}

#[test]
fn a_watched_search_finds_what_it_finds_alone() {
    for entry in SEARCHES {
        let spec = if ["minimax", "product", "average", "fallible", "mean", "expectimax"]
            .contains(&entry.name)
            || entry.name.starts_with("star")
        {
            format!("{}(depth=6)", entry.name)
        } else {
            entry.name.to_owned()
        };
        let budget: Budget = "moves=30k,evals=20k".parse().unwrap();
        let alone = timeless(search(&spec).run(&budget));
        let keeper = Keeper::new(100);
        let watched = search(&spec).run(&Budget { watcher: Some(keeper.clone()), ..budget });
        assert_eq!(timeless(watched), alone, "{spec}");
        let seen = keeper.seen.lock().unwrap();
        assert!(!seen.is_empty(), "{spec} shows nothing");
        assert!(seen.iter().all(|progress| progress.counters.moves <= alone.counters.moves), "{spec}");
    }
}

#[test]
fn progress_is_a_line_of_legal_moves_by_their_indices() {
    for spec in ["mm", "mm-fast", "pvs", "uct", "ubfm"] {
        let keeper = Keeper::new(0);
        search(spec).run(&Budget { watcher: Some(keeper.clone()), ..Budget::moves(20_000) });
        let seen = keeper.seen.lock().unwrap();
        assert!(seen.len() > 3, "{spec}: {}", seen.len());
        for progress in seen.iter() {
            let game = tree();
            let mut state = game.start();
            for &index in &progress.pv {
                let mut legal = Vec::new();
                game.moves(&state, &mut legal);
                game.play(&mut state, legal[index]);
            }
        }
        assert!(seen.iter().any(|progress| progress.pv.len() > 1), "{spec} shows no line");
    }
}

#[test]
fn an_iteration_without_news_still_counts_its_work() {
    let keeper = Keeper::new(u64::MAX);
    search("ab").run(&Budget { watcher: Some(keeper.clone()), ..Budget::moves(200_000) });
    let counts = keeper.counts.lock().unwrap();
    assert!(counts.len() >= 10 && counts.is_sorted(), "{counts:?}");
}
