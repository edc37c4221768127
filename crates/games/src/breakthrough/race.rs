//! Races that are decided: a piece that no opponent can stop, and no opponent who is faster.
//!
//! The idea of race patterns is from Saffidine, Jouandeau and Cazenave 2011 (Solving Breakthrough with race patterns and
//! job-level proof number search). Here a piece counts as free if it reaches the last row straight ahead whatever the opponent
//! plays. An opponent's piece can capture it or stand in its way only if it starts in a triangle before the piece, which opens by
//! a column to either side with every row:
//!
//! ```text
//!     with the turn      without
//!     # # # # #          # # # # #
//!     . # # # .          # # # # #
//!     . . # . .          . # # # .
//!     . . o . .          . . o . .
//! ```
//!
//! Nothing here searches. Pieces that two opponents stop only together, or by giving up the race, are left to the search.

use super::Breakthrough;
use super::board::{Board, Shape};

/// The player who wins a race, as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Winner {
    Mover,
    Waiting,
}

impl Breakthrough {
    /// Who wins by a free piece that arrives before any piece of the opponent can; `None` if that is open. Neither player has
    /// arrived.
    #[inline]
    pub(super) fn race(&self, board: &Board) -> Option<Winner> {
        let Board { mover, waiting, .. } = *board;
        let goal = u32::from(self.shape.height) - 1;
        // The moves that the foremost piece of each player needs.
        let [own, other] = [goal - mover.ilog2() / 8, waiting.trailing_zeros() / 8];
        let free = mover & !self.shape.guarded(waiting);
        if free != 0 && goal - free.ilog2() / 8 <= other {
            return Some(Winner::Mover);
        }
        let free = waiting & !self.shape.guarded_with_turn(mover);
        if free != 0 && free.trailing_zeros() / 8 < own {
            return Some(Winner::Waiting);
        }
        None
    }

    /// The pieces of the player to move, and of the other player, that no opponent can stop.
    #[inline]
    pub(super) fn free(&self, board: &Board) -> [u64; 2] {
        let Board { mover, waiting, .. } = *board;
        [mover & !self.shape.guarded(waiting), waiting & !self.shape.guarded_with_turn(mover)]
    }
}

impl Shape {
    /// The squares on which `waiting` could stop a piece of the player to move.
    #[inline]
    fn guarded(&self, waiting: u64) -> u64 {
        let twice = |squares| self.widened(self.widened(squares));
        let mut guarded = waiting >> 8;
        guarded |= self.widened(guarded) >> 8;
        guarded |= twice(guarded) >> 16;
        guarded | twice(twice(guarded)) >> 32
    }

    /// The squares on which `mover`, who has the turn, could stop a piece of the other player.
    #[inline]
    fn guarded_with_turn(&self, mover: u64) -> u64 {
        let twice = |squares| self.widened(self.widened(squares));
        let mut guarded = self.widened(mover << 8);
        guarded |= self.widened(guarded) << 8;
        guarded |= twice(guarded) << 16;
        guarded | twice(twice(guarded)) << 32
    }
}
