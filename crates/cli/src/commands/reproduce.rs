//! `tiptree reproduce`: a paper's table, ours beside the published.

use crate::arguments::Reproduce;
use crate::{Done, interrupt, screen};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::io::{Write, stdout};
use std::path::Path;
use std::sync::atomic::Ordering;
use tiptree_lab::plot::Plot;
use tiptree_lab::reproduce::{Reproduction, Request, Row, Tables, Verdict};

/// The key of what was spent in a study.
const EFFORT: &str = "evals";

pub(crate) fn run(arguments: &Reproduce) -> Result<Done> {
    // Whatever is misspelt should be known before anything is played or printed.
    let mut tables = request(arguments).prepare(super::jobs(arguments.jobs, false)?)?;
    if arguments.plot.is_some() {
        check_plot(arguments, &tables)?;
    }
    let cancel = interrupt::watch()?;
    let out = &mut stdout().lock();
    let mut differs = 0;
    for table in tables.names().to_vec() {
        let made = tables.make(&table, &mut screen::Bar::default(), &cancel)?;
        if let (Some(path), Some(plot)) = (&arguments.plot, &made.plot) {
            write_plot(path, plot)?;
        }
        differs += made.reproduction.differs;
        if arguments.output.json {
            screen::print_json(out, &made.reproduction)?;
        } else {
            print(out, &made.reproduction)?;
        }
        if cancel.load(Ordering::Relaxed) {
            return Ok(Done::Interrupted);
        }
    }
    Ok(if differs > 0 { Done::Negatively } else { Done::Completely })
}

/// What was asked for, in the lab's words.
fn request(arguments: &Reproduce) -> Request {
    Request {
        paper: arguments.paper.clone(),
        tables: arguments.tables.clone(),
        height: arguments.height,
        boards: arguments.boards,
        branching: arguments.branchings.clone(),
        depth: arguments.depth,
        trees: arguments.trees,
        positions: arguments.positions,
        bound: arguments.bounds.clone(),
        seeds: arguments.seeds,
        second: arguments.second.clone(),
        reading: arguments.reading.clone(),
        seed: Some(arguments.seed),
    }
}

/// Refuses a file for a plot where none of the tables asked for is drawn.
fn check_plot(arguments: &Reproduce, tables: &Tables) -> Result<()> {
    let drawn = tables.drawn();
    if drawn.is_empty() {
        bail!("--plot: expected with another paper, {} takes none", arguments.paper);
    }
    if !tables.names().iter().any(|table| drawn.contains(&table.as_str())) {
        bail!("--plot: expected with {}, no other table of {} is drawn", drawn.join(" or "), arguments.paper);
    }
    Ok(())
}

/// Writes a plot.
fn write_plot(path: &Path, plot: &Plot) -> Result<()> {
    std::fs::write(path, plot.svg()).with_context(|| format!("cannot write {}", path.display()))
}

pub(crate) fn print(out: &mut impl Write, reproduction: &Reproduction) -> Result<()> {
    writeln!(out, "{} {}: {}", reproduction.paper, reproduction.table, reproduction.citation)?;
    let rows = &reproduction.rows;
    // Rows that are named by other things make a table of their own.
    let names = |row: &Row| row.key.keys().cloned().collect::<Vec<String>>();
    let kinds: Vec<Vec<String>> = rows.iter().map(names).collect();
    for kind in distinct(kinds.iter()) {
        let rows: Vec<&Row> = rows.iter().filter(|row| &names(row) == kind).collect();
        if kind.last().is_some_and(|last| last == EFFORT) {
            print_curves(out, kind, &rows)?;
        } else {
            print_rows(out, kind, &rows)?;
        }
    }
    let published = rows.iter().any(|row| row.published.is_some());
    if published {
        writeln!(
            out,
            "Ours, then the published and = exact, ~ within, ! differs, m misprint, ? unexplained."
        )?;
    }
    for (name, verdict, reason) in excuses(rows) {
        writeln!(out, "{name}: {}: {reason}", verdict.name())?;
    }
    for note in &reproduction.notes {
        writeln!(out, "{note}")?;
    }
    if published {
        let Reproduction { exact, within, differs, .. } = reproduction;
        write!(out, "{exact} exact, {within} within, {differs} differ")?;
        for (verdict, word) in [(Verdict::KnownMisprint, "misprinted"), (Verdict::Unexplained, "unexplained")]
        {
            let count = rows.iter().filter(|row| row.verdict == verdict).count();
            if count > 0 {
                write!(out, ", {count} {word}")?;
            }
        }
        writeln!(out)?;
    }
    writeln!(out)?;
    Ok(())
}

