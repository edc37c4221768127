//! Search to a depth with any rule of propagation. With minimax it is the oracle that every exact search must equal.
//!
//! After Shannon 1950, Michie 1966 for chance, and Nau, Purdom and Tzeng 1986 for the other [`rules`]. Nothing is pruned,
//! ordered or remembered, so little can go wrong: every position costs one move call and every tip one evaluation. The
//! depth counts from the root. Of equal moves either player takes the first in the game's order, which reproduces the
//! paper's exact tables. Chance nodes take the expectation.
//!
//! For a rule of probabilities the evaluator's range is mapped to 0 to 1. Moves are chosen on that scale and reported on
//! the evaluator's, as estimates. Minimax has an exact value for every root move.

use super::deepen::Method;
use super::events::End;
use super::iteration::Iteration;
use super::lines::Lines;
use super::rules::{self, Rule, Siblings};
use super::walk::Walk;
use super::window::Window;
use crate::evaluator::Evaluator;
use crate::game::{Game, Range, Turn, declared_chances};
use crate::player::Player;
use crate::report::Bound;
use crate::search::Observer;

/// Propagation by a rule, with iterative deepening from one decision on or to one depth only.
#[derive(Clone, Debug)]
pub struct Propagate<G: Game, R: Rule> {
    rule: R,
    depth: Option<u32>,
    /// A stack of the moves along the path, each position's above its parent's. `chances` and `values` are such stacks
    /// too.
    moves: Vec<G::Move>,
    chances: Vec<f64>,
    /// The moves of a decision whose children are at the horizon. Only one such decision is open at a time.
    last_moves: Vec<G::Move>,
    /// The static values after these moves, for a rule that needs them all.
    last_values: Vec<f64>,
    values: Vec<R::Value>,
    lines: Lines<G::Move>,
}

impl<G: Game, R: Rule> Propagate<G, R> {
    /// Propagation by `rule`, with iterative deepening from one decision on.
    pub fn new(rule: R) -> Self {
        Propagate {
            rule,
            depth: None,
            moves: Vec::new(),
            chances: Vec::new(),
            last_moves: Vec::new(),
            last_values: Vec::new(),
            values: Vec::new(),
            lines: Lines::default(),
        }
    }

    /// The same to this depth alone, without shallower iterations before it.
    ///
    /// # Panics
    /// If `depth` is 0: a choice needs one decision at least.
    #[must_use]
    pub fn to_depth(self, depth: u32) -> Self {
        assert!(depth > 0, "a choice needs one decision at least");
        Propagate { depth: Some(depth), ..self }
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
        // An iteration that was cut short leaves its path on the stacks.
        self.moves.clear();
        self.chances.clear();
        self.values.clear();
        walk.begin(state)?;
        let owner = Player::of(walk.game.turn(state)).unwrap_or(Player::Max);
        let range = walk.evaluator.range();
        let rule = &self.rule.clone();
        walk.entered(None, walk.root.depth, Window::OPEN);
        let mut descent = Descent { rule, method: self, walk, owner, range };
        let node = descent.root(state)?;
        let value = descent.reported(rule.value(node));
        walk.left(value, End::Complete, Vec::new);
        walk.root.pv = self.lines.root().to_vec();
        Some(value)
    }
}

/// One iteration under way.
struct Descent<'a, 'w, G: Game, R: Rule, E, O> {
    rule: &'a R,
    method: &'a mut Propagate<G, R>,
    walk: &'a mut Walk<'w, G, E, O>,
    owner: Player,
    range: Range,
}

