//! The scores of one player against another, and the one error model for everything derived from them.
//!
//! The standard error of the score is clustered by opening ([`Clusters`]). All other errors are that error on another
//! scale: the ends of the Elo interval are the ends of the score interval, converted to Elo; normalised Elo and the
//! likelihood of superiority Φ((s - 1/2)/se) divide by the same spread; a sequential test counts as much evidence as
//! the clusters hold. Where a game counts points, their error is that of the same clusters on another [`Scale`]. If every
//! pair has an opening of its own, these are the formulas of fastchess and fishtest, with n
//! - 1 in place of n.

use super::pentanomial::elo;
use super::{CONFIDENCE, Clusters, NORMALISED, Pentanomial, Scale};
use crate::normal;
use serde::{Deserialize, Serialize};
use tiptree::Range;

/// The scores of a player's complete pairs, with the openings that they came from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    pairs: Pentanomial,
    clusters: Clusters,
    /// Points per game of the same pairs, in a game that counts points.
    points: Option<Clusters>,
}

/// Points per game: what a player won from its opponent by the payoffs of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Points {
    /// Their mean over complete pairs; `None` without any.
    // A summary that lacks this field is one of a game that counts no points.
    #[serde(rename = "points", deserialize_with = "Option::deserialize")]
    pub mean: Option<f64>,
    /// Half the width of its 95 % interval.
    #[serde(rename = "points_ci95")]
    pub ci95: Option<f64>,
}

impl Scores {
    /// No scores yet, of a game with these payoffs.
    pub fn of(payoffs: Range) -> Scores {
        if payoffs.counts_points() { Scores::with_points(payoffs) } else { Scores::default() }
    }

    /// No scores yet, with points, even if there are only three payoffs.
    pub(super) fn with_points(payoffs: Range) -> Scores {
        Scores { points: Some(Clusters::on(Scale::points(payoffs))), ..Scores::default() }
    }

    /// Counts a pair from the opening with this key, in which the player scored `half_points` half points, 0 to 4.
    ///
    /// # Panics
    /// If `half_points` is more than 4.
    pub fn add(&mut self, opening: u64, half_points: usize) {
        self.pairs.add(half_points);
        self.clusters.add(opening, half_points as f64 / 4.0);
    }

    /// Counts a pair that is independent of all others, such as one with dice of its own.
    ///
    /// # Panics
    /// If `half_points` is more than 4.
    pub fn add_single(&mut self, half_points: usize) {
        self.pairs.add(half_points);
        self.clusters.add_single(half_points as f64 / 4.0);
    }

    /// Scores known only by their pairs, the number of openings and the standard error, as in a summary. The openings
    /// are assumed to have come equally often. A missing standard error means that there is only one opening.
    pub fn summarised(pairs: Pentanomial, openings: u64, se: Option<f64>) -> Scores {
        // A file may claim any number of pairs, so the sums are clamped.
        let sum = |power: u32| {
            let quarters = pairs.0.iter().zip(-2i128..);
            let sum: i128 = quarters.map(|(&count, quarters)| i128::from(count) * quarters.pow(power)).sum();
            sum.clamp(i64::MIN.into(), i64::MAX.into())
        };
        let openings = if se.is_some() { openings } else { openings.min(1) };
        let sums = [sum(1), sum(2)];
        let clusters = Clusters::summarised(Scale::SCORE, pairs.pairs(), sums, openings, se.unwrap_or(0.0));
        Scores { pairs, clusters, points: None }
    }

    /// The same scores with the points of a summary, of a game with these payoffs. The spread of single pairs, which a summary
    /// does not hold, is taken as if all were independent.
    #[must_use]
    pub fn with_summarised_points(self, points: Points, payoffs: Range) -> Scores {
        let (scale, n, openings) = (Scale::points(payoffs), self.pairs.pairs() as f64, self.observations());
        let Some(mean) = points.mean.map(|mean| mean.clamp(-scale.reach, scale.reach)) else { return self };
        let level = Clusters::summarised(scale, 1, [(scale.units * mean).round() as i128, 0], openings, 0.0);
        // All pairs had the same points where the interval is the one that such pairs have.
        let is_level = |ci95: f64| level.ci95().is_some_and(|known| (ci95 - known).abs() <= 1e-6 * known);
        let se = points.ci95.filter(|&ci95| !is_level(ci95)).map_or(0.0, |ci95| ci95 / CONFIDENCE);
        let squared = (mean.powi(2) + n * se.powi(2)) * n * scale.units.powi(2);
        // A file may claim any number of pairs: the conversion to i64 keeps to its ends.
        let sums = [scale.units * mean * n, squared].map(|sum| (sum.round() as i64).into());
        let points = Clusters::summarised(scale, self.pairs.pairs(), sums, openings, se);
        Scores { points: Some(points), ..self }
    }

