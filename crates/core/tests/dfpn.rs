//! Proof-number search proves the oracle's value of every tree, whatever its table forgets.
//!
//! `TIPTREE_CASES` sets the number of trees a property is tried on.

use crate::oracle::{any_tree, cases, definition, timeless};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tiptree::rng::scatter;
use tiptree::search::catalogue;
use tiptree::search::proof::{Guess, Join, ProofNumber, Settings};
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Evaluator, Game, Insight, Keyed, Meter, Neutral, Range, Report, Search, Stop, Turn};

fn any_settings() -> impl Strategy<Value = Settings> {
    // No table, a bucket, a few, and enough.
    let table = prop_oneof![Just(0), Just(128), Just(1 << 10), Just(1 << 20)];
    let epsilon = prop_oneof![Just(0.0), Just(0.25), Just(1.0), Just(1e6)];
    let guess = prop_oneof![Just(Guess::One), Just(Guess::Moves), Just(Guess::Value)];
    let join = prop_oneof![Just(Join::Sum), Just(Join::Weak)];
    (table, epsilon, guess, join, any::<(bool, bool)>()).prop_map(
        |(table, epsilon, guess, join, (insight, mirror))| {
            Settings::default()
                .table(table)
                .epsilon(epsilon)
                .guess(guess)
                .join(join)
                .insight(insight)
                .mirror(mirror)
        },
    )
}

/// A tree of every kind but with chance.
fn certain_tree() -> impl Strategy<Value = (HashTree, HashEvaluator)> {
    any_tree().prop_map(|(tree, evaluator)| (tree.with_chance(0.0), evaluator))
}

fn dfpn(
    tree: HashTree,
    evaluator: HashEvaluator,
    settings: Settings,
) -> ProofNumber<HashTree, HashEvaluator> {
    ProofNumber::new(tree, evaluator, settings).unwrap()
}

/// Whatever is proven, of the root or of a move, is what play to the end gives, and the best move has the root's value.
fn proves_the_truth<G: Game>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    state: &G::State,
    report: &Report<G::Move>,
) -> Result<(), TestCaseError> {
    let truth = |state: &G::State| definition(game, evaluator, state, u32::MAX);
    let value = truth(state);
    prop_assert!(report.proven.is_none_or(|proven| proven.value == value));
    for entry in &report.moves {
        let behind = truth(&game.after(state, entry.mv));
        prop_assert!(entry.proven.is_none_or(|proven| proven.value == behind), "{:?}", entry);
        if report.proven.is_some() && report.best_moves.contains(&entry.mv) {
            prop_assert_eq!(behind, value);
        }
    }
    Ok(())
}

/// A search run to its end has proven the value, and says whether it has proven all the moves'.
fn is_proven<M: Copy + PartialEq + std::fmt::Debug>(report: &Report<M>) -> Result<(), TestCaseError> {
    prop_assert_eq!(Some(report.value), report.proven.map(|proven| proven.value));
    prop_assert!(report.best.is_none_or(|best| report.pv.first() == Some(&best)));
    let all = report.moves.iter().all(|entry| entry.proven.is_some());
    prop_assert_eq!(report.stop, Some(if all { Stop::Complete } else { Stop::Decided }));
    Ok(())
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn every_tree_is_settled_at_the_oracles_value(
        (tree, evaluator) in certain_tree(), settings in any_settings(),
    ) {
        let report = dfpn(tree, evaluator, settings).run(&Budget::unlimited());
        if report.stop != Some(Stop::Forced) {
            is_proven(&report)?;
        }
        proves_the_truth(&tree, &evaluator, &tree.start(), &report)?;
    }

    #[test]
    fn what_is_proven_is_true_after_every_slice(
        (tree, evaluator) in certain_tree(), settings in any_settings(), limit in 1u64..400,
    ) {
        let mut search = dfpn(tree, evaluator, settings);
        // What one budget leaves undone the next goes on with.
        for _ in 0..4 {
            let report = search.run(&Budget::nodes(limit));
            proves_the_truth(&tree, &evaluator, &tree.start(), &report)?;
        }
    }

    #[test]
    fn counted_budgets_are_kept(
        (tree, evaluator) in certain_tree(), settings in any_settings(), limit in 0u64..400,
    ) {
        for budget in [Budget::moves(limit), Budget::evals(limit), Budget::nodes(limit), Budget::depth(3)] {
            let report = dfpn(tree, evaluator, settings).run(&budget);
            prop_assert!(budget.moves.is_none_or(|limit| report.counters.moves <= limit));
            prop_assert!(budget.evals.is_none_or(|limit| report.counters.evals <= limit));
            prop_assert!(budget.nodes.is_none_or(|limit| report.counters.nodes <= limit));
            prop_assert!(budget.depth.is_none_or(|limit| report.counters.max_depth <= limit));
            prop_assert!(report.best.is_some_and(|best| report.best_moves.contains(&best)));
            prop_assert!(report.moves.iter().all(|entry| entry.value.is_none_or(|value| value.abs() <= 1.0 + 1e-9)));
        }
    }

    #[test]
    fn the_same_report_comes_again(
        (tree, evaluator) in certain_tree(), settings in any_settings(), limit in 1u64..400,
    ) {
        let mut search = dfpn(tree, evaluator, settings);
        let first = timeless(search.run(&Budget::moves(limit)));
        prop_assert_eq!(timeless(dfpn(tree, evaluator, settings).run(&Budget::moves(limit))), first.clone());
        search.start(tree.start());
        prop_assert_eq!(timeless(search.run(&Budget::moves(limit))), first);
    }

    #[test]
    fn what_is_remembered_from_move_to_move_is_true(
        (tree, evaluator) in certain_tree(), settings in any_settings(), limit in 1u64..100,
    ) {
        let mut search = dfpn(tree, evaluator, settings);
        let mut state = tree.start();
        while !tree.turn(&state).is_over() {
            search.run(&Budget::nodes(limit));
            let report = search.run(&Budget::unlimited());
            proves_the_truth(&tree, &evaluator, &state, &report)?;
            let best = report.best.unwrap();
            search.advance(best);
            tree.play(&mut state, best);
        }
        let report = search.run(&Budget::unlimited());
        prop_assert_eq!((report.stop, report.best), (Some(Stop::Complete), None));
        is_proven(&report)?;
    }
}

