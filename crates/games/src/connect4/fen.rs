//! Positions as cutechess and Fairy-Stockfish write them, under the name of `cfour`: `7/7/7/7/7/3P3[20P21p] b - - 0 1`.
//!
//! The highest row comes first. A digit counts empty cells, `P` is a stone of Black and `p` one of Red. The stones in hand follow in
//! brackets, then the side to move. The stones in hand follow from the board, and the fields after the side are not read.

use super::{Board, Connect4};
use tiptree::{Notation, ParseError};

impl Connect4 {
    /// Whether a text of a position is a FEN: columns never have a stroke.
    pub(super) fn is_fen(text: &str) -> bool {
        text.contains('/')
    }

    /// The position of a FEN.
    pub(super) fn parse_fen(&self, fen: &str) -> Result<Board, ParseError> {
        let expected = "a position of cfour that play can reach, as in 7/7/7/7/7/3P3[] b - - 0 1";
        let parse_error = || ParseError::new("position", fen, expected);
        let mut words = fen.split_whitespace();
        let board = words.next().unwrap_or_default().split('[').next().unwrap_or_default();
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != self.height() {
            return Err(parse_error());
        }
        let mut stones = [0; 2];
        for (row, text) in rows.into_iter().rev().enumerate() {
            let mut column = 0;
            for letter in text.chars() {
                let side = match letter {
                    'P' => 0,
                    'p' => 1,
                    '1'..='9' => {
                        column += letter as usize - '0' as usize;
                        continue;
                    }
                    _ => return Err(parse_error()),
                };
                if column < self.width() {
                    stones[side] |= self.shape.bit(column, row);
                }
                column += 1;
            }
            if column != self.width() {
                return Err(parse_error());
            }
        }
        let columns = self.text_of_stones(stones[0], stones[1]).ok_or_else(parse_error)?;
        let to_move = if columns.len() % 2 == 0 { "w" } else { "b" };
        if words.next().is_some_and(|side| side != to_move) {
            return Err(parse_error());
        }
        self.parse_position(&columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str) -> Result<Board, ParseError> {
        Connect4::default().parse_position(fen)
    }

    #[test]
    fn the_start_is_read_in_every_spelling() {
        for hand in ["[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp]", "[21P21p]", "[-]", ""] {
            assert_eq!(read(&format!("7/7/7/7/7/7{hand} w - - 0 1")), read(""), "{hand}");
        }
    }

    #[test]
    fn a_fen_is_the_position_of_a_line_of_play() {
        assert_eq!(read("7/7/7/7/7/3P3[20P21p] b - - 0 1"), read("4"));
        assert_eq!(read("7/7/7/7/3p3/p2PP2[19P19p] w - - 0 3"), read("4451"));
        let small = Connect4::new(5, 4).unwrap();
        assert_eq!(small.parse_position("5/5/5/2P2"), small.parse_position("3"));
    }

    #[test]
    fn what_is_no_position_is_said() {
        for fen in [
            "/",
            "7/7/7/7/7 w",
            "8/7/7/7/7/7 w",
            "7/7/7/7/7/6 w",
            "7/7/7/7/7/3P3 w",
            "7/7/7/7/3P3/7 b",
            "7/7/7/7/7/PPPPPPPP b",
            "7/7/7/7/7/3K3 b",
        ] {
            let error = read(fen).unwrap_err().to_string();
            assert!(error.contains("expected a position of cfour"), "{fen}: {error}");
        }
    }
}
