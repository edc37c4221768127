//! Invariants of the tree between descents: values equal a recomputation, and closed edges are never visited.

use super::node::Kind;
use super::tree::{ROOT, Tree};
use super::value_scale::ValueScale;
use super::{Leaf, Sampling, Settings};
use crate::budget::Budget;
use crate::meter::Meter;
use crate::report::Stop;
use crate::search::Search;
use crate::testing::synthetic::{HashEvaluator, HashTree};
use std::sync::atomic::Ordering::Relaxed;

fn trees() -> impl Iterator<Item = (HashTree, HashEvaluator, Settings)> {
    (0..60).map(|seed| {
        let tree = HashTree::new(seed, 8, 3).irregular().with_early_ends(0.1);
        let tree = if seed % 3 == 0 { tree.with_chance(0.3) } else { tree };
        let usual = if seed % 2 == 0 { Settings::uct() } else { Settings::puct() };
        let leaf = if seed % 4 < 2 { Leaf::Playout } else { Leaf::Evaluator };
        let settings = Settings { leaf, graph: seed % 5 == 0, ..usual };
        (tree, HashEvaluator::new(seed, 100).within(-1.0, 1.0), settings)
    })
}

/// Every value follows from the copies in the edges, and in a tree every copy equals the child's value.
fn is_consistent<M: Copy>(tree: &Tree<M>, scale: &ValueScale) {
    for number in 0..tree.len() as u32 {
        let node = tree.node(number);
        let value = node.value.get();
        let anew = tree.backed_up(number, scale);
        assert!((value - anew).abs() < 1e-5, "{value} instead of {anew}");
        for edge in tree.family(node) {
            let mean = edge.mean.get();
            if let Some(child) = edge.child().filter(|_| !tree.is_graph() && !mean.is_nan()) {
                assert_eq!(mean, tree.node(child).value.get());
            }
            assert!(edge.child().is_some() || edge.visits.load(Relaxed) == 0 || node.kind() == Kind::Over);
        }
    }
}

#[test]
fn values_equal_a_recomputation_after_every_descent() {
    for (game, evaluator, settings) in trees() {
        let mut search = Sampling::new(game, evaluator, settings, 1);
        let mut meter = Meter::new(&Budget::unlimited());
        while search.step(&mut meter).is_none() && meter.counters.evals < 150 {
            is_consistent(&search.tree, &search.scale);
        }
    }
}

#[test]
fn closed_edges_are_never_chosen_again() {
    for (game, evaluator, settings) in trees() {
        let mut search = Sampling::new(game, evaluator, settings, 1);
        let mut meter = Meter::new(&Budget::unlimited());
        let mut closed: Vec<(usize, u32)> = Vec::new();
        while search.step(&mut meter).is_none() && meter.counters.evals < 300 {
            let tree = &search.tree;
            for &(edge, visits) in &closed {
                assert!(tree.edge(edge).is_closed());
                assert_eq!(tree.edge(edge).visits.load(Relaxed), visits);
            }
            let edges = (0..tree.len() as u32).flat_map(|node| tree.node(node).edges());
            let is_closed = edges.filter(|&edge| tree.edge(edge).is_closed());
            closed = is_closed.map(|edge| (edge, tree.edge(edge).visits.load(Relaxed))).collect();
        }
    }
}

#[test]
fn a_search_stops_before_its_counters_overflow() {
    for settings in [Settings::uct(), Settings::puct()] {
        let mut search = Sampling::new(HashTree::new(1, 8, 3), HashEvaluator::new(1, 100), settings, 1);
        search.run(&Budget::nodes(100));
        let root = search.tree.node(ROOT);
        root.tally(root.sum(), u32::MAX - (1 << 16) - 3);
        let report = search.run(&Budget::nodes(100));
        let visits = search.tree.node(ROOT).weight.load(Relaxed);
        assert_eq!((report.stop, visits), (Some(Stop::Memory), u32::MAX - (1 << 16)));
        assert!(report.best.is_some());
    }
}
