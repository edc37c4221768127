//! Unbounded best-first minimax proves the truth and nothing else, keeps its budgets, and stores what it should.
//!
//! `TIPTREE_CASES` sets the number of trees a property is tried on.

use crate::oracle::lattice::{
    Guess, Lattice, any_lattice, completes, keeps_counted_budgets, runs_as_it_steps, stays_true_along,
};
use crate::oracle::{any_tree, cases, definition, expectation, of_kind};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tiptree::player::Player;
use tiptree::search::best_first::backup::Minimax;
use tiptree::search::best_first::penalty::Constant;
use tiptree::search::best_first::ubfm::{Graph, Loss, Mark, Pick, Select, Settings};
use tiptree::search::best_first::{MinMax, Ubfm, levels::Levels};
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Evaluator, Game, Insight, Keyed, Meter, Observer, ScoreBounds, Search, Stop};

/// The search as it was published, with other parts exchanged.
fn plain_settings() -> impl Strategy<Value = Settings> {
    let pick = prop_oneof![Just(Pick::Both), Just(Pick::Visits), Just(Pick::Value)];
    (any::<(bool, bool, bool)>(), pick, 0u32..5).prop_map(|((graph, insight, keep), pick, shallow)| {
        Settings::default().graph(graph).insight(insight).pick(pick).shallow(shallow).keep(keep)
    })
}

fn any_settings() -> impl Strategy<Value = Settings> {
    let select = prop_oneof![
        Just(Select::Value),
        Just(Select::Derivative { temperature: 0.03 }),
        Just(Select::Penalty { loss: Loss::Linear, temperature: 0.1, constant: 0.5 }),
        Just(Select::Penalty { loss: Loss::Logarithmic, temperature: 0.1, constant: 0.5 }),
        Just(Select::Puct { exploration: 0.3 }),
    ];
    (plain_settings(), select, any::<(bool, bool)>()).prop_map(|(settings, select, (averages, plays))| {
        settings.select(select).averages(averages).plays(plays)
    })
}

/// The mark of a node by its edges alone, written once more, from below.
fn recomputed<G: Game>(graph: &Graph<G>, place: usize) -> (f64, ScoreBounds) {
    let node = graph.node(place);
    let marks = || graph.edges(node).iter().map(|edge| edge.own.mark);
    if let Some(player) = node.own.player {
        let value = player.extreme(marks().map(|mark| mark.value()));
        return (value, ScoreBounds::choice(player, marks().map(|mark| mark.bounds())));
    }
    let outcomes = || marks().zip(graph.odds(node).iter().copied());
    let (values, chances): (Vec<f64>, Vec<f64>) =
        outcomes().map(|(mark, chance)| (mark.value(), chance)).unzip();
    (
        expectation(&values, &chances),
        ScoreBounds::roll(outcomes().map(|(mark, chance)| (mark.bounds(), chance))),
    )
}

/// Every node holds what its edges say, and its arrow is the one that the rule wants. An edge holds what the node behind it
/// knows; where that is shared it may know less.
fn graph_is_consistent<G: Insight, E: Evaluator<G>>(search: &Ubfm<G, E>) -> Result<(), TestCaseError> {
    let graph = search.graph();
    for place in 0..graph.nodes().len() {
        let node = graph.node(place);
        for edge in graph.edges(node) {
            let Some(child) = edge.node().map(|child| graph.node(child).own.mark) else { continue };
            let (known, copy) = (child.bounds(), edge.own.mark.bounds());
            prop_assert!(graph.merges() || child == edge.own.mark);
            prop_assert!(copy.lower <= known.lower && known.upper <= copy.upper);
        }
        let (value, below) = recomputed::<G>(graph, place);
        let bounds = node.own.mark.bounds();
        prop_assert!(bounds.lower >= below.lower - 1e-6);
        prop_assert!(bounds.upper <= below.upper + 1e-6);
        if node.own.mark.is_proven() {
            continue;
        }
        prop_assert_eq!(node.own.mark.value(), value.clamp(bounds.lower, bounds.upper));
        let way = graph.edge(node.edge(node.own.arrow)).own;
        prop_assert!(!way.mark.is_proven());
        if let Some(player) = node.own.player {
            let floor = bounds.worst_for(player);
            let is_open =
                |mark: &Mark| !mark.is_proven() && player.prefers(mark.bounds().best_for(player), floor);
            prop_assert!(is_open(&way.mark));
            for edge in graph.edges(node).iter().map(|edge| edge.own).filter(|edge| is_open(&edge.mark)) {
                prop_assert!(!player.prefers(edge.mark.value(), way.mark.value()));
                prop_assert!(edge.mark.value() != way.mark.value() || edge.visits >= way.visits);
            }
        }
    }
    Ok(())
}

