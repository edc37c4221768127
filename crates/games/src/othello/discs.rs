//! Discs as bits: where one may be placed, and what it flips.
//!
//! A square is the bit `8 * row + column`; `a1` at the upper left is bit 0. Boards smaller than 8 by 8 take the upper
//! left corner of the same 64 bits, so the same code serves all sizes: squares outside are never occupied, and a line
//! that leaves a small board ends there as at an empty square.
//!
//! ```text
//!        a  b  c  d  e  f  g  h
//!     1  0  1  2  3  4  5  6  7         east        shift 1
//!     2  8  9 10 11 12 13 14 15         south-west  shift 7
//!     3 16 17 18 19 20 21 22 23         south       shift 8
//!     4 24 …                            south-east  shift 9
//! ```

/// The squares not on the left or right edge. Discs on those edges are never flipped along a row or a diagonal, and a
/// shift from an inner square never wraps into a wrong row.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
/// The shifts of the four directions towards higher bits, and the squares that flipped lines along them can contain.
const LINES: [(u32, u64); 4] = [(1, INNER), (7, INNER), (8, u64::MAX), (9, INNER)];

/// The squares of a board with `size` rows.
pub(super) const fn squares(size: usize) -> u64 {
    let row = (1 << size) - 1;
    let mut squares = 0;
    let mut number = 0;
    while number < size {
        squares |= row << (8 * number);
        number += 1;
    }
    squares
}

/// The lead of `own` over `other` when the game is over: the difference in discs, with the empty squares counted for the winner.
#[inline]
pub(super) fn final_lead(own: u64, other: u64, squares: u64) -> i32 {
    let count = |squares: u64| squares.count_ones().cast_signed();
    let lead = count(own) - count(other);
    lead + lead.signum() * count(squares & !(own | other))
}

/// The empty squares of the board where `mover` may place a disc: each ends a line of discs of `waiting` that begins
/// beside a disc of `mover`.
///
/// The lines of each direction grow by doubling (Kogge and Stone 1973): by one, by one more, and twice by two.
#[inline]
pub(super) fn placements(mover: u64, waiting: u64, squares: u64) -> u64 {
    let mut ends = 0;
    for (shift, inner) in LINES {
        let through = waiting & inner;
        let mut up = through & (mover << shift);
        let mut down = through & (mover >> shift);
        up |= through & (up << shift);
        down |= through & (down >> shift);
        let (twice_up, twice_down) = (through & (through << shift), through & (through >> shift));
        up |= twice_up & (up << (2 * shift));
        down |= twice_down & (down >> (2 * shift));
        up |= twice_up & (up << (2 * shift));
        down |= twice_down & (down >> (2 * shift));
        ends |= (up << shift) | (down >> shift);
    }
    ends & squares & !(mover | waiting)
}

/// The squares in the eight directions from each square: those towards higher bits first.
const RAYS: [[u64; 8]; 64] = rays();

const fn rays() -> [[u64; 8]; 64] {
    const STEPS: [(isize, isize); 8] = [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];
    let mut rays = [[0; 8]; 64];
    let mut square = 0usize;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (down, right) = STEPS[direction];
            let (mut row, mut column) = (square.cast_signed() / 8 + down, square.cast_signed() % 8 + right);
            while 0 <= row && row < 8 && 0 <= column && column < 8 {
                rays[square][direction] |= 1 << (8 * row + column);
                row += down;
                column += right;
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}

/// The discs of `waiting` that a disc of `mover` on `square` flips; none if it may not be placed there.
///
/// Towards higher bits, a carry runs through the discs of `waiting` to the first other square of the ray. Towards lower
/// bits, that square is the highest bit left.
#[inline]
pub(super) fn flips(square: usize, mover: u64, waiting: u64) -> u64 {
    let rays = &RAYS[square % 64];
    let mut flips = 0;
    for ray in &rays[..4] {
        let end = (waiting | !ray).wrapping_add(1) & ray & mover;
        flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in &rays[4..] {
        // Bit 0 stands in if nothing else ends the line; the mask below drops it unless it is the mover's disc on this
        // ray.
        let other = (ray & !waiting) | 1;
        let end = 1 << other.ilog2();
        // All bits above the end, if it is the mover's and on the ray.
        let above = (end & ray & mover).wrapping_mul(2).wrapping_neg();
        flips |= above & ray;
    }
    flips
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiptree::Rng;

    /// The flips of a disc, found square by square.
    fn walked(square: usize, mover: u64, waiting: u64) -> u64 {
        let mut flips = 0;
        for (down, right) in [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)] {
            let mut line = 0;
            let (mut row, mut column) = (square.cast_signed() / 8 + down, square.cast_signed() % 8 + right);
            while (0..8).contains(&row) && (0..8).contains(&column) {
                let bit = 1 << (8 * row + column);
                if mover & bit != 0 {
                    flips |= line;
                }
                if waiting & bit == 0 {
                    break;
                }
                line |= bit;
                (row, column) = (row + down, column + right);
            }
        }
        flips
    }

    #[test]
    fn flips_and_placements_are_those_found_square_by_square() {
        let mut rng = Rng::new(1);
        for number in 0..20_000 {
            let size = [4, 6, 8][number % 3];
            let filled = rng.bits([0.2, 0.5, 0.8, 0.95][number % 4]) & squares(size);
            let mover = rng.bits(0.5) & filled;
            let waiting = filled ^ mover;
            let mut expected = 0;
            for square in (0..64).filter(|square| squares(size) & !filled & 1 << square != 0) {
                let flipped = walked(square, mover, waiting);
                assert_eq!(flips(square, mover, waiting), flipped, "{square} {mover:#x} {waiting:#x}");
                expected |= u64::from(flipped != 0) << square;
            }
            assert_eq!(placements(mover, waiting, squares(size)), expected, "{mover:#x} {waiting:#x}");
        }
    }
}
