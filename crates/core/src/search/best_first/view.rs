//! The trees of `mm` and of `conspiracy`, to be read.

use super::arena::ROOT;
use super::backup::Backup;
use super::decide::Totals;
use super::expander::Expander;
use super::minmax::MinMax;
use super::penalty::Penalty;
use super::tree::Tree;
use crate::convert::{low_u32, number_u32};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::search::Observer;
use crate::search::found::Finding;
use crate::search::tree_view::{Detail, Known, NodeId, TreeView, ViewedEdge, ViewedNode};

/// A view of the tree of `mm`. Its values are those that the tree backs up, also where another rule picks the root move.
pub(super) struct MinMaxView<'a, G: Game, E, B, P, O> {
    search: &'a MinMax<G, E, B, P, O>,
    totals: Totals,
}

impl<'a, G: Game, E, B, P, O> MinMaxView<'a, G, E, B, P, O> {
    pub(super) fn new(search: &'a MinMax<G, E, B, P, O>, detail: Detail) -> Self {
        MinMaxView { search, totals: Totals::of_view(&search.tree, detail) }
    }
}

impl<G, E, B, P, O> TreeView<G> for MinMaxView<'_, G, E, B, P, O>
where
    G: Game,
    E: Evaluator<G>,
    B: Backup,
    P: Penalty,
    O: Observer<G>,
{
    fn game(&self) -> &G {
        &self.search.expander.game
    }

    fn root(&self) -> Option<(NodeId, &G::State)> {
        self.search.expander.viewed_root(&self.search.tree)
    }

    fn node(&self, id: NodeId, state: &G::State) -> ViewedNode<G::Move> {
        let MinMax { tree, backup, penalty, expander, .. } = self.search;
        let (number, level) = place(id);
        let mut weights = Vec::new();
        let own = tree.weigh(number, level, backup, penalty, &mut weights).value;
        let shares = self.search.shares_of(&weights);
        let mut viewed = expander.viewed(tree, &self.totals, (id, state), own, Some(&shares));
        for (edge, &weight) in viewed.edges.iter_mut().zip(&weights) {
            edge.penalty = Some(weight);
        }
        viewed
    }

    fn arrow(&self, id: NodeId, _: &G::State) -> Option<usize> {
        let MinMax { tree, backup, penalty, .. } = self.search;
        let (number, level) = place(id);
        let mut weights = Vec::new();
        tree.weigh(number, level, backup, penalty, &mut weights);
        let node = tree.node(number);
        let arrow = node.own.arrow as usize;
        (tree.faces(node).2[arrow] + weights[arrow] < f64::INFINITY).then_some(arrow)
    }
}

impl<G: Game, E: Evaluator<G>, O> Expander<G, E, O> {
    /// The root of a view, once it is expanded.
    pub(super) fn viewed_root(&self, tree: &Tree<G>) -> Option<(NodeId, &G::State)> {
        (!tree.is_tip(ROOT)).then(|| (id(ROOT, 0), &self.root))
    }

    /// A node with this value, at this position. Its edges have no penalties yet. Without `shares`, the share
    /// of an edge is its share of the visits.
    pub(super) fn viewed(
        &self,
        tree: &Tree<G>,
        totals: &Totals,
        (viewed, state): (NodeId, &G::State),
        value: f64,
        shares: Option<&[f64]>,
    ) -> ViewedNode<G::Move> {
        let Expander { game, evaluator, .. } = self;
        let (number, level) = place(viewed);
        let node = tree.node(number);
        let edge = |(number, found): (usize, Finding<G::Move>)| {
            let child = tree.edges(node)[number].node();
            let mut edge = ViewedEdge::new(game, evaluator, found);
            // A tip has no visits; those of a node may be unknown.
            edge.known.visits = edge.known.visits.filter(|_| child.is_none() || totals.has_visits());
            edge.child = child.map(|child| id(child, level + 1));
            edge
        };
        let findings = tree.findings(number, totals, tree.faces(node).0, shares);
        let bounds = tree.known(totals, Some(number), game.turn(state).into(), value);
        let visits = Some(totals.visits(Some(number))).filter(|_| totals.has_visits());
        ViewedNode {
            known: Known::new(game, evaluator, Some(tree.rule.scale.down(value)), bounds, visits),
            edges: findings.into_iter().enumerate().map(edge).collect(),
        }
    }
}

/// The identity of a node at this many plies from the root.
fn id(node: usize, level: u32) -> NodeId {
    NodeId(u64::from(level) << 32 | u64::from(number_u32(node)))
}

/// The number of a node, and its plies from the root.
pub(super) fn place(NodeId(id): NodeId) -> (usize, u32) {
    (low_u32(id) as usize, low_u32(id >> 32))
}
