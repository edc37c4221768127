//! Expansion: the moves of a tip are listed, its children are valued, and the new node is written into the arena.

use super::bounds::DrawBounds;
use super::leaf::{Spent, Tip};
use super::line::{CLOSED, SLOTS};
use super::node::{MOST_MOVES, Node, lines_for};
use super::walker::{Pause, Walker};
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
        self.value_family(state);
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
        let cost = |tip: &Tip| {
            if tip.is_proven {
                return self.common.costs.proven(player, tip.value);
            }
            let cost = self.common.costs.estimate(player, tip.value);
            let Some(mover) = tip.mover else { return cost };
            let tempo = if mover == player { -self.common.tempo } else { self.common.tempo };
            cost.saturating_add_signed(tempo).clamp(1, self.common.costs.all - 1)
        };
        let mut best = (CLOSED, 0);
        let mut best_proven = CLOSED;
        let proven = self.thread.tips.iter().filter(|tip| tip.is_proven).count();
        self.thread.seen.0 += self.thread.tips.len() as u64;
        self.thread.seen.1 += proven as u64;
        for (number, tips) in self.thread.tips.chunks(SLOTS).enumerate() {
            let (mut costs, mut pis) = ([CLOSED; SLOTS], [CLOSED; SLOTS]);
            for (slot, tip) in tips.iter().enumerate() {
                costs[slot] = cost(tip);
                if tip.is_proven {
                    best_proven = best_proven.min(costs[slot]);
                } else {
                    pis[slot] = 0;
                    best = best.min((costs[slot], number * SLOTS + slot));
                }
            }
            self.common.arena.lines[node.place() + number].fill(costs, pis);
            if let Some(draw) = self.common.costs.draw(player) {
                self.bound(node, number, player, &costs, draw);
            }
        }
        if let Some(draw) =
            self.common.costs.draw(player).filter(|_| self.common.arena.draw_bounds(node).cannot_lose)
        {
            self.common.arena.close_winless(node, draw);
        }
        if let Some(expected) = expected.filter(|_| best.0 < best_proven) {
            self.thread.changes.note(expected, best.0);
        }
        if let Some(expected) = expected.filter(|_| self.common.settings.trust < 1.0) {
            self.temper(node, best.0, expected);
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

    /// Shifts the costs of all open tips of a new node, so that the best comes nearer to what was expected of the node.
    #[inline]
    fn temper(&self, node: Node, best: u16, expected: u16) {
        let shift = (1.0 - self.common.settings.trust) * (f64::from(expected) - f64::from(best));
        for edge in self.common.arena.edges(node) {
            let line = self.common.arena.line(node, edge);
            if line.pi(edge % SLOTS) != CLOSED {
                let cost = f64::from(line.cost(edge % SLOTS)) + shift;
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "the whole part of a number from 1 to a u16"
                )]
                let cost = cost.clamp(1.0, f64::from(self.common.costs.all - 1)) as u16;
                line.note(edge % SLOTS, cost, 0);
            }
        }
    }
}
