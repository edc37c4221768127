//! The published tables as data: one TOML file a table, with citation, misprints and what no reading reproduces.
//!
//! The files are compiled in and only read: no program writes there.

use super::verdict::Verdict;
use crate::error::Error;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// What names a row of a table, such as `{"p": 32, "i": 4}`.
pub type Key = Map<String, Value>;

/// A published table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Golden {
    /// Where it was published.
    pub citation: String,
    /// Within how many standard errors a sampled count of ours agrees with a published one.
    #[serde(default = "two_sided_95")]
    standard_errors: f64,
    #[serde(default)]
    columns: HashMap<String, Precision>,
    #[serde(default)]
    row: Vec<GoldenRow>,
    #[serde(default)]
    remark: Vec<Remark>,
}

/// How closely a number of ours must agree.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Precision {
    /// Half a unit of the last digit printed: agreement within it is exact.
    #[serde(default)]
    pub rounding: f64,
    /// Agreement within it is within.
    #[serde(default)]
    pub tolerance: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GoldenRow {
    key: Key,
    cells: Map<String, Value>,
    /// The number of games, where the cells count games.
    games: Option<f64>,
    standard_errors: Option<f64>,
    rounding: Option<f64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Remark {
    key: Key,
    /// The column; without it every column of the row.
    column: Option<String>,
    verdict: Verdict,
    reason: String,
}

/// A published cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// What was printed.
    pub published: Value,
    /// How closely ours must agree.
    pub precision: Precision,
    /// What the cell samples, if it counts games.
    pub sample: Option<Sample>,
    /// What is known of it: a misprint, or no reading reproduces it, and why.
    pub remark: Option<(Verdict, String)>,
}

/// A count out of many games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The games.
    pub games: f64,
    /// Within how many standard errors of the difference ours agrees.
    pub standard_errors: f64,
}

fn two_sided_95() -> f64 {
    1.96
}

impl Golden {
    /// Reads a table.
    ///
    /// # Errors
    /// If the text is no golden table.
    pub fn parse(name: &str, text: &str) -> Result<Self, Error> {
        toml::from_str(text).map_err(|error| Error::Golden { table: name.into(), reason: error.to_string() })
    }

    /// The published cell of this row and column, if there is one.
    pub fn cell(&self, key: &Key, column: &str) -> Option<Cell> {
        let row = self.row.iter().find(|row| &row.key == key && row.cells.contains_key(column))?;
        let remark = self.remark.iter().find(|remark| {
            &remark.key == key && remark.column.as_deref().is_none_or(|known| known == column)
        });
        let mut precision = self.columns.get(column).copied().unwrap_or_default();
        precision.rounding = row.rounding.unwrap_or(precision.rounding);
        Some(Cell {
            published: row.cells.get(column)?.clone(),
            precision,
            sample: row.games.filter(|_| !self.columns.contains_key(column)).map(|games| Sample {
                games,
                standard_errors: row.standard_errors.unwrap_or(self.standard_errors),
            }),
            remark: remark.map(|remark| (remark.verdict, remark.reason.clone())),
        })
    }

    /// The number of published cells.
    pub fn len(&self) -> usize {
        self.row.iter().map(|row| row.cells.len()).sum()
    }

    /// Whether nothing was published.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
