//! Growing: down along the arrows to a tip, expand it, back up as far as something changes.
//!
//! The weight of an edge is a constant plus what its child costs more than the best (Rivest 1987, section 5.5). A node stores
//! of each child the least sum of weights down to a tip. The ascent ends early, as in [`ubfm`](super::super::ubfm): as long as
//! a node's value is the one that its parent has noted, and its penalty is below that of the runner-up anywhere above, the next
//! tip lies behind it. Without patience the tips are those of the plain loop, which [`Search::step`](crate::Search::step) walks
//! and a test compares: no skipped update would have changed an arrow. With patience, values and penalties may move a little
//! before the parent is told.
//!
//! When the search [learns](super::calibration) another constant, stored penalties stay until the search comes by.
//!
//! Transpositions share one node; a parent may hold the cost and penalty that the node had when the search last came through
//! that parent. A closed child is never stale in a way that matters: it stays closed and keeps its value, and a parent that has
//! not been told yet treats it as open.

use super::bounds::DrawBounds;
use super::leaf::Spent;
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

/// The fewest expansions of a root before a move counts as sure.
const FEWEST_SURE: f64 = 64.0;

/// A node on the path from the root.
#[derive(Clone, Debug)]
pub(super) struct PathEntry<S> {
    pub(super) node: Node,
    pub(super) player: Player,
    /// The edge of the parent that leads here.
    edge: usize,
    /// The cost of this node to the parent's player, as the parent has noted it.
    noted: u16,
    /// The greatest penalty with which the next tip still lies behind this node.
    bound: u16,
    /// The expansions behind this node since the path led here.
    grown: u32,
    /// Decisions from the root, forced ones included.
    depth: u32,
    /// Whether the draw bounds of this node are narrower than the parent has noted.
    has_news: bool,
    state: S,
}

/// An edge that a descent follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Followed {
    /// The parent, and the place of the edge there.
    pub(super) node: Node,
    pub(super) edge: usize,
    /// The player of the parent.
    player: Player,
    /// As in [`PathEntry`].
    pub(super) noted: u16,
    bound: u16,
}

/// A tip at which a descent has halted.
#[derive(Clone, Debug)]
pub(super) struct Halt<S> {
    pub(super) followed: Followed,
    /// Decisions from the root, and how many of the last ones were forced.
    pub(super) depth: u32,
    forced: u32,
    pub(super) state: S,
}

impl<S> PathEntry<S> {
    /// The first entry of every path.
    pub(super) fn root(node: Node, player: Player, state: S) -> Self {
        PathEntry { node, player, edge: 0, noted: 0, bound: MOST, grown: 0, depth: 0, has_news: false, state }
    }
}

