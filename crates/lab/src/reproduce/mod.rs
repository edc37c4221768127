//! The papers' tables, ours beside the published, with a verdict a cell.

pub mod ballard;
pub mod comparison;
pub mod golden;
mod moments;
pub mod nau;
pub mod request;
pub mod rivest;
pub mod sampling;
mod study;
pub mod verdict;

pub use comparison::Comparison;
pub use request::{Made, Progress, Request, Tables};
pub use sampling::{Averaged, Sampled};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
pub use verdict::{Row, Verdict};

/// A reproduced table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reproduction {
    /// The paper: its first author.
    pub paper: String,
    /// The table: its number or name.
    pub table: String,
    /// What the run was asked for.
    pub parameters: Map<String, Value>,
    /// Our numbers beside the published ones.
    pub rows: Vec<Row>,
    /// Cells equal to the last printed digit.
    pub exact: usize,
    /// Cells within the tolerance.
    pub within: usize,
    /// Cells that differ without a known reason.
    pub differs: usize,
    /// Where the table was published.
    pub citation: String,
    /// What the numbers show, in sentences.
    pub notes: Vec<String>,
}

impl Reproduction {
    /// Closes a comparison.
    pub fn new(
        paper: &str,
        table: &str,
        parameters: Map<String, Value>,
        comparison: &Comparison,
        notes: Vec<String>,
    ) -> Self {
        Reproduction {
            paper: paper.to_owned(),
            table: table.to_owned(),
            parameters,
            rows: comparison.rows().to_vec(),
            exact: comparison.count(Verdict::Exact),
            within: comparison.count(Verdict::Within),
            differs: comparison.count(Verdict::Differs),
            citation: comparison.citation().to_owned(),
            notes,
        }
    }
}

/// A key from its parts, as in `key([("p", 32.into())])`.
fn key<const N: usize>(parts: [(&str, Value); N]) -> golden::Key {
    parts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
