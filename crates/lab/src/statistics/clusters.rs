//! The error of a mean score where observations of one cluster are not independent (Liang and Zeger 1986).
//!
//! The variance of the mean over n observations is G/(G-1) · Σe²/n², where G is the number of clusters and e the sum of
//! the residuals of a cluster. For a cluster of n observations with score sum S, and the overall mean m, e = S - n m.
//! Hence Σe² = ΣS² - 2m Σn·S + m² Σn²: three sums that can be updated with every observation, whatever the mean
//! becomes. Differences of such sums lose digits unless they are whole numbers. Scores are therefore counted in whole
//! units of a [`Scale`], such as quarters of a point per game, which is what a half point of a pair is, and nothing is
//! rounded before the square root.

use super::{CONFIDENCE, Scale};
use std::collections::HashMap;

/// Scores of pairs, grouped into clusters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clusters {
    scale: Scale,
    /// The clusters that may grow, by their keys.
    keyed: HashMap<u64, Part>,
    /// The sums over all clusters, keyed or not.
    all: Sums,
    /// The sums over the clusters that have no key.
    unkeyed: Sums,
    /// The greatest distance of an observation from the middle, in units.
    farthest: i128,
}

/// Observations of a cluster and the sum of their scores, in units above the middle of the scale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    observations: i128,
    units: i128,
    /// Σx², x being the score of a single observation, in units above the middle.
    squared: i128,
}

/// Sums over clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    clusters: u64,
    /// The clusters in which some score is not the middle.
    uneven: u64,
    total: Part,
    /// ΣS², Σn·S and Σn².
    squares: [i128; 3],
}

impl Part {
    fn of(score: f64, scale: Scale) -> Part {
        let units = (scale.units * score).round() as i128 - scale.middle;
        Part { observations: 1, units, squared: units * units }
    }

    fn plus(self, other: Part) -> Part {
        Part {
            observations: self.observations + other.observations,
            units: self.units + other.units,
            squared: self.squared + other.squared,
        }
    }

    /// The same observations from the opponent's view.
    pub(super) fn reversed(self) -> Part {
        Part { units: -self.units, ..self }
    }

    fn squares(self) -> [i128; 3] {
        [self.units * self.units, self.observations * self.units, self.observations * self.observations]
    }

    /// The sum of the scores above `expected`, on the scale from 0 to 1.
    pub(super) fn above(self, expected: f64) -> f64 {
        self.units as f64 / Scale::SCORE.units + self.observations as f64 * (0.5 - expected)
    }
}

impl Sums {
    /// Updates the sums for a cluster that changes from `before` to `after`.
    fn replace(&mut self, before: Part, after: Part) {
        self.clusters += u64::from(before == Part::default());
        self.uneven += u64::from(before.squared == 0 && after.squared > 0);
        self.total.observations += after.observations - before.observations;
        self.total.units += after.units - before.units;
        self.total.squared += after.squared - before.squared;
        for (sum, (before, after)) in
            self.squares.iter_mut().zip(before.squares().into_iter().zip(after.squares()))
        {
            *sum += after - before;
        }
    }

    fn join(&mut self, other: &Sums) {
        self.clusters += other.clusters;
        self.uneven += other.uneven;
        self.total = self.total.plus(other.total);
        for (sum, more) in self.squares.iter_mut().zip(other.squares) {
            *sum += more;
        }
    }

    fn reversed(self) -> Sums {
        let [squares, products, counts] = self.squares;
        Sums { total: self.total.reversed(), squares: [squares, -products, counts], ..self }
    }

    /// Σe² over the clusters, e being a cluster's sum of scores above `expected`.
    fn residuals(&self, scale: Scale, expected: f64) -> f64 {
        let [squares, products, counts] = self.squares.map(|sum| sum as f64);
        let units = scale.units * expected - scale.middle as f64;
        (squares - 2.0 * units * products + units * units * counts).max(0.0) / (scale.units * scale.units)
    }

