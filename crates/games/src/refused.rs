//! The error of a text that names no legal move, for games that read moves in their own way.

use tiptree::ParseError;

/// The error of `text`, which is none of the legal moves' texts.
pub(crate) fn refused(text: &str, legal: &[String]) -> ParseError {
    let expected = if legal.is_empty() {
        "no move: the game is over".into()
    } else {
        format!("one of {}", legal.join(" "))
    };
    ParseError::new("move", text, expected)
}
