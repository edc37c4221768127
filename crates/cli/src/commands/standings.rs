//! The table of a tournament: where every player stands against the field.

use crate::screen;
use anyhow::Result;
use serde::Serialize;
use std::io::Write;
use tiptree_lab::statistics::{Crosstable, Rating};
use tiptree_lab::tournament::{Played, Tournament};

/// A player's row: what a line of `tiptree tournament --json` says behind those of the matches.
#[derive(Serialize)]
struct Row {
    rank: usize,
    player: String,
    /// Elo among all rated players, by the games of all.
    rating: Option<f64>,
    rating_error: Option<f64>,
    /// Elo against the field, by its own games.
    elo: Option<f64>,
    elo_error: Option<f64>,
    nelo: Option<f64>,
    nelo_error: Option<f64>,
    games: u64,
    score: Option<f64>,
    split: Option<f64>,
    pairs: [u64; 5],
}

#[derive(Serialize)]
struct Standings {
    budget: String,
    standings: Vec<Row>,
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
        let standings = rank(&names, of_budget);
        if json {
            screen::print_json(out, &Standings { budget: budget.to_owned(), standings })?;
        } else {
            writeln!(out)?;
            writeln!(out, "Standings ({}):", if budget.is_empty() { "no common budget" } else { budget })?;
            print_table(out, &standings)?;
        }
    }
    Ok(())
}

fn rank<'a>(names: &[String], played: impl Iterator<Item = &'a Played>) -> Vec<Row> {
    let mut table = Crosstable::new(names.len());
    for Played { header, tally } in played {
        let place = |name: &str| names.iter().position(|known| known == name);
        if let (Some(a), Some(b)) = (place(&header.a), place(&header.b)) {
            table.add(a, b, tally.pairs());
        }
    }
    let ratings = table.ratings();
    let mut rows: Vec<Row> = names
        .iter()
        .enumerate()
        .map(|(player, name)| {
            let field = table.field(player);
            let rating: Option<Rating> = ratings[player];
            Row {
                rank: 0,
                player: name.clone(),
                rating: rating.map(|rating| rating.elo),
                rating_error: rating.and_then(|rating| rating.error),
                elo: field.elo(),
                elo_error: field.elo_error(),
                nelo: field.nelo(),
                nelo_error: field.nelo_error(),
                games: field.games(),
                score: field.score(),
                split: field.draw_ratio(),
                pairs: field.0,
            }
        })
        .collect();
    // The score decides, also in a gauntlet, where the ratings rest on the same games.
    rows.sort_by(|a, b| b.score.unwrap_or(-1.0).total_cmp(&a.score.unwrap_or(-1.0)));
    rows.iter_mut().zip(1..).for_each(|(row, rank)| row.rank = rank);
    rows
}

fn print_table(out: &mut impl Write, rows: &[Row]) -> Result<()> {
    let heads = [
        "Rank",
        "Name",
        "Rating",
        "+/-",
        "Elo",
        "+/-",
        "nElo",
        "+/-",
        "Games",
        "Score",
        "Draw",
        "Ptnml(0-2)",
    ];
    let mut table = screen::table(&heads);
    let one = |value| screen::perhaps(value, 1);
    let percent = |share: Option<f64>| one(share.map(|share| 100.0 * share)) + " %";
    for row in rows {
        table.add_row([
            row.rank.to_string(),
            row.player.clone(),
            one(row.rating),
            one(row.rating_error),
            one(row.elo),
            one(row.elo_error),
            one(row.nelo),
            one(row.nelo_error),
            row.games.to_string(),
            percent(row.score),
            percent(row.split),
            format!("{:?}", row.pairs),
        ]);
    }
    screen::align_right(&mut table, 2);
    screen::print_table(out, &table)?;
    Ok(())
}
