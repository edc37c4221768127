//! A text format modelled on PGN (Edwards 1994): tags, then numbered moves in lines that fit on a screen.
//!
//! It has the seven tags that PGN requires, in their order; place and date are unknown, because a result file does not
//! hold them. Variant is the game and Opening the position in which it began. The moves are in the game's own notation,
//! a tilde marks outcomes of chance, and if a player moves twice in a row the move number increases. The comment at the
//! end is what both players spent.

use super::{Game, one_line};
use std::io::{self, Write};
use tiptree::{Counters, Outcome, Turn};

/// The longest line, as PGN requires; only a longer word makes a longer line.
const WIDTH: usize = 79;

pub(super) fn write(out: &mut dyn Write, game: &Game) -> io::Result<()> {
    let header = game.header;
    let result = match game.result {
        Some(Outcome::Win) => "1-0",
        Some(Outcome::Draw) => "1/2-1/2",
        Some(Outcome::Loss) => "0-1",
        None => "*",
    };
    let [white, black] = [game.max, game.max.other()].map(|side| game.player(side));
    let round = game.round();
    let seed = header.seed.to_string();
    let event = format!("{} against {}", header.a, header.b);
    let tags = [
        ("Event", event.as_str()),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &round),
        ("White", white),
        ("Black", black),
        ("Result", result),
        ("Variant", &header.game),
        ("Opening", &game.opening),
        ("Budget", &header.budget),
        ("Seed", &seed),
    ];
    for (name, value) in tags {
        writeln!(out, "[{name} \"{}\"]", escape(value))?;
    }
    writeln!(out)?;
    let [a, b] = game.counters.map(spent);
    let work = format!("{}: {a}; {}: {b}", header.a, header.b);
    let mut words = words(game);
    words.extend(comment(&work).split_whitespace().map(str::to_owned));
    words.push(result.into());
    write_lines(out, &words)?;
    writeln!(out)
}

/// The moves with their numbers. The number increases with every move of Max, and with every move of Min that does not
/// answer one.
fn words(game: &Game) -> Vec<String> {
    let mut words = Vec::new();
    let mut number = 0;
    let mut is_answer = false;
    for ply in &game.plies {
        match ply.turn {
            Turn::Max => {
                number += 1;
                words.push(format!("{number}."));
                is_answer = true;
            }
            Turn::Min if is_answer => is_answer = false,
            Turn::Min => {
                number += 1;
                words.push(format!("{number}..."));
            }
            Turn::Chance | Turn::Over(_) => {
                words.push(format!("~{}", ply.mv));
                continue;
            }
        }
        words.push(ply.mv.clone());
    }
    words
}

fn write_lines(out: &mut dyn Write, words: &[String]) -> io::Result<()> {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            writeln!(out)?;
            column = 0;
        }
        if column > 0 {
            write!(out, " ")?;
            column += 1;
        }
        write!(out, "{word}")?;
        column += length;
    }
    writeln!(out)
}

fn spent(counters: Counters) -> String {
    format!("moves {} evals {} nodes {}", counters.moves, counters.evals, counters.nodes)
}

/// A text as the value of a tag.
fn escape(text: &str) -> String {
    one_line(text).replace('\\', "\\\\").replace('"', "\\\"")
}

/// A text as a comment in braces; braces within it would end the comment and are replaced.
fn comment(text: &str) -> String {
    format!("{{{}}}", one_line(text).replace('{', "(").replace('}', ")"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_backslashes_and_line_breaks_do_not_end_a_tag() {
        assert_eq!(escape("ugi:./a \"b\" \\c\nd"), "ugi:./a \\\"b\\\" \\\\c d");
    }

    #[test]
    fn braces_do_not_end_a_comment() {
        assert_eq!(comment("ugi:./a {b}\nc"), "{ugi:./a (b) c}");
    }

    #[test]
    fn lines_are_broken_between_words() {
        let words: Vec<String> = (0..60).map(|number| format!("{number}.")).collect();
        let mut out = Vec::new();
        write_lines(&mut out, &words).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().count() > 1 && text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), words);
    }
}
