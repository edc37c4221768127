//! The result at the root: values and bounds of all moves, and the principal variation.

use super::leaf::forced;
use super::line::{CLOSED, SLOTS};
use super::node::Node;
use super::search::Fast;
use crate::convert::{count_f64, equal_share, ratio};
use crate::evaluator::Evaluator;
use crate::insight::{Insight, Prospect};
use crate::meter::Meter;
use crate::player::Player;
use crate::report::Bound;
use crate::score_bounds::ScoreBounds;
use crate::search::distance::Distance;
use crate::search::found::{Finding, Found, RELIABLE};
use crate::search::verdict::{Root, Scores};

impl<G: Insight, E: Evaluator<G>> Fast<G, E> {
    /// The root as the verdict takes it.
    fn judged<'a>(&'a self, meter: &'a Meter) -> Root<'a, G, E> {
        Root { game: &self.common.game, evaluator: &self.common.evaluator, state: &self.root, meter }
    }

    /// The result at a root that the game decides at a glance.
    pub(super) fn seen(&self, prospect: Prospect<G::Move>, meter: &Meter) -> Found<G::Move> {
        let middle = self.common.evaluator.range().middle();
        let mut found = Found::nothing(&self.common.game, &self.common.evaluator, &self.root, middle);
        let Some(player) = Player::of(self.common.game.turn(&self.root)) else { return found };
        let (value, behind) = match prospect {
            Prospect::Won(_) => (self.common.ends.best_for(player), Distance::END),
            _ => (self.common.ends.worst_for(player), Distance::exactly(1)),
        };
        for finding in &mut found.moves {
            if prospect == Prospect::Lost || prospect == Prospect::Won(finding.mv) {
                *finding = Finding::proven(finding.mv, value, behind);
            }
        }
        let scores = Scores::new(vec![0.0; found.moves.len()]);
        self.judged(meter)
            .verdict((value, ScoreBounds::exactly(value)), found.moves, &scores, &|_| Vec::new())
    }

    /// The result at an expanded root.
    pub(super) fn found(&self, root: Node, meter: &Meter) -> Found<G::Move> {
        let player = self.threads[0].path[0].player;
        let mut legal = Vec::new();
        self.common.game.moves(&self.root, &mut legal);
        let findings = self.findings(root, player, |edge| u64::from(self.common.arena.visits(root, edge)));
        // Edges are in the order of the moves; moves that the game dropped, because they lose at once, have none.
        let mut in_order = findings.iter().peekable();
        let finding = |&mv: &G::Move| {
            let is_it = |found: &&Finding<G::Move>| found.mv == mv;
            let found = in_order.next_if(is_it).or_else(|| findings.iter().find(is_it)).copied();
            let lost = || Finding::proven(mv, self.common.ends.worst_for(player), Distance::exactly(1));
            found.unwrap_or_else(lost)
        };
        let moves: Vec<Finding<G::Move>> = legal.iter().map(finding).collect();
        let scores = match self.common.settings.pick {
            Some(pick) => pick.scores(player, &moves, self.common.ends),
            None => self.confident_scores(player, &moves),
        };
        let scores = Scores::new(scores);
        let scan = self.common.arena.scan(root, self.common.constant);
        let known = self.known(player, scan.least, scan.pi);
        let line = |place: usize| self.line(root, legal[place]);
        let mut found = self.judged(meter).verdict(known, moves, &scores, &line);
        found.refutation =
            found.best.first().map_or(Vec::new(), |&place| self.refutation(root, legal[place]));
        found
    }

    /// The score of each of `moves` for `player`: what it costs, and a doubt if its visits are less than a quarter of the most.
    ///
    /// The search goes to the move that looks best, so that one with a better value and few visits has looked worse until lately.
    /// Such a value is doubted by the spread of estimates for every factor of e that is missing in its visits. An evaluator
    /// without errors is not doubted.
    fn confident_scores(&self, player: Player, moves: &[Finding<G::Move>]) -> Vec<f64> {
        let spread = self.calibration.spread().unwrap_or_else(|| f64::from(self.common.constant));
        let visits = |one: &Finding<G::Move>| 1.0 + count_f64(one.visits);
        let most = moves.iter().map(visits).fold(0.0, f64::max);
        let score = |one: &Finding<G::Move>| {
            let value = one.value.unwrap_or_else(|| self.common.ends.worst_for(player));
            let doubt = spread * (RELIABLE * most / visits(one)).ln().max(0.0);
            // Costs are whole numbers: visits only break ties.
            0.5 * visits(one) / most - f64::from(self.common.costs.estimate(player, value)) - doubt
        };
        moves.iter().map(score).collect()
    }

