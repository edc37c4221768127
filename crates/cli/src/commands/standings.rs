//! The standings of a tournament: every player against the field.

use crate::screen;
use anyhow::Result;
use serde::Serialize;
use std::io::Write;
use tiptree_lab::Provenance;
use tiptree_lab::standings::{Standing, rank};
use tiptree_lab::tournament::{Played, Tournament};

/// The line of `tiptree tournament --json` after those of the matches.
#[derive(Serialize)]
struct AtBudget {
    budget: String,
    standings: Vec<Standing>,
    #[serde(flatten)]
    build: Provenance,
}

/// Prints a table for every budget.
pub(super) fn print(out: &mut impl Write, plan: &Tournament, played: &[Played], json: bool) -> Result<()> {
    let mut budgets: Vec<&str> = Vec::new();
    for Played { header, .. } in played {
        if !budgets.contains(&header.budget.as_str()) {
            budgets.push(&header.budget);
        }
    }
    let names: Vec<String> = plan.players().iter().map(ToString::to_string).collect();
    for budget in budgets {
        let of_budget = played.iter().filter(|played| played.header.budget == budget);
        let met = of_budget.map(|Played { header, tally }| (&*header.a, &*header.b, tally.scores().clone()));
        let standings = rank(&names, met);
        if json {
            screen::print_json(out, &AtBudget { budget: budget.to_owned(), standings, build: plan.build() })?;
        } else {
            writeln!(out)?;
            writeln!(out, "Standings ({}):", if budget.is_empty() { "no common budget" } else { budget })?;
            print_table(out, &standings)?;
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
