//! Unbounded best-first minimax proves the truth and nothing else, keeps its budgets, and stores what it should.
//!
//! `TIPTREE_CASES` sets the number of trees a property is tried on.

mod oracle;

use oracle::{any_tree, cases, definition, of_kind, timeless};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tiptree::search::best_first::backup::Minimax;
use tiptree::search::best_first::graph::{Graph, Mark};
use tiptree::search::best_first::penalty::Constant;
use tiptree::search::best_first::ubfm::{Pick, Settings};
use tiptree::search::best_first::{MinMax, Ubfm, levels::Levels};
use tiptree::search::chooser::Chooser;
use tiptree::synthetic::{HashEvaluator, HashTree};
use tiptree::{
    Assured, Budget, Evaluator, Game, Insight, Keyed, Meter, Observer, Prospect, Range, Report, Search, Stop,
    Turn,
};

fn any_settings() -> impl Strategy<Value = Settings> {
    let pick = prop_oneof![Just(Pick::Visits), Just(Pick::Value)];
    (any::<(bool, bool, bool)>(), pick, 0u32..5)
        .prop_map(|((graph, insight, keep), pick, shallow)| Settings { graph, insight, pick, shallow, keep })
}

/// A random tree whose positions are reached by many ways, and which knows some of its values without search.
///
/// A position is its ply and a number below `width`; its turn and payoff follow from both. Everything is exact, so that a
/// search may believe it.
#[derive(Clone, Copy, Debug)]
struct Lattice {
    seed: u64,
    width: u64,
    height: u32,
    chance: bool,
    payoffs: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Spot {
    ply: u32,
    number: u64,
}

impl Lattice {
    fn draw(&self, spot: &Spot, salt: u64, below: u64) -> u64 {
        let mixed = tiptree::rng::scatter(self.seed ^ spot.number << 20 ^ u64::from(spot.ply) << 8 ^ salt);
        tiptree::rng::scatter(mixed) % below
    }

    fn truth(&self, spot: &Spot) -> f64 {
        definition(self, &Guess(0), spot, u32::MAX)
    }
}

impl Game for Lattice {
    type State = Spot;
    type Move = u8;

    fn start(&self) -> Spot {
        Spot { ply: 0, number: 0 }
    }

    fn turn(&self, spot: &Spot) -> Turn {
        let ends = spot.ply == self.height || (spot.ply > 0 && self.draw(spot, 1, 8) == 0);
        match self.draw(spot, 2, 4) {
            _ if ends => {
                Turn::Over(self.draw(spot, 3, self.payoffs) as f64 * 2.0 / (self.payoffs - 1) as f64 - 1.0)
            }
            0 if self.chance => Turn::Chance,
            0 | 1 => Turn::Max,
            _ => Turn::Min,
        }
    }

    fn moves(&self, spot: &Spot, moves: &mut Vec<u8>) {
        if !self.turn(spot).is_over() {
            moves.extend(0..=self.draw(spot, 4, 4) as u8);
        }
    }

    fn has_chance(&self) -> bool {
        self.chance
    }

    fn play(&self, spot: &mut Spot, mv: u8) {
        // Siblings differ, cousins meet.
        *spot = Spot { ply: spot.ply + 1, number: (spot.number + u64::from(mv)) % self.width };
    }
}

impl Keyed for Lattice {
    fn key(&self, spot: &Spot) -> u64 {
        u64::from(spot.ply) << 32 | spot.number
    }
}

impl Insight for Lattice {
    fn prospect(&self, spot: &Spot, moves: &mut Vec<u8>) -> Prospect<u8> {
        let sign = if self.turn(spot) == Turn::Max { 1.0 } else { -1.0 };
        let mut all = Vec::new();
        self.moves(spot, &mut all);
        let over = |spot: &Spot| match self.turn(spot) {
            Turn::Over(payoff) => Some(payoff),
            _ => None,
        };
        let wins = |spot: &Spot, sign: f64| {
            let mut all = Vec::new();
            self.moves(spot, &mut all);
            all.into_iter().find(|&mv| over(&self.after(spot, mv)) == Some(sign))
        };
        if let Some(mv) = wins(spot, sign) {
            return Prospect::Won(mv);
        }
        let opponent = if sign > 0.0 { Turn::Min } else { Turn::Max };
        let loses = |mv: &u8| {
            let next = self.after(spot, *mv);
            self.turn(&next) == opponent && wins(&next, -sign).is_some()
        };
        let safe: Vec<u8> = all.into_iter().filter(|mv| !loses(mv)).collect();
        if safe.is_empty() {
            return Prospect::Lost;
        }
        moves.extend(safe);
        Prospect::Open
    }

