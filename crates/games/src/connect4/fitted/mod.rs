//! An evaluator fitted to the values of the game: the logistic function of a sum of pattern weights.
//!
//! Every [pattern](patterns) of the board has two weights for its contents, one with Max to move and one with Min to
//! move, and the sum over all patterns is the log-odds of a win for Max. The method is Buro's for Othello (1995):
//! logistic regression on positions whose outcome is known. Here the outcomes come from a solver, and the only phase is
//! the side to move, because the worth of a threat depends on who will have to move below it. `tiptree fit` computes
//! the weights.
//!
//! As with Rivest's evaluator, values are whole numbers from 1 to 1023, finished games are worth 1, 512 and 1023, and a
//! state carries codes and sums along.

mod family;
mod features;
mod patterns;
mod weights;

pub use features::PatternFeatures;
pub use weights::{Weighed, Weights};

use super::incremental::{Carried, Incremental};
use super::{Column, Connect4};
use crate::logistic::{self, PRIOR_TEMPERATURE, SCALE};
use tiptree::{Evaluator, Leaf, ParseError, Range};

/// The rules of Connect-Four on the usual board, with the running sums of the fitted evaluator.
pub type Weighing = Incremental<Weights>;

impl Weighing {
    /// The same rules with running sums of the weights that come with this library.
    ///
    /// # Errors
    /// If the board is not the usual one: there are no weights for others.
    pub fn fitted(game: Connect4) -> Result<Self, ParseError> {
        Weighing::with_weights(game, Weights::default())
    }

    /// The same rules with running sums of other weights.
    ///
    /// # Errors
    /// If the board is not the usual one.
    pub fn with_weights(game: Connect4, weights: Weights) -> Result<Self, ParseError> {
        usual(&game)?;
        Ok(Incremental::carrying(game, weights))
    }
}

/// Refuses boards other than the one that was fitted.
fn usual(game: &Connect4) -> Result<(), ParseError> {
    if game.is_usual() {
        return Ok(());
    }
    let size = format!("{}x{}", game.width(), game.height());
    Err(ParseError::new("board", size, "7x6, the one that the evaluator was fitted to"))
}

/// The fitted evaluator: 1 + 1022 times the probability that Max wins, as whole numbers.
///
/// ```
/// use tiptree::{Evaluator, Notation};
/// use tiptree_games::connect4::{Connect4, Fitted, Weighing};
///
/// let game = Weighing::fitted(Connect4::default())?;
/// let state = game.parse_position("4453")?;
/// let mirrored = game.parse_position("4435")?;
/// assert_eq!(Fitted.evaluate(&game, &state), Fitted.evaluate(&game, &mirrored));
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fitted;

impl Evaluator<Weighing> for Fitted {
    fn range(&self) -> Range {
        SCALE
    }

    #[inline]
    fn evaluate(&self, _game: &Weighing, state: &Carried<Weighed>) -> f64 {
        logistic::value(state.carried().sum(state.board().side()))
    }

    #[inline]
    fn leaf_after(&self, game: &Weighing, state: &Carried<Weighed>, column: Column) -> Leaf {
        game.sums().leaf_after(state.board(), state.carried(), column)
    }

    #[inline]
    fn children(&self, game: &Weighing, state: &Carried<Weighed>, moves: &[Column], leaves: &mut Vec<Leaf>) {
        game.sums().leaves(state.board(), state.carried().codes(), moves, leaves);
    }

    /// As with Rivest's evaluator.
    fn temperature(&self) -> Option<f64> {
        Some(PRIOR_TEMPERATURE)
    }

    fn is_chance(&self) -> bool {
        true
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
