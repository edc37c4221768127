//! What pairs of games say about two players: score, Elo, normalised Elo, likelihood of superiority.
//!
//! Both games of a pair share their opening, so pairs are the independent observations, and their five scores the
//! pentanomial counts. The formulas are those of fastchess and fishtest: with s the mean and v the variance of a
//! pair's score per game, Elo = -400 log10(1/s - 1), its error half the width of the interval from
//! s - 1.96 sqrt(v/n) to s + 1.96 sqrt(v/n), normalised Elo = (s - 1/2)/sqrt(2v) · 800/ln 10 (Van den Bergh), and
//! the likelihood of superiority Φ((s - 1/2)/sqrt(v/n)).
//!
//! A deterministic player repeats its games when an opening comes again. Pairs of one position are then no independent
//! observations, and [`clustered_error`] takes each position as one (Liang and Zeger 1986).
//!
//! What the counts do not tell is `None`, never an infinity: no games, no spread, nothing but wins.

use crate::normal;
use std::collections::BTreeMap;

/// Half the width of a 95 % interval in standard errors.
const CONFIDENCE: f64 = 1.959_963_984_540_054;

/// Elo a unit of the score's standardised effect: 800 / ln 10.
const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// Pairs counted by A's points: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair in which A made `half_points` half points, 0 to 4.
    ///
    /// # Panics
    /// If a pair cannot give so many.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// A's mean score a game, 0 to 1.
    pub fn score(&self) -> Option<f64> {
        let half_points: u64 = self.0.iter().zip(0..).map(|(&count, half_points)| count * half_points).sum();
        (self.pairs() > 0).then(|| half_points as f64 / (4 * self.pairs()) as f64)
    }

    /// The variance of a pair's score a game; `None` without pairs or without any spread among them.
    pub fn variance(&self) -> Option<f64> {
        let score = self.score()?;
        let squares = self.0.iter().zip(0..).map(|(&count, quarters)| {
            let difference = f64::from(quarters) / 4.0 - score;
            count as f64 * difference * difference
        });
        let spread = self.0.iter().filter(|&&count| count > 0).count() > 1;
        spread.then(|| squares.sum::<f64>() / self.pairs() as f64)
    }

    /// The standard error of the score.
    pub fn score_error(&self) -> Option<f64> {
        Some((self.variance()? / self.pairs() as f64).sqrt())
    }

    /// A's Elo above B.
    pub fn elo(&self) -> Option<f64> {
        elo(self.score()?)
    }

    /// The 95 % error of [`Pentanomial::elo`]; `None` also where the interval has no end.
    pub fn elo_error(&self) -> Option<f64> {
        let (score, error) = (self.score()?, self.score_error()?);
        Some((elo(score + CONFIDENCE * error)? - elo(score - CONFIDENCE * error)?) / 2.0)
    }

    /// Normalised Elo: the effect in units of its own spread, comparable between openings and draw rates.
    pub fn nelo(&self) -> Option<f64> {
        Some((self.score()? - 0.5) / (2.0 * self.variance()?).sqrt() * NORMALISED)
    }

    /// The 95 % error of [`Pentanomial::nelo`].
    pub fn nelo_error(&self) -> Option<f64> {
        self.variance()?;
        Some(CONFIDENCE * NORMALISED / (self.games() as f64).sqrt())
    }

    /// The likelihood that A is the stronger player. Pairs that are all level favour nobody.
    pub fn los(&self) -> Option<f64> {
        let score = self.score()?;
        match self.score_error() {
            Some(error) => Some(normal::cumulative((score - 0.5) / error)),
            None => (score == 0.5).then_some(0.5),
        }
    }
}

/// The Elo difference that a mean score stands for; `None` where it has no bound.
fn elo(score: f64) -> Option<f64> {
    // Adding 0 turns the -0 of a level score into a plain one.
    (0.0 < score && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10() + 0.0)
}

