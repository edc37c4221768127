//! Parts and positions as text: the number of the part, and the squares as [`crate::squares`] writes them.

use super::{Board, BoardSplitting, InPlay, Part};
use crate::squares;
use std::sync::Arc;
use tiptree::{Game, Notation, ParseError};

/// The maximum number of squares in a row of a drawing.
const WIDEST: u32 = 64;

impl Notation for BoardSplitting {
    /// The number of the part that is kept, from 1.
    fn move_text(&self, _state: &InPlay, part: Part) -> String {
        (part.0 + 1).to_string()
    }

    fn parse_move(&self, state: &InPlay, text: &str) -> Result<Part, ParseError> {
        if state.left == 0 {
            return Err(ParseError::new("move", text, "no move: the game is over"));
        }
        let number = text.parse().ok().filter(|number: &u32| number.to_string() == text);
        match number {
            Some(number @ 1..) if number <= self.branching => Ok(Part(number - 1)),
            _ => Err(ParseError::new("move", text, format!("a part from 1 to {}", self.branching))),
        }
    }

    /// The squares of the whole board, those out of play as dots, such as `....1001`.
    fn position_text(&self, state: &InPlay) -> String {
        squares::text(self.squares(), &self.in_play(state), |square| state.board.get(square))
    }

    fn parse_position(&self, text: &str) -> Result<InPlay, ParseError> {
        if text.trim().is_empty() {
            return Ok(self.start());
        }
        let squares::Written { words, in_play } = squares::read(text, self.squares())?;
        let left = (0..=self.height).find(|&left| self.size(left) as usize == in_play.len());
        let Some(left) = left.filter(|_| in_play.start.is_multiple_of(in_play.len())) else {
            let (first, last) = (in_play.start + 1, in_play.end);
            let expected = format!(
                "the squares in play to be a part that moves leave, read squares {first} to {last} of {}",
                self.squares()
            );
            return Err(squares::parse_error(text, expected));
        };
        let board = Arc::new(Board::from_words(words, self.squares()));
        Ok(InPlay { board, first: in_play.start as u32, left })
    }

    /// Rows of up to 64 squares, a whole number of parts each if possible, and whose turn it is.
    fn draw(&self, state: &InPlay) -> String {
        let width = match WIDEST.checked_ilog(self.branching) {
            Some(moves @ 1..) => self.branching.pow(moves),
            _ => WIDEST,
        };
        squares::draw(&self.position_text(state), width as usize, self.turn(state), state.left)
    }
}
