//! A study: what searches achieve with growing effort, in several games, all at the same positions.
//!
//! [`tiptree_lab::reproduce::study`] defines how its rows are named and drawn.

use crate::golden::Golden;
use crate::moments::Moments;
use crate::{Comparison, key, reproduction};
use serde_json::{Map, Value};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;
use tiptree_lab::Error;
use tiptree_lab::plot::{Curve, Panel, Point};
use tiptree_lab::pool::{self, Event};
use tiptree_lab::reproduce::Reproduction;
use tiptree_lab::reproduce::study::{CI95, EFFORT, SEARCH};

/// Positions per batch of a worker.
const BATCH: u64 = 8;

/// The plan of a study.
#[derive(Clone, Debug)]
pub(super) struct Study {
    /// The paper that it follows, and the name of the study.
    pub(super) paper: &'static str,
    pub(super) table: &'static str,
    /// The quantity measured.
    pub(super) column: &'static str,
    /// Games with evaluators.
    pub(super) settings: &'static [(&'static str, &'static str)],
    pub(super) searches: Vec<&'static str>,
    /// The efforts: numbers of positions evaluated, depths, or seconds.
    pub(super) efforts: Vec<u64>,
    /// Positions per game, and the number of parallel workers.
    pub(super) positions: u64,
    pub(super) jobs: usize,
}

/// The measurements in one game, by search and effort.
#[derive(Clone, Debug)]
pub(super) struct Tally(Vec<Vec<Moments>>);

impl Tally {
    /// Records a measurement of a search with an effort, both given by index.
    pub(super) fn note(&mut self, search: usize, effort: usize, measured: f64) {
        self.0[search][effort].add(measured);
    }

    /// The number of positions at which every search was measured with every effort.
    fn positions(&self) -> u64 {
        self.0.iter().flatten().next().map_or(0, |moments| moments.size() as u64)
    }

    fn add(&mut self, other: &Tally) {
        for (mine, more) in self.0.iter_mut().flatten().zip(other.0.iter().flatten()) {
            mine.join(more);
        }
    }
}

/// The result: a panel of curves for every game that was finished.
pub(super) type Panels = Vec<Panel>;

impl Study {
    /// The number of positions of all games together.
    pub(super) fn positions(&self) -> u64 {
        self.settings.len() as u64 * self.positions
    }

    /// An empty tally.
    pub(super) fn tally(&self) -> Tally {
        Tally(vec![vec![Moments::default(); self.efforts.len()]; self.searches.len()])
    }

    /// Calls `work` with the index of a game and a range of positions, for all of them. `watch` is called with the
    /// number of positions so far. Setting `cancel` ends the run; the complete games are kept. The result does not
    /// depend on the number of jobs: the tallies are added in the order of the positions.
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
        reproduction(self.paper, self.table, parameters, &comparison, notes)
    }
}
