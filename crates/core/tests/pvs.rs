//! Modern alpha-beta equals the plain oracle where it promises to, and proves nothing but the truth everywhere.
//!
//! `TIPTREE_CASES` sets the number of trees a property is tried on.

use crate::oracle::{any_tree, brackets, cases, definition, timeless};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tiptree::rng::scatter;
use tiptree::search::depth_first::pvs::{Driver, Pvs, Reduction, Settings};
use tiptree::search::depth_first::{Deepening, Minimax};
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Evaluator, Game, Insight, Keyed, Observer, Range, Report, Search, Stop, Turn};

/// Settings that keep the values of plain minimax, in every other way different.
fn exact_settings() -> impl Strategy<Value = Settings> {
    let table = prop_oneof![Just(0), Just(64), Just(1 << 12), Just(1 << 20)];
    let window = prop_oneof![Just(0.0), Just(0.001), Just(0.1)];
    let driver = prop_oneof![Just(Driver::Window), Just(Driver::Bounds)];
    (table, window, driver, any::<(bool, bool, bool, bool)>(), 1u32..4).prop_map(
        |(table, window, driver, (killers, history, mirror, sort), step)| {
            Settings::exact()
                .table(table)
                .window(window)
                .driver(driver)
                .killers(killers)
                .history(history)
                .mirror(mirror)
                .sort(sort)
                .step(step)
        },
    )
}

/// Settings with reductions of every size, predictions of little certainty, and everything else at random.
fn any_settings() -> impl Strategy<Value = Settings> {
    let reduction = (-0.5..2.0, 0.0..3.0).prop_map(|(base, slope)| Reduction { base, slope });
    let cuts = (proptest::option::of(reduction), proptest::option::of(0.0..2.0));
    (exact_settings(), cuts, any::<(bool, bool)>(), 0u32..4, 1usize..4).prop_map(
        |(exact, (reduce, futility), (deeper, partial), extend, threads)| {
            let exact = exact.reduce(reduce).futility(futility);
            exact.deeper(deeper).extend(extend).partial(partial).threads(threads)
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
            prop_assert!(report.moves.iter().all(|entry| entry.value.is_none_or(|value| value.abs() <= 1.0 + 1e-9)));
        }
    }

    #[test]
    fn one_thread_gives_the_same_report_again(
        (tree, evaluator) in any_tree(), settings in any_settings(), limit in 1u64..400,
    ) {
        let settings = settings.threads(1);
        let once = || timeless(pvs(tree, evaluator, &settings).run(&Budget::moves(limit)));
        prop_assert_eq!(once(), once());
        let mut search = pvs(tree, evaluator, &settings);
        let first = timeless(search.run(&Budget::moves(limit)));
        search.start(tree.start());
        prop_assert_eq!(timeless(search.run(&Budget::moves(limit))), first);
    }
}

/// A game in which having to move is never a burden: the players take piles of stones in turn, one pile each, and who has
/// more stones in the end has won by so many.
#[derive(Clone, Copy, Debug)]
struct Piles {
    worths: [u8; 10],
}

/// What is left, as bits, and how much Max is ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Heap {
    left: u16,
    lead: i32,
    is_max: bool,
}

impl Piles {
    fn new(seed: u64) -> Self {
        // Few different worths, so that much is equal.
        Piles { worths: std::array::from_fn(|pile| 1 + (scatter(seed ^ (pile as u64) << 32) % 4) as u8) }
    }
}

impl Game for Piles {
    type State = Heap;
    type Move = u8;

    fn start(&self) -> Heap {
        Heap { left: (1 << self.worths.len()) - 1, lead: 0, is_max: true }
    }

    fn turn(&self, heap: &Heap) -> Turn {
        match heap {
            Heap { left: 0, lead, .. } => Turn::Over(f64::from(*lead)),
            Heap { is_max: true, .. } => Turn::Max,
            Heap { is_max: false, .. } => Turn::Min,
        }
    }

    fn payoffs(&self) -> Range {
        Range::new(-40.0, 40.0).with_step(1.0)
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn moves(&self, heap: &Heap, moves: &mut Vec<u8>) {
        moves.extend((0..16).filter(|pile| heap.left >> pile & 1 == 1));
    }

    fn play(&self, heap: &mut Heap, pile: u8) {
        let worth = i32::from(self.worths[usize::from(pile)]);
        heap.lead += if heap.is_max { worth } else { -worth };
        heap.left ^= 1 << pile;
        heap.is_max = !heap.is_max;
    }
}

impl Keyed for Piles {
    fn key(&self, heap: &Heap) -> u64 {
        let lead = u64::from(heap.lead.cast_unsigned());
        scatter(lead << 32 | u64::from(heap.left) << 1 | u64::from(heap.is_max))
    }
}

impl Insight for Piles {
    fn passed(&self, heap: &Heap) -> Option<Heap> {
        Some(Heap { is_max: !heap.is_max, ..*heap })
    }
}

/// Who is ahead, and nothing else.
#[derive(Clone, Copy)]
struct Lead;

impl Evaluator<Piles> for Lead {
    fn range(&self) -> Range {
        Range::new(-40.0, 40.0).with_step(1.0)
    }

