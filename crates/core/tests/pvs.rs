//! Modern alpha-beta equals the plain oracle where it promises to, and proves nothing but the truth everywhere.
//!
//! `TIPTREE_CASES` sets the number of trees a property is tried on.

mod oracle;

use oracle::{any_tree, brackets, cases, definition, timeless};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tiptree::search::depth_first::pvs::{Driver, Pvs, Reduction, Settings};
use tiptree::search::depth_first::{Deepening, Minimax};
use tiptree::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Game, Report, Search, Stop, Turn};

/// Settings that keep the values of plain minimax, in every other way different.
fn exact_settings() -> impl Strategy<Value = Settings> {
    let table = prop_oneof![Just(0), Just(64), Just(1 << 12), Just(1 << 20)];
    let window = prop_oneof![Just(0.0), Just(0.001), Just(0.1)];
    let driver = prop_oneof![Just(Driver::Window), Just(Driver::Bounds)];
    (table, window, driver, any::<(bool, bool, bool, bool)>()).prop_map(
        |(table, window, driver, (killers, history, mirror, sort))| Settings {
            table,
            window,
            driver,
            killers,
            history,
            mirror,
            sort,
            ..Settings::exact()
        },
    )
}

/// Settings with reductions of every size, and everything else at random.
fn any_settings() -> impl Strategy<Value = Settings> {
    let reduction = (-0.5..2.0, 0.0..3.0).prop_map(|(base, slope)| Reduction { base, slope });
    let reduce = proptest::option::of(reduction);
    (exact_settings(), reduce, any::<(bool, bool)>(), 0u32..4, 1usize..4).prop_map(
        |(exact, reduce, (deeper, partial), extend, threads)| Settings {
            reduce,
            deeper,
            extend,
            partial,
            threads,
            ..exact
        },
    )
}

fn pvs(tree: HashTree, evaluator: HashEvaluator, settings: &Settings) -> impl Search<HashTree> {
    Deepening::new(tree, evaluator, Pvs::new(settings.clone()))
}

/// Whatever is proven, of the root or of a move, is what play to the end gives.
fn proves_the_truth(
    tree: &HashTree,
    evaluator: &HashEvaluator,
    report: &Report<u16>,
) -> Result<(), TestCaseError> {
    let truth = |state| definition(tree, evaluator, &state, u32::MAX);
    prop_assert!(report.proven.is_none_or(|proven| proven.value == truth(tree.start())));
    for entry in &report.moves {
        let behind = || truth(tree.after(&tree.start(), entry.mv));
        prop_assert!(entry.proven.is_none_or(|proven| proven.value == behind()), "{:?}", entry);
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn with_exact_settings_every_depth_has_the_value_of_minimax(
        (tree, evaluator) in any_tree(), settings in exact_settings(),
    ) {
        for depth in 1..9 {
            let oracle = Deepening::new(tree, evaluator, Minimax::default()).run(&Budget::depth(depth));
            let report = pvs(tree, evaluator, &settings).run(&Budget::depth(depth));
            prop_assert_eq!(report.value, oracle.value);
            prop_assert!(report.proven.is_some() || oracle.proven.is_none());
            // A proof may come before this depth is reached, and then the moves have the values of a lesser one.
            if report.proven.is_none() {
                brackets(&report, &oracle)?;
            }
            proves_the_truth(&tree, &evaluator, &report)?;
        }
    }

    #[test]
    fn whatever_the_settings_a_game_seen_to_its_end_has_its_value(
        (tree, evaluator) in any_tree(), settings in any_settings(),
    ) {
        let report = pvs(tree, evaluator, &settings).run(&Budget::unlimited());
        if report.stop != Some(Stop::Forced) {
            let value = definition(&tree, &evaluator, &tree.start(), u32::MAX);
            prop_assert_eq!(report.stop, Some(Stop::Complete));
            prop_assert_eq!((report.value, report.proven.map(|proven| proven.value)), (value, Some(value)));
            proves_the_truth(&tree, &evaluator, &report)?;
        }
    }

    #[test]
    fn what_is_proven_is_true_at_every_depth((tree, evaluator) in any_tree(), settings in any_settings()) {
        let mut search = pvs(tree, evaluator, &settings);
        for depth in 1..9 {
            let report = search.run(&Budget::depth(depth));
            proves_the_truth(&tree, &evaluator, &report)?;
        }
    }

    #[test]
    fn counted_budgets_are_kept_by_all_threads_together(
        (tree, evaluator) in any_tree(), settings in any_settings(), limit in 1u64..400,
    ) {
        for budget in [Budget::moves(limit), Budget::evals(limit), Budget::nodes(limit)] {
            let report = pvs(tree, evaluator, &settings).run(&budget);
            prop_assert!(budget.moves.is_none_or(|limit| report.counters.moves <= limit));
            prop_assert!(budget.evals.is_none_or(|limit| report.counters.evals <= limit));
            prop_assert!(budget.nodes.is_none_or(|limit| report.counters.nodes <= limit));
            let decides = tree.turn(&tree.start()) != Turn::Chance;
            prop_assert_eq!(report.best.is_some(), decides);
            prop_assert!(report.best.is_none_or(|best| report.best_moves.contains(&best)));
            prop_assert!(report.moves.iter().all(|entry| entry.value.abs() <= 1.0 + 1e-9));
        }
    }

    #[test]
    fn one_thread_gives_the_same_report_again(
        (tree, evaluator) in any_tree(), settings in any_settings(), limit in 1u64..400,
    ) {
        let settings = Settings { threads: 1, ..settings };
        let once = || timeless(pvs(tree, evaluator, &settings).run(&Budget::moves(limit)));
        prop_assert_eq!(once(), once());
        let mut search = pvs(tree, evaluator, &settings);
        let first = timeless(search.run(&Budget::moves(limit)));
        search.start(tree.start());
        prop_assert_eq!(timeless(search.run(&Budget::moves(limit))), first);
    }
}