    /// Adds the scores of another match of the player. Points are lost unless both matches have them on one scale.
    pub fn join(&mut self, other: &Scores) {
        let is_known = self.point_clusters().is_some();
        self.points = match (self.points.take().filter(|_| is_known), other.point_clusters()) {
            (Some(mut points), Some(more)) if points.scale() == more.scale() => {
                points.join(more);
                Some(points)
            }
            (None, Some(points)) if self.pairs.pairs() == 0 => Some(points.clone()),
            (points, None) if other.pairs.pairs() == 0 => points,
            _ => None,
        };
        self.pairs += other.pairs;
        self.clusters.join(&other.clusters);
    }

    /// The same scores from the opponent's view.
    #[must_use]
    pub fn reversed(&self) -> Scores {
        Scores {
            pairs: self.pairs.reversed(),
            clusters: self.clusters.reversed(),
            points: self.points.as_ref().map(Clusters::reversed),
        }
    }

    /// The pairs by the player's points.
    pub fn pairs(&self) -> Pentanomial {
        self.pairs
    }

    /// The pairs by their openings.
    pub fn clusters(&self) -> &Clusters {
        &self.clusters
    }

    /// The number of independent observations: different openings, and pairs with dice of their own.
    pub fn observations(&self) -> u64 {
        self.clusters.clusters()
    }

    /// The player's mean score per game, 0 to 1.
    pub fn score(&self) -> Option<f64> {
        self.pairs.score()
    }

    /// The standard error of the score.
    pub fn score_se(&self) -> Option<f64> {
        self.clusters.se()
    }

    /// Half the width of the 95 % interval of the score.
    pub fn score_ci95(&self) -> Option<f64> {
        self.clusters.ci95()
    }

    /// The player's Elo above the opponent.
    pub fn elo(&self) -> Option<f64> {
        self.pairs.elo()
    }

    /// Half the width of the 95 % interval of Elo; `None` also if the interval is unbounded.
    pub fn elo_ci95(&self) -> Option<f64> {
        let (score, width) = (self.score()?, self.score_ci95()?);
        Some((elo(score + width)? - elo(score - width)?) / 2.0)
    }

    /// Normalised Elo: the effect in units of its standard deviation, comparable between openings and draw rates.
    pub fn nelo(&self) -> Option<f64> {
        self.pairs.nelo()
    }

    /// Half the width of the 95 % interval of normalised Elo.
    pub fn nelo_ci95(&self) -> Option<f64> {
        let deviation = (2.0 * self.pairs.variance()?).sqrt();
        Some(CONFIDENCE * NORMALISED * self.score_se()? / deviation)
    }

    /// The likelihood that the player is the stronger one. Pairs that are all level favour nobody.
    pub fn los(&self) -> Option<f64> {
        let score = self.score()?;
        match self.score_se().filter(|&se| se > 0.0) {
            Some(se) => Some(normal::cumulative((score - 0.5) / se)),
            None => (score == 0.5).then_some(0.5),
        }
    }

    /// The share of the pairs' evidence that is left because pairs from one opening depend on each other:
    /// [`Clusters::independence`] of the score.
    pub fn independence(&self) -> f64 {
        self.clusters.independence()
    }

    /// Counts the points of a pair whose score has been counted: the player's mean payoff per game. The opening is its key, or
    /// `None` if the pair is independent of all others. Without effect in a game that counts no points.
    pub fn add_points(&mut self, opening: Option<u64>, points: f64) {
        match (&mut self.points, opening) {
            (Some(clusters), Some(opening)) => clusters.add(opening, points),
            (Some(clusters), None) => clusters.add_single(points),
            (None, _) => {}
        }
    }

    /// The pairs' points by their openings, in a game that counts points; `None` also if a pair has a score and no points, so
    /// that points never rest on a part of the match.
    pub fn point_clusters(&self) -> Option<&Clusters> {
        self.points.as_ref().filter(|points| points.observations() >= self.pairs.pairs())
    }

    /// The player's points per game, in a game that counts points.
    pub fn points(&self) -> Option<Points> {
        self.point_clusters().map(|points| Points { mean: points.mean(), ci95: points.ci95() })
    }
}

