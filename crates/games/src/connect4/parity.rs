//! Bounds without search: who gets which cells if one player answers every stone in its own column.
//!
//! The *leader* is the player whose turn it is when an even number of cells is empty, the *follower* the other, who has
//! the last cell of the board. Where every column has an even number of empty cells and the leader is to move, the follower
//! can put a stone upon each of the leader's, and so gets the highest cell of each column and every second one below it,
//! [`upper`](super::grid::Masks). Columns with an odd number come in pairs: a stone in one is answered in the other, after
//! which both are even. So the leader never has more than his stones, the lower cell of each pair, and the cells that are
//! playable now. It is the rule *claimeven* of Allis 1988 with his *baseinverse*, applied to the whole board at once.
//!
//! * If those hold no four, the leader does not win. If moreover the follower threatens one of the cells that he will get,
//!   he wins, at the latest when everything beside that column is full, and nothing above it matters.
//! * If the leader threatens one of *his own* cells higher up, nobody wants to play below it. What is left beside the
//!   column from there on has an odd number of cells when the leader is to move, so that he becomes the follower of that
//!   part. If the other has no four in what this leaves him, he has to play below the threat in the end, and loses.
//!
//! Both hold whoever is to move: where it is the turn of the one who answers, he plays into an odd column first. Each is
//! asked of the player who has just moved, because what the other played cannot have made it true.

use super::grid::Grid;

/// One player's side of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) stones: u64,
    /// The empty cells where one more stone completes four.
    pub(super) threats: u64,
}

impl<const WIDTH: usize, const HEIGHT: usize> Grid<WIDTH, HEIGHT> {
    /// A score of at least `wanted` that the player who waits, having just moved, has for certain, if that is seen here. The
    /// other cannot win at once and has replies that do not lose at once.
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

    /// A score of at least `wanted` that the follower has for certain, if that is seen here. Nobody can win at once.
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
        // Without a threat yet, he may still have four in the cells that he gets.
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

    /// How many stones a player has left who plays in the lowest of `cells` when everything beside its column is full: one
    /// for every second cell from there on. 0 where there are no cells.
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

    /// Those of `cells` that lie below all of `threats` in their column.
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
