//! Growing: down along the arrows to a tip, expand it, back up as far as something changes.
//!
//! Every edge weighs a constant and what its child costs more than the best (Rivest 1987, section 5.5); a node knows of each
//! child the least sum of weights down to a tip. The way back ends early, as in [`ubfm`](super::super::ubfm): as long as the
//! value of a node is the one that its parent has noted, and its penalty is below that of the runner-up anywhere above, the
//! next tip lies behind it. Without patience the tips are those of the plain loop, which
//! [`Search::step`](crate::Search::step) walks and a test compares: nothing that was skipped would have changed an arrow.
//! With patience, values and penalties may move a little before the parent hears of it.
//!
//! Where lines meet in one node, the others learn of a change when they are next followed: until then their cost and penalty
//! may be those of an earlier time. What is closed is never stale in a way that matters: a closed child stays closed, its
//! value stays, and a line that has not heard of it yet treats it as open.

use super::bounds::DrawBounds;
use super::line::{CLOSED, MOST, SLOTS};
use super::node::Node;
#[cfg(target_arch = "x86_64")]
use super::scan::Vector;
use super::scan::{Portable, Scan, Scanning};
use super::walker::{Pause, Walker};
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::player::Player;
use crate::report::Stop;
use std::sync::atomic::Ordering::Relaxed;

/// The expansions below which no move is sure.
const FEWEST_SURE: f64 = 64.0;

/// A node on the way from the root.
#[derive(Clone, Debug)]
pub(super) struct Place<S> {
    pub(super) node: Node,
    pub(super) player: Player,
    /// The slot of the parent that leads here.
    edge: usize,
    /// What the parent believes that this costs its player.
    noted: u16,
    /// The greatest penalty with which the next tip still lies behind this.
    bound: u16,
    /// The expansions behind this since the way led here.
    grown: u32,
    /// Decisions from the root, those without a choice included.
    depth: u32,
    /// Whether more is draw_bounds of this than the parent has noted.
    has_news: bool,
    state: S,
}

impl<S> Place<S> {
    /// Where every way begins.
    pub(super) fn root(node: Node, player: Player, state: S) -> Self {
        Place { node, player, edge: 0, noted: 0, bound: MOST, grown: 0, depth: 0, has_news: false, state }
    }
}

