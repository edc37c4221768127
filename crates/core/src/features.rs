//! What an evaluator that is fitted sees of a position: which of its weights are summed there.
//!
//! A model is a sum of weights, read as the log-odds of a win of Max. Whoever fits needs to know of a game no more than which
//! weights belong to a position, and the game alone knows how they are kept.

use crate::misread::Misread;

/// A model whose weights can be fitted.
pub trait Features: Send + Sync {
    /// The number of weights.
    fn count(&self) -> usize;

    /// Pushes the numbers of the weights of a position: as many for every position, and the same ones for its mirror image.
    ///
    /// # Errors
    /// If the text describes no position.
    fn of(&self, position: &str, features: &mut Vec<u32>) -> Result<(), Misread>;

    /// What the game's usual evaluator says of a position, for comparison: 0 where it sees even chances.
    ///
    /// # Errors
    /// If the text describes no position.
    fn usual(&self, position: &str) -> Result<f64, Misread>;

    /// The file that keeps these weights, given in log-odds.
    fn file(&self, weights: &[f32]) -> Vec<u8>;
}
