//! `tiptree match`: two searches play pairs of games.

use crate::arguments::Match;
use crate::{Done, interrupt, screen};
use anyhow::{Result, bail};
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use tiptree::search::catalogue;
use tiptree::{Budget, Spec, Turn};
use tiptree_games::registry;
use tiptree_lab::matches::{Stats, Summary, Tally};
use tiptree_lab::{Openings, Pentanomial};

/// With fewer different openings than this, 1.96 standard errors are no 95 %.
const FEWEST_OPENINGS: usize = 20;

/// Pairs from the start of a game of dice, where nobody says how many.
const PAIRS_FROM_THE_START: usize = 100;

/// More than anybody will play; twice as many games must still be a number.
const MOST_PAIRS: usize = 1_000_000_000;

pub(crate) fn run(arguments: &Match) -> Result<Done> {
    let game: Spec = arguments.game.parse()?;
    let mut budget = super::budget(arguments.budget.as_deref(), "moves=1000")?;
    let evaluator = arguments.eval.as_deref();
    let rules = registry::rules(&game, evaluator)?;
    // Where the first thing is a roll, the dice make the games differ.
    let begins_with_chance = rules.deal(arguments.seed).turn() == Turn::Chance;
    let usual = match (rules.is_dealt(), begins_with_chance) {
        (true, _) => "random=0:200",
        (false, true) => "plies=0",
        (false, false) => "two-ply",
    };
    let openings = arguments.openings.as_deref().unwrap_or(usual);
    let openings = Openings::read(openings, rules.as_ref(), arguments.seed)?;
    match arguments.pairs {
        Some(0) => bail!("pairs \"0\": expected at least 1"),
        Some(pairs) if pairs > MOST_PAIRS => bail!("pairs \"{pairs}\": expected at most {MOST_PAIRS}"),
        _ => {}
    }
    let [a, b] = [player(&arguments.a, evaluator)?, player(&arguments.b, evaluator)?];
    let engines = registry::engines(&game, evaluator, &[&a, &b])?;
    // Who asks for no budget and gives both players a limit of their own has none.
    if budget.is_usual && has_own_limit(&a)? && has_own_limit(&b)? {
        budget = Budget::unlimited();
    }
    let plan = tiptree_lab::Match {
        rules: rules.as_ref(),
        engines: engines.as_ref(),
        a,
        b,
        budget,
        pairs: arguments.pairs.unwrap_or(if begins_with_chance && openings.spec == "plies=0" {
            PAIRS_FROM_THE_START
        } else {
            openings.positions.len()
        }),
        openings,
        jobs: super::jobs(arguments.jobs, arguments.oversubscribe)?,
        seed: arguments.seed,
    };
    let cancel = interrupt::watch()?;
    let bar = screen::progress(2 * plan.pairs as u64, "games");
    let mut watch = |_: &tiptree_lab::Record, tally: &Tally| {
        bar.set_position(tally.games());
        // Not the summary, which looks at every pair there is.
        let [wins, losses, draws] = tally.results();
        bar.set_message(format!("{wins}-{losses}-{draws}"));
        ControlFlow::Continue(())
    };
    let tally = plan.play(arguments.out.as_deref(), &cancel, &mut watch)?;
    bar.finish_and_clear();
    let summary = tally.summary(&plan.header(), true);
    let out = &mut stdout().lock();
    if arguments.output.json {
        screen::print_json(out, &summary)?;
    } else {
        print(out, &summary, tally.pairs())?;
    }
    Ok(if cancel.load(Ordering::Relaxed) { Done::Interrupted } else { Done::Completely })
}

/// Whether a search brings its own limit, so that no common budget binds it.
fn has_own_limit(search: &Spec) -> Result<bool> {
    Ok(catalogue::names_depth(search) || !catalogue::own_budget(search)?.is_unlimited())
}

