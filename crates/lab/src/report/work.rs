//! What the players spent: moves, evaluations, positions and CPU time.

use super::experiments::Experiment;
use super::groups::Group;
use super::page::{Head, Html, Page, Table};
use super::read::Found;
use crate::text;

/// The work of a player at a budget.
#[derive(Default)]
struct Work {
    games: u64,
    moves: u64,
    evals: u64,
    nodes: u64,
    cpu_seconds: f64,
}

impl Work {
    fn of(player: &str, matches: &[Found]) -> Work {
        let mut work = Work::default();
        for Found { summary, .. } in matches {
            for (name, stats) in [(&summary.a, &summary.a_stats), (&summary.b, &summary.b_stats)] {
                if name == player {
                    work.games += summary.games;
                    work.moves += stats.moves;
                    work.evals += stats.evals;
                    work.nodes += stats.nodes;
                    work.cpu_seconds += stats.cpu_seconds;
                }
            }
        }
        work
    }

    fn row(&self, budget: &str, player: &str) -> Vec<Html> {
        let a_game = |total: f64| total / self.games.max(1) as f64;
        let count = |total: u64| Html::text(&format!("{:.0}", a_game(total as f64)));
        let rate = |total: u64| {
            let rate = (self.cpu_seconds > 0.0).then(|| total as f64 / self.cpu_seconds);
            Html::text(&text::millions(rate))
        };
        vec![
            Html::text(if budget.is_empty() { "none" } else { budget }),
            Html::text(player),
            Html::number(self.games),
            count(self.moves),
            count(self.evals),
            count(self.nodes),
            Html::text(&text::seconds(a_game(self.cpu_seconds))),
            rate(self.moves),
            rate(self.evals),
            rate(self.nodes),
        ]
    }
}

/// Writes this part of an experiment's section.
pub(super) fn write(page: &mut Page, experiment: &Experiment) {
    if experiment.groups.is_empty() {
        return;
    }
    page.heading("What the searches spent");
    page.paragraph(
        "A game’s moves applied, positions evaluated and positions entered, and how many of each in a second of CPU time; \
         M is a million. Programs outside count nothing.",
    );
    let rows_of = |group: &Group| -> Vec<Vec<Html>> {
        let row = |player: &String| Work::of(player, &group.matches).row(&group.budget, player);
        group.players.iter().map(row).collect()
    };
    let games = text::distinct(experiment.groups.iter().map(|group| group.setting.game.as_str()));
    for game in games {
        let of_game = experiment.groups.iter().filter(|group| group.setting.game == game);
        let heads = [
            "Budget",
            "Player",
            "Games",
            "Moves a game",
            "Evals a game",
            "Nodes a game",
            "CPU a game",
            "Moves a second",
            "Evals a second",
            "Nodes a second",
        ];
        page.table(&Table {
            heads: Head::all(heads),
            names: 2,
            is_long: true,
            rows: of_game.flat_map(rows_of).collect(),
            ..Table::new(&format!("Work of every player at {game}"))
        });
    }
}
