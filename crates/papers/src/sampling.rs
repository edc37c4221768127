//! How far apart two samples of one share, or of one mean, may lie: the paper's and ours.
//!
//! Shares use the test of two proportions with the pooled share of both samples, which is the best estimate if they
//! agree. A share near 0 or 1 is skewed, so that the normal distribution would call a rare game or two a difference;
//! the next term of its expansion (Cornish and Fisher 1938) corrects for that on the side of the long tail.
//!
//! Means use the test of two means with the standard deviation of the items averaged, which the paper does not print
//! and we measured.

/// The sample behind a published count or share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The number of games.
    pub games: f64,
    /// The number that stands for all games: the games themselves for a count, 100 for a percentage.
    pub whole: f64,
    /// The number of standard errors of the difference within which ours agrees.
    pub standard_errors: f64,
}

/// Our sampled count or share, as a mean over samples of the paper's size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampled {
    /// The mean count or share in a sample of the paper's size.
    pub mean: f64,
    /// The number of such samples. It need not be whole.
    pub samples: f64,
}

impl Sample {
    /// The greatest difference allowed between the published number and ours.
    pub fn tolerance(&self, published: f64, ours: Sampled) -> f64 {
        let Sampled { mean, samples } = ours;
        let share = ((published + samples * mean) / (1.0 + samples) / self.whole).clamp(0.0, 1.0);
        let variance = share * (1.0 - share) / self.games * (1.0 + 1.0 / samples);
        // The third cumulant of the difference over its variance; it vanishes if both samples have the same size.
        let skewness = (1.0 - 2.0 * share) * (1.0 - 1.0 / samples) / self.games;
        let towards = if published < mean { -1.0 } else { 1.0 };
        let widening = towards * skewness * (self.standard_errors.powi(2) - 1.0) / 6.0;
        // The short tail is not narrowed: a count cannot fall below 0, so a rare one has no such tail.
        self.whole * (self.standard_errors * variance.sqrt() + widening.max(0.0))
    }
}

/// The sample behind a published mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The number of items averaged.
    pub size: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// The number of standard errors of the difference within which ours agrees.
    pub standard_errors: f64,
}

/// Our mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Averaged {
    /// The mean.
    pub mean: f64,
    /// The number of items averaged.
    pub size: f64,
}

impl Spread {
    /// The greatest difference allowed between the published mean, before rounding, and ours.
    pub fn tolerance(&self, ours: Averaged) -> f64 {
        self.standard_errors * self.deviation * (1.0 / self.size + 1.0 / ours.size).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: Sample = Sample { games: 1600.0, whole: 1600.0, standard_errors: 3.3 };

    fn agrees(published: f64, mean: f64, samples: f64) -> bool {
        (published - mean).abs() <= COUNT.tolerance(published, Sampled { mean, samples })
    }

    #[test]
    fn two_samples_of_one_size_pool_their_share() {
        let even = Sample { games: 100.0, whole: 100.0, standard_errors: 2.0 };
        let tolerance = even.tolerance(40.0, Sampled { mean: 60.0, samples: 1.0 });
        assert!((tolerance - 2.0 * 50f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_share_is_a_count_in_other_units() {
        let ours = |mean| Sampled { mean, samples: 20.0 };
        let percent = Sample { games: 472.0, whole: 100.0, ..COUNT };
        let count = Sample { games: 472.0, whole: 472.0, ..COUNT };
        let unit = 472.0 / 100.0;
        let difference =
            count.tolerance(48.9 * unit, ours(47.3 * unit)) - unit * percent.tolerance(48.9, ours(47.3));
        assert!(difference.abs() < 1e-9);
    }

    #[test]
    fn of_many_samples_only_the_papers_error_stays() {
        let even = Sample { games: 100.0, whole: 100.0, standard_errors: 2.0 };
        assert!((even.tolerance(50.0, Sampled { mean: 50.0, samples: 1e9 }) - 10.0).abs() < 1e-6);
    }

    #[test]
    fn means_of_few_may_lie_further_apart() {
        let spread = Spread { size: 100.0, deviation: 5.0, standard_errors: 2.0 };
        let tolerance = |size| spread.tolerance(Averaged { mean: 7.0, size });
        assert!((tolerance(1e12) - 1.0).abs() < 1e-6);
        assert!((tolerance(100.0) - 2f64.sqrt()).abs() < 1e-12);
        assert!(tolerance(1.0) > 10.0);
    }

    /// Compares with the largest count that a Poisson distribution gives more often than once in two thousand times,
    /// which is the tail that 3.3 standard errors leave on each side: right to a game.
    #[test]
    fn rare_games_are_judged_as_poisson_would() {
        for (mean, most) in [(0.01, 1.0), (0.1, 2.0), (0.2, 3.0), (1.0, 6.0), (4.0, 12.0), (12.0, 25.0)] {
            assert!(agrees(most - 1.0, mean, 1e6), "{} where {mean} are expected", most - 1.0);
            assert!(!agrees(most + 2.0, mean, 1e6), "{} where {mean} are expected", most + 2.0);
        }
    }

    #[test]
    fn a_few_games_beside_none_say_nothing() {
        assert!(agrees(0.0, 0.0, 100.0));
        assert!(agrees(0.0, 1.0, 1.0));
        assert!(agrees(1.0, 0.01, 100.0));
        assert!(agrees(1599.0, 1600.0, 100.0));
        // Nor do they if ours is the smaller sample: one of our hundred boards counts as sixteen.
        assert!(agrees(0.0, 16.0, 1.0 / 16.0));
        assert!(!agrees(0.0, 20.0, 100.0));
        assert!(!agrees(20.0, 0.0, 100.0));
    }
}
