//! Growing: down along the arrows to a tip, expand it, back up as far as something changes.
//!
//! Every edge weighs a constant and what its child costs more than the best (Rivest 1987, section 5.5); a node knows of each
//! child the least sum of weights down to a tip. The way back ends early, as in [`ubfm`](super::super::ubfm): as long as the
//! value of a node is the one that its parent has noted, and its penalty is below that of the runner-up anywhere above, the
//! next tip lies behind it. The tips are those of the plain loop, which [`Search::step`](crate::Search::step) walks and a
//! test compares: nothing that was skipped would have changed an arrow.
//!
//! Where lines meet in one node, the others learn of a change when they are next followed: until then their cost and penalty
//! may be those of an earlier time. What is closed is never stale in a way that matters: a closed child stays closed, its
//! value stays, and a line that has not heard of it yet treats it as open.

use super::bounds::Certain;
use super::forest::{MOST_LINES, MOST_MOVES, Node};
use super::leaf::{Spent, Tip};
use super::line::{CLOSED, LANES, MOST};
use super::scan::{Portable, Scan, Scanning, Vector, has_vector};
use super::search::{Fast, Full};
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::report::Stop;
use crate::search::chooser::Chooser;

/// Trees of fewer nodes are not recycled: the search ends.
const FEWEST: usize = 64;

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

impl<G: Insight, E: Evaluator<G>> Fast<G, E> {
    /// Expands up to `most` tips. Says why, when there is nothing more to do or to spend. Ends wherever it has come to.
    pub(super) fn grow(&mut self, meter: &mut Meter, most: u64) -> Option<Stop> {
        #[cfg(target_arch = "x86_64")]
        if has_vector() {
            #[expect(unsafe_code, reason = "the instruction is not on every machine")]
            // SAFETY: this machine has it.
            return unsafe { self.grow_by_vector(meter, most) };
        }
        self.grow_by::<Portable>(meter, most)
    }

    /// The same where the machine has the instruction that finds the least of eight numbers: compiled for it as a whole, so
    /// that scans need not be called.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "sse4.1")]
    fn grow_by_vector(&mut self, meter: &mut Meter, most: u64) -> Option<Stop> {
        self.grow_by::<Vector>(meter, most)
    }

