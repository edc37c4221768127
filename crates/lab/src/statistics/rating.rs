//! Ratings of many players from the pairs that any two of them played.
//!
//! The model is that of Bradley and Terry (1952) on scores: the player rated d above another is expected to score
//! 1/(1 + 10^(-d/400)), a draw being half a point. Ratings of greatest likelihood exist and are unique among players each of
//! whom has scored against each other one, if only through others (Ford 1957). The largest such group is rated, with
//! mean 0; who is outside has `None`, because nothing limits how much stronger or weaker he is: he won everything, lost
//! everything, or never met the group. His games against the group then say nothing about the group either.
//!
//! The errors do not believe the model's own spread of results: draws make it smaller, and both games of a pair share
//! an opening. The covariance is I⁻ M I⁻ (White 1982) with the observed information I and the squares M of what every
//! *pair* of games adds to the likelihood's slope. Newton's method finds the ratings.

use super::{CONFIDENCE, LOGISTIC, Pentanomial};

/// Newton's steps; the likelihood is concave, and a dozen give every digit.
const STEPS: usize = 100;

/// The pairs that every two of some players played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crosstable {
    players: usize,
    /// Pairs of each player, row by row, against each player, as the player of the row sees them.
    pairs: Vec<Pentanomial>,
}

/// Where a player stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo above the mean of the rated players.
    pub elo: f64,
    /// Its 95 % error; `None` where the pairs show no spread.
    pub error: Option<f64>,
}

impl Crosstable {
    /// A table of players who have not met yet.
    pub fn new(players: usize) -> Self {
        Crosstable { players, pairs: vec![Pentanomial::default(); players * players] }
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Counts more pairs of two players, as the first of them sees them.
    ///
    /// # Panics
    /// If there is no such player, or a player meets itself.
    pub fn add(&mut self, player: usize, opponent: usize, pairs: Pentanomial) {
        assert!(player < self.players && opponent < self.players, "no such player among {}", self.players);
        assert!(player != opponent, "player {player} cannot meet itself");
        self.pairs[player * self.players + opponent] += pairs;
        self.pairs[opponent * self.players + player] += pairs.reversed();
    }

    /// The pairs of two players, as the first of them sees them.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn between(&self, player: usize, opponent: usize) -> Pentanomial {
        assert!(player < self.players && opponent < self.players, "no such player among {}", self.players);
        self.pairs[player * self.players + opponent]
    }

    /// A player's pairs against all others, from which its row of a table follows: Elo, normalised Elo, score.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn field(&self, player: usize) -> Pentanomial {
        (0..self.players).map(|opponent| self.between(player, opponent)).sum()
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
                let error = (error > 0.0).then_some(CONFIDENCE * LOGISTIC * error);
                // Adding 0 turns the -0 of a level rating into a plain one.
                ratings[player] = Some(Rating { elo: LOGISTIC * strength + 0.0, error });
            }
        }
        ratings
    }

    /// The largest group in which everyone has scored against everyone, if only through others; of equal ones the
    /// first.
    fn group(&self) -> Vec<usize> {
        // Warshall 1962.
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
        // The last of equal maxima is taken, hence the reversal.
        groups.into_iter().rev().max_by_key(Vec::len).unwrap_or_default()
    }

    /// The strengths of greatest likelihood, in units of the logistic function's argument, with mean 0.
    fn strengths(&self, group: &[usize]) -> Vec<f64> {
        let mut strengths = vec![0.0; group.len()];
        for _ in 0..STEPS {
            let inverse = inverse_of(&self.laplacian(group, &strengths, information));
            let slope = self.slope(group, &strengths);
            let step: Vec<f64> = inverse.iter().map(|row| dot(row, &slope)).collect();
            // A step of the whole length overshoots where a score is almost perfect.
            let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            let length = 1f64.min(1.0 / longest);
            strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += length * part);
            if longest < 1e-12 {
                break;
            }
        }
        strengths
    }

    /// The slope of the log-likelihood: a game adds what was scored above what was expected.
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
        let squares = self.laplacian(group, strengths, squares);
        let variance = |row: &Vec<f64>| {
            let product: Vec<f64> = squares.iter().map(|column| dot(column, row)).collect();
            dot(&product, row)
        };
        inverse.iter().map(|row| variance(row).max(0.0).sqrt()).collect()
    }

    /// The matrix of the form Σ w (a - b)² over all that met, a and b being their entries of a vector and w the `weight` of
    /// their pairs where a score of so much is expected.
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

