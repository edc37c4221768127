//! Propagation to a depth, every rule held to a definition written once more without a search around it, on random trees
//! with chance, free turns, ties and early ends.

use crate::oracle::{expectation, of_kind, timeless};
use proptest::prelude::*;
use tiptree::search::best_first::MinMax;
use tiptree::search::best_first::arena::ROOT;
use tiptree::search::best_first::backup::{self, Backup};
use tiptree::search::best_first::penalty::Constant;
use tiptree::search::catalogue;
use tiptree::search::depth_first::rules::{Average, Fallible, Minimax, Product, Rule};
use tiptree::search::depth_first::{Deepening, Propagate};
use tiptree::testing::synthetic::{HashEvaluator, HashTree, Place};
use tiptree::{Bound, Budget, Evaluator, Game, Observer, Report, Search, Stop, Turn};

/// Every rule by name, minimax last.
const RULES: [&str; 7] = [
    "product",
    "average",
    "average(weight=1/0.75/0.25)",
    "average(reading=printed)",
    "fallible(strength=0.8)",
    "mean(p=4)",
    "minimax",
];

fn trees() -> impl Strategy<Value = HashTree> {
    let shape = (any::<u64>(), prop_oneof![Just((2, 7)), Just((3, 5)), Just((4, 4)), Just((9, 2))]);
    let kind = (any::<bool>(), any::<bool>(), prop_oneof![Just(0.0), Just(0.3)]);
    let ends = (prop_oneof![Just(0.0), Just(0.2)], 2u32..5);
    (shape, kind, ends).prop_map(
        |((seed, (branching, depth)), (irregular, free, chance), (ends, payoffs))| {
            let tree = HashTree::new(seed, depth, branching)
                .with_chance(chance)
                .with_early_ends(ends)
                .with_payoffs(payoffs);
            of_kind(tree, irregular, free)
        },
    )
}

/// Values on 0 to 1, few for many ties or many for hardly any.
fn evaluators() -> impl Strategy<Value = HashEvaluator> {
    (any::<u64>(), prop_oneof![Just(2), Just(5), Just(1_000_001)])
        .prop_map(|(seed, count)| HashEvaluator::new(seed, count).within(0.0, 1.0))
}

fn named(text: &str, tree: HashTree, evaluator: HashEvaluator) -> Box<dyn Search<HashTree>> {
    catalogue::build(&text.parse().unwrap(), tree, evaluator, 1).unwrap()
}

/// The report of a rule to a depth.
fn to_depth<R: Rule>(rule: R, depth: u32, tree: HashTree, evaluator: HashEvaluator) -> Report<u16> {
    timeless(Deepening::new(tree, evaluator, Propagate::new(rule).to_depth(depth)).run(&Budget::unlimited()))
}

/// The definitions, for values on 0 to 1.
struct Definition {
    tree: HashTree,
    evaluator: HashEvaluator,
    rule: &'static str,
    owner: Turn,
    depth: u32,
}

impl Definition {
    fn new(rule: &'static str, tree: HashTree, evaluator: HashEvaluator, depth: u32) -> Self {
        let owner = match tree.turn(&tree.start()) {
            Turn::Min => Turn::Min,
            _ => Turn::Max,
        };
        Definition { tree, evaluator, rule, owner, depth }
    }

    /// The value of a position that `depth` decisions are left for; beside it, that by equation 9.
    fn value(&self, state: &Place, depth: u32) -> (f64, f64) {
        let turn = self.tree.turn(state);
        if turn.is_over() || depth == 0 {
            let value = self.evaluator.leaf(&self.tree, state).value;
            return (value, value);
        }
        let below = if turn == Turn::Chance { depth } else { depth - 1 };
        let children: Vec<(f64, f64)> = self.children(state, below);
        let (values, products): (Vec<f64>, Vec<f64>) = children.into_iter().unzip();
        if turn == Turn::Chance {
            let mut chances = Vec::new();
            self.tree.chances(state, &self.moves(state), &mut chances);
            return (expectation(&values, &chances), expectation(&products, &chances));
        }
        let value = match self.rule {
            "product" => product(turn, &values),
            "average" => 0.5 * (extreme(turn, &values) + product(turn, &values)),
            "average(reading=printed)" => 0.5 * (extreme(turn, &values) + product(turn, &products)),
            "average(weight=1/0.75/0.25)" => {
                let weight = [1.0, 0.75, 0.25][(self.depth - depth).min(2) as usize];
                weight * extreme(turn, &values) + (1.0 - weight) * product(turn, &values)
            }
            "fallible(strength=0.8)" if turn != self.owner => fallible(turn, &values, 0.8),
            "mean(p=4)" => mean(turn, &values, 4.0),
            _ => extreme(turn, &values),
        };
        (value, product(turn, &products))
    }

