//! Labelled positions: the score of every legal move with best play, for the side that makes it.
//!
//! A line of a file is either an object as `tiptree solve --all-moves --json` prints it, for any game, or, for a game whose
//! moves are numbered, a text such as
//!
//! ```text
//! 237162126222 9 -3 x 3 9 9 9 -2
//! ```
//!
//! with the position, its score, and the scores of the moves 1, 2 and so on, whatever the game's move order. `x` stands for a
//! move that is not legal; there are as many scores as moves at the start. Empty lines and lines that begin with `#` are
//! ignored.

use crate::error::Error;
use crate::json::{Scored, score};
use crate::players::Fault;
use crate::store::excerpt;
use serde::Deserialize;
use std::path::Path;
use tiptree::erased::Rules;
use tiptree::{ParseError, Score, Spec};

/// The score of a move that is not legal.
const ILLEGAL: &str = "x";
/// How far an expected payoff may be from that of the best move, because both are rounded.
const ROUNDING: f64 = 1e-5;

/// A position with the scores of all its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The position, in the game's notation.
    pub position: String,
    /// Every legal move, at least one.
    pub moves: Vec<Scored>,
}

/// What a chosen move does to the value of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// Whether the move keeps the outcome: a win, a draw. In a game with chance there is no outcome to keep but the expected
    /// payoff, and only a best move keeps that.
    pub keeps: bool,
    /// Whether no move has a better score.
    pub is_best: bool,
    /// The score of the best move less that of this one.
    pub regret: f64,
}

impl Label {
    /// The score of the position.
    pub fn best(&self) -> Score {
        let scores = self.moves.iter().map(|scored| scored.score);
        let greater = |best: Score, next: Score| if next.points() > best.points() { next } else { best };
        scores.reduce(greater).unwrap_or(Score::Whole(0))
    }

    /// Whether the scores are expected payoffs.
    pub fn is_expected(&self) -> bool {
        self.moves.iter().any(|scored| matches!(scored.score, Score::Expected(_)))
    }

    /// The regret of a worst move.
    pub(super) fn most_regret(&self) -> f64 {
        self.moves.iter().map(|scored| self.judge(scored.score).regret).fold(0.0, f64::max)
    }

    /// Whether the position can tell players apart: some move loses the outcome that another one keeps.
    pub fn tells(&self) -> bool {
        self.moves.iter().any(|scored| !self.judge(scored.score).keeps)
    }

    /// The only move that keeps the outcome, if all others lose it.
    pub fn only_move(&self) -> Option<&str> {
        let mut keeping = self.moves.iter().filter(|scored| self.judge(scored.score).keeps);
        match (keeping.next(), keeping.next()) {
            (Some(scored), None) if self.tells() => Some(&scored.mv),
            _ => None,
        }
    }

    /// What choosing a move does; `None` if it is not legal.
    pub fn choice(&self, mv: &str) -> Option<Choice> {
        self.moves.iter().find(|scored| scored.mv == mv).map(|scored| self.judge(scored.score))
    }

    /// The fault of a player that chose an illegal move.
    pub(super) fn no_move(&self, mv: &str) -> Fault {
        let legal: Vec<&str> = self.moves.iter().map(|scored| scored.mv.as_str()).collect();
        ParseError::new("move", mv, format!("one of {}", legal.join(" "))).into()
    }

    fn judge(&self, score: Score) -> Choice {
        let regret = self.best().points() - score.points();
        let is_best = regret <= 0.0;
        let keeps = match (score, self.best()) {
            (Score::Whole(score), Score::Whole(best)) => score.signum() == best.signum(),
            _ => is_best,
        };
        Choice { keeps, is_best, regret }
    }
}

/// The labelled positions of a file.
///
/// # Errors
/// If the file cannot be read or has no position, or if a line is not a label: a position of another game, a move without a
/// score, a score without a move, or a score that is not that of the best move.
pub fn read(path: &Path, rules: &dyn Rules) -> Result<Vec<Label>, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::file("read", path))?;
    parse(&text, path, rules)
}

/// The labelled positions of a text; `path` is for messages.
///
/// # Errors
/// As [`read`].
pub fn parse(text: &str, path: &Path, rules: &dyn Rules) -> Result<Vec<Label>, Error> {
    let slots = rules.deal(1).moves().len();
    let mut labels = Vec::new();
    // Some editors begin a file with a byte order mark.
    let text = text.trim_start_matches('\u{feff}');
    for (line, number) in text.lines().map(str::trim).zip(1..) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let parsed = if line.starts_with('{') {
            UncheckedLabel::solved(line, rules)
        } else {
            UncheckedLabel::numbered(line, slots)
        };
        let label = parsed.and_then(|parsed| parsed.check(rules));
        labels.push(label.map_err(|problem| Error::line(path, number, problem))?);
    }
    if labels.is_empty() {
        return Err(Error::line(path, 1, "no position, expected at least one with the scores of its moves"));
    }
    Ok(labels)
}

