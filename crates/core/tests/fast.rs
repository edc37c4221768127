//! `mm-fast` proves the truth and nothing else, grows where the plain loop grows, and keeps its budgets and its memory.
//!
//! `TIPTREE_CASES` sets the number of trees a property is tried on.

use crate::oracle::lattice::{
    Guess, Lattice, any_lattice, completes, keeps_counted_budgets, proves_the_truth, runs_as_it_steps,
    stays_true_along, stays_within,
};
use crate::oracle::{any_tree, cases, timeless};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::ThreadId;
use std::time::Duration;
use tiptree::search::best_first::fast::{Fast, Full, Proving, Settings, Shape};
use tiptree::search::found::Pick;
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Evaluator, Game, Insight, Meter, Search, Stop};

fn fast<G: Insight, E: Evaluator<G>>(game: G, evaluator: E, settings: Settings) -> Fast<G, E> {
    Fast::new(game, evaluator, settings).unwrap()
}

/// Settings of one thread without patience.
fn any_settings() -> impl Strategy<Value = Settings> {
    let pick =
        prop_oneof![Just(None), Just(Some(Pick::Both)), Just(Some(Pick::Visits)), Just(Some(Pick::Value))];
    let shape = prop_oneof![Just(Shape::Log), Just(Shape::Linear), Just(Shape::Logit)].prop_map(Some);
    let tips = (0u32..2, 0u32..4, 0u32..5, prop_oneof![Just(1.0), 0.0..1.0f64]);
    let constant = prop_oneof![Just(None), (0.0..0.2f64).prop_map(Some)];
    (any::<[bool; 5]>(), pick, shape, tips, constant).prop_map(
        |([graph, insight, assure, keep, tempo], pick, shape, (look, narrow, effort, trust), constant)| {
            Settings::default()
                .patience(0.0)
                .constant(constant)
                .tempo(tempo)
                .shape(shape)
                .look(look)
                .narrow(narrow)
                .effort(effort)
                .trust(trust)
                .graph(graph)
                .insight(insight)
                .assure(assure)
                .pick(pick)
                .keep(keep)
        },
    )
}

/// Settings of up to four threads and any patience: what they prove is the same.
fn any_crew() -> impl Strategy<Value = Settings> {
    let threads = prop_oneof![Just(1usize), 2usize..5];
    (any_settings(), threads, 0.0..5.0f64)
        .prop_map(|(settings, threads, patience)| settings.threads(threads).patience(patience))
}

/// Lattices without dice, of so few payoffs that each has a cost of its own.
fn any_board() -> impl Strategy<Value = Lattice> {
    any_lattice().prop_map(|lattice| Lattice { chance: false, payoffs: lattice.payoffs.min(5), ..lattice })
}

