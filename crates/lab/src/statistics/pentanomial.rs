//! Pairs of games counted by their score, and the statistics that follow from the counts alone.
//!
//! With s the mean and v the variance of a pair's score per game, Elo = -400 log10(1/s - 1) and normalised
//! Elo = (s - 1/2)/sqrt(2v) · 800/ln 10 (Van den Bergh), as in fastchess and fishtest. Their errors depend on which
//! pairs share an opening; [`Scores`](super::Scores) computes them.

use super::NORMALISED;
use std::iter::Sum;
use std::ops::AddAssign;

/// Pairs counted by A's points: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair in which A scored `half_points` half points, 0 to 4.
    ///
    /// # Panics
    /// If `half_points` is more than 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// The same pairs from B's view.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// A's mean score per game, 0 to 1.
    pub fn score(&self) -> Option<f64> {
        let half_points: u64 = self.0.iter().zip(0..).map(|(&count, half_points)| count * half_points).sum();
        (self.pairs() > 0).then(|| half_points as f64 / (4 * self.pairs()) as f64)
    }

    /// The share of pairs that ended level; match runners call it the draw ratio.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.0[2] as f64 / self.pairs() as f64)
    }

    /// Pairs won by A per pair that A lost.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [lost, slightly_lost, _, slightly_won, won] = self.0;
        let lost = lost + slightly_lost;
        (lost > 0).then(|| (won + slightly_won) as f64 / lost as f64)
    }

    /// The variance of a pair's score per game; `None` without pairs or if all pairs have the same score.
    pub fn variance(&self) -> Option<f64> {
        let score = self.score()?;
        let squares = self.0.iter().zip(0..).map(|(&count, quarters)| {
            let difference = f64::from(quarters) / 4.0 - score;
            count as f64 * difference * difference
        });
        let spread = self.0.iter().filter(|&&count| count > 0).count() > 1;
        spread.then(|| squares.sum::<f64>() / self.pairs() as f64)
    }

    /// A's Elo above B.
    pub fn elo(&self) -> Option<f64> {
        elo(self.score()?)
    }

    /// Normalised Elo: the effect in units of its standard deviation, comparable between openings and draw rates.
    pub fn nelo(&self) -> Option<f64> {
        Some((self.score()? - 0.5) / (2.0 * self.variance()?).sqrt() * NORMALISED)
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

impl Sum for Pentanomial {
    fn sum<I: Iterator<Item = Pentanomial>>(all: I) -> Pentanomial {
        all.fold(Pentanomial::default(), |mut total, pairs| {
            total += pairs;
            total
        })
    }
}

/// The Elo difference for a mean score; `None` where it would be infinite.
pub(super) fn elo(score: f64) -> Option<f64> {
    // Adding 0 turns the -0 of a level score into 0.
    (0.0 < score && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10() + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(ours: Option<f64>, known: f64, tolerance: f64) {
        let ours = ours.expect("a number");
        assert!((ours - known).abs() <= tolerance, "{ours}, expected {known}");
    }

    #[test]
    fn the_snapshot_of_a_match_runner_comes_out() {
        let pairs = Pentanomial([88, 368, 705, 433, 116]);
        assert_eq!(pairs.games(), 3420);
        close(pairs.score(), 1770.5 / 3420.0, 1e-15);
        close(pairs.elo(), 12.30, 0.005);
        close(pairs.nelo(), 17.92, 0.005);
        close(pairs.draw_ratio(), 0.4123, 0.00005);
        close(pairs.pairs_ratio(), 1.20, 0.005);
    }

    #[test]
    fn swapping_the_players_changes_the_sign() {
        let ours = Pentanomial([3, 10, 40, 12, 7]);
        let theirs = ours.reversed();
        assert_eq!(theirs, Pentanomial([7, 12, 40, 10, 3]));
        close(theirs.elo().map(|elo| -elo), ours.elo().unwrap(), 1e-12);
        close(theirs.nelo().map(|nelo| -nelo), ours.nelo().unwrap(), 1e-12);
    }

    #[test]
    fn no_games_say_nothing() {
        let pairs = Pentanomial::default();
        assert_eq!([pairs.score(), pairs.elo(), pairs.nelo()], [None; 3]);
        assert_eq!([pairs.draw_ratio(), pairs.pairs_ratio()], [None; 2]);
    }

    #[test]
    fn nothing_but_wins_has_a_score_and_no_elo() {
        for (pairs, score) in [(Pentanomial([0, 0, 0, 0, 9]), 1.0), (Pentanomial([9, 0, 0, 0, 0]), 0.0)] {
            assert_eq!(pairs.score(), Some(score));
            assert_eq!([pairs.elo(), pairs.nelo()], [None; 2]);
        }
    }

    #[test]
    fn level_pairs_are_level() {
        let pairs = Pentanomial([0, 0, 9, 0, 0]);
        assert_eq!((pairs.elo(), pairs.nelo()), (Some(0.0), None));
        assert!(pairs.elo().unwrap().is_sign_positive());
    }
}
