//! What Rivest 1987 says of his search, as tests.

use tiptree::search::best_first::MinMax;
use tiptree::search::best_first::arena::{Kind, ROOT};
use tiptree::search::best_first::backup::{Backed, Family, Minimax, PowerMean};
use tiptree::search::best_first::decide::Pick;
use tiptree::search::best_first::levels::Levels;
use tiptree::search::best_first::mean::Mean;
use tiptree::search::best_first::penalty::{Constant, Derivative, Penalty};
use tiptree::search::best_first::tree::Tree;
use tiptree::testing::drawn::{AsDrawn, DrawnTree, Spot};
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Evaluator, Game, Meter, Neutral, Observer, Search};

#[test]
fn section_2_the_derivative_ranges_to_nearly_one() {
    // "ranges in value from 0 to n^(-1/p)": greatest where one value dwarfs the others.
    let gradient = Mean::Power(10.0).gradient(&[1e-3, 1e-3, 1e-3, 1.0]);
    assert!((gradient[3] - 4f64.powf(-0.1)).abs() < 1e-9);
}

#[test]
fn section_4_the_mean_favours_a_move_with_a_good_backup_move() {
    // Max chooses between two Max nodes of equal maximum: (30, 40) drawn first, (35, 40) behind it.
    let tree: DrawnTree = "+s 40 (+a 40 (w 30, x 40), +b 40 (y 35, z 40))".parse().unwrap();
    let b = Spot { node: tree.named("b").unwrap(), over: false };
    let grown = |pick: Pick| {
        let mut search = MinMax::new(tree.clone(), AsDrawn).picking(pick);
        let mut meter = Meter::new(&Budget::unlimited());
        for _ in 0..3 {
            search.step(&mut meter);
        }
        search.report(&meter)
    };
    assert_eq!(grown(Pick::Minimax).best_moves.len(), 2, "the minimax values are equal");
    let by_mean = grown(Pick::Mean(Levels::constant(10.0)));
    assert_eq!(by_mean.best_moves, [b]);
}

#[test]
fn section_6_a_constant_evaluator_gives_breadth_first_growth() {
    let game = HashTree::new(1, 12, 3);
    let mut search =
        MinMax::from_parts(game, Neutral::new(&game), Minimax, Constant::default(), Order::default());
    search.run(&Budget::nodes(3000));
    let order = search.tree().levels();
    assert!(search.observer().0.len() == order.len());
    assert!(order.len() > 900 && order.is_sorted(), "{order:?}");
}

#[derive(Default)]
struct Order(Vec<usize>);

impl<G: Game> Observer<G> for Order {
    fn expanded(&mut self, parent: usize, _: std::ops::Range<usize>) {
        self.0.push(parent);
    }
}

#[test]
fn a_vanishing_constant_grows_the_tree_of_best_first_minimax() {
    for seed in 0..20 {
        let (game, evaluator) = (HashTree::new(seed, 60, 2), HashEvaluator::new(seed, 60_000));
        let vanishing = Constant::new(Levels::constant(1e-12), 7.0);
        let mut search = MinMax::from_parts(game, evaluator, Minimax, vanishing, Order::default());
        search.run(&Budget::nodes(801));
        let expected = best_first_minimax(&game, &evaluator, 400);
        assert!(expected.len() > 30 && search.observer().0.starts_with(&expected), "seed {seed}");
    }
}

/// Best-first minimax written for itself: expand the end of the principal variation, back up, again, until it is a
/// finished game. Returns the places expanded.
fn best_first_minimax(game: &HashTree, evaluator: &HashEvaluator, expansions: usize) -> Vec<usize> {
    struct Node {
        state: <HashTree as Game>::State,
        value: f64,
        children: Vec<usize>,
    }
    let node = |state| Node { value: evaluator.evaluate(game, &state), state, children: Vec::new() };
    let maximises = |state: &_| game.turn(state) == tiptree::Turn::Max;
    let mut nodes = vec![node(game.start())];
    let mut order = Vec::new();
    let best = |nodes: &[Node], place: usize| {
        let sign = if maximises(&nodes[place].state) { 1.0 } else { -1.0 };
        let better = |&a: &usize, &b: &usize| (sign * nodes[a].value).total_cmp(&(sign * nodes[b].value));
        nodes[place].children.iter().copied().rev().max_by(better)
    };
    for _ in 0..expansions {
        let mut path = vec![0];
        while let Some(next) = best(&nodes, path[path.len() - 1]) {
            path.push(next);
        }
        let tip = path[path.len() - 1];
        if game.turn(&nodes[tip].state).is_over() {
            break;
        }
        order.push(tip);
        let mut moves = Vec::new();
        game.moves(&nodes[tip].state, &mut moves);
        for mv in moves {
            let child = node(game.after(&nodes[tip].state, mv));
            let place = nodes.len();
            nodes[tip].children.push(place);
            nodes.push(child);
        }
        for &place in path.iter().rev() {
            nodes[place].value = nodes[best(&nodes, place).unwrap()].value;
        }
    }
    order
}

