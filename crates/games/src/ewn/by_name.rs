//! EinStein würfelt nicht by name: `ewn`, without parameters.

use super::{Ewn, Linear};
use crate::untyped;
use tiptree::erased::{Named, Rules};
use tiptree::registry::{Entry, Valuation};
use tiptree::{Neutral, Spec};

/// EinStein würfelt nicht.
pub(crate) fn entry() -> Entry {
    Entry::new("ewn", |spec, evaluator| Ok(build(spec, evaluator)))
        .summary("EinStein würfelt nicht: a die chooses which of six cubes races to the other corner")
        .source("Althöfer 2004")
        .evaluators([
            Valuation::new("linear", "expected result from distances and numbers of cubes, -1 to 1"),
            Valuation::NEUTRAL,
        ])
}

fn build(spec: &Spec, evaluator: &Spec) -> Box<dyn Rules> {
    let spec = spec.clone();
    untyped::rules(match evaluator.name.as_str() {
        "neutral" => Named::untyped(spec, Ewn, Neutral::new(&Ewn)),
        _ => Named::untyped(spec, Ewn, Linear::default()),
    })
}
