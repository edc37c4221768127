//! `tiptree engine`: our engine at the end of a pipe.

use crate::Done;
use crate::arguments::Engine;
use anyhow::Result;
use std::io::{stdin, stdout};
use tiptree_lab::protocol::{Seat, Setup, serve};

pub(crate) fn run(arguments: &Engine) -> Result<Done> {
    let setup = Setup {
        game: arguments.game.parse()?,
        search: arguments.search.parse()?,
        budget: super::budget(arguments.budget.as_deref(), "moves=100k")?,
        evaluator: arguments.eval.clone(),
        seed: arguments.seed,
    };
    let seat = Seat::new(setup)?;
    serve(seat, std::io::BufReader::new(stdin()), &mut stdout().lock())?;
    Ok(Done::Completely)
}
