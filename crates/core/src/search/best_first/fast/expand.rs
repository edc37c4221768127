//! Expansion: the moves of a tip are listed, its children are valued, and the new node is written into the arena.

use super::bounds::DrawBounds;
use super::leaf::Spent;
use super::line::{CLOSED, NONE, SLOTS, UNSEEN};
use super::node::{MOST_MOVES, Node, lines_for};
use super::walker::{Pause, ThreadState, Walker};
use crate::convert::number_u32;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::player::Player;
use crate::report::Stop;

/// The lines of a chunk that a thread takes from a shared arena.
const CHUNK: usize = 16;

impl<G: Insight, E: Evaluator<G>> Walker<'_, G, E> {
    /// Finds or makes the node of a tip, if the budget covers it.
    #[inline(never)]
    pub(super) fn develop(
        &mut self,
        state: &G::State,
        depth: u32,
        above: Player,
        noted: u16,
        meter: &mut Meter,
    ) -> Result<(Node, Player), Pause> {
        if meter.budget().depth.is_some_and(|limit| depth + 1 > limit) {
            meter.stop(Stop::Depth);
            return Err(Pause::Spent);
        }
        let key = if self.common.arena.merges { self.common.game.key(state) } else { 0 };
        self.common.arena.prefetch(key);
        let player = Player::without_chance(self.common.game.turn(state)).expect("the game is not over");
        self.thread.moves.clear();
        self.prospect(state);
        if let Some(node) = self.common.arena.find(key) {
            return meter.spend(depth.into(), 0, 0).then_some((node, player)).ok_or(Pause::Spent);
        }
        let expected = if player == above { noted } else { self.common.costs.all - noted };
        let node = self.add(state, player, key, depth, Some(expected), meter)?;
        meter.counters.max_depth = meter.counters.max_depth.max(depth + 1);
        Ok((node, player))
    }

    /// Adds the node of an open position whose moves are listed, if the budget covers it.
    pub(super) fn add(
        &mut self,
        state: &G::State,
        player: Player,
        key: u64,
        depth: u32,
        expected: Option<u16>,
        meter: &mut Meter,
    ) -> Result<Node, Pause> {
        self.find_chunk()?;
        if meter.is_slow() {
            if !meter.has_time() {
                return Err(Pause::Spent);
            }
            self.thread.stop_signal = Some(meter.stop_signal());
        }
        self.thread.spent = Spent { moves: depth.into(), ..Spent::default() };
        // All moves of a root are looked at, so that those that are decided are known.
        let margin = if expected.is_some() { self.common.margin } else { u16::MAX };
        self.value_family(state, player, margin);
        if let Some(stop) = self.thread.stop_signal.take().and_then(|signal| signal.stopped()) {
            meter.stop(stop);
            return Err(Pause::Spent);
        }
        let Spent { moves, evals, nodes } = self.thread.spent;
        if !meter.spend(moves, evals, nodes) {
            return Err(Pause::Spent);
        }
        let arena = &self.common.arena;
        let new = arena.write(self.thread.chunk.start, key, &self.thread.moves);
        self.thread.chunk.start += new.lines();
        let best = self.fill(new, player, expected);
        let node = arena.enter(key, new);
        if node == new {
            meter.counters.expansions += 1;
            if arena.is_shared {
                self.thread.added += 1;
            } else {
                arena.add_nodes(1);
                meter.counters.tree_bytes = arena.bytes();
            }
        }
        // The best child is most likely the next tip, or the one after: the index will be asked for it.
        if arena.merges {
            arena.prefetch(self.common.game.key(&self.common.game.after(state, self.thread.moves[best])));
        }
        Ok(node)
    }

    /// Makes sure that the chunk has lines for the listed moves.
    #[inline]
    fn find_chunk(&mut self) -> Result<(), Pause> {
        let moves = self.thread.moves.len();
        if moves > MOST_MOVES {
            return Err(Pause::Wide);
        }
        let lines = lines_for(moves);
        if self.thread.chunk.len() < lines {
            let arena = &self.common.arena;
            let wanted = if arena.is_shared { lines.max(CHUNK) } else { lines };
            self.thread.chunk = arena.take(wanted).or_else(|| arena.take(lines)).ok_or(Pause::Room(lines))?;
        }
        Ok(())
    }

    /// Writes the costs of the children of a new node, which as a tip cost `expected`. Returns the edge of the best open child.
    #[inline]
    fn fill(&mut self, node: Node, player: Player, expected: Option<u16>) -> usize {
        let ThreadState { tips, costs: all, .. } = &*self.thread;
        let (mut best, mut best_proven) = ((CLOSED, 0), CLOSED);
        let (mut seen, mut proven) = (0, 0);
        for (edge, (tip, &cost)) in tips.iter().zip(all).enumerate() {
            seen += u64::from(tip.is_seen);
            if tip.is_proven {
                best_proven = best_proven.min(cost);
                proven += 1;
            } else {
                best = best.min((cost, edge));
            }
        }
        let shift = expected.map_or(0, |expected| self.shift(best.0, expected));
        for (number, (tips, all)) in tips.chunks(SLOTS).zip(all.chunks(SLOTS)).enumerate() {
            let (mut costs, mut pis, mut nodes) = ([CLOSED; SLOTS], [CLOSED; SLOTS], [NONE; SLOTS]);
            for (slot, (tip, &cost)) in tips.iter().zip(all).enumerate() {
                costs[slot] = if tip.is_proven { cost } else { self.shifted(cost, shift) };
                pis[slot] = if tip.is_proven { CLOSED } else { 0 };
                nodes[slot] = if tip.is_seen { NONE } else { UNSEEN };
            }
            self.common.arena.lines[node.place() + number].fill(costs, pis, nodes);
            if let Some(draw) = self.common.costs.draw(player) {
                self.bound(node, number, player, &costs, draw);
            }
        }
        self.thread.seen.0 += seen;
        self.thread.seen.1 += proven;
        if let Some(draw) =
            self.common.costs.draw(player).filter(|_| self.common.arena.draw_bounds(node).cannot_lose)
        {
            self.common.arena.close_winless(node, draw);
        }
        if let Some(expected) = expected.filter(|_| best.0 < best_proven) {
            self.thread.changes.note(expected, best.0);
        }
        best.1
    }

    /// Sets the draw bounds of the tips in a line of a new node, whose costs are these.
    #[inline]
    fn bound(&self, node: Node, number: usize, player: Player, costs: &[u16; SLOTS], draw: u16) {
        let tips = self.thread.tips[number * SLOTS..].iter().take(SLOTS);
        let count = tips.len();
        let (mut cannot_lose, mut cannot_win) = (0, u8::MAX.checked_shl(number_u32(count)).unwrap_or(0));
        for (slot, tip) in tips.enumerate() {
            let draw_bounds = if tip.is_proven {
                DrawBounds::of(costs[slot], draw)
            } else if player == Player::Max {
                tip.draw_bounds
            } else {
                tip.draw_bounds.turned()
            };
            cannot_lose |= u8::from(draw_bounds.cannot_lose) << slot;
            cannot_win |= u8::from(!draw_bounds.can_win) << slot;
        }
        self.common.arena.bounds(node, number).set(cannot_lose, cannot_win);
    }

    /// What is added to the costs of all open tips of a new node, so that the best comes nearer to what was expected of the node.
    #[inline]
    fn shift(&self, best: u16, expected: u16) -> i32 {
        #[expect(clippy::cast_possible_truncation, reason = "a share of a difference of costs")]
        let shift = ((1.0 - self.common.settings.trust) * (f64::from(expected) - f64::from(best))) as i32;
        shift
    }

    /// The cost of an open tip with this much added.
    #[inline]
    fn shifted(&self, cost: u16, shift: i32) -> u16 {
        let most = i32::from(self.common.costs.all) - 1;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to a u16")]
        let cost = (i32::from(cost) + shift).clamp(1, most) as u16;
        cost
    }
}
