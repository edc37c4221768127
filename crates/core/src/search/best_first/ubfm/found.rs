//! The findings at an expanded root.

use super::super::arena::{Edge, Node, ROOT};
use super::graph::{Marked, Passed};
use super::search::Ubfm;
use crate::convert::{equal_share, ratio};
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::player::Player;
use crate::report::Bound;
use crate::score_bounds::ScoreBounds;
use crate::search::Observer;
use crate::search::distance::Distance;
use crate::search::found::{Finding, Found};
use crate::search::verdict::Scores;

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Ubfm<G, E, O> {
    /// The findings at an expanded root.
    pub(super) fn found(&self, meter: &Meter) -> Found<G::Move> {
        let root = self.graph.node(ROOT);
        let mut legal = Vec::new();
        self.expander.game.moves(&self.expander.root, &mut legal);
        let moves = self.findings(root, &legal);
        let pick = self.settings.pick;
        let scores =
            root.own.player.map_or(Vec::new(), |player| pick.scores(player, &moves, self.graph.open()));
        let known = (root.own.mark.value(), root.own.mark.bounds());
        let mut found = self
            .expander
            .judged(meter)
            .verdict(known, moves, &Scores::new(scores), &|place| self.line(legal[place]));
        // An average counts the moves that were tried; the root is worth what is played.
        if let (true, Some(&best)) =
            (self.settings.averages && found.bounds.proven().is_none(), found.best.first())
        {
            found.value = found.moves[best].value.unwrap_or(found.value);
        }
        found
    }

    /// The findings for `moves` of a node.
    pub(super) fn findings(&self, node: &Node<Marked>, moves: &[G::Move]) -> Vec<Finding<G::Move>> {
        let edges = self.graph.edges(node);
        let visits: u64 = edges.iter().map(|edge| u64::from(edge.own.visits)).sum();
        let share = |own: u32| match visits {
            0 => equal_share(edges.len()),
            _ => ratio(own.into(), visits),
        };
        // Edges are in the order of the legal moves, but some moves may have no edge.
        let mut in_order = edges.iter().peekable();
        let finding = |&mv: &G::Move| {
            let is_it = |edge: &&Edge<G::Move, Passed>| edge.mv == mv;
            let Some(edge) = in_order.next_if(is_it).or_else(|| edges.iter().find(is_it)) else {
                return self.dropped(node, mv);
            };
            let (bounds, distance) = edge.own.bounds();
            let (value, bounds) = within_hope(node, edge.own.mark.value(), bounds);
            let (visits, share) = (u64::from(edge.own.visits), share(edge.own.visits));
            let (value, bound) = (Some(value), Bound::Estimate);
            Finding { mv, value, bound, bounds, distance, visits, share }
        };
        moves.iter().map(finding).collect()
    }

    /// The finding for a move without an edge: the opponent would win at once.
    fn dropped(&self, node: &Node<Marked>, mv: G::Move) -> Finding<G::Move> {
        let value =
            node.own.player.map_or(node.own.mark.value(), |player| self.graph.open().worst_for(player));
        Finding::proven(mv, value, Distance::exactly(1))
    }
    /// The principal variation behind a root move, down to a tip or a chance node.
    fn line(&self, mv: G::Move) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut edge = self.graph.edges(self.graph.node(ROOT)).iter().find(|edge| edge.mv == mv);
        while let Some(node) = edge.and_then(Edge::node).map(|place| self.graph.node(place)) {
            let Some(player) = node.own.player else { break };
            let edges = self.graph.edges(node);
            let value = player.extreme(edges.iter().map(|edge| edge.own.mark.value()));
            let holds = |edge: &&Edge<G::Move, Passed>| edge.own.mark.value() == value;
            let proven = edges.iter().filter(holds).find(|edge| edge.own.mark.is_proven());
            edge = proven.or_else(|| edges.iter().find(holds));
            line.extend(edge.map(|edge| edge.mv));
        }
        line
    }
}

/// The value and the bounds of a move, limited by the bound of its node: no move is worth more to the player than the node.
fn within_hope(node: &Node<Marked>, value: f64, bounds: ScoreBounds) -> (f64, ScoreBounds) {
    let hope = node.own.mark.bounds();
    match node.own.player {
        Some(Player::Max) if bounds.upper > hope.upper && bounds.lower <= hope.upper => {
            (value.min(hope.upper), ScoreBounds { upper: hope.upper, ..bounds })
        }
        Some(Player::Min) if bounds.lower < hope.lower && bounds.upper >= hope.lower => {
            (value.max(hope.lower), ScoreBounds { lower: hope.lower, ..bounds })
        }
        _ => (value, bounds),
    }
}
