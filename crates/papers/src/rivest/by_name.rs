//! The tables of Rivest 1987.

use super::tournament::{self, Tournament};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tiptree::{Budget, ParseError};
use tiptree_lab::Error;
use tiptree_lab::reproduce::{Paper, Progress, Reproduction, Request, Tables};

const TABLES: [&str; 3] = ["1", "figures", "2"];

pub(crate) fn read(request: &Request, jobs: usize) -> Result<Tables, Error> {
    request.refuse_all_but(&["bound", "seeds", "second", "reading"])?;
    let bounds = match request.bound.as_slice() {
        [] => tournament::bounds(),
        asked => asked.iter().map(|bound| bound.parse()).collect::<Result<_, _>>()?,
    };
    if request.seeds == Some(0) {
        return Err(ParseError::new("seeds", "0", "at least 1").into());
    }
    let reading = request.reading.as_deref().unwrap_or("v2").parse()?;
    let tournament = Tournament {
        bounds,
        orders: request.seeds,
        second: request.second.as_deref().map(second).transpose()?,
        reading,
        jobs,
        seed: request.seed(),
    };
    let names = request.tables(&TABLES, &TABLES)?;
    Ok(Tables { names, drawn: &[], build: crate::build(&request.paper), paper: Box::new(tournament) })
}

impl Paper for Tournament {
    fn table(
        &mut self,
        name: &str,
        progress: &mut dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Reproduction, Error> {
        Ok(match name {
            "1" => super::means()?,
            "figures" => super::figures()?,
            _ => {
                progress.begin(self.games(), "games");
                let reproduction = self.play(cancel, &mut |bound, games| progress.reach(games, bound))?;
                progress.end();
                reproduction
            }
        })
    }
}

fn second(text: &str) -> Result<Duration, ParseError> {
    let mut budget = Budget::unlimited();
    budget.set("cpu", text)?;
    budget.cpu.ok_or_else(|| ParseError::new("second", text, "a time"))
}