    fn moves(&self, state: &Place) -> Vec<u16> {
        let mut moves = Vec::new();
        self.tree.moves(state, &mut moves);
        moves
    }

    fn children(&self, state: &Place, depth: u32) -> Vec<(f64, f64)> {
        let after = |mv| self.tree.after(state, mv);
        self.moves(state).into_iter().map(|mv| self.value(&after(mv), depth)).collect()
    }
}

fn extreme(turn: Turn, values: &[f64]) -> f64 {
    let sorted = sorted(values);
    if turn == Turn::Max { sorted[sorted.len() - 1] } else { sorted[0] }
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values
}

fn product(turn: Turn, values: &[f64]) -> f64 {
    let mut product = 1.0;
    for value in values {
        product *= if turn == Turn::Max { 1.0 - value } else { *value };
    }
    if turn == Turn::Max { 1.0 - product } else { product }
}

/// Each option with its weight, from the one that the opponent likes best.
fn fallible(turn: Turn, values: &[f64], strength: f64) -> f64 {
    let mut values = sorted(values);
    if turn == Turn::Max {
        values.reverse();
    }
    let last = values.len() - 1;
    let found = |place: usize| if place == last { 1.0 } else { strength };
    let mut left = 1.0;
    let mut sum = 0.0;
    for (place, value) in values.iter().enumerate() {
        sum += left * found(place) * value;
        left *= 1.0 - strength;
    }
    sum
}

/// Equation 10 of Rivest 1987 as it is written.
fn mean(turn: Turn, values: &[f64], p: f64) -> f64 {
    let p = if turn == Turn::Max { p } else { -p };
    let powers: f64 = values.iter().map(|value| (1.0 + 1022.0 * value).powf(p)).sum();
    ((powers / values.len() as f64).powf(1.0 / p) - 1.0) / 1022.0
}

