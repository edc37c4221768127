//! Ours beside the published, with a verdict a cell.

use super::golden::{Golden, Key};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How a number of ours compares with the published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Equal to the last printed digit.
    Exact,
    /// Within the tolerance, which for counts of games is sampling error.
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
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// What names the row.
    pub key: Key,
    /// The column.
    pub column: String,
    /// Our number.
    pub ours: Value,
    /// The published one, if any.
    pub published: Option<Value>,
    /// How far apart they may be.
    pub tolerance: Option<f64>,
    /// How they compare.
    pub verdict: Verdict,
    /// Why, where the golden table says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A count of ours, sampled: how many samples of the paper's size it is the mean of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampled {
    /// The mean count in a sample of the paper's size.
    pub mean: f64,
    /// How many such samples we took.
    pub samples: f64,
}

/// A table of ours beside the published one, growing row by row.
#[derive(Clone, Debug)]
pub struct Comparison {
    golden: Golden,
    rows: Vec<Row>,
}

impl Comparison {
    /// An empty comparison with a published table.
    pub fn new(golden: Golden) -> Self {
        Comparison { golden, rows: Vec::new() }
    }

    /// Where the table was published.
    pub fn citation(&self) -> &str {
        &self.golden.citation
    }

    /// Sets a number or a word of ours beside the published one.
    pub fn add(&mut self, key: Key, column: &str, ours: impl Into<Value>) {
        self.push(key, column, ours.into(), 1.0);
    }

    /// Sets a sampled count of ours beside the published one, which is a sample too.
    pub fn add_sampled(&mut self, key: Key, column: &str, ours: Sampled) {
        self.push(key, column, ours.mean.into(), ours.samples);
    }

    fn push(&mut self, key: Key, column: &str, ours: Value, samples: f64) {
        let Some(cell) = self.golden.cell(&key, column) else {
            let (column, verdict) = (column.into(), Verdict::NotPublished);
            self.rows.push(Row {
                key,
                column,
                ours,
                published: None,
                tolerance: None,
                verdict,
                reason: None,
            });
            return;
        };
        let sampling = cell.sample.zip(cell.published.as_f64()).map(|(sample, count)| {
            let share = count / sample.games;
            let variance = sample.games * share * (1.0 - share) * (1.0 + 1.0 / samples);
            sample.standard_errors * variance.sqrt()
        });
        let tolerance = sampling.unwrap_or(cell.precision.rounding.max(cell.precision.tolerance));
        let verdict = match (ours.as_f64(), cell.published.as_f64()) {
            (Some(a), Some(b)) if (a - b).abs() <= cell.precision.rounding * (1.0 + 1e-9) => Verdict::Exact,
            (Some(a), Some(b)) if (a - b).abs() <= tolerance => Verdict::Within,
            (None, None) if ours == cell.published => Verdict::Exact,
            _ => Verdict::Differs,
        };
        // A remark excuses a cell that does not agree; one that agrees needs no excuse.
        let (verdict, reason) = match cell.remark {
            Some((excuse, reason)) if verdict == Verdict::Differs => (excuse, Some(reason)),
            _ => (verdict, None),
        };
        let (column, published) = (column.into(), Some(cell.published));
        self.rows.push(Row { key, column, ours, published, tolerance: Some(tolerance), verdict, reason });
    }

    /// The rows so far.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// How many rows have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.rows.iter().filter(|row| row.verdict == verdict).count()
    }
}
