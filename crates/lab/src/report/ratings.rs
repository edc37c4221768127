//! Who is stronger: a rating table for every game and budget, and the matches that it rests on.

use super::budgets::compare;
use super::page::{Head, Html, Page, Table};
use super::read::{Found, Results};
use crate::matches::Summary;
use crate::standings::{self, Standing};
use crate::text::distinct;

/// The matches of a game at a budget.
pub(super) struct Setting<'a> {
    pub(super) game: &'a str,
    pub(super) budget: &'a str,
    pub(super) matches: Vec<&'a Found>,
}

/// All settings: games in the order in which they were found, the budgets of a game from small to large.
pub(super) fn settings(results: &Results) -> Vec<Setting<'_>> {
    let mut settings = Vec::new();
    for game in distinct(results.matches.iter().map(|found| found.summary.game.as_str())) {
        let of_game = || results.matches.iter().filter(|found| found.summary.game == game);
        let mut budgets = distinct(of_game().map(|found| found.summary.budget.as_str()));
        budgets.sort_by(|a, b| compare(a, b));
        settings.extend(budgets.into_iter().map(|budget| {
            let matches = of_game().filter(|found| found.summary.budget == budget).collect();
            Setting { game, budget, matches }
        }));
    }
    settings
}

/// A game and a budget in words.
pub(super) fn title(game: &str, budget: &str) -> String {
    format!("{game}, {}", if budget.is_empty() { "no common budget" } else { budget })
}

/// The players of some matches, each once.
pub(super) fn players<'a>(matches: &[&'a Found]) -> Vec<&'a String> {
    distinct(matches.iter().flat_map(|found| [&found.summary.a, &found.summary.b]))
}

/// Writes the section.
pub(super) fn write(page: &mut Page, results: &Results) {
    if results.matches.is_empty() {
        return;
    }
    page.section("Ratings");
    page.paragraph(
        "Elo by the games of all who met at this budget, their mean being 0; who won or lost everything has none. The other \
         columns rest on a player's own games: normalised Elo, points a game, the likelihood of being stronger than \
         those it met (LOS), the share of pairs split 1-1, and how many games were different ones. Every ± is half a 95 % interval, \
         clustered by opening.",
    );
    for Setting { game, budget, matches } in settings(results) {
        page.heading(&title(game, budget));
        page.table(&ratings(&matches));
        let count = matches.len();
        page.table(&Table {
            is_long: count > 1,
            ..self::matches(
                &matches,
                &format!("The {count} match{} behind it", if count == 1 { "" } else { "es" }),
            )
        });
    }
}

fn ratings(matches: &[&Found]) -> Table {
    let names: Vec<String> = players(matches).into_iter().cloned().collect();
    let met = matches.iter().map(|found| (&*found.summary.a, &*found.summary.b, found.scores.clone()));
    let mut standings = standings::rank(&names, met);
    // Not all met the same opponents, so that the rating decides; who has none won all or lost all.
    let strength = |row: &Standing| match (row.rating, row.score) {
        (Some(rating), _) => rating,
        (None, Some(score)) if score > 0.5 => f64::INFINITY,
        _ => f64::NEG_INFINITY,
    };
    standings.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
    let games: u64 = matches.iter().map(|found| found.summary.games).sum();
    let caption = format!("{} players, {games} games", names.len());
    let rows = standings.iter().zip(1..).map(|(row, rank)| {
        let of_player = |found: &&&Found| [&found.summary.a, &found.summary.b].contains(&&row.player);
        let different: u64 = matches.iter().filter(of_player).map(|found| found.summary.distinct_games).sum();
        vec![
            Html::text(&row.player),
            Html::number(rank),
            Html::with_error(row.rating, row.rating_ci95, 1),
            Html::with_error(row.nelo, row.nelo_ci95, 1),
            Html::number(row.games),
            Html::with_error(row.score, row.score_ci95, 3),
            percent(row.los),
            percent(row.split),
            Html::number(different),
        ]
    });
    Table {
        heads: Head::all(["Player", "Rank", "Elo", "nElo", "Games", "Score", "LOS", "Split", "Different"]),
        rows: rows.collect(),
        ..Table::new(&caption)
    }
}

fn matches(matches: &[&Found], caption: &str) -> Table {
    let is_tested = matches.iter().any(|found| found.summary.sprt.is_some());
    let rows = matches.iter().map(|Found { summary, .. }| {
        let Summary { wins, draws, losses, .. } = summary;
        let mut row = vec![
            Html::text(&summary.a),
            Html::text(&summary.b),
            Html::text(&format!("{wins}-{draws}-{losses}")),
            Html::with_error(summary.score, summary.score_ci95, 3),
            Html::with_error(summary.elo, summary.elo_ci95, 1),
            percent(summary.los),
            Html::text(&summary.pairs.map(|count| count.to_string()).join(" ")),
            Html::number(summary.distinct_games),
            Html::text(&summary.openings),
            Html::number(summary.seed),
            Html::text(&summary.build.to_string()),
        ];
        row.extend(is_tested.then(|| Html::text(&sequential(summary))));
        row
    });
    let mut heads = Head::all([
        "A",
        "B",
        "W-D-L",
        "A’s score",
        "Elo",
        "LOS",
        "Pairs 0 ½ 1 1½ 2",
        "Different",
        "Openings",
        "Seed",
        "Build",
    ]);
    heads.extend(is_tested.then(|| Head::new("Test (LLR)", false)));
    Table { heads, names: 2, rows: rows.collect(), ..Table::new(caption) }
}

/// What a sequential test said.
fn sequential(summary: &Summary) -> String {
    match (summary.sprt, summary.llr) {
        (Some(hypothesis), Some(llr)) => {
            let word = serde_json::to_value(hypothesis).unwrap_or_default();
            format!("{} ({llr:.2})", word.as_str().unwrap_or_default())
        }
        _ => "-".into(),
    }
}

fn percent(share: Option<f64>) -> Html {
    Html::text(&share.map_or_else(|| "-".into(), |share| format!("{:.1} %", 100.0 * share)))
}
