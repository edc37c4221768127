//! Generalised means and their derivatives: smooth stand-ins for max and min.
//!
//! Source: Rivest 1987, section 2 (equations 1 to 7); Hardy, Littlewood and Pólya, *Inequalities*, 1934.
//!
//! The power mean `M_p` of positive numbers tends to their maximum as p grows and to their minimum as it falls. The
//! paper's other family, `f⁻¹(mean of f)`, is printed with f = exp for max and f = ln for min; f = ln is the
//! geometric mean, and what approximates min is f(a) = -exp(-a). Both are here as one mean with a signed rate.
//!
//! `M_p` is the exponential mean, with rate p, of the logarithms. So one formula serves both, and it works on
//! differences to the extreme value: p = 500 on values of 1e-9 or 1e9 neither overflows nor loses the order.

use crate::convert::equal_share;

/// A generalised mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mean {
    /// `M_p`, for positive values and any p: 1 is arithmetic, 0 geometric, -1 harmonic, the infinities are max and min.
    Power(f64),
    /// ln(mean of exp(rate·a))/rate, for any values: rate 1 is the mean by f = exp, rate -1 by f(a) = -exp(-a).
    Exponential(f64),
}

impl Mean {
    /// The mean of `values`, with equal weights.
    ///
    /// ```
    /// use tiptree::search::mean::Mean;
    /// assert_eq!(Mean::Power(1.0).of(&[10.0, 21.0, 29.0, 32.0]).round(), 23.0);
    /// ```
    ///
    /// # Panics
    /// If there are no values.
    pub fn of(self, values: &[f64]) -> f64 {
        self.weighted(values, &equal_weights(values.len()))
    }

    /// The mean of `values` with these weights, which sum to 1.
    ///
    /// # Panics
    /// If there are no values, or not as many weights.
    pub fn weighted(self, values: &[f64], weights: &[f64]) -> f64 {
        assert_eq!(values.len(), weights.len(), "as many weights as values");
        match self {
            Mean::Power(p) => exponential(p, &logarithms(values), |i| weights[i]).exp(),
            Mean::Exponential(rate) => exponential(rate, values, |i| weights[i]),
        }
    }

    /// The derivative of the mean by each value (equation 6), with equal weights.
    ///
    /// # Panics
    /// If there are no values.
    pub fn gradient(self, values: &[f64]) -> Vec<f64> {
        self.weighted_gradient(values, &equal_weights(values.len()))
    }

    /// The derivative of the weighted mean by each value.
    ///
    /// # Panics
    /// If there are no values, or not as many weights.
    pub fn weighted_gradient(self, values: &[f64], weights: &[f64]) -> Vec<f64> {
        self.nats(values, weights).into_iter().map(|nats| (-nats).exp()).collect()
    }

    /// The negative logarithm of the derivative by each value: the penalties of equation 12. They keep their order where the
    /// derivatives themselves underflow.
    ///
    /// # Panics
    /// If there are no values, or not as many weights.
    pub fn nats(self, values: &[f64], weights: &[f64]) -> Vec<f64> {
        assert_eq!(values.len(), weights.len(), "as many weights as values");
        let (rate, exponent, levels) = match self {
            Mean::Power(p) => (p, p - 1.0, logarithms(values)),
            Mean::Exponential(rate) => (rate, rate, values.to_vec()),
        };
        let mean = exponential(rate, &levels, |i| weights[i]);
        if rate.is_infinite() {
            // Where several values are extreme, they share the derivative by their weights.
            let shared: f64 = (0..levels.len()).filter(|&i| levels[i] == mean).map(|i| weights[i]).sum();
            let nats = |i: usize| if levels[i] == mean { (shared / weights[i]).ln() } else { f64::INFINITY };
            return (0..levels.len()).map(nats).collect();
        }
        levels.iter().zip(weights).map(|(level, weight)| -weight.ln() - exponent * (level - mean)).collect()
    }
}

