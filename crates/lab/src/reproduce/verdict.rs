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

    /// A published number.
    pub fn published(&self, key: &Key, column: &str) -> Option<f64> {
        self.golden.cell(key, column)?.published.as_f64()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::key;

    const TABLE: &str = r#"
        citation = "nowhere"
        standard_errors = 2.0
        [columns.mean]
        rounding = 0.05
        tolerance = 0.5
        [[row]]
        key = { n = 1 }
        cells = { mean = 10.4, word = "y" }
        [[row]]
        key = { n = 2 }
        games = 100
        cells = { wins = 50 }
        [[remark]]
        key = { n = 2 }
        verdict = "unexplained"
        reason = "nobody knows"
    "#;

    fn verdict(n: u32, column: &str, ours: impl Into<Value>) -> Verdict {
        let mut comparison = Comparison::new(Golden::parse("test", TABLE).unwrap());
        comparison.add(key([("n", n.into())]), column, ours);
        comparison.rows()[0].verdict
    }

    fn sampled(mean: f64, samples: f64) -> (Verdict, f64) {
        let mut comparison = Comparison::new(Golden::parse("test", TABLE).unwrap());
        comparison.add_sampled(key([("n", 2.into())]), "wins", Sampled { mean, samples });
        (comparison.rows()[0].verdict, comparison.rows()[0].tolerance.unwrap())
    }

    #[test]
    fn the_last_printed_digit_decides_what_is_exact() {
        assert_eq!(verdict(1, "mean", 10.443), Verdict::Exact);
        assert_eq!(verdict(1, "mean", 10.46), Verdict::Within);
        assert_eq!(verdict(1, "mean", 11.0), Verdict::Differs);
        assert_eq!(verdict(1, "word", "y"), Verdict::Exact);
        assert_eq!(verdict(1, "word", "x"), Verdict::Differs);
        assert_eq!(verdict(1, "median", 3.0), Verdict::NotPublished);
        assert_eq!(verdict(9, "mean", 3.0), Verdict::NotPublished);
    }

    #[test]
    fn counts_agree_within_the_error_of_both_samples() {
        // One sample of each: two standard errors of a difference with variance 2 * 25.
        let (verdict, tolerance) = sampled(64.0, 1.0);
        assert_eq!(verdict, Verdict::Within);
        assert!((tolerance - 2.0 * 50f64.sqrt()).abs() < 1e-12);
        // A hundred samples of ours leave hardly more than the paper's own error.
        assert!((sampled(50.0, 100.0).1 - 2.0 * 25.25f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_remark_excuses_only_what_does_not_agree() {
        assert_eq!(sampled(80.0, 1.0).0, Verdict::Unexplained);
        assert_eq!(sampled(50.0, 1.0).0, Verdict::Exact);
    }

    #[test]
    fn what_is_no_golden_table_is_refused() {
        assert!(Golden::parse("test", "citation = 3").is_err());
        assert!(Golden::parse("test", "citation = \"x\"\nwat = 1").is_err());
    }
}
