//! `tiptree reproduce`: a paper's table, ours beside the published.

use crate::arguments::Reproduce;
use crate::{Done, interrupt, screen};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::io::{Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tiptree::{Budget, Misread};
use tiptree_lab::reproduce::rivest::tournament::{self, Tournament};
use tiptree_lab::reproduce::{Reproduction, Row, Verdict, rivest};

const RIVEST: [&str; 3] = ["1", "figures", "2"];

pub(crate) fn run(arguments: &Reproduce) -> Result<Done> {
    if arguments.paper != "rivest" {
        return Err(Misread::unknown("paper", &arguments.paper, ["rivest"]).into());
    }
    let tables: Vec<&str> = match arguments.tables.as_slice() {
        [] => RIVEST.to_vec(),
        asked => asked.iter().map(String::as_str).collect(),
    };
    if let Some(unknown) = tables.iter().find(|table| !RIVEST.contains(table)) {
        return Err(Misread::unknown("table of rivest", unknown, RIVEST).into());
    }
    // Whatever is misspelt should be known before anything is played or printed.
    let tournament = tournament(arguments)?;
    let cancel = interrupt::watch()?;
    let out = &mut stdout().lock();
    let mut differs = 0;
    for table in tables {
        let reproduction = match table {
            "1" => rivest::means()?,
            "figures" => rivest::figures()?,
            _ => play(&tournament, &cancel)?,
        };
        differs += reproduction.differs;
        if arguments.output.json {
            screen::print_json(out, &reproduction)?;
        } else {
            print(out, &reproduction)?;
        }
        if cancel.load(Ordering::Relaxed) {
            return Ok(Done::Interrupted);
        }
    }
    Ok(if differs > 0 { Done::Negatively } else { Done::Completely })
}

/// The tournament of rivest 2.
fn tournament(arguments: &Reproduce) -> Result<Tournament> {
    let bounds = match arguments.bounds.as_slice() {
        [] => tournament::bounds(),
        asked => asked.iter().map(|bound| bound.parse()).collect::<Result<_, _>>()?,
    };
    if arguments.seeds == Some(0) {
        bail!("seeds \"0\": expected at least 1");
    }
    Ok(Tournament {
        bounds,
        orders: arguments.seeds,
        second: arguments.second.as_deref().map(second).transpose()?,
        reading: arguments.reading.parse()?,
        jobs: super::jobs(arguments.jobs, false)?,
        seed: arguments.seed,
    })
}

fn play(tournament: &Tournament, cancel: &AtomicBool) -> Result<Reproduction> {
    let bar = screen::progress(tournament.games());
    let reproduction = tournament.play(cancel, &mut |bound, games| {
        bar.set_message(bound.to_owned());
        bar.set_position(games);
    })?;
    bar.finish_and_clear();
    Ok(reproduction)
}

fn second(text: &str) -> Result<Duration> {
    let mut budget = Budget::unlimited();
    budget.set("cpu", text)?;
    budget.cpu.context("a time was just set")
}

fn print(out: &mut impl Write, reproduction: &Reproduction) -> Result<()> {
    writeln!(out, "{} {}: {}", reproduction.paper, reproduction.table, reproduction.citation)?;
    let rows = &reproduction.rows;
    let keys = distinct(rows.iter().flat_map(|row| row.key.keys().map(String::as_str)));
    let columns = distinct(rows.iter().map(|row| row.column.as_str()));
    let mut table = screen::table(&[keys.clone(), columns.clone()].concat());
    for key in distinct(rows.iter().map(|row| &row.key)) {
        let name = keys.iter().map(|&part| key.get(part).map_or(String::new(), text));
        let cells = columns.iter().map(|&column| {
            rows.iter().find(|row| &row.key == key && row.column == column).map_or(String::new(), cell)
        });
        table.add_row(name.chain(cells).collect::<Vec<String>>());
    }
    screen::align_right(&mut table, keys.len());
    screen::print_table(out, &table)?;
    writeln!(out, "Ours, then the published and = exact, ~ within, ! differs, m misprint, ? unexplained.")?;
    for (name, verdict, reason) in excuses(rows) {
        writeln!(out, "{name}: {}: {reason}", verdict.name())?;
    }
    for note in &reproduction.notes {
        writeln!(out, "{note}")?;
    }
    let Reproduction { exact, within, differs, .. } = reproduction;
    writeln!(out, "{exact} exact, {within} within, {differs} differ\n")?;
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

/// The cells that are excused, those of a row with the same reason together.
fn excuses(rows: &[Row]) -> Vec<(String, Verdict, &str)> {
    let mut excuses: Vec<(String, Verdict, &str)> = Vec::new();
    for row in rows {
        let Some(reason) = row.reason.as_deref() else { continue };
        let parts: Vec<String> =
            row.key.iter().map(|(key, value)| format!("{key} {}", text(value))).collect();
        let name = parts.join(", ");
        match excuses.iter_mut().find(|(known, _, why)| known.starts_with(&name) && *why == reason) {
            Some((known, _, _)) => *known = format!("{known}, {}", row.column),
            None => excuses.push((format!("{name}, {}", row.column), row.verdict, reason)),
        }
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