    fn assured(&self, spot: &Spot) -> Option<Assured> {
        let truth = self.truth(spot);
        match self.draw(spot, 5, 6) {
            0 => Some(Assured { least: -1.0, greatest: truth }),
            1 => Some(Assured { least: truth, greatest: 1.0 }),
            2 if self.draw(spot, 6, 4) == 0 => Some(Assured::exactly(truth)),
            _ => None,
        }
    }
}

fn any_lattice() -> impl Strategy<Value = Lattice> {
    let payoffs = prop_oneof![Just(2), Just(3), Just(5), Just(1_000_001)];
    (any::<u64>(), 2u64..9, 3u32..7, any::<bool>(), payoffs).prop_map(
        |(seed, width, height, chance, payoffs)| Lattice {
            seed,
            // Four moves must lead to four positions.
            width: width.max(4),
            height,
            chance,
            payoffs,
        },
    )
}

/// Whether two values are the same, but for the rounding of expectations: the plain one may leave the range of payoffs by
/// the last digit, which a search that knows the range will not.
fn agree<G: Game>(game: &G, a: f64, b: f64) -> bool {
    a == b || (game.has_chance() && (a - b).abs() < 1e-12)
}

/// Whatever is proven, of the root or of a move, is what play to the end gives.
fn proves_the_truth<G: Game>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    root: &G::State,
    report: &Report<G::Move>,
) -> Result<(), TestCaseError> {
    let truth = |state| definition(game, evaluator, &state, u32::MAX);
    prop_assert!(
        report.proven.is_none_or(|proven| agree(game, proven.value, truth(root.clone()))),
        "{:?} is not {}",
        report,
        truth(root.clone())
    );
    let mut legal = Vec::new();
    game.moves(root, &mut legal);
    prop_assert_eq!(&legal, &report.moves.iter().map(|entry| entry.mv).collect::<Vec<_>>());
    for entry in &report.moves {
        let behind = truth(game.after(root, entry.mv));
        prop_assert!(
            entry.proven.is_none_or(|proven| agree(game, proven.value, behind)),
            "{:?}, not {}",
            entry,
            behind
        );
    }
    Ok(())
}

/// Run without a budget, a search ends with a best move, and unless one was certain before, with the value.
fn completes<G: Game>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    root: &G::State,
    report: &Report<G::Move>,
) -> Result<(), TestCaseError> {
    let truth = definition(game, evaluator, root, u32::MAX);
    proves_the_truth(game, evaluator, root, report)?;
    match report.stop {
        Some(Stop::Complete) => {
            prop_assert!(report.proven.is_some_and(|proven| agree(game, proven.value, truth)));
        }
        stop => prop_assert!(matches!(stop, Some(Stop::Decided | Stop::Forced)), "{:?}", stop),
    }
    let decides = matches!(game.turn(root), Turn::Max | Turn::Min);
    prop_assert_eq!(report.best.is_some(), decides);
    for &mv in &report.best_moves {
        let behind = definition(game, evaluator, &game.after(root, mv), u32::MAX);
        prop_assert!(agree(game, behind, truth), "{} behind {:?} of {:?}", behind, mv, report);
    }
    Ok(())
}

/// The mark of a node by its edges alone, written once more, from below.
fn recomputed<S: Clone, M: Copy + Eq>(graph: &Graph<S, M>, place: usize) -> (f64, Assured) {
    let node = graph.node(place);
    let edges = graph.edges(node);
    let marks = || edges.iter().map(|edge| edge.mark);
    if let Some(chooser) = node.chooser {
        let value = chooser.extreme(marks().map(|mark| mark.value()));
        return (value, Assured::choice(chooser, marks().map(|mark| mark.assured())));
    }
    let outcomes = || marks().zip(graph.chances(node).iter().copied());
    let value = outcomes().map(|(mark, chance)| mark.value() * chance).sum();
    (value, Assured::roll(outcomes().map(|(mark, chance)| (mark.assured(), chance))))
}

