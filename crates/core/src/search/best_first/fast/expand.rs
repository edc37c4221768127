//! A tip becomes a node: its moves are listed, what they lead to is valued, and all of it is written down.

use super::bounds::Certain;
use super::leaf::{Spent, Tip};
use super::line::{CLOSED, LANES};
use super::node::{MOST_MOVES, Node, lines_for};
use super::walker::{Pause, Walker};
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::report::Stop;
use crate::search::chooser::Chooser;

/// The lines that a thread takes at once from a shared forest.
const PLOT: usize = 16;

impl<G: Insight, E: Evaluator<G>> Walker<'_, G, E> {
    /// Finds or makes the node of a tip, if the budget covers it.
    #[inline(never)]
    pub(super) fn develop(
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
        let key = if self.common.forest.merges { self.common.game.key(state) } else { 0 };
        self.common.forest.prefetch(key);
        let chooser = Chooser::without_chance(self.common.game.turn(state)).expect("the game is not over");
        self.hand.moves.clear();
        self.prospect(state);
        if let Some(node) = self.common.forest.find(key) {
            return meter.spend(depth.into(), 0, 0).then_some((node, chooser)).ok_or(Pause::Spent);
        }
        let expected = if chooser == above { noted } else { self.common.costs.all - noted };
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
        let forest = &self.common.forest;
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
            forest.prefetch(self.common.game.key(&self.common.game.after(state, self.hand.moves[best])));
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
            let forest = &self.common.forest;
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
                self.common.costs.certain(chooser, tip.value)
            } else {
                self.common.costs.estimate(chooser, tip.value)
            }
        };
        let mut best = (CLOSED, 0);
        let certain = self.hand.tips.iter().filter(|tip| tip.is_certain).count();
        self.hand.seen.0 += self.hand.tips.len() as u64;
        self.hand.seen.1 += certain as u64;
        for (number, tips) in self.hand.tips.chunks(LANES).enumerate() {
            let (mut costs, mut pis) = ([CLOSED; LANES], [CLOSED; LANES]);
            for (lane, tip) in tips.iter().enumerate() {
                costs[lane] = cost(tip);
                if !tip.is_certain {
                    pis[lane] = 0;
                    best = best.min((costs[lane], number * LANES + lane));
                }
            }
            self.common.forest.lines[node.place() + number].fill(costs, pis);
            if let Some(draw) = self.common.costs.draw(chooser) {
                self.bound(node, number, chooser, &costs, draw);
            }
        }
        if let Some(draw) = self.common.costs.draw(chooser).filter(|_| self.common.forest.certain(node).has) {
            self.common.forest.close_hopeless(node, draw);
        }
        if let Some(expected) = expected.filter(|_| self.common.settings.trust < 1.0) {
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
        self.common.forest.bounds(node, number).set(has, hopeless);
    }

    /// Moves the values of all open tips of a new node towards what was expected of it.
    #[inline]
    fn temper(&self, node: Node, best: u16, expected: u16) {
        let shift = (1.0 - self.common.settings.trust) * (f64::from(expected) - f64::from(best));
        for slot in self.common.forest.slots(node) {
            let line = self.common.forest.line(node, slot);
            if line.pi(slot % LANES) != CLOSED {
                let cost = f64::from(line.cost(slot % LANES)) + shift;
                line.note(slot % LANES, cost.clamp(1.0, f64::from(self.common.costs.all - 1)) as u16, 0);
            }
        }
    }
}
