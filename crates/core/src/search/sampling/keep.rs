//! The tree below a played move, kept for the next.

use super::select::Selection;
use super::tree::{ROOT, Tree};
use super::worth::Worth;
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

    /// What can be reached from a node, with it as the root.
    pub(super) fn subtree(&self, top: u32) -> Self {
        let family = |node: u32| self.node(node).edges();
        let behind = |node: u32| family(node).filter_map(|edge| self.edge(edge).child());
        let (nodes, places) = reachable(top, self.len(), behind);
        let edges = nodes.iter().map(|&node| Self::room(family(node).len())).sum();
        self.copied(&nodes, edges, &places)
    }

    /// Forgets what the game assured of the root beyond what is certain of its moves, because a move is to be chosen, and
    /// opens the moves again that were closed for it.
    pub(super) fn open_root(&self, selection: &Selection, worth: &Worth) {
        let root = self.node(ROOT);
        for place in root.edges() {
            let edge = self.edge(place);
            let visits = edge.visits.load(Relaxed);
            let lure = root.kind().chooser().map_or(0.0, |_| selection.lure(visits, || self.weight(place)));
            edge.lure.set(lure);
            edge.mean.set(match edge.child() {
                Some(child) => self.node(child).value.get(),
                None if edge.mean.get().is_nan() => root.value.get(),
                None => edge.mean.get(),
            });
        }
        self.assure(ROOT, self.certain(ROOT, worth), worth.open);
        self.close(ROOT, worth);
        root.value.set(self.backed_up(ROOT, worth));
    }
}
