//! Best-first growth held to its definitions on random trees, chance nodes included: what is stored equals what
//! follows from the tips, the order of the tips is the order of the derivatives, and everything expanded is the truth.

use crate::oracle::expectation;
use proptest::prelude::*;
use tiptree::search::best_first::MinMax;
use tiptree::search::best_first::arena::{Kind, ROOT};
use tiptree::search::best_first::backup::{Average, Backup, ExponentialMean, Minimax, PowerMean, Product};
use tiptree::search::best_first::decide::Pick;
use tiptree::search::best_first::levels::Levels;
use tiptree::search::best_first::penalty::{Constant, Derivative, Floyd, Penalty, Policy, Quadratic};
use tiptree::search::best_first::redescend::Redescend;
use tiptree::search::best_first::tree::Tree;
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Counters, Evaluator, Game, Meter, Observer, Search, Stop, Turn};

type Growing = MinMax<HashTree, HashEvaluator, Box<dyn Backup>, Box<dyn Penalty>>;

fn trees() -> impl Strategy<Value = (HashTree, HashEvaluator)> {
    let shape = (any::<u64>(), 1u32..6, 1u16..5, any::<bool>(), any::<bool>());
    let spice = (prop_oneof![Just(0.0), Just(0.3)], prop_oneof![Just(0.0), Just(0.15)], 2u32..6, 2u32..40);
    (shape, spice).prop_map(|((seed, depth, branching, irregular, free), (chance, ends, payoffs, values))| {
        let mut tree = HashTree::new(seed, depth, branching).with_chance(chance).with_early_ends(ends);
        tree = tree.with_payoffs(payoffs);
        if irregular {
            tree = tree.irregular();
        }
        if free {
            tree = tree.with_free_turns();
        }
        (tree, HashEvaluator::new(seed ^ 1, values))
    })
}

fn parts() -> impl Strategy<Value = (usize, usize)> {
    (0usize..5, 0usize..9)
}

fn backup(number: usize) -> Box<dyn Backup> {
    match number {
        0 => Box::new(Minimax),
        1 => Box::new(PowerMean { p: "12/8/6".parse().unwrap() }),
        2 => Box::new(ExponentialMean::new(0.02)),
        3 => Box::new(Product),
        _ => Box::new(Average),
    }
}

fn penalty(number: usize) -> Box<dyn Penalty> {
    match number {
        0 => Box::new(Constant::default()),
        1 => Box::new(Constant::new("0.2/0.05/0.01".parse::<Levels>().unwrap(), 3.0)),
        2 => Box::new(Derivative(PowerMean::new(10.0))),
        3 => Box::new(Derivative(ExponentialMean::new(0.02))),
        4 => Box::new(Derivative(Product)),
        5 => Box::new(Quadratic::new(1.0, 7.0)),
        6 => Box::new(Derivative(Average)),
        7 => Box::new(Policy::new(0.05, 7.0)),
        _ => Box::new(Floyd),
    }
}

/// Whether a certain win makes the penalty of its siblings infinite, so that not everything is expanded.
fn stops_at_certainty(penalty: usize) -> bool {
    penalty == 4 || penalty == 6
}

fn growing(tree: HashTree, evaluator: HashEvaluator, (up, weight): (usize, usize)) -> Growing {
    MinMax::from_parts(tree, evaluator, backup(up), penalty(weight), ())
}

/// Every value, arrow and penalty that the tree stores.
fn stored(tree: &Tree<HashTree>) -> Vec<(f64, f64, f64, Option<usize>)> {
    (0..tree.len())
        .map(|place| (tree.value(place), tree.log(place), tree.pi(place), tree.arrow(place)))
        .collect()
}

/// The penalty of each expandable tip, by adding weights from the root down.
fn tip_penalties<B: Backup, P: Penalty>(tree: &Tree<HashTree>, backup: &B, penalty: &P) -> Vec<(usize, f64)> {
    let expandable = |place: &usize| tree.is_tip(*place) && tree.kind(*place) != Kind::Over;
    let penalties = tree.penalties(backup, penalty);
    (0..tree.len()).filter(expandable).map(|place| (place, penalties[place])).collect()
}

