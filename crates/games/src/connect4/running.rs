//! Connect-Four whose states carry the running sum of Rivest's evaluator.
//!
//! A state has, for every line of the board that has room for four (row, column, diagonal), a code in base 3, a digit
//! per cell: empty 0, Black 1, Red 2. On the usual board the lowest row of the position 4453 has, from the left, the
//! code
//!
//! ```text
//!      .  .  O  X  X  .  .        0·1 + 0·3 + 2·9 + 1·27 + 1·81 + 0·243 + 0·729 = 126
//! ```
//!
//! A table gives the score of every code, wins included. A stone touches at most four lines, and it changes the sum by
//! the difference of their scores before and after. Hence all children of a state can be evaluated without playing any.
//! Lines of the same length share their part of the table.

use super::board::{DIRECTIONS, Shape};
use super::codes::{Change, Codes};
use super::family::{Avx512, LANES};
use super::incremental::{Carried, Incremental, Sums};
use super::rivest::{self, SEGMENT_SCORES, finished, turned, value};
use super::{Board, Column, Connect4, turn_without_four};
use std::hint::select_unpredictable;
use tiptree::{BestLeaf, Leaf, ParseError, Turn};

/// The longest line whose codes fit a table of 65536 scores together with those of the shorter lines of the same board.
const LONGEST: usize = 10;
/// More than the number of lines of any board that fits 64 bits and has no line longer than ten: `3 (width + height) -
/// 14`, which is at most 31.
const LINES: usize = 32;
/// The score of a line with four in a row: more than all other segments together.
const WON: i32 = 1 << 14;

/// The rules of Connect-Four with the running sum of Rivest's evaluator.
pub type Running = Incremental<Lines>;

/// A position with the sum of the scores of its segments.
pub type Summed = Carried<Scored>;

/// The sum of the scores of all segments, and the codes of all lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// Far beyond the scores of all segments where the game is won.
    sum: i32,
    lines: [u16; LINES],
}

impl Summed {
    /// The scores of all segments; far beyond their sum where the game is won.
    pub(super) fn sum(&self) -> i32 {
        self.carried().sum
    }
}

/// The lines of a board and the scores of their codes.
#[derive(Debug)]
pub struct Lines {
    codes: Codes<4, LINES>,
    scores: Box<[i16; 1 << 16]>,
    avx512: Option<Avx512>,
}

impl Running {
    /// The same rules with running sums.
    ///
    /// # Errors
    /// If the board has a line of more than ten cells.
    pub fn new(game: Connect4) -> Result<Self, ParseError> {
        let Shape { width, height, .. } = game.shape;
        if usize::from(width.max(height)) > LONGEST {
            let expected = format!("at most {LONGEST} columns and {LONGEST} rows for running sums");
            return Err(ParseError::new("board", format!("{width}x{height}"), expected));
        }
        let lines = Lines::new(&game.shape);
        Ok(Incremental::carrying(game, lines))
    }
}

impl Lines {
    fn new(shape: &Shape) -> Self {
        let mut scores: Box<[i16; 1 << 16]> =
            vec![0; 1 << 16].into_boxed_slice().try_into().expect("the length is the same");
        let mut codes = Codes::new(shape);
        // The code 0 stands for no line and scores nothing.
        let mut free_code = 1;
        let mut starts_by_length = [None; LONGEST + 1];
        for direction in DIRECTIONS {
            for first in shape.places().filter(|&place| shape.further(place, direction, -1).is_none()) {
                let cells: Vec<_> = (0..).map_while(|steps| shape.further(first, direction, steps)).collect();
                if cells.len() < 4 {
                    continue;
                }
                let start = *starts_by_length[cells.len()].get_or_insert_with(|| {
                    let of_length = line_scores(cells.len());
                    let start = free_code;
                    free_code += of_length.len();
                    scores[start..free_code].copy_from_slice(&of_length);
                    start
                });
                let steps = cells.iter().zip(0..).map(|(&(column, row), place)| {
                    let step = 3u16.pow(place);
                    (shape.bit(column, row).trailing_zeros() as usize, [step, 2 * step])
                });
                codes.add(start as u16, steps);
            }
        }
        // The instructions are used on the usual board only.
        let avx512 = Avx512::detected().filter(|_| (shape.width, shape.height) == (7, 6));
        Lines { codes, scores, avx512 }
    }

