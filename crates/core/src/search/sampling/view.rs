//! The tree of `uct` and `puct`, to be read.
//!
//! Bounds are kept with the nodes, and an edge holds a copy of its child's value from when it was last passed. A view of what the
//! tree stores leaves the children of a node alone.

use super::search::Sampling;
use super::tree::ROOT;
use crate::convert::low_u32;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::search::distance::Distance;
use crate::search::found::Finding;
use crate::search::tree_view::{Detail, Known, NodeId, TreeView, ViewedEdge, ViewedNode};
use std::sync::atomic::Ordering::Relaxed;

/// A view of the tree. The identity of a node is its number.
pub(super) struct SamplingView<'a, G: Insight, E> {
    pub(super) search: &'a Sampling<G, E>,
    pub(super) detail: Detail,
}

impl<G: Insight, E: Evaluator<G>> TreeView<G> for SamplingView<'_, G, E> {
    fn game(&self) -> &G {
        &self.search.game
    }

    fn root(&self) -> Option<(NodeId, &G::State)> {
        let is_grown = !self.search.tree.is_empty() && self.search.tree.node(ROOT).is_expanded();
        is_grown.then_some((NodeId(ROOT.into()), &self.search.root))
    }

    fn node(&self, NodeId(number): NodeId, _: &G::State) -> ViewedNode<G::Move> {
        let Sampling { game, evaluator, tree, selection, scale, .. } = self.search;
        let (number, node) = (low_u32(number), tree.node(low_u32(number)));
        let is_choice = node.kind().player().is_some();
        let edge = |(number, found): (usize, Finding<G::Move>)| {
            let place = tree.edge(node.edges().start + number);
            let mut edge = ViewedEdge::new(game, evaluator, found);
            let bonus = is_choice.then(|| f64::from(selection.bonus(node, place)));
            edge.exploration = bonus.filter(|bonus| bonus.is_finite());
            edge.child = place.child().map(|child| NodeId(child.into()));
            edge
        };
        let moves: Vec<G::Move> = node.edges().map(|edge| tree.mv(edge)).collect();
        let edges =
            self.search.findings(node, &moves, self.detail).into_iter().enumerate().map(edge).collect();
        let passed = tree.family(node).iter().map(|edge| u64::from(edge.visits.load(Relaxed)));
        let visits = u64::from(node.own().1) + passed.sum::<u64>();
        let (value, bounds) = (scale.value(node.value.get()), (tree.bounds(number), Distance::UNKNOWN));
        ViewedNode { known: Known::new(game, evaluator, Some(value), bounds, Some(visits)), edges }
    }

    fn arrow(&self, NodeId(number): NodeId, _: &G::State) -> Option<usize> {
        let Sampling { tree, selection, .. } = self.search;
        let node = tree.node(low_u32(number));
        if node.is_proven() { None } else { selection.choose(tree, node) }
    }
}
