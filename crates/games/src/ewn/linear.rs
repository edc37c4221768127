//! A linear evaluator: a logistic regression on distances and numbers of cubes.

use super::linear_weights::WEIGHTS;
use super::{CUBES, Cubes, Ewn, SIDE, State};
use tiptree::{Evaluator, Range};

/// The number of features: three of each player, and 1.
pub const FEATURES: usize = 7;

/// Twice the chance that Max wins, less 1.
///
/// It values a position before the die is rolled. Where the die is known, it ignores the die.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linear {
    weights: [f64; FEATURES],
}

impl Default for Linear {
    fn default() -> Self {
        Linear { weights: WEIGHTS }
    }
}

impl Linear {
    /// The evaluator with other weights: the log-odds that the player whose turn it is wins.
    pub fn with_weights(weights: [f64; FEATURES]) -> Self {
        Linear { weights }
    }
}

/// The features of a position: those of the player whose turn it is, those of the opponent, and 1.
pub fn features(state: &State) -> [f64; FEATURES] {
    let [own, other] = [state.mover, state.waiter].map(side);
    let mut features = [1.0; FEATURES];
    features[..3].copy_from_slice(&own);
    features[3..6].copy_from_slice(&other);
    features
}

/// The moves that the nearest cube needs to win, the mean of that over the cubes that a die chooses, and the number of cubes.
fn side(cubes: Cubes) -> [f64; 3] {
    let distance =
        |cube: u8| cubes.square(cube).map_or(SIDE, |square| SIDE - 1 - (square / SIDE).min(square % SIDE));
    let nearest =
        |chosen: &mut dyn Iterator<Item = u8>| f64::from(chosen.map(distance).min().unwrap_or(SIDE));
    let by_die: f64 = (1..=CUBES).map(|face| nearest(&mut cubes.chosen(face))).sum();
    [nearest(&mut cubes.left()), by_die / f64::from(CUBES), cubes.left().count() as f64]
}

impl Evaluator<Ewn> for Linear {
    fn range(&self) -> Range {
        Range::new(-1.0, 1.0)
    }

    fn is_chance(&self) -> bool {
        true
    }

    fn evaluate(&self, _game: &Ewn, state: &State) -> f64 {
        let sum: f64 =
            self.weights.iter().zip(features(state)).map(|(weight, feature)| weight * feature).sum();
        // The hyperbolic tangent of half the log-odds is twice the chance, less 1.
        state.player.sign() * (sum / 2.0).tanh()
    }
}
