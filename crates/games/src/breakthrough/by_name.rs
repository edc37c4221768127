//! Breakthrough by name: `breakthrough(width=6,height=6)`.

use super::{Breakthrough, Fitted, Progress, WindowFeatures};
use crate::fitted;
use crate::untyped::typed_rules;
use std::sync::Arc;
use tiptree::erased::Rules;
use tiptree::registry::{Entry, Valuation};
use tiptree::{Evaluator, Neutral, Parameter, ParseError, Spec};

/// Breakthrough.
pub(crate) fn entry() -> Entry {
    Entry::new("breakthrough", build)
        .summary("Breakthrough: move ahead, capture diagonally; the first to reach the last row wins")
        .source("Troyka 2000")
        .fitted_by(|spec| Ok(Box::new(WindowFeatures::new(Breakthrough::named(spec)?)?)))
        .parameters([
            Parameter::new("width", "8", "columns, 2 to 8"),
            Parameter::new("height", "8", "rows, 4 to 8"),
        ])
        .evaluators([
            fitted::valuation(
                "windows of 3x2 squares, fitted to games: 1 + 1022 times Max's winning chance; without a file \
                 8x8 only, elsewhere progress",
            )
            .search_defaults(["pvs(reduce=0.3/0.8,futility=1)"]),
            Valuation::new("progress", "material, advance, threats and free pieces, 1 to 1023"),
            Valuation::NEUTRAL,
        ])
}

fn build(spec: &Spec, evaluator: &Spec) -> Result<Box<dyn Rules>, ParseError> {
    let game = Breakthrough::named(spec)?;
    let evaluator: Arc<dyn Evaluator<Breakthrough>> = match evaluator.name.as_str() {
        "neutral" => Arc::new(Neutral::new(&game)),
        "fitted" => match fitted::file(evaluator) {
            Some(file) => Arc::new(Fitted::read(&game, file)?),
            None if (game.width(), game.height()) == (8, 8) => Arc::new(Fitted::new(&game)?),
            None => Arc::new(Progress),
        },
        _ => Arc::new(Progress),
    };
    Ok(typed_rules(spec, game, evaluator, None))
}

impl Breakthrough {
    /// The board with these parameters, whose keys are known to be accepted.
    pub(crate) fn named(spec: &Spec) -> Result<Self, ParseError> {
        let width = spec.read("width", 8, "a number of columns")?;
        Breakthrough::new(width, spec.read("height", 8, "a number of rows")?)
    }
}
