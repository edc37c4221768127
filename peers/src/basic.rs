//! The evaluation of Connect-Four that comes with the crate `minimax`, on bitboards, for both sides of a race.
//!
//! Its example `connect4` calls it `BasicEvaluator`. The values are the same, whatever one may think of them:
//!
//! * A stone in one of the three middle columns counts 1.
//! * A winning cell counts 10 where a stone would fall into it now, and 5 where it lies right above such a cell.
//! * What is taken for a winning cell is more than that, and not the same from left and right: with stones `X` along a line
//!   in ascending bits, the empty cell `.` of `XX.` and of `X.?XX`, besides `.XXX`. Guards hold no stones, but at the `?` a line
//!   may run through one into the next column.
//! * Winning cells are counted from the left, up to the first column that is full.
//!
//! Bits lie as in [`Board`]: seven a column, the lowest cell first, the seventh a guard.

use tiptree::{Evaluator, Leaf, Range, Turn};
use tiptree_games::connect4::{Board, Column, Connect4};

/// The lowest cell of every column.
pub const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// Every cell.
pub const CELLS: u64 = 0x3f * BOTTOM;
/// The cells of the first column.
pub const COLUMN: u64 = 0x3f;
/// The highest cell of every column.
const TOP: u64 = BOTTOM << 5;
/// The bit above every column.
const GUARDS: u64 = BOTTOM << 6;
/// The three middle columns, above 14 other bits.
const CENTRE: u64 = 0x3f << 14 | 0x3f << 21 | 0x3f << 28;
/// The bits of a column with its guard.
const STRIDE: u32 = 7;
/// From a cell to the next along a line: up, falling, across, rising.
const SHIFTS: [u32; 4] = [1, STRIDE - 1, STRIDE, STRIDE + 1];
/// What a winning cell counts above the one that is played next; that one counts twice as much.
const LATER: i32 = 5;
/// Beyond any estimate: 18 stones in the middle and seven columns with both kinds of winning cell make 123.
const WON: i32 = 128;

/// The value of a position that is not over to the player who is to move.
#[inline]
pub fn evaluate(mover: u64, other: u64) -> i32 {
    let occupied = mover | other;
    middle(mover, other) + LATER * sum(Reach::of(occupied).digits(winning(mover), winning(other)))
}

/// The stones of the one in the middle columns less those of the other.
#[inline]
fn middle(mover: u64, other: u64) -> i32 {
    // One count for both: the stones of the one, and the cells that the other does not hold.
    let held = (mover & CENTRE) >> 14 | (!other & CENTRE) << 7;
    held.count_ones().cast_signed() - CENTRE.count_ones().cast_signed()
}

/// The cells that are taken for winning ones of `stones`, full ones and guards among them.
#[inline]
fn winning(stones: u64) -> u64 {
    SHIFTS.into_iter().fold(0, |found, shift| {
        let (below, above) = (stones << shift, stones >> shift);
        let pairs = stones & above;
        found | (pairs >> (2 * shift)) & (below | above) | pairs << (2 * shift)
    })
}

/// The cells whose winning is looked at.
#[derive(Clone, Copy)]
struct Reach {
    /// Those into which a stone would fall.
    now: u64,
    /// Those above.
    later: u64,
}

impl Reach {
    #[inline]
    fn of(occupied: u64) -> Reach {
        let full = occupied & TOP;
        // All bits below the first full column; all there are, where none is.
        let counted = ((full & full.wrapping_neg()) >> 5).wrapping_sub(1);
        let now = (occupied + BOTTOM) & CELLS & counted;
        Reach { now, later: (now << 1) & CELLS }
    }

    /// The winning cells of one player less those of the other, a cell that is played now counting twice: a digit for each
    /// column, from 0 to 6 about its middle.
    #[inline]
    fn digits(self, ours: u64, theirs: u64) -> u64 {
        // A column has one cell of a kind at most: adding all cells to it carries into the guard if the cell is there.
        let now = |cells: u64| ((cells & self.now) + CELLS) & GUARDS;
        let later = |cells: u64| ((cells & self.later) + CELLS) & GUARDS;
        3 * BOTTOM + (now(ours) >> 5) + (later(ours) >> 6) - (now(theirs) >> 5) - (later(theirs) >> 6)
    }
}

/// The digits of all columns, added up by a product, without the middle.
#[inline]
fn sum(digits: u64) -> i32 {
    (digits.wrapping_mul(BOTTOM) >> (6 * STRIDE) & 0x7f) as i32 - 21
}

/// Whether `stones` hold four in a row.
#[inline]
pub fn has_four(stones: u64) -> bool {
    let fours = SHIFTS.into_iter().fold(0, |found, shift| {
        let pairs = stones & (stones >> shift);
        found | pairs & (pairs >> (2 * shift))
    });
    fours != 0
}

/// The cells that complete four of `stones`, full ones and guards among them.
#[inline]
fn completing(stones: u64) -> u64 {
    SHIFTS.into_iter().fold(0, |found, shift| {
        let (below, above) = (stones << shift, stones >> shift);
        let (two_below, two_above) = (below & below << shift, above & above >> shift);
        let beside = two_below & (above | below << (2 * shift)) | two_above & (below | above >> (2 * shift));
        found | beside
    })
}