/// The standard error of the mean of `observations`, each being (cluster, score), where only different clusters are
/// independent; `None` with fewer than two clusters.
///
/// With the residual sums e of the G clusters, G/(G-1) · Σe² / n² is the variance.
pub fn clustered_error(observations: impl Iterator<Item = (u64, f64)>) -> Option<f64> {
    let mut clusters: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for (cluster, score) in observations {
        let (count, sum) = clusters.entry(cluster).or_default();
        *count += 1.0;
        *sum += score;
    }
    let (count, sum) = clusters.values().fold((0.0, 0.0), |total, part| (total.0 + part.0, total.1 + part.1));
    let mean = sum / count;
    let squares: f64 = clusters.values().map(|(count, sum)| (sum - count * mean).powi(2)).sum();
    let groups = clusters.len() as f64;
    (clusters.len() > 1).then(|| (groups / (groups - 1.0) * squares).sqrt() / count)
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
        close(pairs.elo_error(), 8.00, 0.005);
        close(pairs.nelo(), 17.92, 0.005);
        close(pairs.nelo_error(), 11.64, 0.005);
        close(pairs.los(), 0.9987, 0.00005);
    }

    #[test]
    fn swapping_the_players_changes_the_sign() {
        let ours = Pentanomial([3, 10, 40, 12, 7]);
        let theirs = Pentanomial([7, 12, 40, 10, 3]);
        close(theirs.elo().map(|elo| -elo), ours.elo().unwrap(), 1e-12);
        close(theirs.nelo().map(|nelo| -nelo), ours.nelo().unwrap(), 1e-12);
        close(theirs.los().map(|los| 1.0 - los), ours.los().unwrap(), 1e-12);
        close(theirs.elo_error(), ours.elo_error().unwrap(), 1e-12);
    }

    #[test]
    fn no_games_say_nothing() {
        let pairs = Pentanomial::default();
        let answers = [pairs.score(), pairs.elo(), pairs.elo_error(), pairs.nelo(), pairs.los()];
        assert_eq!(answers, [None; 5]);
    }

    #[test]
    fn nothing_but_wins_has_a_score_and_no_elo() {
        for (pairs, score) in [(Pentanomial([0, 0, 0, 0, 9]), 1.0), (Pentanomial([9, 0, 0, 0, 0]), 0.0)] {
            assert_eq!(pairs.score(), Some(score));
            let answers = [pairs.elo(), pairs.elo_error(), pairs.nelo(), pairs.nelo_error(), pairs.los()];
            assert_eq!(answers, [None; 5]);
        }
    }

    #[test]
    fn level_pairs_are_level_without_an_interval() {
        let pairs = Pentanomial([0, 0, 9, 0, 0]);
        assert_eq!((pairs.elo(), pairs.elo_error(), pairs.nelo()), (Some(0.0), None, None));
        assert_eq!(pairs.los(), Some(0.5));
        assert!(pairs.elo().unwrap().is_sign_positive());
    }

    #[test]
    fn an_interval_past_the_end_of_the_scale_is_none() {
        let pairs = Pentanomial([0, 0, 1, 0, 1]);
        assert_eq!((pairs.score(), pairs.elo_error()), (Some(0.75), None));
    }

    #[test]
    fn clusters_of_one_give_the_ordinary_error() {
        let scores = [0.0, 0.5, 0.5, 1.0, 0.75];
        let mean = 0.55;
        let squares: f64 = scores.iter().map(|score: &f64| (score - mean).powi(2)).sum();
        close(clustered_error((0..).zip(scores)), (squares / 4.0 / 5.0).sqrt(), 1e-15);
    }

    #[test]
    fn repeating_every_pair_does_not_shrink_the_clustered_error() {
        let once: Vec<(u64, f64)> = (0..).zip([0.0, 0.5, 0.5, 1.0, 0.75]).collect();
        let often: Vec<(u64, f64)> = once.iter().cycle().take(50).copied().collect();
        close(clustered_error(often.into_iter()), clustered_error(once.into_iter()).unwrap(), 1e-15);
    }

    #[test]
    fn one_cluster_has_no_error() {
        assert_eq!(clustered_error([(7, 0.0), (7, 1.0)].into_iter()), None);
        assert_eq!(clustered_error(std::iter::empty()), None);
    }
}
