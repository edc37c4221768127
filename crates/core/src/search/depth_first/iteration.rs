//! What one iteration of a depth-first search found at the root.

use crate::evaluator::Leaf;
use crate::expectation::Expectation;
use crate::game::Turn;
use crate::report::{Bound, RootMove};
use crate::search::verdict::Scores;

/// An iteration, complete or under way: every root move with its value, and the root's value, best move and line.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration<M> {
    /// The depth of the iteration, in decisions; 0 before the first iteration.
    pub depth: u32,
    /// The value of the root, Max's view.
    pub value: f64,
    /// The index of the best move in `moves`; `None` unless the root is a decision.
    pub best: Option<usize>,
    /// Every legal move or outcome, in the game's order.
    pub moves: Vec<RootMove<M>>,
    /// The principal variation, up to the first roll.
    pub pv: Vec<M>,
    /// Whether every line searched was followed to the end of the game.
    pub proven: bool,
    /// Whether the search came to a chance node.
    pub rolled: bool,
    /// Whether value, best move and line may be used even if the iteration is not completed.
    pub is_usable: bool,
    /// For each of `moves`, whether its value is proven, even if the root's is not.
    pub(super) proven_moves: Vec<bool>,
    /// The score that each of `moves` is compared by: its value, unless the method records another one.
    scores: Vec<f64>,
    /// The static value after each of `moves`, the fallback of a search that is cut short; empty until a method has
    /// computed them.
    statics: Vec<f64>,
}

impl<M: Copy + PartialEq> Iteration<M> {
    /// A new iteration: no move is known to be better than another, and `value` stands for the root's value until the
    /// search finds it.
    ///
    /// At a decision, the first move counts as the best until more is known.
    pub fn new(depth: u32, turn: Turn, moves: &[M], value: f64) -> Self {
        let unknown =
            |&mv| RootMove { mv, value: None, bound: Bound::Estimate, proven: None, visits: 0, share: 0.0 };
        let best = matches!(turn, Turn::Max | Turn::Min).then_some(0);
        Iteration {
            depth,
            value,
            best,
            moves: moves.iter().map(unknown).collect(),
            pv: best.map(|best| moves[best]).into_iter().collect(),
            proven: true,
            rolled: false,
            is_usable: false,
            proven_moves: vec![false; moves.len()],
            scores: vec![value; moves.len()],
            statics: Vec::new(),
        }
    }

    /// Records the static values after the root's moves, in the game's order.
    pub fn sketch(&mut self, leaves: &[Leaf]) {
        self.statics.clear();
        self.statics.extend(leaves.iter().map(|leaf| leaf.value));
    }

    /// Whether the static values after the root's moves are known.
    pub fn is_sketched(&self) -> bool {
        !self.statics.is_empty()
    }

    /// Records the value of the root move `mv`, for which `visits` positions were entered.
    ///
    /// # Panics
    /// If `mv` is not a move of the root.
    pub fn record(&mut self, mv: M, value: f64, bound: Bound, visits: u64) {
        self.record_scored(mv, value, value, bound, visits);
    }

    /// As [`Iteration::record`], for a move that may have been searched before in this iteration: visits are added.
    /// `is_proven` says that this value is proven, whatever the search finds for the other moves.
    ///
    /// # Panics
    /// If `mv` is not a move of the root.
    pub fn record_again(&mut self, mv: M, value: f64, bound: Bound, is_proven: bool, visits: u64) {
        let place = self.place(mv);
        self.proven_moves[place] = is_proven;
        self.record(mv, value, bound, self.moves[place].visits + visits);
    }

    /// Marks the root's value as proven, and the best move's if it equals `value`. The bounds of all moves that are not
    /// proven become estimates.
    pub(super) fn prove(&mut self, value: f64) {
        self.proven = true;
        if let Some(best) = self.best.filter(|&best| self.moves[best].value == Some(value)) {
            self.proven_moves[best] = true;
        }
        for (entry, is_proven) in self.moves.iter_mut().zip(&self.proven_moves) {
            if !is_proven {
                entry.bound = Bound::Estimate;
            }
        }
    }

    /// As [`Iteration::record`], for a method that compares moves by `score`, on a scale of its own. The two scales need
    /// not have the same ties.
    ///
    /// # Panics
    /// If `mv` is not a move of the root.
    pub fn record_scored(&mut self, mv: M, value: f64, score: f64, bound: Bound, visits: u64) {
        let place = self.place(mv);
        let entry = &mut self.moves[place];
        (entry.value, entry.bound, entry.visits) = (Some(value), bound, visits);
        self.scores[place] = score;
    }

