//! What the property tests hold searches to, and how many trees they are tried on.

// Not every file of tests asks everything.
#![allow(dead_code)]

pub(crate) mod lattice;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Bound, Evaluator, Game, Report, Stop, Turn};

/// As many cases as `TIPTREE_CASES` says, or `default`.
pub(crate) fn cases(default: u32) -> ProptestConfig {
    let count = std::env::var("TIPTREE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    // A failure needs no file to be found again: its message holds the tree, seed and all.
    ProptestConfig { cases: count, failure_persistence: None, ..ProptestConfig::default() }
}

/// The oracle's own oracle: the definition of depth-limited expectimax, written once more without a search around it.
pub(crate) fn definition<G: Game>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
) -> f64 {
    let turn = game.turn(state);
    if turn.is_over() || depth == 0 {
        return evaluator.leaf(game, state).value;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let left = if turn == Turn::Chance { depth } else { depth - 1 };
    let values = moves.iter().map(|&mv| definition(game, evaluator, &game.after(state, mv), left));
    match turn {
        Turn::Max => values.fold(f64::NEG_INFINITY, f64::max),
        Turn::Min => values.fold(f64::INFINITY, f64::min),
        _ => {
            let mut chances = Vec::new();
            game.chances(state, &moves, &mut chances);
            expectation(&values.collect::<Vec<f64>>(), &chances)
        }
    }
}

/// The definition of an expectation: no rounding makes it better or worse than every outcome.
pub(crate) fn expectation(values: &[f64], chances: &[f64]) -> f64 {
    let sum = values.iter().zip(chances).fold(0.0, |sum, (value, chance)| sum + chance * value);
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    sum.clamp(least, values.iter().copied().fold(f64::NEG_INFINITY, f64::max))
}

/// The report without its clock readings.
pub(crate) fn timeless<M>(report: Report<M>) -> Report<M> {
    Report { seconds: 0.0, cpu_seconds: 0.0, ..report }
}

/// The same tree, irregular or with turns in no order where that is asked for.
pub(crate) fn of_kind(tree: HashTree, irregular: bool, free: bool) -> HashTree {
    let tree = if irregular { tree.irregular() } else { tree };
    if free { tree.with_free_turns() } else { tree }
}

/// A tree of a few thousand positions at most, of every kind, with an evaluator of few or many values.
pub(crate) fn any_tree() -> impl Strategy<Value = (HashTree, HashEvaluator)> {
    let shape = prop_oneof![Just((2, 8)), Just((3, 6)), Just((4, 5)), Just((6, 4)), Just((20, 2))];
    let kind = (any::<bool>(), any::<bool>(), prop_oneof![Just(0.0), Just(0.25), Just(0.6)]);
    let ends = prop_oneof![Just(0.0), Just(0.1), Just(0.3)];
    let ties =
        (prop_oneof![Just(2), Just(3), Just(1_000_001)], prop_oneof![Just(2), Just(5), Just(1_000_001)]);
    (any::<u64>(), shape, kind, ends, ties).prop_map(
        |(seed, (branching, depth), (irregular, free, chance), ends, (payoffs, values))| {
            let tree = HashTree::new(seed, depth, branching)
                .with_chance(chance)
                .with_early_ends(ends)
                .with_payoffs(payoffs);
            let tree = of_kind(tree, irregular, free);
            (tree, HashEvaluator::new(seed, values).within(-1.0, 1.0))
        },
    )
}

/// Moves and bounds of a report hold against the oracle's, whose values are all exact.
pub(crate) fn brackets(report: &Report<u16>, oracle: &Report<u16>) -> Result<(), TestCaseError> {
    prop_assert_eq!(report.best.is_some(), oracle.best.is_some());
    // Of equal values either may be played: of proven wins each takes the shortest that it has proven.
    let is_best =
        |mv: &u16| oracle.moves.iter().any(|entry| entry.mv == *mv && entry.value == Some(oracle.value));
    prop_assert!(report.best.is_none_or(|best| is_best(&best) || report.stop == Some(Stop::Forced)));
    prop_assert!(report.best_moves.iter().all(is_best) || report.stop == Some(Stop::Forced));
    for (entry, truth) in report.moves.iter().zip(&oracle.moves) {
        prop_assert_eq!(entry.mv, truth.mv);
        let holds = match entry.bound {
            Bound::Exact => entry.value == truth.value,
            Bound::Upper => entry.value >= truth.value,
            Bound::Lower => entry.value <= truth.value,
            // Nothing was looked at: a move is forced, or another one wins.
            Bound::Estimate => report.stop == Some(Stop::Forced) || entry.visits == 0,
        };
        prop_assert!(holds, "{:?} against {:?}", entry, truth);
    }
    Ok(())
}
