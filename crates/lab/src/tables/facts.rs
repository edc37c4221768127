//! Results as facts: named fields that a table selects by, and named cells that it shows.

use crate::matches::Summary;
use crate::quality::Measurement;
use crate::report::Results;
use crate::standings;
use crate::text::distinct;
use std::collections::BTreeMap;

/// A figure, with half the width of its 95 % interval where it has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Figure {
    pub(super) value: f64,
    pub(super) ci95: Option<f64>,
    /// Digits behind the point, unless the table wants others.
    pub(super) digits: usize,
}

/// One result: a match as one of its players sees it, a player's rating, a measurement of quality.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fact {
    pub(super) fields: BTreeMap<&'static str, String>,
    pub(super) cells: BTreeMap<&'static str, Figure>,
}

impl Fact {
    fn new<const N: usize>(fields: [(&'static str, &str); N]) -> Fact {
        let fields = fields.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
        Fact { fields, cells: BTreeMap::new() }
    }

    /// Adds a cell, if there is a value.
    fn cell(mut self, name: &'static str, value: Option<f64>, ci95: Option<f64>, digits: usize) -> Fact {
        if let Some(value) = value {
            self.cells.insert(name, Figure { value, ci95, digits });
        }
        self
    }
}

/// Every fact that results hold.
pub(super) fn facts(results: &Results) -> Vec<Fact> {
    let summaries = || results.matches.iter().map(|found| &found.summary);
    let mut facts: Vec<Fact> = summaries().flat_map(|summary| [first(summary), second(summary)]).collect();
    facts.extend(ratings(&summaries().collect::<Vec<_>>()));
    facts.extend(results.measurements.iter().map(measurement));
    facts
}

/// A match as its player A sees it.
fn first(summary: &Summary) -> Fact {
    seen(summary, &summary.a, &summary.b, |figure| figure, |score| score)
}

/// A match as its player B sees it.
fn second(summary: &Summary) -> Fact {
    seen(summary, &summary.b, &summary.a, |elo| -elo, |score| 1.0 - score)
}

fn seen(
    summary: &Summary,
    player: &str,
    opponent: &str,
    signed: impl Fn(f64) -> f64,
    share: impl Fn(f64) -> f64,
) -> Fact {
    let Summary { game, budget, openings, .. } = summary;
    Fact::new([
        ("game", game),
        ("player", player),
        ("opponent", opponent),
        ("search", name(player)),
        ("against", name(opponent)),
        ("budget", budget),
        ("openings", openings),
        ("seed", &summary.seed.to_string()),
    ])
    .cell("score", summary.score.map(share), summary.score_ci95, 3)
    .cell("elo", summary.elo.map(&signed), summary.elo_ci95, 0)
    .cell("nelo", summary.nelo.map(&signed), summary.nelo_ci95, 0)
    .cell("split", summary.split, None, 2)
    .cell("games", Some(summary.games as f64), None, 0)
}

/// The name of a search without its parameters.
fn name(player: &str) -> &str {
    player.split('(').next().unwrap_or(player)
}

/// The rating of every player among those that met at a game and a budget.
fn ratings(summaries: &[&Summary]) -> Vec<Fact> {
    let mut facts = Vec::new();
    for game in distinct(summaries.iter().map(|summary| summary.game.as_str())) {
        let of_game = || summaries.iter().filter(move |summary| summary.game == game);
        for budget in distinct(of_game().map(|summary| summary.budget.as_str())) {
            let met = || of_game().filter(move |summary| summary.budget == budget);
            let players = distinct(met().flat_map(|summary| [&summary.a, &summary.b]));
            let players: Vec<String> = players.into_iter().cloned().collect();
            let scores = met().map(|summary| (summary.a.as_str(), summary.b.as_str(), summary.scores()));
            facts.extend(standings::rank(&players, scores).iter().map(|standing| {
                Fact::new([("game", game), ("player", &standing.player), ("budget", budget)])
                    .cell("rating", standing.rating, standing.rating_ci95, 0)
                    .cell("rated_games", Some(standing.games as f64), None, 0)
            }));
        }
    }
    facts
}

/// A measurement of quality.
fn measurement(measured: &Measurement) -> Fact {
    let Measurement { game, search, budget, file, .. } = measured;
    let wrong = |sure: u64| {
        let kept = measured.sure_kept.unwrap_or(0);
        (sure > 0).then(|| 100.0 * (sure - kept.min(sure)) as f64 / sure as f64)
    };
    let share =
        |count: u64| (measured.positions > 0).then(|| 100.0 * count as f64 / measured.positions as f64);
    Fact::new([
        ("game", game),
        ("player", search),
        ("search", name(search)),
        ("budget", budget),
        ("file", file),
    ])
    .cell("kept_percent", measured.kept_percent, measured.kept_ci95, 1)
    .cell("best_percent", measured.best_percent, measured.best_ci95, 1)
    .cell("mean_evals", measured.mean_evals, None, 0)
    .cell("sure_percent", measured.sure.and_then(share), None, 1)
    .cell("sure_wrong_percent", measured.sure.and_then(wrong), None, 1)
    .cell("positions", Some(measured.positions as f64), None, 0)
}
