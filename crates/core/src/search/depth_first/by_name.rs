//! The depth-first searches by name: `minimax(depth=4)`, `ab(reading=v0)`.

use super::alpha_beta::{AlphaBeta, Reading};
use super::deepen::Deepening;
use super::propagate::Minimax;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::misread::Misread;
use crate::search::Search;
use crate::search::catalogue::Entry;
use crate::spec::{Parameter, Spec};

/// Alpha-beta as the tournament's opponent.
pub const AB: Entry = Entry {
    name: "ab",
    summary: "alpha-beta with iterative deepening, children in order of static value",
    source: "Rivest 1987, section 5.4; Knuth and Moore 1975",
    parameters: &[Parameter::new(
        "reading",
        "v2",
        "how move calls at the horizon count: v2 sorts and moves again, v0 keeps the sorted values, v1 does not sort",
    )],
};

/// The plain oracle.
pub const MINIMAX: Entry = Entry {
    name: "minimax",
    summary: "plain minimax without pruning, expectation at chance nodes: the oracle of every exact search",
    source: "Shannon 1950; Michie 1966 for chance",
    parameters: &[Parameter::new(
        "depth",
        "",
        "decisions to look ahead; without it the search deepens from 1",
    )],
};

/// Alpha-beta with the reading that `spec` names.
pub(in crate::search) fn alpha_beta<G, E>(
    spec: &Spec,
    game: G,
    evaluator: E,
) -> Result<Box<dyn Search<G>>, Misread>
where
    G: Game + 'static,
    E: Evaluator<G> + 'static,
{
    let reading = spec.get("reading").map_or(Ok(Reading::default()), str::parse)?;
    Ok(Box::new(Deepening::new(game, evaluator, AlphaBeta::reading(reading))))
}

/// Minimax to the depth that `spec` names, or deepening. The depth is no budget of its own here, so that a common
/// budget holds beside it.
pub(in crate::search) fn minimax<G, E>(
    spec: &Spec,
    game: G,
    evaluator: E,
) -> Result<Box<dyn Search<G>>, Misread>
where
    G: Game + 'static,
    E: Evaluator<G> + 'static,
{
    let depth =
        spec.read_if("depth", 0, "a whole number of decisions, at least 1", |&depth: &u32| depth > 0)?;
    let method = if depth == 0 { Minimax::default() } else { Minimax::to_depth(depth) };
    Ok(Box::new(Deepening::new(game, evaluator, method)))
}
