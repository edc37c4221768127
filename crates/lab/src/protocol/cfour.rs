//! The notation `cfour` of Connect-Four, used by cutechess and Fairy-Stockfish.
//!
//! After the sources of cutechess (`connectboard.cpp`, `board.cpp`, `uciengine.cpp`): the host looks for `cfour` among the
//! choices of the option `UCI_Variant` and sets it. White moves first. A stone is a pawn that is dropped: column 4, the lowest
//! cell, is `P@d1`, with a capital for either side. The start is
//! `7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1`: the highest row first, then the stones in hand, then
//! the side to move. The stones in hand follow from the board; some versions write them as counts (`[21P21p]`). Because of
//! those versions the start may come as a FEN too.
//!
//! Our text of a position lists the columns of a line of play; the game reads FENs too.

use tiptree::Spec;

/// The name of the variant.
pub(crate) const VARIANT: &str = "cfour";

/// The option that selects it.
pub(crate) const OPTION: &str = "UCI_Variant";

/// Whether a game is the one that the variant describes: seven columns of six cells.
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
            // Not a column of this game: passed on unchanged, for the other program to refuse.
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
