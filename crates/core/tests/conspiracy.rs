//! Conspiracy numbers held to their definition, and the search that grows by them to the truth.
//!
//! `TIPTREE_CASES` sets the number of trees a property is tried on.

use crate::oracle::{any_tree, cases, definition, timeless};
use proptest::prelude::*;
use tiptree::search::best_first::MinMax;
use tiptree::search::best_first::arena::{Kind, ROOT};
use tiptree::search::best_first::conspiracy::{BUCKETS, Conspiracy, NEVER, Window};
use tiptree::search::best_first::tree;
use tiptree::search::catalogue;
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Game, Meter, Neutral, Search, Stop};

type Tree = tree::Tree<HashTree>;

/// A tree of every kind but with chance.
fn certain_tree() -> impl Strategy<Value = (HashTree, HashEvaluator)> {
    any_tree().prop_map(|(tree, evaluator)| (tree.with_chance(0.0), evaluator))
}

fn conspiracy(
    tree: HashTree,
    evaluator: HashEvaluator,
    threshold: u8,
) -> Conspiracy<HashTree, HashEvaluator> {
    Conspiracy::new(tree, evaluator).unwrap().with_threshold(threshold)
}

/// The tips that may conspire below a node.
fn tips(tree: &Tree, place: usize, found: &mut Vec<usize>) {
    if tree.is_tip(place) {
        if tree.kind(place) != Kind::Over {
            found.push(place);
        }
        return;
    }
    for child in tree.children(place) {
        tips(tree, child, found);
    }
}

/// The value of a node where the tips in `changed` have this value, by plain minimax.
fn value(tree: &Tree, place: usize, changed: &[usize], to: f64) -> f64 {
    if changed.contains(&place) {
        return to;
    }
    let values = tree.children(place).map(|child| value(tree, child, changed, to));
    match tree.kind(place) {
        _ if tree.is_tip(place) => tree.value(place),
        Kind::Min => values.fold(f64::INFINITY, f64::min),
        _ => values.fold(f64::NEG_INFINITY, f64::max),
    }
}

/// The least number of tips whose change to the best value of all brings a node into a bucket or beyond, by trying all sets.
fn least(tree: &Tree, place: usize, window: Window, bucket: usize, raises: bool) -> u8 {
    let mut open = Vec::new();
    tips(tree, place, &mut open);
    let to = if raises { 1023.0 } else { 1.0 };
    let sets = 0u32..1 << open.len();
    let succeeds = |set: &u32| {
        let changed: Vec<usize> =
            (0..open.len()).filter(|tip| set >> tip & 1 == 1).map(|tip| open[tip]).collect();
        let reached = window.bucket(value(tree, place, &changed, to));
        if raises { reached >= bucket } else { reached <= bucket }
    };
    sets.filter(succeeds).map(|set| set.count_ones() as u8).min().unwrap_or(NEVER)
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn the_numbers_are_the_least_sets_of_tips_that_can_change_a_node(
        seed in any::<u64>(), branching in 2u16..4, irregular in any::<bool>(), free in any::<bool>(), steps in 1usize..12,
    ) {
        let tree = HashTree::new(seed, 4, branching).with_early_ends(0.2).with_payoffs(5);
        let tree = crate::oracle::of_kind(tree, irregular, free);
        let mut search = conspiracy(tree, HashEvaluator::new(seed, 9), 2);
        let mut meter = Meter::new(&Budget::unlimited());
        for _ in 0..steps {
            if search.step(&mut meter).is_some() {
                break;
            }
            let grown = search.tree();
            let mut open = Vec::new();
            tips(grown, ROOT, &mut open);
            if open.len() > 8 {
                break;
            }
            for place in 0..grown.len() {
                let numbers = search.numbers(place);
                for bucket in (0..BUCKETS).step_by(5) {
                    for raises in [true, false] {
                        let expected = least(grown, place, search.window(), bucket, raises);
                        prop_assert_eq!(numbers.side(raises)[bucket], expected, "{} {}", place, bucket);
                    }
                }
            }
        }
    }

    #[test]
    fn run_to_its_end_it_proves_the_oracles_value((tree, evaluator) in certain_tree(), threshold in 2u8..20) {
        let report = conspiracy(tree, evaluator, threshold).run(&Budget::unlimited());
        let truth = |state| definition(&tree, &evaluator, &state, u32::MAX);
        if report.stop != Some(Stop::Forced) {
            prop_assert_eq!(report.stop, Some(Stop::Complete));
            prop_assert!((report.proven.unwrap().value - truth(tree.start())).abs() < 1e-9);
            prop_assert!((report.value - truth(tree.start())).abs() < 1e-9);
            let best = tree.after(&tree.start(), report.best.unwrap());
            prop_assert!((truth(best) - truth(tree.start())).abs() < 1e-9);
        }
        for entry in &report.moves {
            let behind = truth(tree.after(&tree.start(), entry.mv));
            prop_assert!(entry.proven.is_none_or(|proven| (proven.value - behind).abs() < 1e-9));
        }
    }

    #[test]
    fn counted_budgets_are_kept_and_the_same_report_comes_again(
        (tree, evaluator) in certain_tree(), threshold in 2u8..20, limit in 1u64..400,
    ) {
        let budgets =
            [Budget::moves(limit), Budget::evals(limit), Budget::nodes(limit), Budget::depth(3)];
        for budget in budgets {
            let mut search = conspiracy(tree, evaluator, threshold);
            let report = timeless(search.run(&budget));
            prop_assert!(budget.moves.is_none_or(|limit| report.counters.moves <= limit));
            prop_assert!(budget.evals.is_none_or(|limit| report.counters.evals <= limit));
            prop_assert!(budget.nodes.is_none_or(|limit| report.counters.nodes <= limit));
            prop_assert!(budget.depth.is_none_or(|limit| report.counters.max_depth <= limit));
            prop_assert!(report.best.is_some_and(|best| report.best_moves.contains(&best)));
            search.start(tree.start());
            prop_assert_eq!(timeless(search.run(&budget)), report);
        }
    }
}