    /// Makes the score of the root move `mv` worse by the least possible amount, so that it does not tie with the best
    /// move: a scout search has shown only that `mv` is not better.
    ///
    /// # Panics
    /// If `mv` is not a move of the root.
    pub(super) fn break_tie(&mut self, mv: M, is_max: bool) {
        let place = self.place(mv);
        let score = self.scores[place];
        self.scores[place] = if is_max { score.next_down() } else { score.next_up() };
    }

    /// Makes the root move `mv` the best.
    ///
    /// # Panics
    /// If `mv` is not a move of the root.
    pub fn choose(&mut self, mv: M) {
        self.best = Some(self.place(mv));
    }

    fn place(&self, mv: M) -> usize {
        self.moves.iter().position(|entry| entry.mv == mv).expect("a move of the root")
    }

    /// The best move so far and its value, if it has one.
    pub(super) fn valued_best(&self) -> Option<(M, f64)> {
        let best = &self.moves[self.best?];
        Some((best.mv, best.value?))
    }

    /// Takes over what a later iteration found before it was cut short.
    pub(super) fn adopt(&mut self, partial: Iteration<M>) {
        (self.value, self.best, self.pv) = (partial.value, partial.best, partial.pv);
        for (place, entry) in partial.moves.into_iter().enumerate().filter(|(_, entry)| entry.visits > 0) {
            if partial.proven_moves[place] || !self.proven_moves[place] {
                self.scores[place] = partial.scores[place];
                self.proven_moves[place] = partial.proven_moves[place];
                self.moves[place] = entry;
            }
        }
    }

    /// Keeps the root moves that an earlier iteration at the same root has proven.
    pub(super) fn inherit(&mut self, earlier: &Iteration<M>) {
        for (place, entry) in earlier.moves.iter().enumerate() {
            if earlier.proven_moves[place] && !self.proven_moves[place] {
                self.proven_moves[place] = true;
                self.scores[place] = earlier.scores[place];
                self.moves[place] = RootMove { visits: self.moves[place].visits, ..entry.clone() };
            }
        }
    }

    /// The scores of the moves for the player with this sign. The best moves have an infinite score and so come first.
    pub(super) fn scores(&self, sign: f64) -> Scores {
        let best = self.best_places();
        let score = |place: usize| {
            if best.contains(&place) { f64::INFINITY } else { sign * self.scores[place] }
        };
        Scores { of: (0..self.moves.len()).map(score).collect(), favourite: self.best }
    }

    /// The indices of all moves that are as good as the best, the best included.
    fn best_places(&self) -> Vec<usize> {
        let Some(best) = self.best else { return Vec::new() };
        // A bound is not an equality: after a cutoff, an equal value shows only that the move is not better.
        let as_good = |&place: &usize| {
            self.scores[place] == self.scores[best] && self.moves[place].bound == self.moves[best].bound
        };
        (0..self.moves.len()).filter(as_good).collect()
    }

    /// The fallback if no iteration was completed: this iteration reduced to its static values. `chances` are the
    /// probabilities of the root's outcomes if the root is a chance node.
    #[must_use]
    pub(super) fn fall_back(self, turn: Turn, chances: &[f64]) -> Self {
        let moves: Vec<M> = self.moves.iter().map(|entry| entry.mv).collect();
        let mut result = Iteration::new(0, turn, &moves, self.value);
        result.proven = false;
        for (entry, &value) in result.moves.iter_mut().zip(&self.statics) {
            entry.value = Some(value);
        }
        result.scores.clone_from(&self.statics);
        let values = self.statics.iter().copied().enumerate();
        // Of equal moves the first is the best, as in a search.
        let best = match turn {
            Turn::Max => values.reduce(|best, next| if next.1 > best.1 { next } else { best }),
            Turn::Min => values.reduce(|best, next| if next.1 < best.1 { next } else { best }),
            Turn::Chance | Turn::Over(_) => None,
        };
        if let Some((place, value)) = best {
            (result.best, result.value, result.pv) = (Some(place), value, vec![moves[place]]);
        } else if turn == Turn::Chance {
            result.value = Expectation::of(chances.iter().copied().zip(self.statics.iter().copied()));
        }
        result
    }
}
