use super::*;
use crate::normal;
use crate::statistics::{CONFIDENCE, Scores};
use tiptree::{Range, Rng};

const PUBLISHED: &str = include_str!("published.txt");

/// Tests, pairs and ratios as published.
fn published() -> Vec<(Sequential, Pentanomial, f64)> {
    let rows = PUBLISHED.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(|line| {
        let numbers: Vec<&str> = line.split_whitespace().collect();
        let [elo0, elo1, counts @ .., llr] = numbers.as_slice() else { panic!("{line}") };
        let counts: Vec<u64> = counts.iter().map(|count| count.parse().unwrap()).collect();
        let test = format!("{elo0},{elo1}").parse().unwrap();
        (test, Pentanomial(counts.try_into().unwrap()), llr.parse().unwrap())
    });
    rows.collect()
}

/// The same maximum found in another way: over all means, with the first two moments of the distribution fixed. For
/// each mean this is a convex problem, solved in its dual. Every local maximum is seen.
mod reference {
    use super::{Model, SCORES, Sequential};

    /// max Σ c ln p - Σ c ln(c/n) with Σp = 1, Σpa = m and Σpa² = q, by Newton's method on the two multipliers.
    fn with_moments(counts: &[f64; 5], mean: f64, square: f64) -> f64 {
        let total: f64 = counts.iter().sum();
        // A multiple of Σpa - m is subtracted from Σpa² - q, and the result is scaled, so that the two constraints stay
        // independent where almost all scores are 0 or 1.
        let features = SCORES.map(|score| [score - mean, score * (1.0 - score) / (mean - square) - 1.0]);
        let divisors = |l: [f64; 2]| features.map(|f| 1.0 + l[0] * f[0] + l[1] * f[1]);
        let value = |l: [f64; 2]| -> f64 {
            let divisors = divisors(l);
            if divisors.iter().any(|&divisor| divisor <= 0.0) {
                return f64::INFINITY;
            }
            -counts.iter().zip(divisors).map(|(count, divisor)| count / total * divisor.ln()).sum::<f64>()
        };
        let mut at = [0.0, 0.0];
        for _ in 0..200 {
            let (mut gradient, mut matrix) = ([0.0; 2], [0.0; 3]);
            for ((count, f), divisor) in counts.iter().zip(features).zip(divisors(at)) {
                let (share, x, y) = (count / total, f[0] / divisor, f[1] / divisor);
                gradient[0] -= share * x;
                gradient[1] -= share * y;
                matrix[0] += share * x * x;
                matrix[1] += share * x * y;
                matrix[2] += share * y * y;
            }
            let determinant = matrix[0] * matrix[2] - matrix[1] * matrix[1];
            let step = [
                (matrix[1] * gradient[1] - matrix[2] * gradient[0]) / determinant,
                (matrix[1] * gradient[0] - matrix[0] * gradient[1]) / determinant,
            ];
            let slope = step[0] * gradient[0] + step[1] * gradient[1];
            if slope > -1e-15 {
                return total * value(at);
            }
            let mut length = 1.0;
            let moved = |length: f64| [at[0] + length * step[0], at[1] + length * step[1]];
            while length > 1e-12 && value(moved(length)) > value(at) + 0.1 * length * slope {
                length /= 2.0;
            }
            at = moved(length);
        }
        f64::NEG_INFINITY
    }

    /// The likelihood where the deviation is the mean's distance from one half over the effect, if that is possible.
    fn with_mean(counts: &[f64; 5], effect: f64, mean: f64) -> f64 {
        let square = mean * mean + ((mean - 0.5) / effect).powi(2);
        let below = ((mean * 4.0).floor() / 4.0).min(0.75);
        let least = below * below + (mean - below) * (2.0 * below + 0.25);
        if square > least && square < mean { with_moments(counts, mean, square) } else { f64::NEG_INFINITY }
    }

