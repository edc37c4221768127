//! UCT and PUCT prove nothing but the truth, prove everything when they run to the end, and keep their budgets.
//!
//! `TIPTREE_CASES` sets the number of trees a property is tried on.

use crate::oracle::{any_tree, cases, definition, timeless};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tiptree::search::sampling::{Leaf, Pick, Priors, Sampling, Settings};
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Game, Report, Search, Stop, Turn};

/// Settings of every kind, for one thread.
fn any_settings() -> impl Strategy<Value = Settings> {
    let usual = prop_oneof![Just(Settings::uct()), Just(Settings::puct())];
    let leaf = prop_oneof![Just(Leaf::Playout), Just(Leaf::Evaluator), Just(Leaf::Mixed)];
    let priors = prop_oneof![Just(Priors::Values), Just(Priors::Evaluator), Just(Priors::Equal)];
    let pick = prop_oneof![Just(Pick::Visits), Just(Pick::Bound), Just(Pick::Value)];
    let numbers = (prop_oneof![Just(0.0), Just(0.3), Just(2.0)], prop_oneof![Just(0.0), Just(200.0)]);
    (usual, leaf, priors, pick, numbers, any::<(bool, bool)>(), 1u32..4).prop_map(
        |(usual, leaf, priors, pick, (c, squash), (graph, insight), expand)| {
            usual
                .c(c)
                .expand(expand)
                .playouts(expand)
                .squash(squash)
                .leaf(leaf)
                .priors(priors)
                .pick(pick)
                .graph(graph)
                .insight(insight)
        },
    )
}

fn sampling((tree, evaluator): (HashTree, HashEvaluator), settings: &Settings) -> impl Search<HashTree> {
    Sampling::new(tree, evaluator, settings.clone(), 1)
}

/// How far a sum of chances may be off.
fn is_near(value: f64, truth: f64) -> bool {
    (value - truth).abs() < 1e-8
}

/// Whatever is proven, of the root or of a move, is what play to the end gives.
fn proves_the_truth(
    (tree, evaluator): (HashTree, HashEvaluator),
    report: &Report<u16>,
) -> Result<(), TestCaseError> {
    let truth = |state| definition(&tree, &evaluator, &state, u32::MAX);
    prop_assert!(report.proven.is_none_or(|proven| is_near(proven.value, truth(tree.start()))));
    for entry in &report.moves {
        let behind = || truth(tree.after(&tree.start(), entry.mv));
        prop_assert!(entry.proven.is_none_or(|proven| is_near(proven.value, behind())), "{:?}", entry);
    }
    Ok(())
}

/// Run to the end, the value of the game is proven, and the move played has it.
fn solves(case: (HashTree, HashEvaluator), report: &Report<u16>) -> Result<(), TestCaseError> {
    let (tree, evaluator) = case;
    if report.stop == Some(Stop::Forced) {
        return Ok(());
    }
    let value = definition(&tree, &evaluator, &tree.start(), u32::MAX);
    prop_assert_eq!(report.stop, Some(Stop::Complete));
    prop_assert!(report.proven.is_some_and(|proven| is_near(proven.value, value)), "{} {:?}", value, report);
    prop_assert!(is_near(report.value, value));
    if !tree.has_chance() {
        prop_assert_eq!(report.value, value);
    }
    prop_assert_eq!(report.best.is_some(), tree.turn(&tree.start()) != Turn::Chance);
    if let Some(best) = report.best {
        let behind = definition(&tree, &evaluator, &tree.after(&tree.start(), best), u32::MAX);
        prop_assert!(is_near(behind, value), "{} is worth {}, not {}", best, behind, value);
    }
    proves_the_truth(case, report)
}

