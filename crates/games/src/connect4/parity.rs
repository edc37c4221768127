//! Bounds without search: which cells each player gets if one of them answers every stone in the same column.
//!
//! The *leader* is the player to move when an even number of cells is empty. The *follower* is the other player, who
//! gets the last cell of the board. If every column has an even number of empty cells and the leader is to move, the
//! follower can put a stone on top of each of the leader's, and so gets the highest cell of each column and every
//! second one below it, [`upper`](super::grid::Masks). Columns with an odd number come in pairs: the follower answers a
//! stone in one with a stone in the other, after which both are even. So the leader never gets more than the stones
//! already placed, the lower cell of each pair, and the cells that are playable now. This is the rule *claimeven* of
//! Allis 1988 with his *baseinverse*, applied to the whole board at once.
//!
//! * If those hold no four, the leader does not win. If moreover the follower threatens one of the cells that the
//!   follower will get, the follower wins, at the latest when everything beside that column is full, and nothing above
//!   the threat matters.
//! * If the leader threatens one of *the leader's own* cells higher up, nobody wants to play below it. The rest of the
//!   board beside that part of the column has an odd number of cells when the leader is to move, so the leader becomes
//!   the follower there. If the opponent has no four in the cells that this leaves, the opponent has to play below the
//!   threat in the end, and loses.
//!
//! Both rules hold whoever is to move: if it is the turn of the player who answers, that player plays into an odd
//! column first. Each rule is tested for the player who has just moved, because the opponent's stone cannot have made
//! it true.

use super::grid::Grid;

/// One player's side of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) stones: u64,
    /// The empty cells where one more stone completes four.
    pub(super) threats: u64,
}

impl<const WIDTH: usize, const HEIGHT: usize> Grid<WIDTH, HEIGHT> {
    /// A score of at least `wanted` that these rules prove for the player who has just moved, if any. The player to
    /// move must have no immediate win, but replies that do not lose at once.
    #[inline]
    pub(super) fn waiting_gets(&self, waiting: Side, mover: Side, wanted: i32) -> Option<i32> {
        let occupied = waiting.stones | mover.stones;
        let playable = self.playable(occupied);
        if (self.masks().cells & !occupied).count_ones().is_multiple_of(2) {
            self.follower_gets(waiting, mover, playable, wanted)
        } else {
            self.leader_gets(waiting, mover, playable, wanted)
        }
    }

    /// A score of at least `wanted` that these rules prove for the follower, if any. Nobody can win at once.
    #[inline]
    fn follower_gets(&self, follower: Side, leader: Side, playable: u64, wanted: i32) -> Option<i32> {
        let masks = self.masks();
        let empty = masks.cells & !(leader.stones | follower.stones);
        let threats = follower.threats & masks.upper & !playable;
        let stones = self.stones_left(threats);
        let lower = self.below(threats, empty & !masks.upper);
        if stones.max(1) < wanted || self.has_four(leader.stones | lower | playable) {
            return None;
        }
        // Without a threat yet, the follower may still get four in the cells to come.
        let wins = || self.has_four(follower.stones | (empty & masks.upper & !playable));
        if stones >= wanted { Some(stones) } else { wins().then_some(1) }
    }

    /// The same for the leader.
    #[inline]
    fn leader_gets(&self, leader: Side, follower: Side, playable: u64, wanted: i32) -> Option<i32> {
        let masks = self.masks();
        if wanted <= 0 && !self.has_four(masks.cells & !leader.stones) {
            return Some(0);
        }
        let empty = masks.cells & !(leader.stones | follower.stones);
        let far = leader.threats & !playable;
        let mut threats = far & !masks.upper;
        while threats != 0 {
            let threat = threats & threats.wrapping_neg();
            threats ^= threat;
            let stones = self.stones_left(threat);
            if stones < wanted {
                continue;
            }
            let column = self.column(threat);
            let within = column & (threat - 1) & masks.upper & empty;
            let beside = self.below(far & masks.upper & !column, empty & !column & !masks.upper);
            if !self.has_four(follower.stones | within | beside | playable) {
                return Some(stones);
            }
        }
        None
    }

    /// The number of stones left to a player who plays into one of `cells` when everything beside its column is full:
    /// one for every second cell from there on. The maximum over `cells`; 0 if there are none.
    #[inline]
    fn stones_left(&self, mut cells: u64) -> i32 {
        let stride = self.masks().stride;
        let mut most = 0;
        while cells != 0 {
            let free = stride - 1 - cells.trailing_zeros() % stride;
            most = most.max(free.div_ceil(2));
            cells &= cells - 1;
        }
        most.cast_signed()
    }

    /// The part of `cells` that lies below all `threats` of the same column.
    #[inline]
    fn below(&self, mut threats: u64, mut cells: u64) -> u64 {
        while threats != 0 {
            let threat = threats & threats.wrapping_neg();
            threats ^= threat;
            cells &= !self.column(threat) | (threat - 1);
        }
        cells
    }
}
