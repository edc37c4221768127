//! The error of a mean score where observations of one cluster are not independent (Liang and Zeger 1986).
//!
//! The variance of the mean over n observations is G/(G-1) · Σe²/n², where G is the number of clusters and e the sum of
//! the residuals of a cluster. For a cluster of n observations with score sum S, and the overall mean m, e = S - n m.
//! Hence Σe² = ΣS² - 2m Σn·S + m² Σn²: three sums that can be updated with every observation, whatever the mean
//! becomes. Differences of such sums lose digits unless they are whole numbers. Scores are therefore counted in
//! quarters of a point per game, which is what a half point of a pair is, and nothing is rounded before the square
//! root.

use super::CONFIDENCE;
use std::collections::HashMap;

/// Scores of pairs, grouped into clusters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clusters {
    /// The clusters that may grow, by their keys.
    keyed: HashMap<u64, Part>,
    /// The sums over all clusters, keyed or not.
    all: Sums,
    /// The sums over the clusters that have no key.
    unkeyed: Sums,
}

/// Observations of a cluster and the sum of their scores, in quarters above one half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    observations: i128,
    quarters: i128,
}

/// Sums over clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    clusters: u64,
    total: Part,
    /// ΣS², Σn·S and Σn².
    squares: [i128; 3],
}

impl Part {
    fn of(score: f64) -> Part {
        Part { observations: 1, quarters: (4.0 * score).round() as i128 - 2 }
    }

    fn plus(self, other: Part) -> Part {
        Part {
            observations: self.observations + other.observations,
            quarters: self.quarters + other.quarters,
        }
    }

    /// The same observations from the opponent's view.
    pub(super) fn reversed(self) -> Part {
        Part { quarters: -self.quarters, ..self }
    }

    fn squares(self) -> [i128; 3] {
        [
            self.quarters * self.quarters,
            self.observations * self.quarters,
            self.observations * self.observations,
        ]
    }

    /// The sum of the scores above `expected`.
    pub(super) fn above(self, expected: f64) -> f64 {
        self.quarters as f64 / 4.0 + self.observations as f64 * (0.5 - expected)
    }
}

impl Sums {
    /// Updates the sums for a cluster that changes from `before` to `after`.
    fn replace(&mut self, before: Part, after: Part) {
        self.clusters += u64::from(before == Part::default());
        self.total.observations += after.observations - before.observations;
        self.total.quarters += after.quarters - before.quarters;
        for (sum, (before, after)) in
            self.squares.iter_mut().zip(before.squares().into_iter().zip(after.squares()))
        {
            *sum += after - before;
        }
    }

    fn join(&mut self, other: &Sums) {
        self.clusters += other.clusters;
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
    fn residuals(&self, expected: f64) -> f64 {
        let [squares, products, counts] = self.squares.map(|sum| sum as f64);
        let quarters = 4.0 * expected - 2.0;
        (squares - 2.0 * quarters * products + quarters * quarters * counts).max(0.0) / 16.0
    }
}

impl Clusters {
    /// Counts a score of this cluster, 0 to 1 and rounded to the nearest quarter.
    pub fn add(&mut self, cluster: u64, score: f64) {
        self.extend(cluster, Part::of(score));
    }

    /// Counts a score that is a cluster of its own and needs no key.
    pub fn add_single(&mut self, score: f64) {
        self.all.replace(Part::default(), Part::of(score));
        self.unkeyed.replace(Part::default(), Part::of(score));
    }

    /// Scores known only by their number, mean and standard error, taken as `clusters` clusters of equal size.
    pub(super) fn summarised(observations: u64, quarters: i64, clusters: u64, se: f64) -> Clusters {
        let total = Part { observations: observations.into(), quarters: quarters.into() };
        let groups = clusters.max(1) as f64;
        let n = observations as f64;
        let residuals = 16.0 * (se * n).powi(2) * (groups - 1.0) / groups;
        let [squares, products, counts] = total.squares().map(|square| square as f64 / groups);
        let squares = [squares + residuals, products, counts].map(|sum| sum.round() as i128);
        let sums = Sums { clusters, total, squares };
        Clusters { keyed: HashMap::new(), all: sums, unkeyed: sums }
    }

