//! From any number to an expected payoff.

use tiptree::Range;

/// Thousandths of a payoff.
pub(super) const SCALE: Range = Range { low: -1000.0, high: 1000.0, step: Some(1.0) };
/// What a sure win is worth, and what is added to it for every unit of the number, at most ten: a search that sees nothing but
/// sure wins should still prefer the greater. A game that is won is worth more than either.
const SURE: f64 = 940.0;
const MORE: f64 = 5.0;

/// About the hyperbolic tangent: its continued fraction, cut off where it would leave -1 to 1.
#[inline]
pub(super) fn tangent(number: f64) -> f64 {
    let number = number.clamp(-3.0, 3.0);
    let square = number * number;
    number * (27.0 + square) / (27.0 + 9.0 * square)
}

/// The value to Max, on the [`SCALE`], of a number whose hyperbolic tangent is the expected payoff to the side to move.
#[inline]
pub(super) fn squash(number: f64, is_white: bool) -> f64 {
    let value = (SURE * tangent(number) + MORE * number.clamp(-10.0, 10.0)).round();
    if is_white { -value } else { value }
}
