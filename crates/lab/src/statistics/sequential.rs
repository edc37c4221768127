//! Sequential tests: a match goes on until its pairs decide which of two effects is the true one.
//!
//! This is Wald's sequential test in its generalised form, after Van den Bergh, "Comments on normalized Elo" (2021), as
//! fishtest and fastchess compute it. For each hypothesis the test takes the likeliest distribution of a pair's score
//! that has the effect of the hypothesis. It compares the log-likelihood ratio of these two, H1's over H0's, with
//! Wald's bounds. With observed shares o, the likeliest distribution that satisfies a linear constraint Σ p φ = 0 is p
//! = o/(1 + θφ), where θ solves Σ o φ/(1 + θφ) = 0 (his proposition 1.1). The logistic model fixes the mean, which is
//! linear. The normalised model fixes t = (mean - 1/2)/deviation, which is not: it is replaced by its tangent at the
//! last distribution found, until that distribution no longer changes (his section 4.1). Only the start is different
//! here. The first tangent is taken where the effect already has its size, so that there always is a distribution on
//! it; fishtest starts with even shares and cannot test effects beyond 231 normalised Elo. If there may be several
//! maxima, several starts are tried.
//!
//! Normalised Elo is an effect per game. The mean of two games has half the variance of one, so the same effect is
//! sqrt(2) times as many standard deviations of a pair's score.
//!
//! Points may have any values, so the points of a pair are taken as normally distributed, with a variance that is estimated.
//! The likeliest normal distribution with mean μ has the variance Σ(x - μ)²/n, and its log-likelihood is -n/2 ln Σ(x - μ)²
//! but for a constant. The ratio is therefore n/2 ln(Σ(x - μ0)²/Σ(x - μ1)²), which is also Van den Bergh's approximation of
//! the ratio above (`LLR_alt` in fishtest). For small effects it is n (μ1 - μ0)(2m - μ0 - μ1)/2σ², equation 2.1 of his
//! "Practical introduction to the GSPRT", with m the mean and σ² the variance.

use super::{Clusters, NORMALISED, Pentanomial, Scale, Scores, expected_score};
use serde::{Deserialize, Serialize};
use std::f64::consts::SQRT_2;
use std::fmt;
use std::str::FromStr;
use tiptree::{ParseError, Range};

/// The count given to a score that never occurred; without it no distribution would have a mean beyond those observed.
const UNSEEN: f64 = 1e-3;

/// The possible scores of a pair, per game.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The greatest Elo that can be tested: a score of 0.997, where distributions leave no room for a spread.
const GREATEST: f64 = 1000.0;

/// The most tangents tried; six are usual, hundreds happen with effects of several deviations.
const ROUNDS: usize = 500;

/// The most steps of a root search; bisection alone would have halved the interval to nothing.
const STEPS: usize = 100;

/// A question to a match: is A better than B by `elo0` or by `elo1`?
///
/// ```
/// use tiptree_lab::statistics::{Hypothesis, Pentanomial, Sequential};
/// let test: Sequential = "0,5".parse().unwrap();
/// let pairs = Pentanomial([88, 368, 705, 433, 116]);
/// assert_eq!(format!("{:.2}", test.llr(&pairs)), "2.18");
/// assert_eq!(test.decide(&pairs), Hypothesis::Continue);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sequential {
    /// A's Elo above B if H0 is true; with [`Model::Points`], its points per game.
    pub elo0: f64,
    /// A's Elo above B if H1 is true; with [`Model::Points`], its points per game.
    pub elo1: f64,
    /// The probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 if H1 is true.
    pub beta: f64,
    /// What the hypotheses are about.
    pub model: Model,
}

/// What the hypotheses are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo by the effect in units of its standard deviation, which determines how long a test takes.
    #[default]
    Normalized,
    /// Elo by the expected score.
    Logistic,
    /// The expected points per game, in a game that counts points.
    Points,
}

/// What a sequential test decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hypothesis {
    /// A is better by `elo0` rather than `elo1`.
    H0,
    /// A is better by `elo1` rather than `elo0`.
    H1,
    /// More pairs are needed.
    #[serde(rename = "continue")]
    Continue,
}

impl Sequential {
    /// The number of independent pairs below which nothing is decided.
    ///
    /// Neither fishtest nor fastchess has such a limit; fishtest checks its tests only once per batch of pairs. With
    /// bounds such as [0, 5] or [0, 30] a pair moves the ratio so little that no test ends before dozens of pairs.
    /// Bounds hundreds of Elo apart can be crossed by the first three or four pairs. Most scores have not occurred by
    /// then, so that the ratio rests on the count given to unseen scores. Of 1,000 simulated matches with 98 % level
    /// pairs and logistic bounds [0, 100], 6.2 % accept H0 although H1 is true; with this limit it is 2.0 %.
    pub const LEAST_PAIRS: u64 = 16;