    fn extend(&mut self, cluster: u64, more: Part) {
        let part = self.keyed.entry(cluster).or_default();
        let before = *part;
        *part = before.plus(more);
        self.all.replace(before, *part);
    }

    /// Adds the scores of another match; clusters with the same key become one.
    pub fn join(&mut self, other: &Clusters) {
        for (&cluster, &part) in &other.keyed {
            self.extend(cluster, part);
        }
        self.all.join(&other.unkeyed);
        self.unkeyed.join(&other.unkeyed);
    }

    /// The same scores from the opponent's view.
    #[must_use]
    pub fn reversed(&self) -> Clusters {
        Clusters {
            keyed: self.keyed.iter().map(|(&cluster, part)| (cluster, part.reversed())).collect(),
            all: self.all.reversed(),
            unkeyed: self.unkeyed.reversed(),
        }
    }

    /// The clusters that have a key.
    pub(super) fn keyed(&self) -> impl Iterator<Item = (u64, Part)> {
        self.keyed.iter().map(|(&cluster, &part)| (cluster, part))
    }

    /// The number of clusters that have no key, and Σe² over them, e being a cluster's sum of scores above `expected`.
    pub(super) fn unkeyed(&self, expected: f64) -> (u64, f64) {
        (self.unkeyed.clusters, self.unkeyed.residuals(expected))
    }

    /// The number of clusters.
    pub fn clusters(&self) -> u64 {
        self.all.clusters
    }

    /// The mean of all scores.
    pub fn mean(&self) -> Option<f64> {
        let Part { observations, quarters } = self.all.total;
        (observations > 0).then(|| (2 * observations + quarters) as f64 / (4 * observations) as f64)
    }

    /// n² Σe² over the clusters, e being a cluster's sum of scores above the mean of all, in quarters.
    pub(super) fn residuals(&self) -> i128 {
        let Part { observations: n, quarters: sum } = self.all.total;
        let [squares, products, counts] = self.all.squares;
        // Each term is at most 8 n⁴, which leaves room for 2³⁰ pairs even if all come from one opening.
        (n * n * squares - 2 * n * sum * products + sum * sum * counts).max(0)
    }

    /// The standard error of [`Clusters::mean`], where only different clusters are independent; `None` with fewer than
    /// two.
    pub fn se(&self) -> Option<f64> {
        let groups = self.all.clusters as f64;
        let n = self.all.total.observations as f64;
        let residuals = self.residuals() as f64;
        (self.all.clusters > 1).then(|| (groups / (groups - 1.0) * residuals).sqrt() / (4.0 * n * n))
    }

