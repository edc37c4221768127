//! What is set before a search has seen anything: the first constant of an edge, and the share of proven tips from which on a proof
//! is tried.

use super::costs::Shape;
use crate::budget::Budget;
use crate::convert::{count_f64, whole_u64};

/// Expansions in a second, roughly: a round number, so that results do not depend on the machine.
const EXPANSIONS_PER_SECOND: f64 = 1e6;
/// Evaluations of an expansion, roughly; nodes too.
const EVALS_PER_EXPANSION: f64 = 6.0;
/// Moves of an expansion, roughly.
const MOVES_PER_EXPANSION: f64 = 16.0;

/// The expansions that a budget allows, roughly; a million at most.
fn expansions(budget: &Budget) -> f64 {
    let counted =
        |limit: Option<u64>, each: f64| limit.map_or(f64::INFINITY, |limit| count_f64(limit) / each);
    let clock =
        budget.shortest_clock().map_or(f64::INFINITY, |time| time.as_secs_f64() * EXPANSIONS_PER_SECOND);
    [
        counted(budget.moves, MOVES_PER_EXPANSION),
        counted(budget.evals, EVALS_PER_EXPANSION),
        counted(budget.nodes, EVALS_PER_EXPANSION),
        clock,
    ]
    .into_iter()
    .fold(1e6, f64::min)
    .max(1.0)
}

/// The constant until the search has [learned](super::calibration) one. Chosen at Connect-Four.
pub(super) fn first_constant(shape: Shape) -> f64 {
    match shape {
        Shape::Log => 0.0075,
        Shape::Linear => 0.02,
        Shape::Logit => 0.035,
    }
}

/// The share of proven tips from which on a proof is tried. At Connect-Four most positions with a share of 0.12 are proven in a
/// millisecond, with 0.03 in a hundred.
pub(super) fn proof_threshold(budget: &Budget) -> f64 {
    between(0.12, 0.03, budget)
}

/// Whether the budget limits moves, evaluations or nodes.
pub(super) fn is_counted(budget: &Budget) -> bool {
    budget.moves.is_some() || budget.evals.is_some() || budget.nodes.is_some()
}

/// The expansions between two checks whether `part` of a counted budget is spent: about eight checks until then. Without a
/// counted limit there is no bound here, and the caller sets its own.
pub(super) fn checks(budget: &Budget, part: f64) -> u64 {
    if is_counted(budget) { whole_u64((expansions(budget) * part / 8.0).max(1.0)) } else { u64::MAX }
}

/// Interpolates by the logarithm of the expansions: `few` up to a thousand, `many` from a hundred thousand on.
fn between(few: f64, many: f64, budget: &Budget) -> f64 {
    let share = ((expansions(budget).log10() - 3.0) / 2.0).clamp(0.0, 1.0);
    few + share * (many - few)
}
