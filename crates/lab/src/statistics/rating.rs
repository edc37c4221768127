//! Ratings of many players from the pairs that they played against each other.
//!
//! The model is that of Bradley and Terry (1952), applied to scores: a player rated d above another is expected to
//! score 1/(1 + 10^(-d/400)), where a draw is half a point. Maximum-likelihood ratings exist and are unique for a group
//! of players in which each has scored against each other, directly or through others (Ford 1957). The largest such
//! group is rated, with mean 0. A player outside the group has no rating, because nothing bounds how much stronger or
//! weaker it is: it won everything, lost everything, or never met the group. Its games against the group then carry no
//! information about the group either.
//!
//! The errors do not rely on the spread of results that the model predicts: draws make the spread smaller, and games
//! from one opening depend on each other, also across matches. The covariance is I⁻ M I⁻ (White 1982), where I is the
//! observed information and M the sum of the outer squares of what every *opening* adds to the gradient of the
//! log-likelihood, times G/(G-1) for G openings. Newton's method finds the ratings.

use super::clusters::Part;
use super::{CONFIDENCE, LOGISTIC, Pentanomial, Scores};
use std::collections::BTreeMap;

/// The most steps of Newton's method; the likelihood is concave, and a dozen steps give every digit.
const STEPS: usize = 100;

/// The pairs that some players played against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Crosstable {
    players: usize,
    /// Two players and the scores of the first against the second, one entry per match.
    matches: Vec<(usize, usize, Scores)>,
    /// Pairs of each player (row) against each player (column), from the view of the row's player.
    pairs: Vec<Pentanomial>,
}

/// A player's rating and its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo above the mean of the rated players.
    pub elo: f64,
    /// Half the width of its 95 % interval; `None` where the pairs show no spread.
    pub ci95: Option<f64>,
}

impl Crosstable {
    /// A table of players who have not met yet.
    pub fn new(players: usize) -> Self {
        Crosstable { players, matches: Vec::new(), pairs: vec![Pentanomial::default(); players * players] }
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Adds scores of two players, from the view of the first.
    ///
    /// # Panics
    /// If there is no such player, or a player meets itself.
    pub fn add(&mut self, player: usize, opponent: usize, scores: Scores) {
        assert!(player < self.players && opponent < self.players, "no such player among {}", self.players);
        assert!(player != opponent, "player {player} cannot meet itself");
        self.pairs[player * self.players + opponent] += scores.pairs();
        self.pairs[opponent * self.players + player] += scores.pairs().reversed();
        self.matches.push((player, opponent, scores));
    }

    /// The pairs between two players, from the view of the first.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn between(&self, player: usize, opponent: usize) -> Pentanomial {
        assert!(player < self.players && opponent < self.players, "no such player among {}", self.players);
        self.pairs[player * self.players + opponent]
    }

    /// A player's scores against all others; the Elo, normalised Elo and score in its row of a table follow from them.
    pub fn field(&self, player: usize) -> Scores {
        let mut field = Scores::default();
        for (a, b, scores) in &self.matches {
            if *a == player {
                field.join(scores);
            } else if *b == player {
                field.join(&scores.reversed());
            }
        }
        field
    }

    /// The rating of every player.
    pub fn ratings(&self) -> Vec<Option<Rating>> {
        let group = self.group();
        let mut ratings = vec![None; self.players];
        if group.len() > 1 {
            let strengths = self.strengths(&group);
            for ((&player, strength), error) in
                group.iter().zip(&strengths).zip(self.errors(&group, &strengths))
            {
                let ci95 = (error > 0.0).then_some(CONFIDENCE * LOGISTIC * error);
                // Adding 0 turns the -0 of a level rating into 0.
                ratings[player] = Some(Rating { elo: LOGISTIC * strength + 0.0, ci95 });
            }
        }
        ratings
    }

    /// The largest group in which everyone has scored against everyone, directly or through others; the first of
    /// equally large ones.
    fn group(&self) -> Vec<usize> {
        // Transitive closure (Warshall 1962).
        let mut reaches: Vec<Vec<bool>> = (0..self.players)
            .map(|a| {
                (0..self.players)
                    .map(|b| a == b || self.between(a, b).0[1..].iter().any(|&n| n > 0))
                    .collect()
            })
            .collect();
        for via in 0..self.players {
            let onwards = reaches[via].clone();
            for row in reaches.iter_mut().filter(|row| row[via]) {
                row.iter_mut().zip(&onwards).for_each(|(reached, &onward)| *reached |= onward);
            }
        }
        let members = |a: usize| (0..self.players).filter(|&b| reaches[a][b] && reaches[b][a]).collect();
        let groups: Vec<Vec<usize>> = (0..self.players).map(members).collect();
        // `max_by_key` takes the last of equal maxima, hence the reversal.
        groups.into_iter().rev().max_by_key(Vec::len).unwrap_or_default()
    }