impl<G: Insight, E: Evaluator<G>> Walker<'_, G, E> {
    /// Expands tips until there are so many expansions, and ends wherever it has come to.
    pub(super) fn grow(&mut self, meter: &mut Meter, target: u64) -> Result<(), Pause> {
        #[cfg(target_arch = "x86_64")]
        if let Some(vector) = Vector::detected() {
            #[expect(unsafe_code, reason = "the instruction is not on every machine")]
            // SAFETY: this machine has it, as the `Vector` proves.
            return unsafe { self.grow_by_vector(vector, meter, target) };
        }
        self.grow_by(Portable, meter, target)
    }

    /// The same where the machine has the instruction that finds the least of eight numbers: compiled for it as a whole, so
    /// that scans need not be called.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "sse4.1")]
    fn grow_by_vector(&mut self, vector: Vector, meter: &mut Meter, target: u64) -> Result<(), Pause> {
        self.grow_by(vector, meter, target)
    }

    #[inline(always)]
    fn grow_by(&mut self, scanning: impl Scanning, meter: &mut Meter, target: u64) -> Result<(), Pause> {
        let common = self.common;
        let is_shared = common.arena.is_shared;
        while meter.counters.expansions < target {
            if is_shared && self.end.load(Relaxed) {
                return Ok(());
            }
            let depth = self.thread.path.len() - 1;
            let place = &self.thread.path[depth];
            let scan = common.arena.scan_by(scanning, place.node, common.constant);
            if depth > 0 {
                let cost = place.node.above(scan.least, common.costs.all);
                let is_far = scan.pi > place.bound.saturating_add(common.patience.penalty);
                let has_changed = cost.abs_diff(place.noted) > common.patience.value;
                if scan.pi == CLOSED || has_changed || is_far || place.has_news {
                    self.leave(cost, scan.pi);
                    continue;
                }
            } else if let Some(stop) = self.finished(scan) {
                return Err(Pause::Over(stop));
            } else if is_shared && self.is_sure(meter.budget().sure) {
                return Err(Pause::Over(Stop::Sure));
            }
            self.descend(scan, meter)?;
        }
        Ok(())
    }

    /// Whether there is more to find out at the root, where the path must have come back to.
    pub(super) fn look_again(&self) -> Result<(), Pause> {
        let scan = self.common.arena.scan(self.thread.path[0].node, self.common.constant);
        self.finished(scan).map_or(Ok(()), |stop| Err(Pause::Over(stop)))
    }

    /// Why nothing more is to be found out at the root, if so.
    #[inline]
    fn finished(&self, scan: Scan) -> Option<Stop> {
        if scan.pi == CLOSED {
            return Some(Stop::Complete);
        }
        // Whoever has one move that is not lost need not know more of it. Most of the time there is a second open one.
        (scan.second == MOST && self.open_moves().take(2).count() < 2).then_some(Stop::Decided)
    }

    /// Whether the root move is as sure as is asked for: no other has a greater part of the expansions than what is left.
    ///
    /// All tips of a grown tree have about the same penalty, so that the derivative mass behind a move is its part of them.
    pub(super) fn is_sure(&self, sure: Option<f64>) -> bool {
        let (Some(sure), Some(root)) = (sure, self.thread.path.first()) else { return false };
        let arena = &self.common.arena;
        let visits = arena.edges(root.node).map(|edge| f64::from(arena.visits(root.node, edge)));
        let (mut all, mut most, mut second) = (0.0, 0.0, 0.0);
        for visits in visits {
            all += visits;
            second = f64::max(second, visits.min(most));
            most = most.max(visits);
        }
        all >= FEWEST_SURE && second <= (1.0 - sure) * all
    }

    /// The root's slots that are not draw_bounds to lose.
    fn open_moves(&self) -> impl Iterator<Item = usize> {
        let root = self.thread.path[0].node;
        self.common.arena.edges(root).filter(move |&edge| {
            let line = self.common.arena.line(root, edge);
            line.cost(edge % SLOTS) != self.common.costs.all || line.pi(edge % SLOTS) != CLOSED
        })
    }

    /// Goes back to the parent, and tells it what is known now.
    #[inline(always)]
    fn leave(&mut self, cost: u16, pi: u16) {
        self.tell(cost, pi);
        let Some(Place { node, grown, .. }) = self.thread.path.pop() else { return };
        if let Some(parent) = self.thread.path.last_mut() {
            parent.grown += grown;
        }
        if grown > 0 {
            self.common.arena.visit(node, grown);
        }
    }

    /// Tells the last place but one of the path what is known now of the last.
    #[inline(always)]
    fn tell(&mut self, cost: u16, pi: u16) {
        let [.., parent, place] = &self.thread.path[..] else { return };
        let (above, edge, child) = (parent.node, place.edge, place.node);
        match self.common.costs.draw(parent.player) {
            Some(draw) => {
                let before = self.common.arena.draw_bounds(above);
                self.note(above, edge, child, (cost, pi), draw);
                let is_news = self.common.arena.draw_bounds(above) != before;
                let parent = self.thread.path.len() - 2;
                self.thread.path[parent].has_news |= is_news;
            }
            None => self.common.arena.note(above, edge, cost, pi),
        }
    }

    /// Notes what a child costs, its penalty and what is draw_bounds of it, where a draw costs so much.
    #[inline]
    fn note(&self, node: Node, edge: usize, child: Node, (cost, pi): (u16, u16), draw: u16) {
        let draw_bounds = self.certain_above(child);
        let draw_bounds =
            if pi == CLOSED { draw_bounds.and(DrawBounds::of(cost, draw)) } else { draw_bounds };
        let bounds = self.common.arena.bounds(node, edge / SLOTS);
        let is_news = bounds.learn(edge % SLOTS, draw_bounds);
        self.common.arena.note(node, edge, cost, pi);
        if (is_news || !bounds.slot(edge % SLOTS).hopes) && self.common.arena.draw_bounds(node).has {
            self.common.arena.close_hopeless(node, draw);
        }
    }

    /// Goes back to the root, every value on the way brought up to date.
    pub(super) fn climb(&mut self) {
        while self.thread.path.len() > 1 {
            let node = self.thread.path[self.thread.path.len() - 1].node;
            let scan = self.common.arena.scan(node, self.common.constant);
            self.leave(node.above(scan.least, self.common.costs.all), scan.pi);
        }
        if let Some(place) = self.thread.path.first_mut() {
            self.common.arena.visit(place.node, std::mem::take(&mut place.grown));
        }
    }

    /// Goes down to the child of least penalty, expanding it if it is a tip.
    #[inline(always)]
    fn descend(&mut self, scan: Scan, meter: &mut Meter) -> Result<(), Pause> {
        let edge = scan.edge as usize;
        let place = &self.thread.path[self.thread.path.len() - 1];
        let (node, player, bound, depth) = (place.node, place.player, place.bound, place.depth + 1);
        let mut state = self.common.game.after(&place.state, self.common.arena.mv(node, edge));
        let noted = scan.cost(self.common.constant);
        // Sums that have stopped growing are all alike.
        let bound = match bound.min(scan.second) {
            MOST => MOST,
            bound => bound.saturating_sub(scan.weight),
        };
        let child = self.common.arena.child(node, edge);
        if self.common.arena.is_shared {
            self.promise(node, edge, noted, if child.is_some() { bound } else { MOST });
        }
        let (child, player, depth, grown) = if let Some(child) = child {
            self.common.arena.prefetch_moves(child);
            let forced = if child.is_forced() { self.play_forced(&mut state) } else { 0 };
            (child, if child.is_same() { player } else { player.other() }, depth + forced, 0)
        } else {
            let forced = if self.common.settings.follows() { self.play_forced(&mut state) } else { 0 };
            let developed = self.develop(&state, depth + forced, player, noted, meter);
            let arena = &self.common.arena;
            let (child, who) = developed.inspect_err(|_| arena.note(node, edge, noted, 0))?;
            let child = child.reached(who == player, forced > 0);
            arena.line(node, edge).link(edge % SLOTS, child.0);
            if arena.is_shared {
                self.promise(node, edge, noted, bound);
            }
            (child, who, depth + forced, 1)
        };
        let has_news = self.common.costs.draw(player).is_some() && self.has_news(node, edge, child);
        self.thread.path.push(Place {
            node: child,
            player,
            edge,
            noted,
            bound,
            grown,
            depth,
            has_news,
            state,
        });
        Ok(())
    }

    /// Notes the penalty that a child will have at least when this thread comes back from behind it: meanwhile the arrows
    /// lead others elsewhere.
    #[inline]
    fn promise(&self, node: Node, edge: usize, cost: u16, bound: u16) {
        let patience = self.common.patience.penalty.saturating_add(1);
        self.common.arena.note(node, edge, cost, bound.saturating_add(patience).min(MOST));
    }

    /// Whether more is draw_bounds of a child than is noted of it.
    #[inline]
    fn has_news(&self, node: Node, edge: usize, child: Node) -> bool {
        let noted = self.common.arena.bounds(node, edge / SLOTS).slot(edge % SLOTS);
        noted.and(self.certain_above(child)) != noted
    }

    /// What is draw_bounds of a node for the player of its parent.
    #[inline]
    fn certain_above(&self, child: Node) -> DrawBounds {
        let draw_bounds = self.common.arena.draw_bounds(child);
        if child.is_same() { draw_bounds } else { draw_bounds.turned() }
    }
}
