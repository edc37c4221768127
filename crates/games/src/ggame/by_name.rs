//! The G-games by name: `ggame(height=20,r=0.25)`.

use super::{Centred, GGame, HEIGHT};
use crate::squares::PROBABILITY;
use crate::squares::by_name::{ONES_SHARE, by_ones_or_neutral};
use crate::untyped;
use tiptree::erased::{Named, Rules};
use tiptree::registry::{Entry, Valuation};
use tiptree::{Parameter, ParseError, Spec};

/// The G-games.
pub(crate) fn entry() -> Entry {
    Entry::new("ggame", build)
        .summary(
            "G-game: take a square from either end of a row; Max wins if the last one is 1, Min if it is 0",
        )
        .source("Nau, Purdom and Tzeng 1986, section 2")
        .parameters([
            Parameter::new("height", "10", "moves of a game, at most 63; the row has one square more"),
            Parameter::new("r", "0.5", "the probability of a 1"),
        ])
        .evaluators([
            ONES_SHARE,
            Valuation::new(
                "e3",
                "the ones weighted by binomial coefficients, most in the centre (equation 13)",
            ),
            Valuation::NEUTRAL,
        ])
}

fn build(spec: &Spec, evaluator: &Spec) -> Result<Box<dyn Rules>, ParseError> {
    let height = spec.read("height", 10, HEIGHT)?;
    let game = GGame::new(height, spec.read("r", 0.5, PROBABILITY)?)?;
    Ok(match evaluator.name.as_str() {
        "e3" => untyped::rules(Named::untyped(spec.clone(), game, Centred)),
        _ => by_ones_or_neutral(spec, game, evaluator),
    })
}
