//! The evaluator: fitted weights of everything that lies on rows, diagonals and corners.
//!
//! After Buro's pattern evaluation (From simple features to sophisticated evaluation functions, 1999): the weights of all
//! [`shapes`] of a position add up to an expected difference of discs, and that to a chance. They were fitted to
//! games that the evaluator played against itself, the endgames solved; `examples/othello` does it. What differs from
//! Buro's: four phases only, smaller shapes, and nothing between phases.

mod shapes;
mod weights;

use super::squash::{SCALE, squash, tangent};
use super::{Board, Othello, mobility};
use std::sync::{Arc, LazyLock};
use tiptree::{Evaluator, ParseError, Range};
use weights::{PHASES, Weights, phase};

/// The weights that were fitted.
static FITTED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../data/othello-patterns.bin");
    Arc::new(Weights::read(bytes).expect("the committed weights are whole"))
});

/// The evaluator of Othello that looks at rows, diagonals, corners and mobility: from -1000, lost, to 1000, won, an expected
/// payoff in thousandths.
///
/// It is fitted to the usual board. On smaller ones it is [`Mobility`](super::Mobility).
#[derive(Clone, Debug)]
pub struct Patterns {
    weights: Arc<Weights>,
}

impl Default for Patterns {
    fn default() -> Self {
        Patterns { weights: Arc::clone(&FITTED) }
    }
}

impl Patterns {
    /// How many phases have weights of their own.
    pub const PHASES: usize = PHASES;
    /// How many weights a phase has.
    pub const WEIGHTS: usize = shapes::WEIGHTS;

    /// How many of them a position adds up.
    pub const ADDENDS: usize = shapes::ADDENDS;

    /// The evaluator with other weights, as [`Patterns::bytes`] wrote them.
    ///
    /// # Errors
    /// If there are too few or too many bytes.
    pub fn read(bytes: &[u8]) -> Result<Self, ParseError> {
        Ok(Patterns { weights: Arc::new(Weights::read(bytes)?) })
    }

    /// The weights of every phase, in discs, and the slopes that make an expected payoff of a disc, as bytes.
    pub fn bytes(weights: &[Vec<f64>; PHASES], slopes: [f64; PHASES]) -> Vec<u8> {
        Weights::bytes(weights, slopes)
    }

    /// The numbers of the weights that a position of the usual board adds up.
    pub fn addends(board: &Board) -> [usize; Patterns::ADDENDS] {
        let mut numbers = [0; Patterns::ADDENDS];
        let mut count = 0;
        shapes::addends(board, |number| {
            numbers[count] = number;
            count += 1;
        });
        numbers
    }

    /// The phase of a position with so many discs.
    pub fn phase(discs: u32) -> usize {
        phase(discs)
    }

    /// The expected payoff that a sum of weights stands for, after it has been multiplied by a slope.
    pub fn payoff(number: f64) -> f64 {
        tangent(number)
    }

    /// The number of the weight that stands for this one and for its mirror image.
    pub fn canonical(number: usize) -> usize {
        shapes::canonical(number)
    }

    /// The expected payoff to the side to move.
    #[inline]
    fn chance(&self, board: &Board) -> f64 {
        let phase = phase(board.occupied().count_ones());
        let weights = &self.weights.weights[phase * Patterns::WEIGHTS..][..Patterns::WEIGHTS];
        let mut sum = 0;
        shapes::addends(board, |number| sum += i32::from(weights[number]));
        f64::from(sum) * self.weights.slopes[phase]
    }
}

impl Evaluator<Othello> for Patterns {
    fn is_chance(&self) -> bool {
        true
    }

    fn range(&self) -> Range {
        SCALE
    }

    #[inline]
    fn evaluate(&self, game: &Othello, board: &Board) -> f64 {
        let chance = if game.size() == 8 { self.chance(board) } else { mobility::chance(game, board) };
        squash(chance, board.is_white())
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}
