//! Smart Game Format (Hollosi 2006, FF\[4\]): each game is a tree, and a file is a sequence of trees.
//!
//! The format numbers the games that it knows (GM) and prescribes how their moves are written. Connect-Four and the
//! others here have no number, so GM is left out and the moves are in the game's own notation. Two private properties,
//! which the format allows, hold what it has no property for: GAME, the game with its parameters, and ROLL, an outcome
//! of chance. ON is the opening, as a position of the game. Readers that know no other game read a file without GM as
//! Go.

use super::{Game, one_line};
use std::io::{self, Write};
use tiptree::{Outcome, Turn};

pub(super) fn write(out: &mut dyn Write, game: &Game) -> io::Result<()> {
    let result = match game.result {
        Some(Outcome::Win) => "B+",
        Some(Outcome::Draw) => "Draw",
        Some(Outcome::Loss) => "W+",
        None => "?",
    };
    let header = game.header;
    write!(out, "(;FF[4]CA[UTF-8]AP[Tiptree:{}]", env!("CARGO_PKG_VERSION"))?;
    write!(out, "GAME[{}]", escape(&header.game))?;
    write!(out, "EV[{}]", escape(&format!("{} against {}", header.a, header.b)))?;
    write!(out, "RO[{}]GN[{}]", game.round(), game.index)?;
    write!(out, "PB[{}]", escape(game.player(game.max)))?;
    write!(out, "PW[{}]", escape(game.player(game.max.other())))?;
    write!(out, "RE[{result}]")?;
    if !game.opening.is_empty() {
        write!(out, "ON[{}]", escape(&game.opening))?;
    }
    for ply in &game.plies {
        let property = match ply.turn {
            Turn::Max => "B",
            Turn::Min => "W",
            Turn::Chance | Turn::Over(_) => "ROLL",
        };
        write!(out, "\n;{property}[{}]", escape(&ply.mv))?;
    }
    writeln!(out, ")")
}

/// A text as the value of a property; an unescaped bracket would end it.
fn escape(text: &str) -> String {
    one_line(text).replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_backslashes_and_line_breaks_do_not_end_a_value() {
        assert_eq!(escape("ugi:./a[1]\\b\nc"), "ugi:./a[1\\]\\\\b c");
    }
}
