//! The tree of `uct` and `puct`, to be read.
//!
//! The bounds behind an edge are kept with its child, so that reading a node touches its children too.

use super::search::Sampling;
use super::tree::ROOT;
use crate::convert::low_u32;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::search::distance::Distance;
use crate::search::found::Finding;
use crate::search::tree_view::{Known, NodeId, TreeView, ViewedEdge, ViewedNode};
use std::sync::atomic::Ordering::Relaxed;

/// A view of the tree. The identity of a node is its number.
pub(super) struct SamplingView<'a, G: Insight, E>(pub(super) &'a Sampling<G, E>);

impl<G: Insight, E: Evaluator<G>> TreeView<G> for SamplingView<'_, G, E> {
    fn game(&self) -> &G {
        &self.0.game
    }

    fn root(&self) -> Option<(NodeId, &G::State)> {
        let is_grown = !self.0.tree.is_empty() && self.0.tree.node(ROOT).is_expanded();
        is_grown.then_some((NodeId(ROOT.into()), &self.0.root))
    }

    fn node(&self, NodeId(number): NodeId, _: &G::State) -> ViewedNode<G::Move> {
        let Sampling { game, evaluator, tree, selection, scale, .. } = self.0;
        let (number, node) = (low_u32(number), tree.node(low_u32(number)));
        let arrow = if node.is_proven() { None } else { selection.choose(tree, node) };
        let is_choice = node.kind().player().is_some();
        let edge = |(number, found): (usize, Finding<G::Move>)| {
            let place = tree.edge(node.edges().start + number);
            let mut edge = ViewedEdge::new(game, evaluator, found);
            let bonus = is_choice.then(|| f64::from(selection.bonus(node, place)));
            edge.exploration = bonus.filter(|bonus| bonus.is_finite());
            edge.is_arrow = arrow == Some(number);
            let is_expanded = |&child: &u32| tree.node(child).is_expanded();
            edge.child = place.child().filter(is_expanded).map(|child| NodeId(child.into()));
            edge
        };
        let moves: Vec<G::Move> = node.edges().map(|edge| tree.mv(edge)).collect();
        let edges = self.0.findings(node, &moves).into_iter().enumerate().map(edge).collect();
        let passed = tree.family(node).iter().map(|edge| u64::from(edge.visits.load(Relaxed)));
        let visits = u64::from(node.own().1) + passed.sum::<u64>();
        let (value, bounds) = (scale.value(node.value.get()), (tree.bounds(number), Distance::UNKNOWN));
        ViewedNode { known: Known::new(game, evaluator, Some(value), bounds, Some(visits)), edges }
    }
}
