//! The contents of all windows of three columns and two rows: the features of the fitted evaluator.
//!
//! A window shows which pieces attack and defend each other. Its six squares are the digits of a code in base 3, the lower row
//! first and each row from the left: 0 an empty square, 1 a piece of the player to move, 2 one of the other player.
//!
//! ```text
//!     3 4 5
//!     0 1 2
//! ```
//!
//! Every window of the board has weights of its own, which it shares with its mirror image. All weights are those of the player
//! to move, who moves up.

use super::board::{Board, HOME, Shape};
use super::{Breakthrough, Progress};
use crate::logistic::SCALE;
use tiptree::features::{Feature, Features};
use tiptree::{Evaluator, Notation, ParseError};

/// The columns of a window.
const WIDTH: usize = 3;
/// The codes of a window.
pub(super) const CODES: usize = 729;
/// The codes of a row of a window.
pub(super) const ROW_CODES: usize = 27;

/// For the pieces of a row, the codes of their part in each window, a byte each, the leftmost lowest.
pub(super) const ROWS: [u64; 256] = {
    let mut rows = [0; 256];
    let mut pieces = 0;
    while pieces < 256 {
        let mut column = 0;
        while column < 6 {
            let [a, b, c] = [pieces >> column & 1, pieces >> (column + 1) & 1, pieces >> (column + 2) & 1];
            rows[pieces] |= ((a + 3 * b + 9 * c) as u64) << (8 * column);
            column += 1;
        }
        pieces += 1;
    }
    rows
};

/// The codes of a row of the board in each window.
#[inline]
pub(super) fn row_codes(board: &Board, row: usize) -> u64 {
    let part = |pieces: u64| ROWS[(pieces >> (8 * row) & HOME) as usize];
    // No byte exceeds 26, so that nothing is carried.
    part(board.mover) + 2 * part(board.waiting)
}

/// The windows of a board, and the number of each: row by row from the lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Windows {
    pub(super) columns: usize,
    pub(super) rows: usize,
}

impl Windows {
    /// The windows of a board.
    ///
    /// # Errors
    /// If the board has too few columns.
    pub(super) fn new(shape: &Shape) -> Result<Self, ParseError> {
        let (width, height) = (usize::from(shape.width), usize::from(shape.height));
        match width {
            WIDTH.. => Ok(Windows { columns: width + 1 - WIDTH, rows: height - 1 }),
            _ => Err(ParseError::new(
                "board",
                format!("{width}x{height}"),
                "3 columns or more, for windows of 3",
            )),
        }
    }

    /// The number of codes of all windows.
    pub(super) fn codes(self) -> usize {
        self.columns * self.rows * CODES
    }

    /// The index of the first code of a window.
    #[inline]
    pub(super) fn start(self, row: usize, column: usize) -> usize {
        (row * self.columns + column) * CODES
    }

    /// The index whose weight this code of a window uses: the lesser of it and its mirror image.
    pub(super) fn canonical(self, row: usize, column: usize, code: usize) -> usize {
        let image = self.start(row, self.columns - 1 - column) + mirrored(code);
        image.min(self.start(row, column) + code)
    }
}

fn mirrored(code: usize) -> usize {
    let row = |code: usize| code % 3 * 9 + code / 3 % 3 * 3 + code / 9;
    row(code % ROW_CODES) + ROW_CODES * row(code / ROW_CODES)
}

/// The code of the same window as the other player sees it: upside down, the players exchanged.
pub(super) fn flipped(code: usize) -> usize {
    let exchanged = |code: usize| {
        (0..3).map(|place| 3usize.pow(place)).fold(0, |sum, place| sum + place * [0, 2, 1][code / place % 3])
    };
    exchanged(code / ROW_CODES) + ROW_CODES * exchanged(code % ROW_CODES)
}

/// The features of a board: its windows, and one that every position has.
#[derive(Clone, Copy, Debug)]
pub struct WindowFeatures {
    game: Breakthrough,
    windows: Windows,
}

impl WindowFeatures {
    /// The features of a game.
    ///
    /// # Errors
    /// If the board has less than three columns.
    pub fn new(game: Breakthrough) -> Result<Self, ParseError> {
        Ok(WindowFeatures { game, windows: Windows::new(&game.shape)? })
    }

    pub(super) fn windows(&self) -> Windows {
        self.windows
    }
}

impl Features for WindowFeatures {
    fn name(&self) -> String {
        format!("breakthrough-{}x{}", self.game.width(), self.game.height())
    }

    fn count(&self) -> usize {
        self.windows.codes() + 1
    }

    fn of(&self, position: &str, features: &mut Vec<Feature>) -> Result<(), ParseError> {
        let board = self.game.parse_position(position)?;
        let mut push = |weight: usize| {
            features.push(Feature { weight: weight as u32, is_minus: board.is_black() });
        };
        for row in 0..self.windows.rows {
            let [low, high] = [row, row + 1].map(|row| row_codes(&board, row).to_le_bytes());
            for column in 0..self.windows.columns {
                let code = usize::from(low[column]) + ROW_CODES * usize::from(high[column]);
                push(self.windows.canonical(row, column, code));
            }
        }
        push(self.windows.codes());
        Ok(())
    }

    fn usual(&self, position: &str) -> Result<f64, ParseError> {
        Ok(Progress.evaluate(&self.game, &self.game.parse_position(position)?) - SCALE.middle())
    }
}
