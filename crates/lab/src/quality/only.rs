//! Which of the labelled positions are asked.

use super::labels::Label;
use serde::{Deserialize, Serialize};
use tiptree::erased::{Engine, Rules};
use tiptree::{Budget, Error, ParseError, Turn};

/// A kind of positions that alone are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Only {
    /// Those that ask for a sacrifice (Rivest 1987, open problem 4): one move alone keeps the outcome, and of all legal moves it is
    /// the one behind which the evaluator sees the least for the side that makes it.
    Sacrifices,
}

impl std::str::FromStr for Only {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "sacrifices" => Ok(Only::Sacrifices),
            _ => Err(ParseError::unknown("kind of positions", text, ["sacrifices"])),
        }
    }
}

impl std::fmt::Display for Only {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Only::Sacrifices => f.write_str("sacrifices"),
        }
    }
}

/// Tells the positions that are asked from those that are not, with the eyes of one evaluator.
pub(super) struct Sieve<'a> {
    rules: &'a dyn Rules,
    /// Where only sacrifices are asked, a player who looks one move ahead: its values of the moves are the static ones.
    searcher: Option<Box<dyn Engine>>,
}

impl<'a> Sieve<'a> {
    pub(super) fn new(rules: &'a dyn Rules, only: Option<Only>) -> Result<Self, Error> {
        let searcher = match only {
            Some(Only::Sacrifices) => Some(rules.engine(&"minimax(depth=1)".parse()?, 1)?),
            None => None,
        };
        Ok(Sieve { rules, searcher })
    }

    /// Whether a position is asked: something can be done wrong there, and it is of the kind.
    pub(super) fn passes(&mut self, label: &Label) -> Result<bool, ParseError> {
        let Some(searcher) = self.searcher.as_mut().filter(|_| label.tells()) else {
            return Ok(label.tells());
        };
        let Some(right) = label.only_move() else { return Ok(false) };
        searcher.start(&label.position)?;
        let sign = if self.rules.position(&label.position)?.turn() == Turn::Min { -1.0 } else { 1.0 };
        let report = searcher.run(&Budget::unlimited());
        let value = |mv: &str| report.moves.iter().find(|root| root.mv == mv).and_then(|root| root.value);
        let seen = |mv: &str| value(mv).map(|value| sign * value);
        let worst = seen(right);
        Ok(label.moves.iter().filter(|scored| scored.mv != right).all(|scored| worst < seen(&scored.mv)))
    }
}