/// Every node holds what its edges say, and its arrow is the one that the rule wants. An edge holds what the node behind it
/// knows; where that is shared it may know less.
fn graph_is_consistent<G: Insight, E: Evaluator<G>>(search: &Ubfm<G, E>) -> Result<(), TestCaseError> {
    let graph = search.graph();
    for place in 0..graph.len() {
        let node = graph.node(place);
        for edge in graph.edges(node) {
            let Some(child) = edge.node().map(|child| graph.node(child).mark) else { continue };
            let (known, copy) = (child.assured(), edge.mark.assured());
            prop_assert!(graph.merges() || child == edge.mark);
            prop_assert!(copy.least <= known.least && known.greatest <= copy.greatest);
        }
        let (value, below) = recomputed(graph, place);
        let assured = node.mark.assured();
        prop_assert!(assured.least >= below.least - 1e-6);
        prop_assert!(assured.greatest <= below.greatest + 1e-6);
        if node.mark.is_settled() {
            continue;
        }
        prop_assert_eq!(node.mark.value(), value.clamp(assured.least, assured.greatest));
        let way = graph.edge(node.way());
        prop_assert!(!way.mark.is_settled());
        if let Some(chooser) = node.chooser {
            let floor = assured.floor(chooser);
            let is_open =
                |mark: &Mark| !mark.is_settled() && chooser.prefers(mark.assured().hope(chooser), floor);
            prop_assert!(is_open(&way.mark));
            for edge in graph.edges(node).iter().filter(|edge| is_open(&edge.mark)) {
                prop_assert!(!chooser.prefers(edge.mark.value(), way.mark.value()));
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
        let Assured { least, greatest } = mark.assured();
        let slack = if game.has_chance() { 1e-12 } else { 0.0 };
        least - slack <= truth && truth <= greatest + slack
    };
    for place in 0..graph.len() {
        let (node, state) = (graph.node(place), graph.state(place));
        prop_assert!(holds(&node.mark, state));
        for edge in graph.edges(node) {
            prop_assert!(holds(&edge.mark, &game.after(state, edge.mv)));
        }
    }
    Ok(())
}

/// An evaluator whose payoffs are the game's, to the last digit.
#[derive(Clone, Copy, Debug)]
struct Guess(u64);

impl<G: Keyed> Evaluator<G> for Guess {
    fn range(&self) -> Range {
        Range::new(-1.0, 1.0)
    }

    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        // Few values, so that there are ties.
        (tiptree::rng::scatter(self.0 ^ game.key(state)) % 65) as f64 / 32.0 - 1.0
    }

    fn payoff(&self, _game: &G, payoff: f64) -> f64 {
        payoff
    }
}

/// The report of the plain loop, back to the root after every excursion.
fn stepped<G: Game>(mut search: impl Search<G>, budget: &Budget) -> Report<G::Move> {
    let mut meter = Meter::new(budget);
    while meter.stopped().is_none() {
        if let Some(stop) = search.step(&mut meter) {
            meter.stop(stop);
        }
    }
    search.report(&meter)
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
    fn what_is_certain_is_true_and_only_becomes_narrower(lattice in any_lattice(), settings in any_settings()) {
        let evaluator = Guess(lattice.seed);
        let mut search = Ubfm::new(lattice, evaluator, settings);
        let mut meter = Meter::new(&Budget::unlimited());
        let mut before = search.graph().clone();
        for step in 0..60 {
            if search.step(&mut meter).is_some() {
                break;
            }
            graph_is_consistent(&search)?;
            if step % 8 == 0 {
                bounds_are_true(&lattice, &evaluator, &search)?;
            }
            let graph = search.graph();
            for place in 0..before.len() {
                let narrower = |was: &Mark, is: &Mark| {
                    let (was, is) = (was.assured(), is.assured());
                    was.least <= is.least && is.greatest <= was.greatest
                };
                prop_assert!(narrower(&before.node(place).mark, &graph.node(place).mark));
                for edge in before.node(place).edges() {
                    prop_assert!(narrower(&before.edge(edge).mark, &graph.edge(edge).mark));
                }
            }
            before = graph.clone();
        }
    }

    #[test]
    fn running_finds_what_stepping_finds((tree, evaluator) in any_tree(), settings in any_settings(), limit in 1u64..600) {
        let budget = Budget::moves(limit);
        let run = Ubfm::new(tree, evaluator, settings).run(&budget);
        prop_assert_eq!(timeless(stepped(Ubfm::new(tree, evaluator, settings), &budget)), timeless(run));
    }

    #[test]
    fn running_finds_what_stepping_finds_also_where_positions_are_shared(
        lattice in any_lattice(), settings in any_settings(), limit in 1u64..600,
    ) {
        let (budget, evaluator) = (Budget::moves(limit), Guess(lattice.seed));
        let run = Ubfm::new(lattice, evaluator, settings).run(&budget);
        prop_assert_eq!(timeless(stepped(Ubfm::new(lattice, evaluator, settings), &budget)), timeless(run));
    }

    #[test]
    fn counted_budgets_are_kept((tree, evaluator) in any_tree(), settings in any_settings(), limit in 1u64..300) {
        for budget in [Budget::moves(limit), Budget::evals(limit), Budget::nodes(limit)] {
            let report = Ubfm::new(tree, evaluator, settings).run(&budget);
            let spent = report.counters;
            prop_assert!(budget.moves.is_none_or(|limit| spent.moves <= limit));
            prop_assert!(budget.evals.is_none_or(|limit| spent.evals <= limit));
            prop_assert!(budget.nodes.is_none_or(|limit| spent.nodes <= limit));
            proves_the_truth(&tree, &evaluator, &tree.start(), &report)?;
            let again = Ubfm::new(tree, evaluator, settings).run(&budget);
            prop_assert_eq!(timeless(report), timeless(again));
        }
        let budget = Budget { memory: Some(64 * limit), ..Budget::unlimited() };
        let report = Ubfm::new(tree, evaluator, settings).run(&budget);
        prop_assert!(report.counters.tree_bytes <= 64 * limit || report.counters.expansions == 0);
        let report = Ubfm::new(tree, evaluator, settings).run(&Budget::depth(2));
        prop_assert!(report.counters.max_depth <= 2);
    }

    #[test]
    fn what_is_kept_after_a_move_is_true(
        lattice in any_lattice(), settings in any_settings(), moves in proptest::collection::vec(any::<u8>(), 4),
    ) {
        let evaluator = Guess(lattice.seed);
        let mut search = Ubfm::new(lattice, evaluator, Settings { keep: true, ..settings });
        let mut root = lattice.start();
        for number in moves {
            search.run(&Budget::moves(40));
            let mut legal = Vec::new();
            lattice.moves(&root, &mut legal);
            let Some(&mv) = legal.get(usize::from(number) % legal.len().max(1)) else { break };
            root = lattice.after(&root, mv);
            search.advance(mv);
            bounds_are_true(&lattice, &evaluator, &search)?;
            proves_the_truth(&lattice, &evaluator, &root, &search.report(&Meter::new(&Budget::unlimited())))?;
        }
        let report = search.run(&Budget::unlimited());
        completes(&lattice, &evaluator, &root, &report)?;
    }

    #[test]
    fn without_ends_and_ties_it_is_min_max_approximation_without_a_constant(
        seed in any::<u64>(), irregular in any::<bool>(), free in any::<bool>(), branching in 2u16..6,
    ) {
        let tree = of_kind(HashTree::new(seed, 24, branching), irregular, free);
        let evaluator = HashEvaluator::new(seed, 1_000_000_007);
        let settings = Settings { graph: false, insight: false, ..Settings::default() };
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
        let settings = Settings { graph, insight: false, ..Settings::default() };
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
    assert_eq!(Chooser::of(tree.turn(&tree.start())), None);
}
