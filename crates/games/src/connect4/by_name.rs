//! Connect-Four by name: `connect4(width=5,height=4)`.

use super::{Connect4, Fitted, OnBoards, Rivest, Running, Solver, Weighing};
use crate::registry::{Entry, NEUTRAL, Valuation};
use std::sync::Arc;
use tiptree::erased::{Named, Rules};
use tiptree::noise::{Noise, Noisy};
use tiptree::{Evaluator, Misread, Neutral, Parameter, Spec};

/// Connect-Four.
pub(crate) const ENTRY: Entry = Entry {
    name: "connect4",
    summary: "Connect-Four: drop stones into columns, four in a row win",
    source: "Rivest 1987, section 5.1",
    parameters: &[
        Parameter::new("width", "7", "columns; width * (height + 1) is at most 64"),
        Parameter::new("height", "6", "cells of a column"),
        Parameter::new("order", "", "the columns in the order of the moves, such as 4352617; left to right"),
    ],
    evaluators: &[
        Valuation {
            name: "rivest",
            meaning: "segments with stones of one player only, 1 to 1023 (section 5.2)",
        },
        Valuation {
            name: "fitted",
            meaning: "patterns fitted to solved positions, 1 + 1022 times the chance of Max; 7x6 only",
        },
        NEUTRAL,
    ],
    build,
};

fn build(spec: &Spec, evaluator: &str) -> Result<Box<dyn Rules>, Misread> {
    let game = Connect4::named(spec)?;
    let spec = spec.clone();
    Ok(match (evaluator, Running::new(game.clone())) {
        ("fitted", _) => {
            let named = Named::new(spec, Weighing::fitted(game)?, Fitted).noisy_by(|named, noise| {
                let on_boards = OnBoards::new(named.game().clone(), Fitted);
                noisy(named.spec(), named.game().plain(), on_boards, noise)
            });
            Box::new(named.solved_by(|weighing| Box::new(Solver::new(weighing.plain()))))
        }
        ("neutral", _) => {
            let neutral = Arc::new(Neutral::new(&game));
            plain(spec, game, neutral)
        }
        (_, Ok(running)) => {
            let named = Named::new(spec, running, Rivest)
                .noisy_by(|named, noise| noisy(named.spec(), named.game().plain(), Rivest, noise));
            Box::new(named.solved_by(|running| Box::new(Solver::new(running.plain()))))
        }
        // Boards with long lines have no running sums.
        (_, Err(_)) => plain(spec, game, Arc::new(Rivest)),
    })
}

impl Connect4 {
    /// The board with these parameters, whose keys are known to be accepted.
    pub(crate) fn named(spec: &Spec) -> Result<Self, Misread> {
        let width = spec.read("width", 7, "a number of columns")?;
        let height = spec.read("height", 6, "a number of cells")?;
        let game = Connect4::new(width, height)?;
        match spec.get("order") {
            Some(order) => game.with_order(order),
            None => Ok(game),
        }
    }
}

/// The game without running sums, seen by any evaluator.
fn plain(spec: Spec, game: Connect4, evaluator: Arc<dyn Evaluator<Connect4>>) -> Box<dyn Rules> {
    let named = Named::new(spec, game, evaluator).with_noise();
    Box::new(named.solved_by(|game| Box::new(Solver::new(game))))
}

/// The game without running sums, seen with noise: for it alone are searches compiled that take any evaluator.
fn noisy(
    spec: &Spec,
    game: &Connect4,
    evaluator: impl Evaluator<Connect4> + 'static,
    noise: Noise,
) -> Box<dyn Rules> {
    plain(spec.clone(), game.clone(), Arc::new(Noisy::new(game, evaluator, noise)))
}
