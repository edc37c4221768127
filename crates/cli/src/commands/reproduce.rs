//! `tiptree reproduce`: a paper's table, with our numbers beside the published ones.

use crate::arguments::Reproduce;
use crate::{Done, interrupt, screen};
use anyhow::{Context, Result, bail};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use tiptree_lab::experiment::{self, Part};
use tiptree_lab::plot::Plot;
use tiptree_lab::reproduce::grid::{self, Cell, Excuse, Grid};
use tiptree_lab::reproduce::{Reproduction, Request, Tables, Verdict};

pub(crate) fn run(arguments: &Reproduce) -> Result<Done> {
    // Every name is checked before anything is played or printed.
    let mut tables = tiptree_papers::prepare(&request(arguments), super::jobs(arguments.jobs)?)?;
    if arguments.plot.is_some() {
        check_plot(arguments, &tables)?;
    }
    let cancel = interrupt::watch()?;
    let out = &mut screen::out();
    let mut differs = 0;
    for table in tables.names.clone() {
        let made = tables.make(&table, &mut screen::Bar::default(), &cancel)?;
        if let (Some(path), Some(plot)) = (&arguments.plot, made.plot()) {
            write_plot(path, &plot)?;
        }
        differs += made.differs;
        if arguments.output.json {
            screen::print_json(out, &made)?;
        } else {
            print(out, &made)?;
        }
        if cancel.load(Ordering::Relaxed) {
            return Ok(Done::Interrupted);
        }
    }
    Ok(if differs > 0 { Done::Negatively } else { Done::Completely })
}

/// Makes the tables of an experiment, or of a shard. Returns how many cells differ from the published ones.
pub(super) fn run_part(request: &Request, part: &Part, jobs: usize, json: bool) -> Result<usize> {
    let (mut differs, mut failure) = (0, None);
    let mut print = |table: &Reproduction| {
        differs += table.differs;
        let out = &mut screen::out();
        let printed = if json { screen::print_json(out, table) } else { print(out, table) };
        failure = failure.take().or(printed.err());
    };
    let mut tables = tiptree_papers::prepare(request, jobs)?;
    experiment::reproduce(request, &mut tables, part, &mut screen::Bar::default(), &mut print)?;
    failure.map_or(Ok(differs), Err)
}

/// The arguments as a request to the lab.
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

/// Refuses `--plot` if none of the requested tables has a plot.
fn check_plot(arguments: &Reproduce, tables: &Tables) -> Result<()> {
    let drawn = tables.drawn;
    if drawn.is_empty() {
        bail!("--plot: expected with another paper, {} takes none", arguments.paper);
    }
    if !tables.names.iter().any(|table| drawn.contains(&table.as_str())) {
        bail!("--plot: expected with {}, no other table of {} is drawn", drawn.join(" or "), arguments.paper);
    }
    Ok(())
}

/// Writes a plot.
fn write_plot(path: &Path, plot: &Plot) -> Result<()> {
    std::fs::write(path, plot.svg()).with_context(|| format!("cannot write {}", path.display()))
}

fn print(out: &mut impl Write, reproduction: &Reproduction) -> Result<()> {
    writeln!(out, "{} {}: {}", reproduction.paper, reproduction.table, reproduction.citation)?;
    let rows = &reproduction.rows;
    for grid in Grid::all(rows) {
        print_grid(out, &grid)?;
    }
    let published = rows.iter().any(|row| row.published.is_some());
    if published {
        writeln!(
            out,
            "Ours, then the published and = exact, ~ within, ! differs, m misprint, ? unexplained."
        )?;
    }
    if reproduction.is_study() {
        writeln!(out, "Every ± is half a 95 % interval.")?;
    }
    for Excuse { cells, verdict, reason } in grid::excuses(rows) {
        writeln!(out, "{cells}: {}: {reason}", verdict.name())?;
    }
    for note in &reproduction.notes {
        writeln!(out, "{note}")?;
    }
    if published {
        let Reproduction { exact, within, differs, .. } = reproduction;
        write!(out, "{exact} exact, {within} within, {differs} differ")?;
        for (verdict, word) in [(Verdict::KnownMisprint, "misprinted"), (Verdict::Unexplained, "unexplained")]
        {
            let count = reproduction.count(verdict);
            if count > 0 {
                write!(out, ", {count} {word}")?;
            }
        }
        writeln!(out)?;
    }
    writeln!(out)?;
    Ok(())
}

fn print_grid(out: &mut impl Write, grid: &Grid) -> Result<()> {
    let heads: Vec<&str> = grid.keys.iter().chain(&grid.columns).map(String::as_str).collect();
    let mut table = screen::table(&heads);
    for line in &grid.lines {
        let cells = line.cells.iter().map(|cell| cell.as_ref().map_or(String::new(), text));
        table.add_row(line.names.iter().cloned().chain(cells).collect::<Vec<String>>());
    }
    screen::align_right(&mut table, grid.keys.len());
    screen::print_table(out, &table)?;
    Ok(())
}

/// Our number, with the published one and the verdict if there is one.
fn text(cell: &Cell) -> String {
    match (&cell.published, &cell.error) {
        (Some(published), _) => format!("{} ({published} {})", cell.ours, cell.verdict.mark()),
        (None, Some(error)) => format!("{} ± {error}", cell.ours),
        (None, None) => cell.ours.clone(),
    }
}