    /// This test, if it is valid.
    ///
    /// # Errors
    /// If `elo0` is not below `elo1`, if either is beyond 1000 Elo or the points that `payoffs` allow, if `alpha` or `beta` is
    /// not between 0 and 1, or if their sum is not below 1.
    pub fn checked(self, payoffs: Range) -> Result<Self, ParseError> {
        let (greatest, example) = match self.model {
            // A player has either side in one game of a pair.
            Model::Points => (Scale::points(payoffs).reach, ""),
            Model::Normalized | Model::Logistic => (GREATEST, " such as 0,5"),
        };
        let is_possible = |effect: f64| effect.abs() <= greatest;
        if !(is_possible(self.elo0) && is_possible(self.elo1) && self.elo0 < self.elo1) {
            let expected =
                format!("two numbers from -{greatest} to {greatest}{example}, the first below the second");
            return Err(ParseError::new("sprt", self.to_string(), expected));
        }
        for (name, rate) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(0.0 < rate && rate < 1.0) {
                return Err(ParseError::new(name, rate.to_string(), "a number between 0 and 1"));
            }
        }
        if self.alpha + self.beta >= 1.0 {
            let read = format!("{} + {}", self.alpha, self.beta);
            return Err(ParseError::new("alpha + beta", read, "a sum below 1"));
        }
        Ok(self)
    }

    /// The log-likelihood ratio of H1 to H0; 0 without pairs. [`Model::Points`] takes the score as the points.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| self.model.divisors(&observed, elo));
        (0..5).map(|score| counts[score] * (h0[score] / h1[score]).ln()).sum()
    }

    /// The log-likelihood ratio of points. Both ends of what was seen count once more, as little as a score that never occurred.
    /// Where all points are equal, both ends of the scale do: such points would have no variance. They never do otherwise, since
    /// a game may declare payoffs far beyond those that occur, and their squares would outweigh what was seen.
    fn points_llr(&self, points: &Clusters) -> f64 {
        let reach = points.reach();
        let [h0, h1] = [self.elo0, self.elo1].map(|expected| {
            let ends = (reach - expected).powi(2) + (reach + expected).powi(2);
            points.squares_around(expected) + UNSEEN * ends
        });
        points.observations() as f64 / 2.0 * (h0 / h1).ln()
    }

    /// The ratios at which H0 and H1 are accepted: ln(beta/(1 - alpha)) and ln((1 - beta)/alpha).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio with pairs from one opening weighted by the evidence that they hold:
    /// [`Sequential::llr`] times [`Clusters::independence`], as in quasi-likelihood (Wedderburn 1974).
    pub fn llr_of(&self, scores: &Scores) -> f64 {
        let Some(seen) = self.observed(scores).filter(|seen| seen.clusters() > 0) else { return 0.0 };
        let is_of_points = self.model == Model::Points;
        let llr = if is_of_points { self.points_llr(seen) } else { self.llr(&scores.pairs()) };
        llr * seen.independence()
    }

    /// What the hypotheses are about, clustered by opening; `None` if it is points and the game counts none.
    fn observed<'a>(&self, scores: &'a Scores) -> Option<&'a Clusters> {
        if self.model == Model::Points { scores.point_clusters() } else { Some(scores.clusters()) }
    }

    /// The decision for pairs that each have an opening of their own.
    pub fn decide(&self, pairs: &Pentanomial) -> Hypothesis {
        self.settle(pairs.pairs(), || self.llr(pairs))
    }

    /// The decision for these scores. Of points as many openings must have an uneven pair: where most pairs are level, as with
    /// players that mostly make the same moves, the variance is unknown before. A test plays such matches.
    pub fn decide_by(&self, scores: &Scores) -> Hypothesis {
        let observations = self.observed(scores).map_or(0, |seen| match self.model {
            Model::Points => seen.uneven(),
            Model::Normalized | Model::Logistic => seen.clusters(),
        });
        self.settle(observations, || self.llr_of(scores))
    }

    fn settle(&self, observations: u64, llr: impl Fn() -> f64) -> Hypothesis {
        if observations < Self::LEAST_PAIRS {
            return Hypothesis::Continue;
        }
        let (lower, upper) = self.bounds();
        match llr() {
            llr if llr >= upper => Hypothesis::H1,
            llr if llr <= lower => Hypothesis::H0,
            _ => Hypothesis::Continue,
        }
    }
}

impl FromStr for Sequential {
    type Err = ParseError;

    /// Reads `E0,E1`; the error rates are 5 % and the model is normalised. [`Sequential::checked`] says whether the numbers are
    /// possible, which depends on the model.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let read = |part: &str| part.trim().parse().ok().filter(|number: &f64| number.is_finite());
        let (elo0, elo1) = text
            .split_once(',')
            .and_then(|(elo0, elo1)| Some((read(elo0)?, read(elo1)?)))
            .ok_or_else(|| ParseError::new("sprt", text, "two numbers such as 0,5"))?;
        Ok(Sequential { elo0, elo1, alpha: 0.05, beta: 0.05, model: Model::default() })
    }
}

impl fmt::Display for Sequential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

