//! Our numbers beside the published ones, with a verdict per cell.

use super::golden::{Cell, Golden};
use super::sampling::{Averaged, Sampled};
use serde_json::Value;
use tiptree_lab::reproduce::{Key, Row, Verdict};

/// Our table beside the published one, built row by row.
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

    /// A published word; the intended one if it is a misprint.
    pub fn word_meant(&self, key: &Key, column: &str) -> Option<String> {
        self.golden.cell(key, column)?.expected().as_str().map(str::to_owned)
    }

    /// The number of games behind a published cell, if it is a count or a share of games.
    pub fn games(&self, key: &Key, column: &str) -> Option<f64> {
        self.golden.cell(key, column)?.sample.map(|sample| sample.games)
    }

    /// Adds our number or word beside the published one.
    pub fn add(&mut self, key: Key, column: &str, ours: impl Into<Value>) {
        self.compare(key, column, ours.into(), 1.0);
    }

    /// Adds our sampled count or share beside the published one, which is a sample too. Without samples of ours, every
    /// published number is within the error.
    pub fn add_sampled(&mut self, key: Key, column: &str, ours: Sampled) {
        self.compare(key, column, ours.mean.into(), ours.samples);
    }

    /// Adds our mean beside the published one, which is the mean of a sample too. If ours is a mean of nothing, every
    /// published number is within the error.
    pub fn add_mean(&mut self, key: Key, column: &str, ours: Averaged) {
        self.compare(key, column, ours.mean.into(), ours.size);
    }

    /// Adds our number or word beside the published one, where it follows from the cell `like` of the same row, added
    /// before: a significance, or the name of the better rule, says nothing beyond its percentage. It agrees if it
    /// equals the published one or if that cell agrees; otherwise it gets that cell's verdict. A corrected number is
    /// what the paper's sample should have given, so ours is not compared with it.
    pub fn add_like(&mut self, key: Key, column: &str, ours: impl Into<Value>, like: &str) {
        let ours = ours.into();
        let Some(cell) = self.golden.cell(&key, column) else {
            return self.push_unpublished(key, column, ours);
        };
        let comparable = cell.corrected().is_none_or(Value::is_string);
        let (compared, reason) = match self.row(&key, like) {
            _ if comparable && is_exact(&ours, &cell) => (Verdict::Exact, None),
            Some(row) if self.agreed(row) => (Verdict::Within, None),
            Some(row) if row.verdict != Verdict::NotPublished => (row.verdict, row.reason.clone()),
            _ => (Verdict::Differs, None),
        };
        self.push(key, column, ours, cell, None, (compared, reason));
    }

    /// Compares our number or word; `size` is the number of samples behind it, or of items averaged.
    fn compare(&mut self, key: Key, column: &str, ours: Value, size: f64) {
        let Some(cell) = self.golden.cell(&key, column) else {
            return self.push_unpublished(key, column, ours);
        };
        if size == 0.0 && (cell.sample.is_some() || cell.spread.is_some()) {
            return self.push(key, column, ours, cell, None, (Verdict::Within, None));
        }
        let numbers = ours.as_f64().zip(cell.expected().as_f64());
        let sampling = numbers.map_or(0.0, |(mean, expected)| sampling_error(&cell, expected, mean, size));
        let tolerance = sampling.max(cell.precision.rounding).max(cell.precision.tolerance);
        let compared = match numbers {
            _ if is_exact(&ours, &cell) => Verdict::Exact,
            Some((ours, expected)) if (ours - expected).abs() <= tolerance => Verdict::Within,
            _ => Verdict::Differs,
        };
        self.push(key, column, ours, cell, Some(tolerance), (compared, None));
    }

    /// Adds a row; a remark of the golden table may replace the verdict.
    fn push(
        &mut self,
        key: Key,
        column: &str,
        ours: Value,
        cell: Cell,
        tolerance: Option<f64>,
        compared: (Verdict, Option<String>),
    ) {
        let (verdict, reason) = match cell.remark {
            // Ours is the intended number; the printed one is a misprint.
            Some(remark) if remark.corrected.is_some() && compared.0.agrees() => {
                (remark.verdict, Some(remark.reason))
            }
            // A remark excuses a cell that does not agree; one that agrees needs no excuse.
            Some(remark) if remark.corrected.is_none() && compared.0 == Verdict::Differs => {
                (remark.verdict, Some(remark.reason))
            }
            _ => compared,
        };
        let (column, published) = (column.into(), Some(cell.published));
        self.rows.push(Row { key, column, ours, published, tolerance, verdict, reason });
    }

    fn push_unpublished(&mut self, key: Key, column: &str, ours: Value) {
        let (column, verdict) = (column.into(), Verdict::NotPublished);
        self.rows.push(Row { key, column, ours, published: None, tolerance: None, verdict, reason: None });
    }

    fn row(&self, key: &Key, column: &str) -> Option<&Row> {
        self.rows.iter().find(|row| &row.key == key && row.column == column)
    }

    /// Whether our number agrees with the published one, or with the intended one: a corrected cell has its remark's
    /// verdict only if ours agrees with the correction.
    fn agreed(&self, row: &Row) -> bool {
        let remark = self.golden.cell(&row.key, &row.column).and_then(|cell| cell.remark);
        let corrected = remark.filter(|remark| remark.corrected.is_some());
        row.verdict.agrees() || corrected.is_some_and(|remark| remark.verdict == row.verdict)
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

/// The greatest difference between a published cell and ours that sampling explains.
fn sampling_error(cell: &Cell, expected: f64, mean: f64, size: f64) -> f64 {
    let sample = cell.sample.map(|sample| sample.tolerance(expected, Sampled { mean, samples: size }));
    // The sampled quantity is the mean before rounding.
    let spread =
        cell.spread.map(|spread| spread.tolerance(Averaged { mean, size }) + cell.precision.rounding);
    sample.or(spread).unwrap_or(0.0)
}

/// Whether our number equals the expected one to the last printed digit.
fn is_exact(ours: &Value, cell: &Cell) -> bool {
    match (ours.as_f64(), cell.expected().as_f64()) {
        (Some(a), Some(b)) => (a - b).abs() <= cell.precision.rounding * (1.0 + 1e-9),
        (None, None) => ours == cell.expected(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key;

    const TABLE: &str = r#"
        citation = "nowhere"
        standard_errors = 2.0
        [columns.mean]
        rounding = 0.05
        tolerance = 0.5
        [columns.percent]
        rounding = 0.05
        share = 100
        [columns.significance]
        rounding = 0.005
        [[row]]
        key = { n = 1 }
        cells = { mean = 10.4, word = "y" }
        [[row]]
        key = { n = 2 }
        games = 100
        cells = { wins = 50 }
        [[row]]
        key = { n = 3 }
        games = 400
        cells = { wins = 166, percent = 60.0, significance = 0.01, better = "a" }
        [[row]]
        key = { n = 4 }
        games = 400
        cells = { percent = 41.5, significance = 0.01, better = "a" }
        [[row]]
        key = { n = 5 }
        averaged = 100
        deviations = { leaves = 5.0 }
        rounding = 0.5
        cells = { leaves = 70 }
        [[remark]]
        key = { n = 2 }
        verdict = "unexplained"
        reason = "nobody knows"
        [[remark]]
        key = { n = 3 }
        column = "wins"
        verdict = "known-misprint"
        reason = "166 for 156"
        corrected = 156
        [[remark]]
        key = { n = 4 }
        column = "better"
        verdict = "known-misprint"
        reason = "a for b"
        corrected = "b"
        [[remark]]
        key = { n = 4 }
        column = "significance"
        verdict = "unexplained"
        reason = "the rule gives 0.0007"
        corrected = 0.0007
        [[remark]]
        key = { n = 4 }
        column = "percent"
        verdict = "unexplained"
        reason = "no reading gives it"
    "#;

    fn comparison() -> Comparison {
        Comparison::new(Golden::parse("test", TABLE).unwrap())
    }

    fn row(n: u32) -> Key {
        key([("n", n.into())])
    }

    fn verdict(n: u32, column: &str, ours: impl Into<Value>) -> Verdict {
        let mut comparison = comparison();
        comparison.add(row(n), column, ours);
        comparison.rows()[0].verdict
    }

    fn sampled(n: u32, column: &str, mean: f64, samples: f64) -> Row {
        let mut comparison = comparison();
        comparison.add_sampled(row(n), column, Sampled { mean, samples });
        comparison.rows()[0].clone()
    }

    /// A percentage from as many games as the published one, and a cell that follows from it.
    fn like(n: u32, percent: f64, column: &str, ours: impl Into<Value>) -> (Verdict, Option<String>) {
        let mut comparison = comparison();
        comparison.add_sampled(row(n), "percent", Sampled { mean: percent, samples: 1.0 });
        comparison.add_like(row(n), column, ours, "percent");
        let row = comparison.rows()[1].clone();
        assert_eq!(row.tolerance, None);
        (row.verdict, row.reason)
    }

    #[test]
    fn the_last_printed_digit_decides_what_is_exact() {
        assert_eq!(verdict(1, "mean", 10.443), Verdict::Exact);
        assert_eq!(verdict(1, "mean", 10.46), Verdict::Within);
        assert_eq!(verdict(1, "mean", 11.0), Verdict::Differs);
        assert_eq!(verdict(1, "mean", "y"), Verdict::Differs);
        assert_eq!(verdict(1, "word", "y"), Verdict::Exact);
        assert_eq!(verdict(1, "word", "x"), Verdict::Differs);
        assert_eq!(verdict(1, "word", 3.0), Verdict::Differs);
        assert_eq!(verdict(1, "median", 3.0), Verdict::NotPublished);
        assert_eq!(verdict(9, "mean", 3.0), Verdict::NotPublished);
    }

    #[test]
    fn counts_agree_within_the_error_of_both_samples() {
        // One sample each, 50 and 64 of 100: two standard errors of a difference with variance 2 * 100 * 0.57 * 0.43.
        let Row { verdict, tolerance, .. } = sampled(2, "wins", 64.0, 1.0);
        assert_eq!(verdict, Verdict::Within);
        assert!((tolerance.unwrap() - 2.0 * 49.02f64.sqrt()).abs() < 1e-12);
        // A hundred samples of ours leave hardly more than the paper's own error.
        assert!((sampled(2, "wins", 50.0, 100.0).tolerance.unwrap() - 2.0 * 25.25f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn shares_agree_within_the_error_of_both_samples() {
        assert_eq!(sampled(3, "percent", 60.04, 1.0).verdict, Verdict::Exact);
        assert_eq!(sampled(3, "percent", 66.0, 1.0).verdict, Verdict::Within);
        // Two standard errors are 100 √(0.6 · 0.4 / 400 · 2) = 3.46 each.
        assert_eq!(sampled(3, "percent", 68.0, 1.0).verdict, Verdict::Differs);
        assert_eq!(sampled(3, "percent", 66.0, 100.0).verdict, Verdict::Differs);
        assert_eq!(comparison().games(&row(3), "percent"), Some(400.0));
        assert_eq!(comparison().games(&row(3), "significance"), None);
        assert_eq!(comparison().games(&row(1), "mean"), None);
    }

    #[test]
    fn means_agree_within_the_error_of_both_samples() {
        let mean = |mean, size| {
            let mut comparison = comparison();
            comparison.add_mean(row(5), "leaves", Averaged { mean, size });
            comparison.rows()[0].clone()
        };
        assert_eq!(mean(70.4, 100.0).verdict, Verdict::Exact);
        // Two standard errors are 2 · 5 √(1/100 + 1/100), and half a unit was lost to rounding.
        let Row { verdict, tolerance, .. } = mean(71.8, 100.0);
        assert_eq!(verdict, Verdict::Within);
        assert!((tolerance.unwrap() - (2f64.sqrt() + 0.5)).abs() < 1e-12);
        assert_eq!(mean(72.0, 100.0).verdict, Verdict::Differs);
        assert_eq!(mean(71.8, 1e6).verdict, Verdict::Differs);
        assert_eq!(mean(80.0, 1.0).verdict, Verdict::Within);
        assert_eq!(mean(f64::NAN, 0.0).verdict, Verdict::Within);
    }

    #[test]
    fn no_samples_of_ours_contradict_nothing() {
        let Row { ours, verdict, tolerance, .. } = sampled(3, "percent", f64::NAN, 0.0);
        assert_eq!((ours, verdict, tolerance), (Value::Null, Verdict::Within, None));
    }

    #[test]
    fn a_remark_excuses_only_what_does_not_agree() {
        assert_eq!(sampled(2, "wins", 80.0, 1.0).verdict, Verdict::Unexplained);
        let agreed = sampled(2, "wins", 50.0, 1.0);
        assert_eq!((agreed.verdict, agreed.reason), (Verdict::Exact, None));
    }

    #[test]
    fn a_corrected_cell_is_compared_with_what_was_meant() {
        // 166 was printed for 156: a misprint even if ours agrees with both, or with the printed number to the digit.
        for (mean, samples) in [(156.0, 1.0), (150.0, 1.0), (160.0, 1.0), (166.0, 1.0), (156.2, 500.0)] {
            let row = sampled(3, "wins", mean, samples);
            assert_eq!((row.verdict, row.published), (Verdict::KnownMisprint, Some(166.into())), "{mean}");
            assert_eq!(row.reason.as_deref(), Some("166 for 156"));
        }
        // The tolerance is that of the corrected number.
        let tolerance = sampled(3, "wins", 156.0, 1.0).tolerance.unwrap();
        assert!((tolerance - 2.0 * (2.0 * 400.0 * 0.39 * 0.61f64).sqrt()).abs() < 1e-12);
        // 185 would have been within the error of 166.
        let beyond = sampled(3, "wins", 185.0, 1.0);
        assert_eq!((beyond.verdict, beyond.reason), (Verdict::Differs, None));
    }

    #[test]
    fn what_follows_from_a_cell_agrees_with_it() {
        assert_eq!(like(3, 60.0, "significance", 0.012), (Verdict::Exact, None));
        assert_eq!(like(3, 60.0, "significance", 0.4), (Verdict::Within, None));
        assert_eq!(like(3, 62.0, "better", "?"), (Verdict::Within, None));
        assert_eq!(like(3, 62.0, "better", "a"), (Verdict::Exact, None));
        assert_eq!(like(3, 62.0, "median", 3.0), (Verdict::NotPublished, None));
    }

    #[test]
    fn what_follows_from_a_cell_differs_with_it() {
        assert_eq!(like(3, 90.0, "significance", 0.4), (Verdict::Differs, None));
        assert_eq!(like(3, 90.0, "better", "a"), (Verdict::Exact, None));
        let excused = Some("no reading gives it".to_owned());
        assert_eq!(like(4, 90.0, "better", "a"), (Verdict::Unexplained, excused));
    }

    #[test]
    fn what_follows_from_no_cell_agrees_only_if_it_is_equal() {
        let mut comparison = comparison();
        comparison.add_like(row(3), "better", "?", "percent");
        comparison.add_like(row(3), "better", "a", "percent");
        comparison.add_like(row(3), "better", "?", "median");
        let verdicts: Vec<Verdict> = comparison.rows().iter().map(|row| row.verdict).collect();
        assert_eq!(verdicts, [Verdict::Differs, Verdict::Exact, Verdict::Differs]);
    }

    #[test]
    fn what_follows_from_a_cell_may_be_corrected_too() {
        let misprint = (Verdict::KnownMisprint, Some("a for b".to_owned()));
        assert_eq!(like(4, 41.5, "better", "b"), misprint);
        assert_eq!(like(4, 90.0, "better", "b"), misprint);
        // Our own sample may be inconclusive, or give the printed word: as long as the percentage agrees, it is the
        // paper's misprint.
        assert_eq!(like(4, 42.0, "better", "?"), misprint);
        assert_eq!(like(4, 42.0, "better", "a"), misprint);
        // A significance of ours belongs to our sample and is not compared with the corrected one.
        let unexplained = (Verdict::Unexplained, Some("the rule gives 0.0007".to_owned()));
        assert_eq!(like(4, 42.0, "significance", 1e-30), unexplained);
        let excused = Some("no reading gives it".to_owned());
        assert_eq!(like(4, 90.0, "significance", 1e-30), (Verdict::Unexplained, excused));
    }

    #[test]
    fn a_corrected_cell_that_agrees_passes_its_agreement_on() {
        let mut comparison = comparison();
        comparison.add_sampled(row(3), "wins", Sampled { mean: 156.0, samples: 1.0 });
        comparison.add_like(row(3), "better", "?", "wins");
        comparison.add_like(row(3), "significance", 0.7, "better");
        let verdicts: Vec<Verdict> = comparison.rows().iter().map(|row| row.verdict).collect();
        assert_eq!(verdicts, [Verdict::KnownMisprint, Verdict::Within, Verdict::Within]);
    }
}