/// An object that a solver wrote.
#[derive(Deserialize)]
struct Solved {
    game: Option<String>,
    position: String,
    #[serde(with = "score")]
    score: Score,
    #[serde(default)]
    moves: Vec<Scored>,
}

/// A parsed line, not yet checked by the rules of the game.
struct UncheckedLabel {
    position: String,
    best: Score,
    moves: Vec<Scored>,
}

impl UncheckedLabel {
    fn solved(line: &str, rules: &dyn Rules) -> Result<Self, String> {
        let solved: Solved = serde_json::from_str(line).map_err(|error| {
            format!("{:?}, expected a solved position: {error}", excerpt(line.as_bytes()))
        })?;
        let Solved { game, position, score, moves } = solved;
        // The parameters may differ: the order of the columns is one.
        let name = &rules.spec().name;
        if let Some(game) = game.filter(|game| game.parse::<Spec>().is_ok_and(|spec| spec.name != *name)) {
            return Err(ParseError::new("game", game, name).to_string());
        }
        if moves.is_empty() {
            let expected = "the scores of its moves: solve with --all-moves";
            return Err(ParseError::new("position", position, expected).to_string());
        }
        Ok(UncheckedLabel { position, best: score, moves })
    }

    fn numbered(line: &str, slots: usize) -> Result<Self, String> {
        let mut words = line.split_whitespace();
        let position = words.next().unwrap_or_default().to_owned();
        let number = |word: &str| {
            let number = word.parse::<i32>().map(Score::from);
            number.map_err(|_| ParseError::new("score", word, "a whole number").to_string())
        };
        let best = number(words.next().unwrap_or_default())?;
        let scores: Vec<&str> = words.collect();
        if scores.len() != slots {
            return Err(format!(
                "{} scores of moves, expected {slots}, one for every move at the start, {ILLEGAL} where it is not legal",
                scores.len()
            ));
        }
        let mut moves = Vec::new();
        for (word, slot) in scores.into_iter().zip(1..).filter(|(word, _)| *word != ILLEGAL) {
            let digit = char::from_digit(slot, 36);
            let mv = digit.ok_or_else(|| format!("{slots} moves, expected at most 35 with numbers"))?;
            moves.push(Scored { mv: mv.into(), score: number(word)? });
        }
        Ok(UncheckedLabel { position, best, moves })
    }

