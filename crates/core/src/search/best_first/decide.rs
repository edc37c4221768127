//! Which root move to play, and what the grown tree says of every move.
//!
//! Source: Rivest 1987, section 4: by the backed-up minimax value, or by the mean value, which "will favor a move whose
//! min/max value can be achieved in several ways". Sampling searches usually choose by visits.

use super::arena::{Arena, Edge, Kind, ROOT};
use super::backup::{Backed, Backup, Minimax, PowerMean};
use super::bounds::TreeBounds;
use super::tree::Faces;
use crate::convert::{count_f64, number_u32, ratio};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::player::Player;
use crate::report::Bound;
use crate::score_bounds::ScoreBounds;
use crate::search::distance::Distance;
use crate::search::found::{Finding, Found};
use crate::search::levels::Levels;
use crate::search::tree_view::Detail;
use crate::search::verdict::{Root, Scores};

/// How the best root move is chosen.
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
    /// The values of all nodes under this rule; `None` if the values that the tree itself backs up serve.
    pub(super) fn backed_up<S: Clone, M: Copy + Eq>(
        &self,
        tree: &Arena<S, M, Faces>,
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

/// What a pass over a whole tree tells of its nodes.
#[derive(Debug)]
pub(super) struct Totals {
    bounds: TreeBounds,
    /// The expansions in the subtree of each node; empty if no pass was made.
    visits: Vec<u64>,
}

impl Totals {
    pub(super) fn new<S: Clone, M: Copy + Eq>(tree: &Arena<S, M, Faces>) -> Self {
        Totals { bounds: TreeBounds::new(tree), visits: tree.visits() }
    }

    /// What a view with this detail knows. Without a pass, only finished games have bounds.
    pub(super) fn of_view<S: Clone, M: Copy + Eq>(tree: &Arena<S, M, Faces>, detail: Detail) -> Self {
        match detail {
            Detail::Stored => Totals { bounds: TreeBounds::unknown(tree), visits: Vec::new() },
            Detail::Whole => Totals::new(tree),
        }
    }

    /// Whether the visits of every node are known.
    pub(super) fn has_visits(&self) -> bool {
        !self.visits.is_empty()
    }

    /// The expansions behind an edge to this node; 0 for a tip, and 1 where they are unknown.
    pub(super) fn visits(&self, node: Option<usize>) -> u64 {
        node.map_or(0, |node| self.visits.get(node).copied().unwrap_or(1))
    }
}

impl<S: Clone, M: Copy + Eq> Arena<S, M, Faces> {
    /// The findings at an expanded root with this value, whose moves have these `values`. Without `shares`, the share of a
    /// move is its share of the visits.
    pub(super) fn found<G: Game<State = S, Move = M>, E: Evaluator<G>>(
        &self,
        judged: &Root<'_, G, E>,
        (value, values): (f64, &[f64]),
        shares: Option<&[f64]>,
        pick: &Pick,
    ) -> Found<M> {
        let totals = Totals::new(self);
        let root = self.node(ROOT);
        let moves = self.findings(ROOT, &totals, values, shares);
        let sign = root.own.player.map_or(1.0, Player::sign);
        // On the tree's own scale, because converting to the evaluator's scale rounds.
        let scores = match pick {
            Pick::Visits => moves.iter().map(|one| count_f64(one.visits)).collect(),
            _ => values.iter().map(|value| sign * value).collect(),
        };
        let (bounds, _) = self.known(&totals, Some(ROOT), self.kind(ROOT), self.value(ROOT));
        let line = |number: usize| self.line(root.edge(number_u32(number)));
        judged.verdict((self.rule.scale.down(value), bounds), moves, &Scores::new(scores), &line)
    }

    /// The findings for the moves of a node, which have these `values`. Without `shares`, the share of a move is its share of the
    /// visits.
    pub(super) fn findings(
        &self,
        node: usize,
        totals: &Totals,
        values: &[f64],
        shares: Option<&[f64]>,
    ) -> Vec<Finding<M>> {
        let all = (totals.visits(Some(node)) - 1).max(1);
        let node = self.node(node);
        let finding = |(number, (edge, &own)): (usize, (&Edge<M, ()>, &f64))| {
            let (bounds, distance) = self.known(totals, edge.node(), edge.kind, own);
            let (value, bound) = (Some(self.rule.scale.down(values[number])), Bound::Estimate);
            let visits = totals.visits(edge.node());
            let share = shares.map_or(ratio(visits, all), |shares| shares[number]);
            Finding { mv: edge.mv, value, bound, bounds, distance, visits, share }
        };
        self.edges(node).iter().zip(self.faces(node).0).enumerate().map(finding).collect()
    }

    /// The bounds of a position with this kind and value, on the evaluator's scale, and its distance from the end.
    pub(super) fn known(
        &self,
        totals: &Totals,
        node: Option<usize>,
        kind: Kind,
        value: f64,
    ) -> (ScoreBounds, Distance) {
        let (bounds, distance) = totals.bounds.of(node, kind, value);
        (self.rule.ends.down(bounds, &self.rule.scale), distance)
    }

    /// The number of expansions in the subtree of each node.
    fn visits(&self) -> Vec<u64> {
        let mut visits = vec![1; self.nodes().len()];
        for (place, node) in self.nodes().iter().enumerate().rev() {
            let below: u64 = self.edges(node).iter().filter_map(Edge::node).map(|child| visits[child]).sum();
            visits[place] += below;
        }
        visits
    }

    /// The principal variation behind an edge: each player's best child in turn, down to a tip or a chance node.
    fn line(&self, mut place: usize) -> Vec<M> {
        let mut line = Vec::new();
        while let Some(best) = self.node_at(place).and_then(|node| self.best_child(self.node(node))) {
            place = best;
            line.push(self.edge(place).mv);
        }
        line
    }
}
