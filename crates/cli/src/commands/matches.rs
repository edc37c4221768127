//! `tiptree match` and `tiptree tournament`: searches and programs play pairs of games.

use crate::arguments::{Match, MatchOptions, Tournament};
use crate::{Done, interrupt, screen};
use anyhow::{Result, bail};
use indicatif::ProgressBar;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use tiptree::Registry;
use tiptree_lab::error::one_line;
use tiptree_lab::matches::Summary;
use tiptree_lab::tournament::{Format, Played, Request, Tournament as Plan};
use tiptree_lab::{Record, Shard, Tally};

/// The most faults shown during the games; the file has them all.
const MOST_FAULTS: usize = 10;

pub(crate) fn run_match(registry: &Registry, arguments: &Match) -> Result<Done> {
    let players = vec![arguments.a.clone(), arguments.b.clone()];
    let budgets = arguments.budget.iter().cloned().collect();
    let request = request(&arguments.game, players, budgets, Format::default(), &arguments.options);
    run(registry, &request, &arguments.options)
}

pub(crate) fn run_tournament(registry: &Registry, arguments: &Tournament) -> Result<Done> {
    let format = match arguments.format.as_str() {
        "round-robin" => Format::RoundRobin,
        "gauntlet" => Format::Gauntlet,
        unknown => bail!("format {unknown:?}: expected round-robin or gauntlet"),
    };
    let (players, budgets) = (arguments.players.clone(), arguments.budgets.clone());
    run(registry, &request(&arguments.game, players, budgets, format, &arguments.options), &arguments.options)
}

/// The arguments as a request to the lab.
fn request(
    game: &str,
    players: Vec<String>,
    budgets: Vec<String>,
    format: Format,
    options: &MatchOptions,
) -> Request {
    Request {
        game: game.to_owned(),
        players,
        format,
        budgets,
        openings: options.openings.clone(),
        pairs: options.pairs,
        eval: options.eval.clone().into(),
        seed: options.seed,
        sprt: options.sprt.clone(),
        alpha: options.alpha,
        beta: options.beta,
        model: options.model.clone(),
        adjudicate: options.adjudicate,
        max_plies: options.max_plies,
    }
}

fn run(registry: &Registry, request: &Request, options: &MatchOptions) -> Result<Done> {
    if options.every == Some(0) {
        bail!("every \"0\": expected at least 1 pair");
    }
    let mut plan = request.prepare(registry, super::jobs(options.jobs)?, Shard::WHOLE)?;
    plan.other_build = options.resume.other_build;
    let cancel = interrupt::watch()?;
    let played = play_all(&plan, options.out.as_deref(), &cancel, options.every, options.output.json)?;
    print_all(&mut screen::out(), &plan, &played, options.output.json)?;
    Ok(if cancel.load(Ordering::Relaxed) { Done::Interrupted } else { Done::Completely })
}

/// Plays all matches with a progress bar, and prints the result of each match so far after every `every` pairs.
pub(crate) fn play_all(
    plan: &Plan,
    out: Option<&Path>,
    cancel: &AtomicBool,
    every: Option<u64>,
    json: bool,
) -> Result<Vec<Played>> {
    let headers = plan.headers()?;
    let bar = screen::progress((plan.games() * headers.len()) as u64, "games");
    let mut failure = None;
    let (mut games, mut spoken) = (0, 0);
    let mut watch = |place: usize, record: &Record, tally: &Tally| {
        games += 1;
        bar.set_position(games);
        // Not the summary, which takes longer to compute than a short game.
        let [wins, losses, draws] = tally.results();
        bar.set_message(format!("{wins}-{losses}-{draws}"));
        if let Some(fault) = record.fault.as_ref().filter(|_| spoken < MOST_FAULTS) {
            spoken += 1;
            complain(&bar, &format!("game {}: {fault}", record.index));
        }
        let pairs = tally.pairs().pairs();
        if record.index % 2 == 1 && every.is_some_and(|every| pairs.is_multiple_of(every)) {
            let summary = tally.summary(&headers[place], false);
            let printed = bar.suspend(|| {
                let out = &mut screen::out();
                print_one(out, &summary, json)?;
                if !json {
                    writeln!(out)?;
                }
                Ok(())
            });
            if let Err(error) = printed {
                failure = Some(error);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    };
    let played = plan.play(out, cancel, &mut watch);
    bar.finish_and_clear();
    match failure {
        Some(error) => Err(error),
        None => Ok(played?),
    }
}

/// Prints a line to standard error without disturbing the progress bar.
fn complain(bar: &ProgressBar, text: &str) {
    bar.suspend(|| {
        let _ = writeln!(std::io::stderr(), "{}", one_line(text));
    });
}

/// Prints the result of every match, and the standings of a tournament of more than two players.
pub(crate) fn print_all(out: &mut impl Write, plan: &Plan, played: &[Played], json: bool) -> Result<()> {
    for (number, Played { header, tally }) in played.iter().enumerate() {
        if number > 0 && !json {
            writeln!(out)?;
        }
        print_one(out, &tally.summary(header, true), json)?;
    }
    if plan.players().len() > 2 {
        super::standings::print(out, plan, played, json)?;
    }
    Ok(())
}

fn print_one(out: &mut impl Write, summary: &Summary, json: bool) -> Result<()> {
    if json { screen::print_json(out, summary) } else { super::verdict::print(out, summary) }
}
