//! The tree of `mm-fast`, to be read.
//!
//! The visits behind an edge are kept with its child. A view of what the tree stores leaves the children alone: it takes the share of
//! an edge from its weight, as `mm` does.

use super::costs::UNIT;
use super::leaf::forced;
use super::line::{CLOSED, SLOTS};
use super::node::Node;
use super::search::Fast;
use crate::convert::low_u32;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::player::Player;
use crate::score_bounds::ScoreBounds;
use crate::search::best_first::penalty::{Constant, shares};
use crate::search::distance::Distance;
use crate::search::tree_view::{Detail, Known, NodeId, TreeView, ViewedEdge, ViewedNode};

/// A view of the tree. The identity of a node is its number in the arena.
pub(super) struct FastView<'a, G: Insight, E> {
    pub(super) search: &'a Fast<G, E>,
    pub(super) detail: Detail,
}

impl<G: Insight, E: Evaluator<G>> TreeView<G> for FastView<'_, G, E> {
    fn game(&self) -> &G {
        &self.search.common.game
    }

    fn root(&self) -> Option<(NodeId, &G::State)> {
        self.search.root_node().map(|Node(number)| (NodeId(number.into()), &self.search.root))
    }

    fn node(&self, NodeId(number): NodeId, state: &G::State) -> ViewedNode<G::Move> {
        let (node, common) = (Node(low_u32(number)), &self.search.common);
        let is_whole = self.detail == Detail::Whole;
        let player = Player::without_chance(common.game.turn(state)).expect("no finished game is expanded");
        let scan = common.arena.scan(node, common.constant);
        let visits = |edge: usize| if is_whole { common.arena.visits(node, edge).into() } else { 0 };
        let weight = |edge: usize| {
            let cost = common.arena.line(node, edge).cost(edge % SLOTS);
            f64::from(u32::from(common.constant) + u32::from(cost.saturating_sub(scan.least)))
        };
        let weights: Vec<f64> = common.arena.edges(node).map(weight).collect();
        let shares = shares(&weights, f64::from(common.constant) / Constant::BRANCHING.ln());
        let mut edges = Vec::new();
        let findings = self.search.findings(node, player, visits);
        for (place, (edge, found)) in common.arena.edges(node).zip(findings).enumerate() {
            let child = common.arena.child(node, edge);
            let mut viewed = ViewedEdge::new(&common.game, &common.evaluator, found);
            if child.is_some_and(Node::is_forced) {
                let mut state = common.game.after(state, found.mv);
                viewed.moves.extend(forced(&common.game, &mut state, &mut Vec::new()));
            }
            if !is_whole {
                (viewed.share, viewed.known.visits) = (shares[place], None);
            }
            viewed.penalty = Some(weights[place] / UNIT);
            viewed.child = child.map(|Node(number)| NodeId(number.into()));
            edges.push(viewed);
        }
        let (value, bounds) = self.search.known(player, scan.least, scan.pi);
        let visits = Some(common.arena.visited(node).into());
        // As at the root of a report: what the moves prove, unless the node itself is proven.
        let below = || ScoreBounds::choice(player, edges.iter().map(|edge| edge.known.bounds));
        let bounds = (if bounds.proven().is_some() { bounds } else { below() }, Distance::UNKNOWN);
        let known = Known::new(&common.game, &common.evaluator, Some(value), bounds, visits);
        ViewedNode { known, edges }
    }

    fn arrow(&self, NodeId(number): NodeId, _: &G::State) -> Option<usize> {
        let (node, common) = (Node(low_u32(number)), &self.search.common);
        let scan = common.arena.scan(node, common.constant);
        common.arena.edges(node).position(|edge| scan.pi != CLOSED && scan.edge as usize == edge)
    }
}
