//! Ratings: a table for every group of players that met, and the matches behind it.

use super::experiments::Experiment;
use super::groups::Group;
use super::page::{Head, Html, Page, Table};
use super::read::Found;
use crate::matches::Summary;
use crate::standings::{self, Standing};

/// The standings of a group: the rated players by rating, then those without a rating by score.
pub(super) fn standings(group: &Group) -> Vec<Standing> {
    let met = group.matches.iter().map(|found| (&*found.summary.a, &*found.summary.b, found.scores.clone()));
    let mut standings = standings::rank(&group.players, met);
    // Not all players met the same opponents, so the rating orders the rated ones. The sort is stable.
    let rating = |row: &Standing| row.rating.unwrap_or(f64::NEG_INFINITY);
    standings.sort_by(|a, b| rating(b).total_cmp(&rating(a)));
    standings
}

/// Why a player has no rating.
fn unrated(row: &Standing) -> &'static str {
    match row.score {
        None => "unrated: no whole pair of games",
        Some(1.0) => "unrated: won every game",
        Some(0.0) => "unrated: lost every game",
        Some(_) => "unrated: outside the group whose members all scored against each other",
    }
}

/// Writes this part of an experiment's section.
pub(super) fn write(page: &mut Page, experiment: &Experiment) {
    if experiment.groups.is_empty() {
        return;
    }
    page.heading("Ratings");
    for group in &experiment.groups {
        page.subheading(&group.title);
        page.table(&ratings(group));
        let count = group.matches.len();
        page.table(&Table {
            is_long: true,
            ..matches(
                &group.matches,
                &format!("The {count} match{} behind it", if count == 1 { "" } else { "es" }),
            )
        });
    }
}

fn ratings(group: &Group) -> Table {
    let standings = standings(group);
    let games: u64 = group.matches.iter().map(|found| found.summary.games).sum();
    let caption = format!("{} players, {games} games", group.players.len());
    let rows = standings.iter().zip(1..).map(|(row, rank)| {
        let of_player = |found: &&Found| [&found.summary.a, &found.summary.b].contains(&&row.player);
        let matches = group.matches.iter();
        let different: u64 = matches.filter(of_player).map(|found| found.summary.distinct_games).sum();
        let (rank, elo) = match row.rating {
            Some(_) => (Html::number(rank), Html::with_error(row.rating, row.rating_ci95, 1)),
            None => (Html::text("–"), Html::remark(unrated(row))),
        };
        vec![
            Html::text(&row.player),
            rank,
            elo,
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

fn matches(matches: &[Found], caption: &str) -> Table {
    let is_tested = matches.iter().any(|found| found.summary.sprt.is_some());
    let has_points = matches.iter().any(|found| found.summary.points.is_some());
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
        let points = summary.points.unwrap_or_default();
        row.extend(has_points.then(|| Html::with_error(points.mean, points.ci95, 3)));
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
    heads.extend(has_points.then(|| Head::new("A’s points a game", false)));
    heads.extend(is_tested.then(|| Head::new("Test (LLR)", false)));
    Table { heads, names: 2, rows: rows.collect(), ..Table::new(caption) }
}

/// The result of a sequential test.
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
