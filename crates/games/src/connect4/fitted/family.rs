//! The sums of weights after all moves of a position at once.
//!
//! The code of a pattern determines its code after a stone in each of its columns. So a table has a row of eight
//! numbers for every code: for each column the change of the weight by a stone dropped there, and the weight itself.
//! The sum of the rows of all patterns gives the weights of all children. That takes one lookup per pattern; playing
//! the moves takes two for each pattern that each stone touches.
//!
//! A code does not tell whether a stone lands in the pattern or still below it. The heights of the columns do, as a
//! mask for each pattern.

use super::patterns::{Pattern, WIDTH};
use super::weights::PATTERNS;
use crate::connect4::Board;
use crate::connect4::board::Shape;
use crate::connect4::fillings::Fillings;
use tiptree::ParseError;

/// A number for each column, then the weight: two 16-bit numbers per word, the even one in the lower half.
///
/// In this layout compilers add all eight at once, and the sums have 32 bits.
type Row = [i32; WORDS];
const NUMBERS: usize = WIDTH + 1;
const WORDS: usize = NUMBERS / 2;
/// The sums of the rows: of the even numbers, and of the odd ones.
type Sums = [[i32; WORDS]; 2];

/// The number of patterns that are not the mirror image of another; these come first.
const ORIGINALS: usize = 38;

/// The changes of the weights by a stone, for all codes.
#[derive(Debug)]
pub(super) struct Family {
    /// By the player whose stone it is, then by code. The weights are those with the other player to move.
    rows: [Box<[Row; 1 << 16]>; 2],
    /// For each pattern a mask of the numbers of its row that count.
    counting: Fillings<u8, PATTERNS>,
}

/// The patterns in the order that [`Family`] needs: originals first, then mirror images.
pub(super) fn in_order(mut patterns: Vec<Pattern>) -> Vec<Pattern> {
    patterns.sort_by_key(|pattern| pattern.is_image);
    patterns
}

impl Family {
    /// The family of these weights, by code and side to move.
    ///
    /// # Errors
    /// If the change of a weight by a stone does not fit 16 bits.
    pub(super) fn new(
        patterns: &[Pattern],
        shape: &Shape,
        table: &[[i16; 2]; 1 << 16],
    ) -> Result<Self, ParseError> {
        let (originals, images) = patterns.split_at(ORIGINALS);
        assert!(
            originals.iter().all(|pattern| !pattern.is_image) && images.iter().all(|image| image.is_image)
        );
        let mut counting = Fillings::new(shape);
        for (place, pattern) in patterns.iter().enumerate() {
            counting.add(place, 1 << WIDTH);
            for (cell, _) in pattern.steps(shape) {
                let column = cell / shape.stride();
                // An image uses the rows of its original.
                let column = if pattern.is_image { WIDTH - 1 - column } else { column };
                counting.add_of_landing(place, cell, 1 << column);
            }
        }
        let mut rows = [no_rows(), no_rows()];
        for (side, rows) in rows.iter_mut().enumerate() {
            for pattern in originals {
                for code in pattern.codes() {
                    rows[code] = row(pattern, code, side, table)?;
                }
            }
        }
        Ok(Family { rows, counting })
    }

    /// For each column, the sum of the weights after a stone of the side to move there, with the other side to move.
    /// The number of a full column is meaningless.
    #[inline]
    pub(super) fn sums_after(&self, board: &Board, codes: &[u16; PATTERNS]) -> [i32; WIDTH] {
        let counting = self.counting.of(board);
        let rows = &self.rows[board.side()];
        let own = sums(rows, &codes[..ORIGINALS], &counting[..ORIGINALS]);
        let mirrored = sums(rows, &codes[ORIGINALS..], &counting[ORIGINALS..]);
        let number = |sums: &Sums, place: usize| sums[place % 2][place / 2];
        let before = number(&own, WIDTH) + number(&mirrored, WIDTH);
        std::array::from_fn(|column| before + number(&own, column) + number(&mirrored, WIDTH - 1 - column))
    }
}

/// Adds up the rows of these codes, masked to the numbers that count.
// Not inlined: the compiler keeps the sums in two wide registers only if they are returned through memory.
#[inline(never)]
fn sums(rows: &[Row; 1 << 16], codes: &[u16], counting: &[u8]) -> Sums {
    let mut sums = [[0; WORDS]; 2];
    for (&code, &counting) in codes.iter().zip(counting) {
        let (row, mask) = (&rows[usize::from(code)], &MASKS[usize::from(counting)]);
        for word in 0..WORDS {
            let both = row[word] & mask[word];
            sums[0][word] += both << 16 >> 16;
            sums[1][word] += both >> 16;
        }
    }
    sums
}

/// The row of a code for a stone of `side`.
fn row(pattern: &Pattern, code: usize, side: usize, table: &[[i16; 2]; 1 << 16]) -> Result<Row, ParseError> {
    let mut row = [0; WORDS];
    let mut put = |place: usize, number: i16| {
        row[place / 2] |= i32::from(number.cast_unsigned()) << (place % 2 * 16);
    };
    let weight = |code: usize| table[code][side ^ 1];
    put(WIDTH, weight(code));
    for (column, steps) in pattern.steps_at(code) {
        let (before, after) = (weight(code), weight(code + steps[side]));
        let Some(gain) = after.checked_sub(before) else {
            let read = format!("{before} and {after}");
            return Err(ParseError::new("weights", read, "less than 32768 between them, a stone apart"));
        };
        put(column, gain);
    }
    Ok(row)
}

/// By a byte of flags: the mask of all bits of the flagged numbers.
static MASKS: [Row; 256] = masks();

const fn masks() -> [Row; 256] {
    let mut masks = [[0; WORDS]; 256];
    let mut counting = 0;
    while counting < masks.len() {
        let mut place = 0;
        while place < NUMBERS {
            if counting >> place & 1 == 1 {
                masks[counting][place / 2] |= 0xffff << (place % 2 * 16);
            }
            place += 1;
        }
        counting += 1;
    }
    masks
}

/// A table of zeros, of a size that needs no bounds check.
fn no_rows() -> Box<[Row; 1 << 16]> {
    vec![[0; WORDS]; 1 << 16].into_boxed_slice().try_into().expect("the length is the same")
}
