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
use super::forest::{MOST_MOVES, Node, lines_for};
use super::leaf::{Spent, Tip};
use super::line::{CLOSED, LANES, MOST};
use super::scan::{Portable, Scan, Scanning, Vector, has_vector};
use super::walk::{Pause, Walk};
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::report::Stop;
use crate::search::chooser::Chooser;
use std::sync::atomic::Ordering::Relaxed;

/// The lines that a thread takes at once from a shared forest.
const PLOT: usize = 16;
/// The expansions below which no move is sure.
const FEWEST_SURE: f64 = 64.0;

/// A node on the way from the root.
#[derive(Clone, Debug)]
pub(super) struct Place<S> {
    pub(super) node: Node,
    pub(super) chooser: Chooser,
    /// The lane of the parent that leads here.
    pub(super) slot: usize,
    /// What the parent believes that this costs its chooser.
    pub(super) noted: u16,
    /// The greatest penalty with which the next tip still lies behind this.
    pub(super) bound: u16,
    /// The expansions behind this since the way led here.
    pub(super) grown: u32,
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

impl<G: Insight, E: Evaluator<G>> Walk<'_, G, E> {
    /// Expands tips until there are so many expansions, and ends wherever it has come to.
    pub(super) fn grow(&mut self, meter: &mut Meter, target: u64) -> Result<(), Pause> {
        #[cfg(target_arch = "x86_64")]
        if has_vector() {
            #[expect(unsafe_code, reason = "the instruction is not on every machine")]
            // SAFETY: this machine has it.
            return unsafe { self.grow_by_vector(meter, target) };
        }
        self.grow_by::<Portable>(meter, target)
    }

    /// The same where the machine has the instruction that finds the least of eight numbers: compiled for it as a whole, so
    /// that scans need not be called.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "sse4.1")]
    fn grow_by_vector(&mut self, meter: &mut Meter, target: u64) -> Result<(), Pause> {
        self.grow_by::<Vector>(meter, target)
    }

