//! The inputs that Tesauro gave his nets, for one player: what the evaluators see of the checkers.
//!
//! Tesauro 1992, *Practical Issues in Temporal Difference Learning*: a point has four inputs, for the first, second and third
//! checker and for those beyond. The sum that a weighted input layer makes of a point depends on its number of checkers alone,
//! so that a position is valued by one row of a table for each place that is held.

use super::checkers::{BAR, Checkers, MOST_CHECKERS, OFF, descending};

/// The inputs of a point.
const OF_POINT: usize = 4;
/// The inputs of one player: those of the points 1 to 24, the checkers borne off, those on the bar.
pub(super) const OF_SIDE: usize = 24 * OF_POINT + 2;
/// The numbers of checkers that a place can hold.
const COUNTS: usize = MOST_CHECKERS as usize + 1;

/// The inputs of a number of checkers in a place, those that are 0 left out: the number of each, from 0, and its value.
fn of_place(place: u8, count: u8) -> impl Iterator<Item = (usize, f64)> {
    let at_least = |least| f64::from(u8::from(count >= least));
    let (first, values) = match place {
        OFF => (OF_SIDE - 2, [f64::from(count) / 15.0, 0.0, 0.0, 0.0]),
        BAR => (OF_SIDE - 1, [f64::from(count) / 2.0, 0.0, 0.0, 0.0]),
        point => {
            let beyond = f64::from(count.saturating_sub(3)) / 2.0;
            (OF_POINT * usize::from(point - 1), [at_least(1), at_least(2), at_least(3), beyond])
        }
    };
    (first..).zip(values).filter(|(_, value)| *value > 0.0)
}

/// The places whose checkers have inputs: those in play, and the checkers borne off.
#[inline]
fn places(checkers: &Checkers) -> impl Iterator<Item = u8> {
    descending(checkers.in_play()).chain([OFF])
}

/// Pushes the inputs of one player that are not 0, with the number of each, counted from `from`.
pub(super) fn push_side(checkers: &Checkers, from: usize, inputs: &mut Vec<(usize, f64)>) {
    let of_place = |place| of_place(place, checkers.count(place));
    inputs.extend(places(checkers).flat_map(of_place).map(|(number, value)| (from + number, value)));
}

/// A table for one player with a row for every number of checkers in every place, made from the inputs of that number.
pub(super) fn table<R>(row: impl Fn(&mut dyn Iterator<Item = (usize, f64)>) -> R) -> Vec<R> {
    (OFF..=BAR)
        .flat_map(|place| (0..=MOST_CHECKERS).map(move |count| (place, count)))
        .map(|(place, count)| row(&mut of_place(place, count)))
        .collect()
}

/// The rows of these checkers in such a table.
#[inline]
pub(super) fn rows<'a, R>(table: &'a [R], checkers: &Checkers) -> impl Iterator<Item = &'a R> {
    places(checkers)
        .map(move |place| &table[COUNTS * usize::from(place) + usize::from(checkers.count(place))])
}
