//! `tiptree reproduce`: a paper's table, ours beside the published.

use crate::arguments::Reproduce;
use crate::{Done, interrupt, screen};
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
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
    let cancel = interrupt::watch()?;
    let out = &mut stdout().lock();
    let mut differs = 0;
    for table in tables {
        let reproduction = match table {
            "1" => rivest::means()?,
            "figures" => rivest::figures()?,
            _ => play(arguments, &cancel)?,
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

fn play(arguments: &Reproduce, cancel: &AtomicBool) -> Result<Reproduction> {
    let bounds = match arguments.bounds.as_slice() {
        [] => tournament::bounds(),
        asked => asked.iter().map(|bound| bound.parse()).collect::<Result<_, _>>()?,
    };
    let tournament = Tournament {
        bounds,
        orders: arguments.seeds,
        second: arguments.second.as_deref().map(second).transpose()?,
        reading: arguments.reading.clone(),
        jobs: super::jobs(arguments.jobs, false)?,
        seed: arguments.seed,
    };
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} games  {msg}  {eta} left")
        .expect("a template that is known to be good");
    let bar = ProgressBar::new(tournament.games()).with_style(style);
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
    let keys: Vec<&String> =
        reproduction.rows.first().map(|row| row.key.keys().collect()).unwrap_or_default();
    let mut widest = keys.clone();
    for row in &reproduction.rows {
        for key in row.key.keys().filter(|key| !keys.contains(key)) {
            if !widest.contains(&key) {
                widest.push(key);
            }
        }
    }
    let mut heads: Vec<&str> = widest.iter().map(|key| key.as_str()).collect();
    heads.extend(["column", "ours", "published", "tolerance", "verdict"]);
    let mut table = screen::table(&heads);
    for row in &reproduction.rows {
        let mut cells: Vec<String> =
            widest.iter().map(|key| row.key.get(*key).map_or(String::new(), text)).collect();
        cells.extend([
            row.column.clone(),
            text(&row.ours),
            row.published.as_ref().map_or(String::new(), text),
        ]);
        cells.extend([tolerance(row), row.verdict.name().to_owned()]);
        table.add_row(cells);
    }
    screen::print_table(out, &table)?;
    for row in reproduction.rows.iter().filter(|row| row.reason.is_some()) {
        let name: Vec<String> = row.key.iter().map(|(key, value)| format!("{key} {}", text(value))).collect();
        let reason = row.reason.as_deref().unwrap_or_default();
        writeln!(out, "{}, {}: {}: {reason}", name.join(", "), row.column, row.verdict.name())?;
    }
    for note in &reproduction.notes {
        writeln!(out, "{note}")?;
    }
    writeln!(
        out,
        "{} exact, {} within, {} differ\n",
        reproduction.exact, reproduction.within, reproduction.differs
    )?;
    Ok(())
}

fn tolerance(row: &Row) -> String {
    match row.tolerance {
        Some(tolerance) if row.verdict != Verdict::NotPublished && tolerance > 0.0 => {
            format!("{tolerance:.2}")
        }
        _ => String::new(),
    }
}

/// A number with as many digits as tell something, a word without its quotes.
fn text(value: &Value) -> String {
    match (value.as_f64(), value.as_str()) {
        (_, Some(word)) => word.to_owned(),
        (Some(number), _) if number != 0.0 && number.abs() < 1e-3 => format!("{number:.2e}"),
        (Some(number), _) => screen::number(number, 3),
        (None, None) => value.to_string(),
    }
}