impl<G: Game, R: Rule, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, R, E, O> {
    /// The value of the root. Records the value of each of its moves.
    fn root(&mut self, state: &G::State) -> Option<R::Value> {
        self.method.lines.clear(0);
        let Walk { game, root: &mut Iteration { depth, .. }, .. } = *self.walk;
        let player = Player::of(game.turn(state));
        let below = if player.is_some() { depth - 1 } else { depth };
        let (mut moves, mut chances, mut values) = (Vec::new(), Vec::new(), Vec::new());
        game.moves(state, &mut moves);
        if player.is_some() {
            self.walk.reach(below);
        } else {
            self.walk.root.rolled = true;
            declared_chances(game, state, &moves, &mut chances);
        }
        let mut best = None;
        for &mv in &moves {
            let before = self.walk.nodes();
            let child = if below == 0 {
                self.method.lines.clear(1);
                self.walk.entered(Some(mv), 0, Window::OPEN);
                let value = self.walk.enter_leaf(state, mv)?;
                self.tip(value)
            } else if player.is_some() {
                self.child::<true>(state, mv, below, 1)?
            } else {
                self.child::<false>(state, mv, below, 1)?
            };
            self.record(mv, child, self.walk.nodes() - before);
            if player.is_some_and(|player| is_better(self.rule, player, child, &mut best)) {
                self.method.lines.put(0, mv);
                self.walk.root.choose(mv);
            }
            values.push(child);
        }
        Some(match player {
            Some(player) => {
                self.rule.back_up(&Siblings { player, owner: self.owner, level: 0, values: &values })
            }
            None => self.rule.expect(chances.into_iter().zip(values)),
        })
    }

