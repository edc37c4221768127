//! The probability of so uneven a contest between equal rules: equation 11 of Nau, Purdom and Tzeng 1986.
//!
//! Under the null hypothesis every pair is won with probability one half; the p that the equation prints is this half,
//! not the p of the P-games. Its sum includes A wins, although the sentence before it says fewer than A; the tables
//! agree with the sum. Above 240 pairs they agree with the normal distribution without a continuity correction.

use tiptree_lab::normal;

/// The most pairs for which the paper sums the binomial distribution.
const SUMMED: u64 = 240;

/// The two-sided probability that equal rules would be as uneven as `wins` of `pairs`, by the paper's rule. `None`
/// without pairs, or if more were won than played.
pub fn significance(wins: u64, pairs: u64) -> Option<f64> {
    let losses = pairs.checked_sub(wins)?;
    match pairs {
        0 => None,
        // The two tails share the middle, which would count twice.
        _ if wins == losses => Some(1.0),
        1..=SUMMED => Some((2.0 * tail(wins.min(losses), pairs)).min(1.0)),
        _ => Some(2.0 * normal::cumulative(-(wins.abs_diff(losses) as f64) / (pairs as f64).sqrt())),
    }
}

/// The probability of at most `wins` heads among `pairs` tosses. Every term follows from the one before; the first, at
/// least 2 to the power -240, is far from underflow.
fn tail(wins: u64, pairs: u64) -> f64 {
    let mut term = 0.5f64.powi(pairs as i32);
    let mut sum = term;
    for heads in 0..wins {
        term *= (pairs - heads) as f64 / (heads + 1) as f64;
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(wins: u64, pairs: u64, expected: f64) {
        let ours = significance(wins, pairs).unwrap();
        assert!((ours / expected - 1.0).abs() < 1e-12, "{wins} of {pairs}: {ours}, expected {expected}");
    }

    #[test]
    fn small_contests_are_counted_out() {
        close(0, 1, 1.0);
        close(5, 5, 2.0 / 32.0);
        close(4, 5, 2.0 * 6.0 / 32.0);
        close(1, 5, 2.0 * 6.0 / 32.0);
        close(7, 7, 2.0 / 128.0);
        // One of the two middle counts of an odd number: the tails cover everything.
        close(28, 55, 1.0);
        assert_eq!(significance(3, 6), Some(1.0));
    }

    #[test]
    fn the_rule_changes_above_240_pairs() {
        // 2 Σ C(240, i) / 2²⁴⁰ over i ≤ 100; the normal distribution would give 0.00982.
        close(140, 240, 0.011_664_092_317_677_663);
        // 231 of 472: 10 / √472 standard deviations; with a continuity correction it would be 0.679.
        close(231, 472, 0.645_310_009_345_721_7);
    }

    #[test]
    fn the_largest_sum_meets_the_normal_distribution() {
        // With a continuity correction the two agree to a hundredth in the middle.
        for wins in 100..=119 {
            let corrected = 2.0 * normal::cumulative(-(239.0 - 2.0 * wins as f64) / 240f64.sqrt());
            let summed = significance(wins, 240).unwrap();
            assert!((summed / corrected - 1.0).abs() < 0.02, "{wins}: {summed}, {corrected}");
        }
    }

    #[test]
    fn it_is_symmetric_falls_towards_the_ends_and_never_exceeds_one() {
        for pairs in [1, 2, 7, 34, 239, 240, 241, 600, 100_000] {
            let mut before = 0.0;
            for wins in 0..=pairs / 2 {
                let here = significance(wins, pairs).unwrap();
                assert_eq!(Some(here), significance(pairs - wins, pairs));
                assert!((before..=1.0).contains(&here), "{wins} of {pairs}: {here} after {before}");
                before = here;
            }
        }
    }

    #[test]
    fn nothing_played_says_nothing() {
        assert_eq!(significance(0, 0), None);
        assert_eq!(significance(3, 2), None);
    }
}