/// The same of trees.
fn any_board_tree() -> impl Strategy<Value = (HashTree, HashEvaluator)> {
    let has_few_payoffs = |tree: &HashTree| tree.payoffs().step.is_some_and(|step| step > 0.02);
    any_tree()
        .prop_filter("dice or many payoffs", move |(tree, _)| !tree.has_chance() && has_few_payoffs(tree))
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn run_to_the_end_it_proves_the_value((tree, evaluator) in any_board_tree(), settings in any_crew()) {
        let report = fast(tree, evaluator, settings).run(&Budget::unlimited());
        completes(&tree, &evaluator, &tree.start(), &report)?;
    }

    #[test]
    fn shared_positions_and_insight_prove_the_same_value(lattice in any_board(), settings in any_crew()) {
        let evaluator = Guess(lattice.seed);
        let report = fast(lattice, evaluator, settings).run(&Budget::unlimited());
        completes(&lattice, &evaluator, &lattice.start(), &report)?;
    }

    #[test]
    fn running_finds_what_stepping_finds(
        (tree, evaluator) in any_board_tree(), settings in any_settings(), limit in 1u64..600,
    ) {
        runs_as_it_steps(&Budget::moves(limit), || fast(tree, evaluator, settings))?;
    }

    #[test]
    fn running_finds_what_stepping_finds_also_where_positions_are_shared(
        lattice in any_board(), settings in any_settings(), limit in 1u64..600,
    ) {
        let evaluator = Guess(lattice.seed);
        runs_as_it_steps(&Budget::moves(limit), || fast(lattice, evaluator, settings))?;
    }

    #[test]
    fn counted_budgets_are_kept((tree, evaluator) in any_board_tree(), settings in any_settings(), limit in 1u64..300) {
        keeps_counted_budgets(&tree, &evaluator, limit, || fast(tree, evaluator, settings))?;
    }

    #[test]
    fn counted_budgets_are_kept_by_all_threads_together(
        (tree, evaluator) in any_board_tree(), settings in any_crew(), limit in 1u64..300,
    ) {
        stays_within(&tree, &evaluator, limit, || fast(tree, evaluator, settings))?;
    }

    #[test]
    fn what_is_kept_after_a_move_is_true(
        lattice in any_board(), settings in any_crew(), moves in proptest::collection::vec(any::<u8>(), 4),
    ) {
        let evaluator = Guess(lattice.seed);
        let search = fast(lattice, evaluator, settings);
        stays_true_along(&lattice, evaluator, &moves, search, |_| Ok(()))?;
    }

    #[test]
    fn a_tree_that_is_recycled_stays_within_its_memory_and_true(
        seed in any::<u64>(), settings in any_crew(), kilobytes in 40u64..80, limit in 1000u64..40_000,
    ) {
        let lattice = Lattice { seed, width: 400, height: 9, chance: false, payoffs: 3 };
        let evaluator = Guess(seed);
        let tree = kilobytes << 10;
        let mut search = fast(lattice, evaluator, settings.tree(tree).full(Full::Recycle));
        let report = search.run(&Budget::moves(limit));
        prop_assert!(report.counters.tree_bytes <= tree, "{} bytes", report.counters.tree_bytes);
        prop_assert_ne!(report.stop, Some(Stop::Memory));
        proves_the_truth(&lattice, &evaluator, &lattice.start(), &report)?;
        let mut search = fast(lattice, evaluator, settings.tree(tree).full(Full::Stop));
        let report = search.run(&Budget::moves(limit));
        prop_assert!(report.counters.tree_bytes <= tree, "{} bytes", report.counters.tree_bytes);
    }
}

#[test]
fn families_may_be_wider_than_a_line() {
    for branching in [8, 9, 17, 40, 100] {
        let tree = HashTree::new(u64::from(branching), 3, branching);
        let evaluator = HashEvaluator::new(3, 5);
        for threads in [1, 3] {
            let settings = Settings::default().threads(threads);
            let report = fast(tree, evaluator, settings).run(&Budget::unlimited());
            completes(&tree, &evaluator, &tree.start(), &report).unwrap();
        }
    }
}

/// A tree that nobody will finish, and three threads on it.
fn endless() -> Fast<HashTree, HashEvaluator> {
    let settings = Settings::default().threads(3);
    fast(HashTree::new(5, 30, 4), HashEvaluator::new(5, 1000), settings)
}

#[test]
fn threads_spend_all_of_a_counted_budget_with_a_clock_or_without() {
    let most = 60_000;
    let hour = Duration::from_secs(3600);
    for budget in [Budget::evals(most), Budget { time: Some(hour), ..Budget::evals(most) }] {
        let report = endless().run(&budget);
        assert_eq!(report.stop, Some(Stop::Evals));
        // A family of four does not fit into what is left.
        assert!(report.counters.evals > most - 20, "{}", report.counters.evals);
    }
}

#[test]
fn threads_hear_that_they_are_cancelled_and_that_they_are_sure() {
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let report = endless().run(&Budget { cancel, ..Budget::evals(1_000_000_000) });
    assert_eq!(report.stop, Some(Stop::Cancelled));
    let report = endless().run(&Budget { sure: Some(0.5), ..Budget::evals(1_000_000_000) });
    assert_eq!(report.stop, Some(Stop::Sure));
}

#[test]
fn without_a_limit_or_a_share_there_is_nothing_for_proofs() {
    for seed in 0..40 {
        let lattice = Lattice { seed, width: 6, height: 6, chance: false, payoffs: 3 };
        let evaluator = Guess(seed);
        let alone = || fast(lattice, evaluator, Settings::default());
        for (share, budget) in [(0.0, Budget::moves(200)), (0.5, Budget::unlimited())] {
            let mut proving = Proving::new(alone(), share).unwrap();
            assert_eq!(timeless(proving.run(&budget)), timeless(alone().run(&budget)));
        }
    }
}