/// Whether two values are the same, to the last bit where the rule says which arithmetic it is.
fn same(rule: &str, a: f64, b: f64) -> bool {
    if rule.starts_with("mean") || rule.starts_with("fallible") { (a - b).abs() < 1e-10 } else { a == b }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn every_rule_is_its_definition(tree in trees(), evaluator in evaluators(), depth in 1u32..8) {
        for rule in RULES {
            let report = named(rule, tree, evaluator).run(&Budget::depth(depth));
            if report.stop == Some(Stop::Forced) {
                continue;
            }
            let definition = Definition::new(rule, tree, evaluator, depth);
            let start = tree.start();
            prop_assert!(same(rule, report.value, definition.value(&start, depth).0), "{}: {}", rule, report.value);
            let decides = tree.turn(&start) != Turn::Chance;
            let children = definition.children(&start, depth - u32::from(decides));
            for (entry, (value, _)) in report.moves.iter().zip(&children) {
                prop_assert!(same(rule, entry.value.unwrap(), *value), "{}: {:?} {}", rule, entry, value);
                prop_assert_eq!(entry.bound, if rule == "minimax" { Bound::Exact } else { Bound::Estimate });
            }
            prop_assert_eq!(report.best.is_some(), decides);
            if decides {
                // The first of the best, and every equal; what is reported on 0 to 1 is what was compared.
                let values: Vec<f64> = report.moves.iter().map(|entry| entry.value.unwrap()).collect();
                let best = extreme(tree.turn(&start), &values);
                let moves = (0u16..).zip(&values).filter(|&(_, value)| *value == best).map(|(mv, _)| mv);
                let moves: Vec<u16> = moves.collect();
                // Of proven wins only the shortest are as good as the best.
                let all = report.best_moves.iter().all(|mv| moves.contains(mv));
                prop_assert!(report.best_moves == moves || (all && report.proven.is_some()));
                prop_assert_eq!(report.best, report.best_moves.first().copied());
                prop_assert_eq!(report.best, report.pv.first().copied());
            }
        }
    }

    #[test]
    fn the_line_goes_through_the_best_child_of_each(tree in trees(), evaluator in evaluators(), depth in 1u32..8) {
        for rule in ["product", "average", "average(reading=printed)", "minimax"] {
            let report = named(rule, tree, evaluator).run(&Budget::depth(depth));
            if report.stop == Some(Stop::Forced) {
                continue;
            }
            let first = report.moves.iter().find(|entry| entry.value == Some(report.value));
            if report.proven.is_some() && first.map(|entry| entry.mv) != report.best {
                // A shorter win than the first one is played, and no line is known behind it.
                continue;
            }
            let definition = Definition::new(rule, tree, evaluator, depth);
            let (mut state, mut left) = (tree.start(), depth);
            for &mv in &report.pv {
                left -= 1;
                let children = definition.children(&state, left);
                let values: Vec<f64> = children.into_iter().map(|child| child.0).collect();
                let best = extreme(tree.turn(&state), &values);
                prop_assert_eq!(values.iter().position(|&value| value == best), Some(usize::from(mv)), "{}", rule);
                tree.play(&mut state, mv);
            }
            let turn = tree.turn(&state);
            prop_assert!(left == 0 || turn == Turn::Chance || turn.is_over());
        }
    }

    #[test]
    fn one_end_of_every_rule_is_minimax_and_the_other_product(
        tree in trees(), evaluator in evaluators(), depth in 1u32..8,
    ) {
        // Estimates where minimax has exact values, and no proof: the rest is the same to the last bit.
        let is_seen_to_its_end = to_depth(Minimax, depth, tree, evaluator).proven.is_some();
        let estimated = |mut report: Report<u16>| {
            // What a proof decides, no estimate does.
            if report.proven.take().is_some() || is_seen_to_its_end {
                (report.best, report.best_moves, report.pv) = (None, Vec::new(), Vec::new());
                (report.counters.moves, report.counters.nodes) = (0, 0);
            }
            for entry in &mut report.moves {
                (entry.bound, entry.proven) = (Bound::Estimate, None);
            }
            report
        };
        let minimax = estimated(to_depth(Minimax, depth, tree, evaluator));
        let product = estimated(to_depth(Product, depth, tree, evaluator));
        prop_assert_eq!(&estimated(to_depth(Average::new(1.0), depth, tree, evaluator)), &minimax);
        prop_assert_eq!(&estimated(to_depth(Average::new(0.0), depth, tree, evaluator)), &product);
        let elsewhere = evaluator.within(-0.3, 1.1);
        let minimax = estimated(to_depth(Minimax, depth, tree, elsewhere));
        prop_assert_eq!(&estimated(to_depth(Fallible { strength: 1.0 }, depth, tree, elsewhere)), &minimax);
    }

    #[test]
    fn wins_and_losses_seen_to_their_end_are_kept(tree in trees(), seed in any::<u64>()) {
        let (tree, evaluator) = (tree.with_chance(0.0).with_payoffs(2), HashEvaluator::new(seed, 2));
        let truth = Definition::new("minimax", tree, evaluator, u32::MAX);
        for rule in ["product", "average", "average(weight=0.2)", "average(reading=printed)"] {
            let report = named(rule, tree, evaluator).run(&Budget::unlimited());
            if report.stop != Some(Stop::Forced) {
                prop_assert_eq!(report.stop, Some(Stop::Complete));
                let behind = tree.after(&tree.start(), report.best.unwrap());
                let (here, there) = (truth.value(&tree.start(), 99), truth.value(&behind, 99));
                prop_assert_eq!((report.value, there.0), (here.0, here.0), "{}", rule);
                prop_assert_eq!(report.proven, None);
            }
        }
    }

    #[test]
    fn nothing_is_proven_but_by_minimax(tree in trees(), evaluator in evaluators()) {
        for rule in RULES {
            let report = named(rule, tree.with_payoffs(3), evaluator).run(&Budget::unlimited());
            if report.stop != Some(Stop::Forced) {
                prop_assert_eq!(report.stop, Some(Stop::Complete));
                let exact = rule == "minimax";
                prop_assert_eq!(report.proven.is_some(), exact, "{}", rule);
                prop_assert!(report.moves.iter().all(|entry| entry.proven.is_some() == exact));
            }
        }
    }

    #[test]
    fn the_evaluators_scale_does_not_matter(tree in trees(), seed in any::<u64>(), depth in 1u32..8) {
        // Eighths, which are exact on both scales.
        let unit = HashEvaluator::new(seed, 9).within(0.0, 1.0);
        let stretched = unit.within(-3.0, 7.0);
        for rule in RULES {
            // Fallible values are mixed on the scale where they are; they stay exact only without chance.
            let tree = if rule.starts_with("fallible") { tree.with_chance(0.0) } else { tree };
            let rule = if rule.starts_with("fallible") { "fallible(strength=0.75)" } else { rule };
            let here = named(rule, tree, unit).run(&Budget::depth(depth));
            let there = named(rule, tree, stretched).run(&Budget::depth(depth));
            // What the choice between proven moves takes depends on roundings behind chance.
            let is_same = rule != "minimax" || tree == tree.with_chance(0.0);
            prop_assert!(!is_same || here.counters == there.counters);
            let near = |a: f64, b: f64| (-3.0 + 10.0 * a - b).abs() < 1e-9;
            prop_assert!(near(here.value, there.value), "{}: {} {}", rule, here.value, there.value);
            prop_assert!(here.moves.iter().zip(&there.moves).all(|(a, b)| near(a.value.unwrap(), b.value.unwrap())));
            if is_same {
                prop_assert_eq!((here.best, here.best_moves, here.pv), (there.best, there.best_moves, there.pv));
            }
        }
    }

    #[test]
    fn counted_budgets_are_kept_by_every_rule(tree in trees(), evaluator in evaluators(), limit in 1u64..300) {
        for rule in RULES {
            let fixed = if rule.contains('(') { rule.replace('(', "(depth=4,") } else { format!("{rule}(depth=4)") };
            for text in [rule, fixed.as_str()] {
                for budget in [Budget::moves(limit), Budget::evals(limit), Budget::nodes(limit)] {
                    let report = timeless(named(text, tree, evaluator).run(&budget));
                    prop_assert!(budget.moves.is_none_or(|limit| report.counters.moves <= limit));
                    prop_assert!(budget.evals.is_none_or(|limit| report.counters.evals <= limit));
                    prop_assert!(budget.nodes.is_none_or(|limit| report.counters.nodes <= limit));
                    prop_assert_eq!(report.best.is_some(), tree.turn(&tree.start()) != Turn::Chance);
                    prop_assert!(report.best.is_none_or(|best| report.best_moves.contains(&best)));
                    prop_assert!(report.moves.iter().all(|entry| entry.value.is_none_or(|value| (-1e-9..1.0 + 1e-9).contains(&value))));
                    prop_assert_eq!(&report, &timeless(named(text, tree, evaluator).run(&budget)), "{}", text);
                }
            }
        }
    }

    #[test]
    fn a_tree_grown_to_its_end_has_the_value_of_its_rule(tree in trees(), evaluator in evaluators()) {
        let grown = |backup: Box<dyn Backup>| {
            let mut search = MinMax::from_parts(tree, evaluator, backup, Constant::default(), ());
            let stop = search.run(&Budget::unlimited()).stop;
            // The value of the rule: what is proven replaces it in the report.
            (stop, (search.tree().value(ROOT) - 1.0) / 1022.0)
        };
        let grown: [(&str, (Option<Stop>, f64)); 3] = [
            ("product", grown(Box::new(backup::Product))),
            ("average", grown(Box::new(backup::Average))),
            ("mean(p=4)", grown(Box::new(backup::PowerMean::new(4.0)))),
        ];
        for (rule, (stop, value)) in grown {
            // A win found ends the growth before the tree does.
            if stop == Some(Stop::Complete) && !tree.turn(&tree.start()).is_over() {
                let report = named(rule, tree, evaluator).run(&Budget::unlimited());
                prop_assert!((report.value - value).abs() < 1e-9, "{}: {} {}", rule, report.value, value);
            }
        }
    }
}

