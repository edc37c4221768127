//! Backgammon by name: `backgammon(opening=rules)`, and `hypergammon`.

use super::{Backgammon, Linear, Net};
use std::sync::Arc;
use tiptree::erased::{Named, Rules};
use tiptree::registry::{Entry, Valuation};
use tiptree::{Evaluator, Neutral, Parameter, ParseError, Spec};

/// Backgammon.
pub(crate) fn backgammon_entry() -> Entry {
    entry("backgammon", Backgammon::standard)
        .summary("Backgammon for money without the cube: a gammon pays 2, a backgammon 3")
        .source("traditional; Ballard 1983")
}

/// Hypergammon.
pub(crate) fn hypergammon_entry() -> Entry {
    entry("hypergammon", Backgammon::hypergammon)
        .summary("Hypergammon: backgammon with three checkers each")
        .source("traditional")
}

fn entry(name: &'static str, game: fn() -> Backgammon) -> Entry {
    Entry::new(name, move |spec, evaluator| build(spec, evaluator, game()))
        .parameters([Parameter::new(
            "opening",
            "any",
            "the first roll: any of the 21 rolls, or rules (the 15 without doubles)",
        )])
        .evaluators([
            Valuation::new("linear", "expected points from pips, blots, points made; -3 to 3"),
            Valuation::new("net", "expected points by a trained net of one hidden layer; -3 to 3"),
            Valuation::NEUTRAL,
        ])
}

fn build(spec: &Spec, evaluator: &str, game: Backgammon) -> Result<Box<dyn Rules>, ParseError> {
    let game = match spec.choose("opening", &["any", "rules"])? {
        "rules" => game.with_opening_rule(),
        _ => game,
    };
    let evaluator: Arc<dyn Evaluator<Backgammon>> = match evaluator {
        "net" => Arc::new(Net::new(&game)),
        "neutral" => Arc::new(Neutral::new(&game)),
        _ => Arc::new(Linear::new(&game)),
    };
    Ok(Box::new(Named::shared(spec.clone(), game, evaluator).numbered()))
}
