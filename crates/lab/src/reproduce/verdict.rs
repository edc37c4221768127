//! What is said of a cell: a number of ours beside the published one.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What names a row: parameters and their values.
pub type Key = Map<String, Value>;

/// How a number of ours compares with the published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Equal to the last printed digit.
    Exact,
    /// Within the tolerance, which for counts and shares of games is sampling error.
    Within,
    /// Neither, and nobody has said why.
    Differs,
    /// The published number is a misprint; the golden table says of what.
    KnownMisprint,
    /// No reading of the paper reproduces it; the golden table says what was tried.
    Unexplained,
    /// The paper prints no number for it.
    NotPublished,
}

impl Verdict {
    /// Whether ours is the published number, but for rounding and chance.
    pub fn agrees(self) -> bool {
        matches!(self, Verdict::Exact | Verdict::Within)
    }

    /// The verdict in one letter, for a cell of a table; nothing where there is nothing to compare.
    pub fn mark(self) -> &'static str {
        match self {
            Verdict::Exact => "=",
            Verdict::Within => "~",
            Verdict::Differs => "!",
            Verdict::KnownMisprint => "m",
            Verdict::Unexplained => "?",
            Verdict::NotPublished => "",
        }
    }

    /// The verdict as the JSON spells it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Exact => "exact",
            Verdict::Within => "within",
            Verdict::Differs => "differs",
            Verdict::KnownMisprint => "known-misprint",
            Verdict::Unexplained => "unexplained",
            Verdict::NotPublished => "not-published",
        }
    }
}

/// A number of ours beside the published one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// What names the row.
    pub key: Key,
    /// The column.
    pub column: String,
    /// Our number.
    pub ours: Value,
    /// The published one, if any.
    pub published: Option<Value>,
    /// How far apart they may be; none where there is nothing to compare, or where another cell decides.
    pub tolerance: Option<f64>,
    /// How they compare.
    pub verdict: Verdict,
    /// Why, where the golden table says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}
