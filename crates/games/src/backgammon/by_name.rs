//! Backgammon by name: `backgammon(opening=rules)`, and `hypergammon`.

use super::exact::Tables;
use super::{Backgammon, Iteration, Linear, Net};
use crate::untyped::{MakeSolver, typed_rules};
use std::sync::Arc;
use tiptree::erased::Rules;
use tiptree::registry::{Entry, Valuation};
use tiptree::solver::Reading;
use tiptree::{Evaluator, Neutral, Parameter, ParseError, Spec};

const OPENING: Parameter = Parameter::new(
    "opening",
    "any",
    "the first roll: any of the 21 rolls, or rules (the 15 without doubles)",
);
const LINEAR: Valuation = Valuation::new("linear", "expected points from pips, blots, points made; -3 to 3");
const NET: Valuation = Valuation::new("net", "expected points by a trained net of one hidden layer; -3 to 3");

/// Backgammon.
pub(crate) fn backgammon_entry() -> Entry {
    Entry::new("backgammon", |spec, evaluator| build(spec, evaluator, Backgammon::standard()))
        .summary("Backgammon for money without the cube: a gammon pays 2, a backgammon 3")
        .source("traditional; Ballard 1983")
        .parameters([OPENING])
        .evaluators([LINEAR, NET, Valuation::NEUTRAL])
}

/// Hypergammon.
pub(crate) fn hypergammon_entry() -> Entry {
    let tables = Tables::default();
    Entry::new("hypergammon", move |spec, evaluator| match evaluator.name.as_str() {
        "exact" => exact(spec, evaluator, &tables),
        _ => build(spec, evaluator, hypergammon(spec)?),
    })
    .summary("Hypergammon: backgammon with three checkers each")
    .source("traditional")
    .parameters([Parameter::new("checkers", "3", "checkers of a player: 1, 2 or 3"), OPENING])
    .evaluators([
        LINEAR,
        NET,
        Valuation::new("exact", "the solved value: the expected points of best play; -3 to 3")
            .parameters([Parameter::new("file", "", "the table, as written by tabulate --out")]),
        Valuation::NEUTRAL,
    ])
    .tabulated_by(|spec| Ok(Box::new(Iteration::new(&with_opening(spec, hypergammon(spec)?)?)?)))
}

fn hypergammon(spec: &Spec) -> Result<Backgammon, ParseError> {
    Backgammon::hypergammon_with(spec.read("checkers", 3, "1, 2 or 3")?)
}

fn with_opening(spec: &Spec, game: Backgammon) -> Result<Backgammon, ParseError> {
    Ok(match spec.choose("opening", &["any", "rules"])? {
        "rules" => game.with_opening_rule(),
        _ => game,
    })
}

fn build(spec: &Spec, evaluator: &Spec, game: Backgammon) -> Result<Box<dyn Rules>, ParseError> {
    let game = with_opening(spec, game)?;
    let evaluator: Arc<dyn Evaluator<Backgammon>> = match evaluator.name.as_str() {
        "net" => Arc::new(Net::new(&game)),
        "neutral" => Arc::new(Neutral::new(&game)),
        _ => Arc::new(Linear::new(&game)),
    };
    Ok(typed_rules(spec, game, evaluator, None))
}

/// Hypergammon with the values of a table, which also solves its positions.
fn exact(spec: &Spec, evaluator: &Spec, tables: &Tables) -> Result<Box<dyn Rules>, ParseError> {
    let game = with_opening(spec, hypergammon(spec)?)?;
    let missing = || ParseError::new("file of exact", "", "a table, as written by tabulate --out");
    let exact = tables.exact(&game, evaluator.get("file").ok_or_else(missing)?)?;
    let evaluator = Arc::new(exact.clone());
    let solver: MakeSolver<Backgammon> = Arc::new(move |game| {
        let exact = exact.clone();
        Box::new(Reading::new(*game, move |_| Ok(exact.clone())))
    });
    Ok(typed_rules(spec, game, evaluator, Some(solver)))
}