    /// n² Σe² over the clusters, e being a cluster's sum of scores above the mean of all, in units. `None` if a term
    /// does not fit.
    fn exact_residuals(&self) -> Option<i128> {
        let Part { observations: n, units: sum, .. } = self.total;
        let [squares, products, counts] = self.squares;
        let square = n.checked_mul(n)?.checked_mul(squares)?;
        let product = (2 * n).checked_mul(sum)?.checked_mul(products)?;
        let count = sum.checked_mul(sum)?.checked_mul(counts)?;
        Some(square.checked_sub(product)?.checked_add(count)?.max(0))
    }
}

impl Clusters {
    /// No scores yet, to be counted on this scale; the default is the one from 0 to 1.
    pub fn on(scale: Scale) -> Clusters {
        Clusters { scale, ..Clusters::default() }
    }

    /// The scale of the scores.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// Counts a score of this cluster, rounded to the nearest unit of the scale.
    pub fn add(&mut self, cluster: u64, score: f64) {
        let part = self.observe(score);
        self.extend(cluster, part);
    }

    /// Counts a score that is a cluster of its own and needs no key.
    pub fn add_single(&mut self, score: f64) {
        let part = self.observe(score);
        self.all.replace(Part::default(), part);
        self.unkeyed.replace(Part::default(), part);
    }

    /// Counts what does not depend on the cluster of a score.
    fn observe(&mut self, score: f64) -> Part {
        let part = Part::of(score, self.scale);
        self.farthest = self.farthest.max(part.units.abs());
        part
    }

    /// Scores on a scale known only by their number, the sums of their units above the middle and of the squares of these,
    /// and the standard error, taken as `clusters` clusters of equal size. Which scores there are is left open.
    pub(super) fn summarised(
        scale: Scale,
        observations: u64,
        [units, squared]: [i128; 2],
        clusters: u64,
        se: f64,
    ) -> Clusters {
        let total = Part { observations: observations.into(), units, squared };
        let groups = clusters.max(1) as f64;
        let n = observations as f64;
        let residuals = (scale.units * se * n).powi(2) * (groups - 1.0) / groups;
        let [squares, products, counts] = total.squares().map(|square| square as f64 / groups);
        let squares = [squares + residuals, products, counts].map(|sum| sum.round() as i128);
        let sums = Sums { clusters, uneven: 0, total, squares };
        Clusters { scale, keyed: HashMap::new(), all: sums, unkeyed: sums, farthest: 0 }
    }

    fn extend(&mut self, cluster: u64, more: Part) {
        let part = self.keyed.entry(cluster).or_default();
        let before = *part;
        *part = before.plus(more);
        self.all.replace(before, *part);
    }

    /// Adds the scores of another match on the same scale; clusters with the same key become one.
    pub fn join(&mut self, other: &Clusters) {
        for (&cluster, &part) in &other.keyed {
            self.extend(cluster, part);
        }
        self.all.join(&other.unkeyed);
        self.unkeyed.join(&other.unkeyed);
        self.farthest = self.farthest.max(other.farthest);
    }

    /// The same scores from the opponent's view.
    #[must_use]
    pub fn reversed(&self) -> Clusters {
        Clusters {
            keyed: self.keyed.iter().map(|(&cluster, part)| (cluster, part.reversed())).collect(),
            all: self.all.reversed(),
            unkeyed: self.unkeyed.reversed(),
            ..*self
        }
    }

    /// The clusters that have a key.
    pub(super) fn keyed(&self) -> impl Iterator<Item = (u64, Part)> {
        self.keyed.iter().map(|(&cluster, &part)| (cluster, part))
    }

    /// The number of clusters that have no key, and Σe² over them, e being a cluster's sum of scores above `expected`.
    pub(super) fn unkeyed(&self, expected: f64) -> (u64, f64) {
        (self.unkeyed.clusters, self.unkeyed.residuals(self.scale, expected))
    }

    /// The number of clusters.
    pub fn clusters(&self) -> u64 {
        self.all.clusters
    }

    /// The mean of all scores.
    pub fn mean(&self) -> Option<f64> {
        let Part { observations, units, .. } = self.all.total;
        let Scale { units: per_one, middle, .. } = self.scale;
        (observations > 0).then(|| (middle * observations + units) as f64 / (per_one * observations as f64))
    }

