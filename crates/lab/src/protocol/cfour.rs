//! Connect-Four as cutechess and Fairy-Stockfish write it, under the name of `cfour`.
//!
//! Read from cutechess (`connectboard.cpp`, `board.cpp`, `uciengine.cpp`): the host looks for `cfour` among the choices of
//! the option `UCI_Variant` and sets it. White moves first. A stone is a pawn that is dropped: column 4, the lowest cell,
//! is `P@d1`, with a capital for either side. The start is
//! `7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1`: the highest row first, then the stones in hand,
//! which some versions count (`[21P21p]`) and all can be told from the board, then the side to move. Because of those
//! versions the start may come as a FEN too.
//!
//! Our text of a position is the columns of a line of play, which makes both ways short.

use tiptree::{ParseError, Spec};
use tiptree_games::connect4::Connect4;

/// The name of the variant.
pub(crate) const VARIANT: &str = "cfour";

/// The option that asks for it.
pub(crate) const OPTION: &str = "UCI_Variant";

/// Whether a game is the one that the variant plays: seven columns of six cells.
pub(crate) fn is_cfour(game: &Spec) -> bool {
    let is = |key, usual: &str| game.get(key).is_none_or(|value| value == usual);
    game.name == "connect4" && is("width", "7") && is("height", "6")
}

/// The drops of a line of play given by its columns.
pub(crate) fn drops(columns: &str) -> Vec<String> {
    let mut heights = [0; 7];
    let drop = |column: char| {
        let index = column.to_digit(10).and_then(|digit| digit.checked_sub(1)).filter(|&index| index < 7);
        match index {
            Some(index) => {
                heights[index as usize] += 1;
                format!("P@{}{}", char::from(b'a' + index as u8), heights[index as usize])
            }
            // No column of this game: as it is, for the other side to refuse.
            None => column.to_string(),
        }
    };
    columns.chars().map(drop).collect()
}

/// The column of a drop.
pub(crate) fn column(drop: &str) -> Option<String> {
    match drop.as_bytes() {
        [b'P' | b'p', b'@', file @ b'a'..=b'g', b'1'..=b'6'] => Some((file - b'a' + 1).to_string()),
        _ => None,
    }
}

/// The columns of a line of play that leads to the position of a FEN.
pub(crate) fn columns(fen: &str) -> Result<String, ParseError> {
    let expected = "a position of cfour that play can reach, as in 7/7/7/7/7/3P3[] b - - 0 1";
    let parse_error = || ParseError::new("position", fen, expected);
    let mut words = fen.split_whitespace();
    let board = words.next().unwrap_or_default().split('[').next().unwrap_or_default();
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != 6 {
        return Err(parse_error());
    }
    let mut stones = [0u64; 2];
    for (row, text) in rows.into_iter().rev().enumerate() {
        let mut column = 0;
        for letter in text.chars() {
            let side = match letter {
                'P' => 0,
                'p' => 1,
                '1'..='7' => {
                    column += letter as usize - '0' as usize;
                    continue;
                }
                _ => return Err(parse_error()),
            };
            if column < 7 {
                // As in Connect4's board: a column takes a bit more than its cells.
                stones[side] |= 1 << (7 * column + row);
            }
            column += 1;
        }
        if column != 7 {
            return Err(parse_error());
        }
    }
    let columns = Connect4::default().text_of_stones(stones[0], stones[1]).ok_or_else(parse_error)?;
    let to_move = if columns.len() % 2 == 0 { "w" } else { "b" };
    if words.next().is_some_and(|side| side != to_move) {
        return Err(parse_error());
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drop_is_a_column_with_the_cell_it_reaches() {
        assert_eq!(drops("4417"), ["P@d1", "P@d2", "P@a1", "P@g1"]);
        let back: Option<String> = drops("4417").iter().map(|drop| column(drop)).collect();
        assert_eq!(back.as_deref(), Some("4417"));
        for text in ["4", "P@h1", "P@a7", "N@a1", "P@a", "d1d2", ""] {
            assert_eq!(column(text), None, "{text}");
        }
    }

    #[test]
    fn the_start_is_read_in_every_spelling() {
        for hand in ["[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp]", "[21P21p]", "[-]", ""] {
            assert_eq!(columns(&format!("7/7/7/7/7/7{hand} w - - 0 1")), Ok(String::new()), "{hand}");
        }
    }

    #[test]
    fn a_fen_becomes_a_line_of_play() {
        assert_eq!(columns("7/7/7/7/7/3P3[20P21p] b - - 0 1"), Ok("4".into()));
        let line = columns("7/7/7/7/3p3/p2PP2[19P19p] w - - 0 3").unwrap();
        let mut drops = drops(&line);
        drops.sort_unstable();
        assert_eq!(drops, ["P@a1", "P@d1", "P@d2", "P@e1"]);
    }

    #[test]
    fn what_is_no_position_is_said() {
        for fen in [
            "",
            "7/7/7/7/7 w",
            "8/7/7/7/7/7 w",
            "7/7/7/7/7/6 w",
            "7/7/7/7/7/3P3 w",
            "7/7/7/7/3P3/7 b",
            "7/7/7/7/7/PPPPPPPP b",
            "7/7/7/7/7/3K3 b",
        ] {
            let error = columns(fen).unwrap_err().to_string();
            assert!(error.contains("expected a position of cfour"), "{fen}: {error}");
        }
    }

    #[test]
    fn only_the_usual_board_is_cfour() {
        for (game, is) in [
            ("connect4", true),
            ("connect4(width=7,height=6,order=4352617)", true),
            ("connect4(width=5)", false),
            ("tictactoe", false),
        ] {
            assert_eq!(is_cfour(&game.parse().unwrap()), is, "{game}");
        }
    }
}
