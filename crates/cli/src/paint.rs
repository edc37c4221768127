//! Colour for drawings, tables and prompts, by rules that hold for any game.

use std::io::{IsTerminal, stdout};
use tiptree_lab::error::one_line;

const RED: &str = "31";
const CYAN: &str = "36";
const BOLD: &str = "1";

/// Paints texts, or leaves them as they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    is_on: bool,
}

impl Paint {
    /// Paints on a terminal only, and not if `NO_COLOR` is set.
    pub(crate) fn new() -> Paint {
        let asks_for_none = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        Paint { is_on: stdout().is_terminal() && !asks_for_none && !is_dumb }
    }

    /// A text in bold. Its control characters are escaped.
    pub(crate) fn bold(self, text: &str) -> String {
        self.wrap(&[BOLD], &one_line(text))
    }

    /// A drawing: stones written as single letters X and O have a colour, and what differs from the drawing before is bold.
    /// Control characters are escaped, because a game is not trusted with the terminal.
    pub(crate) fn board(self, before: Option<&str>, now: &str) -> String {
        let mut old_lines = before.unwrap_or_default().lines();
        let painted = now.lines().map(|line| {
            let line = one_line(line);
            let old = old_lines.next().map(one_line);
            if self.is_on { self.line(old.as_deref().filter(|_| before.is_some()), &line) } else { line }
        });
        painted.collect::<Vec<_>>().join("\n")
    }

    fn line(self, old: Option<&str>, line: &str) -> String {
        let letters: Vec<char> = line.chars().collect();
        let old: Option<Vec<char>> = old.map(|old| old.chars().collect());
        let is_word = |place: Option<usize>| {
            place.and_then(|place| letters.get(place)).is_some_and(|letter| letter.is_alphanumeric())
        };
        let paint = |(place, &letter): (usize, &char)| {
            let is_alone = !is_word(place.checked_sub(1)) && !is_word(Some(place + 1));
            let colour = match letter {
                'X' if is_alone => Some(RED),
                'O' if is_alone => Some(CYAN),
                _ => None,
            };
            let is_new = old.as_ref().is_some_and(|old| old.get(place) != Some(&letter));
            let bold = (is_new && !letter.is_whitespace()).then_some(BOLD);
            self.wrap(&bold.into_iter().chain(colour).collect::<Vec<_>>(), &letter.to_string())
        };
        letters.iter().enumerate().map(paint).collect()
    }

    fn wrap(self, codes: &[&str], text: &str) -> String {
        if self.is_on && !codes.is_empty() {
            format!("\u{1b}[{}m{text}\u{1b}[0m", codes.join(";"))
        } else {
            text.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_coloured_and_new_ones_bold() {
        let paint = Paint { is_on: true };
        let board = paint.board(Some("│ X · │\nOX"), "│ X O │\nOX");
        assert_eq!(board, "│ \u{1b}[31mX\u{1b}[0m \u{1b}[1;36mO\u{1b}[0m │\nOX");
        assert_eq!(paint.board(None, "· X"), "· \u{1b}[31mX\u{1b}[0m");
        assert_eq!(paint.bold("4"), "\u{1b}[1m4\u{1b}[0m");
    }

    #[test]
    fn without_colour_only_control_characters_change() {
        let paint = Paint { is_on: false };
        assert_eq!(paint.board(Some(""), "X O\n\u{1b}[2J"), "X O\n\\u{1b}[2J");
        assert_eq!(paint.bold("4"), "4");
    }
}
