use super::*;
use tiptree::Rng;

fn elos(table: &Crosstable) -> Vec<Option<f64>> {
    table.ratings().iter().map(|rating| rating.map(|rating| rating.elo)).collect()
}

#[test]
fn two_players_are_as_far_apart_as_their_elo_says() {
    for pairs in [[88, 368, 705, 433, 116], [900, 80, 30, 5, 1], [0, 1, 0, 0, 40]].map(Pentanomial) {
        let mut table = Crosstable::new(2);
        table.add(0, 1, pairs.into());
        let [Some(first), Some(second)] = table.ratings()[..] else { panic!("both are rated") };
        assert!((first.elo - second.elo - pairs.elo().unwrap()).abs() < 1e-9);
        assert!((first.elo + second.elo).abs() < 1e-9);
        assert_eq!(first.ci95.is_some(), second.ci95.is_some());
    }
}

#[test]
fn the_error_between_two_players_is_that_of_their_elo() {
    let pairs = Pentanomial([88, 368, 705, 433, 116]);
    let mut table = Crosstable::new(2);
    table.add(1, 0, pairs.into());
    // Each rating is half the difference away from the mean. The Elo interval of the match is slightly nonlinear.
    for rating in table.ratings() {
        let error = 2.0 * rating.unwrap().ci95.unwrap();
        assert!((error / Scores::from(pairs).elo_ci95().unwrap() - 1.0).abs() < 1e-3, "{error}");
    }
}

#[test]
fn a_row_is_the_sum_of_all_that_the_player_met() {
    let mut table = Crosstable::new(3);
    table.add(0, 1, Pentanomial([1, 2, 3, 4, 5]).into());
    table.add(2, 0, Pentanomial([1, 0, 0, 0, 7]).into());
    assert_eq!(table.field(0).pairs(), Pentanomial([8, 2, 3, 4, 6]));
    assert_eq!(
        (table.between(1, 0), table.between(1, 2)),
        (Pentanomial([5, 4, 3, 2, 1]), Pentanomial::default())
    );
}

/// Pairs of two games, each drawn, won or lost with the expected score of this difference in strength. The second game
/// of a pair often repeats the first, so that pairs vary more than games.
fn play(rng: &mut Rng, difference: f64, count: u32) -> Pentanomial {
    let score = crate::statistics::expected_score(difference);
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
            table.add(a, b, play(&mut rng, strengths[a] - strengths[b], 400).into());
        }
        for (rating, strength) in table.ratings().into_iter().zip(strengths) {
            let rating = rating.unwrap();
            let error = rating.ci95.unwrap() / CONFIDENCE;
            assert!((rating.elo - strength).abs() < 4.5 * error, "{rating:?}, {strength}");
            squares += ((rating.elo - strength) / error).powi(2);
            matches += 1.0;
        }
    }
    // 900 squared deviations in units of their own errors, a third of them not free: five standard errors around 1.
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
                table.add(a, opponent, play(&mut rng, 100.0 * (a as f64 - 2.0), 50).into());
            }
        }
        let elos: Vec<f64> = elos(&table).into_iter().map(Option::unwrap).collect();
        assert!(elos.iter().sum::<f64>().abs() < 1e-9);
        for a in 0..players {
            let expected: f64 = (0..players)
                .map(|b| table.between(a, b).games() as f64 / (1.0 + 10f64.powf((elos[b] - elos[a]) / 400.0)))
                .sum();
            let field = table.field(a).pairs();
            assert!((expected - field.games() as f64 * field.score().unwrap()).abs() < 1e-9);
        }
    }
}

#[test]
fn who_won_or_lost_everything_is_not_rated_and_does_not_change_the_others() {
    let pairs = Pentanomial([3, 10, 40, 12, 7]);
    let mut table = Crosstable::new(4);
    table.add(1, 2, pairs.into());
    let alone = elos(&table);
    for opponent in [1, 2, 3] {
        table.add(0, opponent, Pentanomial([0, 0, 0, 0, 9]).into());
    }
    for opponent in [1, 2] {
        table.add(3, opponent, Pentanomial([9, 0, 0, 0, 0]).into());
    }
    let rated = elos(&table);
    assert_eq!(rated, alone);
    assert_eq!(rated.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, true, false]);
}

#[test]
fn of_groups_that_never_met_the_largest_is_rated() {
    let mut table = Crosstable::new(5);
    let pairs = Pentanomial([1, 2, 3, 2, 2]);
    table.add(0, 1, pairs.into());
    table.add(2, 3, pairs.into());
    assert_eq!(
        elos(&table).iter().map(Option::is_some).collect::<Vec<_>>(),
        [true, true, false, false, false]
    );
    table.add(3, 4, pairs.into());
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
    table.add(0, 1, Pentanomial([0, 0, 0, 0, 5]).into());
    assert_eq!(table.ratings(), [None; 2]);
}

#[test]
fn level_pairs_are_level_without_an_error() {
    let mut table = Crosstable::new(2);
    table.add(0, 1, Pentanomial([0, 0, 9, 0, 0]).into());
    assert_eq!(table.ratings(), [Some(Rating { elo: 0.0, ci95: None }); 2]);
}

#[test]
fn almost_perfect_scores_are_rated() {
    let mut table = Crosstable::new(3);
    table.add(0, 1, Pentanomial([0, 0, 0, 1, 100_000]).into());
    table.add(1, 2, Pentanomial([0, 0, 0, 1, 100_000]).into());
    let elos: Vec<f64> = elos(&table).into_iter().map(Option::unwrap).collect();
    let expected = Pentanomial([0, 0, 0, 1, 100_000]).elo().unwrap();
    assert!((elos[0] - elos[1] - expected).abs() < 1e-6 && (elos[1] - elos[2] - expected).abs() < 1e-6);
}

/// Three players at the same openings; each opening favours one player in all matches of that player.
#[test]
fn an_opening_is_one_observation_also_over_several_matches() {
    let mut rng = Rng::new(9);
    let (mut shared, mut apart) = (Crosstable::new(3), Crosstable::new(3));
    let mut of_match: Vec<[Scores; 2]> = vec![Default::default(); 3];
    for opening in 0..200 {
        let favoured = rng.below(3);
        for (number, (a, b)) in [(0, 1), (1, 2), (0, 2)].into_iter().enumerate() {
            let half_points = match favoured {
                player if player == a => 3,
                player if player == b => 1,
                _ => 2,
            };
            of_match[number][0].add(opening, half_points);
            of_match[number][1].add_single(half_points);
        }
    }
    for ([keyed, single], (a, b)) in of_match.into_iter().zip([(0, 1), (1, 2), (0, 2)]) {
        shared.add(a, b, keyed);
        apart.add(a, b, single);
    }
    let widths = |table: &Crosstable| -> Vec<f64> {
        table.ratings().iter().map(|rating| rating.unwrap().ci95.unwrap()).collect()
    };
    for (shared, apart) in widths(&shared).into_iter().zip(widths(&apart)) {
        assert!(shared > 1.15 * apart, "{shared}, {apart}");
    }
    let (shared, apart) = (shared.field(0), apart.field(0));
    assert_eq!((shared.pairs(), shared.observations(), apart.observations()), (apart.pairs(), 200, 400));
    assert!(shared.score_ci95() > apart.score_ci95());
}
