//! Planted trees by name: `planted(branching=7,depth=30)`.

use super::{Exact, Fading, Planted, Reader, Shape};
use crate::squares::PROBABILITY;
use crate::untyped::typed_rules;
use std::sync::Arc;
use tiptree::erased::Rules;
use tiptree::registry::{Entry, Valuation};
use tiptree::{Evaluator, Neutral, Parameter, ParseError, Spec};

/// Planted trees.
pub(crate) fn entry() -> Entry {
    Entry::new("planted", build)
        .summary("planted trees: one move keeps the value, the others lose a gap; every position's exact value is known")
        .source("after Ballard 1983, section 6, without dice; for Rivest 1987, open problem 5 (evaluator errors)")
        .parameters([
        Parameter::new("branching", "7", "moves of every position"),
        Parameter::new("depth", "30", "moves of a game at most; branching^depth is below 2^128"),
        Parameter::new(
            "gap",
            "200",
            "the greatest loss of a move that is not the best, 1 to 512 points of 1022",
        ),
        Parameter::new(
            "power",
            "3",
            "how rare large gaps are: 1 makes all equally likely, 3 most of them small",
        ),
        Parameter::new("ends", "0.02", "the chance that a game ends at a position"),
        Parameter::new("error", "100", "standard deviation, at the start, of the errors of eval=fading"),
    ])
        .evaluators([
        Valuation::new("exact", "the planted value, 1 to 1023; noise= adds errors of a chosen size")
            .search_defaults(["pvs(futility=1.5)"]),
        Valuation::new("fading", "the planted value with an error that fades towards the end"),
        Valuation::NEUTRAL,
    ])
}

fn build(spec: &Spec, evaluator: &Spec) -> Result<Box<dyn Rules>, ParseError> {
    let usual = Shape::default();
    let tree = Planted::new(Shape {
        branching: spec.read("branching", usual.branching, "a number of moves")?,
        depth: spec.read("depth", usual.depth, "a number of moves")?,
        gap: spec.read("gap", usual.gap, "a number of points")?,
        power: spec.read("power", usual.power, "a whole number")?,
        ends: spec.read("ends", usual.ends, PROBABILITY)?,
    })?;
    let is_deviation = |deviation: &f64| deviation.is_finite() && *deviation >= 0.0;
    let error = spec.read_if("error", 100.0, "a standard deviation in points", is_deviation)?;
    let evaluator: Arc<dyn Evaluator<Planted>> = match evaluator.name.as_str() {
        "neutral" => Arc::new(Neutral::new(&tree)),
        "fading" => Arc::new(Fading::new(error)),
        _ => Arc::new(Exact),
    };
    Ok(typed_rules(spec, tree, evaluator, Some(Arc::new(|tree| Box::new(Reader::new(tree))))))
}
