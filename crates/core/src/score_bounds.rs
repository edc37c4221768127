//! What best play is certain to lead to, no estimate having a part in it.
//!
//! Source: the pessimistic and optimistic bounds of Cazenave and Saffidine 2010 (score bounded Monte-Carlo tree search). With
//! three payoffs they say what the completion of Cohen-Solal 2020 and the solver of Winands, Björnsson and Saito 2008 say.

use crate::evaluator::Evaluator;
use crate::game::{Game, Range};
use crate::player::Player;

/// The least and the upper value that best play by both sides can lead to, Max's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreBounds {
    /// Max is certain of this much.
    pub lower: f64,
    /// Min is certain that it is not more.
    pub upper: f64,
}

impl ScoreBounds {
    /// The value is this one.
    #[inline]
    pub fn exactly(value: f64) -> Self {
        ScoreBounds { lower: value, upper: value }
    }

    /// Nothing is known but the range of values.
    #[inline]
    pub fn within(range: Range) -> Self {
        ScoreBounds { lower: range.low, upper: range.high }
    }

    /// All that a game can end with, on the evaluator's scale.
    pub fn of_payoffs<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E) -> Self {
        ScoreBounds::within(game.payoffs()).valued(game, evaluator)
    }

    /// Bounds of a payoff as bounds of a value on the evaluator's scale.
    #[inline]
    #[must_use]
    pub fn valued<G: Game, E: Evaluator<G>>(self, game: &G, evaluator: &E) -> Self {
        ScoreBounds { lower: evaluator.payoff(game, self.lower), upper: evaluator.payoff(game, self.upper) }
    }

    /// The value, where it is known.
    #[inline]
    pub fn proven(self) -> Option<f64> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// What this player is certain to get.
    #[inline]
    pub fn worst_for(self, player: Player) -> f64 {
        match player {
            Player::Max => self.lower,
            Player::Min => self.upper,
        }
    }

    /// The most that this player can hope for.
    #[inline]
    pub fn best_for(self, player: Player) -> f64 {
        match player {
            Player::Max => self.upper,
            Player::Min => self.lower,
        }
    }

    /// What a decision is certain to lead to, by what its moves are.
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
        let worst = -player.sign() * f64::INFINITY;
        let better = |a: f64, b: f64| if player.prefers(a, b) { a } else { b };
        moves.fold(ScoreBounds::exactly(worst), |best, one| ScoreBounds {
            lower: better(one.lower, best.lower),
            upper: better(one.upper, best.upper),
        })
    }

    /// What a roll is certain to lead to on average, by its outcomes with their probabilities.
    #[inline]
    pub fn roll(outcomes: impl Iterator<Item = (ScoreBounds, f64)>) -> Self {
        outcomes.fold(ScoreBounds::exactly(0.0), |sum, (outcome, chance)| ScoreBounds {
            lower: sum.lower + chance * outcome.lower,
            upper: sum.upper + chance * outcome.upper,
        })
    }
}
