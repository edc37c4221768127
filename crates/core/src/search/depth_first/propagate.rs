//! Search to a depth with any rule of propagation. With minimax it is the oracle that every exact search must equal.
//!
//! After Shannon 1950, Michie 1966 for chance, and Nau, Purdom and Tzeng 1986 for the other [`rules`]. Nothing is pruned,
//! ordered or remembered, so that there is little to be wrong: every position costs one move call and every tip one
//! evaluation. The depth counts from the root; of equal moves either player takes the first in the game's order, which is
//! how the paper's exact tables come out. Chance nodes take the expectation.
//!
//! A rule of probabilities sees the evaluator's range as 0 to 1. Moves are chosen on that scale and reported on the
//! evaluator's, as estimates; of minimax every root move is exact.

use super::deepen::Method;
use super::lines::Lines;
use super::rules::{self, Rule, Siblings};
use super::walk::Walk;
use crate::evaluator::Evaluator;
use crate::game::{Game, Range, Turn};
use crate::report::Bound;
use crate::search::Observer;
use crate::search::chooser::Chooser;

/// Propagation by a rule, deepened from one decision on or searched to one depth only.
#[derive(Clone, Debug)]
pub struct Propagate<G: Game, R: Rule> {
    rule: R,
    depth: Option<u32>,
    /// The moves along the path, each position's above its parent's; so are the chances and the values.
    moves: Vec<G::Move>,
    chances: Vec<f64>,
    values: Vec<R::Value>,
    lines: Lines<G::Move>,
}

impl<G: Game, R: Rule> Propagate<G, R> {
    /// Propagation by `rule`, deepening from one decision on.
    pub fn new(rule: R) -> Self {
        let (moves, chances, values) = (Vec::new(), Vec::new(), Vec::new());
        Propagate { rule, depth: None, moves, chances, values, lines: Lines::default() }
    }

    /// Propagation by `rule` to this depth alone, without shallower iterations before it.
    ///
    /// # Panics
    /// If `depth` is 0: a choice needs one decision at least.
    pub fn to_depth(rule: R, depth: u32) -> Self {
        assert!(depth > 0, "a choice needs one decision at least");
        Propagate { depth: Some(depth), ..Propagate::new(rule) }
    }
}

impl<G: Game, R: Rule> Method<G> for Propagate<G, R> {
    fn first_depth(&self) -> u32 {
        self.depth.unwrap_or(1)
    }

    fn last_depth(&self) -> Option<u32> {
        self.depth
    }

    fn is_exact(&self) -> bool {
        R::EXACT
    }

    fn iterate<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
    ) -> Option<f64> {
        // An iteration cut short leaves its path behind.
        self.moves.clear();
        self.chances.clear();
        self.values.clear();
        walk.begin(state)?;
        let owner = Chooser::of(walk.game.turn(state)).unwrap_or(Chooser::Max);
        let (range, depth) = (walk.evaluator.range(), walk.root.depth);
        let mut descent = Descent { method: self, walk, owner, range };
        let node = descent.value(state, depth, 0)?;
        let value = descent.reported(descent.method.rule.value(node));
        walk.root.pv = self.lines.root().to_vec();
        Some(value)
    }
}

/// One iteration under way.
struct Descent<'a, 'w, G: Game, R: Rule, E, O> {
    method: &'a mut Propagate<G, R>,
    walk: &'a mut Walk<'w, G, E, O>,
    owner: Chooser,
    range: Range,
}

