//! Stable discs: discs that can never be flipped again.
//!
//! A disc is safe along a line if the line is full, ends beside it, or continues with a stable disc of the same colour.
//! A disc that is safe along all four of its lines is stable. There are stable discs that this test does not find.

use super::discs::squares;

/// The directions of the lines through a square, as shifts towards higher bits, with the squares from which such a
/// shift stays on the board.
const SHIFTS: [(u32, u64); 4] = [(1, !COLUMN_H), (7, !COLUMN_A), (8, u64::MAX), (9, !COLUMN_H)];
const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;

/// The constant data for stability: the squares of a board, and where its lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    squares: u64,
    /// For each direction, the squares at an end of their line.
    ends: [u64; 4],
}

impl Lines {
    pub(super) fn new(size: usize) -> Self {
        let squares = squares(size);
        let ends = |(shift, stays): (u32, u64)| {
            let before = (squares & stays) << shift;
            let behind = (squares >> shift) & stays;
            squares & !(before & behind)
        };
        Lines { squares, ends: SHIFTS.map(ends) }
    }

    /// The stable discs among `own`, where `occupied` holds the discs of both players.
    pub(super) fn stable(&self, own: u64, occupied: u64) -> u64 {
        let mut safe = [0; 4];
        for ((safe, &ends), (shift, stays)) in safe.iter_mut().zip(&self.ends).zip(SHIFTS) {
            *safe = ends | !spread(self.squares & !occupied, shift, stays);
        }
        let mut stable = own & safe[0] & safe[1] & safe[2] & safe[3];
        loop {
            let mut next = own;
            for (&safe, (shift, stays)) in safe.iter().zip(SHIFTS) {
                next &= safe | (stable & stays) << shift | (stable >> shift) & stays;
            }
            if next == stable {
                return stable;
            }
            stable = next;
        }
    }
}

/// Every square of each line that contains one of `squares`.
fn spread(squares: u64, shift: u32, stays: u64) -> u64 {
    let (mut up, mut down) = (squares, squares);
    let (mut open_up, mut open_down) = (stays << shift, stays);
    for steps in [shift, 2 * shift, 4 * shift] {
        up |= open_up & (up << steps);
        down |= open_down & (down >> steps);
        open_up &= open_up << steps;
        open_down &= open_down >> steps;
    }
    up | down
}
