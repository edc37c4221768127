//! The features of an evaluator that can be fitted: which weights are summed for a position.
//!
//! A model is a sum of weights, read as the log-odds of a win for Max. The fitting code only needs to know which
//! weights belong to a position; the game alone knows how they are stored.

use crate::connect4::{Connect4, PatternFeatures};
use crate::registry;
use tiptree::{ParseError, Spec};

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

/// Builds the features of a game from its parameters.
type Make = fn(&Spec) -> Result<Box<dyn Features>, ParseError>;

/// The games with an evaluator that can be fitted.
const FITTED: &[(&str, Make)] = &[("connect4", |spec| {
    let features = PatternFeatures::new(Connect4::named(spec)?)?;
    Ok(Box::new(features))
})];

/// The features of the game that `spec` names.
///
/// # Errors
/// If the game has no evaluator that can be fitted, or not for these parameters.
pub fn features(spec: &Spec) -> Result<Box<dyn Features>, ParseError> {
    // The registry checks the parameters.
    registry::rules(spec, None)?;
    match FITTED.iter().find(|(name, _)| *name == spec.name) {
        Some((_, make)) => make(spec),
        None => {
            Err(ParseError::unknown("game with patterns", &spec.name, FITTED.iter().map(|(name, _)| *name)))
        }
    }
}
