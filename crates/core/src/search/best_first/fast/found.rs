//! What the root shows.

use super::leaf::forced;
use super::line::{CLOSED, LANES};
use super::node::Node;
use super::search::Fast;
use crate::assured::Assured;
use crate::evaluator::Evaluator;
use crate::insight::{Insight, Prospect};
use crate::meter::Meter;
use crate::report::Bound;
use crate::search::chooser::Chooser;
use crate::search::distance::Distance;
use crate::search::found::{Finding, Found};
use crate::search::verdict::{Root, Scores};

impl<G: Insight, E: Evaluator<G>> Fast<G, E> {
    /// The root with all that a verdict on it takes.
    fn judged<'a>(&'a self, meter: &'a Meter) -> Root<'a, G, E> {
        Root { game: &self.common.game, evaluator: &self.common.evaluator, state: &self.root, meter }
    }

    /// What a root shows that is decided at a glance.
    pub(super) fn seen(&self, prospect: Prospect<G::Move>, meter: &Meter) -> Found<G::Move> {
        let middle = self.common.evaluator.range().middle();
        let mut found = Found::nothing(&self.common.game, &self.common.evaluator, &self.root, middle);
        let Some(chooser) = Chooser::of(self.common.game.turn(&self.root)) else { return found };
        let (value, behind) = match prospect {
            Prospect::Won(_) => (self.common.ends.hope(chooser), Distance::END),
            _ => (self.common.ends.floor(chooser), Distance::exactly(1)),
        };
        for finding in &mut found.moves {
            if prospect == Prospect::Lost || prospect == Prospect::Won(finding.mv) {
                *finding = Finding::proven(finding.mv, value, behind);
            }
        }
        let scores = Scores::new(vec![0.0; found.moves.len()]);
        self.judged(meter).verdict((value, Assured::exactly(value)), found.moves, &scores, |_| Vec::new())
    }

    /// What an expanded root shows.
    pub(super) fn found(&self, root: Node, meter: &Meter) -> Found<G::Move> {
        let chooser = self.hands[0].path[0].chooser;
        let mut legal = Vec::new();
        self.common.game.moves(&self.root, &mut legal);
        let slots: Vec<usize> = self.common.forest.slots(root).collect();
        let visits = |slot: usize| u64::from(self.common.forest.visits(root, slot));
        let all: u64 = slots.iter().map(|&slot| visits(slot)).sum();
        // Lanes are in the order of the moves, of which some may be missing.
        let mut in_order = slots.iter().peekable();
        let finding = |&mv: &G::Move| {
            let is_it = |slot: &&usize| self.common.forest.mv(root, **slot) == mv;
            let Some(&slot) = in_order.next_if(is_it).or_else(|| slots.iter().find(is_it)) else {
                return Finding::proven(mv, self.common.ends.floor(chooser), Distance::exactly(1));
            };
            let line = self.common.forest.line(root, slot);
            let (value, assured) = self.known(chooser, line.cost(slot % LANES), line.pi(slot % LANES));
            let assured = self.bounded(root, slot, chooser, assured);
            let visits = visits(slot);
            let share = if all == 0 { 1.0 / slots.len() as f64 } else { visits as f64 / all as f64 };
            let (value, bound, distance) = (Some(value), Bound::Estimate, Distance::UNKNOWN);
            Finding { mv, value, bound, assured, distance, visits, share }
        };
        let moves: Vec<Finding<G::Move>> = legal.iter().map(finding).collect();
        let scores = Scores::new(self.common.settings.pick.scores(chooser, &moves, self.common.ends));
        let scan = self.common.forest.scan(root, self.common.constant);
        let known = self.known(chooser, scan.least, scan.pi);
        let line = |place: usize| self.line(root, legal[place]);
        let mut found = self.judged(meter).verdict(known, moves, &scores, line);
        found.fears = found.best.first().map_or(Vec::new(), |&place| self.fears(root, legal[place]));
        found
    }

    /// The value behind a cost, and what is certain of it.
    fn known(&self, chooser: Chooser, cost: u16, pi: u16) -> (f64, Assured) {
        match self.common.costs.end(chooser, cost).filter(|_| pi == CLOSED) {
            Some(value) => (value, Assured::exactly(value)),
            None => (self.common.costs.value(chooser, cost), self.common.ends),
        }
    }

    /// What is certain of a root move: one that is closed because it cannot be better than a draw may be worse.
    fn bounded(&self, root: Node, slot: usize, chooser: Chooser, assured: Assured) -> Assured {
        let certain = self.common.forest.bounds(root, slot / LANES).lane(slot % LANES);
        let is_draw = assured.settled() == Some(self.common.draw) && !certain.has;
        if self.common.costs.draw(chooser).is_none() || (assured.settled().is_some() && !is_draw) {
            return assured;
        }
        let certain = if chooser == Chooser::Max { certain } else { certain.turned() };
        let least = if certain.has { self.common.draw } else { self.common.ends.least };
        let greatest = if certain.hopes { self.common.ends.greatest } else { self.common.draw };
        Assured { least, greatest }
    }

    /// The line that both sides are expected to play behind a root move, down to a tip.
    fn line(&self, root: Node, mv: G::Move) -> Vec<G::Move> {
        let cost = |node, slot: &usize| self.common.forest.line(node, *slot).cost(slot % LANES);
        self.along(root, mv, |node| self.common.forest.slots(node).min_by_key(|slot| cost(node, slot)))
    }

    /// The line behind a root move to the tip of least penalty, the move included; empty where nothing is open behind it.
    fn fears(&self, root: Node, mv: G::Move) -> Vec<G::Move> {
        let is_open = |slot: &usize| self.common.forest.line(root, *slot).pi(slot % LANES) != CLOSED;
        if !self
            .common
            .forest
            .slots(root)
            .any(|slot| self.common.forest.mv(root, slot) == mv && is_open(&slot))
        {
            return Vec::new();
        }
        let arrow = |node| {
            let scan = self.common.forest.scan(node, self.common.constant);
            (scan.pi != CLOSED).then_some(scan.slot as usize)
        };
        std::iter::once(mv).chain(self.along(root, mv, arrow)).collect()
    }

    /// The moves behind a root move along the lanes that are chosen, down to a tip.
    fn along(&self, root: Node, mv: G::Move, choose: impl Fn(Node) -> Option<usize>) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut state = self.common.game.after(&self.root, mv);
        let first = self.common.forest.slots(root).find(|&slot| self.common.forest.mv(root, slot) == mv);
        let mut next = first.and_then(|slot| self.common.forest.child(root, slot));
        while let Some(node) = next {
            if node.is_forced() {
                line.extend(forced(&self.common.game, &mut state, &mut Vec::new()));
            }
            let Some(slot) = choose(node) else { break };
            line.push(self.common.forest.mv(node, slot));
            self.common.game.play(&mut state, self.common.forest.mv(node, slot));
            next = self.common.forest.child(node, slot);
        }
        line
    }
}
