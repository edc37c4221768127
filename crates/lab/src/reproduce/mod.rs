//! Tables of papers: our numbers beside the published ones, with a verdict per cell. Defines how tables are requested,
//! stored and drawn.
//!
//! Another crate, `tiptree-papers`, makes them; it knows the games.

pub mod grid;
mod plots;
pub mod request;
pub mod study;
pub mod verdict;

use crate::provenance::Provenance;
pub use grid::Grid;
pub use request::{Paper, Progress, Request, Tables};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
pub(crate) use study::word;
pub use verdict::{Key, Row, Verdict};

/// A reproduced table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reproduction {
    /// The paper: its first author.
    pub paper: String,
    /// The table: its number or name.
    pub table: String,
    /// The parameters of the run.
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
    /// The build that made them.
    #[serde(flatten)]
    pub build: Provenance,
}

impl Reproduction {
    /// How many rows have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.rows.iter().filter(|row| row.verdict == verdict).count()
    }

    /// Whether it is a study, which has nothing but rows on what searches achieve with growing effort.
    pub fn is_study(&self) -> bool {
        !self.rows.is_empty() && self.rows.iter().all(study::is_studied)
    }

    /// Our numbers, each with half the width of its 95 % interval if the table has one.
    pub(crate) fn measured(&self) -> impl Iterator<Item = (&Row, Option<f64>)> {
        let rows = self.rows.iter().filter(|row| !study::is_interval(row));
        rows.map(|row| (row, study::ci95(&self.rows, row)))
    }
}