    /// The label, if its moves are exactly the legal ones.
    fn check(self, rules: &dyn Rules) -> Result<Label, String> {
        let position = rules.position(&self.position).map_err(|parse_error| parse_error.to_string())?;
        let legal = position.moves();
        let UncheckedLabel { position, best, moves } = self;
        let parse_error = |expected: String| ParseError::new("position", &position, expected).to_string();
        if legal.is_empty() {
            return Err(parse_error("one in which the game is not over".into()));
        }
        if let Some(unscored) = legal.iter().find(|&mv| moves.iter().all(|scored| scored.mv != *mv)) {
            return Err(parse_error(format!("a score for the legal move {unscored}")));
        }
        if let Some(illegal) = moves.iter().find(|scored| !legal.contains(&scored.mv)) {
            return Err(parse_error(format!("no score for {:?}, which is not legal", illegal.mv)));
        }
        if moves.len() > legal.len() {
            return Err(parse_error("one score for every move".into()));
        }
        let label = Label { position: position.clone(), moves };
        if (label.best().points() - best.points()).abs() > ROUNDING {
            return Err(parse_error(format!("the score {} of its best move, read {best}", label.best())));
        }
        Ok(label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Noughts, rules};

    const PATH: &str = "labels.txt";

    fn noughts(text: &str) -> Result<Vec<Label>, String> {
        let rules = rules("noughts", Noughts);
        parse(text, Path::new(PATH), rules.as_ref()).map_err(|error| error.to_string())
    }

    #[test]
    fn both_formats_say_the_same() {
        let numbered = "# cells played, score, score of every cell\n\n124536 1 x x x x x x 1 -1 -1\n";
        let solved = concat!(
            r#"{"game":"noughts(size=3)","position":"124536","score":1,"result":"win","#,
            r#""moves":[{"move":"7","score":1},{"move":"8","score":-1},{"move":"9","score":-1}],"nodes":1}"#
        );
        let labels = noughts(numbered).unwrap();
        assert_eq!(noughts(solved).unwrap(), labels);
        assert_eq!(noughts(&format!("\u{feff}{solved}\r\n")).unwrap(), labels);
        let [label] = labels.as_slice() else { panic!("one position") };
        assert_eq!((label.best(), label.tells()), (Score::Whole(1), true));
        assert_eq!(label.only_move(), Some("7"));
        assert_eq!(label.choice("7"), Some(Choice { keeps: true, is_best: true, regret: 0.0 }));
        assert_eq!(label.choice("8"), Some(Choice { keeps: false, is_best: false, regret: 2.0 }));
        assert_eq!(label.choice("1"), None);
    }

    #[test]
    fn the_outcome_is_the_sign_of_the_score() {
        let label = |scores: &[i32]| Label {
            position: String::new(),
            moves: scores
                .iter()
                .zip(1..)
                .map(|(&score, mv)| Scored { mv: mv.to_string(), score: score.into() })
                .collect(),
        };
        assert_eq!(label(&[3, 5, -2]).choice("1"), Some(Choice { keeps: true, is_best: false, regret: 2.0 }));
        assert_eq!(label(&[0, 5, -2]).only_move(), Some("2"));
        assert!(
            [[3, 5, -2], [0, 0, -1], [-3, -4, -5], [1, 1, 1]]
                .iter()
                .all(|scores| label(scores).only_move().is_none())
        );
        assert!(label(&[3, 5, 0]).tells() && label(&[0, -1]).tells());
        assert!(!label(&[-3, -5]).tells() && !label(&[7, 1]).tells() && !label(&[0]).tells());
    }

    #[test]
    fn only_the_best_expected_payoff_is_kept() {
        let line = |best: &str| {
            format!(
                r#"{{"position":"124536","score":{best},"moves":[{}]}}"#,
                [("7", "0.25"), ("8", "0.125"), ("9", "0.0")]
                    .map(|(mv, score)| format!(r#"{{"move":"{mv}","score":{score}}}"#))
                    .join(",")
            )
        };
        let labels = noughts(&line("0.250001")).unwrap();
        let [label] = labels.as_slice() else { panic!("one position") };
        assert!(label.is_expected() && label.tells());
        assert_eq!(label.choice("7"), Some(Choice { keeps: true, is_best: true, regret: 0.0 }));
        assert_eq!(label.choice("8"), Some(Choice { keeps: false, is_best: false, regret: 0.125 }));
        assert_eq!((label.most_regret(), label.only_move()), (0.25, Some("7")));
        assert!(noughts(&line("0.26")).unwrap_err().contains("expected the score 0.250000 of its best move"));
    }

    #[test]
    fn an_invalid_label_is_named_by_file_and_line() {
        let solved = |rest: &str| format!("#\n{{\"position\":\"124536\",\"score\":1{rest}}}");
        for (text, problem) in [
            ("#\n55 0 x", "1 scores of moves, expected 9"),
            ("#\n124536 1 x x x x x x 1 -1 z", "score \"z\": expected a whole number"),
            ("#\n124536", "score \"\": expected a whole number"),
            ("#\n55 0 x x x x x x x x x", "move \"5\": expected one of 1 2 3 4 6 7 8 9"),
            (
                "#\n14253 0 x x x x x x x x x",
                "position \"14253\": expected one in which the game is not over",
            ),
            ("#\n124536 1 x x x x x x 1 x -1", "expected a score for the legal move 8"),
            ("#\n124536 1 1 x x x x x 1 -1 -1", "expected no score for \"1\", which is not legal"),
            ("#\n124536 0 x x x x x x 1 -1 -1", "expected the score 1 of its best move, read 0"),
            (&solved(""), "expected the scores of its moves: solve with --all-moves"),
            (&solved(",\"game\":\"connect4\""), "game \"connect4\": expected noughts"),
            (&solved(",\"moves\":7"), "expected a solved position: invalid type"),
            (
                "#\n{\"position\":\"5\",\"error\":\"what\"}",
                "expected a solved position: missing field `score`",
            ),
        ] {
            let error = noughts(text).unwrap_err();
            assert!(error.starts_with("labels.txt, line 2: ") && error.contains(problem), "{error}");
        }
        assert!(noughts("# nothing").unwrap_err().contains("no position, expected at least one"));
        let twice = solved(&format!(
            ",\"moves\":[{}]",
            ["7", "8", "9", "9"].map(|mv| format!("{{\"move\":\"{mv}\",\"score\":1}}")).join(",")
        ));
        assert!(noughts(&twice).unwrap_err().contains("expected one score for every move"));
    }
}