impl From<Pentanomial> for Scores {
    /// The scores of pairs that each have an opening of their own.
    fn from(pairs: Pentanomial) -> Scores {
        let mut scores = Scores::default();
        for (half_points, &count) in pairs.0.iter().enumerate() {
            (0..count).for_each(|_| scores.add_single(half_points));
        }
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(scores: &Scores) -> Option<f64> {
        scores.points()?.mean
    }

    fn ci95(scores: &Scores) -> Option<f64> {
        scores.points()?.ci95
    }

    fn close(ours: Option<f64>, known: f64, tolerance: f64) {
        let ours = ours.expect("a number");
        assert!((ours - known).abs() <= tolerance, "{ours}, expected {known}");
    }

    fn intervals(scores: &Scores) -> [Option<f64>; 4] {
        [scores.score_ci95(), scores.elo_ci95(), scores.nelo_ci95(), scores.los()]
    }

    #[test]
    fn the_snapshot_of_a_match_runner_comes_out() {
        let scores = Scores::from(Pentanomial([88, 368, 705, 433, 116]));
        assert_eq!((scores.observations(), scores.independence()), (1710, 1.0));
        close(scores.elo_ci95(), 8.00, 0.005);
        close(scores.nelo_ci95(), 11.64, 0.01);
        close(scores.los(), 0.9987, 0.00005);
    }

    #[test]
    fn repetition_changes_no_error_on_any_scale() {
        let half_points = [0, 2, 2, 4, 3, 1, 2, 4, 4, 3];
        let (mut once, mut often) = (Scores::default(), Scores::default());
        for (opening, &half_points) in (0..).zip(&half_points) {
            once.add(opening, half_points);
            (0..7).for_each(|_| often.add(opening, half_points));
        }
        assert_eq!((often.score(), often.elo(), often.nelo()), (once.score(), once.elo(), once.nelo()));
        for (often, once) in intervals(&often).into_iter().zip(intervals(&once)) {
            close(often, once.unwrap(), 1e-12);
        }
        assert_eq!(once.independence(), 1.0);
        close(Some(often.independence()), 1.0 / 7.0, 1e-12);
    }

    #[test]
    fn points_have_the_interval_of_the_score_on_their_own_scale() {
        // A loss pays -8 and a win 8, so that a point of the score is 16.
        let (payoffs, repeats) = (Range::new(-8.0, 8.0), [1, 4]);
        for repeats in repeats {
            let mut scores = Scores::with_points(payoffs);
            for number in 0..60 * repeats {
                let opening = (number % 7 != 0).then_some(number % 60);
                let half_points = (number % 60 * 11 + number / 60) as usize % 5;
                match opening {
                    Some(opening) => scores.add(opening, half_points),
                    None => scores.add_single(half_points),
                }
                scores.add_points(opening, 4.0 * half_points as f64 - 8.0);
            }
            let known = scores.score().unwrap();
            close(mean(&scores), 16.0 * known - 8.0, 1e-12);
            close(ci95(&scores), 16.0 * scores.score_ci95().unwrap(), 1e-12);
            let points = scores.point_clusters().unwrap();
            assert_eq!(points.clusters(), scores.observations());
            close(Some(points.independence()), scores.independence(), 1e-12);
            let theirs = scores.reversed();
            close(mean(&theirs).map(|points| -points), mean(&scores).unwrap(), 1e-12);
            let mut both = scores.clone();
            both.join(&scores);
            assert_eq!(mean(&both), mean(&scores));
        }
        // Nothing but the greatest payoff leaves room for others, as nothing but wins does.
        let mut scores = Scores::with_points(payoffs);
        for opening in 0..25 {
            scores.add(opening, 4);
            scores.add_points(Some(opening), 8.0);
        }
        close(ci95(&scores), 16.0 * scores.score_ci95().unwrap(), 1e-12);
    }

    #[test]
    fn small_points_are_not_rounded_away() {
        let mut scores = Scores::with_points(Range::new(-0.0002, 0.0002));
        [0.0002, 0.0001, -0.00005].into_iter().zip(0..).for_each(|(points, opening)| {
            scores.add_points(Some(opening), points);
        });
        close(mean(&scores), 0.00025 / 3.0, 1e-15);
    }

    #[test]
    fn points_on_a_wide_scale_do_not_overflow() {
        let mut scores = Scores::with_points(Range::new(-1e12, 1e12));
        for number in 0..3_000_000u64 {
            scores.add(number % 2, 4);
            scores.add_points(Some(number % 2), if number % 2 == 0 { 1e12 } else { 0.5e12 });
        }
        close(mean(&scores), 0.75e12, 1.0);
        // Two clusters, half a million millions apart: the error is their distance over two.
        close(scores.point_clusters().unwrap().se(), 0.25e12, 1e3);
    }

    #[test]
    fn a_summary_keeps_the_points() {
        let payoffs = Range::new(-8.0, 8.0);
        for points in [[1.0, -0.5, 3.0], [2.5; 3]] {
            let mut scores = Scores::with_points(payoffs);
            for number in 0..300 {
                scores.add(number % 30, [1, 4, 2][number as usize % 3]);
                scores.add_points(Some(number % 30), points[number as usize % 3]);
            }
            let again = Scores::summarised(scores.pairs(), scores.observations(), scores.score_se());
            let mut again = again.with_summarised_points(scores.points().unwrap(), payoffs);
            close(mean(&again), mean(&scores).unwrap(), 1e-5);
            close(ci95(&again), ci95(&scores).unwrap(), 1e-4);
            again.join(&scores);
            close(mean(&again), mean(&scores).unwrap(), 1e-5);
        }
    }

    #[test]
    fn points_are_lost_with_a_match_that_has_none() {
        let (mut with, mut without) = (Scores::with_points(Range::new(-3.0, 3.0)), Scores::default());
        with.add(1, 4);
        with.add_points(Some(1), 2.5);
        without.add(2, 0);
        let mut field = Scores::default();
        field.join(&with);
        assert_eq!(field.points(), Some(Points { mean: Some(2.5), ci95: None }));
        field.join(&Scores::default());
        assert_eq!(mean(&field), Some(2.5));
        field.join(&without);
        assert_eq!(field.points(), None);
        // A pair without points takes them from the whole match.
        with.add(2, 0);
        assert_eq!(with.points(), None);
        let mut field = Scores::of(Range::new(-3.0, 3.0));
        assert_eq!(field.points(), Some(Points::default()));
        field.join(&with);
        assert_eq!(field.points(), None);
    }

    #[test]
    fn swapping_the_players_changes_the_sign_and_no_interval() {
        let ours = Scores::from(Pentanomial([3, 10, 40, 12, 7]));
        let theirs = ours.reversed();
        assert_eq!(theirs.pairs(), Pentanomial([7, 12, 40, 10, 3]));
        close(theirs.elo().map(|elo| -elo), ours.elo().unwrap(), 1e-12);
        close(theirs.los().map(|los| 1.0 - los), ours.los().unwrap(), 1e-12);
        close(theirs.elo_ci95(), ours.elo_ci95().unwrap(), 1e-12);
        assert_eq!(theirs.score_se(), ours.score_se());
        close(theirs.nelo_ci95(), ours.nelo_ci95().unwrap(), 1e-12);
    }

    #[test]
    fn nothing_but_wins_has_an_interval_of_the_score_alone() {
        for pairs in [Pentanomial([0, 0, 0, 0, 9]), Pentanomial([9, 0, 0, 0, 0])] {
            let [score, elo, nelo, los] = intervals(&Scores::from(pairs));
            close(score, 1.0 - 0.025f64.powf(1.0 / 9.0), 1e-12);
            assert_eq!([elo, nelo, los], [None; 3]);
        }
        assert_eq!(intervals(&Scores::default()), [None; 4]);
    }

    #[test]
    fn level_pairs_are_level_and_favour_nobody() {
        let scores = Scores::from(Pentanomial([0, 0, 9, 0, 0]));
        assert_eq!((scores.elo(), scores.nelo(), scores.los()), (Some(0.0), None, Some(0.5)));
        assert!(scores.elo_ci95().is_some());
    }

    #[test]
    fn an_interval_past_the_end_of_the_scale_is_none() {
        let scores = Scores::from(Pentanomial([0, 0, 1, 0, 1]));
        assert_eq!((scores.score(), scores.elo_ci95()), (Some(0.75), None));
    }

    #[test]
    fn a_summary_keeps_every_number() {
        let mut scores = Scores::default();
        (0..300).for_each(|number| scores.add(number as u64 % 30, (number * 7 + number / 30) % 5));
        let again = Scores::summarised(scores.pairs(), scores.observations(), scores.score_se());
        assert_eq!((again.pairs(), again.observations()), (scores.pairs(), 30));
        for (again, known) in intervals(&again).into_iter().zip(intervals(&scores)) {
            close(again, known.unwrap(), 1e-2 * known.unwrap());
        }
        let one = Scores::summarised(Pentanomial([0, 0, 4, 0, 0]), 1, None);
        assert_eq!((one.observations(), one.score_se()), (1, None));
    }
}
