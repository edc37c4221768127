//! A study: what searches achieve with growing effort. The keys of its rows are the game, the evaluator, the search
//! and, last, the effort. A plot is made from the rows alone, so a table read from a file is drawn like one just made.

use super::{Reproduction, Row};
use crate::plot::{Axis, Curve, Interval, Panel, Plot, Point, Scale};
use crate::text;
use serde_json::Value;

/// The key of the effort; the last key of every row of a study, and of no other row.
pub const EFFORT: &str = "evals";
/// The key that distinguishes curves.
pub const SEARCH: &str = "search";
/// The suffix of a column that holds half the widths of the 95 % intervals of the column before it.
pub const CI95: &str = "_ci95";
/// The name of such a column in files of earlier versions.
const EARLIER_CI95: &str = "error";

/// Whether a row belongs to a study.
pub(super) fn is_studied(row: &Row) -> bool {
    row.key.keys().next_back().is_some_and(|last| last == EFFORT)
}

/// Whether a row holds half the width of an interval.
pub(super) fn is_interval(row: &Row) -> bool {
    row.column.ends_with(CI95) || row.column == EARLIER_CI95
}

/// Half the width of the 95 % interval of a row's number, if the study has it.
pub(super) fn ci95(rows: &[Row], row: &Row) -> Option<f64> {
    rows.iter().find(|other| is_interval(other) && other.key == row.key)?.ours.as_f64()
}

/// The plot of a study from its rows: a panel for every game, a curve for every search.
pub(super) fn plot(study: &Reproduction, title: impl Into<String>, y: Axis) -> Plot {
    let place = |row: &Row| {
        let of_panel = row.key.iter().filter(|(key, _)| *key != SEARCH && *key != EFFORT);
        of_panel.map(|(_, value)| word(value)).collect::<Vec<String>>().join(", ")
    };
    let name = |row: &Row| row.key.get(SEARCH).map(word).unwrap_or_default();
    let rows: Vec<&Row> = study.rows.iter().filter(|row| is_studied(row)).collect();
    let measured: Vec<(String, String, &Row)> =
        rows.iter().filter(|row| !is_interval(row)).map(|row| (place(row), name(row), *row)).collect();
    let point = |row: &Row| {
        Some(Point {
            x: row.key.get(EFFORT)?.as_f64()?,
            y: row.ours.as_f64()?,
            error: ci95(&study.rows, row).unwrap_or(0.0),
        })
    };
    let curves = |panel: &String| {
        let of_panel = || measured.iter().filter(|(place, _, _)| place == panel);
        let curve = |name: &String| Curve {
            name: name.clone(),
            points: of_panel().filter(|(_, of, _)| of == name).filter_map(|(_, _, row)| point(row)).collect(),
        };
        text::distinct(of_panel().map(|(_, name, _)| name)).into_iter().map(curve).collect()
    };
    let panels = text::distinct(measured.iter().map(|(place, _, _)| place));
    let panel = |title: &String| Panel { title: title.clone(), curves: curves(title) };
    Plot {
        title: title.into(),
        x: Axis::new("positions evaluated", Scale::Binary),
        y,
        level: None,
        interval: Interval::Bars,
        panels: panels.into_iter().map(panel).collect(),
    }
}

/// A value of a key without quotes.
pub(crate) fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
