//! What is known of a position, in sixteen bytes: an estimate and proven bounds.

use crate::convert::nearest_f32;
use crate::score_bounds::ScoreBounds;

/// An estimate of a position, with its proven bounds.
///
/// Bounds take 32 bits, rounded outwards: a bound that is a little too wide is still true. A proven value is kept to the
/// last digit, in place of the estimate. Its bounds are equal; rounding outwards never makes other bounds equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    value: f64,
    lower: f32,
    upper: f32,
}

impl Mark {
    /// An estimate, clamped to the bounds.
    #[inline]
    pub fn new(value: f64, bounds: ScoreBounds) -> Self {
        if bounds.lower >= bounds.upper {
            return Mark::proven(bounds.lower);
        }
        Mark { value, lower: down(bounds.lower), upper: up(bounds.upper) }.estimating(value)
    }

    /// A proven value.
    #[inline]
    pub fn proven(value: f64) -> Self {
        Mark { value, lower: nearest_f32(value), upper: nearest_f32(value) }
    }

    /// The same bounds with this estimate, clamped to them.
    #[inline]
    #[must_use]
    pub fn estimating(self, value: f64) -> Self {
        let (lower, upper) = (f64::from(self.lower), f64::from(self.upper));
        let value = if value < lower { lower } else { value };
        Mark { value: if value > upper { upper } else { value }, ..self }
    }

    /// The estimate, or the value if it is proven.
    #[inline]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Whether the value is proven.
    #[inline]
    pub fn is_proven(&self) -> bool {
        self.lower == self.upper
    }

    /// The proven bounds.
    #[inline]
    pub fn bounds(&self) -> ScoreBounds {
        if self.is_proven() {
            return ScoreBounds::exactly(self.value);
        }
        ScoreBounds { lower: f64::from(self.lower), upper: f64::from(self.upper) }
    }

    /// Whether both marks have the same bounds.
    #[inline]
    pub fn has_bounds_of(&self, other: &Mark) -> bool {
        self.lower == other.lower && self.upper == other.upper
    }
}

/// The greatest `f32` that is not above `bound`.
#[inline]
fn down(bound: f64) -> f32 {
    let nearest = nearest_f32(bound);
    if f64::from(nearest) > bound { nearest.next_down() } else { nearest }
}

/// The least `f32` that is not below `bound`.
#[inline]
fn up(bound: f64) -> f32 {
    let nearest = nearest_f32(bound);
    if f64::from(nearest) < bound { nearest.next_up() } else { nearest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn bounds_are_rounded_outwards_and_never_onto_each_other() {
        let mut rng = Rng::new(1);
        for _ in 0..10_000 {
            let lower = 2.0 * rng.unit() - 1.0;
            for upper in [lower.next_up(), lower + 1e-9, lower + rng.unit()] {
                let mark = Mark::new(0.0, ScoreBounds { lower, upper });
                assert!(!mark.is_proven());
                let ScoreBounds { lower: below, upper: above } = mark.bounds();
                assert!(below <= lower && upper <= above);
                assert!((below..=above).contains(&mark.value()));
            }
        }
    }

    #[test]
    fn a_proven_value_is_kept_to_the_last_digit() {
        for value in [0.1, -1.0 / 3.0, 1e300, 1023.0] {
            let mark = Mark::new(7.0, ScoreBounds::exactly(value));
            assert!(mark.is_proven());
            assert_eq!((mark.value(), mark.bounds()), (value, ScoreBounds::exactly(value)));
        }
    }
}
