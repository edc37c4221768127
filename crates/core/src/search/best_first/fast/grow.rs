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

use super::bounds::Certain;
use super::line::{CLOSED, LANES, MOST};
use super::node::Node;
#[cfg(target_arch = "x86_64")]
use super::scan::Vector;
use super::scan::{Portable, Scan, Scanning};
use super::walker::{Pause, Walker};
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::report::Stop;
use crate::search::chooser::Chooser;
use std::sync::atomic::Ordering::Relaxed;

/// The expansions below which no move is sure.
const FEWEST_SURE: f64 = 64.0;

/// A node on the way from the root.
#[derive(Clone, Debug)]
pub(super) struct Place<S> {
    pub(super) node: Node,
    pub(super) chooser: Chooser,
    /// The lane of the parent that leads here.
    slot: usize,
    /// What the parent believes that this costs its chooser.
    noted: u16,
    /// The greatest penalty with which the next tip still lies behind this.
    bound: u16,
    /// The expansions behind this since the way led here.
    grown: u32,
    /// Decisions from the root, those without a choice included.
    depth: u32,
    /// Whether more is certain of this than the parent has noted.
    has_news: bool,
    state: S,
}

impl<S> Place<S> {
    /// Where every way begins.
    pub(super) fn root(node: Node, chooser: Chooser, state: S) -> Self {
        Place { node, chooser, slot: 0, noted: 0, bound: MOST, grown: 0, depth: 0, has_news: false, state }
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
        let is_shared = common.forest.is_shared;
        while meter.counters.expansions < target {
            if is_shared && self.end.load(Relaxed) {
                return Ok(());
            }
            let depth = self.hand.path.len() - 1;
            let place = &self.hand.path[depth];
            let scan = common.forest.scan_by(scanning, place.node, common.constant);
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
        let scan = self.common.forest.scan(self.hand.path[0].node, self.common.constant);
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
        let (Some(sure), Some(root)) = (sure, self.hand.path.first()) else { return false };
        let forest = &self.common.forest;
        let visits = forest.slots(root.node).map(|slot| f64::from(forest.visits(root.node, slot)));
        let (mut all, mut most, mut second) = (0.0, 0.0, 0.0);
        for visits in visits {
            all += visits;
            second = f64::max(second, visits.min(most));
            most = most.max(visits);
        }
        all >= FEWEST_SURE && second <= (1.0 - sure) * all
    }

    /// The root's lanes that are not certain to lose.
    fn open_moves(&self) -> impl Iterator<Item = usize> {
        let root = self.hand.path[0].node;
        self.common.forest.slots(root).filter(move |&slot| {
            let line = self.common.forest.line(root, slot);
            line.cost(slot % LANES) != self.common.costs.all || line.pi(slot % LANES) != CLOSED
        })
    }

    /// Goes back to the parent, and tells it what is known now.
    #[inline(always)]
    fn leave(&mut self, cost: u16, pi: u16) {
        self.tell(cost, pi);
        let Some(Place { node, grown, .. }) = self.hand.path.pop() else { return };
        if let Some(parent) = self.hand.path.last_mut() {
            parent.grown += grown;
        }
        if grown > 0 {
            self.common.forest.visit(node, grown);
        }
    }

    /// Tells the last place but one of the path what is known now of the last.
    #[inline(always)]
    fn tell(&mut self, cost: u16, pi: u16) {
        let [.., parent, place] = &self.hand.path[..] else { return };
        let (above, slot, child) = (parent.node, place.slot, place.node);
        match self.common.costs.draw(parent.chooser) {
            Some(draw) => {
                let before = self.common.forest.certain(above);
                self.note(above, slot, child, (cost, pi), draw);
                let is_news = self.common.forest.certain(above) != before;
                let parent = self.hand.path.len() - 2;
                self.hand.path[parent].has_news |= is_news;
            }
            None => self.common.forest.note(above, slot, cost, pi),
        }
    }

    /// Notes what a child costs, its penalty and what is certain of it, where a draw costs so much.
    #[inline]
    fn note(&self, node: Node, slot: usize, child: Node, (cost, pi): (u16, u16), draw: u16) {
        let certain = self.certain_above(child);
        let certain = if pi == CLOSED { certain.and(Certain::of(cost, draw)) } else { certain };
        let bounds = self.common.forest.bounds(node, slot / LANES);
        let is_news = bounds.learn(slot % LANES, certain);
        self.common.forest.note(node, slot, cost, pi);
        if (is_news || !bounds.lane(slot % LANES).hopes) && self.common.forest.certain(node).has {
            self.common.forest.close_hopeless(node, draw);
        }
    }

    /// Goes back to the root, every value on the way brought up to date.
    pub(super) fn climb(&mut self) {
        while self.hand.path.len() > 1 {
            let node = self.hand.path[self.hand.path.len() - 1].node;
            let scan = self.common.forest.scan(node, self.common.constant);
            self.leave(node.above(scan.least, self.common.costs.all), scan.pi);
        }
        if let Some(place) = self.hand.path.first_mut() {
            self.common.forest.visit(place.node, std::mem::take(&mut place.grown));
        }
    }

    /// Goes down to the child of least penalty, expanding it if it is a tip.
    #[inline(always)]
    fn descend(&mut self, scan: Scan, meter: &mut Meter) -> Result<(), Pause> {
        let slot = scan.slot as usize;
        let place = &self.hand.path[self.hand.path.len() - 1];
        let (node, chooser, bound, depth) = (place.node, place.chooser, place.bound, place.depth + 1);
        let mut state = self.common.game.after(&place.state, self.common.forest.mv(node, slot));
        let noted = scan.cost(self.common.constant);
        // Sums that have stopped growing are all alike.
        let bound = match bound.min(scan.second) {
            MOST => MOST,
            bound => bound.saturating_sub(scan.weight),
        };
        let child = self.common.forest.child(node, slot);
        if self.common.forest.is_shared {
            self.promise(node, slot, noted, if child.is_some() { bound } else { MOST });
        }
        let (child, chooser, depth, grown) = if let Some(child) = child {
            self.common.forest.prefetch_moves(child);
            let forced = if child.is_forced() { self.play_forced(&mut state) } else { 0 };
            (child, if child.is_same() { chooser } else { chooser.other() }, depth + forced, 0)
        } else {
            let forced = if self.common.settings.follows() { self.play_forced(&mut state) } else { 0 };
            let developed = self.develop(&state, depth + forced, chooser, noted, meter);
            let forest = &self.common.forest;
            let (child, who) = developed.inspect_err(|_| forest.note(node, slot, noted, 0))?;
            let child = child.reached(who == chooser, forced > 0);
            forest.line(node, slot).link(slot % LANES, child.0);
            if forest.is_shared {
                self.promise(node, slot, noted, bound);
            }
            (child, who, depth + forced, 1)
        };
        let has_news = self.common.costs.draw(chooser).is_some() && self.has_news(node, slot, child);
        self.hand.path.push(Place {
            node: child,
            chooser,
            slot,
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
    fn promise(&self, node: Node, slot: usize, cost: u16, bound: u16) {
        let patience = self.common.patience.penalty.saturating_add(1);
        self.common.forest.note(node, slot, cost, bound.saturating_add(patience).min(MOST));
    }

    /// Whether more is certain of a child than is noted of it.
    #[inline]
    fn has_news(&self, node: Node, slot: usize, child: Node) -> bool {
        let noted = self.common.forest.bounds(node, slot / LANES).lane(slot % LANES);
        noted.and(self.certain_above(child)) != noted
    }

    /// What is certain of a node for the chooser of its parent.
    #[inline]
    fn certain_above(&self, child: Node) -> Certain {
        let certain = self.common.forest.certain(child);
        if child.is_same() { certain } else { certain.turned() }
    }
}
