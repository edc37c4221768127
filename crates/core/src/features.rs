//! The features of an evaluator that can be fitted: which weights are summed for a position.
//!
//! A model is a sum of weights, read as the log-odds of a win for Max. The fitting code only needs to know which
//! weights belong to a position; the game alone knows how they are stored.

use crate::parse_error::ParseError;

/// A model whose weights can be fitted.
pub trait Features: Send + Sync {
    /// The number of weights.
    fn count(&self) -> usize;

    /// Pushes the indices of a position's weights. Every position has the same number of them, and mirror images have
    /// the same ones.
    ///
    /// # Errors
    /// If the text describes no position.
    fn of(&self, position: &str, features: &mut Vec<u32>) -> Result<(), ParseError>;

    /// The estimate of the game's usual evaluator, for comparison: 0 for even chances.
    ///
    /// # Errors
    /// If the text describes no position.
    fn usual(&self, position: &str) -> Result<f64, ParseError>;

    /// The contents of a file with these weights, given in log-odds.
    fn file(&self, weights: &[f32]) -> Vec<u8>;
}
