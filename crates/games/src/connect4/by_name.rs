//! Connect-Four by name: `connect4(width=5,height=4)`.

use super::{
    Connect4, Fitted, Incremental, PatternFeatures, Rivest, Running, Solver, Sums, Weighing, Weights,
};
use crate::fitted;
use std::sync::Arc;
use tiptree::erased::{Named, Rules, engine};
use tiptree::registry::{Entry, Valuation};
use tiptree::search::catalogue;
use tiptree::{Evaluator, Neutral, Parameter, ParseError, Spec};

/// Connect-Four.
pub(crate) fn entry() -> Entry {
    Entry::new("connect4", build)
        .summary("Connect-Four: drop stones into columns, four in a row win")
        .source("Rivest 1987, section 5.1")
        .fitted_by(|spec| Ok(Box::new(PatternFeatures::new(Connect4::named(spec)?)?)))
        .parameters([
            Parameter::new("width", "7", "columns; width * (height + 1) is at most 64"),
            Parameter::new("height", "6", "cells of a column"),
            Parameter::new(
                "order",
                "",
                "the order in which moves are listed, such as 4352617; left to right unless given",
            ),
        ])
        .evaluators([
            Valuation::new(
                "rivest",
                "counts segments that hold stones of one player only, 1 to 1023 (section 5.2)",
            ),
            fitted::valuation(
                "patterns fitted to solved positions: 1 + 1022 times Max's winning chance; 7x6 only",
            ),
            Valuation::NEUTRAL,
        ])
}

fn build(spec: &Spec, evaluator: &Spec) -> Result<Box<dyn Rules>, ParseError> {
    let game = Connect4::named(spec)?;
    Ok(match (evaluator.name.as_str(), Running::new(game.clone())) {
        ("fitted", _) => {
            let weighing = match fitted::file(evaluator) {
                Some(file) => Weighing::with_weights(game, Weights::read(file)?)?,
                None => Weighing::fitted(game)?,
            };
            summed(spec, weighing, Fitted)
        }
        ("neutral", _) => {
            let neutral = Arc::new(Neutral::new(&game));
            Box::new(plain(spec, game, neutral))
        }
        (_, Ok(running)) => summed(spec, running, Rivest),
        // Boards with long lines have no running sums.
        (_, Err(_)) => Box::new(plain(spec, game, Arc::new(Rivest))),
    })
}

impl Connect4 {
    /// The board with these parameters, whose keys are known to be accepted.
    pub(crate) fn named(spec: &Spec) -> Result<Self, ParseError> {
        let width = spec.read("width", 7, "a number of columns")?;
        let height = spec.read("height", 6, "a number of cells")?;
        let game = Connect4::new(width, height)?;
        match spec.get("order") {
            Some(order) => game.with_order(order),
            None => Ok(game),
        }
    }
}

/// The game seen by any evaluator.
fn plain(spec: &Spec, game: Connect4, evaluator: Arc<dyn Evaluator<Connect4>>) -> Plain {
    let named = Named::shared(spec.clone(), game, evaluator).numbered();
    named.solved_by(|game| Box::new(Solver::new(game)))
}

type Plain = Named<Connect4, Arc<dyn Evaluator<Connect4>>>;

/// The game seen by an evaluator that has sums: on plain boards, and with running sums for the searches that gain by them.
fn summed<S: Sums>(
    spec: &Spec,
    game: Incremental<S>,
    evaluator: impl Evaluator<Incremental<S>> + Clone + 'static,
) -> Box<dyn Rules> {
    let plain = plain(spec, game.plain().clone(), Arc::new(game.on_boards()));
    let running = move |search: &Spec, _seed| {
        engine(search, game.clone(), |game| catalogue::build_walk(search, game, evaluator.clone()))
    };
    Box::new(plain.with_override(catalogue::is_walk, running))
}