    /// n² Σe² over the clusters, e being a cluster's sum of scores above the mean of all, in units.
    ///
    /// It is exact if it fits into whole numbers: quarters of a score have room for 2³⁰ pairs from one opening, and
    /// points, of which there are at most 2²¹ units, for 2²¹ pairs.
    fn residuals(&self) -> f64 {
        self.all.exact_residuals().map_or_else(
            || {
                let units = self.all.total.observations as f64 * self.scale.units;
                self.mean().map_or(0.0, |mean| self.all.residuals(self.scale, mean) * units * units)
            },
            |residuals| residuals as f64,
        )
    }

    /// n Σ(x - mean)² over the observations, x being the score of one, in units.
    fn deviations(&self) -> i128 {
        let Part { observations, units, squared } = self.all.total;
        observations.saturating_mul(squared).saturating_sub(units * units)
    }

    /// The sum over all observations of the squares of their distances from `expected`.
    pub(super) fn squares_around(&self, expected: f64) -> f64 {
        let n = self.all.total.observations as f64;
        self.mean().map_or(0.0, |mean| {
            self.deviations() as f64 / (n * self.scale.units * self.scale.units)
                + n * (mean - expected).powi(2)
        })
    }

    /// The number of clusters in which some score is not the middle.
    pub fn uneven(&self) -> u64 {
        self.all.uneven
    }

    /// How far from the middle scores are taken to lie: as far as the farthest one seen, or to the end of the scale where all
    /// are equal and nothing is known of their spread.
    pub(super) fn reach(&self) -> f64 {
        if self.deviations() == 0 { self.scale.reach } else { self.farthest as f64 / self.scale.units }
    }

    /// The number of observations.
    pub fn observations(&self) -> u64 {
        self.all.total.observations as u64
    }

    /// The standard error of [`Clusters::mean`], where only different clusters are independent; `None` with fewer than
    /// two.
    pub fn se(&self) -> Option<f64> {
        let groups = self.all.clusters as f64;
        let n = self.all.total.observations as f64;
        (self.all.clusters > 1)
            .then(|| (groups / (groups - 1.0) * self.residuals()).sqrt() / (self.scale.units * n * n))
    }

    /// Half the width of the 95 % interval of [`Clusters::mean`]; `None` with fewer than two clusters.
    pub fn ci95(&self) -> Option<f64> {
        let Scale { units, middle, reach } = self.scale;
        let share = |distance: f64| distance / (2.0 * reach);
        let mean = 0.5 + share(self.mean()? - middle as f64 / units);
        Some(2.0 * reach * half_width(mean, share(self.se()?), self.all.clusters))
    }

    /// The share of the observations' evidence that is left because those of one cluster depend on each other: the
    /// variance of the mean if all observations were independent, divided by the clustered variance, and at most 1. It
    /// is 1 if every observation is a cluster of its own, and 1/k if every observation came k times.
    pub fn independence(&self) -> f64 {
        let (n, deviations) = (self.all.total.observations, self.deviations());
        // n² Σe² as if every observation were a cluster, in whole numbers if it fits, so that 1 is exactly 1.
        let independent = n.checked_mul(deviations).map_or(n as f64 * deviations as f64, |all| all as f64);
        match self.residuals() {
            0.0 if independent == 0.0 => (self.all.clusters as f64 / n as f64).min(1.0),
            residuals => (independent / residuals).min(1.0),
        }
    }
}

/// Half the width of the 95 % interval of a mean on a scale from 0 to 1, given its standard error and the number of
/// clusters.
///
/// It is 1.96 standard errors. If all scores are equal, that would be 0, as if no other score were possible. But G
/// equal clusters only show, with 95 % confidence, that at most a share 1 - 0.025^(1/G) of all clusters differ (Clopper
/// and Pearson 1934). Such clusters move the mean by at most that share of the way to the farther end of the scale.
pub(crate) fn half_width(mean: f64, se: f64, clusters: u64) -> f64 {
    if se > 0.0 {
        return CONFIDENCE * se;
    }
    let differing = 1.0 - 0.025f64.powf(1.0 / clusters as f64);
    differing * mean.max(1.0 - mean)
}

#[cfg(test)]
mod tests;
