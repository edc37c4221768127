//! Pig by name: `pig(goal=50)`.

use super::{Blind, Exact, Lead, Pig};
use crate::untyped::typed_rules;
use std::sync::Arc;
use tiptree::erased::{Engine, Named, Rules, engine};
use tiptree::registry::{Entry, Valuation};
use tiptree::search::catalogue;
use tiptree::solver::Reading;
use tiptree::{Error, Evaluator, Neutral, Parameter, ParseError, Solver, Spec};

/// Pig.
pub(crate) fn entry() -> Entry {
    Entry::new("pig", build)
        .summary("Pig: roll a die as often as you dare; a 1 loses the turn total")
        .source("Knizia 1999; Neller and Presser 2004")
        .parameters([Parameter::new(
            "goal",
            "100",
            "points needed to win, 1 to 10000; eval=exact only up to 250",
        )])
        .evaluators([
            Valuation::new(
                "lead",
                "the lead as a share of the goal, the turn total counted as far as it is safe",
            ),
            Valuation::new("blind", "the lead of the banked scores, without the turn total"),
            Valuation::new("exact", "the solved value: the expected result of best play"),
            Valuation::NEUTRAL,
        ])
}

fn build(spec: &Spec, evaluator: &Spec) -> Result<Box<dyn Rules>, ParseError> {
    let game = Pig::new(spec.read("goal", 100, "a number of points, 1 to 10000")?)?;
    let is_lead = evaluator.name == "lead";
    let evaluator: Arc<dyn Evaluator<Pig>> = match evaluator.name.as_str() {
        "neutral" => Arc::new(Neutral::new(&game)),
        "blind" => Arc::new(Blind),
        "exact" => Arc::new(Exact::new(&game)?),
        _ => Arc::new(Lead),
    };
    if is_lead && !cfg!(target_family = "wasm") {
        // Leaves are valued without being formed, which a pointer in between would make twice as slow.
        let named = Named::shared(spec.clone(), game, evaluator).numbered().solved_by(solver);
        return Ok(Box::new(named.with_override(catalogue::is_walk, walk(game))));
    }
    Ok(typed_rules(spec, game, evaluator, Some(Arc::new(solver))))
}

/// Makes players that walk to a horizon.
fn walk(game: Pig) -> impl Fn(&Spec, u64) -> Result<Box<dyn Engine>, Error> {
    move |search, _seed| engine(search, game, |game| catalogue::build_walk(search, game, Lead))
}

/// Reads scores off the exact solution.
fn solver(game: &Pig) -> Box<dyn Solver> {
    Box::new(Reading::new(*game, Exact::new))
}
