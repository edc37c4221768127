//! The pattern evaluator: fitted weights for the contents of rows, diagonals and corners.
//!
//! After Buro's pattern evaluation (From simple features to sophisticated evaluation functions, 1999): the weights of
//! all [`shapes`] of a position add up to an expected disc difference, which is then mapped to an expected payoff. The
//! weights were fitted to self-play games with solved endgames, by `examples/othello`. Unlike Buro's, there are only
//! four phases, smaller shapes, and no interpolation between phases.

mod shapes;
mod weights;

use super::squash::{SCALE, squash, tangent};
use super::{Board, DiscCount, Othello, mobility};
use std::sync::{Arc, LazyLock};
use tiptree::{Evaluator, ParseError, Range};
use weights::{DISC, PHASES, Weights, phase};

/// The fitted weights.
static FITTED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../data/othello-patterns.bin");
    Arc::new(Weights::read(bytes).expect("the committed weights are whole"))
});

/// The pattern evaluator of Othello, by rows, diagonals, corners and mobility. The value is an expected payoff in
/// thousandths: from -1000, lost, to 1000, won.
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
    /// The number of phases, each with its own weights.
    pub const PHASES: usize = PHASES;
    /// The number of weights of a phase.
    pub const WEIGHTS: usize = shapes::WEIGHTS;

    /// The number of weights that are summed for a position.
    pub const ADDENDS: usize = shapes::ADDENDS;

    /// The evaluator with other weights, as [`Patterns::bytes`] wrote them.
    ///
    /// # Errors
    /// If there are too few or too many bytes.
    pub fn read(bytes: &[u8]) -> Result<Self, ParseError> {
        Ok(Patterns { weights: Arc::new(Weights::read(bytes)?) })
    }

    /// Encodes the weights of every phase, in discs, and the slopes that convert discs to the argument of
    /// [`Patterns::payoff`].
    pub fn bytes(weights: &[Vec<f64>; PHASES], slopes: [f64; PHASES]) -> Vec<u8> {
        Weights::bytes(weights, slopes)
    }

    /// The indices of the weights that are summed for a position of the usual board.
    pub fn addends(board: &Board) -> [usize; Patterns::ADDENDS] {
        let mut numbers = [0; Patterns::ADDENDS];
        let mut count = 0;
        shapes::addends(board, |number| {
            numbers[count] = number;
            count += 1;
        });
        numbers
    }

    /// The phase of a position with `discs` discs.
    pub fn phase(discs: u32) -> usize {
        phase(discs)
    }

    /// The expected payoff for a sum of weights multiplied by its slope.
    pub fn payoff(number: f64) -> f64 {
        tangent(number)
    }

    /// The index of the weight that this weight and its mirror image share.
    pub fn canonical(number: usize) -> usize {
        shapes::canonical(number)
    }

    /// A number for the side to move whose hyperbolic tangent is the expected payoff.
    #[inline]
    fn chance(&self, board: &Board) -> f64 {
        let (sum, phase) = self.sum(board);
        f64::from(sum) * self.weights.slopes[phase]
    }

    /// The sum of the weights of a position, and its phase.
    #[inline]
    fn sum(&self, board: &Board) -> (i32, usize) {
        let phase = phase(board.occupied().count_ones());
        let weights = &self.weights.weights[phase * Patterns::WEIGHTS..][..Patterns::WEIGHTS];
        let mut sum = 0;
        shapes::addends(board, |number| sum += i32::from(weights[number]));
        (sum, phase)
    }
}

/// The disc difference that the patterns expect, for games in which discs are counted: -64 to 64. On boards of other sizes than the
/// usual one it is the difference at present.
#[derive(Clone, Debug, Default)]
pub struct ExpectedDiscs(pub Patterns);

impl Evaluator<Othello> for ExpectedDiscs {
    fn range(&self) -> Range {
        Range::new(-64.0, 64.0)
    }

    fn payoff(&self, game: &Othello, payoff: f64) -> f64 {
        DiscCount.payoff(game, payoff)
    }

    #[inline]
    fn evaluate(&self, game: &Othello, board: &Board) -> f64 {
        let lead =
            if game.size() == 8 { f64::from(self.0.sum(board).0) / DISC } else { f64::from(board.lead()) };
        let lead = lead.clamp(-63.0, 63.0);
        if board.is_white() { -lead } else { lead }
    }

    fn is_symmetric(&self) -> bool {
        true
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
