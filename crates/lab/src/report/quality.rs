//! How often searches keep the value of the game, at labelled positions.

use super::page::{Head, Html, Page, Table};
use super::read::Results;
use crate::quality::Measurement;
use crate::text;

/// Writes the section.
pub(super) fn write(page: &mut Page, results: &Results) {
    if results.measurements.is_empty() {
        return;
    }
    page.section("Quality of play");
    page.paragraph(
        "The share of moves that keep the outcome, and of those that have the best score, with their 95 % intervals in \
         percent points, at positions in which some move loses the outcome. In time are moves that end within 1 ms or 5 % of \
         a budget of CPU time.",
    );
    let title = |row: &Measurement| {
        let only = row.only.map_or_else(String::new, |only| format!(", only {only}"));
        format!("{}, {}{only}", row.game, row.file)
    };
    let titles: Vec<String> = results.measurements.iter().map(title).collect();
    for place in text::distinct(titles.iter()) {
        let of_place = |row: &&Measurement| title(row) == *place;
        let rows: Vec<Vec<Html>> = results.measurements.iter().filter(of_place).map(row).collect();
        let heads = [
            "Player",
            "Budget",
            "Positions",
            "Kept, %",
            "Best, %",
            "Evals a move",
            "Nodes a move",
            "CPU a move",
            "99 % below",
            "Worst",
            "In time, %",
        ];
        page.heading(place);
        page.table(&Table {
            heads: Head::all(heads),
            names: 2,
            is_long: rows.len() > 30,
            rows,
            ..Table::new(&format!("Quality of play at {place}"))
        });
    }
}

fn row(row: &Measurement) -> Vec<Html> {
    let whole = |value| Html::text(&text::perhaps(value, 0));
    let time = |value: Option<f64>| Html::text(&value.map_or_else(|| "-".into(), text::seconds));
    let mean = (row.positions > 0).then(|| row.cpu_seconds / row.positions as f64);
    vec![
        Html::text(&row.search),
        Html::text(if row.budget.is_empty() { "none" } else { &row.budget }),
        Html::number(row.positions),
        Html::with_error(row.kept_percent, row.kept_ci95, 1),
        Html::with_error(row.best_percent, row.best_ci95, 1),
        whole(row.mean_evals),
        whole(row.mean_nodes),
        time(mean),
        time(row.cpu_p99),
        time(row.cpu_worst),
        Html::text(&text::perhaps(row.within_percent, 1)),
    ]
}
