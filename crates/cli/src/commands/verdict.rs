//! The result of a match as text: the block that users of match runners know, then the lab's verdict.

use crate::screen;
use anyhow::Result;
use std::io::Write;
use tiptree_lab::Pentanomial;
use tiptree_lab::matches::{Stats, Summary};
use tiptree_lab::statistics::Hypothesis;

pub(super) fn print(out: &mut impl Write, summary: &Summary) -> Result<()> {
    let Summary { a, b, game, openings, .. } = summary;
    let budget = if summary.budget.is_empty() { "no budget" } else { &summary.budget };
    writeln!(out, "Results of {a} vs {b} ({game}, {budget}, {openings}):")?;
    if summary.games == 0 {
        writeln!(out, "No game was finished.")?;
        return Ok(());
    }
    let two = |value| screen::perhaps(value, 2);
    writeln!(
        out,
        "Elo: {} ± {}, nElo: {} ± {}",
        two(summary.elo),
        two(summary.elo_ci95),
        two(summary.nelo),
        two(summary.nelo_ci95)
    )?;
    let percent = |share: Option<f64>| two(share.map(|share| 100.0 * share));
    writeln!(
        out,
        "LOS: {} %, DrawRatio: {} %, PairsRatio: {}",
        percent(summary.los),
        percent(summary.split),
        two(Pentanomial(summary.pairs).pairs_ratio())
    )?;
    let points = summary.wins as f64 + summary.draws as f64 / 2.0;
    writeln!(
        out,
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({:.2} ± {} %)",
        summary.games,
        summary.wins,
        summary.losses,
        summary.draws,
        points,
        100.0 * summary.score.unwrap_or_default(),
        percent(summary.score_ci95)
    )?;
    writeln!(out, "Ptnml(0-2): {:?}", summary.pairs)?;
    if let Some(points) = summary.points {
        let [mean, ci95] = [points.mean, points.ci95].map(|value| screen::perhaps(value, 3));
        writeln!(out, "Payoff: {mean} ± {ci95} points a game")?;
    }
    // Points may be as small as a game likes, Elo has the decimals of other match runners.
    let elo = summary.sprt_elo.map(|ends| ends.map(|elo| format!("{elo:.2}")));
    let hypotheses = elo.or(summary.sprt_points.map(|ends| ends.map(|points| points.to_string())));
    if let (Some(llr), Some([low, high]), Some([h0, h1])) = (summary.llr, summary.llr_bounds, hypotheses) {
        let share = 100.0 * llr / if llr < 0.0 { low } else { high };
        writeln!(out, "LLR: {llr:.2} ({share:.1}%) ({low:.2}, {high:.2}) [{h0}, {h1}]")?;
    }
    writeln!(out)?;
    print_work(out, summary)?;
    writeln!(out)?;
    print_words(out, summary)
}

fn print_work(out: &mut impl Write, summary: &Summary) -> Result<()> {
    let mut table = screen::table(&["", "moves", "evals", "nodes", "CPU time", "moves/CPU s", "evals/CPU s"]);
    for (name, stats) in [(&summary.a, &summary.a_stats), (&summary.b, &summary.b_stats)] {
        let Stats { moves, evals, nodes, cpu_seconds, moves_per_cpu_second, evals_per_cpu_second, .. } =
            *stats;
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

/// Prints the verdict in words.
fn print_words(out: &mut impl Write, summary: &Summary) -> Result<()> {
    let Summary { a, b, games, distinct_games, .. } = summary;
    for (name, forfeits) in [(a, summary.a_forfeits), (b, summary.b_forfeits)] {
        if forfeits > 0 {
            let noun = if forfeits == 1 { "game" } else { "games" };
            writeln!(out, "{name} lost {forfeits} {noun} by forfeit: the file of games says why (--out).")?;
        }
    }
    for (name, stats) in [(a, &summary.a_stats), (b, &summary.b_stats)] {
        if stats.overruns > 0 {
            let noun = if stats.overruns == 1 { "move" } else { "moves" };
            writeln!(out, "{name} overran its time in {} {noun}.", stats.overruns)?;
        }
    }
    if *distinct_games < *games {
        writeln!(out, "Of {games} games {distinct_games} differ: a game that repeats is no new evidence.")?;
    }
    if let Some(decision) = decision(summary) {
        writeln!(out, "Sequential test: {decision}.")?;
    }
    writeln!(out, "Verdict: {}.", summary.sentence())?;
    writeln!(out, "{}", super::INTERVALS)?;
    Ok(())
}

/// The decision of a sequential test in words.
pub(super) fn decision(summary: &Summary) -> Option<String> {
    let a = &summary.a;
    let unit = if summary.sprt_points.is_some() { "points a game" } else { "Elo" };
    let [h0, h1] = summary.sprt_elo.or(summary.sprt_points).unwrap_or_default();
    Some(match summary.sprt? {
        Hypothesis::H0 => format!("H0, {a} leads by {h0} {unit} rather than {h1}"),
        Hypothesis::H1 => format!("H1, {a} leads by {h1} {unit} rather than {h0}"),
        Hypothesis::Continue => "not decided, it needs more pairs from other openings".into(),
    })
}
