//! Every exact search equals the plain oracle, on thousands of random trees: chance, free turns, ties and early ends
//! included. Every bound brackets it. Budgets are kept, and the same budget gives the same report.
//!
//! `TIPTREE_CASES` sets the number of trees a property is tried on.

use crate::oracle::{any_tree, brackets, cases, definition, timeless};
use proptest::prelude::*;
use tiptree::search::depth_first::{AlphaBeta, Deepening, Minimax, Reading};
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Game, Report, Search, Stop, Turn};

const READINGS: [Reading; 3] = [Reading::V0, Reading::V1, Reading::V2];

fn alpha_beta(tree: HashTree, evaluator: HashEvaluator, reading: Reading) -> impl Search<HashTree> {
    Deepening::new(tree, evaluator, AlphaBeta::reading(reading))
}

fn minimax(tree: HashTree, evaluator: HashEvaluator) -> impl Search<HashTree> {
    Deepening::new(tree, evaluator, Minimax::default())
}

/// The value at the end of the principal variation equals the root's.
fn follows_its_line(tree: &HashTree, evaluator: &HashEvaluator, report: &Report<u16>, depth: u32) -> bool {
    let mut state = tree.start();
    for &mv in &report.pv {
        tree.play(&mut state, mv);
    }
    definition(tree, evaluator, &state, depth - report.pv.len() as u32) == report.value
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn minimax_is_its_definition((tree, evaluator) in any_tree(), depth in 1u32..9) {
        let report = minimax(tree, evaluator).run(&Budget::depth(depth));
        if report.stop != Some(Stop::Forced) {
            prop_assert_eq!(report.value, definition(&tree, &evaluator, &tree.start(), depth));
            for entry in &report.moves {
                let left = depth - u32::from(tree.turn(&tree.start()) != Turn::Chance);
                let behind = tree.after(&tree.start(), entry.mv);
                prop_assert_eq!(entry.value, Some(definition(&tree, &evaluator, &behind, left)));
                let best = report.best.is_some() && entry.value == Some(report.value);
                // Of proven wins only the shortest are as good as the best.
                let is_among = report.best_moves.contains(&entry.mv);
                prop_assert!(is_among == best || (best && report.proven.is_some()));
            }
            prop_assert!(follows_its_line(&tree, &evaluator, &report, depth));
        }
    }

    #[test]
    fn alpha_beta_equals_minimax_at_every_depth((tree, evaluator) in any_tree()) {
        for depth in 1..9 {
            let oracle = minimax(tree, evaluator).run(&Budget::depth(depth));
            for reading in READINGS {
                let report = alpha_beta(tree, evaluator, reading).run(&Budget::depth(depth));
                prop_assert_eq!(report.value, oracle.value);
                brackets(&report, &oracle)?;
                // What was pruned may hide a horizon that the oracle met: the proof then comes earlier, never later.
                prop_assert!(report.proven.is_some() || oracle.proven.is_none());
                if let Some(proven) = report.proven {
                    prop_assert_eq!(proven.value, definition(&tree, &evaluator, &tree.start(), u32::MAX));
                }
                if report.stop != Some(Stop::Forced) {
                    prop_assert!(follows_its_line(&tree, &evaluator, &report, depth));
                }
            }
        }
    }

    #[test]
    fn without_limits_the_game_is_solved((tree, evaluator) in any_tree()) {
        for reading in READINGS {
            let report = alpha_beta(tree, evaluator, reading).run(&Budget::unlimited());
            if report.stop == Some(Stop::Forced) {
                prop_assert_eq!((report.moves.len(), report.counters.moves, report.counters.evals), (1, 0, 1));
            } else {
                let value = definition(&tree, &evaluator, &tree.start(), u32::MAX);
                prop_assert_eq!(report.stop, Some(Stop::Complete));
                prop_assert_eq!((report.value, report.proven.map(|proven| proven.value)), (value, Some(value)));
            }
        }
    }

    #[test]
    fn counted_budgets_are_kept((tree, evaluator) in any_tree(), limit in 1u64..400) {
        for budget in [Budget::moves(limit), Budget::evals(limit), Budget::nodes(limit)] {
            let mut reports = READINGS.map(|reading| alpha_beta(tree, evaluator, reading).run(&budget)).to_vec();
            reports.push(minimax(tree, evaluator).run(&budget));
            for report in reports {
                prop_assert!(budget.moves.is_none_or(|limit| report.counters.moves <= limit));
                prop_assert!(budget.evals.is_none_or(|limit| report.counters.evals <= limit));
                prop_assert!(budget.nodes.is_none_or(|limit| report.counters.nodes <= limit));
                prop_assert!(report.stop.is_some());
                let decides = tree.turn(&tree.start()) != Turn::Chance;
                prop_assert_eq!(report.best.is_some(), decides);
                prop_assert!(report.best.is_none_or(|best| report.best_moves.contains(&best)));
                // Probabilities may sum to one and a rounding error.
                prop_assert!(report.moves.iter().all(|entry| entry.value.is_none_or(|value| value.abs() <= 1.0 + 1e-9)));
            }
        }
    }

    #[test]
    fn the_same_budget_gives_the_same_report((tree, evaluator) in any_tree(), limit in 1u64..400) {
        for reading in READINGS {
            let once = |_| timeless(alpha_beta(tree, evaluator, reading).run(&Budget::moves(limit)));
            prop_assert_eq!(once(1), once(2));
        }
    }

    #[test]
    fn an_interrupted_search_goes_on_as_if_nothing_had_happened((tree, evaluator) in any_tree(), limit in 1u64..400) {
        let mut search = alpha_beta(tree, evaluator, Reading::V2);
        search.run(&Budget::moves(limit));
        let late = search.run(&Budget::depth(20));
        let straight = alpha_beta(tree, evaluator, Reading::V2).run(&Budget::depth(20));
        prop_assert_eq!((late.value, late.best, late.pv, late.moves), (straight.value, straight.best, straight.pv, straight.moves));
    }
}
