//! Files of fitted weights, for the evaluators `fitted(file=F)` of every game that lists its features.

use tiptree::features::{self, Features};
use tiptree::registry::Valuation;
use tiptree::{Parameter, ParseError, Spec};

/// The weights that come with the library, in place of a file.
const OURS: &str = "built-in";

/// The evaluator `fitted` of a game.
pub(crate) fn valuation(meaning: &'static str) -> Valuation {
    let file = Parameter::new("file", OURS, "weights, as written by fit --out");
    Valuation::new("fitted", meaning).parameters([file])
}

/// The file that an evaluator names, if it names one.
pub(crate) fn file(evaluator: &Spec) -> Option<&str> {
    evaluator.get("file").filter(|&file| file != OURS)
}

/// The weights of these features in a file.
pub(crate) fn read(features: &dyn Features, file: &str) -> Result<Vec<i16>, ParseError> {
    let bytes = std::fs::read(file).map_err(|error| {
        ParseError::new("file of weights", file, format!("a file that can be read ({error})"))
    })?;
    features::read(features, &bytes, file)
}
