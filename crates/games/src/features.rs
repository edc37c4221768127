//! What an evaluator that is fitted sees of a position: which of its weights are summed there.
//!
//! A model is a sum of weights, read as the log-odds of a win of Max. Whoever fits needs to know of a game no more than which
//! weights belong to a position, and the game alone knows how they are kept.

use crate::connect4::{Connect4, PatternFeatures};
use crate::registry;
use tiptree::{ParseError, Spec};

/// A model whose weights can be fitted.
pub trait Features: Send + Sync {
    /// The number of weights.
    fn count(&self) -> usize;

    /// Pushes the numbers of the weights of a position: as many for every position, and the same ones for its mirror image.
    ///
    /// # Errors
    /// If the text describes no position.
    fn of(&self, position: &str, features: &mut Vec<u32>) -> Result<(), ParseError>;

    /// What the game's usual evaluator says of a position, for comparison: 0 where it sees even chances.
    ///
    /// # Errors
    /// If the text describes no position.
    fn usual(&self, position: &str) -> Result<f64, ParseError>;

    /// The file that keeps these weights, given in log-odds.
    fn file(&self, weights: &[f32]) -> Vec<u8>;
}

/// Makes the features of a game from its parameters.
type Make = fn(&Spec) -> Result<Box<dyn Features>, ParseError>;

/// The games that have an evaluator to be fitted.
const FITTED: &[(&str, Make)] = &[("connect4", |spec| {
    let features = PatternFeatures::new(Connect4::named(spec)?)?;
    Ok(Box::new(features))
})];

/// The features of the game that `spec` names.
///
/// # Errors
/// If the game has no evaluator to be fitted, or not for these parameters.
pub fn features(spec: &Spec) -> Result<Box<dyn Features>, ParseError> {
    // What the parameters may be is known there.
    registry::rules(spec, None)?;
    match FITTED.iter().find(|(name, _)| *name == spec.name) {
        Some((_, make)) => make(spec),
        None => {
            Err(ParseError::unknown("game with patterns", &spec.name, FITTED.iter().map(|(name, _)| *name)))
        }
    }
}
