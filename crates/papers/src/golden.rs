//! The published tables as data: one TOML file per table, with citation, misprints and the cells that no reading
//! reproduces.
//!
//! The files are compiled in and read-only: no program writes them.

use super::sampling::{Sample, Spread};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::HashMap;
use tiptree_lab::Error;
use tiptree_lab::reproduce::{Key, Verdict};

/// A published table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Golden {
    /// Where it was published.
    pub citation: String,
    /// The number of standard errors within which our sampled count agrees with a published one.
    #[serde(default = "two_sided_95")]
    standard_errors: f64,
    #[serde(default)]
    columns: HashMap<String, Precision>,
    #[serde(default)]
    row: Vec<GoldenRow>,
    #[serde(default)]
    remark: Vec<Remark>,
}

/// How closely our number must agree.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Precision {
    /// Half a unit of the last printed digit: agreement within it is exact.
    #[serde(default)]
    pub rounding: f64,
    /// The tolerance: agreement within it is `Within`.
    #[serde(default)]
    pub tolerance: f64,
    /// For a column of shares, the number that stands for all games: 100 for a percentage.
    pub share: Option<f64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GoldenRow {
    key: Key,
    cells: Map<String, Value>,
    /// The number of games, if the cells count games or are shares of them. A row without it was not sampled.
    games: Option<f64>,
    /// The number of items averaged, for cells with a deviation.
    averaged: Option<f64>,
    /// The standard deviation of the items averaged, by column, as we measured it.
    #[serde(default)]
    deviations: HashMap<String, f64>,
    standard_errors: Option<f64>,
    rounding: Option<Rounding>,
}

/// The rounding of a row, where it is not that of the column.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Rounding {
    Row(f64),
    Columns(HashMap<String, f64>),
}

impl Rounding {
    fn of(&self, column: &str) -> Option<f64> {
        match self {
            Rounding::Row(rounding) => Some(*rounding),
            Rounding::Columns(columns) => columns.get(column).copied(),
        }
    }
}

/// A remark on a cell: it is a misprint, or no reading reproduces it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// The row.
    pub key: Key,
    /// The column; `None` for every column of the row.
    pub column: Option<String>,
    /// The verdict that replaces `differs`; with a corrected value, the verdict if ours agrees with that value.
    pub verdict: Verdict,
    /// The reason.
    pub reason: String,
    /// The intended value. Ours is compared with it, not with the printed value.
    pub corrected: Option<Value>,
}

impl Remark {
    fn concerns(&self, key: &Key, column: &str) -> bool {
        &self.key == key && self.column.as_deref().is_none_or(|known| known == column)
    }
}

/// A published cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The printed value.
    pub published: Value,
    /// How closely ours must agree.
    pub precision: Precision,
    /// The sample behind the cell, if it counts games or is a share of them.
    pub sample: Option<Sample>,
    /// The sample behind the cell, if it is a mean.
    pub spread: Option<Spread>,
    /// The remark on it, if there is one.
    pub remark: Option<Remark>,
}

impl Cell {
    /// The intended value, if a remark gives it.
    pub fn corrected(&self) -> Option<&Value> {
        self.remark.as_ref()?.corrected.as_ref()
    }

    /// The value that ours is compared with: the intended one, or else the printed one.
    pub fn expected(&self) -> &Value {
        self.corrected().unwrap_or(&self.published)
    }
}

fn two_sided_95() -> f64 {
    1.96
}

impl Golden {
    /// Reads a table.
    ///
    /// # Errors
    /// If the text is not a golden table, names a cell twice, or remarks on a cell that does not exist.
    pub fn parse(name: &str, text: &str) -> Result<Self, Error> {
        let refuse = |reason| Error::Golden { table: name.into(), reason };
        let golden: Golden = toml::from_str(text).map_err(|error| refuse(error.to_string()))?;
        golden.check().map_err(refuse)?;
        Ok(golden)
    }

    /// Refuses duplicate cells and remarks on missing ones: a typing error in a key would silently lose a cell or a
    /// remark.
    fn check(&self) -> Result<(), String> {
        let names: Vec<(&Key, &str)> = self.names().collect();
        for (index, &(key, column)) in names.iter().enumerate() {
            if names[..index].contains(&(key, column)) {
                return Err(format!("cell {} {column}: expected once", Value::from(key.clone())));
            }
        }
        for row in &self.row {
            let stray = row.deviations.keys().find(|&column| !row.cells.contains_key(column));
            if stray.is_some() || row.averaged.is_none() != row.deviations.is_empty() {
                let key = Value::from(row.key.clone());
                return Err(format!("row {key}: expected deviations of its cells, and of how many things"));
            }
        }
        for remark in &self.remark {
            let column = remark.column.as_deref().unwrap_or("of any column");
            if remark.corrected.is_some() && remark.column.is_none() {
                return Err(format!(
                    "remark on {}: expected a column to correct",
                    Value::from(remark.key.clone())
                ));
            }
            if !names.iter().any(|&(key, column)| remark.concerns(key, column)) {
                return Err(format!(
                    "remark on {} {column}: expected such a cell",
                    Value::from(remark.key.clone())
                ));
            }
        }
        Ok(())
    }

    /// A table with nothing published.
    pub fn unpublished() -> Self {
        Golden {
            citation: "not published".into(),
            standard_errors: two_sided_95(),
            columns: HashMap::new(),
            row: Vec::new(),
            remark: Vec::new(),
        }
    }