    /// What the edges of a node, at which `player` decides, tell of their moves. `visits` counts those of an edge, which are kept
    /// with its child.
    pub(super) fn findings(
        &self,
        node: Node,
        player: Player,
        visits: impl Fn(usize) -> u64,
    ) -> Vec<Finding<G::Move>> {
        let arena = &self.common.arena;
        let edges: Vec<(usize, u64)> = arena.edges(node).map(|edge| (edge, visits(edge))).collect();
        let all: u64 = edges.iter().map(|&(_, visits)| visits).sum();
        let finding = |&(edge, visits): &(usize, u64)| {
            let line = arena.line(node, edge);
            let (value, bounds) = self.known(player, line.cost(edge % SLOTS), line.pi(edge % SLOTS));
            let bounds = self.bounded(node, edge, player, bounds);
            let share = if all == 0 { equal_share(edges.len()) } else { ratio(visits, all) };
            let (value, bound, distance) = (Some(value), Bound::Estimate, Distance::UNKNOWN);
            Finding { mv: arena.mv(node, edge), value, bound, bounds, distance, visits, share }
        };
        edges.iter().map(finding).collect()
    }

    /// The value that a cost stands for, and its bounds.
    pub(super) fn known(&self, player: Player, cost: u16, pi: u16) -> (f64, ScoreBounds) {
        match self.common.costs.end(player, cost).filter(|_| pi == CLOSED) {
            Some(value) => (value, ScoreBounds::exactly(value)),
            None => (self.common.costs.value(player, cost), self.common.ends),
        }
    }

    /// The bounds of a move, narrowed by its draw bounds. A move that was closed because it cannot win may be worse than a draw.
    fn bounded(&self, node: Node, edge: usize, player: Player, bounds: ScoreBounds) -> ScoreBounds {
        let draw_bounds = self.common.arena.bounds(node, edge / SLOTS).slot(edge % SLOTS);
        let is_draw = bounds.proven() == Some(self.common.draw) && !draw_bounds.cannot_lose;
        if self.common.costs.draw(player).is_none() || (bounds.proven().is_some() && !is_draw) {
            return bounds;
        }
        let draw_bounds = if player == Player::Max { draw_bounds } else { draw_bounds.turned() };
        let lower = if draw_bounds.cannot_lose { self.common.draw } else { self.common.ends.lower };
        let upper = if draw_bounds.can_win { self.common.ends.upper } else { self.common.draw };
        ScoreBounds { lower, upper }
    }

    /// The principal variation behind a root move, down to a tip.
    fn line(&self, root: Node, mv: G::Move) -> Vec<G::Move> {
        let cost = |node, edge: &usize| self.common.arena.line(node, *edge).cost(edge % SLOTS);
        self.along(root, mv, |node| self.common.arena.edges(node).min_by_key(|edge| cost(node, edge)))
    }

    /// The line from a root move, included, to the tip of least penalty behind it; empty where nothing is open there.
    fn refutation(&self, root: Node, mv: G::Move) -> Vec<G::Move> {
        let is_open = |edge: &usize| self.common.arena.line(root, *edge).pi(edge % SLOTS) != CLOSED;
        if !self.common.arena.edges(root).any(|edge| self.common.arena.mv(root, edge) == mv && is_open(&edge))
        {
            return Vec::new();
        }
        let arrow = |node| {
            let scan = self.common.arena.scan(node, self.common.constant);
            (scan.pi != CLOSED).then_some(scan.edge as usize)
        };
        std::iter::once(mv).chain(self.along(root, mv, arrow)).collect()
    }

    /// The moves behind a root move along the edges that `choose` returns, down to a tip.
    fn along(&self, root: Node, mv: G::Move, choose: impl Fn(Node) -> Option<usize>) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut state = self.common.game.after(&self.root, mv);
        let first = self.common.arena.edges(root).find(|&edge| self.common.arena.mv(root, edge) == mv);
        let mut next = first.and_then(|edge| self.common.arena.child(root, edge));
        while let Some(node) = next {
            if node.is_forced() {
                line.extend(forced(&self.common.game, &mut state, &mut Vec::new()));
            }
            let Some(edge) = choose(node) else { break };
            line.push(self.common.arena.mv(node, edge));
            self.common.game.play(&mut state, self.common.arena.mv(node, edge));
            next = self.common.arena.child(node, edge);
        }
        line
    }
}