impl<G: Insight, E: Evaluator<G>> Walker<'_, G, E> {
    /// Expands tips until the meter has counted `target` expansions, and stops wherever the path leads then.
    pub(super) fn grow(&mut self, meter: &mut Meter, target: u64) -> Result<(), Pause> {
        #[cfg(target_arch = "x86_64")]
        if let Some(vector) = Vector::detected() {
            #[expect(unsafe_code, reason = "the instruction is not on every machine")]
            // SAFETY: this machine has it, as the `Vector` proves.
            return unsafe { self.grow_by_vector(vector, meter, target) };
        }
        self.grow_by(Portable, meter, target)
    }

    /// The same where the machine has the instruction that finds the least of eight numbers. All of it is compiled for that
    /// instruction, so that scans are inlined.
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
            let entry = &self.thread.path[depth];
            let scan = common.arena.scan_by(scanning, entry.node, common.constant);
            if depth > 0 {
                let cost = entry.node.above(scan.least, common.costs.all);
                let is_far = scan.pi > entry.bound.saturating_add(common.patience.penalty);
                let has_changed = cost.abs_diff(entry.noted) > common.patience.value;
                if scan.pi == CLOSED || has_changed || is_far || entry.has_news {
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

    /// Checks whether there is more to search at the root. The path must be back there.
    pub(super) fn look_again(&self) -> Result<(), Pause> {
        let scan = self.common.arena.scan(self.thread.path[0].node, self.common.constant);
        self.finished(scan).map_or(Ok(()), |stop| Err(Pause::Over(stop)))
    }

    /// Why there is nothing more to search at the root, if so.
    #[inline]
    fn finished(&self, scan: Scan) -> Option<Stop> {
        if scan.pi == CLOSED {
            return Some(Stop::Complete);
        }
        // A single move that is not lost is played without further search. Most of the time `second` shows another open move.
        (scan.second == MOST && self.open_moves().take(2).count() < 2).then_some(Stop::Decided)
    }

    /// Whether the root move is as sure as `sure` asks for: every other move has at most the share 1 - `sure` of the expansions.
    ///
    /// All tips of a grown tree have about the same penalty, so that the derivative mass behind a move is its share of the
    /// expansions.
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

    /// The root's edges that are not proven losses.
    fn open_moves(&self) -> impl Iterator<Item = usize> {
        let root = self.thread.path[0].node;
        self.common.arena.edges(root).filter(move |&edge| {
            let line = self.common.arena.line(root, edge);
            line.cost(edge % SLOTS) != self.common.costs.all || line.pi(edge % SLOTS) != CLOSED
        })
    }

    /// Goes back to the parent, and notes cost and penalty there.
    #[inline(always)]
    fn leave(&mut self, cost: u16, pi: u16) {
        self.tell(cost, pi);
        let Some(PathEntry { node, grown, .. }) = self.thread.path.pop() else { return };
        if let Some(parent) = self.thread.path.last_mut() {
            parent.grown += grown;
        }
        if grown > 0 {
            self.common.arena.visit(node, grown);
        }
    }

    /// Notes cost, penalty and draw bounds of the last node of the path at its parent.
    #[inline(always)]
    fn tell(&mut self, cost: u16, pi: u16) {
        let [.., parent, entry] = &self.thread.path[..] else { return };
        let (above, edge, child) = (parent.node, entry.edge, entry.node);
        match self.common.costs.draw(parent.player) {
            Some(draw) => {
                let before = self.common.arena.draw_bounds(above);
                self.note(above, edge, self.bounds_for_parent(child), (cost, pi), draw);
                let is_news = self.common.arena.draw_bounds(above) != before;
                let parent = self.thread.path.len() - 2;
                self.thread.path[parent].has_news |= is_news;
            }
            None => self.common.arena.note(above, edge, cost, pi),
        }
    }

    /// Notes cost, penalty and draw bounds of a child, where a draw costs `draw`.
    #[inline]
    fn note(&self, node: Node, edge: usize, behind: DrawBounds, (cost, pi): (u16, u16), draw: u16) {
        let behind = if pi == CLOSED { behind.and(DrawBounds::of(cost, draw)) } else { behind };
        let bounds = self.common.arena.bounds(node, edge / SLOTS);
        let is_news = bounds.narrow(edge % SLOTS, behind);
        self.common.arena.note(node, edge, cost, pi);
        if (is_news || !bounds.slot(edge % SLOTS).can_win) && self.common.arena.draw_bounds(node).cannot_lose
        {
            self.common.arena.close_winless(node, draw);
        }
    }

    /// Goes back to the root and updates every value on the path.
    pub(super) fn climb(&mut self) {
        while self.thread.path.len() > 1 {
            let node = self.thread.path[self.thread.path.len() - 1].node;
            let scan = self.common.arena.scan(node, self.common.constant);
            self.leave(node.above(scan.least, self.common.costs.all), scan.pi);
        }
        if let Some(entry) = self.thread.path.first_mut() {
            self.common.arena.visit(entry.node, std::mem::take(&mut entry.grown));
        }
    }

    /// Goes down to the child of least penalty, and expands it if it is a tip.
    #[inline(always)]
    fn descend(&mut self, scan: Scan, meter: &mut Meter) -> Result<(), Pause> {
        let edge = scan.edge as usize;
        let entry = &self.thread.path[self.thread.path.len() - 1];
        let (node, player, bound, depth) = (entry.node, entry.player, entry.bound, entry.depth + 1);
        let mut state = self.common.game.after(&entry.state, self.common.arena.mv(node, edge));
        let noted = scan.cost(self.common.constant);
        // Saturated sums cannot be told apart.
        let bound = match bound.min(scan.second) {
            MOST => MOST,
            bound => bound.saturating_sub(scan.weight),
        };
        let child = self.common.arena.child(node, edge);
        if self.common.arena.is_shared {
            self.set_virtual_penalty(node, edge, noted, if child.is_some() { bound } else { MOST });
        }
        let followed = Followed { node, edge, player, noted, bound };
        let (child, player, forced, grown) = if let Some(child) = child {
            self.common.arena.prefetch_moves(child);
            let forced = if child.is_forced() { self.play_forced(&mut state) } else { 0 };
            (child, if child.is_same() { player } else { player.other() }, forced, 0)
        } else {
            if self.common.arena.is_unseen(node, edge) && self.close_late(followed, &state, meter)? {
                return Ok(());
            }
            let forced = if self.common.settings.follows() { self.play_forced(&mut state) } else { 0 };
            if self.thread.halts {
                self.thread.halt = Some(Halt { followed, depth: depth + forced, forced, state });
                return Err(Pause::Halted);
            }
            let (child, to_move) = self.develop_tip(followed, &state, (depth + forced, forced), meter)?;
            (child, to_move, forced, 1)
        };
        self.enter(followed, child, player, (depth + forced, grown), state);
        Ok(())
    }

    /// Looks at a tip that was not looked at before, and closes it if its value is proven. Returns whether it is.
    #[inline(never)]
    fn close_late(
        &mut self,
        Followed { node, edge, player, noted, .. }: Followed,
        state: &G::State,
        meter: &mut Meter,
    ) -> Result<bool, Pause> {
        let proven = self.look_late(state);
        let Spent { moves, evals, nodes } = self.thread.spent;
        if !meter.spend(moves, evals, nodes) {
            self.common.arena.note(node, edge, noted, 0);
            return Err(Pause::Spent);
        }
        self.thread.seen.0 += 1;
        let Some(value) = proven else { return Ok(false) };
        self.thread.seen.1 += 1;
        let cost = self.common.costs.proven(player, value);
        match self.common.costs.draw(player) {
            Some(draw) => {
                let before = self.common.arena.draw_bounds(node);
                self.note(node, edge, DrawBounds::NOTHING, (cost, CLOSED), draw);
                let is_news = self.common.arena.draw_bounds(node) != before;
                if let Some(entry) = self.thread.path.last_mut() {
                    entry.has_news |= is_news;
                }
            }
            None => self.common.arena.note(node, edge, cost, CLOSED),
        }
        Ok(true)
    }

    /// Goes on where a descent has halted: expands the tip, or finds its node, and puts that on the path.
    pub(super) fn resume(&mut self, halt: Halt<G::State>, meter: &mut Meter) -> Result<(), Pause> {
        let Halt { followed, depth, forced, state } = halt;
        let (child, player) = self.develop_tip(followed, &state, (depth, forced), meter)?;
        self.enter(followed, child, player, (depth, 1), state);
        Ok(())
    }

    /// Finds or makes the node of a tip, and links the edge to it. Returns the node and who decides there.
    #[inline(always)]
    fn develop_tip(
        &mut self,
        Followed { node, edge, player, noted, bound }: Followed,
        state: &G::State,
        (depth, forced): (u32, u32),
        meter: &mut Meter,
    ) -> Result<(Node, Player), Pause> {
        let developed = self.develop(state, depth, player, noted, meter);
        let arena = &self.common.arena;
        let (child, to_move) = developed.inspect_err(|_| arena.note(node, edge, noted, 0))?;
        let child = child.reached(to_move == player, forced > 0);
        arena.line(node, edge).link(edge % SLOTS, child.0);
        if arena.is_shared {
            self.set_virtual_penalty(node, edge, noted, bound);
        }
        Ok((child, to_move))
    }

    /// Puts a node on the path, at which `player` decides and which was expanded `grown` times on this way.
    #[inline(always)]
    fn enter(
        &mut self,
        Followed { node, edge, noted, bound, .. }: Followed,
        child: Node,
        player: Player,
        (depth, grown): (u32, u32),
        state: G::State,
    ) {
        let has_news = self.common.costs.draw(player).is_some() && self.has_news(node, edge, child);
        self.thread.path.push(PathEntry {
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
    }

    /// Notes a virtual penalty: the least penalty that a child will have when this thread comes back from it. Meanwhile the
    /// arrows lead other threads elsewhere.
    #[inline]
    fn set_virtual_penalty(&self, node: Node, edge: usize, cost: u16, bound: u16) {
        let patience = self.common.patience.penalty.saturating_add(1);
        self.common.arena.note(node, edge, cost, bound.saturating_add(patience).min(MOST));
    }

    /// Whether the draw bounds of a child are narrower than its parent has noted.
    #[inline]
    fn has_news(&self, node: Node, edge: usize, child: Node) -> bool {
        let noted = self.common.arena.bounds(node, edge / SLOTS).slot(edge % SLOTS);
        noted.and(self.bounds_for_parent(child)) != noted
    }

    /// The draw bounds of a node, for the player of its parent.
    #[inline]
    fn bounds_for_parent(&self, child: Node) -> DrawBounds {
        let bounds = self.common.arena.draw_bounds(child);
        if child.is_same() { bounds } else { bounds.turned() }
    }
}
