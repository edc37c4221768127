//! Evaluators of Pig: two estimates, and the exact value.

use super::{Move, Phase, Pig, Scores, Solution};
use std::sync::Arc;
use tiptree::{Evaluator, Game, Leaf, ParseError, Range, Turn};

/// The probability that a roll is not a 1, and the mean of such a roll.
const KEPT: f64 = 5.0 / 6.0;
const MEAN_FACE: f64 = 4.0;

/// The lead of a player as a share of the goal, with the turn total weighted by its chance of being kept.
///
/// At a decision the turn total counts in full, because the player can hold. Before a roll it counts together with the
/// mean roll, times 5/6, the probability that the roll is not a 1. The right to roll next adds nothing more: a deeper
/// search accounts for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lead;

impl Evaluator<Pig> for Lead {
    fn range(&self) -> Range {
        Range::new(-1.0, 1.0)
    }

    #[inline]
    fn evaluate(&self, game: &Pig, state: &Scores) -> f64 {
        let total = f64::from(state.total);
        let turn = if state.phase == Phase::Rolls { KEPT * (total + MEAN_FACE) } else { total };
        let lead = f64::from(state.own) + turn - f64::from(state.other);
        state.player.to_max((lead * game.share).clamp(-1.0, 1.0))
    }

    /// The evaluator uses the scale of the payoffs.
    #[inline]
    fn payoff(&self, _game: &Pig, payoff: f64) -> f64 {
        payoff
    }

    /// After a decision the die is always rolled next, so the lead follows from the scores without forming the child.
    #[inline]
    fn leaf_after(&self, game: &Pig, state: &Scores, mv: Move) -> Leaf {
        let [own, other, total] = [state.own, state.other, state.total].map(f64::from);
        let player = state.player;
        let (lead, player) = match mv {
            Move::Roll => (own + KEPT * (total + MEAN_FACE) - other, player),
            Move::Hold | Move::Pass => (other + KEPT * MEAN_FACE - (own + total), player.other()),
            Move::Face(_) => return self.leaf(game, &game.after(state, mv)),
        };
        Leaf { value: player.to_max((lead * game.share).clamp(-1.0, 1.0)), turn: Turn::Chance }
    }
}

/// The lead of the banked scores alone: an evaluator that ignores the current turn.
///
/// It is inconsistent between depths, because a hold seems to win points that a roll does not. This hardly affects
/// searches that compare positions at equal depth, but it misleads sharp best-first searches. It exists to show that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blind;

impl Evaluator<Pig> for Blind {
    fn range(&self) -> Range {
        Range::new(-1.0, 1.0)
    }

    #[inline]
    fn evaluate(&self, game: &Pig, state: &Scores) -> f64 {
        let lead = f64::from(state.own) - f64::from(state.other);
        state.player.to_max(lead * game.share)
    }
}

/// The solved value: what every search of Pig should find.
#[derive(Clone, Debug)]
pub struct Exact {
    goal: u16,
    solution: Arc<Solution>,
}

impl Exact {
    /// Solves `game` and evaluates its positions by the solution.
    ///
    /// # Errors
    /// If the goal is too great to be solved.
    pub fn new(game: &Pig) -> Result<Self, ParseError> {
        Ok(Exact { goal: game.goal, solution: Arc::new(Solution::solve(game)?) })
    }

    /// The solution behind the values.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }
}

impl Evaluator<Pig> for Exact {
    fn range(&self) -> Range {
        Range::new(-1.0, 1.0)
    }

    /// # Panics
    /// If `game` is not the one that was solved.
    fn evaluate(&self, game: &Pig, state: &Scores) -> f64 {
        assert_eq!(self.goal, game.goal, "the solution is that of another goal");
        self.solution.value(state)
    }
}