    /// The same, without instructions that not every machine has.
    #[cfg(test)]
    fn portable(shape: &Shape) -> Self {
        Lines { avx512: None, ..Lines::new(shape) }
    }

    #[inline]
    fn score(&self, code: u16) -> i32 {
        i32::from(self.scores[usize::from(code)])
    }

    /// Pushes the leaf after each of `moves`, without playing them.
    #[inline]
    pub(super) fn leaves(&self, board: &Board, scored: &Scored, moves: &[Column], leaves: &mut Vec<Leaf>) {
        let shape = self.codes.shape();
        let leaf = leaf_after(shape, board);
        leaves.extend(moves.iter().map(|&column| {
            let gain = self.gain(&scored.lines, shape.cell(board, column), board.side());
            leaf(gain.abs() >= WON / 2, scored.sum + gain)
        }));
    }

    /// The same by vector instructions, on the usual board.
    #[inline]
    fn leaves_by(&self, avx512: Avx512, board: &Board, moves: &[Column], leaves: &mut Vec<Leaf>) {
        let values = avx512.values(board.mover(), board.last_mover());
        let turn = turn_without_four(self.codes.shape(), board.plies() + 1);
        leaves.extend(moves.iter().map(|&column| leaf(value_of(&values, column), turn, board.side())));
    }

    /// The best leaf by vector instructions, on the usual board.
    #[inline]
    fn best_by(&self, avx512: Avx512, board: &Board, moves: &[Column]) -> BestLeaf {
        let values = avx512.values(board.mover(), board.last_mover());
        let turn = turn_without_four(self.codes.shape(), board.plies() + 1);
        let (mut place, mut best) = (0, 0);
        for (number, &column) in moves.iter().enumerate() {
            let own = value_of(&values, column);
            let is_better = own > best;
            place = select_unpredictable(is_better, number, place);
            best = select_unpredictable(is_better, own, best);
        }
        let over = if turn.is_over() {
            moves.len()
        } else if best == rivest::WON {
            moves.iter().filter(|&&column| value_of(&values, column) == rivest::WON).count()
        } else {
            0
        };
        BestLeaf { place, leaf: leaf(best, turn, board.side()), over }
    }

    /// The change of the sum by a stone.
    #[inline]
    fn gain(&self, lines: &[u16; LINES], cell: usize, side: usize) -> i32 {
        let changes = self.codes.changes(lines, cell, side);
        changes.map(|Change { before, after, .. }| self.score(after) - self.score(before)).sum()
    }
}

impl Sums for Lines {
    type Carried = Scored;

    #[inline]
    fn of(&self, board: &Board) -> Scored {
        let lines = self.codes.of(board);
        Scored { sum: lines.iter().map(|&code| self.score(code)).sum(), lines }
    }

    #[inline]
    fn with_stone(&self, carried: &Scored, cell: usize, side: usize) -> Scored {
        let mut next = *carried;
        self.codes.changes(&carried.lines, cell, side).for_each(|Change { pattern, before, after }| {
            next.sum += self.score(after) - self.score(before);
            next.lines[pattern] = after;
        });
        next
    }

    #[inline]
    fn won(&self, carried: &Scored, _board: &Board) -> Option<f64> {
        match carried.sum {
            sum if sum >= WON / 2 => Some(1.0),
            sum if sum <= -WON / 2 => Some(-1.0),
            _ => None,
        }
    }

    #[inline]
    fn value(&self, board: &Board) -> f64 {
        value(self.of(board).sum, board.side())
    }