    fn evaluate(&self, _game: &Piles, heap: &Heap) -> f64 {
        f64::from(heap.lead)
    }
}

#[test]
fn passes_change_no_value_of_a_game_seen_to_its_end() {
    for seed in 0..20 {
        let game = Piles::new(seed);
        let mut worths = game.worths.map(f64::from);
        worths.sort_by(|one, other| other.total_cmp(one));
        // Whoever takes the largest pile that is left plays best.
        let value: f64 = worths.chunks(2).map(|pair| pair[0] - pair[1]).sum();
        let start = Heap { left: 0x7f, ..game.start() };
        let part = definition(&game, &Lead, &start, u32::MAX);
        for settings in [Settings::default(), Settings::default().reduce(None)] {
            for driver in [Driver::Window, Driver::Bounds] {
                for (state, value) in [(game.start(), value), (start, part)] {
                    let settings = settings.clone().driver(driver);
                    let case = format!("{game:?} from {state:?} with {settings:?}");
                    let mut search = Deepening::new(game, Lead, Pvs::new(settings));
                    search.start(state);
                    // More than enough, and an end to a search that does not come to one.
                    let report = search.run(&Budget::nodes(1 << 20));
                    assert_eq!((report.stop, report.value), (Some(Stop::Complete), value), "{case}");
                    assert_eq!(report.proven.map(|proven| proven.value), Some(value), "{case}");
                }
            }
        }
    }
}

#[test]
fn passes_save_positions_where_the_end_is_far() {
    let nodes = |pass: bool| -> u64 {
        let settings = Settings::exact().pass(pass).table(0);
        let search = |seed| Deepening::new(Piles::new(seed), Lead, Pvs::new(settings.clone()));
        (0..10).map(|seed| search(seed).run(&Budget::depth(7)).counters.nodes).sum()
    };
    let [without, with] = [false, true].map(nodes);
    assert!(with < without * 4 / 5, "{with} instead of {without}");
}

/// Both drivers with the settings that keep the values of every depth.
fn drivers() -> [Settings; 2] {
    [Driver::Window, Driver::Bounds].map(|driver| Settings::exact().driver(driver))
}

#[test]
fn the_line_goes_down_to_the_horizon() {
    for seed in 0..40 {
        let (tree, evaluator) = (HashTree::new(seed, 9, 4), HashEvaluator::new(seed, 1000));
        for (settings, depth) in
            drivers().into_iter().flat_map(|one| (2..7).map(move |depth| (one.clone(), depth)))
        {
            let report = pvs(tree, evaluator, &settings).run(&Budget::depth(depth));
            assert_eq!(
                report.pv.len(),
                depth as usize,
                "{:?} of seed {seed}: {:?}",
                settings.driver,
                report.pv
            );
            assert_eq!(report.pv.first(), report.best.as_ref());
            let mut state = tree.start();
            for &mv in &report.pv {
                let mut moves = Vec::new();
                tree.moves(&state, &mut moves);
                assert!(moves.contains(&mv), "seed {seed}: {:?}", report.pv);
                tree.play(&mut state, mv);
            }
        }
    }
}

#[test]
fn a_roll_at_the_root_is_no_decision() {
    let mut rolls = 0;
    for seed in 0..200 {
        let (tree, evaluator) = (HashTree::new(seed, 6, 3).with_chance(0.5), HashEvaluator::new(seed, 1000));
        if tree.turn(&tree.start()) != Turn::Chance {
            continue;
        }
        rolls += 1;
        for (settings, depth) in
            drivers().into_iter().flat_map(|one| (1..5).map(move |depth| (one.clone(), depth)))
        {
            let report = pvs(tree, evaluator, &settings).run(&Budget::depth(depth));
            let oracle = Deepening::new(tree, evaluator, Minimax::default()).run(&Budget::depth(depth));
            assert_eq!(report.value, oracle.value, "seed {seed}");
            assert!(
                report.counters.max_depth <= depth,
                "seed {seed}: {} for {depth}",
                report.counters.max_depth
            );
        }
    }
    assert!(rolls > 30, "{rolls} rolls");
}

/// Remembers the depths of the iterations.
#[derive(Default)]
struct Depths(Vec<u32>);

impl Observer<HashTree> for Depths {
    fn iterated(&mut self, depth: u32, _value: f64) {
        self.0.push(depth);
    }
}

#[test]
fn iterations_after_the_first_have_depths_that_are_multiples_of_the_step() {
    let (tree, evaluator) = (HashTree::new(1, 12, 3), HashEvaluator::new(1, 100));
    for (step, limit, expected) in [
        (1, 4, vec![1, 2, 3, 4]),
        (2, 8, vec![1, 2, 4, 6, 8]),
        (2, 5, vec![1, 2, 4, 5]),
        (3, 7, vec![1, 3, 6, 7]),
        (1000, 3, vec![1, 3]),
    ] {
        let method = Pvs::new(Settings::exact().step(step));
        let mut search = Deepening::new(tree, evaluator, method).observed_by(Depths::default());
        search.run(&Budget::depth(limit));
        assert_eq!(search.observer().0, expected, "step {step}");
    }
}
