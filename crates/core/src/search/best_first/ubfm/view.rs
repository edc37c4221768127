//! The graph of `ubfm`, to be read.

use super::super::arena::ROOT;
use super::search::Ubfm;
use crate::convert::low_u32;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::search::Observer;
use crate::search::distance::Distance;
use crate::search::found::Finding;
use crate::search::tree_view::{Known, NodeId, TreeView, ViewedEdge, ViewedNode};

/// A view of the graph. The identity of a node is its number.
pub(super) struct GraphView<'a, G: Insight, E, O>(pub(super) &'a Ubfm<G, E, O>);

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> TreeView<G> for GraphView<'_, G, E, O> {
    fn game(&self) -> &G {
        &self.0.expander.game
    }

    fn root(&self) -> Option<(NodeId, &G::State)> {
        let Ubfm { graph, expander, .. } = self.0;
        (!graph.is_tip(ROOT)).then_some((NodeId(ROOT as u64), &expander.root))
    }

    fn node(&self, NodeId(number): NodeId, _: &G::State) -> ViewedNode<G::Move> {
        let Ubfm { graph, expander, .. } = self.0;
        let node = graph.node(low_u32(number) as usize);
        let family = graph.edges(node);
        let edge = |(number, found): (usize, Finding<G::Move>)| {
            let mut edge = ViewedEdge::new(&expander.game, &expander.evaluator, found);
            edge.child = family[number].node().map(|child| NodeId(child as u64));
            edge
        };
        let moves: Vec<G::Move> = family.iter().map(|edge| edge.mv).collect();
        let edges = self.0.findings(node, &moves).into_iter().enumerate().map(edge).collect();
        let visits = family.iter().map(|edge| u64::from(edge.own.visits)).sum();
        let (value, bounds) = (node.own.mark.value(), (node.own.mark.bounds(), Distance::UNKNOWN));
        let known = Known::new(&expander.game, &expander.evaluator, Some(value), bounds, Some(visits));
        ViewedNode { known, edges }
    }

    fn arrow(&self, NodeId(number): NodeId, _: &G::State) -> Option<usize> {
        let number = low_u32(number) as usize;
        let node = self.0.graph.node(number);
        let is_done = if number == ROOT { self.0.is_done() } else { node.own.mark.is_proven() };
        (!is_done).then_some(node.own.arrow as usize)
    }
}
