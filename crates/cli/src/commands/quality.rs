//! `tiptree quality`: how often searches keep the value of the game, against labelled positions.

use crate::arguments::Quality;
use crate::{Done, interrupt, screen};
use anyhow::Result;
use std::io::Write;
use std::sync::atomic::Ordering;
use tiptree::Registry;
use tiptree_lab::Shard;
use tiptree_lab::experiment::{self, Part};
use tiptree_lab::players::Evaluators;
use tiptree_lab::quality::{Measurement, Request};

pub(crate) fn run(registry: &Registry, arguments: &Quality) -> Result<Done> {
    let request = Request {
        game: arguments.game.clone(),
        searches: arguments.searches.clone(),
        budgets: arguments.budgets.clone(),
        files: arguments.files.clone(),
        eval: Evaluators(arguments.eval.clone()),
        only: arguments.only,
        seed: arguments.seed,
        ..Request::default()
    };
    let jobs = super::jobs(arguments.jobs)?;
    let cancel = interrupt::watch()?;
    let part = Part {
        shard: Shard::WHOLE,
        out: arguments.out.as_deref(),
        cancel: &cancel,
        other_build: arguments.resume.other_build,
    };
    measure(registry, &request, jobs, &part, arguments.output.json)?;
    Ok(if cancel.load(Ordering::Relaxed) { Done::Interrupted } else { Done::Completely })
}

/// Measures with a progress bar, and prints every measurement as it is made, or all of them in a table.
pub(super) fn measure(
    registry: &Registry,
    request: &Request,
    jobs: usize,
    part: &Part,
    json: bool,
) -> Result<()> {
    let mut measured = Vec::new();
    let mut failure = None;
    let mut receive = |measurement: &Measurement| {
        if json {
            failure = failure.take().or(screen::print_json(&mut screen::out(), measurement).err());
        } else {
            measured.push(measurement.clone());
        }
    };
    experiment::measure(request, registry, jobs, part, &mut screen::Bar::default(), &mut receive)?;
    match failure {
        Some(error) => Err(error),
        None if json => Ok(()),
        None => print(&mut screen::out(), &measured),
    }
}

fn print(out: &mut impl Write, measured: &[Measurement]) -> Result<()> {
    for (number, of_file) in measured.chunk_by(|one, next| one.file == next.file).enumerate() {
        let Measurement { game, file, labelled, only, .. } = &of_file[0];
        if number > 0 {
            writeln!(out)?;
        }
        let only = only.map_or_else(String::new, |only| format!(", only {only}"));
        writeln!(out, "Quality of play at {game}, {file} ({labelled} positions{only}):")?;
        print_table(out, of_file)?;
    }
    if !measured.is_empty() {
        writeln!(out, "Every ± is half a 95 % interval in percent points.")?;
    }
    for of_file in measured.chunk_by(|one, next| one.file == next.file) {
        if of_file.iter().any(|row| row.regret.is_some()) {
            print_regrets(out, of_file)?;
        }
    }
    for Measurement { search, faults, fault, .. } in measured {
        if let Some(fault) = fault {
            writeln!(out, "{search} failed at {faults} positions, first: {fault}")?;
        }
    }
    Ok(())
}

fn print_table(out: &mut impl Write, measured: &[Measurement]) -> Result<()> {
    let heads = [
        "search",
        "budget",
        "positions",
        "kept",
        "±",
        "best",
        "±",
        "evals",
        "nodes",
        "CPU time",
        "99 %",
        "worst",
        "in time",
    ];
    let mut table = screen::table(&heads);
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".into());
    let percent = |value: Option<f64>| or_none(value.map(|value| format!("{value:.1} %")));
    let time = |value: Option<f64>| or_none(value.map(screen::seconds));
    for row in measured {
        let mean = (row.positions > 0).then(|| row.cpu_seconds / row.positions as f64);
        table.add_row([
            row.search.clone(),
            if row.budget.is_empty() { "none".into() } else { row.budget.clone() },
            row.positions.to_string(),
            percent(row.kept_percent),
            screen::perhaps(row.kept_ci95, 1),
            percent(row.best_percent),
            screen::perhaps(row.best_ci95, 1),
            screen::perhaps(row.mean_evals, 0),
            screen::perhaps(row.mean_nodes, 0),
            time(mean),
            time(row.cpu_p99),
            time(row.cpu_worst),
            percent(row.within_percent),
        ]);
    }
    screen::align_right(&mut table, 2);
    screen::print_table(out, &table)?;
    Ok(())
}

/// Prints the mean regrets, and by how much they exceed that of the first search with the same budget, position by position.
fn print_regrets(out: &mut impl Write, measured: &[Measurement]) -> Result<()> {
    let heads = ["search", "budget", "regret", "±", "beyond the first", "±"];
    let mut table = screen::table(&heads);
    for row in measured {
        let first = measured.iter().find(|other| other.budget == row.budget).filter(|other| *other != row);
        let beyond = first.and_then(|first| row.regret_beyond(first));
        table.add_row([
            row.search.clone(),
            if row.budget.is_empty() { "none".into() } else { row.budget.clone() },
            screen::perhaps(row.regret, 5),
            screen::perhaps(row.regret_ci95, 5),
            screen::perhaps(beyond.map(|(mean, _)| mean), 5),
            screen::perhaps(beyond.map(|(_, ci95)| ci95), 5),
        ]);
    }
    screen::align_right(&mut table, 2);
    writeln!(out)?;
    let Measurement { game, file, .. } = &measured[0];
    writeln!(
        out,
        "Regret at {game}, {file}: the expected payoff that a move loses, and how much more than the first"
    )?;
    writeln!(out, "search's with the same budget, position by position; every ± is half a 95 % interval:")?;
    screen::print_table(out, &table)?;
    Ok(())
}
