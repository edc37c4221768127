//! The verdict on a cell: our number beside the published one.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The key of a row: parameters and their values.
pub type Key = Map<String, Value>;

/// How our number compares with the published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Equal to the last printed digit.
    Exact,
    /// Within the tolerance, which for counts and shares of games is sampling error.
    Within,
    /// Neither, without a known reason.
    Differs,
    /// The published number is a misprint; the golden table says of what.
    KnownMisprint,
    /// No reading of the paper reproduces it; the golden table says what was tried.
    Unexplained,
    /// The paper prints no number for it.
    NotPublished,
}

impl Verdict {
    /// Whether our number equals the published one, up to rounding and sampling error.
    pub fn agrees(self) -> bool {
        matches!(self, Verdict::Exact | Verdict::Within)
    }

    /// The verdict as one character, for a cell of a table; empty if there is nothing to compare.
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

    /// The verdict as spelled in JSON.
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

/// Our number beside the published one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The key of the row.
    pub key: Key,
    /// The column.
    pub column: String,
    /// Our number.
    pub ours: Value,
    /// The published one, if any.
    pub published: Option<Value>,
    /// The greatest difference allowed; `None` if there is nothing to compare, or if another cell decides.
    pub tolerance: Option<f64>,
    /// How they compare.
    pub verdict: Verdict,
    /// The reason, if the golden table gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}
