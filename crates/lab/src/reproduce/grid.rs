//! The rows of a table as a grid: names at the left, a column for each number compared.

use super::study::{EFFORT, is_studied};
use super::verdict::{Key, Row, Verdict};
use crate::text;
use serde_json::Value;

/// Our number beside the published one, as texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Our number.
    pub ours: String,
    /// The 95 % error of our number, in a study.
    pub error: Option<String>,
    /// The published number, if any.
    pub published: Option<String>,
    /// How they compare.
    pub verdict: Verdict,
}

/// A line: its names, then its cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The names of the line, one text per key.
    pub names: Vec<String>,
    /// Its cells; `None` where there is nothing.
    pub cells: Vec<Option<Cell>>,
}

/// Rows that are named by the same keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// The keys.
    pub keys: Vec<String>,
    /// The columns.
    pub columns: Vec<String>,
    /// The lines.
    pub lines: Vec<Line>,
}

impl Grid {
    /// The grids of a table: rows with different keys are in different grids.
    pub fn all(rows: &[Row]) -> Vec<Grid> {
        let names = |row: &Row| row.key.keys().cloned().collect::<Vec<String>>();
        let kinds: Vec<Vec<String>> = rows.iter().map(names).collect();
        let grid = |kind: &Vec<String>| {
            let rows: Vec<&Row> =
                rows.iter().zip(&kinds).filter(|(_, of)| *of == kind).map(|(row, _)| row).collect();
            if rows.first().is_some_and(|row| is_studied(row)) {
                Grid::of_study(&kind[..kind.len() - 1], &rows)
            } else {
                Grid::of_rows(kind, &rows)
            }
        };
        text::distinct(kinds.iter()).into_iter().map(grid).collect()
    }

    fn of_rows(keys: &[String], rows: &[&Row]) -> Grid {
        let columns = text::distinct(rows.iter().map(|row| row.column.as_str()));
        let line = |key: &Key| {
            let cell = |&column: &&str| {
                let row = rows.iter().find(|row| &row.key == key && row.column == column)?;
                let published = row.published.as_ref().map(value);
                Some(Cell { ours: value(&row.ours), error: None, published, verdict: row.verdict })
            };
            Line {
                names: keys.iter().map(|part| key.get(part).map_or(String::new(), value)).collect(),
                cells: columns.iter().map(cell).collect(),
            }
        };
        let lines = text::distinct(rows.iter().map(|row| &row.key)).into_iter().map(line).collect();
        Grid { keys: keys.to_vec(), columns: columns.into_iter().map(str::to_owned).collect(), lines }
    }

    /// The grid of a study: a line for every search, a column for every effort, each number with its error.
    fn of_study(keys: &[String], rows: &[&Row]) -> Grid {
        let name = |row: &Row| keys.iter().map(|part| value(&row.key[part])).collect::<Vec<String>>();
        let efforts = text::distinct(rows.iter().map(|row| &row.key[EFFORT]));
        let names: Vec<Vec<String>> = rows.iter().map(|row| name(row)).collect();
        let line = |of_line: &Vec<String>| {
            let of_line_rows: Vec<&Row> =
                rows.iter().zip(&names).filter(|(_, name)| *name == of_line).map(|(row, _)| *row).collect();
            let cell = |&effort: &&Value| {
                let numbers = of_line_rows.iter().filter(|row| &row.key[EFFORT] == effort);
                // The measured number comes first, then its error.
                let mut texts = numbers.map(|row| format!("{:.4}", row.ours.as_f64().unwrap_or(f64::NAN)));
                let (ours, error) = (texts.next()?, texts.next());
                Some(Cell { ours, error, published: None, verdict: Verdict::NotPublished })
            };
            Line { names: of_line.clone(), cells: efforts.iter().map(cell).collect() }
        };
        let lines = text::distinct(names.iter()).into_iter().map(line).collect();
        Grid { keys: keys.to_vec(), columns: efforts.into_iter().map(value).collect(), lines }
    }
}

/// Cells that are excused for the same reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Excuse<'a> {
    /// The cells.
    pub cells: String,
    /// The verdict of all of them.
    pub verdict: Verdict,
    /// The reason.
    pub reason: &'a str,
}

/// The excused cells, grouped by reason.
pub fn excuses(rows: &[Row]) -> Vec<Excuse<'_>> {
    let mut excuses: Vec<Excuse> = Vec::new();
    let mut last_key = None;
    for row in rows {
        let Some(reason) = row.reason.as_deref() else { continue };
        let parts: Vec<String> = row.key.iter().map(|(key, part)| format!("{key} {}", value(part))).collect();
        let cell = format!("{}, {}", parts.join(", "), row.column);
        match excuses.iter_mut().find(|known| known.verdict == row.verdict && known.reason == reason) {
            // Columns of the same row share its name.
            Some(known) if last_key == Some(&row.key) => {
                known.cells = format!("{}, {}", known.cells, row.column);
            }
            Some(known) => known.cells = format!("{}; {cell}", known.cells),
            None => excuses.push(Excuse { cells: cell, verdict: row.verdict, reason }),
        }
        last_key = Some(&row.key);
    }
    excuses
}

/// A number with its significant digits, or a word without quotes.
fn value(value: &Value) -> String {
    match (value.as_f64(), value.as_str()) {
        (_, Some(word)) => word.to_owned(),
        (Some(number), _) if number != 0.0 && number.abs() < 1e-3 => format!("{number:.2e}"),
        (Some(number), _) if number.abs() >= 1e6 => format!("{:.1} M", number / 1e6),
        (Some(number), _) => text::number(number, if number.abs() < 100.0 { 3 } else { 0 }),
        (None, None) => value.to_string(),
    }
}
