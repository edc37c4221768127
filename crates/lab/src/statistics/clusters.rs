//! The error of a mean score where a position that comes again is no new observation (Liang and Zeger 1986).
//!
//! With the residual sums e of the G clusters, G/(G-1) · Σe²/n² is the variance of the mean over n observations. A sum
//! of residuals is S - n m, with S the sum and n the number of a cluster and m the mean of all, so that
//! Σe² = ΣS² - 2m Σn·S + m² Σn²: three sums that grow with every observation, whatever the mean becomes. Differences
//! of such sums lose digits, unless they are whole numbers: scores are counted in quarters of a point a game, which
//! is what a half point of a pair makes, and nothing is rounded before the root is taken.

use std::collections::HashMap;

/// Scores of pairs, those of one cluster belonging together, counted as they come.
#[derive(Clone, Debug, Default)]
pub struct Clusters {
    /// The clusters that may come again.
    open: HashMap<u64, Part>,
    count: u64,
    total: Part,
    /// ΣS², Σn·S and Σn² over all clusters.
    squares: [i128; 3],
}

/// Observations and the sum of their scores, in quarters above a half.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    observations: i128,
    quarters: i128,
}

impl Part {
    fn add(&mut self, quarters: i128) {
        self.observations += 1;
        self.quarters += quarters;
    }

    fn squares(self) -> [i128; 3] {
        [
            self.quarters * self.quarters,
            self.observations * self.quarters,
            self.observations * self.observations,
        ]
    }
}

impl Clusters {
    /// Counts a score of this cluster, 0 to 1 and taken to the nearest quarter.
    pub fn add(&mut self, cluster: u64, score: f64) {
        let known = self.open.len();
        let part = self.open.entry(cluster).or_default();
        let before = *part;
        part.add(quarters(score));
        let after = *part;
        self.count += (self.open.len() - known) as u64;
        self.replace(before, after, score);
    }

    /// Counts a score that is a cluster of its own, of which nothing needs to be remembered.
    pub fn add_single(&mut self, score: f64) {
        let mut part = Part::default();
        part.add(quarters(score));
        self.count += 1;
        self.replace(Part::default(), part, score);
    }

    fn replace(&mut self, before: Part, after: Part, score: f64) {
        self.total.add(quarters(score));
        for (sum, (before, after)) in
            self.squares.iter_mut().zip(before.squares().into_iter().zip(after.squares()))
        {
            *sum += after - before;
        }
    }

    /// The number of clusters.
    pub fn clusters(&self) -> u64 {
        self.count
    }

    /// The mean of all scores.
    pub fn mean(&self) -> Option<f64> {
        let Part { observations, quarters } = self.total;
        (observations > 0).then(|| (2 * observations + quarters) as f64 / (4 * observations) as f64)
    }

    /// The standard error of [`Clusters::mean`], only different clusters being independent; `None` with fewer than two.
    pub fn error(&self) -> Option<f64> {
        let Part { observations: n, quarters: sum } = self.total;
        let [squares, products, counts] = self.squares;
        // n² Σe². Each term is at most 8 n⁴, which leaves room for 2³⁰ pairs even if they are all of one position.
        let residuals = n * n * squares - 2 * n * sum * products + sum * sum * counts;
        let groups = self.count as f64;
        let n = n as f64;
        (self.count > 1).then(|| (groups / (groups - 1.0) * residuals as f64).sqrt() / (4.0 * n * n))
    }
}

/// A score in quarters above a half.
fn quarters(score: f64) -> i128 {
    (4.0 * score).round() as i128 - 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use tiptree::Rng;

    fn clustered_error(observations: impl Iterator<Item = (u64, f64)>) -> Option<f64> {
        let mut clusters = Clusters::default();
        observations.for_each(|(cluster, score)| clusters.add(cluster, score));
        clusters.error()
    }

    fn close(ours: Option<f64>, known: f64, tolerance: f64) {
        let ours = ours.expect("a number");
        assert!((ours - known).abs() <= tolerance, "{ours}, expected {known}");
    }

    /// The definition, with every residual formed.
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
        close(singles.error(), ordinary, 1e-15);
        assert_eq!((singles.clusters(), singles.mean()), (5, Some(mean)));
        assert!(singles.open.is_empty());
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
        assert_eq!(
            (mixed.clusters(), mixed.mean(), mixed.error()),
            (all.clusters(), all.mean(), all.error())
        );
        assert_eq!(mixed.open.len(), 50);
    }

    #[test]
    fn equal_scores_have_exactly_no_error_however_many() {
        let mut clusters = Clusters::default();
        (0..1_000_000).for_each(|number| clusters.add(number % 7, 0.75));
        assert_eq!((clusters.clusters(), clusters.mean(), clusters.error()), (7, Some(0.75), Some(0.0)));
    }
}
