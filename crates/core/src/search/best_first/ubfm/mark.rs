//! What is known of a position, in sixteen bytes: an estimate, and the bounds of what is certain.

use crate::assured::Assured;

/// An estimate of a position with what is certain of it.
///
/// Bounds take 32 bits, rounded outwards: a bound that is a little too wide is still true. A value that is certain is kept
/// to the last digit, in the place of the estimate, and its bounds are equal, which rounding outwards never makes them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    value: f64,
    least: f32,
    greatest: f32,
}

impl Mark {
    /// An estimate, brought within what is certain.
    #[inline]
    pub fn new(value: f64, assured: Assured) -> Self {
        if assured.least >= assured.greatest {
            return Mark::settled(assured.least);
        }
        Mark { value, least: down(assured.least), greatest: up(assured.greatest) }.estimating(value)
    }

    /// The value is this one.
    #[inline]
    pub fn settled(value: f64) -> Self {
        Mark { value, least: value as f32, greatest: value as f32 }
    }

    /// The same bounds with this estimate, brought within them.
    #[inline]
    #[must_use]
    pub fn estimating(self, value: f64) -> Self {
        let (least, greatest) = (f64::from(self.least), f64::from(self.greatest));
        let value = if value < least { least } else { value };
        Mark { value: if value > greatest { greatest } else { value }, ..self }
    }

    /// The estimate, or the value where it is certain.
    #[inline]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Whether the value is certain.
    #[inline]
    pub fn is_settled(&self) -> bool {
        self.least == self.greatest
    }

    /// What is certain.
    #[inline]
    pub fn assured(&self) -> Assured {
        if self.is_settled() {
            return Assured::exactly(self.value);
        }
        Assured { least: f64::from(self.least), greatest: f64::from(self.greatest) }
    }

    /// Whether as much is certain here as there.
    #[inline]
    pub fn is_as_certain(&self, other: &Mark) -> bool {
        self.least == other.least && self.greatest == other.greatest
    }
}

/// The greatest number of 32 bits that is not above `bound`.
#[inline]
fn down(bound: f64) -> f32 {
    let nearest = bound as f32;
    if f64::from(nearest) > bound { nearest.next_down() } else { nearest }
}

/// The least number of 32 bits that is not below `bound`.
#[inline]
fn up(bound: f64) -> f32 {
    let nearest = bound as f32;
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
            let least = 2.0 * rng.unit() - 1.0;
            for greatest in [least.next_up(), least + 1e-9, least + rng.unit()] {
                let mark = Mark::new(0.0, Assured { least, greatest });
                assert!(!mark.is_settled());
                let Assured { least: below, greatest: above } = mark.assured();
                assert!(below <= least && greatest <= above);
                assert!((below..=above).contains(&mark.value()));
            }
        }
    }

    #[test]
    fn a_certain_value_is_kept_to_the_last_digit() {
        for value in [0.1, -1.0 / 3.0, 1e300, 1023.0] {
            let mark = Mark::new(7.0, Assured::exactly(value));
            assert!(mark.is_settled());
            assert_eq!((mark.value(), mark.assured()), (value, Assured::exactly(value)));
        }
    }
}
