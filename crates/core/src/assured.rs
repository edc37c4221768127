//! What best play is certain to lead to, no estimate having a part in it.
//!
//! Source: the pessimistic and optimistic bounds of Cazenave and Saffidine 2010 (score bounded Monte-Carlo tree search). With
//! three payoffs they say what the completion of Cohen-Solal 2020 and the solver of Winands, Björnsson and Saito 2008 say.

use crate::evaluator::Evaluator;
use crate::game::{Game, Range};
use crate::search::chooser::Chooser;

/// The least and the greatest value that best play by both sides can lead to, Max's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assured {
    /// Max is certain of this much.
    pub least: f64,
    /// Min is certain that it is not more.
    pub greatest: f64,
}

impl Assured {
    /// The value is this one.
    #[inline]
    pub fn exactly(value: f64) -> Self {
        Assured { least: value, greatest: value }
    }

    /// Nothing is known but the range of values.
    #[inline]
    pub fn within(range: Range) -> Self {
        Assured { least: range.low, greatest: range.high }
    }

    /// All that a game can end with, on the evaluator's scale.
    pub fn of_payoffs<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E) -> Self {
        Assured::within(game.payoffs()).valued(game, evaluator)
    }

    /// Bounds of a payoff as bounds of a value on the evaluator's scale.
    #[inline]
    #[must_use]
    pub fn valued<G: Game, E: Evaluator<G>>(self, game: &G, evaluator: &E) -> Self {
        Assured { least: evaluator.payoff(game, self.least), greatest: evaluator.payoff(game, self.greatest) }
    }

    /// The value, where it is known.
    #[inline]
    pub fn settled(self) -> Option<f64> {
        (self.least == self.greatest).then_some(self.least)
    }

    /// What this player is certain to get.
    #[inline]
    pub fn floor(self, chooser: Chooser) -> f64 {
        match chooser {
            Chooser::Max => self.least,
            Chooser::Min => self.greatest,
        }
    }

    /// The most that this player can hope for.
    #[inline]
    pub fn hope(self, chooser: Chooser) -> f64 {
        match chooser {
            Chooser::Max => self.greatest,
            Chooser::Min => self.least,
        }
    }

    /// What a decision is certain to lead to, by what its moves are.
    ///
    /// ```
    /// use tiptree::Assured;
    /// use tiptree::search::chooser::Chooser;
    ///
    /// let moves = [Assured::exactly(0.0), Assured { least: -1.0, greatest: 1.0 }];
    /// let decision = Assured::choice(Chooser::Max, moves.into_iter());
    /// assert_eq!(decision, Assured { least: 0.0, greatest: 1.0 });
    /// ```
    #[inline]
    pub fn choice(chooser: Chooser, moves: impl Iterator<Item = Assured>) -> Self {
        let worst = -chooser.sign() * f64::INFINITY;
        let better = |a: f64, b: f64| if chooser.prefers(a, b) { a } else { b };
        moves.fold(Assured::exactly(worst), |best, one| Assured {
            least: better(one.least, best.least),
            greatest: better(one.greatest, best.greatest),
        })
    }

    /// What a roll is certain to lead to on average, by its outcomes with their probabilities.
    #[inline]
    pub fn roll(outcomes: impl Iterator<Item = (Assured, f64)>) -> Self {
        outcomes.fold(Assured::exactly(0.0), |sum, (outcome, chance)| Assured {
            least: sum.least + chance * outcome.least,
            greatest: sum.greatest + chance * outcome.greatest,
        })
    }
}
