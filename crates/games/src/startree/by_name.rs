//! The \*-complete trees by name: `startree(branching=4,order=best)`.

use super::{Order, PathSum, StarTree};
use crate::untyped;
use tiptree::erased::{Named, Rules};
use tiptree::registry::{Entry, Valuation};
use tiptree::{Neutral, Parameter, ParseError, Spec};

/// The \*-complete trees.
pub(crate) fn entry() -> Entry {
    Entry::new("startree", build)
        .summary("*-complete trees: two players with chance nodes between them; a leaf is worth the sum of its path")
        .source("Ballard 1983, section 6")
        .parameters([
            Parameter::new("branching", "10", "arcs of every node, an even number"),
            Parameter::new("depth", "3", "levels of arcs, chance nodes included"),
            Parameter::new("order", "random", "order of the arcs: random (drawn by the seed) or best"),
        ])
        .evaluators([
            Valuation::NEUTRAL,
            Valuation::new("sum", "the sum of the arcs taken, which is the value of the position"),
        ])
}

fn build(spec: &Spec, evaluator: &Spec) -> Result<Box<dyn Rules>, ParseError> {
    let branching = spec.read("branching", 10, "an even number of arcs")?;
    let depth = spec.read("depth", 3, "a number of levels")?;
    let order = spec.get("order").map_or(Ok(Order::default()), str::parse)?;
    let tree = StarTree::new(branching, depth, order)?;
    let spec = spec.clone();
    Ok(untyped::rules(match evaluator.name.as_str() {
        "sum" => Named::untyped(spec, tree, PathSum::new(&tree)),
        _ => Named::untyped(spec, tree, Neutral::new(&tree)),
    }))
}
