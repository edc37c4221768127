//! The static evaluator of Rivest 1987, section 5.2.
//!
//! A segment is four cells in a line. One with stones of both players, or of none, scores nothing; otherwise one, two
//! and three stones score 1, 10 and 50, negative for Red. The value of a position is 512, plus 16 for Black or minus 16
//! for Red to move, plus the scores of all segments, clamped to 2 to 1022. A win for Black is 1023, a win for Red is 1.
//! A tie, of which the paper says nothing, is worth the neutral 512. The priors are not in the paper.

use super::board::{Board, Segments};
use super::{Column, Connect4, Running, Summed};
use tiptree::{Evaluator, Leaf, Range};

/// The score of a segment by the number of stones, all of one player. A fourth stone ends the game.
pub(super) const SEGMENT_SCORES: [i32; 4] = [0, 1, 10, 50];
/// The neutral value.
pub(super) const NEUTRAL: i32 = 512;
/// The bonus for the side to move.
pub(super) const MOVE_BONUS: i32 = 16;
/// The least and the greatest value of a game that is not over.
pub(super) const UNDECIDED: (i32, i32) = (2, 1022);
/// The value of a game won, in the view of the winner.
pub(super) const WON: i64 = 1023;
/// The difference of values that makes a move e times as likely: that of one segment of three stones.
pub(super) const PRIOR_TEMPERATURE: f64 = 50.0;

/// Rivest's static evaluator of Connect-Four: whole numbers from 1 to 1023.
///
/// On [`Connect4`] it computes the scores of all segments from the position; on [`Running`] it reads the sum kept in
/// the state. The values are the same. Its priors are a softmax of the static values after the moves, at a temperature
/// of 50 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rivest;

impl Rivest {
    pub(super) fn scale() -> Range {
        Range::new(1.0, 1023.0).with_step(1.0)
    }
}

/// The value of a game that is not over, by the sum of its segments and the player to move, 0 or 1.
#[inline]
pub(super) fn value(sum: i32, side: usize) -> f64 {
    let bonus = if side == 0 { MOVE_BONUS } else { -MOVE_BONUS };
    f64::from((NEUTRAL + bonus + sum).clamp(UNDECIDED.0, UNDECIDED.1))
}

/// The value in Max's view of what is worth `own` to a player, 0 or 1, or the reverse.
#[inline]
pub(super) fn turned(own: i64, side: usize) -> i64 {
    if side == 0 { own } else { i64::from(2 * NEUTRAL) - own }
}

/// The value of a finished game by its payoff.
pub(super) fn finished(payoff: f64) -> f64 {
    Range::new(-1.0, 1.0).map(payoff, Rivest::scale())
}

impl Evaluator<Connect4> for Rivest {
    fn range(&self) -> Range {
        Rivest::scale()
    }

    fn evaluate(&self, game: &Connect4, board: &Board) -> f64 {
        let sum = game.shape.segments.iter().map(|&segments| score(segments, board)).sum();
        value(sum, board.side())
    }

    fn temperature(&self) -> Option<f64> {
        Some(PRIOR_TEMPERATURE)
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

impl Evaluator<Running> for Rivest {
    fn range(&self) -> Range {
        Rivest::scale()
    }

    #[inline]
    fn evaluate(&self, _game: &Running, state: &Summed) -> f64 {
        value(state.sum(), state.board().side())
    }

    #[inline]
    fn children(&self, game: &Running, state: &Summed, moves: &[Column], leaves: &mut Vec<Leaf>) {
        game.sums().leaves(state.board(), state.carried(), moves, leaves);
    }

    fn temperature(&self) -> Option<f64> {
        Some(PRIOR_TEMPERATURE)
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// The scores of the segments of one direction, summed.
fn score(segments: Segments, board: &Board) -> i32 {
    let Segments { shift, starts } = segments;
    let along = |stones: u64| [0, 1, 2, 3].map(|steps| stones >> (steps * shift));
    let (black, red) = (along(board.black()), along(board.red()));
    let without = |cells: [u64; 4]| starts & !(cells[0] | cells[1] | cells[2] | cells[3]);
    score_of_one(black, without(red)) - score_of_one(red, without(black))
}

/// The scores of one player in the segments that begin at `starts`, in which the opponent has no stone.
fn score_of_one(stones: [u64; 4], starts: u64) -> i32 {
    let [_, one, two, three] = SEGMENT_SCORES;
    let [ones, twos, threes] = segments_by_stones(stones, starts).map(|bits| bits.count_ones().cast_signed());
    one * ones + two * twos + three * threes
}

/// The segments among those that begin at `starts` with one, two and three stones in the four cells.
#[expect(
    clippy::inline_always,
    reason = "it is compiled for the instructions of the function that it is inlined into"
)]
#[inline(always)]
pub(super) fn segments_by_stones([a, b, c, d]: [u64; 4], starts: u64) -> [u64; 3] {
    // Adds the four cells of every segment at once: `odd` is the lower digit of the sum, `pair` the upper one.
    let (low, high) = (a ^ b, c ^ d);
    let odd = low ^ high;
    let pair = (a & b) ^ (c & d) ^ (low & high);
    [odd & !pair & starts, !odd & pair & starts, odd & pair & starts]
}
