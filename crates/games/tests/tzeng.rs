//! Tzeng's table against published values, against every board of small games, and against theory for large ones.

use tiptree_games::board_splitting::{BALANCED, BoardSplitting, Setup, Tzeng};

fn table(height: u32, branching: u32) -> Tzeng {
    Tzeng::new(&BoardSplitting::new(height, branching, Setup::Independent { p: BALANCED }).unwrap()).unwrap()
}

#[test]
fn small_tables_are_known_fractions() {
    let table = table(3, 2);
    let known: [&[f64]; 4] = [
        &[0.0, 1.0],
        &[0.0, 1.0, 1.0],
        &[0.0, 0.0, 2.0 / 3.0, 1.0, 1.0],
        &[0.0, 0.0, 2.0 / 7.0, 5.0 / 7.0, 33.0 / 35.0, 1.0, 1.0, 1.0, 1.0],
    ];
    for (left, chances) in known.into_iter().enumerate() {
        for (ones, chance) in chances.iter().enumerate() {
            assert!((table.chance(left as u32, ones) - chance).abs() < 1e-15, "p({left}, {ones})");
        }
    }
}

#[test]
fn larger_tables_hold_the_known_values() {
    let table = table(10, 2);
    for (left, ones, chance, error) in [
        (4, 8, 0.721_37, 5e-6),
        (5, 12, 0.634_639, 5e-7),
        (8, 98, 0.377_688, 5e-7),
        (8, 102, 0.473_850, 5e-7),
        (9, 196, 0.633_801, 5e-7),
        (10, 391, 0.375_292, 5e-7),
    ] {
        let found = table.chance(left, ones);
        assert!((found - chance).abs() < error, "p({left}, {ones}) is {found}");
    }
}

/// Whether Max wins on these squares, the first one lowest.
fn is_won(squares: u32, left: u32, branching: u32) -> bool {
    if left == 0 {
        return squares & 1 == 1;
    }
    let size = branching.pow(left - 1);
    let mut parts = (0..branching).map(|part| is_won(squares >> (part * size), left - 1, branching));
    if left % 2 == 1 { parts.any(|won| won) } else { parts.all(|won| won) }
}

#[test]
fn chances_are_the_shares_of_all_boards() {
    for (height, branching) in [(1, 2), (2, 2), (3, 2), (4, 2), (1, 3), (2, 3), (1, 5), (2, 4), (1, 16)] {
        let table = table(height, branching);
        let squares = branching.pow(height) as usize;
        let (mut boards, mut won) = (vec![0u32; squares + 1], vec![0u32; squares + 1]);
        for board in 0..1u32 << squares {
            let ones = board.count_ones() as usize;
            boards[ones] += 1;
            won[ones] += u32::from(is_won(board, height, branching));
        }
        for ones in 0..=squares {
            let share = f64::from(won[ones]) / f64::from(boards[ones]);
            let chance = table.chance(height, ones);
            assert!((chance - share).abs() < 1e-14, "p({height}, {ones}) is {chance} instead of {share}");
        }
    }
}

/// The probability that Max wins a board whose squares are 1 with probability `p`: equal parts are won independently.
fn by_recursion(p: f64, height: u32, branching: u32) -> f64 {
    let branching = f64::from(branching);
    (1..=height).fold(p, |chance, left| match left % 2 {
        1 => 1.0 - (1.0 - chance).powf(branching),
        _ => chance.powf(branching),
    })
}

/// The same by the number of ones, which has a binomial distribution.
fn by_ones(table: &Tzeng, p: f64, height: u32, branching: u32) -> f64 {
    let squares = branching.pow(height) as usize;
    let mode = (squares as f64 * p) as usize;
    let growth = |ones: usize| (squares - ones) as f64 / (ones + 1) as f64 * p / (1.0 - p);
    let (mut weights, mut sum, mut weight) = (0.0, 0.0, 1.0);
    for ones in mode..=squares {
        weights += weight;
        sum += weight * table.chance(height, ones);
        weight *= growth(ones);
    }
    weight = 1.0;
    for ones in (0..mode).rev() {
        weight /= growth(ones);
        weights += weight;
        sum += weight * table.chance(height, ones);
    }
    sum / weights
}

#[test]
fn the_mean_over_all_numbers_of_ones_is_the_chance_of_a_random_board() {
    for (height, branching) in [(5, 2), (10, 2), (13, 2), (16, 2), (7, 3), (5, 5), (2, 60), (3, 17)] {
        let table = table(height, branching);
        for p in [0.2, 0.37, BALANCED, 0.39, 0.45, 0.7] {
            let (expected, found) =
                (by_recursion(p, height, branching), by_ones(&table, p, height, branching));
            assert!((expected - found).abs() < 1e-11, "{height}, {branching}, {p}: {found} for {expected}");
        }
    }
}

#[test]
fn more_ones_are_never_worse() {
    for (height, branching) in [(12, 2), (7, 3), (4, 6)] {
        let table = table(height, branching);
        for left in 0..=height {
            let squares = branching.pow(left) as usize;
            let chances: Vec<f64> = (0..=squares).map(|ones| table.chance(left, ones)).collect();
            assert!(chances.windows(2).all(|pair| pair[0] <= pair[1] + 1e-14), "{left} moves left");
            assert_eq!((chances[0], chances[squares]), (0.0, 1.0));
        }
    }
}

#[test]
fn tables_of_more_than_a_million_squares_are_refused() {
    let game = BoardSplitting::new(21, 2, Setup::Independent { p: 0.5 }).unwrap();
    assert_eq!(
        Tzeng::new(&game).unwrap_err().to_string(),
        r#"height of pgame "21": expected 1 to 20 for e2 with branching 2; its table would take too long"#
    );
}