/// The game value on the evaluator's scale, by plain recursion to the end.
fn truth(game: &HashTree, evaluator: &HashEvaluator, state: &<HashTree as Game>::State) -> f64 {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values: Vec<f64> = moves.iter().map(|&mv| truth(game, evaluator, &game.after(state, mv))).collect();
    match game.turn(state) {
        Turn::Over(payoff) => evaluator.payoff(game, payoff),
        Turn::Max => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
        Turn::Min => values.into_iter().fold(f64::INFINITY, f64::min),
        Turn::Chance => {
            let mut chances = Vec::new();
            game.chances(state, &moves, &mut chances);
            expectation(&values, &chances)
        }
    }
}

fn redescends() -> impl Strategy<Value = Redescend> {
    prop_oneof![
        Just(Redescend::Never),
        Just(Redescend::Chance(0.5)),
        Just(Redescend::Depth(2.0)),
        Just(Redescend::Change(0.1)),
        Just(Redescend::Leaves),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn what_is_stored_equals_a_recomputation_after_every_step(
        (game, evaluator) in trees(), parts in parts(), redescend in redescends(),
    ) {
        let mut search = growing(game, evaluator, parts).redescending(redescend, 5);
        let mut meter = Meter::new(&Budget::nodes(400));
        for _ in 0..60 {
            let stop = search.step(&mut meter);
            let tree = search.tree();
            let mut anew = tree.clone();
            anew.recompute_all(&backup(parts.0), &penalty(parts.1));
            prop_assert_eq!(stored(tree), stored(&anew));
            if stop.is_some() {
                break;
            }
        }
    }

    #[test]
    fn the_arrows_lead_to_the_tip_of_least_penalty((game, evaluator) in trees(), parts in parts()) {
        let mut search = growing(game, evaluator, parts);
        let mut meter = Meter::new(&Budget::nodes(300));
        while search.step(&mut meter).is_none() {}
        let tree = search.tree();
        let tips = tip_penalties(tree, &backup(parts.0), &penalty(parts.1));
        let least = tips.iter().map(|tip| tip.1).fold(f64::INFINITY, f64::min);
        prop_assert!(least == tree.pi(ROOT) || (least - tree.pi(ROOT)).abs() <= 1e-9 * (1.0 + least.abs()));
        if tree.pi(ROOT) < f64::INFINITY {
            let mut place = ROOT;
            while !tree.is_tip(place) {
                place = tree.arrow(place).unwrap();
            }
            let (_, found) = tips.iter().find(|tip| tip.0 == place).unwrap();
            prop_assert!((found - least).abs() <= 1e-9 * (1.0 + least.abs()));
        }
    }

    #[test]
    fn by_equation_12_the_order_of_tips_is_the_order_of_derivatives((game, evaluator) in trees(), p in 2.0f64..12.0) {
        let mut search = MinMax::from_parts(game, evaluator, PowerMean::new(p), Derivative(PowerMean::new(p)), ());
        let mut meter = Meter::new(&Budget::nodes(60));
        while search.step(&mut meter).is_none() {}
        let tree = search.tree();
        for (tip, total) in tip_penalties(tree, &PowerMean::new(p), &Derivative(PowerMean::new(p))) {
            let step = 1e-4 * tree.value(tip);
            let (more, less) = (root_by_hand(tree, p, tip, step), root_by_hand(tree, p, tip, -step));
            // The rounding of both roots, divided by a step that may be as small as 1e-4, is below 1e-8.
            let derivative = (more - less) / (2.0 * step);
            let by_penalty = (-total).exp();
            prop_assert!((derivative - by_penalty).abs() <= 1e-4 * by_penalty + 1e-8, "{derivative} {by_penalty}");
        }
    }

    #[test]
    fn expanding_everything_gives_the_game_value((game, evaluator) in trees(), weight in 0usize..8) {
        let weight = if stops_at_certainty(weight) { 0 } else { weight };
        let mut search = growing(game, evaluator, (0, weight));
        let report = search.run(&Budget::unlimited());
        if report.stop != Some(Stop::Forced) {
            prop_assert!(matches!(report.stop, Some(Stop::Complete | Stop::Decided)));
            let truth = truth(&game, &evaluator, &game.start());
            prop_assert!((report.value - truth).abs() < 1e-9, "{} {truth}", report.value);
            prop_assert!((report.proven.unwrap().value - truth).abs() < 1e-9);
        }
    }

    #[test]
    fn what_is_called_proven_is_true((game, evaluator) in trees(), parts in parts(), nodes in 5u64..200) {
        let mut search = growing(game, evaluator, parts);
        let report = search.run(&Budget::nodes(nodes));
        if let Some(proven) = report.proven {
            prop_assert!((proven.value - truth(&game, &evaluator, &game.start())).abs() < 1e-9);
        }
        for entry in &report.moves {
            if let Some(proven) = entry.proven {
                let truth = truth(&game, &evaluator, &game.after(&game.start(), entry.mv));
                prop_assert!((proven.value - truth).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn counted_budgets_hold_and_repeat(
        (game, evaluator) in trees(), parts in parts(), redescend in redescends(), moves in 1u64..300,
    ) {
        let run = |budget: &Budget| {
            let mut report = growing(game, evaluator, parts).redescending(redescend, 9).run(budget);
            (report.seconds, report.cpu_seconds) = (0.0, 0.0);
            report
        };
        let report = run(&Budget::moves(moves));
        prop_assert!(report.counters.moves <= moves);
        prop_assert_eq!(&report, &run(&Budget::moves(moves)));
        prop_assert!(run(&Budget::evals(moves)).counters.evals <= moves.max(1));
        let deep = run(&Budget { nodes: Some(500), ..Budget::depth(2) });
        prop_assert!(deep.counters.max_depth <= 2);
        let decides = matches!(game.turn(&game.start()), Turn::Max | Turn::Min);
        prop_assert_eq!(report.best.is_some(), decides);
    }

    #[test]
    fn a_kept_tree_is_a_tree_like_any_other((game, evaluator) in trees(), parts in parts()) {
        let mut search = growing(game, evaluator, parts).keeping(true);
        let report = search.run(&Budget::nodes(200));
        let Some(first) = report.moves.last() else { return Ok(()) };
        let below = search.tree().len();
        search.advance(first.mv);
        let tree = search.tree();
        if !tree.is_empty() {
            prop_assert!(tree.len() < below);
            let mut anew = tree.clone();
            anew.recompute_all(&backup(parts.0), &penalty(parts.1));
            prop_assert_eq!(stored(tree), stored(&anew));
        }
        let report = search.run(&Budget::unlimited());
        if parts.0 == 0 && !stops_at_certainty(parts.1) && report.stop == Some(Stop::Complete) {
            let truth = truth(&game, &evaluator, &game.after(&game.start(), first.mv));
            prop_assert!((report.value - truth).abs() < 1e-9);
        }
    }

    #[test]
    fn running_grows_the_tree_that_stepping_grows((game, evaluator) in trees(), parts in parts(), moves in 1u64..600) {
        // A run stops its ascents early where it may; a step goes back to the root every time.
        let mut running = growing(game, evaluator, parts);
        let report = running.run(&Budget::moves(moves));
        let mut stepping = growing(game, evaluator, parts);
        let mut meter = Meter::new(&Budget::moves(moves));
        while stepping.step(&mut meter).is_none() {}
        prop_assert_eq!(stored(running.tree()), stored(stepping.tree()));
        // The report may have spent a little more on the choice between proven moves.
        let Counters { moves, nodes, .. } = meter.counters;
        prop_assert!(report.counters.moves >= moves && report.counters.nodes >= nodes);
        prop_assert_eq!(Counters { moves, nodes, ..report.counters }, meter.counters);
    }

    #[test]
    fn rules_that_never_turn_back_grow_the_same_tree((game, evaluator) in trees(), parts in parts()) {
        let grown = |redescend| {
            let mut search = growing(game, evaluator, parts).redescending(redescend, 1);
            search.run(&Budget::nodes(300));
            stored(search.tree())
        };
        let plain = grown(Redescend::Never);
        prop_assert_eq!(&plain, &grown(Redescend::Chance(0.0)));
        prop_assert_eq!(&plain, &grown(Redescend::Change(f64::NEG_INFINITY)));
    }
}

/// The root value by equation 10 written out, the value of one tip shifted.
fn root_by_hand(tree: &Tree<HashTree>, p: f64, tip: usize, by: f64) -> f64 {
    fn value(tree: &Tree<HashTree>, place: usize, p: f64, tip: usize, by: f64) -> f64 {
        if tree.is_tip(place) {
            return tree.value(place) + if place == tip { by } else { 0.0 };
        }
        let children = || tree.children(place).map(|child| value(tree, child, p, tip, by));
        let count = tree.children(place).len() as f64;
        match tree.kind(place) {
            Kind::Max => (children().map(|value| value.powf(p)).sum::<f64>() / count).powf(1.0 / p),
            Kind::Min => (children().map(|value| value.powf(-p)).sum::<f64>() / count).powf(-1.0 / p),
            _ => {
                let odds = tree.odds(tree.node(tree.node_at(place).unwrap()));
                children().zip(odds).map(|(value, odds)| value * odds.chance).sum()
            }
        }
    }
    value(tree, ROOT, p, tip, by)
}

#[derive(Default)]
struct Diary {
    considered: u64,
    expanded: Vec<usize>,
}

impl Observer<HashTree> for Diary {
    const CONSIDERS: bool = true;

    fn considered(&mut self, _: &HashTree, _: &<HashTree as Game>::State) {
        self.considered += 1;
    }

    fn expanded(&mut self, parent: usize, _: std::ops::Range<usize>) {
        self.expanded.push(parent);
    }
}

#[test]
fn an_observer_sees_every_position_and_expansion() {
    let (game, evaluator) = (HashTree::new(3, 8, 4), HashEvaluator::new(4, 50));
    let mut search = MinMax::from_parts(game, evaluator, Minimax, Constant::default(), Diary::default());
    let report = search.run(&Budget::moves(2000));
    assert_eq!(search.observer().expanded.len() as u64, report.counters.expansions);
    assert_eq!(search.observer().considered, report.counters.nodes);
    assert_eq!(search.tree().len() as u64, report.counters.nodes);
}

#[test]
fn leaves_outnumber_the_depth_at_once_in_a_wide_tree() {
    // Every expansion adds nine leaves and no tip is nine levels deep, so the rule of section 6 never turns back.
    let (game, evaluator) = (HashTree::new(8, 8, 9), HashEvaluator::new(9, 1000));
    let grown = |redescend| {
        let mut search = MinMax::new(game, evaluator).redescending(redescend, 1);
        search.run(&Budget::nodes(5000));
        stored(search.tree())
    };
    assert!(grown(Redescend::Leaves) == grown(Redescend::Never));
}

#[test]
fn a_narrow_tree_makes_the_leaves_rule_turn_back() {
    let (game, evaluator) = (HashTree::new(8, 30, 2), HashEvaluator::new(9, 1000));
    let moves = |redescend| {
        let mut search = MinMax::new(game, evaluator).redescending(redescend, 1);
        search.run(&Budget::nodes(5000)).counters.moves
    };
    assert!(moves(Redescend::Leaves) < moves(Redescend::Never), "a detour saves the walk from the root");
}

#[test]
fn certainty_and_memory_stop_a_search() {
    let (game, evaluator) = (HashTree::new(2, 20, 4), HashEvaluator::new(4, 1000));
    let run = |budget: &str| MinMax::new(game, evaluator).run(&budget.parse().unwrap());
    assert_eq!(run("sure=0.5,nodes=1M").stop, Some(Stop::Sure));
    let report = run("memory=1MB");
    assert_eq!(report.stop, Some(Stop::Memory));
    assert!((1_000_000..=1024 * 1024).contains(&report.counters.tree_bytes), "{:?}", report.counters);
}

#[test]
fn picking_by_visits_takes_the_most_visited() {
    let (game, evaluator) = (HashTree::new(2, 20, 4), HashEvaluator::new(4, 1000));
    let report = MinMax::new(game, evaluator).picking(Pick::Visits).run(&Budget::nodes(3000));
    let most = report.moves.iter().map(|entry| entry.visits).max().unwrap();
    let best = report.moves.iter().find(|entry| Some(entry.mv) == report.best).unwrap();
    assert_eq!(best.visits, most);
    assert_eq!(report.moves.iter().map(|entry| entry.visits).sum::<u64>() + 1, report.counters.expansions);
}
