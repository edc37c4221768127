//! Ends and positions as text: `left`, `right`, and the squares as [`crate::squares`] writes them.

use super::{End, GGame, Row};
use crate::squares;
use tiptree::{Game, Notation, ParseError};

impl Notation for GGame {
    /// The end that loses its square.
    fn move_text(&self, _row: &Row, end: End) -> String {
        match end {
            End::Left => "left".into(),
            End::Right => "right".into(),
        }
    }

    /// The squares of the whole row, those out of play as dots, such as `.110100101.`.
    fn position_text(&self, row: &Row) -> String {
        let first = row.first();
        let in_play = first..first + row.moves_left() as usize + 1;
        squares::text(self.squares(), &in_play, |square| row.squares >> (square - first) & 1 == 1)
    }

    fn parse_position(&self, text: &str) -> Result<Row, ParseError> {
        if text.trim().is_empty() {
            return Ok(self.start());
        }
        let squares::Written { words, in_play } = squares::read(text, self.squares())?;
        Ok(Row {
            squares: words[0] >> in_play.start,
            first: in_play.start as u8,
            left: (in_play.len() - 1) as u8,
        })
    }

    /// The row, and whose turn it is.
    fn draw(&self, row: &Row) -> String {
        squares::draw(&self.position_text(row), self.squares(), self.turn(row), row.moves_left())
    }
}
