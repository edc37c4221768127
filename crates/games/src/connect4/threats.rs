//! The cells where a stone would complete four in a row, to see wins and losses before they are played.

/// The cells that complete four of `stones` in some line, on a board of `width` columns of `stride` bits each. Occupied
/// cells and bits outside the board may be among them.
///
/// Tests all lines at once: a cell completes a line if the three others are stones, and those can lie on either side of
/// it. The size is a parameter so that the shifts become constants for a caller that knows it.
#[expect(
    clippy::inline_always,
    reason = "the innermost question of solver and searches, a few dozen instructions"
)]
#[inline(always)]
pub(super) fn completing(stones: u64, width: u32, stride: u32) -> u64 {
    let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
    // With fewer columns only vertical lines exist, and the shifts might not fit.
    if width >= 4 {
        for shift in [stride - 1, stride, stride + 1] {
            let above = (stones << shift) & (stones << (2 * shift));
            let below = (stones >> shift) & (stones >> (2 * shift));
            cells |= above & ((stones << (3 * shift)) | (stones >> shift));
            cells |= below & ((stones >> (3 * shift)) | (stones << shift));
        }
    }
    cells
}

/// The first cells of the lines of four that lie in `stones`, on a board as in [`completing`].
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
pub(super) fn fours(stones: u64, width: u32, stride: u32) -> u64 {
    let along = |shift: u32| {
        let pairs = stones & (stones >> shift);
        pairs & (pairs >> (2 * shift))
    };
    let upright = along(1);
    if width < 4 { upright } else { upright | along(stride - 1) | along(stride) | along(stride + 1) }
}

/// The playable cells where a stone does not lose at once, given that the opponent would complete four in `threats` and
/// the mover cannot win.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
pub(super) fn safe(playable: u64, threats: u64) -> u64 {
    let forced = playable & threats;
    let candidates = if forced == 0 { playable } else { forced };
    // One stone cannot block two threats, and a stone under a threat makes it playable.
    let is_met = forced & forced.wrapping_sub(1) == 0;
    if is_met { candidates & !(threats >> 1) } else { 0 }
}