/// What was visited is what was played.
fn is_counted(tree: &HashTree, report: &Report<u16>) -> Result<(), TestCaseError> {
    let visits: u64 = report.moves.iter().map(|entry| entry.visits).sum();
    let shares: f64 = report.moves.iter().map(|entry| entry.share).sum();
    prop_assert!(visits == 0 || (shares - 1.0).abs() < 1e-9);
    let decides = matches!(tree.turn(&tree.start()), Turn::Max | Turn::Min);
    prop_assert_eq!(report.best.is_some(), decides);
    prop_assert!(report.best.is_none_or(|best| report.best_moves.contains(&best)));
    prop_assert!(
        report.moves.iter().all(|entry| entry.value.is_none_or(|value| value.abs() <= 1.0 + 1e-6)),
        "{:?}",
        report
    );
    prop_assert_eq!(report.counters.moves, report.counters.nodes);
    Ok(())
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn whatever_the_settings_the_value_of_the_game_is_proven_in_the_end(
        case in any_tree(), settings in any_settings(),
    ) {
        let report = sampling(case, &settings).run(&Budget::unlimited());
        solves(case, &report)?;
        is_counted(&case.0, &report)?;
    }

    #[test]
    fn what_is_proven_on_the_way_is_true(case in any_tree(), settings in any_settings(), limit in 1u64..300) {
        let report = sampling(case, &settings).run(&Budget::evals(limit));
        proves_the_truth(case, &report)?;
    }

    #[test]
    fn counted_budgets_are_kept_by_all_threads_together(
        case in any_tree(), settings in any_settings(), threads in 1usize..4, limit in 1u64..300,
    ) {
        let settings = settings.threads(threads);
        for budget in [Budget::moves(limit), Budget::evals(limit), Budget::nodes(limit), Budget::depth(2)] {
            let report = sampling(case, &settings).run(&budget);
            prop_assert!(budget.moves.is_none_or(|limit| report.counters.moves <= limit));
            prop_assert!(budget.evals.is_none_or(|limit| report.counters.evals <= limit));
            prop_assert!(budget.nodes.is_none_or(|limit| report.counters.nodes <= limit));
            prop_assert!(budget.depth.is_none_or(|limit| report.counters.max_depth <= limit));
            is_counted(&case.0, &report)?;
            proves_the_truth(case, &report)?;
        }
    }

    #[test]
    fn one_thread_gives_the_same_report_again(
        case in any_tree(), settings in any_settings(), limit in 1u64..300,
    ) {
        let once = || timeless(sampling(case, &settings).run(&Budget::evals(limit)));
        prop_assert_eq!(once(), once());
        let mut search = sampling(case, &settings);
        let first = timeless(search.run(&Budget::evals(limit)));
        search.start(case.0.start());
        prop_assert_eq!(timeless(search.run(&Budget::evals(limit))), first);
    }
}

#[test]
fn a_tree_without_room_ends_the_search() {
    let (tree, evaluator) = (HashTree::new(1, 20, 4), HashEvaluator::new(1, 100));
    for (settings, threads) in [(Settings::uct(), 1), (Settings::puct(), 1), (Settings::uct(), 3)] {
        for graph in [false, true] {
            let settings = settings.clone().graph(graph).threads(threads);
            for memory in [1, 1 << 12, 1 << 17, 1 << 20] {
                let budget = Budget { memory: Some(memory), ..Budget::unlimited() };
                let report = Sampling::new(tree, evaluator, settings.clone(), 1).run(&budget);
                assert_eq!(report.stop, Some(Stop::Memory));
                assert!(report.counters.tree_bytes <= memory, "{:?}", report.counters);
                assert!(report.best.is_some());
            }
        }
    }
}

/// The search that has played a move, and the tree behind it.
fn after_a_move(
    (tree, evaluator): (HashTree, HashEvaluator),
    settings: &Settings,
    evals: u64,
) -> Option<(impl Search<HashTree>, HashTree, u16)> {
    let mut search = Sampling::new(tree, evaluator, settings.clone(), 1);
    let best = search.run(&Budget::evals(evals)).best?;
    search.advance(best);
    Some((search, tree, best))
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_kept_tree_proves_the_same_as_a_new_one(
        case in any_tree(), settings in any_settings(), evals in 1u64..200, limit in 1u64..50,
    ) {
        for keep in [true, false] {
            let settings = settings.clone().keep(keep);
            let Some((mut search, tree, best)) = after_a_move(case, &settings, evals) else { return Ok(()) };
            let state = tree.after(&tree.start(), best);
            let truth = |state| definition(&tree, &case.1, &state, u32::MAX);
            for budget in [Budget::evals(limit), Budget::unlimited()] {
                let report = search.run(&budget);
                let mut moves = Vec::new();
                tree.moves(&state, &mut moves);
                prop_assert_eq!(report.moves.iter().map(|entry| entry.mv).collect::<Vec<_>>(), moves);
                for entry in &report.moves {
                    let behind = || truth(tree.after(&state, entry.mv));
                    prop_assert!(entry.proven.is_none_or(|proven| is_near(proven.value, behind())));
                }
                prop_assert!(report.proven.is_none_or(|proven| is_near(proven.value, truth(state))));
                if budget.is_unlimited() && report.stop != Some(Stop::Forced) {
                    prop_assert!(report.proven.is_some(), "{:?}", report);
                    let is_best = |mv| is_near(truth(tree.after(&state, mv)), truth(state));
                    prop_assert!(report.best.is_none_or(is_best), "{:?}", report);
                }
            }
        }
    }

    #[test]
    fn threads_prove_the_same(case in any_tree(), settings in any_settings(), threads in 2usize..5) {
        let report = sampling(case, &settings.threads(threads)).run(&Budget::unlimited());
        solves(case, &report)?;
        is_counted(&case.0, &report)?;
    }
}
