//! Expansions in batches: several descents halt at a tip each, and the evaluator answers for the children of all of them in
//! one call.
//!
//! A descent notes virtual penalties on its way down, as those of several threads do ([`parallel`](super::parallel)), so that the
//! next one is led to another tip. Followed replies are in the same batch. All descents go back to the root before the next
//! batch, so that a batch is a step.

use super::grow::{Followed, Halt, PathEntry};
use super::leaf::Spent;
use super::node::{MOST_MOVES, lines_for};
use super::search::Fast;
use super::walker::{Pause, Walker};
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::player::Player;
use crate::report::Stop;
use crate::search::batch::{Batch, Waiting};

/// A descent that waits for an answer.
struct Waiter<S> {
    path: Vec<PathEntry<S>>,
    tip: Halt<S>,
    waiting: Waiting,
}

/// Descents under way, and what their expansions will take.
struct Gathered<S> {
    waiters: Vec<Waiter<S>>,
    /// The paths of descents that met a tip of another one.
    idle: Vec<Vec<PathEntry<S>>>,
    spent: Spent,
    lines: usize,
    /// The keys of the tips, where transpositions share a node.
    keys: Vec<u64>,
}

impl<G: Insight, E: Evaluator<G>> Fast<G, E> {
    /// Expands tips whose children fill one batch, and goes back to the root.
    pub(super) fn grow_in_batch(&mut self, batch: &Batch<G>, meter: &mut Meter) -> Result<(), Pause> {
        self.common.arena.is_shared = true;
        let mut gathered = Gathered {
            waiters: Vec::new(),
            idle: Vec::new(),
            spent: Spent::default(),
            lines: 0,
            keys: Vec::new(),
        };
        let mut result = self.gather(&mut gathered, batch, meter);
        if !self.common.arena.has_room(gathered.lines) && !self.open_up(gathered.lines, meter) {
            result = Err(Pause::Room(gathered.lines));
            batch.drop_from(0);
            for waiter in gathered.waiters.drain(..) {
                let Followed { node, edge, noted, .. } = waiter.tip.followed;
                self.common.arena.note(node, edge, noted, 0);
                gathered.idle.push(waiter.path);
            }
        }
        batch.ask(&self.common.game);
        let mut walker = Walker::alone(&self.common, &mut self.threads[0]);
        let root = walker.thread.path[0].clone();
        for Waiter { path, tip, waiting } in gathered.waiters {
            walker.thread.path = path;
            let developed = batch.answer(&waiting, || walker.resume(tip, meter));
            result = result.and(developed);
            walker.climb();
        }
        for path in gathered.idle {
            walker.thread.path = path;
            walker.climb();
        }
        walker.thread.path = vec![root];
        batch.drop_from(0);
        self.common.arena.is_shared = false;
        self.common.arena.add_nodes(std::mem::take(&mut self.threads[0].added));
        meter.counters.tree_bytes = self.common.arena.bytes();
        result
    }

    /// Makes descents until the batch is full, or there is no other tip to go to.
    fn gather(
        &mut self,
        gathered: &mut Gathered<G::State>,
        batch: &Batch<G>,
        meter: &mut Meter,
    ) -> Result<(), Pause> {
        let mut walker = Walker::alone(&self.common, &mut self.threads[0]);
        walker.thread.halts = true;
        let root = walker.thread.path[0].clone();
        let mut result = Ok(());
        while batch.len() < batch.most() {
            let walked = walker.grow(meter, u64::MAX);
            let path = std::mem::replace(&mut walker.thread.path, vec![root.clone()]);
            let Some(tip) = walker.thread.halt.take() else {
                gathered.idle.push(path);
                result = walked;
                break;
            };
            let Followed { node, edge, noted, .. } = tip.followed;
            let is_taken = |other: &Followed| (other.node, other.edge) == (node, edge);
            if gathered.waiters.iter().any(|waiter| is_taken(&waiter.tip.followed)) {
                gathered.idle.push(path);
                break;
            }
            let prepared = walker.prepare(&tip, gathered, batch, meter);
            if let Ok(Some(waiting)) = prepared {
                gathered.waiters.push(Waiter { path, tip, waiting });
                continue;
            }
            walker.common.arena.note(node, edge, noted, 0);
            gathered.idle.push(path);
            result = prepared.map(|_| ());
            break;
        }
        walker.thread.halts = false;
        result
    }
}

impl<G: Insight, E: Evaluator<G>> Walker<'_, G, E> {
    /// Notes the states that the expansion of a tip needs. Returns `None` if it has to wait for another batch: there is no room,
    /// or the budget does not cover it and all that wait before it. If it does not cover the first tip, the search stops.
    fn prepare(
        &mut self,
        tip: &Halt<G::State>,
        gathered: &mut Gathered<G::State>,
        batch: &Batch<G>,
        meter: &mut Meter,
    ) -> Result<Option<Waiting>, Pause> {
        let is_first = gathered.waiters.is_empty();
        if meter.budget().depth.is_some_and(|limit| tip.depth + 1 > limit) {
            if is_first {
                meter.stop(Stop::Depth);
            }
            return if is_first { Err(Pause::Spent) } else { Ok(None) };
        }
        self.thread.moves.clear();
        self.prospect(&tip.state);
        let moves = self.thread.moves.len();
        if moves > MOST_MOVES {
            return Err(Pause::Wide);
        }
        let arena = &self.common.arena;
        let key = arena.merges.then(|| self.common.game.key(&tip.state));
        let is_known = key.is_some_and(|key| arena.find(key).is_some() || gathered.keys.contains(&key));
        self.thread.spent = gathered.spent;
        self.thread.spent.moves += u64::from(tip.depth);
        let mut waiting = batch.len()..batch.len();
        if !is_known {
            let player =
                Player::without_chance(self.common.game.turn(&tip.state)).expect("the game is not over");
            waiting = batch.collect(|| self.value_family(&tip.state, player, u16::MAX));
        }
        let Spent { moves: walked, evals, nodes } = self.thread.spent;
        let is_covered = meter.covers(walked, evals, nodes);
        if !is_covered || (!is_first && waiting.end > batch.most()) {
            batch.drop_from(waiting.start);
            let stops = is_first && !meter.affords(walked, evals, nodes);
            return if stops { Err(Pause::Spent) } else { Ok(None) };
        }
        gathered.spent = self.thread.spent;
        gathered.keys.extend(key);
        gathered.lines += lines_for(moves);
        Ok(Some(waiting))
    }
}