    /// The table without its published cells, for runs with parameters that the paper did not try.
    #[must_use]
    pub fn without_cells(self) -> Self {
        Golden { row: Vec::new(), remark: Vec::new(), ..self }
    }

    /// The published cell of this row and column, if there is one.
    pub fn cell(&self, key: &Key, column: &str) -> Option<Cell> {
        let row = self.row.iter().find(|row| &row.key == key && row.cells.contains_key(column))?;
        let declared = self.columns.get(column);
        let mut precision = declared.copied().unwrap_or_default();
        if let Some(rounding) = row.rounding.as_ref().and_then(|rounding| rounding.of(column)) {
            precision.rounding = rounding;
        }
        let standard_errors = row.standard_errors.unwrap_or(self.standard_errors);
        // A column counts games unless it is declared otherwise.
        let whole = declared.map_or(row.games, |declared| declared.share);
        let sample = row.games.zip(whole).map(|(games, whole)| Sample { games, whole, standard_errors });
        let deviation = row.deviations.get(column).copied();
        let spread =
            row.averaged.zip(deviation).map(|(size, deviation)| Spread { size, deviation, standard_errors });
        let remark = self.remark.iter().find(|remark| remark.concerns(key, column)).cloned();
        Some(Cell { published: row.cells.get(column)?.clone(), precision, sample, spread, remark })
    }

    /// The names of the published cells, row by row.
    pub fn names(&self) -> impl Iterator<Item = (&Key, &str)> {
        self.row.iter().flat_map(|row| row.cells.keys().map(|column| (&row.key, column.as_str())))
    }

    /// The number of published cells.
    pub fn len(&self) -> usize {
        self.names().count()
    }

    /// Whether nothing was published.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key;

    const TABLE: &str = r#"
        citation = "nowhere"
        [columns.percent]
        rounding = 0.05
        share = 100
        [columns.significance]
        rounding = 0.005
        [[row]]
        key = { n = 1 }
        games = 40
        rounding = { significance = 0.0005 }
        cells = { wins = 20, percent = 50.0, significance = 0.5 }
        [[row]]
        key = { n = 2 }
        rounding = 0.1
        cells = { percent = 66 }
    "#;

    fn cell(n: u32, column: &str) -> Cell {
        Golden::parse("test", TABLE).unwrap().cell(&key([("n", n.into())]), column).unwrap()
    }

    fn refusal(more: &str) -> String {
        Golden::parse("test", &format!("{TABLE}\n{more}")).unwrap_err().to_string()
    }

    #[test]
    fn a_row_may_round_a_column_in_its_own_way() {
        assert_eq!(cell(1, "percent").precision.rounding, 0.05);
        assert_eq!(cell(1, "significance").precision.rounding, 0.0005);
        assert_eq!(cell(2, "percent").precision.rounding, 0.1);
    }

    #[test]
    fn counts_and_shares_are_samples_and_nothing_else_is() {
        let whole = |n, column| cell(n, column).sample.map(|sample| (sample.games, sample.whole));
        assert_eq!(whole(1, "wins"), Some((40.0, 40.0)));
        assert_eq!(whole(1, "percent"), Some((40.0, 100.0)));
        assert_eq!(whole(1, "significance"), None);
        assert_eq!(whole(2, "percent"), None);
    }

    #[test]
    fn what_is_no_golden_table_is_refused() {
        assert!(Golden::parse("test", "citation = 3").is_err());
        assert!(Golden::parse("test", "citation = \"x\"\nwat = 1").is_err());
    }

    #[test]
    fn a_cell_given_twice_is_refused() {
        let twice = refusal("[[row]]\nkey = { n = 1 }\ncells = { percent = 50.1 }");
        assert!(twice.contains("percent: expected once"), "{twice}");
        assert!(
            Golden::parse("test", &format!("{TABLE}\n[[row]]\nkey = {{ n = 1 }}\ncells = {{ more = 1 }}"))
                .is_ok()
        );
    }

    #[test]
    fn a_cell_with_a_deviation_is_a_mean() {
        let more = "[[row]]\nkey = { n = 3 }\naveraged = 9\ncells = { percent = 50.1, wins = 3 }\n\
                    deviations = { percent = 2 }";
        let golden = Golden::parse("test", &format!("{TABLE}\n{more}")).unwrap();
        let spread = |column| golden.cell(&key([("n", 3.into())]), column).unwrap().spread;
        assert_eq!(spread("percent"), Some(Spread { size: 9.0, deviation: 2.0, standard_errors: 1.96 }));
        assert_eq!(spread("wins"), None);
    }

    #[test]
    fn deviations_of_no_cell_or_of_no_number_of_things_are_refused() {
        for more in
            ["averaged = 9", "deviations = { percent = 2 }", "averaged = 9\ndeviations = { pairs = 2 }"]
        {
            let refused = refusal(&format!("[[row]]\nkey = {{ n = 3 }}\n{more}\ncells = {{ percent = 1 }}"));
            assert!(refused.contains("expected deviations of its cells"), "{refused}");
        }
    }

    #[test]
    fn a_remark_on_no_cell_is_refused() {
        let remark = |key: &str| format!("[[remark]]\n{key}\nverdict = \"unexplained\"\nreason = \"x\"");
        for key in ["key = { n = 3 }", "key = { n = 2 }\ncolumn = \"wins\""] {
            let refused = refusal(&remark(key));
            assert!(refused.contains("expected such a cell"), "{refused}");
        }
        let refused = refusal(&remark("key = { n = 2 }\ncorrected = 3"));
        assert!(refused.contains("expected a column to correct"), "{refused}");
    }
}