impl<G: Game, R: Rule, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, R, E, O> {
    /// The value of a position at least one decision above the horizon.
    fn value(&mut self, state: &G::State, depth: u32, ply: usize) -> Option<R::Value> {
        self.method.lines.clear(ply);
        let turn = self.walk.game.turn(state);
        if let Turn::Over(payoff) = turn {
            return Some(self.leaf(self.walk.evaluator.payoff(self.walk.game, payoff)));
        }
        self.walk.go_on()?;
        let chooser = Chooser::of(turn);
        let below = if chooser.is_some() { depth - 1 } else { depth };
        let Propagate { moves, chances, values, .. } = &mut *self.method;
        let (base, chance_base, value_base) = (moves.len(), chances.len(), values.len());
        self.walk.game.moves(state, moves);
        if chooser.is_some() {
            self.walk.reach(below);
        } else {
            self.walk.root.rolled = true;
            self.walk.game.chances(state, &moves[base..], chances);
        }
        let mut best: Option<f64> = None;
        for place in base..self.method.moves.len() {
            let mv = self.method.moves[place];
            let before = self.walk.nodes();
            let child = self.child(state, mv, below, ply)?;
            self.method.values.push(child);
            let score = self.method.rule.value(child);
            if ply == 0 {
                self.record(mv, score, before);
            }
            if chooser.is_some_and(|chooser| best.is_none_or(|best| chooser.prefers(score, best))) {
                best = Some(score);
                self.method.lines.put(ply, mv);
                if ply == 0 {
                    self.walk.root.choose(mv);
                }
            }
        }
        let Propagate { rule, moves, chances, values, .. } = &mut *self.method;
        let children = &values[value_base..];
        let level = self.walk.root.depth - depth;
        let value = match chooser {
            Some(chooser) => rule.back_up(&Siblings { chooser, owner: self.owner, level, values: children }),
            None => rule.expect(chances[chance_base..].iter().copied().zip(children.iter().copied())),
        };
        moves.truncate(base);
        chances.truncate(chance_base);
        values.truncate(value_base);
        Some(value)
    }

    /// The value behind `mv`, `depth` decisions above the horizon.
    fn child(&mut self, state: &G::State, mv: G::Move, depth: u32, ply: usize) -> Option<R::Value> {
        if depth == 0 {
            self.method.lines.clear(ply + 1);
            let value = self.walk.enter_leaf(state, mv)?;
            return Some(self.leaf(value));
        }
        let child = self.walk.enter(state, mv)?;
        self.value(&child, depth, ply + 1)
    }

    /// A tip to which the evaluator gives this value.
    #[inline]
    fn leaf(&self, value: f64) -> R::Value {
        let Range { low, high, .. } = self.range;
        // Divided, not multiplied by an inverse: the ends become 0 and 1, and a fraction of the range that very fraction.
        // An evaluator may overshoot by a rounding.
        let value = if R::UNIT { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { value };
        self.method.rule.leaf(value)
    }

    /// A value of the rule on the evaluator's scale.
    fn reported(&self, value: f64) -> f64 {
        // Weighed from both ends, so that 0 and 1 become the ends themselves.
        if R::UNIT { (1.0 - value) * self.range.low + value * self.range.high } else { value }
    }

    /// Takes note of what was found behind a root move.
    fn record(&mut self, mv: G::Move, score: f64, nodes_before: u64) {
        let bound = if R::EXACT { Bound::Exact } else { Bound::Estimate };
        let (value, visits) = (self.reported(score), self.walk.nodes() - nodes_before);
        self.walk.root.record_scored(mv, value, score, bound, visits);
    }
}

/// Plain minimax, deepened from one decision on or searched to one depth only.
///
/// A type of its own rather than another name for its propagation, so that it is made without naming a rule.
#[derive(Clone, Debug)]
pub struct Minimax<G: Game>(Propagate<G, rules::Minimax>);

impl<G: Game> Minimax<G> {
    /// Minimax to this depth alone, without shallower iterations before it.
    ///
    /// # Panics
    /// If `depth` is 0: a choice needs one decision at least.
    pub fn to_depth(depth: u32) -> Self {
        Minimax(Propagate::to_depth(rules::Minimax, depth))
    }
}

impl<G: Game> Default for Minimax<G> {
    fn default() -> Self {
        Minimax(Propagate::new(rules::Minimax))
    }
}

impl<G: Game> Method<G> for Minimax<G> {
    fn first_depth(&self) -> u32 {
        self.0.first_depth()
    }

    fn last_depth(&self) -> Option<u32> {
        self.0.last_depth()
    }

    fn iterate<E: Evaluator<G>, O: Observer<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E, O>,
        state: &G::State,
    ) -> Option<f64> {
        self.0.iterate(walk, state)
    }
}