    /// The maximum-likelihood strengths, in units of the logistic function's argument, with mean 0.
    fn strengths(&self, group: &[usize]) -> Vec<f64> {
        let mut strengths = vec![0.0; group.len()];
        for _ in 0..STEPS {
            let inverse = inverse_of(&self.laplacian(group, &strengths, information));
            let slope = self.slope(group, &strengths);
            let step: Vec<f64> = inverse.iter().map(|row| dot(row, &slope)).collect();
            // A full Newton step overshoots where a score is almost perfect.
            let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            let length = 1f64.min(1.0 / longest);
            strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += length * part);
            if longest < 1e-12 {
                break;
            }
        }
        strengths
    }

    /// The gradient of the log-likelihood: each game adds its score less the expected score.
    fn slope(&self, group: &[usize], strengths: &[f64]) -> Vec<f64> {
        let gain = |a: usize, b: usize| {
            let pairs = self.between(group[a], group[b]);
            let score = pairs.score().unwrap_or(0.0);
            pairs.games() as f64 * (score - logistic(strengths[a] - strengths[b]))
        };
        (0..group.len()).map(|a| (0..group.len()).map(|b| gain(a, b)).sum()).collect()
    }

    /// The standard errors of the strengths.
    fn errors(&self, group: &[usize], strengths: &[f64]) -> Vec<f64> {
        let inverse = inverse_of(&self.laplacian(group, strengths, information));
        let squares = self.squares(group, strengths);
        let variance = |row: &Vec<f64>| {
            let product: Vec<f64> = squares.iter().map(|column| dot(column, row)).collect();
            dot(&product, row)
        };
        inverse.iter().map(|row| variance(row).max(0.0).sqrt()).collect()
    }

    /// The sum over all openings of the outer square of what the opening adds to the gradient, times G/(G-1).
    fn squares(&self, group: &[usize], strengths: &[f64]) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![0.0; group.len()]; group.len()];
        // An ordered map, so that the sums are always taken in the same order and the last digit is reproducible.
        let mut openings: BTreeMap<u64, Vec<(usize, usize, Part)>> = BTreeMap::new();
        let mut count = 0;
        for (a, b, scores) in &self.matches {
            let place = |player| group.iter().position(|&member| member == player);
            let (Some(a), Some(b)) = (place(*a), place(*b)) else { continue };
            for (opening, part) in scores.clusters().keyed() {
                openings.entry(opening).or_default().push((a, b, part));
            }
            let (clusters, residuals) = scores.clusters().unkeyed(logistic(strengths[a] - strengths[b]));
            count += clusters;
            // A pair is two games, so its residual counts twice and the square four times.
            add_outer(&mut matrix, &[(a, 1.0), (b, -1.0)], 4.0 * residuals);
        }
        count += openings.len() as u64;
        for parts in openings.values() {
            let mut slope = Vec::with_capacity(2 * parts.len());
            for &(a, b, part) in parts {
                let gain = 2.0 * part.above(logistic(strengths[a] - strengths[b]));
                slope.extend([(a, gain), (b, -gain)]);
            }
            add_outer(&mut matrix, &slope, 1.0);
        }
        let correction = if count > 1 { count as f64 / (count - 1) as f64 } else { 0.0 };
        matrix.iter_mut().flatten().for_each(|entry| *entry *= correction);
        matrix
    }

    /// The matrix of the quadratic form Σ w (a - b)² over all players that met, where a and b are their entries of a
    /// vector and w is the `weight` of their pairs, given the expected score.
    fn laplacian(
        &self,
        group: &[usize],
        strengths: &[f64],
        weight: impl Fn(Pentanomial, f64) -> f64,
    ) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![0.0; group.len()]; group.len()];
        for a in 0..group.len() {
            for b in (0..group.len()).filter(|&b| b != a) {
                let weight = weight(self.between(group[a], group[b]), logistic(strengths[a] - strengths[b]));
                matrix[a][a] += weight;
                matrix[a][b] -= weight;
            }
        }
        matrix
    }
}

/// The information of pairs about a difference in strength, by the model.
fn information(pairs: Pentanomial, expected: f64) -> f64 {
    pairs.games() as f64 * expected * (1.0 - expected)
}

/// Adds `weight` times the outer square of a vector, given by its entries; several entries may have the same index.
fn add_outer(matrix: &mut [Vec<f64>], vector: &[(usize, f64)], weight: f64) {
    for &(row, first) in vector {
        for &(column, second) in vector {
            matrix[row][column] += weight * first * second;
        }
    }
}

fn logistic(difference: f64) -> f64 {
    super::expected_score(LOGISTIC * difference)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The inverse of a connected Laplacian on vectors of mean 0, by Gauss-Jordan elimination.
///
/// Adding one to every entry makes the matrix positive definite, so that no pivot is 0; subtracting the mean of each
/// row removes it again.
fn inverse_of(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    // The ones are scaled like the matrix, so that neither is lost to rounding beside the other.
    let scale = (0..size).map(|at| matrix[at][at]).sum::<f64>() / size as f64;
    let mut rows: Vec<Vec<f64>> = (0..size)
        .map(|at| {
            let unit = (0..size).map(|column| f64::from(u8::from(column == at)));
            matrix[at].iter().map(|entry| entry / scale + 1.0).chain(unit).collect()
        })
        .collect();
    for pivot in 0..size {
        let mut row = std::mem::take(&mut rows[pivot]);
        let divisor = row[pivot];
        for entry in &mut row {
            *entry /= divisor;
        }
        for other in rows.iter_mut().filter(|other| !other.is_empty()) {
            let factor = other[pivot];
            other.iter_mut().zip(&row).for_each(|(entry, above)| *entry -= factor * above);
        }
        rows[pivot] = row;
    }
    rows.iter()
        .map(|row| {
            let inverse = &row[size..];
            let mean = inverse.iter().sum::<f64>() / size as f64;
            inverse.iter().map(|entry| (entry - mean) / scale).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests;
