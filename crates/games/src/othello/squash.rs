//! Maps any number to an expected payoff.

use tiptree::Range;

/// The scale of values: thousandths of a payoff.
pub(super) const SCALE: Range = Range { low: -1000.0, high: 1000.0, step: Some(1.0) };
/// The value of a sure win, and what is added for every unit of the number, up to ten: a search that sees only sure
/// wins should still prefer the greater one. A finished game that is won is worth more.
const SURE: f64 = 940.0;
const MORE: f64 = 5.0;

/// Approximates the hyperbolic tangent by its continued fraction, with the argument clamped so that the result stays in
/// -1 to 1.
#[inline]
pub(super) fn tangent(number: f64) -> f64 {
    let number = number.clamp(-3.0, 3.0);
    let square = number * number;
    number * (27.0 + square) / (27.0 + 9.0 * square)
}

/// Max's value, on the [`SCALE`], for a number whose hyperbolic tangent is the expected payoff of the side to move.
#[inline]
pub(super) fn squash(number: f64, is_white: bool) -> f64 {
    let value = (SURE * tangent(number) + MORE * number.clamp(-10.0, 10.0)).round();
    if is_white { -value } else { value }
}
