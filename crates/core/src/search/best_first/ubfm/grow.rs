//! An excursion: follow the arrows to a tip, expand it, go back up.
//!
//! Sources: Korf and Chickering 1996 (best-first minimax: the tip of the principal variation), Cohen-Solal 2020.
//!
//! Every excursion goes back to the root. Stopping where nothing changes, as `mm` does, would hardly ever come to pass:
//! the tip is the very one that gives every position on the way its value, so that whatever changes there changes them
//! all. What pays is to look at all edges only where the arrow may turn: as long as the edge that was followed stays the
//! best, a node's value is that of the edge.

use super::arrow;
use super::search::{Place, Ubfm};
use crate::assured::Assured;
use crate::budget::Budget;
use crate::evaluator::Evaluator;
use crate::insight::{Insight, Prospect};
use crate::meter::Meter;
use crate::report::Stop;
use crate::search::Observer;
use crate::search::best_first::graph::{Edge, Family, ROOT};
use crate::search::chooser::Chooser;

/// What became of a tip.
enum Grown {
    /// It is this node, new or met before.
    Node(usize),
    /// It needs none: it is worth this, so many plies from the end where that is known.
    Settled(f64, Option<u16>),
}

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Ubfm<G, E, O> {
    /// An excursion from the root to a tip and back.
    pub(super) fn excursion(&mut self, meter: &mut Meter) {
        let is_done = match self.descend() {
            Some(depth) => {
                let Place { node, edge } = self.path[self.path.len() - 1];
                self.expand(node, edge, self.path.len() as u64, depth, meter)
            }
            // Another line has settled the position: there is only that to be told.
            None => spend(meter, self.path.len() as u64),
        };
        if is_done {
            self.ascend();
        }
    }

    /// Follows the arrows from the root. Returns the decisions to the tip that was found; none where the way ends at a node
    /// that is settled.
    fn descend(&mut self) -> Option<u32> {
        self.path.clear();
        let (mut place, mut depth) = (ROOT, 0);
        loop {
            let node = self.graph.node(place);
            if node.mark.is_settled() {
                return None;
            }
            let edge = node.way();
            depth += u32::from(node.chooser.is_some());
            self.path.push(Place { node: place, edge });
            match self.graph.edge(edge).node() {
                Some(next) => place = next,
                None => return Some(depth),
            }
        }
    }

    /// Goes back to the root, bringing edges and nodes up to date.
    fn ascend(&mut self) {
        for level in (0..self.path.len()).rev() {
            let Place { node: place, edge } = self.path[level];
            let before = self.graph.pass(edge);
            let &Edge { mark, .. } = self.graph.edge(edge);
            // A tip that was settled in its place knows by now what it did not know when it was followed.
            let is_as_certain = self.graph.edge(edge).node().is_some() && mark.is_as_certain(&before);
            let node = self.graph.node_mut(place);
            let stays = |chooser: Chooser| chooser.prefers(mark.value(), node.runner_up);
            if is_as_certain && node.chooser.is_some_and(stays) {
                node.mark = node.mark.estimating(mark.value());
            } else {
                self.review(place);
            }
        }
    }

    /// Looks at all edges of a node.
    #[inline]
    pub(super) fn review(&mut self, place: usize) {
        self.graph.back_up(place);
        arrow::point(&mut self.graph, place);
        if place == ROOT {
            self.is_decided = arrow::is_decided(&self.graph, self.graph.node(ROOT));
        }
    }

    /// Expands the tip behind an edge of a node, reached by `walked` moves and `depth` decisions. Says whether the budget
    /// covered it.
    pub(super) fn expand(
        &mut self,
        node: usize,
        edge: usize,
        walked: u64,
        depth: u32,
        meter: &mut Meter,
    ) -> bool {
        let tip = self.graph.edge(edge);
        let (chooser, state) = (tip.chooser, self.game.after(self.graph.state(node), tip.mv));
        match self.develop(state, chooser, walked, depth, meter) {
            None => return false,
            Some(Grown::Node(place)) => self.graph.link(edge, place),
            Some(Grown::Settled(value, plies)) => self.graph.settle(edge, value, plies),
        }
        true
    }

    /// Finds or makes the node of a position, or settles it without one.
    fn develop(
        &mut self,
        state: G::State,
        chooser: Option<Chooser>,
        walked: u64,
        depth: u32,
        meter: &mut Meter,
    ) -> Option<Grown> {
        if meter.budget().depth.is_some_and(|limit| depth + u32::from(chooser.is_some()) > limit) {
            meter.stop(Stop::Depth);
            return None;
        }
        let key = if self.graph.merges() { self.game.key(&state) } else { 0 };
        self.graph.prefetch(key);
        self.moves.clear();
        let settled = match chooser {
            Some(chooser) if self.settings.insight => self.prospect(&state, chooser),
            _ => {
                self.game.moves(&state, &mut self.moves);
                None
            }
        };
        let known = settled.or_else(|| self.graph.find(key).map(Grown::Node));
        if known.is_some() {
            return known.filter(|_| spend(meter, walked));
        }
        let mut assured = self.graph.open();
        if self.settings.insight && chooser.is_some() {
            assured = self.assured(&state);
            if let Some(value) = assured.settled() {
                return spend(meter, walked).then_some(Grown::Settled(value, None));
            }
        }
        self.add(state, key, chooser, assured, walked, depth, meter).map(Grown::Node)
    }

    /// What is certain of a position at a glance. Where it is open, the moves worth a look are listed.
    #[inline]
    fn prospect(&mut self, state: &G::State, chooser: Chooser) -> Option<Grown> {
        let open = self.graph.open();
        match self.game.prospect(state, &mut self.moves) {
            Prospect::Won(_) => Some(Grown::Settled(open.hope(chooser), Some(1))),
            Prospect::Lost => Some(Grown::Settled(open.floor(chooser), Some(2))),
            Prospect::Open => None,
        }
    }

    /// What the game assures of an open position, on the evaluator's scale.
    #[inline]
    pub(super) fn assured(&self, state: &G::State) -> Assured {
        let value = |payoff| self.evaluator.payoff(&self.game, payoff);
        self.game.assured(state).map_or(self.graph.open(), |assured| Assured {
            least: value(assured.least),
            greatest: value(assured.greatest),
        })
    }

    /// Adds the node of a position whose moves are listed, if the budget covers it.
    #[expect(clippy::too_many_arguments, reason = "all that is known of a new node")]
    #[inline]
    pub(super) fn add(
        &mut self,
        state: G::State,
        key: u64,
        chooser: Option<Chooser>,
        assured: Assured,
        walked: u64,
        depth: u32,
        meter: &mut Meter,
    ) -> Option<usize> {
        let added = self.moves.len() as u64;
        if !meter.affords(walked + added, added, added) {
            return None;
        }
        let exceeds = |limit: u64| self.graph.bytes_with(self.moves.len(), chooser.is_none()) > limit;
        if meter.budget().memory.is_some_and(exceeds) || !self.graph.has_room() {
            meter.stop(Stop::Memory);
            return None;
        }
        self.leaves.clear();
        self.evaluator.children(&self.game, &state, &self.moves, &mut self.leaves);
        self.chances.clear();
        if chooser.is_none() {
            self.game.chances(&state, &self.moves, &mut self.chances);
        }
        if O::CONSIDERS {
            for &mv in &self.moves {
                self.observer.considered(&self.game, &self.game.after(&state, mv));
            }
        }
        let (moves, leaves, chances) = (&self.moves[..], &self.leaves[..], &self.chances[..]);
        let family = Family { key, chooser, assured, moves, leaves, chances };
        let (place, ends) = self.graph.expand(state, &family);
        self.observer.expanded(place, self.graph.node(place).edges());
        self.review(place);
        let counters = &mut meter.counters;
        counters.moves += walked + added;
        counters.evals += added - ends;
        counters.nodes += added;
        counters.expansions += 1;
        counters.max_depth = counters.max_depth.max(depth + u32::from(chooser.is_some()));
        Some(place)
    }

    /// Reserves the memory for all that may grow while a clock runs, because a vector that grows is copied, which takes a
    /// good part of a short time at once.
    pub(super) fn reserve(&mut self, budget: &Budget) {
        let Some(time) = budget.shortest_clock() else { return };
        let edges = ((EDGES_A_SECOND * time.as_secs_f64()) as usize).min(MOST_RESERVED);
        // Where there is not so much, the vectors grow as they do.
        let _ = self.graph.try_reserve(edges, edges / FAMILY);
    }
}

/// Counts the moves of a walk that needs nothing else, if the budget covers them.
fn spend(meter: &mut Meter, walked: u64) -> bool {
    let is_covered = meter.affords(walked, 0, 0);
    meter.counters.moves += if is_covered { walked } else { 0 };
    is_covered
}

/// More edges than are added in a second.
const EDGES_A_SECOND: f64 = 64e6;
/// The edges for which memory is reserved at most: the system moves the pages of longer vectors and copies nothing.
const MOST_RESERVED: usize = 1 << 21;
/// Fewer than the edges that an expansion usually adds.
const FAMILY: usize = 4;