    #[inline(always)]
    fn grow_by<S: Scanning>(&mut self, meter: &mut Meter, target: u64) -> Result<(), Pause> {
        let ground = self.ground;
        let is_shared = ground.forest.is_shared;
        while meter.counters.expansions < target {
            if is_shared && self.end.load(Relaxed) {
                return Ok(());
            }
            let depth = self.hand.path.len() - 1;
            let place = &self.hand.path[depth];
            let scan = ground.forest.scan_by::<S>(place.node, ground.constant);
            if depth > 0 {
                let cost = place.node.above(scan.least, ground.costs.all);
                let is_far = scan.pi > place.bound.saturating_add(ground.patience.penalty);
                let has_changed = cost.abs_diff(place.noted) > ground.patience.value;
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
    pub(super) fn end(&self) -> Result<(), Pause> {
        let scan = self.ground.forest.scan(self.hand.path[0].node, self.ground.constant);
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
        let forest = &self.ground.forest;
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
        self.ground.forest.slots(root).filter(move |&slot| {
            let line = self.ground.forest.line(root, slot);
            line.cost(slot % LANES) != self.ground.costs.all || line.pi(slot % LANES) != CLOSED
        })
    }

    /// Goes back to the parent, and tells it what is known now.
    #[inline(always)]
    fn leave(&mut self, cost: u16, pi: u16) {
        self.tell(self.hand.path.len() - 1, cost, pi);
        let Some(Place { node, grown, .. }) = self.hand.path.pop() else { return };
        if let Some(parent) = self.hand.path.last_mut() {
            parent.grown += grown;
        }
        if grown > 0 {
            self.ground.forest.visit(node, grown);
        }
    }

    /// Tells the parent of a place on the path what is known of it now.
    #[inline(always)]
    pub(super) fn tell(&mut self, depth: usize, cost: u16, pi: u16) {
        let [.., parent, place] = &mut self.hand.path[..=depth] else { return };
        let (above, slot, child) = (parent.node, place.slot, place.node);
        match self.ground.costs.draw(parent.chooser) {
            Some(draw) => {
                let before = self.ground.forest.certain(above);
                self.note(above, slot, child, (cost, pi), draw);
                let is_news = self.ground.forest.certain(above) != before;
                self.hand.path[depth - 1].has_news |= is_news;
            }
            None => self.ground.forest.note(above, slot, cost, pi),
        }
    }

    /// Notes what a child costs, its penalty and what is certain of it, where a draw costs so much.
    #[inline]
    fn note(&self, node: Node, slot: usize, child: Node, (cost, pi): (u16, u16), draw: u16) {
        let certain = self.certain_above(child);
        let certain = if pi == CLOSED { certain.and(Certain::of(cost, draw)) } else { certain };
        let bounds = self.ground.forest.bounds(node, slot / LANES);
        let is_news = bounds.learn(slot % LANES, certain);
        self.ground.forest.note(node, slot, cost, pi);
        if (is_news || !bounds.lane(slot % LANES).hopes) && self.ground.forest.certain(node).has {
            self.ground.forest.close_hopeless(node, draw);
        }
    }

    /// Goes back to the root, every value on the way brought up to date.
    pub(super) fn climb(&mut self) {
        while self.hand.path.len() > 1 {
            let node = self.hand.path[self.hand.path.len() - 1].node;
            let scan = self.ground.forest.scan(node, self.ground.constant);
            self.leave(node.above(scan.least, self.ground.costs.all), scan.pi);
        }
        if let Some(place) = self.hand.path.first_mut() {
            self.ground.forest.visit(place.node, std::mem::take(&mut place.grown));
        }
    }

    /// Goes down to the child of least penalty, expanding it if it is a tip.
    #[inline(always)]
    fn descend(&mut self, scan: Scan, meter: &mut Meter) -> Result<(), Pause> {
        let slot = scan.slot as usize;
        let place = &self.hand.path[self.hand.path.len() - 1];
        let (node, chooser, bound, depth) = (place.node, place.chooser, place.bound, place.depth + 1);
        let mut state = self.ground.game.after(&place.state, self.ground.forest.mv(node, slot));
        let noted = scan.cost(self.ground.constant);
        // Sums that have stopped growing are all alike.
        let bound = match bound.min(scan.second) {
            MOST => MOST,
            bound => bound.saturating_sub(scan.weight),
        };
        let child = self.ground.forest.child(node, slot);
        if self.ground.forest.is_shared {
            self.promise(node, slot, noted, if child.is_some() { bound } else { MOST });
        }
        let (child, chooser, depth, grown) = if let Some(child) = child {
            self.ground.forest.prefetch_moves(child);
            let forced = if child.is_forced() { self.play_forced(&mut state) } else { 0 };
            (child, if child.is_same() { chooser } else { chooser.other() }, depth + forced, 0)
        } else {
            let forced = if self.ground.settings.follows() { self.play_forced(&mut state) } else { 0 };
            let developed = self.develop(&state, depth + forced, chooser, noted, meter);
            let forest = &self.ground.forest;
            let (child, who) = developed.inspect_err(|_| forest.note(node, slot, noted, 0))?;
            let child = child.reached(who == chooser, forced > 0);
            forest.line(node, slot).link(slot % LANES, child.0);
            if forest.is_shared {
                self.promise(node, slot, noted, bound);
            }
            (child, who, depth + forced, 1)
        };
        let has_news = self.ground.costs.draw(chooser).is_some() && self.has_news(node, slot, child);
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
        let patience = self.ground.patience.penalty.saturating_add(1);
        self.ground.forest.note(node, slot, cost, bound.saturating_add(patience).min(MOST));
    }

    /// Whether more is certain of a child than is noted of it.
    #[inline]
    fn has_news(&self, node: Node, slot: usize, child: Node) -> bool {
        let noted = self.ground.forest.bounds(node, slot / LANES).lane(slot % LANES);
        noted.and(self.certain_above(child)) != noted
    }

    /// What is certain of a node for the chooser of its parent.
    #[inline]
    fn certain_above(&self, child: Node) -> Certain {
        let certain = self.ground.forest.certain(child);
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
    ) -> Result<(Node, Chooser), Pause> {
        if meter.budget().depth.is_some_and(|limit| depth + 1 > limit) {
            meter.stop(Stop::Depth);
            return Err(Pause::Spent);
        }
        let key = if self.ground.forest.merges { self.ground.game.key(state) } else { 0 };
        self.ground.forest.prefetch(key);
        let chooser = Chooser::of(self.ground.game.turn(state)).expect("somebody decides at an open tip");
        self.hand.moves.clear();
        self.prospect(state);
        if let Some(node) = self.ground.forest.find(key) {
            return meter.spend(depth.into(), 0, 0).then_some((node, chooser)).ok_or(Pause::Spent);
        }
        let expected = if chooser == above { noted } else { self.ground.costs.all - noted };
        let node = self.add(state, chooser, key, depth, Some(expected), meter)?;
        meter.counters.max_depth = meter.counters.max_depth.max(depth + 1);
        Ok((node, chooser))
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
    ) -> Result<Node, Pause> {
        self.find_plot()?;
        self.hand.spent = Spent { moves: depth.into(), ..Spent::default() };
        self.value_family(state);
        let Spent { moves, evals, nodes } = self.hand.spent;
        if !meter.spend(moves, evals, nodes) {
            return Err(Pause::Spent);
        }
        let forest = &self.ground.forest;
        let new = forest.write(self.hand.plot.start, key, &self.hand.moves);
        self.hand.plot.start += new.lines();
        let best = self.fill(new, chooser, expected);
        let node = forest.enter(key, new);
        if node == new {
            meter.counters.expansions += 1;
            if forest.is_shared {
                self.hand.added += 1;
            } else {
                forest.add_nodes(1);
                meter.counters.tree_bytes = forest.bytes();
            }
        }
        // Most likely the next tip, or the one after: its place in the table will be asked for.
        if forest.merges {
            forest.prefetch(self.ground.game.key(&self.ground.game.after(state, self.hand.moves[best])));
        }
        Ok(node)
    }

    /// Sees to it that there are lines for the listed moves.
    #[inline]
    fn find_plot(&mut self) -> Result<(), Pause> {
        let moves = self.hand.moves.len();
        if moves > MOST_MOVES {
            return Err(Pause::Wide);
        }
        let lines = lines_for(moves);
        if self.hand.plot.len() < lines {
            let forest = &self.ground.forest;
            let many = if forest.is_shared { lines.max(PLOT) } else { lines };
            self.hand.plot = forest.take(many).or_else(|| forest.take(lines)).ok_or(Pause::Room(lines))?;
        }
        Ok(())
    }

    /// Writes what the tips of a new node cost, which as a tip was expected to cost so much. Gives the place of the cheapest.
    #[inline]
    fn fill(&mut self, node: Node, chooser: Chooser, expected: Option<u16>) -> usize {
        let cost = |tip: &Tip| {
            if tip.is_certain {
                self.ground.costs.certain(chooser, tip.value)
            } else {
                self.ground.costs.estimate(chooser, tip.value)
            }
        };
        let mut best = (CLOSED, 0);
        for (number, tips) in self.hand.tips.chunks(LANES).enumerate() {
            let (mut costs, mut pis) = ([CLOSED; LANES], [CLOSED; LANES]);
            for (lane, tip) in tips.iter().enumerate() {
                costs[lane] = cost(tip);
                if !tip.is_certain {
                    pis[lane] = 0;
                    best = best.min((costs[lane], number * LANES + lane));
                }
            }
            self.ground.forest.lines[node.place() + number].fill(costs, pis);
            if let Some(draw) = self.ground.costs.draw(chooser) {
                self.bound(node, number, chooser, &costs, draw);
            }
        }
        if let Some(draw) = self.ground.costs.draw(chooser).filter(|_| self.ground.forest.certain(node).has) {
            self.ground.forest.close_hopeless(node, draw);
        }
        if let Some(expected) = expected.filter(|_| self.ground.settings.trust < 1.0) {
            self.temper(node, best.0, expected);
        }
        best.1
    }

    /// Notes what is certain of the tips in a line of a new node, whose costs are these.
    #[inline]
    fn bound(&self, node: Node, number: usize, chooser: Chooser, costs: &[u16; LANES], draw: u16) {
        let tips = self.hand.tips[number * LANES..].iter().take(LANES);
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
        self.ground.forest.bounds(node, number).set(has, hopeless);
    }

    /// Moves the values of all open tips of a new node towards what was expected of it.
    #[inline]
    fn temper(&self, node: Node, best: u16, expected: u16) {
        let shift = (1.0 - self.ground.settings.trust) * (f64::from(expected) - f64::from(best));
        for slot in self.ground.forest.slots(node) {
            let line = self.ground.forest.line(node, slot);
            if line.pi(slot % LANES) != CLOSED {
                let cost = f64::from(line.cost(slot % LANES)) + shift;
                line.note(slot % LANES, cost.clamp(1.0, f64::from(self.ground.costs.all - 1)) as u16, 0);
            }
        }
    }
}
