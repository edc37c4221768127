//! Othello by name: `othello(size=6)`.

use super::{DiscCount, ExpectedDiscs, Mobility, Othello, Patterns, Solver};
use std::sync::Arc;
use tiptree::erased::{Named, Rules};
use tiptree::registry::{Entry, Valuation};
use tiptree::{Evaluator, Neutral, Parameter, ParseError, Spec};

/// Othello.
pub(crate) fn entry() -> Entry {
    Entry::new("othello", build)
        .summary("Othello: flip enclosed discs; the player with more discs at the end wins")
        .source("Hasegawa 1971, after Waterman and Mollett's Reversi of 1883")
        .parameters([
            Parameter::new("size", "8", "rows and columns: 4, 6 or 8"),
            Parameter::new(
                "payoff",
                "win",
                "what a game pays: win (1, 0 or -1) or discs (the lead at the end)",
            ),
        ])
        .evaluators([
            Valuation::new(
                "patterns",
                "fitted weights of rows, diagonals, corners and mobility, -1000 to 1000 (Buro 1999)",
            )
            .search_defaults(["pvs(reduce=0/0.8,futility=1)"]),
            Valuation::new("mobility", "mobility and corners, -1000 to 1000"),
            Valuation::new("discs", "Black's discs minus White's, -64 to 64"),
            Valuation::NEUTRAL,
        ])
}

fn build(spec: &Spec, evaluator: &Spec) -> Result<Box<dyn Rules>, ParseError> {
    let game = Othello::new(spec.read("size", 8, "a number of rows")?)?;
    let counts_discs = spec.choose("payoff", &["win", "discs"])? == "discs";
    let game = if counts_discs { game.counting_discs() } else { game };
    let evaluator: Arc<dyn Evaluator<Othello>> = match evaluator.name.as_str() {
        "neutral" => Arc::new(Neutral::new(&game)),
        "discs" => Arc::new(DiscCount),
        "mobility" if counts_discs => {
            return Err(ParseError::new(
                "evaluator",
                &evaluator.name,
                "patterns, discs or neutral with payoff=discs",
            ));
        }
        "mobility" => Arc::new(Mobility),
        _ if counts_discs => Arc::new(ExpectedDiscs::default()),
        _ => Arc::new(Patterns::default()),
    };
    let named = Named::shared(spec.clone(), game, evaluator).numbered();
    Ok(Box::new(named.solved_by(|game| Box::new(Solver::new(game)))))
}