/// The bounds of everything stored hold.
fn bounds_are_true<G: Insight, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    search: &Ubfm<G, E>,
) -> Result<(), TestCaseError> {
    let graph = search.graph();
    let holds = |mark: &Mark, state: &G::State| {
        let truth = definition(game, evaluator, state, u32::MAX);
        let ScoreBounds { lower, upper } = mark.bounds();
        let slack = if game.has_chance() { 1e-12 } else { 0.0 };
        lower - slack <= truth && truth <= upper + slack
    };
    for place in 0..graph.nodes().len() {
        let (node, state) = (graph.node(place), graph.state(place));
        prop_assert!(holds(&node.own.mark, state));
        for edge in graph.edges(node) {
            prop_assert!(holds(&edge.own.mark, &game.after(state, edge.mv)));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn run_to_the_end_it_proves_the_value((tree, evaluator) in any_tree(), settings in any_settings()) {
        let report = Ubfm::new(tree, evaluator, settings).run(&Budget::unlimited());
        completes(&tree, &evaluator, &tree.start(), &report)?;
    }

    #[test]
    fn shared_positions_and_insight_prove_the_same_value(lattice in any_lattice(), settings in any_settings()) {
        let evaluator = Guess(lattice.seed);
        let report = Ubfm::new(lattice, evaluator, settings).run(&Budget::unlimited());
        completes(&lattice, &evaluator, &lattice.start(), &report)?;
    }

    #[test]
    fn what_is_certain_is_true_and_only_becomes_narrower(
        lattice in any_lattice(), settings in prop_oneof![plain_settings(), any_settings()],
    ) {
        let evaluator = Guess(lattice.seed);
        let mut search = Ubfm::new(lattice, evaluator, settings);
        let mut meter = Meter::new(&Budget::unlimited());
        let mut before = search.graph().clone();
        for step in 0..60 {
            if search.step(&mut meter).is_some() {
                break;
            }
            if settings.select == Select::Value && !settings.averages {
                graph_is_consistent(&search)?;
            }
            if step % 8 == 0 {
                bounds_are_true(&lattice, &evaluator, &search)?;
            }
            let graph = search.graph();
            for place in 0..before.nodes().len() {
                let narrower = |was: &Mark, is: &Mark| {
                    let (was, is) = (was.bounds(), is.bounds());
                    was.lower <= is.lower && is.upper <= was.upper
                };
                prop_assert!(narrower(&before.node(place).own.mark, &graph.node(place).own.mark));
                for edge in before.node(place).edges() {
                    prop_assert!(narrower(&before.edge(edge).own.mark, &graph.edge(edge).own.mark));
                }
            }
            before = graph.clone();
        }
    }

    #[test]
    fn running_finds_what_stepping_finds((tree, evaluator) in any_tree(), settings in any_settings(), limit in 1u64..600) {
        runs_as_it_steps(&Budget::moves(limit), || Ubfm::new(tree, evaluator, settings))?;
    }

    #[test]
    fn running_finds_what_stepping_finds_also_where_positions_are_shared(
        lattice in any_lattice(), settings in any_settings(), limit in 1u64..600,
    ) {
        let evaluator = Guess(lattice.seed);
        runs_as_it_steps(&Budget::moves(limit), || Ubfm::new(lattice, evaluator, settings))?;
    }

    #[test]
    fn counted_budgets_are_kept((tree, evaluator) in any_tree(), settings in any_settings(), limit in 1u64..300) {
        keeps_counted_budgets(&tree, &evaluator, limit, || Ubfm::new(tree, evaluator, settings))?;
        let budget = Budget { memory: Some(64 * limit), ..Budget::unlimited() };
        let report = Ubfm::new(tree, evaluator, settings).run(&budget);
        prop_assert!(report.counters.tree_bytes <= 64 * limit || report.counters.expansions == 0);
    }

    #[test]
    fn what_is_kept_after_a_move_is_true(
        lattice in any_lattice(), settings in any_settings(), moves in proptest::collection::vec(any::<u8>(), 4),
    ) {
        let evaluator = Guess(lattice.seed);
        let search = Ubfm::new(lattice, evaluator, settings.keep(true));
        stays_true_along(&lattice, evaluator, &moves, search, |search| bounds_are_true(&lattice, &evaluator, search))?;
    }

    #[test]
    fn without_ends_and_ties_it_is_min_max_approximation_without_a_constant(
        seed in any::<u64>(), irregular in any::<bool>(), free in any::<bool>(), branching in 2u16..6,
    ) {
        let tree = of_kind(HashTree::new(seed, 24, branching), irregular, free);
        let evaluator = HashEvaluator::new(seed, 1_000_000_007);
        let settings = Settings::default().graph(false).insight(false);
        let mut best = Ubfm::observed(tree, evaluator, settings, Seen::default());
        let mut reference = MinMax::from_parts(
            tree, evaluator, Minimax, Constant::new(Levels::constant(0.0), 7.0), Seen::default(),
        );
        let first = best.run(&Budget::nodes(120));
        let second = reference.run(&Budget::nodes(120));
        prop_assume!(first.counters.max_depth < 24 && second.counters.max_depth < 24);
        // The other one also looks at the root itself.
        let (seen, other) = (&best.observer().0, &reference.observer().0[1..]);
        let both = seen.len().min(other.len());
        prop_assert!(first.stop == Some(Stop::Forced) || both > 100);
        prop_assert_eq!(&seen[..both], &other[..both]);
    }
}

/// The keys of the positions that were looked at, in order.
#[derive(Debug, Default)]
struct Seen(Vec<u64>);

impl Observer<HashTree> for Seen {
    const CONSIDERS: bool = true;

    fn considered(&mut self, game: &HashTree, state: &<HashTree as Game>::State) {
        self.0.push(game.key(state));
    }
}

#[test]
fn merging_saves_expansions_and_changes_no_value() {
    let run = |seed, graph| {
        let lattice = Lattice { seed, width: 8, height: 9, chance: false, payoffs: 1_000_001 };
        let settings = Settings::default().graph(graph).insight(false);
        let mut search = Ubfm::new(lattice, Guess(seed), settings);
        let report = search.run(&Budget::unlimited());
        (report.counters.expansions, report.proven.map(|proven| proven.value))
    };
    let (mut merged, mut apart) = (0, 0);
    for seed in 0..100 {
        let both = (run(seed, true), run(seed, false));
        merged += both.0.0;
        apart += both.1.0;
        // Either may be decided before the value is known.
        assert!(both.0.1 == both.1.1 || both.0.1.is_none() || both.1.1.is_none());
    }
    assert!(merged * 3 < apart * 2, "{merged} expansions against {apart}");
}

/// Where rolls and decisions alternate, a roll is expanded with the moves behind its outcomes, and none of the outcomes is
/// evaluated.
#[test]
fn a_roll_is_expanded_with_the_moves_behind_its_outcomes() {
    let tree = HashTree::new(3, 12, 3).with_dice();
    let run = |plays: bool, evals: u64| {
        let mut search = Ubfm::new(tree, HashEvaluator::new(3, 1001), Settings::dice().plays(plays));
        let report = search.run(&Budget::evals(evals));
        let graph = search.graph();
        let rolls = graph.nodes().iter().filter(|node| node.own.player.is_none());
        let bare = rolls.filter(|node| graph.edges(node).iter().any(|edge| edge.node().is_none())).count();
        (report.counters, bare)
    };
    // Three moves at the root, then nine a roll.
    let (counters, bare) = run(true, 3 + 9 * 4);
    assert_eq!((counters.evals, bare), (39, 0));
    // What is left of the budget does not cover another roll.
    let (counters, _) = run(true, 3 + 9 * 4 + 8);
    assert!(counters.evals <= 47, "{counters:?}");
    assert!(run(false, 39).1 > 0);
}

#[test]
fn the_root_is_worth_the_move_that_is_played_and_not_an_average() {
    for seed in 0..20 {
        let tree = HashTree::new(seed, 12, 3).with_dice();
        let report =
            Ubfm::new(tree, HashEvaluator::new(seed, 1001), Settings::dice()).run(&Budget::evals(500));
        let best = report.moves.iter().find(|entry| Some(entry.mv) == report.best);
        assert_eq!(best.and_then(|entry| entry.value), Some(report.value));
    }
}

#[test]
fn visits_follow_the_derivative() {
    let tree = HashTree::new(8, 14, 4);
    let visits = |temperature: f64| {
        let settings = Settings::default().select(Select::Derivative { temperature }).insight(false);
        let report = Ubfm::new(tree, HashEvaluator::new(8, 1001), settings).run(&Budget::evals(4000));
        report.moves.iter().map(|entry| entry.share).fold(0.0, f64::max)
    };
    // A high temperature spreads the visits, a low one gathers them on the best move.
    let (hot, cold) = (visits(100.0), visits(0.001));
    assert!(hot < 0.3 && cold > hot + 0.1, "{hot} and {cold}");
}

#[test]
fn chance_follows_likely_outcomes_more_often() {
    let tree = HashTree::new(5, 12, 3).with_chance(1.0);
    let mut search = Ubfm::new(tree, HashEvaluator::new(5, 1001), Settings::default());
    let report = search.run(&Budget::evals(3000));
    let mut chances = Vec::new();
    tree.chances(&tree.start(), &[0, 1, 2], &mut chances);
    let most = |values: &[f64]| (0..3).max_by(|&a, &b| values[a].total_cmp(&values[b]));
    let visits: Vec<f64> = report.moves.iter().map(|entry| entry.visits as f64).collect();
    assert_eq!(most(&visits), most(&chances), "{visits:?} against {chances:?}");
    assert!(report.best.is_none());
    assert_eq!(Player::of(tree.turn(&tree.start())), None);
}
