//! The declaration of a table, and the Markdown that it makes from the facts.

use super::facts::Fact;
use super::figure::{Figure, Pool};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Fields and the values that they must have; `*` in a value matches any text.
type Condition = BTreeMap<String, String>;

/// A declared table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layout {
    /// The files of results.
    #[serde(deserialize_with = "one_or_many")]
    pub(super) results: Vec<String>,
    /// The condition that holds for every cell.
    #[serde(default, rename = "where")]
    condition: Condition,
    rows: Axis,
    columns: Axis,
    /// The cell that is shown, unless a row or column names another.
    #[serde(default = "score")]
    cell: String,
    /// The head of the first column.
    #[serde(default)]
    head: String,
    /// Digits after the decimal point, unless a row or column sets another number.
    digits: Option<usize>,
    /// How several results for one cell are pooled; without it they are an error.
    pool: Option<Pool>,
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
    /// One entry for every value of a field, in the order of the results.
    Field(String),
    /// The entries listed.
    Listed(Vec<Entry>),
}

/// A row or a column.
#[derive(Clone, Debug, Deserialize)]
struct Entry {
    label: String,
    cell: Option<String>,
    digits: Option<usize>,
    /// The factor by which figures are multiplied.
    scale: Option<f64>,
    /// The fields that select the results.
    #[serde(flatten)]
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
    condition
        .iter()
        .all(|(field, wanted)| fact.fields.get(field.as_str()).is_some_and(|value| is_like(value, wanted)))
}

/// Whether a text matches a pattern, in which `*` matches any text.
fn is_like(text: &str, pattern: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return text == pattern };
    let Some(text) = text.strip_prefix(head) else { return false };
    text.char_indices().map(|(place, _)| place).chain([text.len()]).any(|place| is_like(&text[place..], rest))
}

impl Layout {
    /// The table in Markdown, one line per row.
    pub(super) fn lay_out(&self, facts: &[Fact]) -> Result<String, String> {
        let chosen: Vec<&Fact> = facts.iter().filter(|fact| holds(&self.condition, fact)).collect();
        let (rows, columns) = (self.entries(&self.rows, &chosen)?, self.entries(&self.columns, &chosen)?);
        let mut lines = Vec::new();
        for row in rows {
            let figures: Result<Vec<_>, _> =
                columns.iter().map(|column| self.figure(&chosen, &row, column)).collect();
            lines.push((row, figures?));
        }
        if lines.iter().all(|(_, figures)| figures.iter().all(Option::is_none)) {
            return Err("a table without a single cell, expected results that it selects".into());
        }
        if self.sort {
            let last = |figures: &[Option<Figure>]| {
                figures.last().copied().flatten().map_or(f64::NEG_INFINITY, |figure| figure.value)
            };
            lines.sort_by(|(_, a), (_, b)| last(b).total_cmp(&last(a)));
        }
        let mut table = format!("| {} |", self.head);
        for column in &columns {
            _ = write!(table, " {} |", column.label);
        }
        _ = writeln!(table, "\n|---|{}", "---|".repeat(columns.len()));
        for (row, figures) in lines {
            _ = write!(table, "| {} |", row.label);
            for figure in figures {
                let shown = figure.map(|figure| figure.show(figure.digits, self.intervals));
                _ = write!(table, " {} |", shown.unwrap_or_default());
            }
            table.push('\n');
        }
        Ok(table.replace("|  |", "| |").replace("|  |", "| |"))
    }

    fn entries(&self, axis: &Axis, facts: &[&Fact]) -> Result<Vec<Entry>, String> {
        let field = match axis {
            Axis::Listed(entries) => return Ok(entries.clone()),
            Axis::Field(field) => field,
        };
        let mut entries: Vec<Entry> = Vec::new();
        for fact in facts.iter().filter(|fact| fact.cells.contains_key(self.cell.as_str())) {
            let Some(value) = fact.fields.get(field.as_str()) else { continue };
            // Names are set as code, numbers are not.
            let label = if value.parse::<f64>().is_ok() { value.clone() } else { format!("`{value}`") };
            if entries.iter().all(|entry| entry.label != label) {
                let condition = Condition::from([(field.clone(), value.clone())]);
                entries.push(Entry { label, cell: None, digits: None, scale: None, condition });
            }
        }
        if entries.is_empty() {
            return Err(format!("the field {field:?}, expected one that the selected results have"));
        }
        Ok(entries)
    }

    /// The figure of a cell as it is shown; `None` if no result is selected.
    fn figure(&self, facts: &[&Fact], row: &Entry, column: &Entry) -> Result<Option<Figure>, String> {
        let cell = column.cell.as_ref().or(row.cell.as_ref()).unwrap_or(&self.cell);
        let figures: Vec<Figure> = facts
            .iter()
            .filter(|fact| holds(&row.condition, fact) && holds(&column.condition, fact))
            .filter_map(|fact| fact.cells.get(cell.as_str()).copied())
            .collect();
        let figure = match self.pool {
            Some(pool) => pool.join(&figures),
            None if figures.iter().any(|other| *other != figures[0]) => {
                let (row, column) = (&row.label, &column.label);
                return Err(format!("several results for {cell} at {row}, {column}, expected one or a pool"));
            }
            None => figures.first().copied(),
        };
        let scale = column.scale.or(row.scale).unwrap_or(1.0);
        Ok(figure.map(|figure| Figure {
            value: scale * figure.value,
            ci95: figure.ci95.map(|ci95| scale * ci95),
            digits: column.digits.or(row.digits).or(self.digits).unwrap_or(figure.digits),
            ..figure
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::is_like;

    #[test]
    fn a_star_stands_for_any_text() {
        for (text, pattern) in [
            ("mm", "mm"),
            ("mm(c=1,eval=fitted)", "mm(*,eval=fitted)"),
            ("mm(c=1,eval=fitted)", "*c=1*"),
            ("mm", "*"),
            ("", "*"),
            ("aab", "*ab"),
            ("é", "*é*"),
        ] {
            assert!(is_like(text, pattern), "{text} {pattern}");
        }
        for (text, pattern) in [("mm-fast", "mm"), ("mm(c=1)", "mm(*,eval=fitted)"), ("ab", "*a"), ("", "a*")]
        {
            assert!(!is_like(text, pattern), "{text} {pattern}");
        }
    }
}
