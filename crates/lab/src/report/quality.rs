//! How often searches keep the value of the game, at labelled positions.

use super::budgets::Limit;
use super::experiments::Experiment;
use super::groups::build;
use super::names;
use super::page::{Head, Html, Page, Table, slug};
use crate::plot::{Axis, Curve, Interval, Panel, Plot, Point, Scale};
use crate::quality::Measurement;
use crate::text::{self, distinct};
use std::path::Path;
use tiptree::Registry;

/// The most curves of a readable panel.
const CURVES: usize = 7;
/// The most panels drawn together.
const PANELS: usize = 12;

/// Comparable measurements: at the same positions, with the same evaluator and build.
pub(super) struct Place<'a> {
    /// What distinguishes it from the other places of the experiment, the game first.
    pub(super) title: String,
    pub(super) rows: Vec<&'a Measurement>,
}

/// What measurements must have in common to be compared.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    game: String,
    file: String,
    only: String,
    evaluator: String,
    build: String,
}

impl Key {
    fn of(registry: &Registry, row: &Measurement) -> Key {
        Key {
            game: row.game.clone(),
            file: row.file.clone(),
            only: row.only.map_or_else(String::new, |only| only.to_string()),
            evaluator: names::evaluator(registry, &row.search, &row.game).unwrap_or_else(|| "none".into()),
            build: build(&row.build),
        }
    }
}

impl<'a> Place<'a> {
    /// The places of all measurements, in order of appearance.
    pub(super) fn all(experiment: &'a Experiment) -> Vec<Place<'a>> {
        let Experiment { registry, measurements, .. } = experiment;
        let keyed: Vec<(Key, &Measurement)> =
            measurements.iter().map(|row| (Key::of(registry, row), row)).collect();
        let keys = distinct(keyed.iter().map(|(key, _)| key));
        let differs = |field: fn(&Key) -> &String| keys.iter().any(|key| field(key) != field(keys[0]));
        let (by_evaluator, by_build) = (differs(|key| &key.evaluator), differs(|key| &key.build));
        let files: Vec<&str> = distinct(keys.iter().map(|key| key.file.as_str()));
        let title = |key: &Key| {
            let mut title = format!("{}, {}", key.game, short(&key.file, &files));
            let parts = [
                (!key.only.is_empty(), format!("only {}", key.only)),
                (by_evaluator, format!("evaluator {}", key.evaluator)),
                (by_build, key.build.clone()),
            ];
            for (_, part) in parts.iter().filter(|(is_shown, _)| *is_shown) {
                title = format!("{title}, {part}");
            }
            title
        };
        let place = |key: &&Key| Place {
            title: title(key),
            rows: keyed.iter().filter(|(other, _)| other == *key).map(|(_, row)| *row).collect(),
        };
        keys.iter().map(place).collect()
    }
}

/// The name of a file without its folders, unless another file has the same name.
fn short(file: &str, all: &[&str]) -> String {
    fn name(file: &str) -> Option<&str> {
        Path::new(file).file_name()?.to_str()
    }
    match name(file) {
        Some(short) if all.iter().filter(|other| name(other) == Some(short)).count() == 1 => short.to_owned(),
        _ => file.to_owned(),
    }
}

/// Writes this part of an experiment's section.
pub(super) fn write(page: &mut Page, experiment: &Experiment) {
    let places = Place::all(experiment);
    if places.is_empty() {
        return;
    }
    page.heading("Quality of play");
    page.paragraph(
        "The share of moves that keep the outcome, and of those that have the best score, in percent, at positions in which \
         some move loses the outcome. In time are moves that end within 1 ms or 5 % of a budget of CPU time.",
    );
    for (kind, plot) in plots(&places) {
        page.figure(&slug(&format!("quality {kind}")), plot);
    }
    for Place { title, rows } in &places {
        let rows: Vec<Vec<Html>> = rows.iter().map(|measured| row(measured)).collect();
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
        page.subheading(title);
        page.table(&Table {
            heads: Head::all(heads),
            names: 2,
            is_long: rows.len() > 30,
            rows,
            ..Table::new(&format!("Quality of play at {title}"))
        });
    }
}

/// Plots of the share kept against the budget, one for each kind of budget.
fn plots(places: &[Place]) -> Vec<(&'static str, Plot)> {
    let limits: Vec<Limit> =
        places.iter().flat_map(|place| &place.rows).filter_map(|row| Limit::read(&row.budget)).collect();
    let mut plots = Vec::new();
    for kind in distinct(limits.iter().map(|limit| limit.kind)) {
        let panels: Vec<Panel> = places.iter().flat_map(|place| panels(place, kind)).collect();
        plots.extend(panels.chunks(PANELS).map(|panels| {
            let plot = Plot {
                title: "Moves that keep the outcome, over the budget".into(),
                x: Limit::axis(kind),
                y: Axis { range: (0.0, 100.0), ..Axis::new("kept, %", Scale::Linear) },
                level: None,
                interval: Interval::Bars,
                panels: panels.to_vec(),
            };
            (limits.iter().find(|limit| limit.kind == kind).map_or("", |limit| limit.kind), plot)
        }));
    }
    plots
}

/// Panels of the searches of a place that were measured at several budgets of a kind. The best searches at the largest
/// budget come first.
fn panels(place: &Place, kind: &str) -> Vec<Panel> {
    let curve = |search: &str| {
        let of_search = place.rows.iter().filter(|row| row.search == search);
        let point = |row: &&Measurement| {
            let limit = Limit::read(&row.budget).filter(|limit| limit.kind == kind)?;
            Some(Point { x: limit.amount, y: row.kept_percent?, error: row.kept_ci95.unwrap_or(0.0) })
        };
        let mut points: Vec<Point> = of_search.filter_map(point).collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        (points.len() > 1).then(|| Curve { name: names::without_evaluator(search), points })
    };
    let searches = distinct(place.rows.iter().map(|row| row.search.as_str()));
    let mut curves: Vec<Curve> = searches.into_iter().filter_map(curve).collect();
    let last = |curve: &Curve| curve.points.last().map_or(0.0, |point| point.y);
    curves.sort_by(|one, other| last(other).total_cmp(&last(one)));
    let count = curves.len().div_ceil(CURVES);
    let panel = |(part, curves): (usize, &[Curve])| {
        let number = if count > 1 { format!(" ({} of {count})", part + 1) } else { String::new() };
        // Game, file and evaluator each get a line, because a panel is narrow.
        let title = place.title.replacen(", ", "\n", 1).replacen(", evaluator ", "\nevaluator ", 1) + &number;
        Panel { title, curves: curves.to_vec() }
    };
    curves.chunks(CURVES).enumerate().map(panel).collect()
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
