//! `tiptree tabulate`: the exact table of a game.

use crate::arguments::Tabulate;
use crate::{Done, interrupt, screen};
use anyhow::Result;
use std::io::Write;
use tiptree::Registry;
use tiptree_lab::tabulate::{Request, Tabulated};

pub(crate) fn run(registry: &Registry, arguments: &Tabulate) -> Result<Done> {
    let threads = super::jobs(arguments.jobs)?;
    let request = Request { game: arguments.game.clone(), out: arguments.out.clone(), threads };
    let cancel = interrupt::watch()?;
    let table = request.run(registry, &mut screen::Bar::default(), &cancel)?;
    let out = &mut screen::out();
    if arguments.output.json {
        screen::print_json(out, &table)?;
    } else {
        let Tabulated { game, file, bytes, complete, positions, sweeps, change, .. } = &table;
        let state = if *complete { "solved" } else { "not yet solved" };
        writeln!(out, "{game}: {positions} positions {state} in {sweeps} sweeps")?;
        writeln!(out, "largest change in the last sweep {change:.1e}")?;
        writeln!(out, "{} in {file}", screen::bytes(*bytes))?;
    }
    Ok(if table.complete { Done::Completely } else { Done::Interrupted })
}