/// The rows that are named by these keys, a column for every key and every column.
fn print_rows(out: &mut impl Write, keys: &[String], rows: &[&Row]) -> Result<()> {
    let columns = distinct(rows.iter().map(|row| row.column.as_str()));
    let heads: Vec<&str> = keys.iter().map(String::as_str).chain(columns.iter().copied()).collect();
    let mut table = screen::table(&heads);
    for key in distinct(rows.iter().map(|row| &row.key)) {
        let name = keys.iter().map(|part| key.get(part).map_or(String::new(), text));
        let cells = columns.iter().map(|&column| {
            let row = rows.iter().find(|row| &row.key == key && row.column == column);
            row.map_or(String::new(), |row| cell(row))
        });
        table.add_row(name.chain(cells).collect::<Vec<String>>());
    }
    screen::align_right(&mut table, keys.len());
    screen::print_table(out, &table)?;
    Ok(())
}

/// Rows of a study: a line for every search, a column for every effort, each number with its error.
fn print_curves(out: &mut impl Write, keys: &[String], rows: &[&Row]) -> Result<()> {
    let efforts = distinct(rows.iter().map(|row| &row.key[EFFORT]));
    let names = &keys[..keys.len() - 1];
    let heads: Vec<String> =
        names.iter().cloned().chain(efforts.iter().map(|&effort| text(effort))).collect();
    let mut table = screen::table(&heads.iter().map(String::as_str).collect::<Vec<_>>());
    let name = |row: &Row| names.iter().map(|part| text(&row.key[part])).collect::<Vec<String>>();
    let lines: Vec<Vec<String>> = rows.iter().map(|row| name(row)).collect();
    for line in distinct(lines.iter()) {
        let of_line = |row: &&&Row| &name(row) == line;
        let cells = efforts.iter().map(|&effort| {
            let cell: Vec<String> = rows
                .iter()
                .filter(of_line)
                .filter(|row| &row.key[EFFORT] == effort)
                .map(|row| format!("{:.4}", row.ours.as_f64().unwrap_or(f64::NAN)))
                .collect();
            cell.join(" ± ")
        });
        table.add_row(line.iter().cloned().chain(cells).collect::<Vec<String>>());
    }
    screen::align_right(&mut table, names.len());
    screen::print_table(out, &table)?;
    Ok(())
}

/// What is different among things, in the order in which they come.
fn distinct<'a, T: PartialEq + ?Sized>(things: impl Iterator<Item = &'a T>) -> Vec<&'a T> {
    let mut seen: Vec<&T> = Vec::new();
    for thing in things {
        if !seen.contains(&thing) {
            seen.push(thing);
        }
    }
    seen
}

/// A number of ours, with the published one and the verdict where there is one.
fn cell(row: &Row) -> String {
    let mark = match row.verdict {
        Verdict::Exact => "=",
        Verdict::Within => "~",
        Verdict::Differs => "!",
        Verdict::KnownMisprint => "m",
        Verdict::Unexplained => "?",
        Verdict::NotPublished => "",
    };
    match &row.published {
        Some(published) => format!("{} ({} {mark})", text(&row.ours), text(published)),
        None => text(&row.ours),
    }
}

/// The cells that are excused, those with the same reason together.
fn excuses(rows: &[Row]) -> Vec<(String, Verdict, &str)> {
    let mut excuses: Vec<(String, Verdict, &str)> = Vec::new();
    let mut last_key = None;
    for row in rows {
        let Some(reason) = row.reason.as_deref() else { continue };
        let parts: Vec<String> =
            row.key.iter().map(|(key, value)| format!("{key} {}", text(value))).collect();
        let name = format!("{}, {}", parts.join(", "), row.column);
        match excuses.iter_mut().find(|(_, verdict, why)| *verdict == row.verdict && *why == reason) {
            // Columns of one row share its name.
            Some((known, _, _)) if last_key == Some(&row.key) => *known = format!("{known}, {}", row.column),
            Some((known, _, _)) => *known = format!("{known}; {name}"),
            None => excuses.push((name, row.verdict, reason)),
        }
        last_key = Some(&row.key);
    }
    excuses
}

/// A number with as many digits as tell something, a word without its quotes.
fn text(value: &Value) -> String {
    match (value.as_f64(), value.as_str()) {
        (_, Some(word)) => word.to_owned(),
        (Some(number), _) if number != 0.0 && number.abs() < 1e-3 => format!("{number:.2e}"),
        (Some(number), _) if number.abs() >= 1e6 => format!("{:.1} M", number / 1e6),
        (Some(number), _) => screen::number(number, if number.abs() < 100.0 { 3 } else { 0 }),
        (None, None) => value.to_string(),
    }
}
