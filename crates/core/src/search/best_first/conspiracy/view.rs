//! The tree of conspiracy-number search, to be read.

use super::search::{Conspiracy, Indifferent};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::search::best_first::arena::ROOT;
use crate::search::best_first::backup::Minimax;
use crate::search::best_first::decide::Totals;
use crate::search::best_first::view;
use crate::search::tree_view::{NodeId, TreeView, ViewedNode};

/// A view of the tree. The arrows lead to a tip of a smallest conspiracy for the next target.
pub(super) struct ConspiracyView<'a, G: Game, E> {
    search: &'a Conspiracy<G, E>,
    totals: Totals,
    target: Option<(usize, bool)>,
}

impl<'a, G: Game, E: Evaluator<G>> ConspiracyView<'a, G, E> {
    pub(super) fn new(search: &'a Conspiracy<G, E>) -> Self {
        let target = if search.tree.is_tip(ROOT) { None } else { search.next_target() };
        ConspiracyView { search, totals: Totals::new(&search.tree), target: target.map(|(_, target)| target) }
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
        let Conspiracy { tree, expander, window, .. } = self.search;
        let (number, level) = view::place(id);
        let own = tree.weigh(number, level, &Minimax, &Indifferent, &mut Vec::new()).value;
        let mut viewed = expander.viewed(tree, &self.totals, (id, state), own, None);
        let arrow = self.target.and_then(|target| tree.follow(*window, tree.node(number), target));
        if let Some(edge) = arrow.and_then(|arrow| viewed.edges.get_mut(arrow as usize)) {
            edge.is_arrow = true;
        }
        viewed
    }
}