impl Model {
    /// The numbers that divide the observed shares to give the likeliest distribution with an effect of `elo`.
    fn divisors(self, observed: &[f64; 5], elo: f64) -> [f64; 5] {
        match self {
            Model::Normalized => with_effect(observed, SQRT_2 * elo / NORMALISED),
            Model::Logistic => {
                let mean = expected_score(elo);
                constrained(observed, &SCORES.map(|score| score - mean))
            }
            Model::Points => {
                // No score lies beyond its scale, whatever the hypothesis says.
                let mean = elo.clamp(expected_score(-GREATEST), expected_score(GREATEST));
                constrained(observed, &SCORES.map(|score| score - mean))
            }
        }
    }
}

impl FromStr for Model {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "normalized" => Ok(Model::Normalized),
            "logistic" => Ok(Model::Logistic),
            "points" => Ok(Model::Points),
            _ => Err(ParseError::unknown("model", text, ["normalized", "logistic", "points"])),
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
            Model::Points => "points",
        })
    }
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Hypothesis::H0 => "H0",
            Hypothesis::H1 => "H1",
            Hypothesis::Continue => "continue",
        })
    }
}

/// The divisors of the likeliest distribution whose mean is `effect` deviations above one half.
fn with_effect(observed: &[f64; 5], effect: f64) -> [f64; 5] {
    let (observed_mean, observed_deviation) = moments(observed);
    // The widest distribution has only wins and losses, in the shares that give the effect.
    let widest = 0.5 / (1.0 + effect * effect).sqrt();
    let mut best = (widest, tangent(observed, effect, 0.5 + effect * widest, widest));
    // If the effect sought is greater in size than the observed one, every tangent holds only distributions with at
    // least that effect, and there may be several local maxima: wide and narrow distributions. The best start is taken.
    if effect != 0.0 && effect.signum() * (observed_mean - 0.5) < effect.abs() * observed_deviation {
        for deviation in [observed_deviation, widest * 0.7, widest * 0.5, widest * 0.35, widest * 0.2] {
            let found = tangent(observed, effect, 0.5 + effect * deviation, deviation);
            if likelihood(observed, found) > likelihood(observed, best.1) {
                best = (deviation, found);
            }
        }
    }
    let (mut deviation, mut divisors) = best;
    let mut mean = 0.5 + effect * deviation;
    for _ in 0..ROUNDS {
        let last = (mean, deviation);
        (mean, deviation) = moments(&std::array::from_fn(|score| observed[score] / divisors[score]));
        // The likelihood is stationary at the tangent sought, so the error of the ratio is of the order of this
        // difference squared.
        if (mean - last.0).abs() + (deviation - last.1).abs() < 1e-9 {
            break;
        }
        divisors = tangent(observed, effect, mean, deviation);
    }
    divisors
}

/// The divisors of the likeliest distribution on the tangent at this mean and deviation.
fn tangent(observed: &[f64; 5], effect: f64, mean: f64, deviation: f64) -> [f64; 5] {
    let phi = SCORES
        .map(|score| score - 0.5 - effect / 2.0 * (deviation + (score - mean) * (score - mean) / deviation));
    constrained(observed, &phi)
}

/// The log-likelihood per pair, relative to that without a constraint.
fn likelihood(observed: &[f64; 5], divisors: [f64; 5]) -> f64 {
    -observed.iter().zip(divisors).map(|(share, divisor)| share * divisor.ln()).sum::<f64>()
}

/// Mean and deviation of a pair's score.
fn moments(shares: &[f64; 5]) -> (f64, f64) {
    let mean = expectation(shares, |score| score);
    (mean, expectation(shares, |score| (score - mean) * (score - mean)).sqrt())
}

fn expectation(shares: &[f64; 5], of: impl Fn(f64) -> f64) -> f64 {
    shares.iter().zip(SCORES).map(|(share, score)| share * of(score)).sum()
}

/// The divisors 1 + θφ of the likeliest distribution in which φ has expectation 0; infinite unless φ has both signs.
fn constrained(observed: &[f64; 5], phi: &[f64; 5]) -> [f64; 5] {
    let least = phi.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = phi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && greatest > 0.0) {
        return [f64::INFINITY; 5];
    }
    // Between these bounds every divisor is positive, and the expectation falls from plus to minus infinity.
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    let width = high.min(-low);
    let mut theta = 0.0f64;
    for _ in 0..STEPS {
        let (mut value, mut slope) = (0.0, 0.0);
        for (share, phi) in observed.iter().zip(phi) {
            let ratio = phi / (1.0 + theta * phi);
            value += share * ratio;
            slope += share * ratio * ratio;
        }
        let end = if value > 0.0 {
            low = theta;
            high
        } else {
            high = theta;
            low
        };
        // Newton's step, but no farther than halfway to the end of the interval, where there is a pole.
        let step = value / slope;
        let half = (end - theta) / 2.0;
        let next = theta + if step.abs() < half.abs() { step } else { half };
        let is_found = (next - theta).abs() <= f64::EPSILON * width.max(next.abs());
        theta = next;
        if is_found {
            break;
        }
    }
    phi.map(|phi| 1.0 + theta * phi)
}

#[cfg(test)]
mod tests;
