//! Bounds without search: who gets which cells if one player answers every stone in its own column.
//!
//! The *follower* is the player who has the last cell of the board; the *leader* is the other. As soon as it is the
//! leader's turn with an even number of cells empty in every column, the follower can put a stone upon each of the
//! leader's, and so gets the highest cell of each column and every second one below it, [`upper`](super::grid::Masks).
//! Columns with an odd number come in pairs: a stone in one is answered in the other, after which both are even. So the
//! leader never has more than his stones, the lower cell of each pair, and the cells that are playable now. This is the
//! rule *claimeven* with *baseinverse* of Allis 1988, of which all columns are part at once.
//!
//! * If those hold no four, the leader does not win. If moreover the follower threatens one of his cells, he wins at the
//!   latest when everything beside that column is full.
//! * If the leader threatens one of *his own* cells, higher up, nobody wants to play below it: the rest of the board has
//!   an odd number of cells when it is the leader's turn, so that he becomes its follower. If the follower has no four in
//!   what that leaves him, he has to play below the threat in the end, and the leader wins.

use super::grid::Grid;

/// A position as one player sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) stones: u64,
    /// The empty cells where one more stone completes four.
    pub(super) threats: u64,
}

impl<const WIDTH: usize, const HEIGHT: usize> Grid<WIDTH, HEIGHT> {
    /// The number of stones that the player has left who plays in `cell` when everything beside its column is full: the
    /// cell and every second one above it.
    #[inline(always)]
    fn left_above(&self, cell: u64) -> i32 {
        let masks = self.masks();
        let above = (masks.stride - 1) - cell.trailing_zeros() % masks.stride;
        above.div_ceil(2).cast_signed()
    }

    /// At least this many stones from his end the follower wins; 0 if he holds the draw, none if he may lose.
    ///
    /// Neither side can win at once, and `wanted` is what it would take to be of use.
    #[inline(always)]
    pub(super) fn follower_holds(&self, leader: Side, follower: Side, playable: u64, wanted: i32) -> Option<i32> {
        let masks = self.masks();
        let empty = masks.cells & !(leader.stones | follower.stones);
        let own = follower.threats & masks.upper & !playable;
        // The lowest threat wins earliest.
        let stones = if own == 0 { 0 } else { self.earliest(own) };
        if stones < wanted || self.has_four(leader.stones | (empty & !masks.upper) | playable) {
            return None;
        }
        Some(stones)
    }

    /// The number of stones left to the player who plays the lowest of `cells` last of all columns.
    #[inline(always)]
    fn earliest(&self, mut cells: u64) -> i32 {
        let mut most = 0;
        while cells != 0 {
            most = most.max(self.left_above(cells));
            cells &= cells - 1;
        }
        most
    }

    /// At least this many stones from his end the leader wins; none if that is not certain.
    #[inline(always)]
    pub(super) fn leader_wins(&self, leader: Side, follower: Side, playable: u64, wanted: i32) -> Option<i32> {
        let masks = self.masks();
        let empty = masks.cells & !(leader.stones | follower.stones);
        let mut threats = leader.threats & !masks.upper & !playable;
        while threats != 0 {
            let threat = threats & threats.wrapping_neg();
            threats ^= threat;
            let stones = self.left_above(threat);
            if stones < wanted {
                continue;
            }
            let column = self.column(threat);
            let below = column & (threat - 1) & masks.upper;
            let others = !column & !masks.upper;
            if !self.has_four(follower.stones | (empty & (others | below)) | playable) {
                return Some(stones);
            }
        }
        None
    }
}