/// The evaluation as an evaluator of Tiptree, on the usual board of seven columns of six cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct Basic;

/// The stones of the player to move, and of the other.
fn sides(board: &Board) -> (u64, u64) {
    let (black, red) = (board.black(), board.red());
    if board.plies().is_multiple_of(2) { (black, red) } else { (red, black) }
}

impl Evaluator<Connect4> for Basic {
    fn range(&self) -> Range {
        Range::new(f64::from(-WON), f64::from(WON)).with_step(1.0)
    }

    fn evaluate(&self, _game: &Connect4, board: &Board) -> f64 {
        let (mover, other) = sides(board);
        let sign = if board.plies().is_multiple_of(2) { 1 } else { -1 };
        f64::from(sign * evaluate(mover, other))
    }

    /// All children from their parent: who moves wins in the same cells in front of each, and who does not move has the same
    /// winning cells behind each.
    #[inline]
    fn children(&self, _game: &Connect4, board: &Board, moves: &[Column], leaves: &mut Vec<Leaf>) {
        let (mover, other) = sides(board);
        let occupied = board.occupied();
        let playable = (occupied + BOTTOM) & CELLS;
        let wins = playable & completing(mover);
        let (sign, next) = if board.plies().is_multiple_of(2) { (1, Turn::Min) } else { (-1, Turn::Max) };
        let middle = middle(mover, other);
        let is_last = u32::from(board.plies()) + 1 == CELLS.count_ones();
        let replies = winning(other);
        // Every column, open or full, and an eighth: so the loop is done in vectors.
        let mut digits = [0; 8];
        for (digits, column) in digits.iter_mut().zip(0..8) {
            let stone = playable & COLUMN << (STRIDE * column);
            *digits = Reach::of(occupied | stone).digits(winning(mover | stone), replies);
        }
        leaves.extend(moves.iter().map(|&Column(column)| {
            let stone = playable & COLUMN << (STRIDE * u32::from(column));
            if stone & wins != 0 {
                return Leaf { value: f64::from(sign * WON), turn: Turn::Over(f64::from(sign)) };
            }
            if is_last {
                return Leaf { value: 0.0, turn: Turn::Over(0.0) };
            }
            let threats = sum(digits[usize::from(column) % 8]);
            let value = middle + i32::from(stone & CENTRE != 0) + LATER * threats;
            Leaf { value: f64::from(sign * value), turn: next }
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiptree::{Game, Rng};

    /// The same cell by cell, a position being a list of 63 cells of which a guard is full and one beyond the board empty.
    fn plainly(mover: u64, other: u64) -> i32 {
        let holds = |stones: u64, cell: i32| (0..49).contains(&cell) && stones >> cell & 1 == 1;
        let is_empty = |cell: i32| !holds(mover | other, cell) && cell % 7 != 6;
        let is_winning = |stones: u64, cell: i32| {
            [1, 6, 7, 8].into_iter().any(|step| {
                let at = |steps: i32| holds(stones, cell + steps * step);
                is_empty(cell) && ((at(-2) && at(-1)) || (at(2) && at(3) && (at(1) || at(-1))))
            })
        };
        let mut value = 0;
        for (stones, sign) in [(mover, 1), (other, -1)] {
            for column in 0..7 {
                let Some(row) = (0..6).find(|row| is_empty(7 * column + row)) else { break };
                let landing = 7 * column + row;
                value += if is_winning(stones, landing) { 10 * sign } else { 0 };
                value += if is_winning(stones, landing + 1) { 5 * sign } else { 0 };
            }
            value += sign * (14..35).filter(|&cell| holds(stones, cell)).count() as i32;
        }
        value
    }

    /// The positions of random games from the start to the end, the last ones over.
    fn positions(games: u64) -> impl Iterator<Item = Board> {
        let game = Connect4::default();
        (0..games).flat_map(move |seed| {
            let (mut rng, mut board, mut moves) = (Rng::new(seed), game.start(), Vec::new());
            let mut found = vec![board];
            while !game.turn(&board).is_over() {
                moves.clear();
                game.moves(&board, &mut moves);
                game.play(&mut board, moves[rng.below(moves.len())]);
                found.push(board);
            }
            found
        })
    }

    #[test]
    fn bits_say_what_cells_say() {
        for board in positions(2000) {
            let (mover, other) = sides(&board);
            assert_eq!(evaluate(mover, other), plainly(mover, other), "{board:?}");
        }
    }

    #[test]
    fn children_are_the_leaves_behind_the_moves() {
        let game = Connect4::default();
        for board in positions(1000).filter(|board| !game.turn(board).is_over()) {
            let (mut moves, mut leaves) = (Vec::new(), Vec::new());
            game.moves(&board, &mut moves);
            Basic.children(&game, &board, &moves, &mut leaves);
            let expected: Vec<Leaf> = moves.iter().map(|&mv| Basic.leaf_after(&game, &board, mv)).collect();
            assert_eq!(leaves, expected, "{board:?}");
        }
    }
}
