//! `tiptree bench`: the speed of every search, and the signature.

use crate::arguments;
use crate::{Done, screen};
use anyhow::{Result, bail};
use std::io::Write;
use std::time::Duration;
use tiptree::Budget;
use tiptree_papers::bench::{self, Bench};
use tiptree_papers::latency::{self, Latency};
use tiptree_papers::thread_gain::{self, Gain};

/// The most changed lines that are shown.
const SHOWN: usize = 20;

pub(crate) fn run(asked: &arguments::Bench) -> Result<Done> {
    if asked.rounds == 0 {
        bail!("rounds \"0\": expected at least 1");
    }
    if asked.cancel {
        return cancel(asked);
    }
    if let Some(number) = asked.threads {
        return threads(asked, number);
    }
    let bench = with_bar(bench::run)?;
    let out = &mut screen::out();
    if asked.lines {
        write!(out, "{}", bench.lines)?;
    } else if asked.output.json {
        screen::print_json(out, &bench)?;
    } else {
        print(out, &bench)?;
    }
    Ok(if bench.signature == bench.expected { Done::Completely } else { Done::Negatively })
}

/// Does a measurement, which says how many searches are done and of how many, under a progress bar.
fn with_bar<T, E>(measure: impl FnOnce(&mut dyn FnMut(usize, usize)) -> Result<T, E>) -> Result<T, E> {
    let bar = screen::progress(0, "searches");
    let measured = measure(&mut |number, of| {
        bar.set_length(of as u64);
        bar.set_position(number as u64);
    });
    bar.finish_and_clear();
    measured
}

/// Measures how soon the searches end.
fn cancel(asked: &arguments::Bench) -> Result<Done> {
    let plan = latency::Plan { rounds: asked.rounds, call: Duration::from_millis(asked.call) };
    let found = with_bar(|watch| latency::run(plan, watch))?;
    let out = &mut screen::out();
    if asked.output.json {
        screen::print_json(out, &found)?;
        return Ok(Done::Completely);
    }
    let mut table = screen::table(&[
        "search",
        "cancel, median ms",
        "cancel, most ms",
        "time, median ms",
        "time, most ms",
    ]);
    for Latency { search, cancel_ms, time_ms, .. } in &found.searches {
        let times =
            [cancel_ms.median, cancel_ms.most, time_ms.median, time_ms.most].map(|time| format!("{time:.1}"));
        table.add_row(std::iter::once(search.clone()).chain(times));
    }
    screen::align_right(&mut table, 1);
    screen::print_table(out, &table)?;
    writeln!(out)?;
    let (rounds, call) = (asked.rounds, asked.call);
    writeln!(out, "Every search was cancelled {rounds} times, and ran out of time as often.")?;
    writeln!(out, "A call of the evaluator takes {call} ms, and nothing ends a call that is under way.")?;
    if let Some(left) = found.threads_left {
        writeln!(out, "Threads left over: {left}")?;
    }
    Ok(Done::Completely)
}

/// Measures what several threads gain.
fn threads(asked: &arguments::Bench, threads: usize) -> Result<Done> {
    if threads < 2 {
        bail!("threads \"{threads}\": expected at least 2");
    }
    let mut budget = Budget::unlimited();
    budget.set("time", &asked.time)?;
    let time = budget.time.expect("a time that was set");
    let plan = thread_gain::Plan { threads, rounds: asked.rounds, time };
    let found = with_bar(|watch| thread_gain::run(plan, watch))?;
    let out = &mut screen::out();
    if asked.output.json {
        screen::print_json(out, &found)?;
        return Ok(Done::Completely);
    }
    let heads =
        ["game", "search", "evals/s", "threads, evals", "apart, evals", "threads, expansions", "lost %"];
    let mut table = screen::table(&heads);
    for Gain { game, search, evals_per_second, together, apart, expansions, lost } in &found.searches {
        let number = |value: f64| format!("{value:.2}");
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        table.add_row([
            game.clone(),
            search.clone(),
            screen::millions(Some(*evals_per_second)),
            number(*together),
            number(*apart),
            expansions.map_or_else(String::new, number),
            lost.map_or_else(String::new, percent),
        ]);
    }
    screen::align_right(&mut table, 2);
    screen::print_table(out, &table)?;
    writeln!(out)?;
    let (rounds, time) = (asked.rounds, &asked.time);
    writeln!(out, "Every number is the median of {rounds} runs of {time}.")?;
    writeln!(
        out,
        "evals/s: evaluations a second of wall time with one thread, which is 1 in the columns after it"
    )?;
    writeln!(
        out,
        "threads: a search with {threads} threads. apart: {threads} searches side by side, the most that is possible here"
    )?;
    writeln!(
        out,
        "lost: the share of evaluations that threads made more for an expansion than one thread does; a few % are chance"
    )?;
    Ok(Done::Completely)
}

fn print(out: &mut impl Write, bench: &Bench) -> Result<()> {
    let heads = [
        "game",
        "search",
        "nodes",
        "moves",
        "evals",
        "CPU time",
        "nodes/CPU s",
        "moves/CPU s",
        "evals/CPU s",
    ];
    let mut table = screen::table(&heads);
    for speed in &bench.searches {
        table.add_row([
            speed.game.clone(),
            speed.search.clone(),
            speed.nodes.to_string(),
            speed.moves.to_string(),
            speed.evals.to_string(),
            screen::seconds(speed.cpu_seconds),
            screen::millions(speed.nodes_per_cpu_second),
            screen::millions(speed.moves_per_cpu_second),
            screen::millions(speed.evals_per_cpu_second),
        ]);
    }
    screen::align_right(&mut table, 2);
    screen::print_table(out, &table)?;
    writeln!(out)?;
    let Bench { signature, expected, changes, .. } = bench;
    if signature == expected {
        writeln!(out, "Signature: {signature}, as committed.")?;
    } else {
        writeln!(
            out,
            "Signature: {signature}, expected {expected}: a search, an evaluator or a game behaves differently."
        )?;
        for change in changes.iter().take(SHOWN) {
            writeln!(out, "{change}")?;
        }
        if changes.len() > SHOWN {
            writeln!(out, "... and {} lines more; bench --lines prints them all", changes.len() - SHOWN)?;
        }
    }
    Ok(())
}
