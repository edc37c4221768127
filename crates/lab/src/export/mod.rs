//! The games of a result file in formats that other programs and people read: SGF and a text after PGN.
//!
//! Max plays Black in SGF and White in the text, because those move first there. Nothing is added to what the file holds:
//! every game is played over by the rules, which tell whose turn it was.

mod games;
mod sgf;
mod text;

pub use games::{Game, Games, Ply};

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
    /// Writes a game behind the others.
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

/// A text on one line: what would break it, or move a cursor, becomes a space.
fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

#[cfg(test)]
mod tests;
