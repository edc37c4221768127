//! An evaluator fitted to the values of the game: the logistic function of a sum of pattern weights.
//!
//! Every [pattern](patterns) of the board has a weight for what stands in it, one where Max is to move and one where Min
//! is, and the sum is the log-odds of a win of Max. The method is that of Buro 1995 for Othello, logistic regression on
//! positions whose outcome is known; here a solver tells it, and there is no phase but the side to move, because what a
//! threat is worth depends on who will have to move below it. `tiptree fit` makes the weights.
//!
//! As with Rivest's evaluator, values are whole numbers from 1 to 1023, those of finished games 1, 512 and 1023, and a state
//! carries codes and sums along.

mod features;
mod logistic;
mod patterns;
mod weights;

pub use features::PatternFeatures;
pub use weights::{Weighed, Weights};

use super::incremental::{Carried, Incremental};
use super::insight::USUAL;
use super::rivest::{PRIOR_TEMPERATURE, Rivest, finished};
use super::{Column, Connect4, turn_without_four};
use tiptree::{Evaluator, Leaf, Misread, Range, Turn};

/// The rules of Connect-Four on the usual board, with the running sums of the fitted evaluator.
pub type Weighing = Incremental<Weights>;

impl Weighing {
    /// The same rules with running sums of the weights that come with this library.
    ///
    /// # Errors
    /// If the board is not the usual one, for which alone there are weights.
    pub fn fitted(game: Connect4) -> Result<Self, Misread> {
        Weighing::with_weights(game, Weights::default())
    }

    /// The same rules with running sums of other weights.
    ///
    /// # Errors
    /// If the board is not the usual one.
    pub fn with_weights(game: Connect4, weights: Weights) -> Result<Self, Misread> {
        usual(&game)?;
        Ok(Incremental::carrying(game, weights))
    }
}

/// Refuses other boards than the one that was fitted.
fn usual(game: &Connect4) -> Result<(), Misread> {
    if game.is_usual() {
        return Ok(());
    }
    let size = format!("{}x{}", game.width(), game.height());
    Err(Misread::new("board", size, "7x6, the one that the evaluator was fitted to"))
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
/// # Ok::<(), tiptree::Misread>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fitted;

impl Evaluator<Weighing> for Fitted {
    fn range(&self) -> Range {
        Rivest::scale()
    }

    #[inline]
    fn evaluate(&self, _game: &Weighing, state: &Carried<Weighed>) -> f64 {
        logistic::value(state.carried().sum(state.board().side()))
    }

    #[inline]
    fn leaf_after(&self, game: &Weighing, state: &Carried<Weighed>, column: Column) -> Leaf {
        let board = state.board();
        let cell = game.cell(board, column);
        game.leaf(state, cell, USUAL.has_four(board.mover() | 1 << cell))
    }

    #[inline]
    fn children(&self, game: &Weighing, state: &Carried<Weighed>, moves: &[Column], leaves: &mut Vec<Leaf>) {
        let board = state.board();
        let winning = USUAL.threats(board.mover(), board.occupied());
        leaves.extend(moves.iter().map(|&column| {
            let cell = game.cell(board, column);
            game.leaf(state, cell, winning >> cell & 1 == 1)
        }));
    }

    /// As with Rivest's evaluator.
    fn temperature(&self) -> Option<f64> {
        Some(PRIOR_TEMPERATURE)
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

impl Weighing {
    /// The leaf behind a stone in a cell, which wins or does not.
    #[inline]
    fn leaf(&self, state: &Carried<Weighed>, cell: usize, wins: bool) -> Leaf {
        let board = state.board();
        let side = board.side();
        let turn = if wins {
            Turn::Over(if side == 0 { 1.0 } else { -1.0 })
        } else {
            turn_without_four(&self.plain().shape, board.plies() + 1)
        };
        let value = match turn {
            Turn::Over(payoff) => finished(payoff),
            _ => logistic::value(self.sums().sum_after(state.carried(), cell, side)),
        };
        Leaf { value, turn }
    }
}

#[cfg(test)]
mod tests;
