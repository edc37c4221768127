//! Tic-tac-toe by name: `tictactoe`, without parameters.

use super::{OpenLines, TicTacToe};
use crate::untyped;
use tiptree::erased::{Named, Rules};
use tiptree::registry::{Entry, Valuation};
use tiptree::{Neutral, Spec};

/// Tic-tac-toe.
pub(crate) fn entry() -> Entry {
    Entry::new("tictactoe", |spec, evaluator| Ok(build(spec, evaluator)))
        .summary("Tic-tac-toe: three in a row on nine squares")
        .source("traditional")
        .evaluators([
            Valuation::new("lines", "lines open to X minus those open to O, -9 to 9 (Nilsson 1971)"),
            Valuation::NEUTRAL,
        ])
}

fn build(spec: &Spec, evaluator: &Spec) -> Box<dyn Rules> {
    let spec = spec.clone();
    untyped::rules(match evaluator.name.as_str() {
        "neutral" => Named::untyped(spec, TicTacToe, Neutral::new(&TicTacToe)),
        _ => Named::untyped(spec, TicTacToe, OpenLines),
    })
}
