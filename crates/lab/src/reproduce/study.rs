//! A study: what searches achieve with growing effort, in several games, each position met by all of them.
//!
//! Its rows are named by the game, the evaluator, the search and, last, what was spent; a plot is made from the rows, so that
//! a table in a file is drawn as one just made.

use super::golden::Golden;
use super::moments::Moments;
use super::{Comparison, Reproduction, Row, key};
use crate::error::Error;
use crate::plot::{Axis, Curve, Interval, Panel, Plot, Point, Scale};
use crate::pool::{self, Event};
use crate::text;
use serde_json::{Map, Value};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

/// The key of what was spent; the last one of every row of a study, and of no other.
pub(super) const EFFORT: &str = "evals";
/// The key by which curves are told apart.
const SEARCH: &str = "search";
/// What the name of a column ends in that holds half the widths of the 95 % intervals of the column named before it.
const CI95: &str = "_ci95";
/// The name of such a column in files of earlier versions.
const EARLIER_CI95: &str = "error";

/// Positions that a worker takes at once.
const BATCH: u64 = 8;

/// What is studied.
#[derive(Clone, Debug)]
pub(super) struct Study {
    /// The paper that it follows, and its own name.
    pub(super) paper: &'static str,
    pub(super) table: &'static str,
    /// What is measured.
    pub(super) column: &'static str,
    /// Games with evaluators.
    pub(super) settings: &'static [(&'static str, &'static str)],
    pub(super) searches: Vec<&'static str>,
    /// Positions evaluated.
    pub(super) efforts: Vec<u64>,
    /// Positions a game, and workers side by side.
    pub(super) positions: u64,
    pub(super) jobs: usize,
}

/// What was measured in one game, by search and effort.
#[derive(Clone, Debug)]
pub(super) struct Tally(Vec<Vec<Moments>>);

impl Tally {
    /// Takes note that a search came to this with this effort, both by their places.
    pub(super) fn note(&mut self, search: usize, effort: usize, measured: f64) {
        self.0[search][effort].add(measured);
    }

    /// The positions at which every search was measured with every effort.
    fn positions(&self) -> u64 {
        self.0.iter().flatten().next().map_or(0, |moments| moments.size() as u64)
    }

    fn add(&mut self, other: &Tally) {
        for (mine, more) in self.0.iter_mut().flatten().zip(other.0.iter().flatten()) {
            mine.join(more);
        }
    }
}

/// What came out: for every game that was finished, a panel of curves.
pub(super) type Panels = Vec<Panel>;

impl Study {
    /// The positions of all games together.
    pub(super) fn positions(&self) -> u64 {
        self.settings.len() as u64 * self.positions
    }

    /// An empty tally.
    pub(super) fn tally(&self) -> Tally {
        Tally(vec![vec![Moments::default(); self.efforts.len()]; self.searches.len()])
    }

    /// Does `work`, which is given the place of a game and the numbers of positions, for all of them. `watch` is told the
    /// positions so far. Setting `cancel` ends it with the games that are complete. Nothing depends on the number of jobs:
    /// the tallies are added in the order of the positions.
    pub(super) fn run(
        &self,
        cancel: &AtomicBool,
        watch: &mut dyn FnMut(u64),
        work: &(dyn Fn(usize, Range<u64>) -> Result<Tally, Error> + Sync),
    ) -> Result<Panels, Error> {
        let mut done = 0;
        let mut panels = Vec::new();
        for (place, (game, evaluator)) in self.settings.iter().enumerate() {
            let mut total = self.tally();
            let batch = |batch: usize| {
                let first = batch as u64 * BATCH;
                work(place, first..self.positions.min(first + BATCH))
            };
            let batches = self.positions.div_ceil(BATCH) as usize;
            pool::run(self.jobs, 0..batches, cancel, batch, &mut |event| {
                if let Event::Done(tally) = event {
                    done += tally.positions();
                    watch(done);
                    total.add(&tally);
                }
                Ok(ControlFlow::Continue(()))
            })?;
            if total.positions() < self.positions {
                break;
            }
            panels.push(Panel { title: format!("{game}, {evaluator}"), curves: self.curves(&total) });
        }
        Ok(panels)
    }

