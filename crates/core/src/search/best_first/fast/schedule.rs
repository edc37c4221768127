//! What goes by the budget: the constant of an edge, and how near the end has to be for a proof.

use super::costs::Shape;
use crate::budget::Budget;

/// Expansions in a second of a clock, roughly: a round number, so that results do not depend on the machine.
const A_SECOND: f64 = 1e6;
/// Evaluations, moves and nodes of an expansion, roughly.
const EVALS: f64 = 6.0;
const MOVES: f64 = 16.0;

/// The expansions that a budget will be good for; many where it has no end.
fn expansions(budget: &Budget) -> f64 {
    let counted = |limit: Option<u64>, each: f64| limit.map_or(f64::INFINITY, |limit| limit as f64 / each);
    let clock = budget.shortest_clock().map_or(f64::INFINITY, |time| time.as_secs_f64() * A_SECOND);
    [counted(budget.moves, MOVES), counted(budget.evals, EVALS), counted(budget.nodes, EVALS), clock]
        .into_iter()
        .fold(1e6, f64::min)
        .max(1.0)
}

/// The constant for a budget, falling with the logarithm of the expansions where it falls. For log-odds it need not: at Connect-Four
/// 0.025 keeps the value in 95.0 % of 3400 solved positions at 100 ms, 0.035 to 0.045 in 95.5 to 95.9 %, and at 1 to 20 ms
/// matches and positions tell no difference between 0.03 and 0.045. Othello does best with those too, kalah with 0.02.
/// For logarithms by Connect-Four with Rivest's evaluator, for differences of values by two matches.
pub(super) fn constant(shape: Shape, budget: &Budget) -> f64 {
    let (few, many) = match shape {
        Shape::Log => (0.008, 0.005),
        Shape::Linear => (0.02, 0.02),
        Shape::Logit => (0.035, 0.035),
    };
    between(few, many, budget)
}

/// The share of certain tips from which on a proof is tried. At Connect-Four most positions with a share of .12 are proven in a
/// millisecond, with .03 in a hundred.
pub(super) fn near(budget: &Budget) -> f64 {
    between(0.12, 0.03, budget)
}

/// Whether the budget limits what is counted.
pub(super) fn is_counted(budget: &Budget) -> bool {
    budget.moves.is_some() || budget.evals.is_some() || budget.nodes.is_some()
}

/// The expansions between two checks whether `part` of a counted budget is spent: about eight checks until then. A clock is
/// read as seldom as the caller wants.
pub(super) fn checks(budget: &Budget, part: f64) -> u64 {
    if is_counted(budget) { (expansions(budget) * part / 8.0).max(1.0) as u64 } else { u64::MAX }
}

/// From what is right for a thousand expansions to what is right for a hundred thousand.
fn between(few: f64, many: f64, budget: &Budget) -> f64 {
    let share = ((expansions(budget).log10() - 3.0) / 2.0).clamp(0.0, 1.0);
    few + share * (many - few)
}
