//! Results as facts: named fields by which a table selects, and named cells that it shows.

use super::figure::Figure;
use crate::matches::Summary;
use crate::quality::Measurement;
use crate::report::Results;
use crate::reproduce::{Reproduction, Verdict, word};
use crate::standings;
use crate::statistics::{Points, half_width};
use crate::text::distinct;
use std::collections::BTreeMap;

/// One result: a match from the view of one of its players, a player's rating, a measurement of quality, or a number of
/// a reproduced table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fact {
    pub(super) fields: BTreeMap<String, String>,
    pub(super) cells: BTreeMap<&'static str, Figure>,
}

impl Fact {
    fn new<const N: usize>(fields: [(&str, &str); N]) -> Fact {
        let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Fact { fields, cells: BTreeMap::new() }
    }

    /// Adds a figure, if there is one.
    fn cell(mut self, name: &'static str, figure: Option<Figure>) -> Fact {
        self.cells.extend(figure.map(|figure| (name, figure)));
        self
    }

    fn count(self, name: &'static str, count: u64) -> Fact {
        self.cell(name, Some(Figure { value: count as f64, ..Figure::default() }))
    }

    /// Adds a mean over `weight` items, if there is one.
    fn mean(
        self,
        name: &'static str,
        mean: Option<f64>,
        ci95: Option<f64>,
        weight: u64,
        digits: usize,
    ) -> Fact {
        self.cell(name, mean.map(|value| Figure { value, ci95, weight: weight as f64, digits }))
    }
}

/// All facts of the results.
pub(super) fn facts(results: &Results) -> Vec<Fact> {
    let summaries: Vec<&Summary> = results.matches.iter().map(|found| &found.summary).collect();
    let mut facts: Vec<Fact> =
        summaries.iter().flat_map(|summary| [seen(summary), seen(&turned(summary))]).collect();
    facts.extend(ratings(&summaries));
    facts.extend(results.measurements.iter().map(|measured| {
        // The first player with the same budget is the one that the others are compared with.
        let is_same =
            |first: &&Measurement| (&first.budget, &first.file) == (&measured.budget, &measured.file);
        let first = results.measurements.iter().find(is_same);
        let beyond = first.and_then(|first| measured.regret_beyond(first));
        let (mean, ci95) = (beyond.map(|(mean, _)| mean), beyond.map(|(_, ci95)| ci95));
        measurement(measured).mean("regret_beyond", mean, ci95, measured.positions, 5)
    }));
    facts.extend(results.tables.iter().flat_map(reproduction));
    facts
}

/// The same match with the players exchanged.
fn turned(summary: &Summary) -> Summary {
    let Summary { a, b, wins, losses, a_stats, b_stats, .. } = summary.clone();
    Summary {
        a: b,
        b: a,
        wins: losses,
        losses: wins,
        score: summary.score.map(|score| 1.0 - score),
        elo: summary.elo.map(|elo| -elo),
        nelo: summary.nelo.map(|nelo| -nelo),
        points: summary.points.map(|points| Points { mean: points.mean.map(|mean| -mean), ..points }),
        a_stats: b_stats,
        b_stats: a_stats,
        ..summary.clone()
    }
}

/// A match from the view of player A.
fn seen(summary: &Summary) -> Fact {
    let Summary { game, a, b, budget, openings, games, a_stats, b_stats, .. } = summary;
    let points = summary.points.unwrap_or_default();
    let ratio = |own: f64, others: f64| (others > 0.0).then(|| own / others);
    Fact::new([
        ("game", game),
        ("player", a),
        ("opponent", b),
        ("search", name(a)),
        ("against", name(b)),
        ("budget", budget),
        ("openings", openings),
        ("seed", &summary.seed.to_string()),
    ])
    .mean("score", summary.score, summary.score_ci95, *games, 3)
    .mean("elo", summary.elo, summary.elo_ci95, *games, 0)
    .mean("nelo", summary.nelo, summary.nelo_ci95, *games, 0)
    .mean("points", points.mean, points.ci95, *games, 3)
    .mean("split", summary.split, None, *games, 2)
    .count("games", *games)
    .count("wins", summary.wins)
    .count("losses", summary.losses)
    .count("draws", summary.draws)
    .mean("cpu_ratio", ratio(a_stats.cpu_seconds, b_stats.cpu_seconds), None, *games, 2)
    .mean("evals_ratio", ratio(a_stats.evals as f64, b_stats.evals as f64), None, *games, 2)
    .mean("moves_per_cpu_second", a_stats.moves_per_cpu_second, None, *games, 0)
    .mean("evals_per_cpu_second", a_stats.evals_per_cpu_second, None, *games, 0)
}