/// What pairs tell of a difference in strength, by the model.
fn information(pairs: Pentanomial, expected: f64) -> f64 {
    pairs.games() as f64 * expected * (1.0 - expected)
}

/// The sum of squares of what each pair adds to the slope.
fn squares(pairs: Pentanomial, expected: f64) -> f64 {
    let square = |half_points: u32| (f64::from(half_points) / 2.0 - 2.0 * expected).powi(2);
    pairs.0.iter().zip(0..).map(|(&count, half_points)| count as f64 * square(half_points)).sum()
}

fn logistic(difference: f64) -> f64 {
    super::expected_score(LOGISTIC * difference)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The inverse of a connected laplacian among vectors of mean 0, by elimination (Gauss and Jordan).
///
/// Adding one to every entry makes it positive definite, so that no pivot is 0, and taking out the mean of each row takes
/// that out again.
fn inverse_of(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    // The ones are scaled as the matrix is, so that neither is lost beside the other.
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
mod tests {
    use super::*;
    use tiptree::Rng;

    fn elos(table: &Crosstable) -> Vec<Option<f64>> {
        table.ratings().iter().map(|rating| rating.map(|rating| rating.elo)).collect()
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_elo_says() {
        for pairs in [[88, 368, 705, 433, 116], [900, 80, 30, 5, 1], [0, 1, 0, 0, 40]].map(Pentanomial) {
            let mut table = Crosstable::new(2);
            table.add(0, 1, pairs);
            let [Some(first), Some(second)] = table.ratings()[..] else { panic!("both are rated") };
            assert!((first.elo - second.elo - pairs.elo().unwrap()).abs() < 1e-9);
            assert!((first.elo + second.elo).abs() < 1e-9);
            assert_eq!(first.error.is_some(), second.error.is_some());
        }
    }

    #[test]
    fn the_error_between_two_players_is_that_of_their_elo() {
        let pairs = Pentanomial([88, 368, 705, 433, 116]);
        let mut table = Crosstable::new(2);
        table.add(1, 0, pairs);
        // Each is half the difference away from the mean. The interval of plain Elo bends a little with the scale.
        for rating in table.ratings() {
            let error = 2.0 * rating.unwrap().error.unwrap();
            assert!((error / pairs.elo_error().unwrap() - 1.0).abs() < 1e-3, "{error}");
        }
    }

    #[test]
    fn a_row_is_the_sum_of_all_that_the_player_met() {
        let mut table = Crosstable::new(3);
        table.add(0, 1, Pentanomial([1, 2, 3, 4, 5]));
        table.add(2, 0, Pentanomial([1, 0, 0, 0, 7]));
        assert_eq!(table.field(0), Pentanomial([8, 2, 3, 4, 6]));
        assert_eq!(
            (table.between(1, 0), table.between(1, 2)),
            (Pentanomial([5, 4, 3, 2, 1]), Pentanomial::default())
        );
    }

    /// Pairs of two games, of which each is drawn, won or lost with the score that the strengths let expect; the second
    /// game of a pair often repeats the first, so that pairs vary more than games.
    fn play(rng: &mut Rng, difference: f64, count: u32) -> Pentanomial {
        let score = super::super::expected_score(difference);
        let draws = score.min(1.0 - score);
        let mut pairs = Pentanomial::default();
        for _ in 0..count {
            let game = |rng: &mut Rng| match rng.unit() {
                x if x < draws => 1,
                x if x < score + draws / 2.0 => 2,
                _ => 0,
            };
            let first = game(rng);
            let second = if rng.below(2) == 0 { first } else { game(rng) };
            pairs.add(first + second);
        }
        pairs
    }

    #[test]
    fn known_strengths_are_recovered_within_their_errors() {
        let strengths = [70.0, -10.0, -60.0];
        let (mut squares, mut matches) = (0.0, 0.0);
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut table = Crosstable::new(3);
            for (a, b) in [(0, 1), (1, 2), (2, 0)] {
                table.add(a, b, play(&mut rng, strengths[a] - strengths[b], 400));
            }
            for (rating, strength) in table.ratings().into_iter().zip(strengths) {
                let rating = rating.unwrap();
                let error = rating.error.unwrap() / CONFIDENCE;
                assert!((rating.elo - strength).abs() < 4.5 * error, "{rating:?}, {strength}");
                squares += ((rating.elo - strength) / error).powi(2);
                matches += 1.0;
            }
        }
        // 900 squared deviations in their own errors, a third of them not free: five standard errors around 1.
        assert!((squares / matches - 1.0f64).abs() < 0.3, "{}", squares / matches);
    }

    #[test]
    fn what_is_expected_of_each_player_is_what_it_scored() {
        let mut rng = Rng::new(5);
        for players in 2..8 {
            let mut table = Crosstable::new(players);
            for a in 0..players {
                let opponent = (a + 1) % players;
                if opponent != a {
                    table.add(a, opponent, play(&mut rng, 100.0 * (a as f64 - 2.0), 50));
                }
            }
            let elos: Vec<f64> = elos(&table).into_iter().map(Option::unwrap).collect();
            assert!(elos.iter().sum::<f64>().abs() < 1e-9);
            for a in 0..players {
                let expected: f64 = (0..players)
                    .map(|b| {
                        table.between(a, b).games() as f64 / (1.0 + 10f64.powf((elos[b] - elos[a]) / 400.0))
                    })
                    .sum();
                let field = table.field(a);
                assert!((expected - field.games() as f64 * field.score().unwrap()).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn who_won_or_lost_everything_is_not_rated_and_does_not_change_the_others() {
        let pairs = Pentanomial([3, 10, 40, 12, 7]);
        let mut table = Crosstable::new(4);
        table.add(1, 2, pairs);
        let alone = elos(&table);
        for opponent in [1, 2, 3] {
            table.add(0, opponent, Pentanomial([0, 0, 0, 0, 9]));
        }
        for opponent in [1, 2] {
            table.add(3, opponent, Pentanomial([9, 0, 0, 0, 0]));
        }
        let rated = elos(&table);
        assert_eq!(rated, alone);
        assert_eq!(rated.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, true, false]);
    }

    #[test]
    fn of_groups_that_never_met_the_largest_is_rated() {
        let mut table = Crosstable::new(5);
        let pairs = Pentanomial([1, 2, 3, 2, 2]);
        table.add(0, 1, pairs);
        table.add(2, 3, pairs);
        assert_eq!(
            elos(&table).iter().map(Option::is_some).collect::<Vec<_>>(),
            [true, true, false, false, false]
        );
        table.add(3, 4, pairs);
        assert_eq!(
            elos(&table).iter().map(Option::is_some).collect::<Vec<_>>(),
            [false, false, true, true, true]
        );
    }

    #[test]
    fn nobody_is_rated_without_games() {
        assert_eq!(Crosstable::new(0).ratings(), []);
        assert_eq!(Crosstable::new(3).ratings(), [None; 3]);
        let mut table = Crosstable::new(2);
        table.add(0, 1, Pentanomial([0, 0, 0, 0, 5]));
        assert_eq!(table.ratings(), [None; 2]);
    }

    #[test]
    fn level_pairs_are_level_without_an_error() {
        let mut table = Crosstable::new(2);
        table.add(0, 1, Pentanomial([0, 0, 9, 0, 0]));
        assert_eq!(table.ratings(), [Some(Rating { elo: 0.0, error: None }); 2]);
    }

    #[test]
    fn almost_perfect_scores_are_rated() {
        let mut table = Crosstable::new(3);
        table.add(0, 1, Pentanomial([0, 0, 0, 1, 100_000]));
        table.add(1, 2, Pentanomial([0, 0, 0, 1, 100_000]));
        let elos: Vec<f64> = elos(&table).into_iter().map(Option::unwrap).collect();
        let expected = Pentanomial([0, 0, 0, 1, 100_000]).elo().unwrap();
        assert!((elos[0] - elos[1] - expected).abs() < 1e-6 && (elos[1] - elos[2] - expected).abs() < 1e-6);
    }
}
