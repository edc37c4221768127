//! `tiptree events`: a search followed node by node.

use super::best::print_verdict;
use crate::arguments::Events;
use crate::{Done, interrupt, screen};
use anyhow::Result;
use std::io::Write;
use std::sync::atomic::Ordering;
use tiptree::Registry;
use tiptree::erased::Position;
use tiptree::search::depth_first::events::{Cause, End, Limit, Visit};
use tiptree_lab::json;
use tiptree_lab::query::{Query, USUAL_DEPTH};

pub(crate) fn run(registry: &Registry, arguments: &Events) -> Result<Done> {
    let mut asked = Query::from(arguments).read(registry, USUAL_DEPTH)?.not_over()?;
    let cancel = interrupt::watch()?;
    asked.budget.cancel = Some(cancel.clone());
    let events = asked.events(arguments.most)?;

    let out = &mut screen::out();
    if arguments.output.json {
        screen::print_json(out, &events)?;
    } else {
        print(out, asked.position.as_ref(), &events)?;
    }
    Ok(if cancel.load(Ordering::Relaxed) { Done::Interrupted } else { Done::Completely })
}

fn print(out: &mut impl Write, position: &dyn Position, events: &json::Events) -> Result<()> {
    print_verdict(out, position, &events.best)?;
    // Recording may stop before the search does.
    let ending = if events.left_out > 0 { "not recorded to its end" } else { "not finished" };
    for root in Visit::trees(&events.events) {
        writeln!(out)?;
        print_visit(out, &root, 0, ending)?;
    }
    writeln!(out)?;
    let count = events.events.len();
    match events.left_out {
        0 => writeln!(out, "{count} events")?,
        left_out => {
            writeln!(out, "the first {count} of {} events; --most sets how many", count as u64 + left_out)?;
        }
    }
    let counters = events.best.counters;
    writeln!(out, "moves {}, evals {}, nodes {}", counters.moves, counters.evals, counters.nodes)?;
    Ok(())
}

/// Prints a visit on one line, and those below it indented; `ending` is said of a visit whose end is not known.
fn print_visit(out: &mut impl Write, visit: &Visit, level: usize, ending: &str) -> Result<()> {
    let name = visit.mv.clone().unwrap_or_else(|| format!("depth {}", visit.depth));
    let [alpha, beta] = [visit.window.alpha, visit.window.beta].map(|end| screen::number(end, 3));
    write!(out, "{:1$}{name}: {2}, {alpha} to {beta}", "", 2 * level, visit.turn.name())?;
    match (visit.value, visit.end) {
        (Some(value), Some(end)) => write!(out, ", value {}, {}", screen::number(value, 3), describe(end))?,
        _ => write!(out, ", {ending}")?,
    }
    if !visit.unsearched.is_empty() {
        write!(out, "; not searched: {}", visit.unsearched.join(" "))?;
    }
    writeln!(out)?;
    visit.children.iter().try_for_each(|child| print_visit(out, child, level + 1, ending))
}

fn describe(end: End) -> String {
    let (at, by) = match end {
        End::Complete => return "complete".into(),
        End::Evaluated => return "evaluated".into(),
        End::Over => return "game over".into(),
        End::Known => return "known".into(),
        End::Probed => return "probed".into(),
        End::Cut { at, by } => (at, by),
    };
    let at = match at {
        Limit::Alpha => "alpha",
        Limit::Beta => "beta",
    };
    let by = match by {
        Cause::Move => "the move",
        Cause::Outcomes => "the outcomes",
        Cause::Probes => "the probes",
        Cause::Table => "the table",
    };
    format!("cut at {at} by {by}")
}
