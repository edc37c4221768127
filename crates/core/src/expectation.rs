//! The expectation of a chance node.

/// The mean of outcomes by their probabilities, taken one by one.
///
/// Rounded probabilities may sum to a little more or less than 1. The mean is kept within the least and the greatest outcome, so
/// that no position is better than a certain win, and equal outcomes have exactly their value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expectation {
    sum: f64,
    least: f64,
    greatest: f64,
}

impl Expectation {
    /// The expectation before its first outcome, which is 0.
    pub(crate) const EMPTY: Expectation =
        Expectation { sum: 0.0, least: f64::INFINITY, greatest: f64::NEG_INFINITY };

    /// Adds an outcome with its probability.
    #[inline]
    pub(crate) fn add(&mut self, chance: f64, value: f64) {
        self.sum += chance * value;
        self.least = self.least.min(value);
        self.greatest = self.greatest.max(value);
    }

    /// The mean of the outcomes so far.
    #[inline]
    pub(crate) fn value(&self) -> f64 {
        // Of no outcomes, the least is greater than the greatest, and the sum stays.
        if self.least > self.greatest { self.sum } else { self.sum.max(self.least).min(self.greatest) }
    }

    /// The mean of these outcomes, each with its probability.
    #[inline]
    pub(crate) fn of(outcomes: impl Iterator<Item = (f64, f64)>) -> f64 {
        let mut expectation = Expectation::EMPTY;
        outcomes.for_each(|(chance, value)| expectation.add(chance, value));
        expectation.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::equal_share;

    #[test]
    fn equal_outcomes_have_their_value_whatever_their_number() {
        for count in 1..100 {
            for value in [-1.0, 0.0, 0.3, 1.0] {
                let outcomes = (0..count).map(|_| (equal_share(count), value));
                assert_eq!(Expectation::of(outcomes), value, "{count} outcomes");
            }
        }
    }

    #[test]
    fn the_mean_weighs_by_probability() {
        assert_eq!(Expectation::of([(0.25, 4.0), (0.75, 8.0)].into_iter()), 7.0);
        assert_eq!(Expectation::EMPTY.value(), 0.0);
    }
}
