//! The tables of Nau, Purdom and Tzeng 1986, and the pathology study that follows from them.

use super::contest::{self, Contests, Series, check_height};
use super::tables::{self as published, TABLES, Table};
use super::{correct, pathology};
use crate::key;
use serde_json::{Map, Value};
use std::sync::atomic::AtomicBool;
use tiptree::ParseError;
use tiptree_lab::Error;
use tiptree_lab::reproduce::{Paper, Progress, Reproduction, Request, Tables};

/// Goes beyond the paper. It runs only by name, because it takes longer than all the tables together.
const PATHOLOGY: &str = "pathology";
/// The default number of boards of the study, which takes some seconds: every search runs on each board with every
/// effort.
const PATHOLOGY_BOARDS: u64 = 1000;
/// The most boards that can be requested.
const MOST_BOARDS: u64 = 1_000_000_000;

/// A run of the paper's tables.
struct Nau {
    height: Option<usize>,
    boards: Option<u64>,
    seed: u64,
    jobs: usize,
    /// The series played so far: each gives two tables.
    played: Vec<(Series, Contests)>,
}

pub(crate) fn read(request: &Request, jobs: usize) -> Result<Tables, Error> {
    request.refuse_all_but(&["height", "boards"])?;
    let usual = TABLES.map(|(name, _)| name);
    let known: Vec<&str> = usual.into_iter().chain([PATHOLOGY]).collect();
    let names = request.tables(&usual, &known)?;
    for (_, table) in TABLES.iter().filter(|(name, _)| names.iter().any(|table| table == name)) {
        let series = match table {
            Table::Counts(series) | Table::Percents(series) => *series,
            Table::Correct => Series::POnes,
        };
        check_height(series, request.height.unwrap_or(published::HEIGHT))?;
    }
    if let Some(boards) = request.boards.filter(|boards| !(1..=MOST_BOARDS).contains(boards)) {
        return Err(ParseError::new("boards", boards.to_string(), format!("1 to {MOST_BOARDS}")).into());
    }
    let (height, boards, seed) = (request.height, request.boards, request.seed());
    let nau = Nau { height, boards, seed, jobs, played: Vec::new() };
    Ok(Tables { names, drawn: &[PATHOLOGY], build: crate::build(&request.paper), paper: Box::new(nau) })
}

impl Paper for Nau {
    fn table(
        &mut self,
        name: &str,
        progress: &mut dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Reproduction, Error> {
        match TABLES.into_iter().find(|(known, _)| *known == name) {
            None => self.pathology(progress, cancel),
            Some((_, Table::Correct)) => self.correct(progress, cancel),
            Some((name, table @ (Table::Counts(series) | Table::Percents(series)))) => {
                let place = self.series(series, progress, cancel)?;
                let contests = &self.played[place].1;
                let mut parameters = self.parameters(contests.height, contests.boards);
                if series.is_exhaustive() {
                    parameters.remove("seed");
                }
                let mut reproduction = published::contests(name, table, contests, parameters)?;
                let asked = self.plan(series).boards();
                note_interruption(&mut reproduction, contests.boards, asked);
                Ok(reproduction)
            }
        }
    }
}

impl Nau {
    fn boards(&self) -> u64 {
        self.boards.unwrap_or(published::ENOUGH_BOARDS)
    }

    fn plan(&self, series: Series) -> contest::Plan {
        let height = self.height.unwrap_or(published::HEIGHT);
        contest::Plan { series, height, boards: self.boards(), seed: self.seed, jobs: self.jobs }
    }

    /// The index of a series among those played; it is played if necessary.
    fn series(
        &mut self,
        series: Series,
        progress: &mut dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<usize, Error> {
        if let Some(place) = self.played.iter().position(|(known, _)| *known == series) {
            return Ok(place);
        }
        let plan = self.plan(series);
        progress.begin(plan.boards(), "boards");
        let contests = plan.play(cancel, &mut |boards| progress.reach(boards, ""))?;
        progress.end();
        self.played.push((series, contests));
        Ok(self.played.len() - 1)
    }

    fn correct(&self, progress: &mut dyn Progress, cancel: &AtomicBool) -> Result<Reproduction, Error> {
        let tallest = self.height.unwrap_or(published::TALLEST_CORRECT);
        let heights = published::LOWEST_CORRECT.min(tallest)..=tallest;
        let plan = correct::Plan { heights, boards: self.boards(), seed: self.seed, jobs: self.jobs };
        progress.begin(plan.boards(), "positions");
        let mut done = 0;
        let all = plan.run(cancel, &mut |boards| {
            done = boards;
            progress.reach(boards, "");
        })?;
        progress.end();
        let mut reproduction = published::correct(&all, self.parameters(tallest, self.boards()))?;
        note_interruption(&mut reproduction, done, plan.boards());
        Ok(reproduction)
    }

    fn pathology(&self, progress: &mut dyn Progress, cancel: &AtomicBool) -> Result<Reproduction, Error> {
        let height = self.height.unwrap_or(published::HEIGHT);
        let plan = pathology::Plan {
            height,
            boards: self.boards.unwrap_or(PATHOLOGY_BOARDS),
            seed: self.seed,
            jobs: self.jobs,
        };
        progress.begin(plan.boards(), "positions");
        let mut done = 0;
        let mut reproduction = plan.run(cancel, &mut |boards| {
            done = boards;
            progress.reach(boards, "");
        })?;
        progress.end();
        note_interruption(&mut reproduction, done, plan.boards());
        Ok(reproduction)
    }

    fn parameters(&self, height: usize, boards: u64) -> Map<String, Value> {
        key([("height", height.into()), ("boards", boards.into()), ("seed", self.seed.into())])
    }
}

fn note_interruption(reproduction: &mut Reproduction, done: u64, asked: u64) {
    if done < asked {
        reproduction.notes.push(format!("Interrupted after {done} of {asked} boards."));
    }
}
