//! The papers' tables: our numbers beside the published ones, with a verdict per cell.

use super::experiments::Experiment;
use super::page::{Head, Html, Page, Table, slug};
use crate::reproduce::grid::{self, Cell, Excuse};
use crate::reproduce::{Grid, Reproduction, Verdict};
use serde_json::Value;

/// The most lines of a table that is not folded.
const SHORT: usize = 12;

/// Writes this part of an experiment's section.
pub(super) fn write(page: &mut Page, experiment: &Experiment) {
    let tables: Vec<&Reproduction> =
        experiment.tables.iter().copied().filter(|table| !table.is_study()).collect();
    if tables.is_empty() {
        return;
    }
    page.heading("The papers’ tables");
    page.push(&Html::raw(
        "<p>Ours, then the published number with a mark: <b class=\"exact\">=</b> exact, to the last printed digit; \
         <b class=\"within\">~</b> within sampling error; <b class=\"differs\">!</b> differs; <b class=\"known-misprint\">m</b> a \
         misprint; <b class=\"unexplained\">?</b> a number that no reading gives. What has no mark was not published.</p>",
    ));
    // The overview comes before the tables that it links to, so their anchors are reserved by title.
    let titles: Vec<String> = tables.iter().map(|table| title(table, &tables)).collect();
    let places = page.reserve(titles.iter().map(String::as_str));
    page.table(&overview(&tables, &titles, &places));
    for ((table, title), place) in tables.iter().zip(&titles).zip(&places) {
        page.subheading_at(place, title);
        write_table(page, table, title);
    }
}

/// The name of a table.
pub(super) fn name(table: &Reproduction) -> String {
    format!("{} {}", capital(&table.paper), table.table)
}

/// The name of a table, with the parameters that distinguish it from others of the same name.
pub(super) fn title(table: &Reproduction, all: &[&Reproduction]) -> String {
    let namesakes: Vec<_> = all.iter().filter(|other| name(other) == name(table)).collect();
    let differing = table.parameters.iter().filter(|(key, value)| {
        // A fraction was measured, not asked for.
        !value.is_null()
            && !value.is_f64()
            && namesakes.iter().any(|other| other.parameters.get(*key) != Some(*value))
    });
    let parts: Vec<String> = differing.map(|(key, value)| format!("{key} {}", word(value))).collect();
    if parts.is_empty() { name(table) } else { format!("{}, {}", name(table), parts.join(", ")) }
}

/// The parameters of a table in words.
pub(super) fn parameters(table: &Reproduction) -> String {
    let given = table.parameters.iter().filter(|(_, value)| !value.is_null());
    let parts: Vec<String> = given.map(|(key, value)| format!("{key} {}", word(value))).collect();
    let citation = table.citation.trim_end_matches('.');
    let mut sentences = format!(
        "{}{}.",
        citation.get(..1).unwrap_or("").to_uppercase(),
        citation.get(1..).unwrap_or(citation)
    );
    if !parts.is_empty() {
        sentences = format!("{sentences} Parameters: {}.", parts.join("; "));
    }
    sentences
}

/// A grid as a table of the page.
pub(super) fn table(grid: &Grid, caption: &str) -> Table {
    let is_compared = |column: usize| {
        let published = |cell: &Cell| cell.published.is_some();
        grid.lines.iter().any(|line| line.cells[column].as_ref().is_some_and(published))
    };
    let compared: Vec<bool> = (0..grid.columns.len()).map(is_compared).collect();
    let row = |line: &grid::Line| {
        let mut row: Vec<Html> = line.names.iter().map(|name| Html::text(name)).collect();
        for (cell, &is_compared) in line.cells.iter().zip(&compared) {
            row.push(cell.as_ref().map_or(Html::text(""), ours));
            if is_compared {
                row.push(cell.as_ref().map_or(Html::text(""), published));
            }
        }
        row
    };
    let keys = grid.keys.iter().map(|key| (key, false));
    let columns = grid.columns.iter().zip(compared.iter().copied());
    Table {
        heads: keys
            .chain(columns)
            .map(|(head, is_double)| Head::new(&head.replace('_', " "), is_double))
            .collect(),
        names: grid.keys.len(),
        rows: grid.lines.iter().map(row).collect(),
        is_long: grid.lines.len() > SHORT,
        ..Table::new(caption)
    }
}

/// Our number with its error below it: side by side, the columns of a study would be too wide for a page.
fn ours(cell: &Cell) -> Html {
    let ours = Html::text(&cell.ours);
    match &cell.error {
        Some(error) => Html::raw(&format!(
            "{}<small class=\"below\">± {}</small>",
            ours.as_str(),
            Html::text(error).as_str()
        )),
        None => ours,
    }
}

/// The published number with its verdict.
fn published(cell: &Cell) -> Html {
    let Some(published) = &cell.published else { return Html::text("") };
    let (name, mark) = (cell.verdict.name(), cell.verdict.mark());
    let published = Html::text(published);
    Html::raw(&format!("{} <b class=\"{name}\" title=\"{name}\">{mark}</b>", published.as_str()))
}

fn overview(tables: &[&Reproduction], titles: &[String], places: &[String]) -> Table {
    let rows = tables.iter().zip(titles).zip(places).map(|((table, title), place)| {
        let compared = [
            Verdict::Exact,
            Verdict::Within,
            Verdict::Differs,
            Verdict::KnownMisprint,
            Verdict::Unexplained,
            Verdict::NotPublished,
        ];
        let link = Html::raw(&format!("<a href=\"#{place}\">{}</a>", Html::text(title).as_str()));
        let counts = compared.map(|verdict| match table.count(verdict) {
            0 => Html::text("·"),
            count => Html::number(count),
        });
        std::iter::once(link).chain(counts).collect()
    });
    let heads = ["Table", "Exact", "Within", "Differ", "Misprints", "Unexplained", "Not published"];
    Table { heads: Head::all(heads), rows: rows.collect(), ..Table::new("Cells by verdict") }
}

fn write_table(page: &mut Page, reproduction: &Reproduction, title: &str) {
    page.aside(&parameters(reproduction));
    if let Some(plot) = reproduction.plot() {
        page.figure(&slug(&format!("{} {}", reproduction.paper, reproduction.table)), plot);
    }
    let grids = Grid::all(&reproduction.rows);
    for grid in &grids {
        let caption = match grids.len() {
            1 => title.to_owned(),
            _ => format!("{title}, by {}", grid.keys.join(" and ")),
        };
        page.table(&table(grid, &caption));
    }
    let excuse = |Excuse { cells, verdict, reason }: Excuse| {
        let word = match verdict {
            Verdict::KnownMisprint => "Misprint",
            Verdict::Unexplained => "Unexplained",
            other => other.name(),
        };
        format!("{word}, {cells}: {reason}")
    };
    page.remarks(&grid::excuses(&reproduction.rows).into_iter().map(excuse).collect::<Vec<String>>());
    page.remarks(&reproduction.notes);
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A value without quotes; the values of an array are separated by spaces.
fn word(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(values) => values.iter().map(word).collect::<Vec<String>>().join(" "),
        other => other.to_string(),
    }
}
