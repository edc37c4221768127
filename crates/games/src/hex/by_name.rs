//! Hex by name: `hex(size=7)`.

use super::features::HexFeatures;
use super::{Connection, Hex};
use crate::fitted;
use crate::untyped::typed_rules;
use std::sync::Arc;
use tiptree::erased::Rules;
use tiptree::registry::{Entry, Valuation};
use tiptree::{Evaluator, Neutral, Parameter, ParseError, Spec};

/// Hex.
pub(crate) fn entry() -> Entry {
    Entry::new("hex", build)
        .summary("Hex: place stones; X connects the upper edge with the lower one, O the left with the right")
        .source("Hein 1942; Nash 1948")
        .fitted_by(|spec| Ok(Box::new(HexFeatures::new(Hex::named(spec)?))))
        .parameters([
            Parameter::new("size", "11", "rows and columns, 2 to 11"),
            Parameter::new("swap", "false", "whether the second player may take over the first stone"),
        ])
        .evaluators([
            fitted::valuation(
                "distances and surroundings of cells, fitted to games: 1 + 1022 times Max's winning chance; \
                 without a file 11x11 only, elsewhere distance",
            )
            .search_defaults(["pvs(futility=1)", "mtdf(futility=1)"]),
            Valuation::new("distance", "stones that either player needs to connect, 1 to 1023"),
            Valuation::NEUTRAL,
        ])
}

fn build(spec: &Spec, evaluator: &Spec) -> Result<Box<dyn Rules>, ParseError> {
    let game = Hex::named(spec)?;
    let evaluator: Arc<dyn Evaluator<Hex>> = match evaluator.name.as_str() {
        "neutral" => Arc::new(Neutral::new(&game)),
        "fitted" => Arc::new(match fitted::file(evaluator) {
            Some(file) => Connection::read(&game, file)?,
            None if game.size() == 11 => Connection::fitted(&game)?,
            None => Connection::by_distance(),
        }),
        _ => Arc::new(Connection::by_distance()),
    };
    Ok(typed_rules(spec, game, evaluator, None))
}

impl Hex {
    /// The board with these parameters, whose keys are known to be accepted.
    pub(crate) fn named(spec: &Spec) -> Result<Self, ParseError> {
        let game = Hex::new(spec.read("size", 11, "a number of rows")?)?;
        Ok(if spec.choose("swap", &["false", "true"])? == "true" { game.with_swap() } else { game })
    }
}