    fn curves(&self, tally: &Tally) -> Vec<Curve> {
        let curve = |(search, name): (usize, &&str)| {
            let point = |(effort, &evals): (usize, &u64)| {
                let moments = tally.0[search][effort];
                Point { x: evals as f64, y: moments.mean(), error: moments.ci95() }
            };
            Curve { name: (*name).to_owned(), points: self.efforts.iter().enumerate().map(point).collect() }
        };
        self.searches.iter().enumerate().map(curve).collect()
    }

    /// The panels as rows.
    pub(super) fn finish(
        &self,
        panels: &[Panel],
        parameters: Map<String, Value>,
        notes: Vec<String>,
    ) -> Reproduction {
        let mut comparison = Comparison::new(Golden::unpublished());
        for (panel, (game, evaluator)) in panels.iter().zip(self.settings) {
            for Curve { name, points } in &panel.curves {
                for &Point { x, y, error } in points {
                    let parts = || {
                        key([
                            ("game", (*game).into()),
                            ("eval", (*evaluator).into()),
                            (SEARCH, name.clone().into()),
                            (EFFORT, (x as u64).into()),
                        ])
                    };
                    comparison.add(parts(), self.column, y);
                    comparison.add(parts(), &format!("{}{CI95}", self.column), error);
                }
            }
        }
        Reproduction::new(self.paper, self.table, parameters, &comparison, notes)
    }
}

/// Whether a row belongs to a study.
pub(super) fn is_studied(row: &Row) -> bool {
    row.key.keys().next_back().is_some_and(|last| last == EFFORT)
}

/// Whether a row holds half the width of an interval.
pub(super) fn is_interval(row: &Row) -> bool {
    row.column.ends_with(CI95) || row.column == EARLIER_CI95
}

/// Half the width of the 95 % interval of a row's number, where the study has it.
pub(super) fn ci95(rows: &[Row], row: &Row) -> Option<f64> {
    rows.iter().find(|other| is_interval(other) && other.key == row.key)?.ours.as_f64()
}

/// The plot of a study from its rows: a panel for every game, a curve for every search.
pub(super) fn plot(study: &Reproduction, title: impl Into<String>, y: Axis) -> Plot {
    let place = |row: &Row| {
        let of_panel = row.key.iter().filter(|(key, _)| *key != SEARCH && *key != EFFORT);
        of_panel.map(|(_, value)| word(value)).collect::<Vec<String>>().join(", ")
    };
    let name = |row: &Row| row.key.get(SEARCH).map(word).unwrap_or_default();
    let rows: Vec<&Row> = study.rows.iter().filter(|row| is_studied(row)).collect();
    let measured: Vec<(String, String, &Row)> =
        rows.iter().filter(|row| !is_interval(row)).map(|row| (place(row), name(row), *row)).collect();
    let point = |row: &Row| {
        Some(Point {
            x: row.key.get(EFFORT)?.as_f64()?,
            y: row.ours.as_f64()?,
            error: ci95(&study.rows, row).unwrap_or(0.0),
        })
    };
    let curves = |panel: &String| {
        let of_panel = || measured.iter().filter(|(place, _, _)| place == panel);
        let curve = |name: &String| Curve {
            name: name.clone(),
            points: of_panel().filter(|(_, of, _)| of == name).filter_map(|(_, _, row)| point(row)).collect(),
        };
        text::distinct(of_panel().map(|(_, name, _)| name)).into_iter().map(curve).collect()
    };
    let panels = text::distinct(measured.iter().map(|(place, _, _)| place));
    let panel = |title: &String| Panel { title: title.clone(), curves: curves(title) };
    Plot {
        title: title.into(),
        x: Axis::new("positions evaluated", Scale::Binary),
        y,
        level: None,
        interval: Interval::Bars,
        panels: panels.into_iter().map(panel).collect(),
    }
}

/// A value of a key without quotes.
pub(crate) fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
