//! Searches in slices: a slice only pauses, so that the report is that of one run.
//!
//! `TIPTREE_CASES=20000` sets the evaluations of a run.

use tiptree::erased::{Engine, Slices};
use tiptree::search::catalogue::SEARCHES;
use tiptree::{Budget, Report, Stop};
use tiptree_games::registry;

const GAMES: [&str; 5] = ["connect4", "othello", "kalah", "pig(goal=30)", "planted"];

/// The evaluations of a run.
fn evals() -> u64 {
    std::env::var("TIPTREE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(1100)
}

/// A report without its clock readings.
fn timeless(report: Report<String>) -> Report<String> {
    Report { seconds: 0.0, cpu_seconds: 0.0, ..report }
}

/// A player; none if the search does not play the game.
fn player(game: &str, search: &str) -> Option<Box<dyn Engine>> {
    registry().rules(&game.parse().unwrap(), None).unwrap().engine(&search.parse().unwrap(), 1).ok()
}

fn slices(player: &mut dyn Engine) -> &mut dyn Slices {
    player.slices().expect("searches in slices")
}

/// Searches in slices of `evals` evaluations. Every pause shows a report that is consistent with the work done.
fn in_slices(player: &mut dyn Engine, budget: &Budget, evals: u64, name: &str) -> Report<String> {
    let slices = slices(player);
    slices.begin(budget);
    let mut last = 0;
    for number in 0..1_000_000u64 {
        assert!(number < 900_000, "{name} does not end");
        let stop = slices.work(evals);
        if number % 50 == 0 || stop.is_some() {
            let report = slices.report();
            assert_eq!(report.stop, stop, "{name}");
            assert!(report.counters.evals >= last, "{name}");
            last = report.counters.evals;
        }
        if stop.is_some() {
            break;
        }
    }
    timeless(slices.report())
}

/// Runs of every search: at the start, and after two moves behind it, where trees and tables are kept.
#[test]
fn slices_of_every_size_find_what_one_run_finds() {
    let budget = Budget::evals(evals());
    for game in GAMES {
        for entry in SEARCHES {
            let Some(mut whole) = player(game, entry.name) else { continue };
            let first = timeless(whole.run(&budget));
            let mut played =
                first.pv.iter().take(2).try_for_each(|mv| whole.play(mv)).map(|()| first.clone());
            let second = played.as_mut().ok().map(|_| timeless(whole.run(&budget)));
            for evals in [1, 7, 1000] {
                let name = format!("{game}, {} in slices of {evals}", entry.name);
                let mut player = player(game, entry.name).unwrap();
                assert_eq!(in_slices(&mut *player, &budget, evals, &name), first, "{name}");
                first.pv.iter().take(2).for_each(|mv| player.play(mv).unwrap());
                assert_eq!(
                    Some(in_slices(&mut *player, &budget, evals, &name)),
                    second,
                    "{name}, second run"
                );
            }
        }
    }
}

/// Budgets that stop a search elsewhere than at an evaluation: in its first iteration, at a move, or because it is sure.
#[test]
fn slices_find_what_one_run_finds_whatever_limits_it() {
    let budgets =
        ["nodes=3", "nodes=17", "moves=40", "moves=333", "sure=0.5,evals=2000", "depth=2,evals=500"];
    for entry in SEARCHES {
        for budget in budgets {
            let name = format!("{} with {budget}", entry.name);
            let budget: Budget = budget.parse().unwrap();
            let Some(mut whole) = player("connect4", entry.name) else { continue };
            let found = timeless(whole.run(&budget));
            for evals in [1, 7] {
                let mut player = player("connect4", entry.name).unwrap();
                assert_eq!(in_slices(&mut *player, &budget, evals, &name), found, "{name}");
            }
        }
    }
}

#[test]
fn a_cancelled_search_reports_what_it_has_found() {
    for entry in SEARCHES {
        let Some(mut player) = player("connect4", entry.name) else { continue };
        let slices = slices(&mut *player);
        slices.begin(&Budget::evals(100_000));
        for _ in 0..5 {
            assert_eq!(slices.work(300), None, "{}", entry.name);
        }
        let so_far = slices.report();
        slices.cancel();
        let report = slices.report();
        assert_eq!(report.stop, Some(Stop::Cancelled), "{}", entry.name);
        assert!(so_far.best.is_some() && report.best.is_some(), "{}", entry.name);
        assert!(report.counters.evals < 10_000, "{}", entry.name);
        assert_eq!(slices.work(300), Some(Stop::Cancelled), "a search that has ended works no more");
        player.play("4").unwrap();
        assert!(player.run(&Budget::evals(1000)).best.is_some(), "{}", entry.name);
    }
}

#[test]
fn a_search_with_threads_works_in_slices_and_ends_in_the_middle_of_one() {
    for search in
        ["mm-fast(threads=3)", "pvs(threads=3)", "mtdf(threads=3)", "uct(threads=3)", "puct(threads=3)"]
    {
        let mut player = player("connect4", search).unwrap();
        let slices = slices(&mut *player);
        slices.begin(&Budget::evals(30_000));
        while slices.work(2000).is_none() {}
        let report = slices.report();
        assert!(report.best.is_some(), "{search}");
        assert_eq!(report.stop, Some(Stop::Evals), "{search}");
        slices.begin(&Budget::evals(1 << 40));
        assert_eq!(slices.work(1000), None, "{search}");
        // Dropped in the middle of a run: its threads end.
    }
}

#[test]
fn the_cancel_flag_of_the_budget_ends_a_search_in_slices() {
    for entry in SEARCHES {
        let Some(mut player) = player("connect4", entry.name) else { continue };
        let slices = slices(&mut *player);
        let cancel = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        slices.begin(&Budget { cancel: Some(cancel.clone()), ..Budget::evals(1 << 40) });
        assert_eq!(slices.work(500), None, "{}", entry.name);
        cancel.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(slices.work(1_000_000), Some(Stop::Cancelled), "{}", entry.name);
        assert!(slices.report().counters.evals < 100_000, "{}", entry.name);
    }
}