/// The place above each place; the root's is the root.
fn parents(tree: &Tree) -> Vec<usize> {
    let mut parents = vec![ROOT; tree.len()];
    for place in 0..tree.len() {
        parents[tree.children(place)].fill(place);
    }
    parents
}

/// Whether a node lies in the tree that alpha-beta visits at its best (Knuth and Moore 1975): on the way to it, one of the
/// players always plays the first move.
fn is_critical(tree: &Tree, parents: &[usize], mut place: usize) -> bool {
    let mut first = [true, true];
    while place != ROOT {
        let parent = parents[place];
        first[usize::from(tree.kind(parent) == Kind::Min)] &= place == tree.children(parent).start;
        place = parent;
    }
    first[0] || first[1]
}

#[test]
fn with_a_constant_evaluator_it_expands_what_alpha_beta_would_visit_where_min_max_approximation_goes_breadth_first()
 {
    for (seed, branching) in [(1, 2), (2, 3), (3, 5)] {
        // So deep that no line comes to its end.
        let game = HashTree::new(seed, 24, branching);
        let budget = Budget { nodes: Some(4000), ..Budget::unlimited() };
        let mut search = Conspiracy::new(game, Neutral::new(&game)).unwrap();
        let report = search.run(&budget);
        let tree = search.tree();
        let parents = parents(tree);
        let mut expanded = (0..tree.len()).filter(|&place| !tree.is_tip(place));
        assert!(expanded.all(|place| is_critical(tree, &parents, place)));
        let mut breadth = MinMax::new(game, Neutral::new(&game));
        let shallow = breadth.run(&budget);
        assert!(breadth.tree().levels().is_sorted(), "a level after the other");
        let (deep, shallow) = (report.counters.max_depth, shallow.counters.max_depth);
        assert!(deep >= shallow + 2, "{branching} moves: {deep} levels deep instead of {shallow}");
    }
}

#[test]
fn bad_thresholds_and_games_of_chance_are_refused() {
    let build = |text: &str, game: HashTree| {
        let built = catalogue::build(&text.parse().unwrap(), game, HashEvaluator::new(1, 5), 1);
        built.err().map(|error| error.to_string())
    };
    let game = HashTree::new(1, 4, 3);
    assert_eq!(build("conspiracy(threshold=2)", game), None);
    for text in ["1", "256", "few"] {
        let error = build(&format!("conspiracy(threshold={text})"), game).unwrap();
        assert_eq!(error, format!("threshold of conspiracy {text:?}: expected a whole number from 2 to 255"));
    }
    let error = build("conspiracy", game.with_chance(0.5)).unwrap();
    assert_eq!(error, "conspiracy needs a game without chance");
}