fn equal_weights(count: usize) -> Vec<f64> {
    vec![equal_share(count); count]
}

fn logarithms(values: &[f64]) -> Vec<f64> {
    values.iter().map(|value| value.ln()).collect()
}

/// ln(Σ weight·exp(rate·level))/rate, the weights summing to 1.
///
/// The extreme level is factored out first, so that no exponential exceeds 1; `exp_m1` and `ln_1p` keep the digits where the
/// rate is so small that every exponential is nearly 1.
pub(super) fn exponential(rate: f64, levels: &[f64], weight: impl Fn(usize) -> f64) -> f64 {
    assert!(!levels.is_empty(), "nothing has no mean");
    // A level of weight 0 must not be the extreme, nor be multiplied by an infinite exponential.
    let counting = || {
        let weighted = levels.iter().enumerate().map(|(i, &level)| (weight(i), level));
        weighted.filter(|&(weight, _)| weight > 0.0)
    };
    if rate == 0.0 {
        return counting().map(|(weight, level)| weight * level).sum();
    }
    let extreme = if rate > 0.0 {
        counting().map(|(_, level)| level).fold(f64::NEG_INFINITY, f64::max)
    } else {
        counting().map(|(_, level)| level).fold(f64::INFINITY, f64::min)
    };
    if rate.is_infinite() {
        return extreme;
    }
    let excess: f64 = counting().map(|(weight, level)| weight * (rate * (level - extreme)).exp_m1()).sum();
    extreme + excess.ln_1p() / rate
}