    #[inline]
    fn family(&self, board: &Board, moves: &[Column], leaves: &mut Vec<Leaf>) {
        match self.avx512 {
            Some(avx512) => self.leaves_by(avx512, board, moves, leaves),
            None => self.leaves(board, &self.of(board), moves, leaves),
        }
    }

    #[inline]
    fn best(&self, board: &Board, moves: &[Column], room: &mut Vec<Leaf>) -> BestLeaf {
        if let Some(avx512) = self.avx512 {
            return self.best_by(avx512, board, moves);
        }
        room.clear();
        self.family(board, moves, room);
        BestLeaf::among(room, board.side() == 0)
    }
}

/// The value of a column, of which there are at most as many as lanes.
#[inline]
fn value_of(values: &[i64; LANES], column: Column) -> i64 {
    values[usize::from(column.0) % LANES]
}

/// The leaf after a move of `side` that is worth `own` to that player, if the game is not over by a full board at `turn`.
#[inline]
fn leaf(own: i64, turn: Turn, side: usize) -> Leaf {
    if own == rivest::WON {
        let payoff = if side == 0 { 1.0 } else { -1.0 };
        Leaf { value: finished(payoff), turn: Turn::Over(payoff) }
    } else if let Turn::Over(payoff) = turn {
        Leaf { value: finished(payoff), turn }
    } else {
        Leaf { value: turned(own, side) as f64, turn }
    }
}

/// The leaf after a move on `board`, given whether the move makes a four and the scores of all segments after it.
#[inline]
fn leaf_after(shape: &Shape, board: &Board) -> impl Fn(bool, i32) -> Leaf {
    let side = board.side();
    let turn = turn_without_four(shape, board.plies() + 1);
    let won = if side == 0 { 1.0 } else { -1.0 };
    move |is_four, sum| match turn {
        _ if is_four => Leaf { value: finished(won), turn: Turn::Over(won) },
        Turn::Over(payoff) => Leaf { value: finished(payoff), turn },
        _ => Leaf { value: value(sum, side ^ 1), turn },
    }
}

/// The score of every code of a line of `length` cells.
fn line_scores(length: usize) -> Vec<i16> {
    let score = |code: usize| {
        let cells: Vec<usize> = (0..length).map(|place| code / 3usize.pow(place as u32) % 3).collect();
        let mut sum = 0;
        for segment in cells.windows(4) {
            let stones = |player| segment.iter().filter(|&&cell| cell == player).count();
            match (stones(1), stones(2)) {
                (4, _) => return WON as i16,
                (_, 4) => return -(WON as i16),
                (black, 0) => sum += SEGMENT_SCORES[black],
                (0, red) => sum -= SEGMENT_SCORES[red],
                _ => {}
            }
        }
        sum as i16
    };
    (0..3usize.pow(length as u32)).map(score).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiptree::{Game, Rng};

    /// Families of random games on boards of several sizes, by vector instructions and by codes.
    #[test]
    fn families_have_the_same_leaves_by_both_ways() {
        let mut rng = Rng::new(7);
        for (width, height) in [(7, 6), (5, 4), (9, 6)] {
            let game = Connect4::new(width, height).unwrap();
            let (lines, portable) = (Lines::new(&game.shape), Lines::portable(&game.shape));
            for _ in 0..100 {
                let (mut board, mut moves) = (game.start(), Vec::new());
                while !game.turn(&board).is_over() {
                    moves.clear();
                    game.moves(&board, &mut moves);
                    let [mut leaves, mut expected] = [Vec::new(), Vec::new()];
                    lines.family(&board, &moves, &mut leaves);
                    portable.family(&board, &moves, &mut expected);
                    assert_eq!(leaves, expected);
                    let best = BestLeaf::among(&expected, board.side() == 0);
                    assert_eq!(lines.best(&board, &moves, &mut leaves), best);
                    assert_eq!(portable.best(&board, &moves, &mut leaves), best);
                    game.play(&mut board, moves[rng.below(moves.len())]);
                }
            }
        }
    }
}