/// The name of a search without its parameters.
fn name(player: &str) -> &str {
    player.split('(').next().unwrap_or(player)
}

/// The rating of every player among those that met in a game at a budget.
fn ratings(summaries: &[&Summary]) -> Vec<Fact> {
    let mut facts = Vec::new();
    for game in distinct(summaries.iter().map(|summary| summary.game.as_str())) {
        let of_game = || summaries.iter().filter(move |summary| summary.game == game);
        for budget in distinct(of_game().map(|summary| summary.budget.as_str())) {
            let met = || of_game().filter(move |summary| summary.budget == budget);
            let players = distinct(met().flat_map(|summary| [&summary.a, &summary.b]));
            let players: Vec<String> = players.into_iter().cloned().collect();
            let scores = met().map(|summary| (summary.a.as_str(), summary.b.as_str(), summary.scores(None)));
            facts.extend(standings::rank(&players, scores).iter().map(|standing| {
                Fact::new([("game", game), ("player", &standing.player), ("budget", budget)])
                    .mean("rating", standing.rating, standing.rating_ci95, standing.games, 0)
                    .count("rated_games", standing.games)
            }));
        }
    }
    facts
}

/// A measurement of quality.
fn measurement(measured: &Measurement) -> Fact {
    let Measurement { game, search, budget, file, positions, .. } = measured;
    let sure = measured.sure.unwrap_or(0);
    let wrong = (sure > 0).then(|| (sure - measured.sure_kept.unwrap_or(0).min(sure)) as f64 / sure as f64);
    let wrong_ci95 = wrong.map(|wrong| half_width(wrong, (wrong * (1.0 - wrong) / sure as f64).sqrt(), sure));
    let percent = |share: Option<f64>| share.map(|share| 100.0 * share);
    let share = measured.sure.filter(|_| *positions > 0).map(|sure| sure as f64 / *positions as f64);
    Fact::new([
        ("game", game),
        ("player", search),
        ("search", name(search)),
        ("budget", budget),
        ("file", file),
    ])
    .mean("kept_percent", measured.kept_percent, measured.kept_ci95, *positions, 1)
    .mean("best_percent", measured.best_percent, measured.best_ci95, *positions, 1)
    .mean("regret", measured.regret, measured.regret_ci95, *positions, 5)
    .mean("mean_evals", measured.mean_evals, None, *positions, 0)
    .mean("within_percent", measured.within_percent, None, *positions, 1)
    .mean("cpu_p99", measured.cpu_p99, None, *positions, 5)
    .mean("sure_percent", percent(share), None, *positions, 1)
    .mean("sure_wrong_percent", percent(wrong), percent(wrong_ci95), sure, 1)
    .count("positions", *positions)
}

/// A reproduced table: how its numbers compare, and each number.
fn reproduction(table: &Reproduction) -> Vec<Fact> {
    let mut named = Fact::new([("paper", &table.paper), ("table", &table.table)]);
    named.fields.extend(table.parameters.iter().map(|(name, value)| (name.clone(), word(value))));
    let compared = named
        .clone()
        .count("exact", table.count(Verdict::Exact) as u64)
        .count("within", table.count(Verdict::Within) as u64)
        .count("differs", table.count(Verdict::Differs) as u64)
        .count("misprinted", table.count(Verdict::KnownMisprint) as u64)
        .count("unexplained", table.count(Verdict::Unexplained) as u64);
    let numbers = table.measured().map(|(row, ci95)| {
        let mut fact = named.clone();
        fact.fields.insert("column".into(), row.column.clone());
        fact.fields.extend(row.key.iter().map(|(name, value)| (name.clone(), word(value))));
        let published = row.published.as_ref().and_then(serde_json::Value::as_f64);
        fact.mean("ours", row.ours.as_f64(), ci95, 1, 3).mean("published", published, None, 1, 3)
    });
    std::iter::once(compared).chain(numbers).collect()
}