    /// The value after `mv`, at least one decision above the horizon. `LINE` says whether to keep the principal
    /// variation, which ends at the first roll.
    #[expect(
        clippy::inline_always,
        reason = "a call for every outcome of a roll would cost a fifth of the speed"
    )]
    #[inline(always)]
    fn child<const LINE: bool>(
        &mut self,
        state: &G::State,
        mv: G::Move,
        depth: u32,
        ply: usize,
    ) -> Option<R::Value> {
        let child = &self.walk.enter(state, mv)?;
        self.walk.entered(Some(mv), depth, Window::OPEN);
        if LINE {
            self.method.lines.clear(ply);
        }
        let turn = self.walk.game.turn(child);
        let value = match Player::of(turn) {
            Some(player) if depth == 1 => self.decide_last::<LINE>(child, player, ply),
            Some(player) => self.decide::<LINE>(child, player, depth, ply),
            None => match turn {
                Turn::Over(payoff) => Some(self.tip(self.walk.evaluator.payoff(self.walk.game, payoff))),
                _ => self.roll(child, depth),
            },
        };
        if O::FOLLOWS {
            let end = if turn.is_over() { End::Over } else { End::Complete };
            self.walk.left(self.reported(self.rule.value(value?)), end, Vec::new);
        }
        value
    }

    /// The value of a roll: the expectation over its outcomes, none of which is at the horizon.
    fn roll(&mut self, state: &G::State, depth: u32) -> Option<R::Value> {
        self.walk.root.rolled = true;
        let Propagate { moves, chances, .. } = &mut *self.method;
        let (base, chance_base) = (moves.len(), chances.len());
        self.walk.game.moves(state, moves);
        declared_chances(self.walk.game, state, &moves[base..], chances);
        let outcomes = (base..moves.len()).zip(chance_base..);
        let mut is_cut_short = false;
        let value = self.rule.expect(outcomes.map_while(|(place, chance)| {
            let (mv, chance) = (self.method.moves[place], self.method.chances[chance]);
            let child = self.child::<false>(state, mv, depth, 0);
            is_cut_short = child.is_none();
            Some((chance, child?))
        }));
        self.method.moves.truncate(base);
        self.method.chances.truncate(chance_base);
        (!is_cut_short).then_some(value)
    }

    /// The value of a decision with further decisions below it.
    fn decide<const LINE: bool>(
        &mut self,
        state: &G::State,
        player: Player,
        depth: u32,
        ply: usize,
    ) -> Option<R::Value> {
        self.walk.reach(depth - 1);
        let Propagate { moves, values, .. } = &mut *self.method;
        let (base, value_base) = (moves.len(), values.len());
        self.walk.game.moves(state, moves);
        let mut best = None;
        for place in base..self.method.moves.len() {
            let mv = self.method.moves[place];
            let child = self.child::<LINE>(state, mv, depth - 1, ply + 1)?;
            if is_better(self.rule, player, child, &mut best) && LINE {
                self.method.lines.put(ply, mv);
            }
            if !R::SELECTS {
                self.method.values.push(child);
            }
        }
        self.method.moves.truncate(base);
        Some(self.back_up(player, depth, value_base, best))
    }

    /// The value of a decision whose children are at the horizon, and are paid for together.
    #[expect(clippy::inline_always, reason = "as for `child`, into which it belongs")]
    #[inline(always)]
    fn decide_last<const LINE: bool>(
        &mut self,
        state: &G::State,
        player: Player,
        ply: usize,
    ) -> Option<R::Value> {
        let Propagate { last_moves, last_values, values, lines, .. } = &mut *self.method;
        let value_base = values.len();
        last_moves.clear();
        self.walk.game.moves(state, last_moves);
        let mut best = None;
        if R::SELECTS {
            self.walk.enter_leaves(state, last_moves, |mv, value| {
                let child = tip(self.rule, self.range, value);
                if is_better(self.rule, player, child, &mut best) && LINE {
                    lines.end(ply, mv);
                }
            })?;
        } else {
            // Together, because a rule may take long for one value, and no longer for four.
            last_values.clear();
            self.walk.enter_leaves(state, last_moves, |_, value| last_values.push(value))?;
            values.extend(last_values.iter().map(|&value| tip(self.rule, self.range, value)));
            if LINE {
                for (&mv, &child) in last_moves.iter().zip(&values[value_base..]) {
                    if is_better(self.rule, player, child, &mut best) {
                        lines.end(ply, mv);
                    }
                }
            }
        }
        Some(self.back_up(player, 1, value_base, best))
    }

    /// The value of a decision from its children's, which are taken off the stack.
    #[inline]
    fn back_up(&mut self, player: Player, depth: u32, base: usize, best: Option<R::Value>) -> R::Value {
        if R::SELECTS {
            return best.expect("a decision has a move");
        }
        let level = self.walk.root.depth - depth;
        let values = &self.method.values[base..];
        let value = self.rule.back_up(&Siblings { player, owner: self.owner, level, values });
        self.method.values.truncate(base);
        value
    }

    /// The rule's value of a tip with this static value.
    #[inline]
    fn tip(&self, value: f64) -> R::Value {
        tip(self.rule, self.range, value)
    }

    /// A value of the rule on the evaluator's scale.
    fn reported(&self, value: f64) -> f64 {
        // In this form 0 and 1 become exactly the ends of the range.
        if self.rule.has_unit_scale() {
            (1.0 - value) * self.range.low + value * self.range.high
        } else {
            value
        }
    }

    /// Records the value of a root move.
    fn record(&mut self, mv: G::Move, child: R::Value, visits: u64) {
        let bound = if R::EXACT { Bound::Exact } else { Bound::Estimate };
        let score = self.rule.value(child);
        let value = self.reported(score);
        self.walk.root.record_scored(mv, value, score, bound, visits);
    }
}

/// The rule's value of a tip with this static value, by an evaluator with this range.
#[inline]
fn tip<R: Rule>(rule: &R, Range { low, high, .. }: Range, value: f64) -> R::Value {
    // A division, not a product with the inverse: the ends become exactly 0 and 1, and a fraction of the range exactly
    // that fraction. The clamp is for evaluators that overshoot by a rounding error.
    let value = if rule.has_unit_scale() { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { value };
    rule.leaf(value)
}

/// Whether a child is better for `player` than the best so far, which it then replaces.
#[inline]
fn is_better<R: Rule>(rule: &R, player: Player, child: R::Value, best: &mut Option<R::Value>) -> bool {
    let score = rule.value(child);
    let is_better = best.is_none_or(|best| player.prefers(score, rule.value(best)));
    if is_better {
        *best = Some(child);
    }
    is_better
}

/// Plain minimax.
pub type Minimax<G> = Propagate<G, rules::Minimax>;

impl<G: Game, R: Rule + Default> Default for Propagate<G, R> {
    fn default() -> Self {
        Propagate::new(R::default())
    }
}
