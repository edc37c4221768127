//! A decision: what the game declares, what the table remembers, and the frontier, where all moves lead to the horizon.

use super::descent::{Descent, Found, Node, View};
use super::table::{Bound, Entry};
use super::thread_state::ThreadState;
use crate::evaluator::Evaluator;
use crate::insight::{Insight, Prospect};
use crate::score_bounds::ScoreBounds;
use crate::search::Observer;
use crate::search::depth_first::walk::Walk;

/// How much less deep is searched what comes after a pass.
const PASS: u32 = 3;

/// What bounds on the value say, if that is all that the window asks for.
#[inline]
fn decided((least, most): (f64, f64), node: Node) -> Option<Found> {
    if least >= node.beta || least == most {
        Some(Found { value: least, proven: true })
    } else {
        (most <= node.alpha).then_some(Found { value: most, proven: true })
    }
}

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, E, O> {
    /// The value of a decision, at least one above the horizon.
    pub(super) fn decide(&mut self, state: &G::State, node: Node, is_max: bool) -> Option<Found> {
        let view = View::new(is_max, node);
        let is_root = node.ply == 0;
        let key = (node.depth > 1).then(|| self.key(state));
        if !view.is_scout() {
            self.thread.lines.clear(node.ply);
        }
        self.thread.moves.clear();
        let mut bounds = None;
        // At the root every move has its value. One above the horizon a loss is not yet to be seen.
        if self.settings.insight && !is_root && (node.depth > 1 || self.settings.extend > 0) {
            let [low, high] = self.ends;
            let (lost, won) = if is_max { (low, high) } else { (high, low) };
            match self.walk.game.prospect(state, &mut self.thread.moves) {
                Prospect::Won(mv) => {
                    self.thread.lines.clear(node.ply);
                    self.thread.lines.end(node.ply, mv);
                    return Some(Found { value: won, proven: true });
                }
                Prospect::Lost => return Some(Found { value: lost, proven: true }),
                Prospect::Open => bounds = self.bounds(state),
            }
        } else {
            self.walk.game.moves(state, &mut self.thread.moves);
        }
        if let Some(found) = bounds.and_then(|bounds| decided(bounds, node)) {
            return Some(found);
        }
        let depth = node.depth + u32::from(self.is_narrow(state, node));
        let found = if depth == 1 && !is_root {
            self.frontier(state, node, view)
        } else {
            self.deliberate(state, node, view, depth, key)
        };
        match bounds {
            None => found,
            Some((least, most)) => found.map(|found| {
                let value = found.value.clamp(least, most);
                // What comes from one bound is not known to be the other.
                Found { value, proven: found.proven && value == found.value }
            }),
        }
    }

    /// The least and the greatest value that the game is known to have from here on.
    #[inline]
    fn bounds(&self, state: &G::State) -> Option<(f64, f64)> {
        let Walk { game, evaluator, .. } = *self.walk;
        if !self.settings.assure || self.thread.rolled {
            return None;
        }
        let ScoreBounds { lower, upper } = game.bounds(state)?.valued(game, evaluator);
        Some((lower, upper))
    }

    /// Whether the few moves that were found deserve a closer look. Where moves lose at once something is going on; a game
    /// with few moves everywhere is no such case.
    fn is_narrow(&mut self, state: &G::State, node: Node) -> bool {
        let count = self.thread.moves.len();
        let few = count as u32;
        let is_narrow =
            few <= self.settings.extend && (few == 1 || node.depth + few <= self.settings.extend + 1);
        if !is_narrow || node.ply == 0 || node.ply > 2 * self.walk.root.depth as usize + 10 {
            return false;
        }
        self.walk.game.moves(state, &mut self.thread.moves);
        let is_pressed = self.thread.moves.len() > 2 * count;
        self.thread.moves.truncate(count);
        is_pressed
    }

    /// The value of a decision whose moves lead to the horizon: all of them at once.
    fn frontier(&mut self, state: &G::State, node: Node, view: View) -> Option<Found> {
        let ThreadState { moves, leaves, .. } = &mut *self.thread;
        leaves.clear();
        self.walk.enter_family(state, moves, leaves, node.ply as u32 + 1 - self.rolls_first)?;
        let mut best = f64::NEG_INFINITY;
        let (mut place, mut is_over, mut all_over) = (0, false, true);
        for (number, leaf) in leaves.iter().enumerate() {
            let own = view.turned(leaf.value);
            let over = leaf.turn.is_over();
            all_over &= over;
            if own > best {
                (best, place, is_over) = (own, number, over);
            }
        }
        if !view.is_scout() && best > view.alpha {
            self.thread.lines.end(node.ply, self.thread.moves[place]);
        }
        // What ends the game as well as it can makes up for all that was not followed.
        let proven = all_over || (is_over && self.is_won(best, view));
        Some(Found { value: view.turned(best), proven })
    }

    /// The value of a decision whose moves are found, `depth` above the horizon: remembered, or searched.
    #[inline(never)]
    fn deliberate(
        &mut self,
        state: &G::State,
        node: Node,
        view: View,
        depth: u32,
        key: Option<(u64, bool)>,
    ) -> Option<Found> {
        let mut remembered = None;
        if let Some((key, mirrored)) = key
            && let Some(entry) = self.table.recall(key)
        {
            remembered = entry.place.filter(|_| entry.mirrored == mirrored);
            if node.ply == 0 {
                remembered = remembered.and_then(|place| self.place_at_root(state, place));
            }
            if node.ply > 0 && self.serves(&entry, node) {
                return Some(Found { value: entry.value, proven: entry.proven });
            }
        }
        let found = self.after_a_pass(state, node, view)?;
        if view.turned(found.value) >= view.beta {
            return Some(found);
        }
        let base = self.thread.queue.len();
        self.line_up(state, node, view.is_max, remembered)?;
        let (found, best) =
            self.search(state, Node { depth, ..node }, view, base, key.map(|(key, _)| key))?;
        self.thread.queue.truncate(base);
        if let Some((key, mirrored)) = key {
            let own = view.turned(found.value);
            let (improves, cuts) = (own > view.alpha, own >= view.beta);
            let bound = match improves == view.is_max {
                _ if improves && !cuts => Bound::Exact,
                true => Bound::Lower,
                false => Bound::Upper,
            };
            let Found { value, proven } = found;
            // Where no move was good enough, the one that was best before is still the one to try first. At the root places count in
            // another list, which nobody reads below it.
            let place = if node.ply == 0 { None } else { improves.then_some(best).or(remembered) };
            let entry = Entry { value, bound, depth: node.depth, proven, place, mirrored };
            self.thread.filled += u64::from(self.table.note(key, entry));
        }
        Some(found)
    }

    /// The place among all moves of the root, which are listed, of a move whose place was noted when the position lay below the
    /// root: there the list leaves out moves that lose at once.
    fn place_at_root(&mut self, state: &G::State, place: usize) -> Option<usize> {
        let all = std::mem::take(&mut self.thread.moves);
        self.list(state);
        let place = self.thread.moves.get(place).and_then(|mv| all.iter().position(|other| other == mv));
        self.thread.moves = all;
        place
    }

    /// The key of a position in the table, which is told of it.
    #[inline]
    pub(super) fn key(&self, state: &G::State) -> (u64, bool) {
        let game = self.walk.game;
        let (key, mirrored) = if self.folds { game.folded_key(state) } else { (game.key(state), false) };
        self.table.announce(key);
        (key, mirrored)
    }

    /// Whether what the table says is all that the window asks for.
    #[inline]
    fn serves(&self, entry: &Entry, node: Node) -> bool {
        let holds = entry.depth == node.depth
            || if entry.depth < node.depth { entry.proven } else { self.settings.deeper };
        holds
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= node.beta,
                Bound::Upper => entry.value <= node.alpha,
            }
    }

    /// What the decider has for certain if he passes; as little as can be where that is not asked.
    fn after_a_pass(&mut self, state: &G::State, node: Node, view: View) -> Option<Found> {
        let nothing = Found { value: view.turned(f64::NEG_INFINITY), proven: false };
        if !self.settings.pass || node.passed || node.ply == 0 || node.depth < PASS || !view.is_scout() {
            return Some(nothing);
        }
        let Some(next) = self.walk.game.passed(state) else { return Some(nothing) };
        self.walk.visit(&next)?;
        // The search behind the pass needs the room where the moves lie.
        let moves = self.thread.moves.clone();
        let node = Node { depth: node.depth - PASS, ply: node.ply + 1, passed: true, ..node };
        let found = self.value(&next, node)?;
        self.thread.moves = moves;
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::evaluator::Neutral;
    use crate::game::{Game, Keyed, Turn};
    use crate::meter::Meter;
    use crate::search::depth_first::iteration::Iteration;
    use crate::search::depth_first::pvs::descent::Parts;
    use crate::search::depth_first::pvs::reductions::Reductions;
    use crate::search::depth_first::pvs::settings::Settings;
    use crate::search::depth_first::pvs::table::Table;

    /// A row of moves, the first of which loses at once.
    struct Trap;

    impl Game for Trap {
        type State = u8;
        type Move = u8;

        fn start(&self) -> u8 {
            0
        }

        fn turn(&self, state: &u8) -> Turn {
            if *state < 3 { Turn::Max } else { Turn::Over(0.0) }
        }

        fn moves(&self, _state: &u8, moves: &mut Vec<u8>) {
            moves.extend([0, 1, 2]);
        }

        fn has_chance(&self) -> bool {
            false
        }

        fn play(&self, state: &mut u8, _mv: u8) {
            *state += 1;
        }
    }

    impl Keyed for Trap {
        fn key(&self, state: &u8) -> u64 {
            u64::from(*state)
        }
    }

    impl Insight for Trap {
        fn prospect(&self, _state: &u8, moves: &mut Vec<u8>) -> Prospect<u8> {
            moves.extend([1, 2]);
            Prospect::Open
        }
    }

    #[test]
    fn a_place_below_the_root_counts_in_another_list_than_at_the_root() {
        for (insight, expected) in [(true, [Some(1), Some(2), None]), (false, [Some(0), Some(1), Some(2)])] {
            let settings = Settings { insight, ..Settings::default() };
            let (reductions, table) = (Reductions::new(None), Table::new(0, 1));
            let parts =
                Parts { settings: &settings, reductions: &reductions, table: &table, in_progress: None };
            let mut thread = ThreadState::new();
            thread.moves.extend([0, 1, 2]);
            let mut root = Iteration::new(2, Turn::Max, &[0, 1, 2], 0.0);
            let mut meter = Meter::new(&Budget::unlimited());
            let (evaluator, mut observer) = (Neutral::new(&Trap), ());
            let mut walk = Walk::new(&Trap, &evaluator, &mut observer, &mut meter, &mut root);
            let mut descent = Descent::new(parts, &mut thread, &mut walk);
            assert_eq!([0, 1, 2].map(|place| descent.place_at_root(&0, place)), expected);
            assert_eq!(descent.thread.moves, [0, 1, 2]);
        }
    }
}
