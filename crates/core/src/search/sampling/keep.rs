//! Tree reuse: the subtree below a played move is kept for the next search.

use super::select::Selection;
use super::tree::{ROOT, Tree};
use super::value_scale::ValueScale;
use crate::search::best_first::arena::reachable;
use std::sync::atomic::Ordering::Relaxed;

impl<M: Copy> Tree<M> {
    /// The expanded node behind a move of the root, if there is one.
    pub(super) fn kept(&self, is_it: impl Fn(M) -> bool) -> Option<u32> {
        if self.is_empty() || !self.node(ROOT).is_expanded() {
            return None;
        }
        let edge = self.node(ROOT).edges().find(|&edge| is_it(self.mv(edge)))?;
        self.edge(edge).child().filter(|&child| self.node(child).is_expanded())
    }

    /// A copy of all that can be reached from a node, which becomes the root.
    pub(super) fn subtree(&self, top: u32) -> Self {
        let family = |node: u32| self.node(node).edges();
        let behind = |node: u32| family(node).filter_map(|edge| self.edge(edge).child());
        let (nodes, places) = reachable(top, self.len(), behind);
        let edges = nodes.iter().map(|&node| Self::room(family(node).len())).sum();
        self.copied(&nodes, edges, &places)
    }

    /// Replaces the root's bounds by those that follow from its moves, because a move must be chosen: bounds that the game
    /// declared are forgotten, and the moves that were closed by them are opened again.
    pub(super) fn open_root(&self, selection: &Selection, scale: &ValueScale) {
        let root = self.node(ROOT);
        for place in root.edges() {
            let edge = self.edge(place);
            let visits = edge.visits.load(Relaxed);
            let exploration =
                root.kind().player().map_or(0.0, |_| selection.exploration(visits, || self.weight(place)));
            edge.exploration.set(exploration);
            edge.mean.set(match edge.child() {
                Some(child) => self.node(child).value.get(),
                None if edge.mean.get().is_nan() => root.value.get(),
                None => edge.mean.get(),
            });
        }
        self.set_bounds(ROOT, self.edge_bounds(ROOT, scale), scale.open);
        self.close(ROOT, scale);
        root.value.set(self.backed_up(ROOT, scale));
    }
}
