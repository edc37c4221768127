//! The scale on which best-first trees and generalised means keep their values: 1 to 1023, as in the paper.
//!
//! Rivest 1987, section 3.5, footnote: logarithms need positive values, so a constant may be added to all of them.
//! Mapping every evaluator's range linearly onto his makes p and c mean the same in every game, and expectation at
//! chance nodes commutes with the map. For his own evaluator the map is the identity.

use crate::convert::{count_f64, whole_u64, whole_usize};
use crate::game::Range;

/// The longest table of logarithms that is worth its memory.
const LONGEST_TABLE: f64 = 65_536.0;

/// The map from an evaluator's range onto 1 to 1023, and the logarithms there.
#[derive(Clone, Debug)]
pub struct Scale {
    range: Range,
    factor: f64,
    per_step: f64,
    logarithms: Vec<f64>,
}

impl Scale {
    /// The least value on the scale: a loss.
    pub const LOW: f64 = 1.0;
    /// The greatest value on the scale: a win.
    pub const HIGH: f64 = 1023.0;

    /// The map from `range`. Where its values lie on a grid, their logarithms become a table (section 4).
    pub fn new(range: Range) -> Self {
        let factor = (Scale::HIGH - Scale::LOW) / (range.high - range.low);
        let mut scale = Scale { range, factor, per_step: 0.0, logarithms: Vec::new() };
        if let Some(step) = range.step {
            let count = ((range.high - range.low) / step).round() + 1.0;
            if count <= LONGEST_TABLE {
                scale.per_step = 1.0 / step;
                scale.logarithms =
                    (0..whole_u64(count)).map(|i| scale.up(range.low + count_f64(i) * step).ln()).collect();
            }
        }
        scale
    }

    /// Maps a value of the evaluator onto this scale.
    #[inline]
    pub fn up(&self, value: f64) -> f64 {
        Scale::LOW + (value - self.range.low) * self.factor
    }

    /// Maps a value on this scale back to the evaluator's range.
    pub fn down(&self, value: f64) -> f64 {
        self.range.low + (value - Scale::LOW) / self.factor
    }

    /// The probability that a value on this scale stands for: the scale mapped linearly onto 0 to 1.
    #[inline]
    pub fn probability(value: f64) -> f64 {
        // Rounding may carry a value beyond the ends of the scale.
        ((value - Scale::LOW) / (Scale::HIGH - Scale::LOW)).clamp(0.0, 1.0)
    }

    /// The value on this scale that stands for a probability.
    #[inline]
    pub fn of_probability(probability: f64) -> f64 {
        Scale::LOW + probability * (Scale::HIGH - Scale::LOW)
    }

    /// The logarithm, on this scale, of a value of the evaluator.
    #[inline]
    pub fn log(&self, value: f64) -> f64 {
        let place = (value - self.range.low) * self.per_step + 0.5;
        match self.logarithms.get(whole_usize(place)) {
            Some(&log) => log,
            None => self.up(value).ln(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_range_is_left_alone() {
        let scale = Scale::new(Range::new(1.0, 1023.0).with_step(1.0));
        for value in 1..=1023 {
            let value = f64::from(value);
            assert_eq!(scale.up(value), value);
            assert_eq!(scale.down(value), value);
            assert_eq!(scale.log(value), value.ln());
        }
    }

    #[test]
    fn tables_and_logarithms_agree_on_other_ranges() {
        let stepped = Scale::new(Range::new(-3.0, 3.0).with_step(0.25));
        let smooth = Scale::new(Range::new(-3.0, 3.0));
        for i in 0..=24 {
            let value = -3.0 + 0.25 * f64::from(i);
            assert!((stepped.log(value) - smooth.log(value)).abs() < 1e-12);
            assert!((stepped.down(stepped.up(value)) - value).abs() < 1e-12);
        }
    }
}