/// Fails on every thread but the one that has made it.
struct Failing(HashEvaluator, ThreadId);

impl Evaluator<HashTree> for Failing {
    fn range(&self) -> tiptree::Range {
        Evaluator::<HashTree>::range(&self.0)
    }

    fn evaluate(&self, tree: &HashTree, state: &<HashTree as Game>::State) -> f64 {
        assert_eq!(std::thread::current().id(), self.1, "as it is meant to");
        self.0.evaluate(tree, state)
    }
}

#[test]
#[should_panic(expected = "a searching thread does not panic")]
fn what_fails_on_one_thread_fails_the_search() {
    let settings = Settings::default().threads(3);
    let failing = Failing(HashEvaluator::new(5, 1000), std::thread::current().id());
    fast(HashTree::new(5, 30, 4), failing, settings).run(&Budget::evals(24_000));
}

#[test]
fn a_prospect_at_the_root_is_an_answer() {
    // Somewhere among these there is a root that is won or lost at a glance.
    let mut seen = 0;
    for seed in 0..200 {
        let lattice = Lattice { seed, width: 4, height: 4, chance: false, payoffs: 3 };
        let evaluator = Guess(seed);
        let mut moves = Vec::new();
        seen += u32::from(lattice.prospect(&lattice.start(), &mut moves) != tiptree::Prospect::Open);
        let report = fast(lattice, evaluator, Settings::default()).run(&Budget::unlimited());
        completes(&lattice, &evaluator, &lattice.start(), &report).unwrap();
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn a_root_for_which_a_full_tree_has_no_room_gets_a_tree_of_its_own() {
    let settings = Settings::default().tree(66 << 10).constant(Some(0.001));
    // A fifth is kept back for recycling; a node is less than a hundred bytes.
    let full = settings.tree / 5 * 4 - 100;
    let mut tried = 0;
    for seed in 0..20 {
        let tree = HashTree::new(seed, 16, 8);
        let mut search = fast(tree, HashEvaluator::new(seed, 1000), settings);
        let mut meter = Meter::new(&Budget::unlimited());
        while meter.counters.tree_bytes <= full {
            assert_eq!(search.step(&mut meter), None);
            assert!(meter.counters.expansions < 10_000, "the tree never fills the {full} bytes");
        }
        let report = search.report(&meter);
        let Some(unseen) = report.moves.iter().find(|entry| entry.visits == 0) else { continue };
        tried += 1;
        search.advance(unseen.mv);
        let report = search.run(&Budget::moves(1000));
        assert!(report.counters.expansions > 1 && report.best.is_some());
    }
    assert!(tried > 0);
}

#[test]
fn a_full_tree_that_stops_makes_room_for_the_next_move() {
    let settings = Settings::default().tree(40 << 10).full(Full::Stop).insight(false);
    let mut search = fast(HashTree::new(11, 30, 4), HashEvaluator::new(11, 1000), settings);
    for _ in 0..4 {
        let report = search.run(&Budget::moves(1_000_000));
        assert_eq!(report.stop, Some(Stop::Memory));
        assert!(report.counters.expansions > 0);
        search.advance(report.best.unwrap());
    }
}

#[test]
fn dice_are_refused() {
    let lattice = Lattice { seed: 7, width: 4, height: 4, chance: true, payoffs: 3 };
    let error = Fast::new(lattice, Guess(7), Settings::default()).unwrap_err().to_string();
    assert_eq!(error, "mm-fast needs a game without chance; mm grows trees with dice");
}

#[test]
fn a_report_says_what_was_learned_and_nothing_where_all_is_given() {
    let learned = |settings: Settings, evals: u64| {
        let (tree, evaluator) = (HashTree::new(1, 20, 4), HashEvaluator::new(1, 1023));
        fast(tree, evaluator, settings).run(&Budget::evals(evals)).learned
    };
    let usual = Settings::default();
    let found = learned(usual, 10_000).expect("that many expansions teach something");
    assert!(found.constant > 0.0 && found.tempo != 0.0, "{found:?}");
    assert_eq!(learned(usual, 20), None);
    let given = usual.constant(Some(0.25));
    assert_eq!(learned(given, 10_000).map(|learned| learned.constant), Some(0.25));
    assert_eq!(learned(given.tempo(false), 10_000), None);
}
