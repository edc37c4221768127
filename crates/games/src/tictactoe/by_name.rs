//! Tic-tac-toe by name: `tictactoe`, without parameters.

use super::{OpenLines, TicTacToe};
use crate::registry::{Entry, NEUTRAL, Valuation};
use crate::untyped;
use tiptree::erased::{Named, Rules};
use tiptree::{Neutral, Spec};

/// Tic-tac-toe.
pub(crate) const ENTRY: Entry = Entry {
    name: "tictactoe",
    summary: "Tic-tac-toe: three in a row on nine squares",
    source: "traditional",
    parameters: &[],
    evaluators: &[
        Valuation { name: "lines", meaning: "lines open to X minus those open to O, -9 to 9 (Nilsson 1971)" },
        NEUTRAL,
    ],
    build: |spec, evaluator| Ok(build(spec, evaluator)),
};

fn build(spec: &Spec, evaluator: &str) -> Box<dyn Rules> {
    let spec = spec.clone();
    untyped::rules(match evaluator {
        "neutral" => Named::untyped(spec, TicTacToe, Neutral::new(&TicTacToe)),
        _ => Named::untyped(spec, TicTacToe, OpenLines),
    })
}
