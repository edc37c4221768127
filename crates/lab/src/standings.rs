//! Where every player stands against the field.

use crate::statistics::{Crosstable, Pentanomial, Rating};
use serde::Serialize;

/// A player's row: what a line of `tiptree tournament --json` says behind those of the matches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its place, from 1.
    pub rank: usize,
    /// The player.
    pub player: String,
    /// Elo among all rated players, by the games of all.
    pub rating: Option<f64>,
    /// Its 95 % error.
    pub rating_error: Option<f64>,
    /// Elo against the field, by its own games.
    pub elo: Option<f64>,
    /// Its 95 % error.
    pub elo_error: Option<f64>,
    /// Normalised Elo against the field.
    pub nelo: Option<f64>,
    /// Its 95 % error.
    pub nelo_error: Option<f64>,
    /// Games of whole pairs.
    pub games: u64,
    /// Points a game.
    pub score: Option<f64>,
    /// The share of pairs split 1-1.
    pub split: Option<f64>,
    /// Whole pairs by points 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
}

/// Ranks players by what they met in: the two and their pairs, repetitions left out, as the first of them sees them. Whoever is not among the
/// players does not count.
pub fn rank<'a>(
    players: &[String],
    met: impl Iterator<Item = (&'a str, &'a str, Pentanomial)>,
) -> Vec<Standing> {
    let mut table = Crosstable::new(players.len());
    for (a, b, pairs) in met {
        let place = |name: &str| players.iter().position(|known| known == name);
        // A player that met itself has shown nothing.
        if let (Some(a), Some(b)) = (place(a), place(b))
            && a != b
        {
            table.add(a, b, pairs);
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