/// As [`exponential`], faster, for levels of equal weight whose extreme is known.
///
/// Where the rate is not small, `exp` and `ln` lose less than 1e-13 against the forms that are exact near 0, and cost half.
#[inline]
pub(super) fn of_equals(rate: f64, levels: &[f64], extreme: f64) -> f64 {
    let share = equal_share(levels.len());
    if rate.abs() < 1e-3 || rate.is_infinite() {
        return exponential(rate, levels, |_| share);
    }
    let sum: f64 = levels.iter().map(|level| (rate * (level - extreme)).exp()).sum();
    extreme + (sum * share).ln() / rate
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TABLE_1: [f64; 4] = [10.0, 21.0, 29.0, 32.0];

    #[test]
    fn extreme_powers_keep_range_and_order() {
        for scale in [1e-9, 1.0, 1e9] {
            let values = TABLE_1.map(|value| value * scale);
            for p in [500.0, -500.0] {
                let mean = Mean::Power(p).of(&values);
                assert!(mean >= 10.0 * scale && mean <= 32.0 * scale, "M_{p} = {mean}");
                let nats = Mean::Power(p).nats(&values, &[0.25; 4]);
                let falls =
                    nats.windows(2).all(|pair| if p > 0.0 { pair[0] > pair[1] } else { pair[0] < pair[1] });
                assert!(falls && nats.iter().all(|nat| nat.is_finite()), "{nats:?}");
            }
        }
    }

    #[test]
    fn named_means_are_what_their_names_say() {
        let values = [2.0, 8.0];
        assert!((Mean::Power(1.0).of(&values) - 5.0).abs() < 1e-12);
        assert!((Mean::Power(0.0).of(&values) - 4.0).abs() < 1e-12);
        assert!((Mean::Power(-1.0).of(&values) - 3.2).abs() < 1e-12);
        assert!((Mean::Power(f64::INFINITY).of(&values) - 8.0).abs() < 1e-12);
        assert!((Mean::Power(f64::NEG_INFINITY).of(&values) - 2.0).abs() < 1e-12);
        assert!((Mean::Exponential(0.0).of(&values) - 5.0).abs() < 1e-12);
        let by_exp = f64::midpoint(2f64.exp(), 8f64.exp()).ln();
        assert!((Mean::Exponential(1.0).of(&values) - by_exp).abs() < 1e-12);
        let by_minus_exp = -f64::midpoint((-2f64).exp(), (-8f64).exp()).ln();
        assert!((Mean::Exponential(-1.0).of(&values) - by_minus_exp).abs() < 1e-12);
    }

    #[test]
    fn tiny_powers_approach_the_geometric_mean() {
        let geometric = Mean::Power(0.0).of(&TABLE_1);
        for p in [1e-15, -1e-15, 1e-9, -1e-9] {
            assert!((Mean::Power(p).of(&TABLE_1) - geometric).abs() < 1e-6, "p = {p}");
        }
    }

    #[test]
    fn a_value_of_weight_zero_does_not_count() {
        let (values, weights) = ([1.0, 2.0, 900.0], [0.5, 0.5, 0.0]);
        for p in [300.0, f64::INFINITY, 1.0, 0.0] {
            let mean = Mean::Power(p);
            assert!((mean.weighted(&values, &weights) - mean.of(&[1.0, 2.0])).abs() < 1e-9, "p = {p}");
        }
    }

    #[test]
    fn equal_extremes_share_the_derivative() {
        assert_eq!(Mean::Power(f64::INFINITY).gradient(&[3.0, 7.0, 7.0]), [0.0, 0.5, 0.5]);
    }

    proptest! {
        #[test]
        fn means_grow_with_p_and_stay_within_the_values(
            values in prop::collection::vec(0.001f64..1000.0, 1..8), p in -60.0f64..60.0, more in 0.01f64..60.0,
        ) {
            let low = values.iter().copied().fold(f64::INFINITY, f64::min);
            let high = values.iter().copied().fold(0.0, f64::max);
            let (less, greater) = (Mean::Power(p).of(&values), Mean::Power(p + more).of(&values));
            prop_assert!(less <= greater * (1.0 + 1e-12), "equation 3");
            prop_assert!(low * (1.0 - 1e-12) <= less && greater <= high * (1.0 + 1e-12));
        }

        #[test]
        fn gradients_equal_finite_differences(
            values in prop::collection::vec(1.0f64..3.0, 1..6),
            raw in prop::collection::vec(0.1f64..1.0, 6),
            p in -12.0f64..12.0,
        ) {
            let total: f64 = raw[..values.len()].iter().sum();
            let weights: Vec<f64> = raw[..values.len()].iter().map(|weight| weight / total).collect();
            for mean in [Mean::Power(p), Mean::Exponential(p), Mean::Power(0.0), Mean::Exponential(0.0)] {
                let gradient = mean.weighted_gradient(&values, &weights);
                for (i, slope) in gradient.iter().enumerate() {
                    let shifted = |by: f64| {
                        let mut values = values.clone();
                        values[i] += by;
                        mean.weighted(&values, &weights)
                    };
                    let difference = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
                    prop_assert!((difference - slope).abs() < 1e-6 * (1.0 + slope), "{mean:?} {difference} {slope}");
                }
            }
        }

        #[test]
        fn the_fast_form_equals_the_careful_one(
            levels in prop::collection::vec(0.0f64..7.0, 1..9), rate in 1e-4f64..60.0, min in any::<bool>(),
        ) {
            let rate = if min { -rate } else { rate };
            let extreme = levels.iter().copied().fold(-rate * f64::INFINITY, if min { f64::min } else { f64::max });
            let careful = exponential(rate, &levels, |_| equal_share(levels.len()));
            prop_assert!((of_equals(rate, &levels, extreme) - careful).abs() < 1e-12 * (1.0 + 1.0 / rate.abs()));
        }

        #[test]
        fn power_means_are_homogeneous(values in prop::collection::vec(0.1f64..9.0, 1..6), p in -40.0f64..40.0) {
            let doubled: Vec<f64> = values.iter().map(|value| 2.0 * value).collect();
            let (once, twice) = (Mean::Power(p).of(&values), Mean::Power(p).of(&doubled));
            prop_assert!((twice - 2.0 * once).abs() < 1e-9 * twice);
        }
    }
}
