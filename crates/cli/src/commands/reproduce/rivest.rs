//! The tables of Rivest 1987.

use super::{Paper, refuse_all_but, tables};
use crate::arguments::Reproduce;
use crate::screen;
use anyhow::{Context, Result, bail};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tiptree::Budget;
use tiptree_lab::reproduce::rivest::tournament::{self, Tournament};
use tiptree_lab::reproduce::{Reproduction, rivest};

const TABLES: [&str; 3] = ["1", "figures", "2"];

pub(super) fn read(arguments: &Reproduce) -> Result<(Vec<String>, Box<dyn Paper>)> {
    refuse_all_but(arguments, &["bound", "seeds", "second", "reading"])?;
    let bounds = match arguments.bounds.as_slice() {
        [] => tournament::bounds(),
        asked => asked.iter().map(|bound| bound.parse()).collect::<Result<_, _>>()?,
    };
    if arguments.seeds == Some(0) {
        bail!("seeds \"0\": expected at least 1");
    }
    let reading = arguments.reading.as_deref().unwrap_or("v2").parse()?;
    let tournament = Tournament {
        bounds,
        orders: arguments.seeds,
        second: arguments.second.as_deref().map(second).transpose()?,
        reading,
        jobs: super::super::jobs(arguments.jobs, false)?,
        seed: arguments.seed,
    };
    Ok((tables(arguments, &TABLES, &TABLES)?, Box::new(tournament)))
}

impl Paper for Tournament {
    fn table(&mut self, name: &str, cancel: &AtomicBool) -> Result<Reproduction> {
        Ok(match name {
            "1" => rivest::means()?,
            "figures" => rivest::figures()?,
            _ => {
                let bar = screen::progress(self.games(), "games");
                let reproduction = self.play(cancel, &mut |bound, games| {
                    bar.set_message(bound.to_owned());
                    bar.set_position(games);
                })?;
                bar.finish_and_clear();
                reproduction
            }
        })
    }
}

fn second(text: &str) -> Result<Duration> {
    let mut budget = Budget::unlimited();
    budget.set("cpu", text)?;
    budget.cpu.context("a time was just set")
}
