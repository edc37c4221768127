//! The standings of a tournament: every player against the field.

use crate::screen;
use anyhow::Result;
use std::io::Write;
use tiptree_lab::standings::{Standing, at_budgets};
use tiptree_lab::tournament::{Played, Tournament};

/// Prints a table for every budget.
pub(super) fn print(out: &mut impl Write, plan: &Tournament, played: &[Played], json: bool) -> Result<()> {
    for at in at_budgets(plan, played) {
        if json {
            screen::print_json(out, &at)?;
        } else {
            writeln!(out)?;
            let budget = if at.budget.is_empty() { "no common budget" } else { &at.budget };
            writeln!(out, "Standings ({budget}):")?;
            print_table(out, &at.standings)?;
        }
    }
    Ok(())
}

fn print_table(out: &mut impl Write, rows: &[Standing]) -> Result<()> {
    let mut heads = vec![
        "Rank",
        "Name",
        "Rating",
        "±",
        "Elo",
        "±",
        "nElo",
        "±",
        "Games",
        "Score",
        "±",
        "Draw",
        "Ptnml(0-2)",
    ];
    let has_points = rows.iter().any(|row| row.points.is_some());
    if has_points {
        heads.extend(["Payoff", "±"]);
    }
    let mut table = screen::table(&heads);
    let one = |value| screen::perhaps(value, 1);
    let percent = |share: Option<f64>| one(share.map(|share| 100.0 * share)) + " %";
    for row in rows {
        let mut cells = vec![
            row.rank.to_string(),
            row.player.clone(),
            one(row.rating),
            one(row.rating_ci95),
            one(row.elo),
            one(row.elo_ci95),
            one(row.nelo),
            one(row.nelo_ci95),
            row.games.to_string(),
            percent(row.score),
            one(row.score_ci95.map(|share| 100.0 * share)),
            percent(row.split),
            format!("{:?}", row.pairs),
        ];
        if has_points {
            let points = row.points.unwrap_or_default();
            cells.extend([points.mean, points.ci95].map(|points| screen::perhaps(points, 3)));
        }
        table.add_row(cells);
    }
    screen::align_right(&mut table, 2);
    screen::print_table(out, &table)?;
    Ok(())
}