/// Counts the positions that it is shown.
struct Shown(u64);

impl Observer<HashTree> for Shown {
    const CONSIDERS: bool = true;

    fn considered(&mut self, _tree: &HashTree, _place: &Place) {
        self.0 += 1;
    }
}

#[test]
fn an_observer_sees_every_position_once() {
    let tree = HashTree::new(3, 9, 3).with_chance(0.3).with_early_ends(0.1);
    let search = Deepening::new(tree, HashEvaluator::new(3, 100), Propagate::new(Minimax).to_depth(4));
    let mut search = search.observed_by(Shown(0));
    let report = search.run(&Budget::unlimited());
    assert_eq!(search.observer().0, report.counters.nodes);
}

#[test]
fn no_line_is_left_from_an_earlier_root() {
    let tree = HashTree::new(3, 9, 3).with_chance(0.3);
    let mut search = Deepening::new(tree, HashEvaluator::new(3, 100), Propagate::new(Minimax).to_depth(2));
    let mut rolls = 0;
    for mv in [0, 1, 2, 0, 1, 2] {
        let (turn, report) = (tree.turn(search.state()), search.run(&Budget::unlimited()));
        assert_eq!(report.pv.is_empty(), turn == Turn::Chance);
        rolls += u32::from(turn == Turn::Chance);
        search.advance(mv);
    }
    assert!((1..6).contains(&rolls), "both kinds of roots, but {rolls} of 6 were rolls");
}
