//! Positions as bits, seen by the player to move.
//!
//! The player to move always moves up: after a move the board is turned upside down. A square is the bit `8 * row + column`,
//! row 0 being the home row of the player to move. Boards smaller than 8 by 8 take the lower left corner of the same 64 bits:
//!
//! ```text
//!     7  56 57 58 59 60 61 62 63
//!     …                                left   shift 7
//!     2  16 17 18 19 20 21 22 23       ahead  shift 8
//!     1   8  9 10 11 12 13 14 15       right  shift 9
//!     0   0  1  2  3  4  5  6  7
//!         a  b  c  d  e  f  g  h
//! ```

use tiptree::ParseError;

/// The first column.
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
/// The home row of the player to move.
pub(super) const HOME: u64 = 0xff;

/// A position: the pieces of both players as the player to move sees them, and who that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) mover: u64,
    pub(super) waiting: u64,
    pub(super) is_black: bool,
}

impl Board {
    /// The pieces of the player to move, a bit each, in that player's view: the home row has the lowest bits.
    #[inline]
    pub fn mover(&self) -> u64 {
        self.mover
    }

    /// The pieces of the other player, in the view of the player to move.
    #[inline]
    pub fn waiting(&self) -> u64 {
        self.waiting
    }

    /// Whether it is Black's turn.
    #[inline]
    pub fn is_black(&self) -> bool {
        self.is_black
    }
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) width: u8,
    pub(super) height: u8,
    /// Every square.
    pub(super) squares: u64,
    last_column: u64,
}

impl Shape {
    pub(super) fn new(width: usize, height: usize) -> Result<Self, ParseError> {
        if !(2..=8).contains(&width) || !(4..=8).contains(&height) {
            let expected = "2 to 8 columns and 4 to 8 rows";
            return Err(ParseError::new("board", format!("{width}x{height}"), expected));
        }
        let rows = u64::MAX >> (64 - 8 * height);
        let columns = FIRST_COLUMN * (HOME >> (8 - width));
        let (width, height) = (width as u8, height as u8);
        Ok(Shape { width, height, squares: rows & columns, last_column: FIRST_COLUMN << (width - 1) })
    }

    /// The row that the player to move wants to reach.
    #[inline]
    pub(super) fn goal(&self) -> u64 {
        self.row(self.height - 1)
    }

    /// The squares of a row.
    #[inline]
    pub(super) fn row(&self, row: u8) -> u64 {
        self.squares & HOME << (8 * row)
    }

    /// The same squares as the other player sees them.
    #[inline]
    pub(super) fn flipped(&self, squares: u64) -> u64 {
        squares.swap_bytes() >> (8 * (8 - self.height))
    }

    /// The squares with the columns in reverse order.
    #[inline]
    pub(super) fn mirrored(&self, squares: u64) -> u64 {
        // Bytes are rows: reversing all bits and then all bytes reverses the bits of every row.
        squares.reverse_bits().swap_bytes() >> (8 - self.width)
    }

    /// The squares to which `pieces` of the player to move lead in one step: to the left, ahead, to the right.
    #[inline]
    pub(super) fn steps(&self, pieces: u64) -> [u64; 3] {
        let board = self.squares;
        [
            (pieces & !FIRST_COLUMN) << 7 & board,
            pieces << 8 & board,
            (pieces & !self.last_column) << 9 & board,
        ]
    }

    /// The squares that `pieces` of the player to move attack.
    #[inline]
    pub(super) fn attacks(&self, pieces: u64) -> u64 {
        let [left, _, right] = self.steps(pieces);
        left | right
    }

    /// The squares that `pieces` of the other player attack.
    #[inline]
    pub(super) fn attacks_down(&self, pieces: u64) -> u64 {
        (pieces & !FIRST_COLUMN) >> 9 | (pieces & !self.last_column) >> 7
    }

    /// The squares and their neighbours in the same row.
    #[inline]
    pub(super) fn widened(&self, squares: u64) -> u64 {
        squares | (squares & !FIRST_COLUMN) >> 1 | (squares & !self.last_column) << 1
    }
}
