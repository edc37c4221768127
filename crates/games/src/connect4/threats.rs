//! Where a stone would complete four in a row: what sees wins and losses before they are played.

use super::board::{Board, Shape};

/// The cells that complete four of `stones` in some line, full and missing cells among them, on a board whose columns take
/// `stride` bits and of which at least four stand side by side.
///
/// All lines at once: a cell completes a line if the three others are stones, and those can lie on either side of it. The
/// stride is a parameter so that a caller who knows it compiles to shifts by constants.
#[expect(
    clippy::inline_always,
    reason = "the innermost question of solver and searches, a few dozen instructions"
)]
#[inline(always)]
pub(super) fn completing(stones: u64, stride: u32) -> u64 {
    let mut cells = upright(stones);
    for shift in [stride - 1, stride, stride + 1] {
        let above = (stones << shift) & (stones << (2 * shift));
        let below = (stones >> shift) & (stones >> (2 * shift));
        cells |= above & ((stones << (3 * shift)) | (stones >> shift));
        cells |= below & ((stones >> (3 * shift)) | (stones << shift));
    }
    cells
}

/// The cells on top of three of `stones` in a column.
pub(super) fn upright(stones: u64) -> u64 {
    (stones << 1) & (stones << 2) & (stones << 3)
}

/// The first cells of the lines of four that lie in `stones`, which are cells of a board whose columns take `stride` bits;
/// of upright ones only where there is no stride, as on boards of fewer than four columns.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
pub(super) fn fours(stones: u64, stride: Option<u32>) -> u64 {
    let along = |shift: u32| {
        let pairs = stones & (stones >> shift);
        pairs & (pairs >> (2 * shift))
    };
    stride.map_or(0, |stride| along(stride - 1) | along(stride) | along(stride + 1)) | along(1)
}

impl Shape {
    /// The empty cells where a stone would complete four of `stones`, whether it could be played there now or not.
    #[inline]
    pub(super) fn threats(&self, stones: u64, occupied: u64) -> u64 {
        let cells = match self.stride() as u32 {
            _ if self.width < 4 => upright(stones),
            // The usual height, with shifts by constants.
            7 => completing(stones, 7),
            stride => completing(stones, stride),
        };
        cells & self.cells_mask & !occupied
    }

    /// The cells into which a stone can fall.
    #[inline]
    pub(super) fn playable(&self, occupied: u64) -> u64 {
        (occupied + self.bottom) & self.cells_mask
    }
}

/// The moves that deserve a look, as the cells where the stones come to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Replies {
    /// A stone in any of these cells wins.
    Winning(u64),
    /// These do not lose at once; none, where every move does.
    Safe(u64),
}

/// What the side to move can do here, the game not being over.
#[inline]
pub(super) fn replies(shape: &Shape, board: &Board) -> Replies {
    let occupied = board.occupied();
    let playable = shape.playable(occupied);
    let winning = playable & shape.threats(board.mover(), occupied);
    if winning != 0 {
        return Replies::Winning(winning);
    }
    let threats = shape.threats(board.last_mover(), occupied);
    let forced = playable & threats;
    let candidates = match forced {
        0 => playable,
        _ if forced.is_power_of_two() => forced,
        // Two threats cannot be met by one stone.
        _ => 0,
    };
    // A stone under a threat makes it playable.
    Replies::Safe(candidates & !(threats >> 1))
}