    /// Half the width of the 95 % interval of [`Clusters::mean`]; `None` with fewer than two clusters.
    pub fn ci95(&self) -> Option<f64> {
        Some(half_width(self.mean()?, self.se()?, self.all.clusters))
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
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use tiptree::Rng;

    fn clustered_error(observations: impl Iterator<Item = (u64, f64)>) -> Option<f64> {
        let mut clusters = Clusters::default();
        observations.for_each(|(cluster, score)| clusters.add(cluster, score));
        clusters.se()
    }

    fn close(ours: Option<f64>, known: f64, tolerance: f64) {
        let ours = ours.expect("a number");
        assert!((ours - known).abs() <= tolerance, "{ours}, expected {known}");
    }

    /// The definition, with every residual computed.
    fn by_residuals(observations: &[(u64, f64)]) -> f64 {
        let mean = observations.iter().map(|&(_, score)| score).sum::<f64>() / observations.len() as f64;
        let mut sums: BTreeMap<u64, f64> = BTreeMap::new();
        for &(cluster, score) in observations {
            *sums.entry(cluster).or_default() += score - mean;
        }
        let squares: f64 = sums.values().map(|sum| sum * sum).sum();
        let groups = sums.len() as f64;
        (groups / (groups - 1.0) * squares).sqrt() / observations.len() as f64
    }

    #[test]
    fn clusters_of_one_give_the_ordinary_error() {
        let scores = [0.0, 0.5, 0.5, 1.0, 0.75];
        let mean = 0.55;
        let squares: f64 = scores.iter().map(|score: &f64| (score - mean).powi(2)).sum();
        let ordinary = (squares / 4.0 / 5.0).sqrt();
        close(clustered_error((0..).zip(scores)), ordinary, 1e-15);
        let mut singles = Clusters::default();
        for score in scores {
            singles.add_single(score);
        }
        close(singles.se(), ordinary, 1e-15);
        assert_eq!((singles.clusters(), singles.mean()), (5, Some(mean)));
        assert!(singles.keyed.is_empty());
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
        assert_eq!(Clusters::default().mean(), None);
    }

    #[test]
    fn the_sums_give_what_the_residuals_give() {
        let mut rng = Rng::new(1);
        for clusters in [2, 3, 10, 100, 1000] {
            let observations: Vec<(u64, f64)> =
                (0..2000).map(|_| (rng.below(clusters) as u64, rng.below(5) as f64 / 4.0)).collect();
            let known = by_residuals(&observations);
            close(clustered_error(observations.into_iter()), known, known * 1e-12);
        }
    }

    #[test]
    fn a_single_is_a_cluster_that_never_comes_again() {
        let mut rng = Rng::new(2);
        let (mut mixed, mut all) = (Clusters::default(), Clusters::default());
        for number in 0..5000 {
            let (cluster, score) = (rng.below(50) as u64, rng.below(5) as f64 / 4.0);
            if rng.below(2) == 0 {
                mixed.add(cluster, score);
                all.add(cluster, score);
            } else {
                mixed.add_single(score);
                all.add(1000 + number, score);
            }
        }
        assert_eq!((mixed.clusters(), mixed.mean(), mixed.se()), (all.clusters(), all.mean(), all.se()));
        assert_eq!(mixed.keyed.len(), 50);
    }

    #[test]
    fn equal_scores_have_exactly_no_error_however_many() {
        let mut clusters = Clusters::default();
        (0..1_000_000).for_each(|number| clusters.add(number % 7, 0.75));
        assert_eq!((clusters.clusters(), clusters.mean(), clusters.se()), (7, Some(0.75), Some(0.0)));
    }

    #[test]
    fn equal_scores_still_leave_room_for_others() {
        let mut clusters = Clusters::default();
        assert_eq!(clusters.ci95(), None);
        (0..25).for_each(|number| clusters.add(number, 1.0));
        close(clusters.ci95(), 0.1372, 5e-5);
        clusters.add(25, 0.5);
        close(clusters.ci95(), CONFIDENCE * clusters.se().unwrap(), 1e-15);
    }

    #[test]
    fn joined_matches_are_one_with_all_their_scores() {
        let mut rng = Rng::new(3);
        let (mut whole, mut first, mut second) =
            (Clusters::default(), Clusters::default(), Clusters::default());
        for number in 0..3000 {
            let (cluster, score) = (rng.below(40) as u64, rng.below(5) as f64 / 4.0);
            // The second match holds the scores from the opponent's view.
            let (part, seen) = if number % 2 == 0 { (&mut first, score) } else { (&mut second, 1.0 - score) };
            if number % 3 == 0 {
                part.add_single(seen);
                whole.add_single(score);
            } else {
                part.add(cluster, seen);
                whole.add(cluster, score);
            }
        }
        first.join(&second.reversed());
        assert_eq!(first, whole);
    }

    #[test]
    fn a_summary_gives_back_its_error() {
        let mut clusters = Clusters::default();
        let mut rng = Rng::new(4);
        (0..400).for_each(|number| clusters.add(number % 50, rng.below(5) as f64 / 4.0));
        let Part { observations, quarters } = clusters.all.total;
        let (n, quarters) = (observations as u64, quarters as i64);
        let again = Clusters::summarised(n, quarters, clusters.clusters(), clusters.se().unwrap());
        assert_eq!((again.clusters(), again.mean()), (clusters.clusters(), clusters.mean()));
        close(again.se(), clusters.se().unwrap(), 1e-4);
    }
}
