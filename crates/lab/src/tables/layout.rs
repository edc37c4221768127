//! What a declaration says, and the Markdown that follows from it and the facts.

use super::facts::{Fact, Figure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Fields and the values that they must have.
type Condition = BTreeMap<String, String>;

/// A declared table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layout {
    /// The files of results.
    #[serde(deserialize_with = "one_or_many")]
    pub(super) results: Vec<String>,
    /// What holds of every cell.
    #[serde(default, rename = "where")]
    condition: Condition,
    rows: Axis,
    columns: Axis,
    /// The cell that is shown, where no row or column names another.
    #[serde(default = "score")]
    cell: String,
    /// The head of the first column.
    #[serde(default)]
    head: String,
    /// Digits behind the point.
    digits: Option<usize>,
    /// Whether the row with the greatest value in the last column comes first.
    #[serde(default)]
    sort: bool,
    /// Whether intervals are shown.
    #[serde(default = "yes")]
    intervals: bool,
}

/// The rows or the columns of a table.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "rows and columns must each be the name of a field, or a list of entries with a label"
)]
enum Axis {
    /// One for every value of a field, in the order of the results.
    Field(String),
    /// Those that are listed: `label`, perhaps `cell`, and the fields that select.
    Listed(Vec<BTreeMap<String, String>>),
}

/// A row or a column.
#[derive(Clone, Debug)]
struct Entry {
    label: String,
    cell: Option<String>,
    condition: Condition,
}

fn score() -> String {
    "score".into()
}

fn yes() -> bool {
    true
}

fn one_or_many<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Files {
        One(String),
        Many(Vec<String>),
    }
    Ok(match Files::deserialize(deserializer)? {
        Files::One(file) => vec![file],
        Files::Many(files) => files,
    })
}

fn holds(condition: &Condition, fact: &Fact) -> bool {
    condition.iter().all(|(field, value)| fact.fields.get(field.as_str()) == Some(value))
}

impl Layout {
    /// The table in Markdown, a line a row.
    pub(super) fn lay_out(&self, facts: &[Fact]) -> Result<String, String> {
        let chosen: Vec<&Fact> = facts.iter().filter(|fact| holds(&self.condition, fact)).collect();
        let (rows, columns) = (self.entries(&self.rows, &chosen)?, self.entries(&self.columns, &chosen)?);
        let mut cells = Vec::new();
        for row in rows {
            let figures: Result<Vec<_>, _> =
                columns.iter().map(|column| self.figure(&chosen, &row, column)).collect();
            cells.push((row, figures?));
        }
        if cells.iter().all(|(_, figures)| figures.iter().all(Option::is_none)) {
            return Err("a table without a single cell, expected results that it selects".into());
        }
        if self.sort {
            let last = |figures: &[Option<Figure>]| {
                figures.last().copied().flatten().map_or(f64::NEG_INFINITY, |figure| figure.value)
            };
            cells.sort_by(|(_, a), (_, b)| last(b).total_cmp(&last(a)));
        }
        let mut table = format!("| {} |", self.head);
        for column in &columns {
            _ = write!(table, " {} |", column.label);
        }
        _ = writeln!(table, "\n|---|{}", "---|".repeat(columns.len()));
        for (row, figures) in cells {
            _ = write!(table, "| {} |", row.label);
            for figure in figures {
                _ = write!(table, " {} |", self.show(figure));
            }
            table.push('\n');
        }
        Ok(table.replace("|  |", "| |"))
    }

    fn entries(&self, axis: &Axis, facts: &[&Fact]) -> Result<Vec<Entry>, String> {
        match axis {
            Axis::Field(field) => {
                let mut entries: Vec<Entry> = Vec::new();
                for fact in facts.iter().filter(|fact| fact.cells.contains_key(self.cell.as_str())) {
                    let Some(value) = fact.fields.get(field.as_str()) else { continue };
                    let label = format!("`{value}`");
                    if entries.iter().all(|entry| entry.label != label) {
                        let condition = Condition::from([(field.clone(), value.clone())]);
                        entries.push(Entry { label, cell: None, condition });
                    }
                }
                if entries.is_empty() {
                    return Err(format!("the field {field:?}, expected one that the selected results have"));
                }
                Ok(entries)
            }
            Axis::Listed(listed) => listed
                .iter()
                .map(|entry| {
                    let mut condition = entry.clone();
                    let label = condition.remove("label");
                    let cell = condition.remove("cell");
                    let label =
                        label.ok_or_else(|| format!("{entry:?}, expected a label among its fields"))?;
                    Ok(Entry { label, cell, condition })
                })
                .collect(),
        }
    }

    /// The figure of a cell: none if no result is selected.
    fn figure(&self, facts: &[&Fact], row: &Entry, column: &Entry) -> Result<Option<Figure>, String> {
        let cell = column.cell.as_ref().or(row.cell.as_ref()).unwrap_or(&self.cell);
        let mut figures = facts
            .iter()
            .filter(|fact| holds(&row.condition, fact) && holds(&column.condition, fact))
            .filter_map(|fact| fact.cells.get(cell.as_str()));
        let figure = figures.next().copied();
        if figures.any(|other| Some(*other) != figure) {
            let (row, column) = (&row.label, &column.label);
            return Err(format!("several results for {cell} at {row}, {column}, expected one"));
        }
        Ok(figure)
    }

    fn show(&self, figure: Option<Figure>) -> String {
        let Some(Figure { value, ci95, digits }) = figure else { return String::new() };
        let digits = self.digits.unwrap_or(digits);
        // Rounded first: a value of -0.2 is 0 without digits, not -0.
        let rounded = |value: f64| {
            let text = format!("{value:.digits$}");
            if text.trim_start_matches('-').chars().all(|digit| "0.".contains(digit)) {
                text.trim_start_matches('-').to_owned()
            } else {
                text
            }
        };
        match ci95.filter(|_| self.intervals) {
            Some(ci95) => format!("{} ± {}", rounded(value), rounded(ci95)),
            None => rounded(value),
        }
    }
}
