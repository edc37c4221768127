//! What positions of Pig seem to be worth, and what they are worth.

use super::{Move, Phase, Pig, Scores, Solution};
use std::sync::Arc;
use tiptree::{Evaluator, Game, Leaf, ParseError, Range, Turn};

/// The chance that a roll is no 1, and what it then adds on average.
const KEPT: f64 = 5.0 / 6.0;
const MEAN_FACE: f64 = 4.0;

/// The lead of a player as a share of the goal, the turn total counted as far as it is safe.
///
/// At a decision the turn total counts in full, since it can be held. Before a roll it counts with what the roll adds,
/// times the 5/6 that it is no 1. Who rolls next is worth nothing more: a deeper search finds that out.
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

    /// The scale is that of the payoffs.
    #[inline]
    fn payoff(&self, _game: &Pig, payoff: f64) -> f64 {
        payoff
    }

    /// Behind a decision the die is always rolled next, and the lead follows from the scores as they are.
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

/// The lead of the banked scores alone: an evaluator that does not see the turn under way.
///
/// It is inconsistent between depths, because a hold seems to win points that a roll does not. Searches that compare
/// positions at equal depth hardly mind; sharp best-first searches are led astray. It is here to show that.
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
    /// Solves `game`, whose positions it then values.
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