    fn with_effect(counts: &[f64; 5], effect: f64) -> f64 {
        // The mean is farthest from one half where there are only wins and losses.
        let reach = effect / (1.0 + effect * effect).sqrt() / 2.0;
        let likelihood = |cell: f64| with_mean(counts, effect, 0.5 + 1.1f64.powf(-cell) * reach);
        let values: Vec<f64> = (-1..90).map(|cell| likelihood(f64::from(cell) + 0.01)).collect();
        // A maximum may also lie between the last possible mean of the grid and the next one.
        let is_peak = |v: &[f64]| v[1] > f64::NEG_INFINITY && v[1] >= v[0] && v[1] >= v[2];
        let is_last = |v: &[f64]| v[1] > f64::NEG_INFINITY && v[2] == f64::NEG_INFINITY;
        let peaks = values.windows(3).zip(-1i32..).filter(|&(v, _)| is_peak(v) || is_last(v));
        peaks.map(|(_, cell)| greatest(likelihood, f64::from(cell))).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The maximum between `low` and two more, by golden section.
    fn greatest(function: impl Fn(f64) -> f64, mut low: f64) -> f64 {
        let golden = (5f64.sqrt() - 1.0) / 2.0;
        let mut high = low + 2.0;
        for _ in 0..35 {
            let [left, right] = [high - golden * (high - low), low + golden * (high - low)];
            if function(left) < function(right) {
                low = left;
            } else {
                high = right;
            }
        }
        function(f64::midpoint(low, high))
    }

    /// max Σ c ln(p n/c) with Σpa = m, by bisection on the multiplier.
    fn with_score(counts: &[f64; 5], mean: f64) -> f64 {
        let total: f64 = counts.iter().sum();
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..200 {
            let multiplier = f64::midpoint(low, high);
            let excess: f64 = counts
                .iter()
                .zip(SCORES)
                .map(|(count, score)| count * (score - mean) / (1.0 + multiplier * (score - mean)))
                .sum();
            *(if excess > 0.0 { &mut low } else { &mut high }) = multiplier;
        }
        let shares =
            counts.iter().zip(SCORES).map(|(count, score)| count / total / (1.0 + low * (score - mean)));
        counts.iter().zip(shares).map(|(count, share)| count * (share * total / count).ln()).sum()
    }

    /// The log-likelihood ratio of a test.
    pub(super) fn llr(test: &Sequential, pairs: [u64; 5]) -> f64 {
        let counts = pairs.map(|count| (count as f64).max(1e-3));
        let [h0, h1] = [test.elo0, test.elo1].map(|elo| match test.model {
            Model::Normalized if elo != 0.0 => with_effect(&counts, elo / 400.0 * 10f64.ln() / 2f64.sqrt()),
            _ => with_score(&counts, 1.0 / (1.0 + 10f64.powf(-elo / 400.0))),
        });
        h1 - h0
    }
}

#[test]
fn every_published_ratio_comes_out() {
    let rows = published();
    assert_eq!(rows.len(), 8);
    for (test, pairs, llr) in rows {
        assert!((test.llr(&pairs) - llr).abs() <= 0.005, "{pairs:?}: {}, published {llr}", test.llr(&pairs));
        let again = reference::llr(&test, pairs.0);
        assert!((test.llr(&pairs) - again).abs() <= 1e-6, "{pairs:?}: {}, {again}", test.llr(&pairs));
    }
}

#[test]
fn elo_normalised_elo_and_superiority_of_the_published_matches_come_out_of_the_games() {
    for (_, pairs, _) in published() {
        // Every pair is written out, and the moments are taken in two passes.
        let scores: Vec<f64> = (0..5)
            .flat_map(|half_points| {
                std::iter::repeat_n(half_points as f64 / 4.0, pairs.0[half_points] as usize)
            })
            .collect();
        let n = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / n;
        let deviation = (scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / n).sqrt();
        let elo = |score: f64| 400.0 * (score / (1.0 - score)).log10();
        // Pairs that each have an opening of their own.
        let error = deviation / (n - 1.0).sqrt();
        let half_width = (elo(mean + CONFIDENCE * error) - elo(mean - CONFIDENCE * error)) / 2.0;
        let nelo = (mean - 0.5) / (deviation * SQRT_2) / 10f64.ln() * 800.0;
        let los = 1.0 - normal::cumulative((0.5 - mean) / error);
        let counted = Scores::from(pairs);
        let ours = [counted.elo(), counted.elo_ci95(), counted.nelo(), counted.los()].map(Option::unwrap);
        for (ours, theirs) in ours.into_iter().zip([elo(mean), half_width, nelo, los]) {
            assert!((ours - theirs).abs() <= 1e-8, "{pairs:?}: {ours}, {theirs}");
        }
    }
}

#[test]
fn clustered_scores_give_the_published_ratios_where_every_pair_has_its_own_opening() {
    for (test, pairs, llr) in published() {
        let scores = Scores::from(pairs);
        assert_eq!(test.llr_of(&scores), test.llr(&pairs));
        assert!((test.llr_of(&scores) - llr).abs() <= 0.01, "{pairs:?}");
        assert_eq!(test.decide_by(&scores), test.decide(&pairs));
    }
}

#[test]
fn pairs_that_come_again_are_no_more_evidence() {
    let test: Sequential = "0,50".parse().unwrap();
    let (mut once, mut often) = (Scores::default(), Scores::default());
    for opening in 0..200 {
        let half_points = [1, 2, 2, 3, 3, 4][opening as usize % 6];
        once.add(opening, half_points);
        (0..9).for_each(|_| often.add(opening, half_points));
    }
    // The count given to a score that never occurred weighs less among more pairs.
    assert!((test.llr_of(&often) - test.llr_of(&once)).abs() < 0.02);
    assert_eq!(test.decide_by(&often), test.decide_by(&once));
    // Many pairs from few openings are not yet enough.
    let mut few = Scores::default();
    (0..1000).for_each(|number| few.add(number % 15, 4));
    assert_eq!(test.decide_by(&few), Hypothesis::Continue);
}

#[test]
fn the_snapshot_of_a_match_runner_comes_out() {
    let test: Sequential = "0,5".parse().unwrap();
    let llr = test.llr(&Pentanomial([88, 368, 705, 433, 116]));
    let (lower, upper) = test.bounds();
    let shown = format!("LLR: {llr:.2} ({:.1}%) ({lower:.2}, {upper:.2})", 100.0 * llr / upper);
    assert_eq!(shown, "LLR: 2.18 (74.0%) (-2.94, 2.94)");
}

/// Random pairs, from one to thousands, many with scores that never occurred.
fn random_pairs(rng: &mut Rng) -> Pentanomial {
    let weights: [f64; 5] = std::array::from_fn(|_| rng.unit().powi(4));
    let count = 1 << rng.below(12);
    let mut pairs = Pentanomial::default();
    (0..count).for_each(|_| pairs.add(draw(rng, &weights)));
    pairs
}

fn draw(rng: &mut Rng, weights: &[f64; 5]) -> usize {
    let mut left = rng.unit() * weights.iter().sum::<f64>();
    let found = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    found.unwrap_or(2)
}

#[test]
fn another_method_finds_the_same_ratios() {
    let mut rng = Rng::new(1);
    for (model, cases) in [(Model::Normalized, 300), (Model::Logistic, 1500)] {
        for _ in 0..cases {
            let pairs = random_pairs(&mut rng);
            let elo0 = (rng.unit() * 100.0 - 50.0).round();
            let elo1 = elo0 + 1.0 + (rng.unit() * 50.0).round();
            let test = Sequential { elo0, elo1, alpha: 0.05, beta: 0.05, model };
            let (ours, theirs) = (test.llr(&pairs), reference::llr(&test, pairs.0));
            assert!(
                (ours - theirs).abs() <= 1e-6 * (1.0 + ours.abs()),
                "{test:?} {pairs:?}: {ours}, {theirs}"
            );
        }
    }
}

#[test]
fn the_likelier_of_two_likely_distributions_is_found() {
    // One maximum has more wins and losses, the other more level pairs; starting from wins and losses alone leads to
    // the worse.
    let (test, pairs) = (sequential("-31,0"), [0, 4, 2033, 4, 7]);
    let (ours, theirs) = (test.llr(&Pentanomial(pairs)), reference::llr(&test, pairs));
    assert!((ours - theirs).abs() <= 1e-6, "{ours}, {theirs}");
}

#[test]
fn a_step_that_lands_beside_a_pole_is_no_root() {
    let test = Sequential { model: Model::Logistic, ..sequential("0,10") };
    for pairs in [[135, 102, 0, 10, 9], [20, 38, 0, 2, 4]] {
        let (ours, theirs) = (test.llr(&Pentanomial(pairs)), reference::llr(&test, pairs));
        assert!((ours - theirs).abs() <= 1e-6, "{ours}, {theirs}");
    }
}

#[test]
fn both_models_agree_on_no_effect_and_swapping_the_players_swaps_the_hypotheses() {
    let mut rng = Rng::new(2);
    for _ in 0..500 {
        let pairs = random_pairs(&mut rng);
        let total: f64 = pairs.0.iter().map(|&count| (count as f64).max(UNSEEN)).sum();
        let observed = pairs.0.map(|count| (count as f64).max(UNSEEN) / total);
        let [normalised, logistic] =
            [Model::Normalized, Model::Logistic].map(|model| model.divisors(&observed, 0.0));
        assert!(normalised.iter().zip(logistic).all(|(a, b)| (a - b).abs() < 1e-9));
        for model in [Model::Normalized, Model::Logistic] {
            let test = Sequential { model, ..sequential("-3,20") };
            let swapped = Sequential { model, ..sequential("-20,3") };
            let (ours, theirs) = (test.llr(&pairs), swapped.llr(&pairs.reversed()));
            assert!((ours + theirs).abs() <= 1e-6 * (1.0 + ours.abs()), "{pairs:?}: {ours}, {theirs}");
        }
    }
}

fn sequential(text: &str) -> Sequential {
    text.parse().unwrap()
}

#[test]
fn the_widest_bounds_and_the_most_one_sided_pairs_have_a_ratio() {
    let lopsided =
        [[1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 1_000_000_000], [0, 7, 0, 0, 1], [5, 0, 0, 0, 5]];
    for model in [Model::Normalized, Model::Logistic, Model::Points] {
        for bounds in ["-1000,1000", "0,1000", "-1000,0", "999,1000", "0,0.001"] {
            let test = Sequential { model, ..sequential(bounds) };
            for pairs in lopsided.map(Pentanomial) {
                assert!(test.llr(&pairs).is_finite(), "{bounds} {pairs:?}");
            }
        }
    }
}

#[test]
fn nothing_is_decided_by_no_pairs_or_a_few() {
    let wide = sequential("0,900");
    assert_eq!(wide.llr(&Pentanomial::default()), 0.0);
    let (few, enough) = (Pentanomial([0, 0, 0, 0, 15]), Pentanomial([0, 0, 0, 0, 16]));
    assert!(wide.llr(&few) > wide.bounds().1);
    assert_eq!([few, enough].map(|pairs| wide.decide(&pairs)), [Hypothesis::Continue, Hypothesis::H1]);
    assert_eq!(wide.decide(&enough.reversed()), Hypothesis::H0);
}

/// The scores of these pairs, each with an opening of its own, where a win pays one point and a loss costs one.
fn with_points(pairs: &Pentanomial) -> Scores {
    let mut scores = Scores::with_points(Range::new(-1.0, 1.0));
    for (half_points, (&count, points)) in pairs.0.iter().zip([-1.0, -0.5, 0.0, 0.5, 1.0]).enumerate() {
        for _ in 0..count {
            scores.add_single(half_points);
            scores.add_points(None, points);
        }
    }
    scores
}

fn by_points(text: &str) -> Sequential {
    Sequential { model: Model::Points, ..sequential(text) }
}

#[test]
fn the_ratio_of_points_approximates_that_of_the_scores() {
    for (_, pairs, _) in published() {
        // A lead of 0.02 points is a score of 0.51.
        let points = by_points("0,0.02").llr_of(&with_points(&pairs));
        let exact = by_points("0.5,0.51").llr(&pairs);
        assert!((points - exact).abs() <= 0.01 * exact.abs().max(1.0), "{pairs:?}: {points}, {exact}");
        let logistic = Sequential { model: Model::Logistic, ..sequential("0,6.9493") }.llr(&pairs);
        assert!((exact - logistic).abs() <= 1e-3 * exact.abs().max(1.0), "{pairs:?}: {exact}, {logistic}");
    }
}

#[test]
fn points_decide_once_there_are_enough_and_always_have_a_ratio() {
    let test = by_points("0,0.5");
    assert_eq!(
        (test.llr_of(&Scores::default()), test.decide_by(&Scores::default())),
        (0.0, Hypothesis::Continue)
    );
    // A game that counts no points has none to test.
    assert_eq!(test.decide_by(&Scores::from(Pentanomial([0, 0, 0, 0, 99]))), Hypothesis::Continue);
    for (pairs, decision) in [
        // Level pairs alone do not show how far others are apart.
        ([0, 0, 500, 0, 0], Hypothesis::Continue),
        ([0, 7, 500, 8, 0], Hypothesis::Continue),
        ([0, 8, 500, 8, 0], Hypothesis::H0),
        ([0, 0, 0, 15, 0], Hypothesis::Continue),
        ([0, 0, 0, 16, 0], Hypothesis::H1),
        ([0, 0, 0, 0, 16], Hypothesis::H1),
        ([8, 0, 0, 0, 8], Hypothesis::Continue),
        ([16, 0, 0, 0, 16], Hypothesis::H0),
    ] {
        let scores = with_points(&Pentanomial(pairs));
        assert!(test.llr_of(&scores).is_finite());
        assert_eq!(test.decide_by(&scores), decision, "{pairs:?}: {}", test.llr_of(&scores));
    }
}

#[test]
fn one_uneven_opening_that_comes_again_decides_nothing() {
    let test = by_points("0,0.5");
    let [mut repeated, mut fresh] = [(); 2].map(|()| Scores::with_points(Range::new(-1.0, 1.0)));
    for number in 0..600 {
        let points = if number % 30 == 0 { 0.5 } else { 0.0 };
        repeated.add_points(Some(number % 30), points);
        fresh.add_points(Some(number), points);
    }
    let seen = |scores: &Scores| scores.point_clusters().map(|points| (points.clusters(), points.uneven()));
    assert_eq!((seen(&repeated), seen(&fresh)), (Some((30, 1)), Some((600, 20))));
    assert_eq!(test.decide_by(&repeated), Hypothesis::Continue);
    assert_eq!(test.decide_by(&fresh), Hypothesis::H0);
}

#[test]
fn payoffs_that_never_occur_do_not_outweigh_the_evidence() {
    let ratio = |reach: f64| {
        let mut scores = Scores::with_points(Range::new(-reach, reach));
        for number in 0..100 {
            scores.add_points(Some(number), [0.5, -0.5, 0.5, 1.0][number as usize % 4]);
        }
        by_points("0,0.5").llr_of(&scores)
    };
    let known = ratio(1.0);
    for reach in [8.0, 1e3, 1e5] {
        assert!((ratio(reach) - known).abs() <= 1e-9 * known.abs(), "{reach}: {}, {known}", ratio(reach));
    }
}

#[test]
fn halves_that_are_joined_have_the_ratio_of_the_whole() {
    let mut parts = [(); 3].map(|()| Scores::with_points(Range::new(-8.0, 8.0)));
    for number in 0..90 {
        // The first half is level.
        let points = if number % 2 == 0 { 0.0 } else { [0.5, -0.25, 3.0][number as usize % 3] };
        let opening = (number % 4 != 3).then_some(number % 20);
        for part in [0, 1 + number as usize % 2] {
            parts[part].add_points(opening, points);
        }
    }
    let [whole, mut joined, more] = parts;
    joined.join(&more);
    assert_eq!(joined.point_clusters(), whole.point_clusters());
    assert_eq!(by_points("0,0.5").llr_of(&joined), by_points("0,0.5").llr_of(&whole));
}

#[test]
fn a_test_of_points_errs_as_rarely_as_it_says_where_most_pairs_are_level() {
    let lead = 0.05;
    let test = by_points("0,0.05");
    for (truth, right) in [(0.0, Hypothesis::H0), (lead, Hypothesis::H1)] {
        let wrong = (0..200).filter(|&number| {
            let mut rng = Rng::derive(5, &[number]);
            let mut scores = Scores::with_points(Range::new(-8.0, 8.0));
            let decision = loop {
                // Of 100 pairs 7 are not level.
                let drawn = rng.unit();
                let won = 0.035 + truth / 1.5;
                let points = if drawn < won {
                    0.75
                } else if drawn < 0.07 {
                    -0.75
                } else {
                    0.0
                };
                scores.add_points(None, points);
                match test.decide_by(&scores) {
                    Hypothesis::Continue => {}
                    decision => break decision,
                }
            };
            decision != right
        });
        let wrong = wrong.count();
        assert!(wrong <= 16, "{wrong} of 200 at {truth}");
    }
}

/// The distribution nearest to `shares` with an effect of `elo`.
fn with_elo(model: Model, shares: [f64; 5], elo: f64) -> [f64; 5] {
    let divisors = model.divisors(&shares, elo);
    let shares: [f64; 5] = std::array::from_fn(|score| shares[score] / divisors[score]);
    let mean = expectation(&shares, |score| score);
    let deviation = expectation(&shares, |score| (score - mean).powi(2)).sqrt();
    let found = match model {
        Model::Normalized => (mean - 0.5) / (SQRT_2 * deviation) * NORMALISED,
        Model::Logistic => 400.0 * (mean / (1.0 - mean)).log10(),
        Model::Points => mean,
    };
    assert!((found - elo).abs() < 1e-6 && (shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    shares
}

/// The number of `matches` that accept H1, and the mean number of pairs that a match takes.
fn simulate(test: &Sequential, shares: [f64; 5], matches: u64, seed: u64) -> (u64, f64) {
    let (mut accepted, mut played) = (0, 0);
    for number in 0..matches {
        let mut rng = Rng::derive(seed, &[number]);
        let mut pairs = Pentanomial::default();
        let decision = loop {
            pairs.add(draw(&mut rng, &shares));
            match test.decide(&pairs) {
                Hypothesis::Continue => assert!(pairs.pairs() < 100_000, "a test without end"),
                decision => break decision,
            }
        };
        accepted += u64::from(decision == Hypothesis::H1);
        played += pairs.pairs();
    }
    (accepted, played as f64 / matches as f64)
}

/// Checks that the error rates of `matches` simulated matches of each kind are at most alpha and beta plus three
/// standard errors of such a share.
fn hold_the_errors(bounds: &str, shares: [f64; 5], matches: u64) {
    for model in [Model::Normalized, Model::Logistic] {
        let test = Sequential { model, ..sequential(bounds) };
        let most = |rate: f64| rate + 3.0 * (rate * (1.0 - rate) / matches as f64).sqrt();
        let [(wrong, short), (right, long)] = [(test.elo0, 1), (test.elo1, 2)]
            .map(|(elo, seed)| simulate(&test, with_elo(model, shares, elo), matches, seed));
        let [wrong, missed] = [wrong, matches - right].map(|count| count as f64 / matches as f64);
        println!(
            "[{bounds}] {model}: H1 at elo0 {wrong:.4}, H0 at elo1 {missed:.4}, {short:.0} and {long:.0} pairs"
        );
        assert!(wrong <= most(test.alpha), "{model}: {wrong} accepted H1");
        assert!(missed <= most(test.beta), "{model}: {missed} accepted H0");
    }
}

#[test]
fn simulated_matches_keep_to_alpha_and_beta() {
    hold_the_errors("0,30", [0.05, 0.22, 0.43, 0.23, 0.07], 500);
}

#[test]
fn simulated_matches_full_of_draws_keep_to_alpha_and_beta() {
    hold_the_errors("0,40", [0.004, 0.1, 0.79, 0.1, 0.006], 500);
}

#[test]
fn simulated_matches_with_far_bounds_keep_to_alpha_and_beta() {
    hold_the_errors("0,200", [0.1, 0.2, 0.35, 0.22, 0.13], 2000);
}

#[test]
fn bounds_are_walds() {
    let test = Sequential { alpha: 0.05, beta: 0.1, ..sequential("0,5") };
    let (lower, upper) = test.bounds();
    assert!((lower - (0.1f64 / 0.95).ln()).abs() < 1e-15 && (upper - 18f64.ln()).abs() < 1e-15);
}

#[test]
fn texts_are_read_and_written() {
    for text in ["0,5", "-1.75,0.25", "-1000,1000"] {
        assert_eq!(sequential(text).to_string(), text);
    }
    let spaced = Sequential { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
    assert_eq!(sequential(" 0, 5 "), spaced);
    assert_eq!(
        ["normalized", "logistic"].map(|text| text.parse::<Model>().unwrap().to_string()),
        ["normalized", "logistic"]
    );
    assert_eq!(
        serde_json::to_string(&[Model::Normalized, Model::Logistic]).unwrap(),
        r#"["normalized","logistic"]"#
    );
    let answers = [Hypothesis::H0, Hypothesis::H1, Hypothesis::Continue];
    assert_eq!(answers.map(|answer| answer.to_string()), ["H0", "H1", "continue"]);
    assert_eq!(serde_json::to_string(&answers).unwrap(), r#"["H0","H1","continue"]"#);
}

#[test]
fn what_is_no_test_is_refused_in_one_line() {
    for text in ["", "5", "0;5", "0,", "a,b", "0,5,10", "0,inf", "NaN,5"] {
        let refused = text.parse::<Sequential>().unwrap_err().to_string();
        assert_eq!(refused, format!("sprt {text:?}: expected two numbers such as 0,5"));
    }
    let payoffs = Range::new(-3.0, 2.0);
    for text in ["5,0", "5,5", "0,1001"] {
        let refused = sequential(text).checked(payoffs).unwrap_err().to_string();
        let expected = "two numbers from -1000 to 1000 such as 0,5, the first below the second";
        assert_eq!(refused, format!("sprt {text:?}: expected {expected}"));
    }
    for text in ["0,2.6", "-3,0", "1,0"] {
        let refused = by_points(text).checked(payoffs).unwrap_err().to_string();
        let expected = "two numbers from -2.5 to 2.5, the first below the second";
        assert_eq!(refused, format!("sprt {text:?}: expected {expected}"));
    }
    assert!(by_points("-2.5,2.5").checked(payoffs).is_ok());
    assert!(by_points("0,2000").checked(Range::new(-5000.0, 5000.0)).is_ok());
    let rates = |alpha, beta| {
        Sequential { alpha, beta, ..sequential("0,5") }.checked(payoffs).map_err(|e| e.to_string())
    };
    assert_eq!(rates(0.0, 0.05).unwrap_err(), r#"alpha "0": expected a number between 0 and 1"#);
    assert_eq!(rates(0.05, 1.0).unwrap_err(), r#"beta "1": expected a number between 0 and 1"#);
    assert_eq!(rates(f64::NAN, 0.5).unwrap_err(), r#"alpha "NaN": expected a number between 0 and 1"#);
    assert_eq!(rates(0.5, 0.5).unwrap_err(), r#"alpha + beta "0.5 + 0.5": expected a sum below 1"#);
    assert!(rates(0.05, 0.1).is_ok());
    assert_eq!(
        "bayesian".parse::<Model>().unwrap_err().to_string(),
        r#"model "bayesian": expected one of normalized, logistic, points"#
    );
}