/// Piles of stones, of which one to three are taken from one pile. The game ends when only three or fewer of the last pile are
/// left, and who moved last has won, by more the fewer are left. Many lines lead to the same position, and they need not be
/// equally long.
#[derive(Clone, Copy, Debug)]
struct Piles {
    piles: [u8; 3],
}

/// What is left of each pile, and whether Max is to move.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Heap {
    left: [u8; 3],
    is_max: bool,
}

impl Game for Piles {
    type State = Heap;
    type Move = (u8, u8);

    fn start(&self) -> Heap {
        Heap { left: self.piles, is_max: true }
    }

    fn turn(&self, heap: &Heap) -> Turn {
        match heap {
            Heap { left: [0, 0, last], is_max } if *last <= 3 => {
                let worth = f64::from(4 - last);
                Turn::Over(if *is_max { -worth } else { worth })
            }
            Heap { is_max: true, .. } => Turn::Max,
            Heap { is_max: false, .. } => Turn::Min,
        }
    }

    fn payoffs(&self) -> Range {
        Range::new(-4.0, 4.0).with_step(1.0)
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn moves(&self, heap: &Heap, moves: &mut Vec<(u8, u8)>) {
        if !self.turn(heap).is_over() {
            let takes = |pile: u8| (1..=heap.left[usize::from(pile)].min(3)).map(move |taken| (pile, taken));
            moves.extend((0..3).flat_map(takes));
        }
    }

    fn play(&self, heap: &mut Heap, (pile, taken): (u8, u8)) {
        heap.left[usize::from(pile)] -= taken;
        heap.is_max = !heap.is_max;
    }
}

impl Keyed for Piles {
    fn key(&self, heap: &Heap) -> u64 {
        let [one, two, three] = heap.left.map(u64::from);
        // Neighbouring numbers, as in the simplest games: the search must spread them itself.
        one | two << 8 | three << 16 | u64::from(heap.is_max) << 24
    }
}

impl Insight for Piles {}

#[test]
fn a_game_of_transpositions_has_its_value_with_any_table() {
    for seed in 0..60 {
        let piles = [0, 1, 2].map(|pile| (scatter(3 * seed + pile) % 4) as u8);
        let game = Piles { piles: [piles[0], piles[1], piles[2] + 3] };
        let evaluator = Neutral::new(&game);
        let value = definition(&game, &evaluator, &game.start(), u32::MAX);
        for join in [Join::Sum, Join::Weak] {
            for table in [0, 128, 1 << 12, 1 << 20] {
                let settings = Settings::default().join(join).table(table);
                let report = ProofNumber::new(game, evaluator, settings).unwrap().run(&Budget::unlimited());
                if report.stop != Some(Stop::Forced) {
                    assert_eq!(
                        report.proven.map(|proven| proven.value),
                        Some(value),
                        "{game:?} {settings:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_step_is_a_slice_and_leaves_a_report() {
    let game = HashTree::new(5, 20, 4).with_payoffs(1001);
    let mut search = ProofNumber::new(game, Neutral::new(&game), Settings::default()).unwrap();
    let mut meter = Meter::new(&Budget::nodes(1 << 16));
    let mut steps = 0;
    while search.step(&mut meter).is_none() {
        let report = search.report(&meter);
        let visits: u64 = report.moves.iter().map(|entry| entry.visits).sum();
        assert!(visits < report.counters.expansions && visits > report.counters.expansions / 2);
        assert!((report.moves.iter().map(|entry| entry.share).sum::<f64>() - 1.0).abs() < 1e-9);
        steps += 1;
    }
    assert!(steps > 8, "{steps}");
}

#[test]
fn games_of_chance_are_refused() {
    let tree = HashTree::new(1, 4, 3).with_chance(0.5);
    let spec = "dfpn".parse().unwrap();
    let error = catalogue::build(&spec, tree, HashEvaluator::new(1, 5), 1).err().unwrap().to_string();
    assert_eq!(error, "dfpn needs a game without chance");
}