    #[inline(always)]
    fn grow_by<S: Scanning>(&mut self, meter: &mut Meter, most: u64) -> Option<Stop> {
        let target = meter.counters.expansions.saturating_add(most);
        while meter.counters.expansions < target {
            let depth = self.path.len() - 1;
            let place = &self.path[depth];
            let scan = self.forest.scan_by::<S>(place.node, self.constant);
            if depth > 0 {
                let cost = place.node.above(scan.least, self.costs.all);
                if scan.pi == CLOSED || cost != place.noted || scan.pi > place.bound || place.has_news {
                    self.leave(cost, scan.pi);
                    continue;
                }
            } else if let Some(stop) = self.finished(scan) {
                return Some(stop);
            }
            if !self.descend(scan, meter) {
                return meter.stopped();
            }
        }
        None
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

    /// The root's lanes that are not certain to lose.
    fn open_moves(&self) -> impl Iterator<Item = usize> {
        let root = self.path[0].node;
        self.forest.slots(root).filter(move |&slot| {
            let line = self.forest.line(root, slot);
            line.cost(slot % LANES) != self.costs.all || line.pi(slot % LANES) != CLOSED
        })
    }

    /// Goes back to the parent, and tells it what is known now.
    #[inline(always)]
    fn leave(&mut self, cost: u16, pi: u16) {
        let Some(Place { node, slot, grown, .. }) = self.path.pop() else { return };
        let Some(parent) = self.path.last_mut() else { return };
        parent.grown += grown;
        let (above, chooser) = (parent.node, parent.chooser);
        match self.costs.draw(chooser) {
            Some(draw) => {
                let before = self.forest.certain(above);
                self.note(above, slot, node, (cost, pi), draw);
                let is_news = self.forest.certain(above) != before;
                self.path.last_mut().expect("the parent").has_news |= is_news;
            }
            None => self.forest.line(above, slot).note(slot % LANES, cost, pi),
        }
        if grown > 0 {
            self.forest.visit(node, grown);
        }
    }

    /// Notes what a child costs, its penalty and what is certain of it, where a draw costs so much.
    #[inline]
    fn note(&self, node: Node, slot: usize, child: Node, (cost, pi): (u16, u16), draw: u16) {
        let certain = self.certain_above(child);
        let certain = if pi == CLOSED { certain.and(Certain::of(cost, draw)) } else { certain };
        let bounds = self.forest.bounds(node, slot / LANES);
        let is_news = bounds.learn(slot % LANES, certain);
        self.forest.line(node, slot).note(slot % LANES, cost, pi);
        if (is_news || !bounds.lane(slot % LANES).hopes) && self.forest.certain(node).has {
            self.forest.close_hopeless(node, draw);
        }
    }

    /// Goes back to the root, every value on the way brought up to date.
    pub(super) fn climb(&mut self) {
        while self.path.len() > 1 {
            let node = self.path[self.path.len() - 1].node;
            let scan = self.forest.scan(node, self.constant);
            self.leave(node.above(scan.least, self.costs.all), scan.pi);
        }
        if let Some(place) = self.path.first_mut() {
            self.forest.visit(place.node, std::mem::take(&mut place.grown));
        }
    }

    /// Goes down to the child of least penalty, expanding it if it is a tip. Says whether the budget covered that.
    #[inline(always)]
    fn descend(&mut self, scan: Scan, meter: &mut Meter) -> bool {
        let slot = scan.slot as usize;
        let place = &self.path[self.path.len() - 1];
        let (node, chooser, bound, depth) = (place.node, place.chooser, place.bound, place.depth + 1);
        let mut state = self.game.after(&place.state, self.forest.mv(node, slot));
        let noted = scan.cost(self.constant);
        let (child, chooser, depth, grown) = if let Some(child) = self.forest.child(node, slot) {
            self.forest.prefetch_moves(child);
            let forced = if child.is_forced() { self.play_forced(&mut state) } else { 0 };
            (child, if child.is_same() { chooser } else { chooser.other() }, depth + forced, 0)
        } else {
            let forced = if self.settings.follows() { self.play_forced(&mut state) } else { 0 };
            let Some((child, who)) = self.develop(&state, depth + forced, chooser, noted, meter) else {
                return false;
            };
            let child = child.reached(who == chooser, forced > 0);
            self.forest.line(node, slot).link(slot % LANES, child.0);
            (child, who, depth + forced, 1)
        };
        // Sums that have stopped growing are all alike.
        let bound = match bound.min(scan.second) {
            MOST => MOST,
            bound => bound.saturating_sub(scan.weight),
        };
        let has_news = self.costs.draw(chooser).is_some() && self.has_news(node, slot, child);
        self.path.push(Place { node: child, chooser, slot, noted, bound, grown, depth, has_news, state });
        true
    }

    /// Whether more is certain of a child than is noted of it.
    #[inline]
    fn has_news(&self, node: Node, slot: usize, child: Node) -> bool {
        let noted = self.forest.bounds(node, slot / LANES).lane(slot % LANES);
        noted.and(self.certain_above(child)) != noted
    }

    /// What is certain of a node for the chooser of its parent.
    #[inline]
    fn certain_above(&self, child: Node) -> Certain {
        let certain = self.forest.certain(child);
        if child.is_same() { certain } else { certain.turned() }
    }

    /// Finds or makes the node of a tip, if the budget covers it.
    #[inline(never)]
    fn develop(
        &mut self,
        state: &G::State,
        depth: u32,
        above: Chooser,
        noted: u16,
        meter: &mut Meter,
    ) -> Option<(Node, Chooser)> {
        if meter.budget().depth.is_some_and(|limit| depth + 1 > limit) {
            meter.stop(Stop::Depth);
            return None;
        }
        let key = if self.forest.merges { self.game.key(state) } else { 0 };
        self.forest.prefetch(key);
        let chooser = Chooser::of(self.game.turn(state)).expect("somebody decides at an open tip");
        self.moves.clear();
        self.prospect(state);
        if let Some(node) = self.forest.find(key) {
            return meter.spend(depth.into(), 0, 0).then_some((node, chooser));
        }
        let expected = if chooser == above { noted } else { self.costs.all - noted };
        let node = self.add(state, chooser, key, depth, Some(expected), meter)?;
        meter.counters.max_depth = meter.counters.max_depth.max(depth + 1);
        Some((node, chooser))
    }

    /// Adds the node of an open position whose moves are listed, if the budget covers it.
    pub(super) fn add(
        &mut self,
        state: &G::State,
        chooser: Chooser,
        key: u64,
        depth: u32,
        expected: Option<u16>,
        meter: &mut Meter,
    ) -> Option<Node> {
        let count = self.moves.len();
        if !self.has_memory(count, meter) {
            return None;
        }
        self.spent = Spent { moves: depth.into(), ..Spent::default() };
        self.value_family(state);
        let Spent { moves, evals, nodes } = self.spent;
        if !meter.spend(moves, evals, nodes) {
            return None;
        }
        self.forest.make_room(count);
        let node = self.forest.add(key, &self.moves);
        let best = self.fill(node, chooser, expected);
        meter.counters.expansions += 1;
        meter.counters.tree_bytes = self.forest.bytes();
        // Most likely the next tip, or the one after: its place in the table will be asked for.
        if self.forest.merges {
            self.forest.prefetch(self.game.key(&self.game.after(state, self.moves[best])));
        }
        Some(node)
    }

    /// Writes what the tips of a new node cost, which as a tip was expected to cost so much. Gives the place of the cheapest.
    #[inline]
    fn fill(&mut self, node: Node, chooser: Chooser, expected: Option<u16>) -> usize {
        let cost = |tip: &Tip| {
            if tip.is_certain {
                self.costs.certain(chooser, tip.value)
            } else {
                self.costs.estimate(chooser, tip.value)
            }
        };
        let mut best = (CLOSED, 0);
        for (number, tips) in self.tips.chunks(LANES).enumerate() {
            let (mut costs, mut pis) = ([CLOSED; LANES], [CLOSED; LANES]);
            for (lane, tip) in tips.iter().enumerate() {
                costs[lane] = cost(tip);
                if !tip.is_certain {
                    pis[lane] = 0;
                    best = best.min((costs[lane], number * LANES + lane));
                }
            }
            self.forest.lines[node.place() + number].fill(costs, pis);
            if let Some(draw) = self.costs.draw(chooser) {
                self.bound(node, number, chooser, &costs, draw);
            }
        }
        if let Some(draw) = self.costs.draw(chooser).filter(|_| self.forest.certain(node).has) {
            self.forest.close_hopeless(node, draw);
        }
        if let Some(expected) = expected.filter(|_| self.settings.trust < 1.0) {
            self.temper(node, best.0, expected);
        }
        best.1
    }

    /// Notes what is certain of the tips in a line of a new node, whose costs are these.
    #[inline]
    fn bound(&self, node: Node, number: usize, chooser: Chooser, costs: &[u16; LANES], draw: u16) {
        let tips = self.tips[number * LANES..].iter().take(LANES);
        let count = tips.len();
        let (mut has, mut hopeless) = (0, u8::MAX.checked_shl(count as u32).unwrap_or(0));
        for (lane, tip) in tips.enumerate() {
            let certain = if tip.is_certain {
                Certain::of(costs[lane], draw)
            } else if chooser == Chooser::Max {
                tip.certain
            } else {
                tip.certain.turned()
            };
            has |= u8::from(certain.has) << lane;
            hopeless |= u8::from(!certain.hopes) << lane;
        }
        self.forest.bounds(node, number).set(has, hopeless);
    }

    /// Moves the values of all open tips of a new node towards what was expected of it.
    #[inline]
    fn temper(&self, node: Node, best: u16, expected: u16) {
        let shift = (1.0 - self.settings.trust) * (f64::from(expected) - f64::from(best));
        for slot in self.forest.slots(node) {
            let line = self.forest.line(node, slot);
            if line.pi(slot % LANES) != CLOSED {
                let cost = f64::from(line.cost(slot % LANES)) + shift;
                line.note(slot % LANES, cost.clamp(1.0, f64::from(self.costs.all - 1)) as u16, 0);
            }
        }
    }

    /// Whether there is memory for a node of so many moves. Where not, the search ends or the tree is full.
    #[inline]
    fn has_memory(&mut self, moves: usize, meter: &mut Meter) -> bool {
        let bytes = self.forest.bytes_with(moves);
        let has_room = self.forest.used + moves <= MOST_LINES && moves <= MOST_MOVES;
        // To recycle takes memory too.
        let most = match self.settings.full {
            Full::Stop => self.settings.tree,
            Full::Recycle => self.settings.tree / 5 * 4,
        };
        if has_room && bytes <= most && meter.budget().memory.is_none_or(|limit| bytes <= limit) {
            return true;
        }
        let is_settled = bytes <= most || moves > MOST_MOVES || self.forest.nodes < FEWEST;
        if is_settled || self.settings.full == Full::Stop {
            meter.stop(Stop::Memory);
        } else {
            self.is_full = true;
        }
        false
    }
}
