//! Standings: every player against the field.

use crate::provenance::Provenance;
use crate::statistics::{Crosstable, Points, Rating, Scores};
use crate::tournament::{Played, Tournament};
use serde::Serialize;

/// The standings at one budget: a line of `tiptree tournament --json` after those of the matches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AtBudget {
    /// The budget; empty if there is no common one.
    pub budget: String,
    /// The players, ranked.
    pub standings: Vec<Standing>,
    /// The build that played.
    #[serde(flatten)]
    pub build: Provenance,
}

/// The standings of a tournament at each of its budgets.
pub fn at_budgets(plan: &Tournament, played: &[Played]) -> Vec<AtBudget> {
    let mut budgets: Vec<&str> = Vec::new();
    for Played { header, .. } in played {
        if !budgets.contains(&header.budget.as_str()) {
            budgets.push(&header.budget);
        }
    }
    let names: Vec<String> = plan.players().iter().map(ToString::to_string).collect();
    let at_budget = |budget: &str| {
        let of_budget = played.iter().filter(|played| played.header.budget == budget);
        let met = of_budget.map(|Played { header, tally }| (&*header.a, &*header.b, tally.scores().clone()));
        AtBudget { budget: budget.to_owned(), standings: rank(&names, met), build: plan.build() }
    };
    budgets.into_iter().map(at_budget).collect()
}

/// A player's row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its place, from 1.
    pub rank: usize,
    /// The player.
    pub player: String,
    /// Elo among all rated players, from all games.
    pub rating: Option<f64>,
    /// Half the width of its 95 % interval, clustered by opening.
    pub rating_ci95: Option<f64>,
    /// Elo against the field, from the player's own games.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval, clustered by opening.
    pub elo_ci95: Option<f64>,
    /// Normalised Elo against the field.
    pub nelo: Option<f64>,
    /// Half the width of its 95 % interval, clustered by opening.
    pub nelo_ci95: Option<f64>,
    /// Games in complete pairs.
    pub games: u64,
    /// The score per game: 1 for a win, ½ for a draw.
    pub score: Option<f64>,
    /// Half the width of its 95 % interval, clustered by opening.
    pub score_ci95: Option<f64>,
    /// Points per game, if the game counts points.
    #[serde(flatten)]
    pub points: Option<Points>,
    /// The likelihood of superiority over the opponents it met.
    pub los: Option<f64>,
    /// The share of pairs split 1-1.
    pub split: Option<f64>,
    /// Complete pairs by points 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
}

/// Ranks players by their matches. Each match is given by its two players and the scores of the first against the second; a
/// match with a player that is not listed does not count.
pub fn rank<'a>(players: &[String], met: impl Iterator<Item = (&'a str, &'a str, Scores)>) -> Vec<Standing> {
    let mut table = Crosstable::new(players.len());
    for (a, b, scores) in met {
        let place = |name: &str| players.iter().position(|known| known == name);
        // A match of a player against itself shows nothing.
        if let (Some(a), Some(b)) = (place(a), place(b))
            && a != b
        {
            table.add(a, b, scores);
        }
    }
    let ratings = table.ratings();
    let mut rows: Vec<Standing> = players
        .iter()
        .enumerate()
        .map(|(player, name)| {
            let field = table.field(player);
            let rating: Option<Rating> = ratings[player];
            Standing {
                rank: 0,
                player: name.clone(),
                rating: rating.map(|rating| rating.elo),
                rating_ci95: rating.and_then(|rating| rating.ci95),
                elo: field.elo(),
                elo_ci95: field.elo_ci95(),
                nelo: field.nelo(),
                nelo_ci95: field.nelo_ci95(),
                games: field.pairs().games(),
                score: field.score(),
                score_ci95: field.score_ci95(),
                points: field.points(),
                los: field.los(),
                split: field.pairs().draw_ratio(),
                pairs: field.pairs().0,
            }
        })
        .collect();
    // The score decides. In a gauntlet too, because the ratings rest on the same games there.
    rows.sort_by(|a, b| b.score.unwrap_or(-1.0).total_cmp(&a.score.unwrap_or(-1.0)));
    rows.iter_mut().zip(1..).for_each(|(row, rank)| row.rank = rank);
    rows
}
