//! The root: its recorded moves, the move to play if the budget runs out, and the principal variation.

use super::descent::{Descent, Found, View};
use crate::evaluator::{Evaluator, Leaf};
use crate::game::Turn;
use crate::insight::{Insight, Prospect};
use crate::report::Bound;
use crate::search::Observer;

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, E, O> {
    /// Records a root move.
    pub(super) fn record(&mut self, mv: G::Move, found: Found, view: View, before: u64) {
        let own = view.turned(found.value);
        let (improves, cuts) = (own > view.alpha, own >= view.beta);
        // A bound at the end of the payoffs is the exact value.
        let [worst, best] = self.ends.map(|end| view.turned(end));
        let (worst, best) = (worst.min(best), worst.max(best));
        let is_exact = if improves { !cuts || own >= best } else { own <= worst };
        let bound = match improves == view.is_max {
            _ if !found.proven && !self.settings.is_exact() => Bound::Estimate,
            _ if is_exact => Bound::Exact,
            true => Bound::Lower,
            false => Bound::Upper,
        };
        let is_proven = found.proven && is_exact && !self.thread.rolled;
        self.walk.root.record_again(mv, found.value, bound, is_proven, self.walk.nodes() - before);
        if improves {
            self.walk.root.choose(mv);
        } else if !is_proven {
            self.walk.root.break_tie(mv, view.is_max);
        }
    }

    /// Keeps the best root move so far, which is played if the budget runs out.
    pub(super) fn keep(&mut self, mv: G::Move, value: f64) {
        if self.settings.partial {
            self.walk.root.value = value;
            // Null windows leave no line.
            let line = self.thread.lines.root();
            self.walk.root.pv = if line.first() == Some(&mv) { line.to_vec() } else { vec![mv] };
            self.walk.root.is_usable = true;
            self.walk.offer();
        }
    }

    /// The principal variation from the best root move: as the recursion left it, then as the table has it. It ends at a
    /// roll, at a repeated position, at the horizon, and where nothing is known. At depth 1 nothing is stored, so static
    /// values decide there, as in the search itself.
    pub(super) fn line(&mut self, state: &G::State, depth: u32) -> Vec<G::Move> {
        let Some(best) = self.walk.root.best.map(|place| self.walk.root.moves[place].mv) else {
            return Vec::new();
        };
        let found = self.thread.lines.root();
        let mut line = if found.first() == Some(&best) { found.to_vec() } else { vec![best] };
        let mut state = state.clone();
        let mut seen = vec![self.walk.game.key(&state)];
        for &mv in &line {
            self.walk.game.play(&mut state, mv);
            seen.push(self.walk.game.key(&state));
        }
        while line.len() < depth as usize {
            let is_last = line.len() + 1 == depth as usize;
            let Some(mv) = self.expected(&state, is_last) else { break };
            self.walk.game.play(&mut state, mv);
            let key = self.walk.game.key(&state);
            if seen.contains(&key) {
                break;
            }
            seen.push(key);
            line.push(mv);
        }
        line
    }

    /// The move that the search expects in a position, if it knows one.
    fn expected(&mut self, state: &G::State, is_last: bool) -> Option<G::Move> {
        let is_max = match self.walk.game.turn(state) {
            Turn::Max => true,
            Turn::Min => false,
            Turn::Chance | Turn::Over(_) => return None,
        };
        match self.list(state) {
            Prospect::Won(mv) => return Some(mv),
            Prospect::Lost => return self.thread.moves.first().copied(),
            Prospect::Open => {}
        }
        let (key, mirrored) = self.key(state);
        let entry = self.table.recall(key).filter(|entry| entry.mirrored == mirrored);
        if let Some(place) = entry.and_then(|entry| entry.place) {
            return self.thread.moves.get(place).copied();
        }
        let moves = std::mem::take(&mut self.thread.moves);
        let mut values: Vec<Option<f64>> = moves.iter().map(|&mv| self.recalled_after(state, mv)).collect();
        let mut leaves: Vec<Leaf> = Vec::new();
        if is_last
            && values.iter().any(Option::is_none)
            && self.walk.leaves(state, &moves, &mut leaves).is_some()
        {
            values = leaves.iter().map(|leaf| Some(leaf.value)).collect();
        }
        let own = |value: f64| if is_max { value } else { -value };
        let known = moves.iter().zip(values).filter_map(|(&mv, value)| Some((mv, own(value?))));
        // Of equal moves the first, as in a search.
        let best = known.reduce(|best, next| if next.1 > best.1 { next } else { best });
        self.thread.moves = moves;
        best.map(|(mv, _)| mv)
    }

    /// The table's value of the position after a move, or the payoff if the game ends there.
    fn recalled_after(&self, state: &G::State, mv: G::Move) -> Option<f64> {
        let child = self.walk.game.after(state, mv);
        match self.walk.game.turn(&child) {
            Turn::Over(payoff) => Some(self.walk.evaluator.payoff(self.walk.game, payoff)),
            Turn::Max | Turn::Min => self.table.recall(self.key(&child).0).map(|entry| entry.value),
            Turn::Chance => None,
        }
    }

    /// Lists the moves of a decision as the recursion does below the root. Places in the table count in this list.
    pub(super) fn list(&mut self, state: &G::State) -> Prospect<G::Move> {
        self.thread.moves.clear();
        let prospect = if self.settings.insight {
            self.walk.game.prospect(state, &mut self.thread.moves)
        } else {
            Prospect::Open
        };
        if self.thread.moves.is_empty() {
            self.walk.game.moves(state, &mut self.thread.moves);
        }
        prospect
    }
}
