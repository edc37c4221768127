//! The tree of conspiracy-number search, to be read.
//!
//! The search knows no derivatives: the share of an edge is its share of the visits. A view of what the tree stores does not know
//! these, and takes the derivative mass by the values, as `mm` weighs it by default.

use super::search::Conspiracy;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::search::best_first::arena::ROOT;
use crate::search::best_first::backup::Minimax;
use crate::search::best_first::decide::Totals;
use crate::search::best_first::penalty::{Constant, Penalty, shares};
use crate::search::best_first::view;
use crate::search::tree_view::{Detail, NodeId, TreeView, ViewedNode};

/// A view of the tree. The arrows lead to a tip of a smallest conspiracy for the next target.
pub(super) struct ConspiracyView<'a, G: Game, E> {
    search: &'a Conspiracy<G, E>,
    totals: Totals,
    target: Option<(usize, bool)>,
}

impl<'a, G: Game, E: Evaluator<G>> ConspiracyView<'a, G, E> {
    pub(super) fn new(search: &'a Conspiracy<G, E>, detail: Detail) -> Self {
        let target = if search.tree.is_tip(ROOT) { None } else { search.next_target() };
        let totals = Totals::of_view(&search.tree, detail);
        ConspiracyView { search, totals, target: target.map(|(_, target)| target) }
    }
}

impl<G: Game, E: Evaluator<G>> TreeView<G> for ConspiracyView<'_, G, E> {
    fn game(&self) -> &G {
        &self.search.expander.game
    }

    fn root(&self) -> Option<(NodeId, &G::State)> {
        self.search.expander.viewed_root(&self.search.tree)
    }

    fn node(&self, id: NodeId, state: &G::State) -> ViewedNode<G::Move> {
        let Conspiracy { tree, expander, .. } = self.search;
        let (number, level) = view::place(id);
        let (penalty, mut weights) = (Constant::default(), Vec::new());
        let own = tree.weigh(number, level, &Minimax, &penalty, &mut weights).value;
        let shares = (!self.totals.has_visits()).then(|| shares(&weights, penalty.nat()));
        expander.viewed(tree, &self.totals, (id, state), own, shares.as_deref())
    }

    /// Reads the numbers of the node's children.
    fn arrow(&self, id: NodeId, _: &G::State) -> Option<usize> {
        let Conspiracy { tree, numbers, .. } = self.search;
        let node = tree.node(view::place(id).0);
        self.target.and_then(|target| numbers.follow(tree, node, target)).map(|edge| edge as usize)
    }
}
