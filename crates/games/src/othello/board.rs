//! Positions of Othello.

use super::discs::{flips, placements};

/// A position: the discs of both players, the legal placements of the player to move, and who that is.
///
/// The placements are stored because turn, moves and evaluation all need them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    mover: u64,
    waiting: u64,
    placements: u64,
    is_white: bool,
}

impl Board {
    /// The position with these discs on a board with these squares.
    #[inline]
    pub(super) fn new(mover: u64, waiting: u64, is_white: bool, squares: u64) -> Self {
        Board { mover, waiting, placements: placements(mover, waiting, squares), is_white }
    }

    /// The discs of the player to move, a bit each: row r and column c, both from 0, are bit `8 * r + c`.
    #[inline]
    pub fn mover(&self) -> u64 {
        self.mover
    }

    /// The discs of the other player.
    #[inline]
    pub fn waiting(&self) -> u64 {
        self.waiting
    }

    /// The discs of Max, who is Black and moves first.
    #[inline]
    pub fn black(&self) -> u64 {
        if self.is_white { self.waiting } else { self.mover }
    }

    /// The discs of Min, who is White.
    #[inline]
    pub fn white(&self) -> u64 {
        if self.is_white { self.mover } else { self.waiting }
    }

    /// Every disc.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.mover | self.waiting
    }

    /// The squares where the player to move may place a disc; 0 if that player must pass or the game is over.
    #[inline]
    pub fn placements(&self) -> u64 {
        self.placements
    }

    /// Whether it is White's turn.
    #[inline]
    pub fn is_white(&self) -> bool {
        self.is_white
    }

    /// The mover's discs minus the opponent's.
    #[inline]
    pub(super) fn lead(&self) -> i32 {
        self.mover.count_ones().cast_signed() - self.waiting.count_ones().cast_signed()
    }

    /// The position after a disc on `square`.
    #[inline]
    pub(super) fn placed(&self, square: usize, squares: u64) -> Board {
        let flips = flips(square, self.mover, self.waiting);
        debug_assert!(self.placements >> square & 1 == 1, "a disc on {square} flips nothing");
        Board::new(self.waiting ^ flips, self.mover | flips | 1 << square, !self.is_white, squares)
    }

    /// The position after a pass.
    #[inline]
    pub(super) fn passed(&self, squares: u64) -> Board {
        Board::new(self.waiting, self.mover, !self.is_white, squares)
    }
}
