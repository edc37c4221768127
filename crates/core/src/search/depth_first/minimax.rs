//! Plain minimax, with the expectation at chance nodes: the oracle that every exact search must equal.
//!
//! After Shannon 1950 and Michie 1966. Nothing is pruned, ordered or remembered, so that there is little to be wrong;
//! every root move is exact, and all the best are known. Each position costs one move call and each tip one evaluation.

use super::deepen::Method;
use super::lines::Lines;
use super::walk::Walk;
use crate::evaluator::Evaluator;
use crate::game::{Game, Turn};
use crate::report::Bound;
use crate::search::Observer;

/// Plain minimax, deepened from one decision on or searched to one depth only.
#[derive(Clone, Debug)]
pub struct Minimax<G: Game> {
    depth: Option<u32>,
    /// The moves along the path, each position's above its parent's.
    moves: Vec<G::Move>,
    chances: Vec<f64>,
    lines: Lines<G::Move>,
}

impl<G: Game> Default for Minimax<G> {
    fn default() -> Self {
        Minimax { depth: None, moves: Vec::new(), chances: Vec::new(), lines: Lines::default() }
    }
}

impl<G: Game> Minimax<G> {
    /// Minimax to this depth alone, without shallower iterations before it.
    ///
    /// # Panics
    /// If `depth` is 0: a choice needs one decision at least.
    pub fn to_depth(depth: u32) -> Self {
        assert!(depth > 0, "a choice needs one decision at least");
        Minimax { depth: Some(depth), ..Minimax::default() }
    }

    /// The value of a position at least one decision above the horizon.
    fn value<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
        depth: u32,
        ply: usize,
    ) -> Option<f64> {
        self.lines.clear(ply);
        let turn = walk.game.turn(state);
        if let Turn::Over(payoff) = turn {
            return Some(walk.evaluator.payoff(walk.game, payoff));
        }
        walk.go_on()?;
        let (base, chance_base) = (self.moves.len(), self.chances.len());
        walk.game.moves(state, &mut self.moves);
        if turn == Turn::Chance {
            walk.root.rolled = true;
            walk.game.chances(state, &self.moves[base..], &mut self.chances);
        } else {
            walk.reach(depth - 1);
        }
        let mut value = if turn == Turn::Chance { Some(0.0) } else { None };
        for place in 0..self.moves.len() - base {
            let mv = self.moves[base + place];
            let before = walk.nodes();
            let child =
                self.child(walk, state, mv, if turn == Turn::Chance { depth } else { depth - 1 }, ply)?;
            if ply == 0 {
                walk.root.record(mv, child, Bound::Exact, walk.nodes() - before);
            }
            value = match (turn, value) {
                (Turn::Chance, Some(sum)) => Some(sum + self.chances[chance_base + place] * child),
                (Turn::Max, Some(best)) if child <= best => value,
                (Turn::Min, Some(best)) if child >= best => value,
                _ => {
                    self.lines.put(ply, mv);
                    if ply == 0 {
                        walk.root.choose(mv);
                    }
                    Some(child)
                }
            };
        }
        self.moves.truncate(base);
        self.chances.truncate(chance_base);
        value
    }

    /// The value behind `mv`, `depth` decisions above the horizon.
    fn child<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
        mv: G::Move,
        depth: u32,
        ply: usize,
    ) -> Option<f64> {
        if depth == 0 {
            self.lines.clear(ply + 1);
            return walk.enter_leaf(state, mv);
        }
        let child = walk.enter(state, mv)?;
        self.value(walk, &child, depth, ply + 1)
    }
}

impl<G: Game> Method<G> for Minimax<G> {
    fn first_depth(&self) -> u32 {
        self.depth.unwrap_or(1)
    }

    fn last_depth(&self) -> Option<u32> {
        self.depth
    }

    fn iterate<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
    ) -> Option<f64> {
        // An iteration cut short leaves its path behind.
        self.moves.clear();
        self.chances.clear();
        walk.begin(state)?;
        let value = self.value(walk, state, walk.root.depth, 0)?;
        walk.root.pv = self.lines.root().to_vec();
        Some(value)
    }
}
