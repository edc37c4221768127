//! Kalah by name: `kalah(pits=6,seeds=4)`.

use super::{Capture, Kalah, Rest, Rules as Variant, Seeds, Stores, Until};
use crate::untyped::typed_rules;
use std::sync::Arc;
use tiptree::erased::Rules;
use tiptree::registry::{Entry, Valuation};
use tiptree::{Evaluator, Neutral, Parameter, ParseError, Spec};

/// Kalah.
pub(crate) fn entry() -> Entry {
    Entry::new("kalah", build)
        .summary("Kalah: sow seeds around the board; the player with more seeds in the own store wins")
        .source("Champion 1940; Irving, Donkers and Uiterwijk 2000")
        .parameters([
        Parameter::new("pits", "6", "pits of each side, 1 to 7"),
        Parameter::new("seeds", "4", "seeds of each pit at the start; at most 127 in all"),
        Parameter::new(
            "capture",
            "opposite",
            "capture when the last seed falls into an own empty pit: opposite (if the opposite pit has seeds), always, never",
        ),
        Parameter::new(
            "rest",
            "owner",
            "who gets the seeds left at the end: owner of the pits, opponent or nobody",
        ),
        Parameter::new(
            "until",
            "empty",
            "end of the game: empty (a side has no seeds); majority (also when a store has more than half)",
        ),
    ])
        .evaluators([
        Valuation::new("seeds", "expected result from stores, seeds and available moves, -1 to 1")
            .search_defaults(["pvs(futility=1)"]),
        Valuation::new("stores", "seeds in Max's store minus those in Min's; all seeds if the game is won"),
        Valuation::NEUTRAL,
    ])
}

fn build(spec: &Spec, evaluator: &Spec) -> Result<Box<dyn Rules>, ParseError> {
    let pits = spec.read("pits", 6, "a number of pits")?;
    let seeds = spec.read("seeds", 4, "a number of seeds")?;
    let game = Kalah::new(pits, seeds, variant(spec)?)?;
    let evaluator: Arc<dyn Evaluator<Kalah>> = match evaluator.name.as_str() {
        "neutral" => Arc::new(Neutral::new(&game)),
        "stores" => Arc::new(Stores::new(&game)),
        _ => Arc::new(Seeds::default()),
    };
    Ok(typed_rules(spec, game, evaluator, None))
}

fn variant(spec: &Spec) -> Result<Variant, ParseError> {
    let capture = match spec.choose("capture", &["opposite", "always", "never"])? {
        "always" => Capture::Always,
        "never" => Capture::Never,
        _ => Capture::Opposite,
    };
    let rest = match spec.choose("rest", &["owner", "opponent", "nobody"])? {
        "opponent" => Rest::Opponent,
        "nobody" => Rest::Nobody,
        _ => Rest::Owner,
    };
    let until = match spec.choose("until", &["empty", "majority"])? {
        "majority" => Until::Majority,
        _ => Until::Empty,
    };
    Ok(Variant { capture, rest, until })
}
