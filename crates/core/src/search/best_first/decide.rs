//! Which root move to play, and what the grown tree says of every move.
//!
//! Source: Rivest 1987, section 4: by the backed-up minimax value, or by the mean value, which "will favor a move
//! whose min/max value can be achieved in several ways". By visits is the custom of sampling searches.

use super::backup::{Backed, Backup, Minimax, PowerMean};
use super::tree::Tree;
use crate::search::levels::Levels;

/// What makes a root move the best.
#[derive(Clone, Debug, PartialEq)]
pub enum Pick {
    /// The value that the tree itself backs up.
    Value,
    /// The exact minimax value over the tips, whatever the tree backs up.
    Minimax,
    /// The generalised mean with this p over the tips, whatever the tree backs up.
    Mean(Levels),
    /// The number of expansions behind the move.
    Visits,
}

impl Pick {
    /// The values of the expanded nodes, in the order of the expansions, where this rule wants other values than those of a
    /// tree with this backup.
    pub(super) fn backed_up<M: Copy + Eq>(
        &self,
        tree: &Tree<M>,
        backup: &impl Backup,
    ) -> Option<Vec<Backed>> {
        match self {
            Pick::Value | Pick::Visits => None,
            Pick::Minimax if backup.is_minimax() => None,
            Pick::Minimax => Some(tree.backed_up_by(&Minimax)),
            Pick::Mean(p) => Some(tree.backed_up_by(&PowerMean { p: p.clone() })),
        }
    }
}

/// The number of expansions in the subtree of each expanded node, in the order of the expansions.
pub(super) fn visits<M: Copy + Eq>(tree: &Tree<M>) -> Vec<u64> {
    let mut visits = vec![1; tree.expanded().len()];
    // A node is expanded after its parent, so that from the end its own count is complete when it is added.
    for (expansion, node) in tree.expanded().iter().enumerate().skip(1).rev() {
        visits[tree.expansion(tree.parent(node.place as usize))] += visits[expansion];
    }
    visits
}

/// The expected line from `place`: each player's best child in turn, down to a tip or a roll.
pub(super) fn line<M: Copy + Eq>(tree: &Tree<M>, mut place: usize) -> Vec<M> {
    let mut line = Vec::new();
    while let Some(best) = tree.best_child(place) {
        place = best;
        line.extend(tree.mv(place));
    }
    line
}