/// The figures' tree, grown by as many steps, with the penalty of a named tip.
fn figures(steps: usize) -> (DrawnTree, Tree<DrawnTree>) {
    let drawn: DrawnTree = "+s 10 (t 2, -u 10 (+w 10 (y 11, z 11), x 12))".parse().unwrap();
    let mean = PowerMean::new(10.0);
    let mut search = MinMax::from_parts(drawn.clone(), AsDrawn, mean.clone(), Derivative(mean), ());
    let mut meter = Meter::new(&Budget::unlimited());
    for _ in 0..steps {
        search.step(&mut meter);
    }
    let tree = search.tree().clone();
    (drawn, tree)
}

#[test]
fn section_3_the_tip_after_the_figures_is_y() {
    for (steps, next) in [(2, "w"), (3, "y")] {
        let (drawn, tree) = figures(steps);
        let mut place = ROOT;
        while !tree.is_tip(place) {
            assert_ne!(tree.kind(place), Kind::Over);
            place = tree.arrow(place).unwrap();
        }
        assert_eq!(drawn.name(tree.mv(place).unwrap().node), next);
    }
}

#[test]
fn equation_15_has_p_plus_one_at_min_nodes() {
    // The reverse approximation: the exact derivative formula at the exact minimax value.
    let drawn: DrawnTree = "-s 10 (a 10, b 20)".parse().unwrap();
    let penalty = Derivative(PowerMean::new(10.0));
    let mut search = MinMax::from_parts(drawn, AsDrawn, Minimax, penalty.clone(), ());
    search.step(&mut Meter::new(&Budget::unlimited()));
    let mut weights = Vec::new();
    search.tree().weigh(ROOT, 0, &Minimax, &penalty, &mut weights);
    assert!((weights[0] - 2f64.ln()).abs() < 1e-12);
    assert!((weights[1] - (2f64.ln() + 11.0 * 2f64.ln())).abs() < 1e-12);
}

#[test]
fn a_single_legal_move_costs_no_search() {
    let drawn: DrawnTree = "+s 10 (-t 2 (u 5, v 6))".parse().unwrap();
    let report = MinMax::new(drawn, AsDrawn).run(&Budget::unlimited());
    assert_eq!(report.counters.moves, 0);
    assert_eq!(report.stop, Some(tiptree::Stop::Forced));
    assert!(report.best.is_some());
}

#[test]
fn chance_weighs_in_the_unit_of_the_penalty() {
    // A roll of two equal outcomes: -ln(1/2) in equation 12, and c/ln n of that in the tournament's form.
    let drawn: DrawnTree = "*s 10 (a 10, b 20)".parse().unwrap();
    let weights = |penalty: &dyn Penalty| {
        let mut search = MinMax::new(drawn.clone(), AsDrawn);
        search.step(&mut Meter::new(&Budget::unlimited()));
        let mut weights = Vec::new();
        search.tree().weigh(ROOT, 0, &Minimax, &Unit(penalty.nat()), &mut weights);
        weights
    };
    assert_eq!(weights(&Derivative(PowerMean::new(10.0))), [2f64.ln(); 2]);
    let constant = Constant::new(Levels::constant(0.05), 7.0);
    assert!((weights(&constant)[0] - 2f64.ln() * 0.05 / 7f64.ln()).abs() < 1e-15);
}

/// Nothing but a unit.
struct Unit(f64);

impl Penalty for Unit {
    fn weigh(&self, _: &Family, _: Backed, weights: &mut [f64]) {
        weights.fill(0.0);
    }

    fn nat(&self) -> f64 {
        self.0
    }
}

#[test]
fn a_large_p_grows_deep_and_narrow_and_a_small_one_broad() {
    // Section 4: "As p gets large, the heuristic should grow very deep but narrow trees."
    let (game, evaluator) = (HashTree::new(3, 30, 4), HashEvaluator::new(3, 1000));
    let depth = |p: f64| {
        let mean = PowerMean::new(p);
        let mut search = MinMax::from_parts(game, evaluator, mean.clone(), Derivative(mean), ());
        search.run(&Budget::nodes(4000)).counters.max_depth
    };
    let depths = [1.0, 5.0, 20.0, 100.0].map(depth);
    assert!(depths.is_sorted() && depths[3] > 2 * depths[0], "{depths:?}");
}