/// The search that `text` names, with the common evaluator among its parameters, so that a file of games says which.
fn player(text: &str, evaluator: Option<&str>) -> Result<Spec> {
    let mut search: Spec = text.parse()?;
    if let Some(evaluator) = evaluator.filter(|_| search.get("eval").is_none()) {
        search.parameters.push(("eval".into(), evaluator.into()));
    }
    Ok(search)
}

/// The block that users of match runners know, and then our verdict in words.
fn print(out: &mut impl Write, summary: &Summary, pairs: Pentanomial) -> Result<()> {
    let Summary { a, b, .. } = summary;
    let budget = if summary.budget.is_empty() { "no budget" } else { &summary.budget };
    writeln!(out, "{a} against {b} at {} ({budget}, openings {})", summary.game, summary.openings)?;
    if summary.games == 0 {
        writeln!(out, "No game was finished.")?;
        return Ok(());
    }
    let elo = (screen::perhaps(summary.elo, 2), screen::perhaps(summary.elo_error, 2));
    let nelo = (screen::perhaps(summary.nelo, 2), screen::perhaps(pairs.nelo_error(), 2));
    writeln!(out, "Elo: {} +/- {}, nElo: {} +/- {}", elo.0, elo.1, nelo.0, nelo.1)?;
    let los = screen::perhaps(summary.los.map(|los| 100.0 * los), 2);
    let split = pairs.pairs().max(1) as f64;
    writeln!(out, "LOS: {los} %, pairs split evenly: {:.1} %", 100.0 * pairs.0[2] as f64 / split)?;
    let points = summary.wins as f64 + summary.draws as f64 / 2.0;
    let score = summary.score.unwrap_or_default();
    writeln!(
        out,
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {} ({:.2} %)",
        summary.games,
        summary.wins,
        summary.losses,
        summary.draws,
        screen::number(points, 1),
        100.0 * score
    )?;
    writeln!(out, "Ptnml(0-2): {:?}", summary.pairs)?;
    writeln!(out)?;
    print_work(out, summary)?;
    writeln!(out)?;
    print_verdict(out, summary)
}

fn print_work(out: &mut impl Write, summary: &Summary) -> Result<()> {
    let mut table = screen::table(&["", "moves", "evals", "nodes", "CPU time", "moves/CPU s", "evals/CPU s"]);
    for (name, stats) in [(&summary.a, &summary.a_stats), (&summary.b, &summary.b_stats)] {
        let Stats { moves, evals, nodes, cpu_seconds, moves_per_cpu_second, evals_per_cpu_second } = *stats;
        table.add_row([
            name.clone(),
            moves.to_string(),
            evals.to_string(),
            nodes.to_string(),
            screen::seconds(cpu_seconds),
            screen::millions(moves_per_cpu_second),
            screen::millions(evals_per_cpu_second),
        ]);
    }
    screen::align_right(&mut table, 1);
    screen::print_table(out, &table)?;
    Ok(())
}

fn print_verdict(out: &mut impl Write, summary: &Summary) -> Result<()> {
    let Summary { a, b, games, distinct_games, .. } = summary;
    if (*distinct_games as u64) < *games {
        writeln!(out, "Of {games} games {distinct_games} differ: a game that repeats is no new evidence.")?;
    }
    let error = summary.score_error.filter(|_| summary.distinct_openings >= FEWEST_OPENINGS);
    let (Some(score), Some(error)) = (summary.score, error) else {
        let openings = summary.distinct_openings;
        writeln!(
            out,
            "Verdict: none, {openings} different openings are too few (at least {FEWEST_OPENINGS})."
        )?;
        return Ok(());
    };
    let interval =
        format!("score {score:.3} +/- {:.3}, {} openings", 1.96 * error, summary.distinct_openings);
    if (score - 0.5).abs() > 1.96 * error {
        let stronger = if score > 0.5 { a } else { b };
        writeln!(out, "Verdict: {stronger} is stronger ({interval}).")?;
    } else {
        writeln!(out, "Verdict: not settled between {a} and {b} ({interval}).")?;
    }
    Ok(())
}
