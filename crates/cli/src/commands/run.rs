//! `tiptree run` and `tiptree merge`: experiments declared in files, whole or in shards.

use crate::arguments::{Merge, Run};
use crate::{Done, interrupt, screen};
use anyhow::{Result, bail};
use std::io::Write;
use std::sync::atomic::Ordering;
use tiptree::Registry;
use tiptree_lab::Shard;
use tiptree_lab::error::one_line;
use tiptree_lab::experiment::{self, Experiment, Merged, Part, Task};
use tiptree_lab::matches::Summary;

pub(crate) fn run(registry: &Registry, arguments: &Run) -> Result<Done> {
    let experiment = Experiment::read(&arguments.file)?;
    if let Some(program) = experiment.programs().first().filter(|_| !arguments.allow_programs) {
        let file = arguments.file.display();
        bail!("{file}: it starts the program {program:?}, expected --allow-programs with such a file");
    }
    let shard = match &arguments.shard {
        Some(text) => text.parse()?,
        None => Shard::WHOLE,
    };
    if arguments.shard.is_some() && arguments.out.is_none() {
        bail!("shard \"{shard}\": expected --out FILE with it, the shards are merged from their files");
    }
    let jobs = super::jobs(arguments.jobs)?;
    let (out, json) = (arguments.out.as_deref(), arguments.output.json);
    let cancel = interrupt::watch()?;
    let other_build = arguments.resume.other_build;
    let part = Part { shard, out, cancel: &cancel, other_build };
    let differs = match &experiment.task {
        Task::Tournament(request) => {
            let mut plan = request.prepare(registry, jobs, shard)?;
            plan.other_build = other_build;
            print_title(&experiment, json)?;
            let played = super::matches::play_all(&plan, out, &cancel, None, json)?;
            super::matches::print_all(&mut screen::out(), &plan, &played, json)?;
            0
        }
        #[cfg(feature = "papers")]
        Task::Reproduce(request) => {
            print_title(&experiment, json)?;
            super::reproduce::run_part(request, &part, jobs, json)?
        }
        #[cfg(not(feature = "papers"))]
        Task::Reproduce(request) => {
            let file = arguments.file.display();
            bail!("{file}: tables of {:?}, expected a program with the papers' tables", request.paper);
        }
        Task::Quality(request) => {
            print_title(&experiment, json)?;
            super::quality::measure(registry, request, jobs, &part, json)?;
            0
        }
    };
    Ok(match cancel.load(Ordering::Relaxed) {
        true => Done::Interrupted,
        false if differs > 0 => Done::Negatively,
        false => Done::Completely,
    })
}

fn print_title(experiment: &Experiment, json: bool) -> Result<()> {
    if !json {
        writeln!(screen::out(), "{}\n", one_line(&experiment.title))?;
    }
    Ok(())
}

pub(crate) fn merge(registry: &Registry, arguments: &Merge) -> Result<Done> {
    let screen = &mut screen::out();
    let Some(out) = &arguments.out else {
        for section in experiment::merge_so_far(registry, &arguments.shards)? {
            print_so_far(screen, &section)?;
        }
        return Ok(Done::Completely);
    };
    let merged = experiment::merge(registry, &arguments.shards, out)?;
    let sum = |count: fn(&Merged) -> u64| merged.iter().map(count).sum::<u64>();
    let (records, dropped) = (sum(|section| section.records), sum(|section| section.dropped));
    write!(screen, "{records} records of {} shards in {}", arguments.shards.len(), out.display())?;
    let dropped =
        if dropped > 0 { format!(", {dropped} after the decision of a test dropped") } else { String::new() };
    writeln!(screen, "{dropped}")?;
    Ok(Done::Completely)
}

/// Prints how far the shards of a section are.
fn print_so_far(out: &mut impl Write, section: &Merged) -> Result<()> {
    let Merged { kind, pieces, of, .. } = section;
    let Some(summary) = &section.summary else {
        writeln!(out, "{pieces} of {of} {kind}")?;
        return Ok(());
    };
    let Summary { a, b, game, budget, .. } = summary;
    let decision = super::verdict::decision(summary).unwrap_or_default();
    writeln!(out, "{a} vs {b} ({game}, {budget}): {pieces} of {of} {kind}, {decision}")?;
    Ok(())
}
