//! Bounds on the value of a position under best play: what is proven, apart from any estimate.
//!
//! Source: the pessimistic and optimistic bounds of Cazenave and Saffidine 2010 (score bounded Monte-Carlo tree search). With
//! three payoffs they express the completion of Cohen-Solal 2020 and the solver of Winands, Björnsson and Saito 2008.

use crate::evaluator::Evaluator;
use crate::expectation::Expectation;
use crate::game::{Game, Range};
use crate::player::Player;

/// A lower and an upper bound on the value of a position, from Max's view. The value is proven where they meet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScoreBounds {
    /// Max can force at least this value.
    pub lower: f64,
    /// Min can force at most this value.
    pub upper: f64,
}

impl ScoreBounds {
    /// The value is proven to be this one.
    #[inline]
    pub fn exactly(value: f64) -> Self {
        ScoreBounds { lower: value, upper: value }
    }

    /// The value may be any in this range.
    #[inline]
    pub fn within(range: Range) -> Self {
        ScoreBounds { lower: range.low, upper: range.high }
    }

    /// The bounds of every position: the least and the greatest payoff, on the evaluator's scale.
    pub fn of_payoffs<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E) -> Self {
        ScoreBounds::within(game.payoffs()).valued(game, evaluator)
    }

    /// Converts bounds on the payoff to bounds on the evaluator's scale.
    #[inline]
    #[must_use]
    pub fn valued<G: Game, E: Evaluator<G>>(self, game: &G, evaluator: &E) -> Self {
        ScoreBounds { lower: evaluator.payoff(game, self.lower), upper: evaluator.payoff(game, self.upper) }
    }

    /// The value, if it is proven.
    #[inline]
    pub fn proven(self) -> Option<f64> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The bound that this player can force.
    #[inline]
    pub fn worst_for(self, player: Player) -> f64 {
        match player {
            Player::Max => self.lower,
            Player::Min => self.upper,
        }
    }

    /// The best value that this player may still reach.
    #[inline]
    pub fn best_for(self, player: Player) -> f64 {
        match player {
            Player::Max => self.upper,
            Player::Min => self.lower,
        }
    }

    /// The same bounds of a position at which `player` has a move with this value.
    #[must_use]
    pub(crate) fn with_move(self, player: Player, value: f64) -> Self {
        match player {
            Player::Max => ScoreBounds { lower: value, ..self },
            Player::Min => ScoreBounds { upper: value, ..self },
        }
    }

    /// The value or the bound that decides a search with this window, if there is one.
    #[inline]
    pub fn cutoff(self, alpha: f64, beta: f64) -> Option<f64> {
        if self.lower >= self.upper || self.lower >= beta {
            Some(self.lower)
        } else {
            (self.upper <= alpha).then_some(self.upper)
        }
    }

    /// Combines two pairs of bounds on one value. Where a rounding makes them contradict each other, the first pair wins.
    #[inline]
    #[must_use]
    pub fn and(self, other: ScoreBounds) -> Self {
        let lower = self.lower.max(other.lower).min(self.upper);
        ScoreBounds { lower, upper: self.upper.min(other.upper).max(lower) }
    }

    /// The bounds of a decision, from the bounds of its moves.
    ///
    /// ```
    /// use tiptree::ScoreBounds;
    /// use tiptree::player::Player;
    ///
    /// let moves = [ScoreBounds::exactly(0.0), ScoreBounds { lower: -1.0, upper: 1.0 }];
    /// let decision = ScoreBounds::choice(Player::Max, moves.into_iter());
    /// assert_eq!(decision, ScoreBounds { lower: 0.0, upper: 1.0 });
    /// ```
    #[inline]
    pub fn choice(player: Player, moves: impl Iterator<Item = ScoreBounds>) -> Self {
        moves.fold(ScoreBounds::exactly(player.worst()), |best, one| ScoreBounds {
            lower: player.better(one.lower, best.lower),
            upper: player.better(one.upper, best.upper),
        })
    }

    /// The bounds of a chance node: the expectation of its outcomes' bounds, each with its probability.
    #[inline]
    pub fn roll(outcomes: impl Iterator<Item = (ScoreBounds, f64)>) -> Self {
        let (mut lower, mut upper) = (Expectation::EMPTY, Expectation::EMPTY);
        for (outcome, chance) in outcomes {
            lower.add(chance, outcome.lower);
            upper.add(chance, outcome.upper);
        }
        ScoreBounds { lower: lower.value(), upper: upper.value() }
    }
}
