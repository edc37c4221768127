//! The features of a position: the indices of the weights that the evaluator sums.
//!
//! A shape is a row, a diagonal or a corner, and its index encodes the contents of its squares in base 3: 0 empty, 1 a
//! disc of the side to move, 2 a disc of the opponent. Shapes that the symmetries of the board map to each other share
//! their weights, and so do a shape and its own mirror image. The counts of moves, of empty squares beside discs and of
//! empty squares are further features with their own weights.

use super::super::Board;
use super::super::discs::placements;

/// The number of weights that are summed for a position.
pub(super) const ADDENDS: usize = 4 * (1 + 3) + 4 + 2 * 9 + 5;

/// The number of squares of every kind of shape: the edge with the two X-squares, the next three rows, the corner of
/// nine squares, and the diagonals.
const SHAPES: [usize; 10] = [10, 8, 8, 8, 9, 8, 7, 6, 5, 4];
/// The index of the corner. It is mirrored by transposing it, all other kinds by reversing them.
const CORNER: usize = 4;
/// The number of counts, each from 0 to 63.
const COUNTS: usize = 5;

/// The index of the first weight of every kind.
const OFFSETS: [usize; SHAPES.len() + COUNTS + 1] = offsets();

/// The number of weights of a phase.
pub(super) const WEIGHTS: usize = OFFSETS[SHAPES.len() + COUNTS];

const fn offsets() -> [usize; SHAPES.len() + COUNTS + 1] {
    let mut offsets = [0; SHAPES.len() + COUNTS + 1];
    let mut kind = 0;
    while kind < SHAPES.len() + COUNTS {
        let weights = if kind < SHAPES.len() { 3usize.pow(SHAPES[kind] as u32) } else { 64 };
        offsets[kind + 1] = offsets[kind] + weights;
        kind += 1;
    }
    offsets
}

/// For ten bits, the number in base 3 with the same digits.
const TERNARY: [u16; 1024] = ternary();

const fn ternary() -> [u16; 1024] {
    let mut numbers = [0; 1024];
    let mut bits = 1;
    while bits < 1024 {
        numbers[bits] = 3 * numbers[bits >> 1] + (bits & 1) as u16;
        bits += 1;
    }
    numbers
}

/// The falling diagonals, from the one four above the longest to the one four below: their squares, and the distance of
/// the first from the left edge.
const DIAGONALS: [(u64, u32); 9] = diagonals();

const fn diagonals() -> [(u64, u32); 9] {
    let mut diagonals = [(0, 0); 9];
    let mut square = 0;
    while square < 64 {
        let number = 4 + square / 8 - square % 8;
        if 0 <= number && number <= 8 {
            let (squares, _) = diagonals[number as usize];
            diagonals[number as usize] =
                (squares | 1 << square, if number < 4 { 4 - number as u32 } else { 0 });
        }
        square += 1;
    }
    diagonals
}

/// The board with rows and columns exchanged, by swaps of ever larger blocks (Warren 2012, section 7-3).
fn transposed(board: u64) -> u64 {
    let swap = |board: u64, mask: u64, shift: u32| {
        let differing = (board ^ (board >> shift)) & mask;
        board ^ differing ^ differing << shift
    };
    let board = swap(board, 0x00aa_00aa_00aa_00aa, 7);
    let board = swap(board, 0x0000_cccc_0000_cccc, 14);
    swap(board, 0x0000_0000_f0f0_f0f0, 28)
}

/// The board seen from its upper, lower, left and right edge, so that each edge is the first row of one view.
fn sides(board: u64) -> [u64; 4] {
    let turned = transposed(board);
    [board, board.swap_bytes(), turned, turned.swap_bytes()]
}

/// The first row with the second and the seventh square of the second row.
#[inline]
fn edge(board: u64) -> u64 {
    board & 0xff | board >> 1 & 0x100 | board >> 5 & 0x200
}

/// The nine squares at the upper left.
#[inline]
fn corner(board: u64) -> u64 {
    board & 7 | board >> 5 & 0o70 | board >> 10 & 0o700
}

/// The empty squares adjacent to discs.
#[inline]
fn beside(discs: u64, empty: u64) -> u64 {
    const COLUMN_A: u64 = 0x0101_0101_0101_0101;
    let row = discs | (discs & !COLUMN_A) >> 1 | (discs & !(COLUMN_A << 7)) << 1;
    (row | row << 8 | row >> 8) & empty
}

/// Calls `add` with the indices of all weights of a position on the usual board.
#[inline]
pub(super) fn addends(board: &Board, mut add: impl FnMut(usize)) {
    let (mover, waiting) = (board.mover(), board.waiting());
    let mut shape = |kind: usize, own: u64, other: u64| {
        let number = TERNARY[own as usize & 1023] + 2 * TERNARY[other as usize & 1023];
        add(OFFSETS[kind] + usize::from(number));
    };
    let (own, other) = (sides(mover), sides(waiting));
    for (own, other) in own.into_iter().zip(other) {
        shape(0, edge(own), edge(other));
        for row in 1..4 {
            shape(row, own >> (8 * row) & 0xff, other >> (8 * row) & 0xff);
        }
    }
    // The view from the right edge has the upper right corner first, transposed. The lower right corner is rotated
    // separately.
    for side in [0, 1, 3] {
        shape(CORNER, corner(own[side]), corner(other[side]));
    }
    shape(CORNER, corner(mover.reverse_bits()), corner(waiting.reverse_bits()));
    for side in [0, 1] {
        for (number, (squares, first)) in DIAGONALS.into_iter().enumerate() {
            // A diagonal has at most one bit per column, so the highest byte of the product gathers all rows.
            let gathered = |board: u64| (board & squares).wrapping_mul(0x0101_0101_0101_0101) >> 56 >> first;
            shape(CORNER + 1 + number.abs_diff(4), gathered(own[side]), gathered(other[side]));
        }
    }
    let empty = !(mover | waiting);
    let counts = [
        board.placements(),
        placements(waiting, mover, u64::MAX),
        beside(waiting, empty),
        beside(mover, empty),
        empty,
    ];
    for (count, kind) in counts.into_iter().zip(SHAPES.len()..) {
        add(OFFSETS[kind] + (count.count_ones() as usize).min(63));
    }
}

/// The index of the weight that this weight and its mirror image share.
pub(super) fn canonical(number: usize) -> usize {
    let kind = OFFSETS[1..].iter().take_while(|&&end| end <= number).count();
    let Some(&squares) = SHAPES.get(kind) else { return number };
    let (offset, mut rest) = (OFFSETS[kind], number - OFFSETS[kind]);
    let mut image = 0;
    for place in 0..squares {
        let target = match kind {
            CORNER => 3 * (place % 3) + place / 3,
            // The row is reversed, and so are the two squares of the second row.
            0 if place >= 8 => 17 - place,
            0 => 7 - place,
            _ => squares - 1 - place,
        };
        image += rest % 3 * 3usize.pow(target as u32);
        rest /= 3;
    }
    number.min(offset + image)
}
