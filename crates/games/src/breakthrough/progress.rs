//! An evaluator without fitted weights: material, advance, threats, free pieces.

use super::{Board, Breakthrough};
use crate::logistic::{self, SCALE};
use tiptree::{Evaluator, Range};

/// The weights, set by hand, in 2^-11 nats of the log-odds of a win.
const PIECE: i32 = 900;
/// For every row that a piece has left behind.
const ROW: i32 = 130;
/// For a piece that is attacked and not defended.
const HANGING: i32 = 700;
/// For a piece beside or behind which a piece protects it.
const DEFENDED: i32 = 120;
/// For the foremost free piece, for every row that it has left behind.
const FREE: i32 = 600;
/// For the turn.
const TURN: i32 = 250;

/// Material, advance, threats and free pieces: 1 + 1022 times the probability that Max wins, as whole numbers. For boards of any
/// size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress;

impl Evaluator<Breakthrough> for Progress {
    fn range(&self) -> Range {
        SCALE
    }

    #[inline]
    fn evaluate(&self, game: &Breakthrough, board: &Board) -> f64 {
        logistic::value_for(lead(game, board), board.is_black)
    }

    fn temperature(&self) -> Option<f64> {
        Some(logistic::PRIOR_TEMPERATURE)
    }

    fn is_chance(&self) -> bool {
        true
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// The log-odds of a win of the player to move.
#[inline]
fn lead(game: &Breakthrough, board: &Board) -> i32 {
    let Board { mover, waiting, .. } = *board;
    let shape = &game.shape;
    let flipped = [shape.flipped(waiting), shape.flipped(mover)];
    let [up, down] = [shape.attacks(mover), shape.attacks_down(waiting)];
    let count = |squares: u64| squares.count_ones().cast_signed();
    let hanging = |pieces: u64, attacked: u64, defended: u64| count(pieces & attacked & !defended);
    let [free, others_free] = game.free(board);
    let foremost = |free: u64| if free == 0 { 0 } else { 1 + free.ilog2().cast_signed() / 8 };
    PIECE * (count(mover) - count(waiting))
        + ROW * (rows(mover) - rows(flipped[0]))
        + HANGING * (hanging(waiting, up, down) - hanging(mover, down, up)) / 2
        + DEFENDED * (count(mover & up) - count(waiting & down))
        + FREE * (foremost(free) - foremost(shape.flipped(others_free)))
        + TURN
}

/// The rows that all pieces together have left behind.
#[inline]
fn rows(pieces: u64) -> i32 {
    // The rows are numbered in binary: the squares whose row has each digit.
    const DIGITS: [u64; 3] = [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];
    DIGITS.iter().zip(0..).map(|(digit, place)| (pieces & digit).count_ones().cast_signed() << place).sum()
}
