//! A decision: what the game declares, what the table remembers, and the frontier, where all moves lead to the horizon.

use super::descent::{Descent, Found, Node, View};
use super::table::{Bound, Entry};
use crate::convert::number_u32;
use crate::evaluator::Evaluator;
use crate::insight::{Insight, Prospect};
use crate::score_bounds::ScoreBounds;
use crate::search::Observer;
use crate::search::depth_first::walk::Walk;

/// The depth reduction of the search after a pass.
const PASS: u32 = 3;

/// The result that bounds on the value give, if it decides the window.
#[inline]
fn decided((least, most): (f64, f64), node: Node) -> Option<Found> {
    if least >= node.beta || least == most {
        Some(Found { value: least, proven: true })
    } else {
        (most <= node.alpha).then_some(Found { value: most, proven: true })
    }
}

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, E, O> {
    /// The value of a decision, at depth 1 at least.
    pub(super) fn decide(&mut self, state: &G::State, node: Node, is_max: bool) -> Option<Found> {
        let view = View::new(is_max, node);
        let is_root = node.ply == 0;
        // Computed early, because the bucket is fetched meanwhile.
        let early = (node.depth > 1).then(|| self.key(state));
        if !view.is_scout() {
            self.thread.lines.clear(node.ply);
        }
        self.thread.moves.clear();
        let mut bounds = None;
        // At the root every move needs a value. At depth 1 a loss lies beyond the horizon, where plain minimax does not
        // see it.
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
            let key = early.or_else(|| (depth > 1).then(|| self.key(state)));
            self.recall_or_search(state, node, view, depth, key)
        };
        match bounds {
            None => found,
            Some((least, most)) => found.map(|found| {
                let value = found.value.clamp(least, most);
                // A value that was clamped is only a bound on one side, so it is not proven.
                Found { value, proven: found.proven && value == found.value }
            }),
        }
    }

    /// The bounds on the value of a position that the game can prove without search.
    #[inline]
    fn bounds(&self, state: &G::State) -> Option<(f64, f64)> {
        let Walk { game, evaluator, .. } = *self.walk;
        if !self.settings.assure || self.thread.rolled {
            return None;
        }
        let ScoreBounds { lower, upper } = game.bounds(state)?.valued(game, evaluator);
        Some((lower, upper))
    }

    /// Whether the search is extended because few moves are listed as safe and the others lose at once. A game with few moves
    /// everywhere is not extended, nor one with dice.
    fn is_narrow(&mut self, state: &G::State, node: Node) -> bool {
        let count = self.thread.moves.len();
        let few = number_u32(count);
        let is_narrow =
            few <= self.settings.extend && (few == 1 || node.depth + few <= self.settings.extend + 1);
        if !is_narrow || node.ply == 0 || node.ply > 2 * self.walk.root.depth as usize + 10 {
            return false;
        }
        // With dice every reply comes after a roll, so that extended lines would multiply by the outcomes.
        if self.walk.game.has_chance() {
            return false;
        }
        self.walk.game.moves(state, &mut self.thread.moves);
        let is_pressed = self.thread.moves.len() > count;
        self.thread.moves.truncate(count);
        is_pressed
    }

    /// The value of a decision whose moves are listed, at this extended depth: from the table, by a pass, or by search.
    #[inline(never)]
    fn recall_or_search(
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
            if node.ply > 0 && self.suffices(&entry, node) {
                return Some(Found { value: entry.value, proven: entry.proven });
            }
        }
        let found = self.peek(state, node, view)?;
        if view.turned(found.value) >= view.beta {
            return Some(found);
        }
        let found = self.null_move(state, node, view)?;
        if view.turned(found.value) >= view.beta {
            return Some(found);
        }
        let base = self.thread.queue.len();
        let placed = self.line_up(state, node, view.is_max, remembered)?;
        let (found, best) =
            self.search(state, Node { depth, ..node }, view, (base, placed), key.map(|(key, _)| key))?;
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
            // If no move raised alpha, the remembered one is still the one to try first. The root's places count in
            // another list of moves, so they are not stored.
            let place = if node.ply == 0 { None } else { improves.then_some(best).or(remembered) };
            let entry = Entry { value, bound, depth: node.depth, proven, place, mirrored };
            self.thread.filled += u64::from(self.table.note(key, entry));
        }
        Some(found)
    }

    /// Converts a place from the table to a place among the listed moves of the root. A place in the table counts in the
    /// list that is used below the root, which leaves out moves that lose at once; the root lists all moves.
    fn place_at_root(&mut self, state: &G::State, place: usize) -> Option<usize> {
        let all = std::mem::take(&mut self.thread.moves);
        self.list(state);
        let place = self.thread.moves.get(place).and_then(|mv| all.iter().position(|other| other == mv));
        self.thread.moves = all;
        place
    }

    /// The key of a position in the table, and whether it is the mirror image's. Prefetches the bucket.
    #[inline]
    pub(super) fn key(&self, state: &G::State) -> (u64, bool) {
        let game = self.walk.game;
        let (key, mirrored) = if self.folds { game.folded_key(state) } else { (game.key(state), false) };
        self.table.prefetch(key);
        (key, mirrored)
    }

    /// Whether a table entry holds at this depth and decides the window.
    #[inline]
    fn suffices(&self, entry: &Entry, node: Node) -> bool {
        let holds = entry.depth == node.depth
            || if entry.depth < node.depth { entry.proven } else { self.settings.deeper };
        holds
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= node.beta,
                Bound::Upper => entry.value <= node.alpha,
            }
    }

    /// Enhanced transposition cutoff (Plaat, Schaeffer, Pijls and de Bruin 1996): the value of a child that the table knows to
    /// be good enough, before any child is searched. The worst value for the player if there is none.
    #[inline]
    fn peek(&mut self, state: &G::State, node: Node, view: View) -> Option<Found> {
        let nothing = Found { value: view.turned(f64::NEG_INFINITY), proven: false };
        if !(1..=node.depth).contains(&self.settings.peek) || node.ply == 0 {
            return Some(nothing);
        }
        self.thread.keys.clear();
        for place in 0..self.thread.moves.len() {
            let child = self.walk.play(state, self.thread.moves[place])?;
            let (key, _) = self.key(&child);
            self.thread.keys.push(key);
        }
        let below = Node { depth: node.depth - 1, ..node };
        let known = self.thread.keys.iter().find_map(|&key| {
            let entry = self.table.recall(key)?;
            (self.suffices(&entry, below) && view.turned(entry.value) >= view.beta)
                .then_some(Found { value: entry.value, proven: entry.proven })
        });
        Some(known.unwrap_or(nothing))
    }

    /// Null move: the value after a pass, searched to a reduced depth. The worst value for the player if no pass is
    /// tried.
    fn null_move(&mut self, state: &G::State, node: Node, view: View) -> Option<Found> {
        let nothing = Found { value: view.turned(f64::NEG_INFINITY), proven: false };
        if !self.settings.pass || node.passed || node.ply == 0 || node.depth < PASS || !view.is_scout() {
            return Some(nothing);
        }
        let Some(next) = self.walk.game.passed(state) else { return Some(nothing) };
        self.walk.visit(&next)?;
        // The search after the pass overwrites the list of moves.
        let moves = self.thread.moves.clone();
        let node = Node { depth: node.depth - PASS, ply: node.ply + 1, passed: true, ..node };
        let found = self.value(&next, node)?;
        self.thread.moves = moves;
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::super::thread_state::ThreadState;
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

    /// A game with three moves everywhere, the first of which loses at once.
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
    fn places_in_the_table_are_converted_to_the_list_of_the_root() {
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
