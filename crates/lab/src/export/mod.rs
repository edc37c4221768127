//! The games of a result file in formats that other programs and people read: SGF, and a text format modelled on PGN.
//!
//! Max plays Black in SGF and White in the text, because those move first there. The output contains only what the file
//! holds; every game is replayed by the rules to find whose turn it was.

mod games;
mod sgf;
mod text;

pub use games::{Game, Games, Ply};

pub(crate) use games::Line;

use std::io::{self, Write};

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Smart Game Format, FF\[4\].
    Sgf,
    /// Tags and numbered moves, as in PGN.
    Text,
}

impl Format {
    /// Appends a game.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write(self, out: &mut dyn Write, game: &Game) -> io::Result<()> {
        match self {
            Format::Sgf => sgf::write(out, game),
            Format::Text => text::write(out, game),
        }
    }
}

/// A text on one line: control characters, which could break the line or move a cursor, become spaces.
fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

#[cfg(test)]
mod tests;
