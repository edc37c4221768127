//! Selects the labelled positions that are measured.

use super::labels::Label;
use serde::{Deserialize, Serialize};
use tiptree::erased::{Engine, Rules};
use tiptree::{Budget, Error, ParseError, Turn};

/// A kind of positions that a measurement can be restricted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Only {
    /// Positions that require a sacrifice (Rivest 1987, open problem 4): only one move keeps the outcome, and after it the
    /// evaluator's value is lower, for the side that makes it, than after any other legal move.
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

/// Selects the positions that are measured, as one evaluator judges them.
pub(super) struct Filter<'a> {
    rules: &'a dyn Rules,
    /// A one-ply search, whose values of the moves are the static ones; only if restricted to sacrifices.
    one_ply: Option<Box<dyn Engine>>,
}

impl<'a> Filter<'a> {
    pub(super) fn new(rules: &'a dyn Rules, only: Option<Only>) -> Result<Self, Error> {
        let one_ply = match only {
            Some(Only::Sacrifices) => Some(rules.engine(&"minimax(depth=1)".parse()?, 1)?),
            None => None,
        };
        Ok(Filter { rules, one_ply })
    }

    /// Whether a position is measured: some move loses the outcome, and the position is of the requested kind.
    pub(super) fn passes(&mut self, label: &Label) -> Result<bool, ParseError> {
        let Some(one_ply) = self.one_ply.as_mut().filter(|_| label.tells()) else {
            return Ok(label.tells());
        };
        let Some(right) = label.only_move() else { return Ok(false) };
        one_ply.start(&label.position)?;
        let sign = if self.rules.position(&label.position)?.turn() == Turn::Min { -1.0 } else { 1.0 };
        let report = one_ply.run(&Budget::unlimited());
        let value = |mv: &str| report.moves.iter().find(|root| root.mv == mv).and_then(|root| root.value);
        let seen = |mv: &str| value(mv).map(|value| sign * value);
        let worst = seen(right);
        Ok(label.moves.iter().filter(|scored| scored.mv != right).all(|scored| worst < seen(&scored.mv)))
    }
}
