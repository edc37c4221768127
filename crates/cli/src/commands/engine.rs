//! `tiptree engine`: our engine, controlled through a pipe.

use crate::Done;
use crate::arguments::Engine;
use anyhow::Result;
use std::io::{stdin, stdout};
use tiptree::{Registry, Spec};
use tiptree_lab::play::USUAL_BUDGET;
use tiptree_lab::protocol::{Seat, Setup, serve};

pub(crate) fn run(registry: &Registry, arguments: &Engine) -> Result<Done> {
    let game: Spec = arguments.game.parse()?;
    let setup = Setup {
        search: super::search(registry, arguments.search.as_deref(), &game)?,
        game,
        budget: super::budget(arguments.budget.as_deref(), USUAL_BUDGET)?,
        evaluator: arguments.eval.clone(),
        seed: arguments.seed,
    };
    let seat = Seat::new(registry, setup)?;
    serve(seat, std::io::BufReader::new(stdin()), &mut stdout().lock())?;
    Ok(Done::Completely)
}
