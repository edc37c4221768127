//! The tables of Nau, Purdom and Tzeng 1986, and what they lead to.

use super::{Paper, check_plot, refuse_all_but, tables, write_plot};
use crate::arguments::Reproduce;
use crate::screen;
use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use tiptree_lab::reproduce::Reproduction;
use tiptree_lab::reproduce::nau::contest::{self, Contests, Series, check_height};
use tiptree_lab::reproduce::nau::tables::{self as published, TABLES, Table};
use tiptree_lab::reproduce::nau::{correct, pathology};

/// Beyond the paper; only by name, because it takes longer than all the tables together.
const PATHOLOGY: &str = "pathology";
/// Every search looks at each of them with every effort: as many as take some seconds.
const PATHOLOGY_BOARDS: u64 = 1000;
/// More than anybody will draw.
const MOST_BOARDS: u64 = 1_000_000_000;

/// The paper's tables under way.
struct Nau {
    height: Option<usize>,
    boards: Option<u64>,
    seed: u64,
    jobs: usize,
    plot: Option<PathBuf>,
    /// The series played so far: two tables are made of each.
    played: Vec<(Series, Contests)>,
}

pub(super) fn read(arguments: &Reproduce) -> Result<(Vec<String>, Box<dyn Paper>)> {
    refuse_all_but(arguments, &["height", "boards", "plot"])?;
    let usual = TABLES.map(|(name, _)| name);
    let known: Vec<&str> = usual.into_iter().chain([PATHOLOGY]).collect();
    let tables = tables(arguments, &usual, &known)?;
    for (name, table) in TABLES.iter().filter(|(name, _)| tables.iter().any(|table| table == name)) {
        let series = match table {
            Table::Counts(series) | Table::Percents(series) => *series,
            Table::Correct => Series::POnes,
        };
        let height = arguments.height.unwrap_or(published::HEIGHT);
        check_height(series, height).with_context(|| format!("nau {name}"))?;
    }
    if let Some(boards) = arguments.boards.filter(|boards| !(1..=MOST_BOARDS).contains(boards)) {
        bail!("boards \"{boards}\": expected 1 to {MOST_BOARDS}");
    }
    check_plot(arguments, &tables, &[PATHOLOGY])?;
    let nau = Nau {
        height: arguments.height,
        boards: arguments.boards,
        seed: arguments.seed,
        jobs: super::super::jobs(arguments.jobs, false)?,
        plot: arguments.plot.clone(),
        played: Vec::new(),
    };
    Ok((tables, Box::new(nau)))
}

impl Paper for Nau {
    fn table(&mut self, name: &str, cancel: &AtomicBool) -> Result<Reproduction> {
        match TABLES.into_iter().find(|(known, _)| *known == name) {
            None => self.pathology(cancel),
            Some((_, Table::Correct)) => self.correct(cancel),
            Some((name, table @ (Table::Counts(series) | Table::Percents(series)))) => {
                let place = self.series(series, cancel)?;
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

    /// The place of a series among those played.
    fn series(&mut self, series: Series, cancel: &AtomicBool) -> Result<usize> {
        if let Some(place) = self.played.iter().position(|(known, _)| *known == series) {
            return Ok(place);
        }
        let plan = self.plan(series);
        let bar = screen::progress(plan.boards(), "boards");
        let contests = plan.play(cancel, &mut |boards| bar.set_position(boards))?;
        bar.finish_and_clear();
        self.played.push((series, contests));
        Ok(self.played.len() - 1)
    }

    fn correct(&self, cancel: &AtomicBool) -> Result<Reproduction> {
        let tallest = self.height.unwrap_or(published::TALLEST_CORRECT);
        let heights = published::LOWEST_CORRECT.min(tallest)..=tallest;
        let plan = correct::Plan { heights, boards: self.boards(), seed: self.seed, jobs: self.jobs };
        let bar = screen::progress(plan.boards(), "positions");
        let mut done = 0;
        let all = plan.run(cancel, &mut |boards| {
            done = boards;
            bar.set_position(boards);
        })?;
        bar.finish_and_clear();
        let mut reproduction = published::correct(&all, self.parameters(tallest, self.boards()))?;
        note_interruption(&mut reproduction, done, plan.boards());
        Ok(reproduction)
    }

    fn pathology(&self, cancel: &AtomicBool) -> Result<Reproduction> {
        let height = self.height.unwrap_or(published::HEIGHT);
        let plan = pathology::Plan {
            height,
            boards: self.boards.unwrap_or(PATHOLOGY_BOARDS),
            seed: self.seed,
            jobs: self.jobs,
        };
        let bar = screen::progress(plan.boards(), "positions");
        let mut done = 0;
        let (mut reproduction, plot) = plan.run(cancel, &mut |boards| {
            done = boards;
            bar.set_position(boards);
        })?;
        bar.finish_and_clear();
        write_plot(self.plot.as_deref(), &plot)?;
        note_interruption(&mut reproduction, done, plan.boards());
        Ok(reproduction)
    }

    fn parameters(&self, height: usize, boards: u64) -> Map<String, Value> {
        let numbers = [("height", height as u64), ("boards", boards), ("seed", self.seed)];
        numbers.into_iter().map(|(name, number)| (name.to_owned(), number.into())).collect()
    }
}

fn note_interruption(reproduction: &mut Reproduction, done: u64, asked: u64) {
    if done < asked {
        reproduction.notes.push(format!("Interrupted after {done} of {asked} boards."));
    }
}
