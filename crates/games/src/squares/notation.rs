//! Squares as text: 0 and 1 for those in play, a dot for the others.

use std::ops::Range;
use tiptree::{ParseError, Turn};

/// The longest text that an error quotes in full. Of a longer text it quotes both ends.
const LONGEST: usize = 64;
/// The maximum number of rows drawn: more would scroll away.
const MOST_ROWS: usize = 64;

/// The text of a board of `len` squares.
pub(crate) fn text(len: usize, in_play: &Range<usize>, is_one: impl Fn(usize) -> bool) -> String {
    let letter = |square| match in_play.contains(&square) {
        true if is_one(square) => '1',
        true => '0',
        false => '.',
    };
    (0..len).map(letter).collect()
}

/// A board read from its text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// The squares as bits, the first one lowest; those out of play are 0.
    pub(crate) words: Vec<u64>,
    /// The squares in play.
    pub(crate) in_play: Range<usize>,
}

/// Reads a board of `len` squares, whose squares in play must be contiguous.
pub(crate) fn read(text: &str, len: usize) -> Result<Written, ParseError> {
    let in_play = squares_in_play(text.trim(), len).map_err(|expected| parse_error(text, expected))?;
    let mut words = vec![0; len.div_ceil(64)];
    for (square, letter) in text.trim().bytes().enumerate() {
        words[square / 64] |= u64::from(letter == b'1') << (square % 64);
    }
    Ok(Written { words, in_play })
}

/// The error for a text that is not a position, shortened if it is very long.
pub(crate) fn parse_error(text: &str, expected: impl Into<String>) -> ParseError {
    let letters = text.chars().count();
    if letters <= LONGEST {
        return ParseError::new("position", text, expected);
    }
    let head: String = text.chars().take(LONGEST / 2).collect();
    let tail: String = text.chars().skip(letters - LONGEST / 4).collect();
    ParseError::new("position", format!("{head}…{tail}"), expected)
}

/// The squares in play, or what was expected instead.
fn squares_in_play(text: &str, len: usize) -> Result<Range<usize>, String> {
    if let Some((square, letter)) =
        text.chars().enumerate().find(|(_, letter)| !matches!(letter, '0' | '1' | '.'))
    {
        return Err(format!("0, 1 or . for every square, read {letter:?} at square {}", square + 1));
    }
    if text.len() != len {
        return Err(format!("{len} squares, each 0, 1 or ., read {}", text.len()));
    }
    let (Some(first), Some(last)) = (text.find(['0', '1']), text.rfind(['0', '1'])) else {
        return Err("a square in play, 0 or 1".into());
    };
    match text[first..last].find('.') {
        Some(gap) => {
            Err(format!("squares in play side by side, read . at square {} between them", first + gap + 1))
        }
        None => Ok(first..last + 1),
    }
}

/// The squares of a position in rows of `width`, and below them whose turn it is.
pub(crate) fn draw(text: &str, width: usize, turn: Turn, left: u32) -> String {
    let rows: Vec<&str> =
        (0..text.len()).step_by(width).map(|first| &text[first..text.len().min(first + width)]).collect();
    let is_small = rows.len() <= MOST_ROWS;
    let in_play = || rows.iter().position(|row| row.contains(['0', '1'])).unwrap_or(0);
    let top = if is_small { 0 } else { in_play() };
    let bottom = rows.len().min(top + MOST_ROWS);
    let mut lines = vec![];
    lines.extend((top > 0).then_some("…"));
    lines.extend(&rows[top..bottom]);
    lines.extend((bottom < rows.len()).then_some("…"));
    let state = state(text, turn, left);
    lines.push(&state);
    lines.join("\n")
}

fn state(text: &str, turn: Turn, left: u32) -> String {
    let player = match turn {
        Turn::Over(payoff) if payoff > 0.0 => return "Max has won".into(),
        Turn::Over(_) => return "Min has won".into(),
        Turn::Max => "Max",
        Turn::Min | Turn::Chance => "Min",
    };
    let moves = if left == 1 { "move" } else { "moves" };
    let ones = text.matches('1').count();
    let squares = text.len() - text.matches('.').count();
    let are = if ones == 1 { "is" } else { "are" };
    format!("{player} to move, {left} {moves} left, {ones} of {squares} squares {are} 1")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str, len: usize) -> String {
        read(text, len).unwrap_err().to_string()
    }

    #[test]
    fn a_text_gives_its_squares_in_play_and_what_they_hold() {
        let written = read(" .011.. ", 6).unwrap();
        assert_eq!(written, Written { words: vec![0b01100], in_play: 1..4 });
        let long = ".".repeat(70) + "101" + &".".repeat(55);
        assert_eq!(read(&long, 128).unwrap(), Written { words: vec![0, 0b101 << 6], in_play: 70..73 });
    }

    #[test]
    fn what_is_no_row_of_squares_is_told_why() {
        assert_eq!(
            refusal("01x1", 4),
            r#"position "01x1": expected 0, 1 or . for every square, read 'x' at square 3"#
        );
        assert_eq!(refusal("01", 4), r#"position "01": expected 4 squares, each 0, 1 or ., read 2"#);
        assert_eq!(refusal("....", 4), r#"position "....": expected a square in play, 0 or 1"#);
        assert_eq!(
            refusal("0..1", 4),
            r#"position "0..1": expected squares in play side by side, read . at square 2 between them"#
        );
    }

    #[test]
    fn a_long_text_is_repeated_in_part() {
        let error = refusal(&"01".repeat(40), 1024);
        assert_eq!(
            error,
            "position \"01010101010101010101010101010101…0101010101010101\": \
             expected 1024 squares, each 0, 1 or ., read 80"
        );
        assert!(refusal(&"é".repeat(80), 80).contains("é…é"));
    }

    #[test]
    fn a_large_board_is_drawn_where_it_is_in_play() {
        let board = ".".repeat(100) + "10" + &".".repeat(98);
        let drawing = draw(&board, 2, Turn::Max, 1);
        let lines: Vec<&str> = drawing.lines().collect();
        assert_eq!(lines[..3], ["…", "10", ".."]);
        assert_eq!(lines[lines.len() - 2..], ["..", "Max to move, 1 move left, 1 of 2 squares is 1"]);
        assert_eq!(draw(&"01".repeat(500), 2, Turn::Min, 9).lines().count(), MOST_ROWS + 2);
    }
}
