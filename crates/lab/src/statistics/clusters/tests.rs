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
    let (mut whole, mut first, mut second) = (Clusters::default(), Clusters::default(), Clusters::default());
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
    let Part { observations, units, squared } = clusters.all.total;
    let (n, se) = (observations as u64, clusters.se().unwrap());
    let again = Clusters::summarised(Scale::SCORE, n, [units, squared], clusters.clusters(), se);
    assert_eq!((again.clusters(), again.mean()), (clusters.clusters(), clusters.mean()));
    close(again.se(), clusters.se().unwrap(), 1e-4);
}
