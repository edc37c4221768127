//! G-games against the conformance suite, plain definitions and known results.

use tiptree::testing::conformance;
use tiptree::{Evaluator, Game, Keyed, Neutral, Notation, Rng, Turn};
use tiptree_games::ggame::{Centred, End, GGame, Row};
use tiptree_games::squares::OnesShare;

fn game(height: u32) -> GGame {
    GGame::new(height, 0.5).unwrap()
}

/// Every board of a game.
fn boards(game: GGame) -> impl Iterator<Item = Row> {
    (0..1 << game.squares()).map(move |squares| game.set_up(squares))
}

#[test]
fn every_height_conforms() {
    for height in [1, 2, 3, 10, 11, 40, 62, 63] {
        for r in [0.0, 0.25, 0.5, 1.0] {
            let game = GGame::new(height, r).unwrap();
            conformance::all(&game, &OnesShare).unwrap();
            conformance::check(&game, &Centred).unwrap();
            conformance::check(&game, &Neutral::new(&game)).unwrap();
        }
    }
}

#[test]
fn the_board_of_a_seed_never_changes() {
    let text = |game: GGame, seed| game.position_text(&game.deal(seed));
    assert_eq!(text(game(10), 1), "01111111010");
    assert_eq!(
        text(GGame::new(63, 0.3).unwrap(), 2),
        "1100111010101000011000000000000010110101100110000100000000100000"
    );
    assert!(game(10).is_dealt());
    assert_eq!(game(10).start(), game(10).deal(1));
}

#[test]
fn squares_go_from_either_end_and_max_moves_last() {
    let game = game(3);
    let mut row = game.parse_position("0110").unwrap();
    let mut play = |end| {
        game.play(&mut row, end);
        (game.position_text(&row), game.turn(&row))
    };
    assert_eq!(play(End::Right), ("011.".into(), Turn::Min));
    assert_eq!(play(End::Left), (".11.".into(), Turn::Max));
    assert_eq!(play(End::Left), ("..1.".into(), Turn::Over(1.0)));
    assert_eq!(game.turn(&game.parse_position("0...").unwrap()), Turn::Over(0.0));
}

#[test]
fn the_same_squares_reached_in_another_order_are_the_same_position() {
    let game = game(6);
    let after = |ends: &[End]| ends.iter().fold(game.deal(4), |row, &end| game.after(&row, end));
    let (left, right) = (End::Left, End::Right);
    assert_eq!(after(&[left, right]), after(&[right, left]));
    assert_ne!(after(&[left, left]), after(&[left, right]));
    // Equal squares in other places are other positions.
    let zeros = game.set_up(0);
    assert_ne!(game.key(&game.after(&zeros, left)), game.key(&game.after(&zeros, right)));
}

#[test]
fn positions_survive_being_written_and_read() {
    for height in [1, 5, 63] {
        let game = game(height);
        let mut rng = Rng::new(2);
        for _ in 0..100 {
            let mut row = game.set_up(game.board(&mut rng));
            loop {
                assert_eq!(game.parse_position(&game.position_text(&row)), Ok(row));
                if game.turn(&row).is_over() {
                    break;
                }
                game.play(&mut row, [End::Left, End::Right][rng.below(2)]);
            }
        }
    }
}

#[test]
fn what_is_no_position_or_move_is_told_why() {
    let game = game(4);
    let message = |text| game.parse_position(text).unwrap_err().to_string();
    for (text, expected) in [
        ("0110", "5 squares, each 0, 1 or ., read 4"),
        ("011o0", "0, 1 or . for every square, read 'o' at square 4"),
        (".....", "a square in play, 0 or 1"),
        ("0.1..", "squares in play side by side, read . at square 2 between them"),
    ] {
        assert_eq!(message(text), format!("position {text:?}: expected {expected}"));
    }
    let error = game.parse_move(&game.start(), "up").unwrap_err().to_string();
    assert_eq!(error, r#"move "up": expected one of left right"#);
}

#[test]
fn what_is_no_game_is_told_which_parameter_is_wrong() {
    let message = |height, r| GGame::new(height, r).unwrap_err().to_string();
    assert_eq!(message(0, 0.5), r#"height of ggame "0": expected 1 to 63 moves"#);
    assert_eq!(message(64, 0.5), r#"height of ggame "64": expected 1 to 63 moves"#);
    assert_eq!(message(10, -0.1), r#"r of ggame "-0.1": expected a probability, from 0 to 1"#);
    assert_eq!(message(10, f64::NAN), r#"r of ggame "NaN": expected a probability, from 0 to 1"#);
}

#[test]
fn the_drawing_says_whose_turn_it_is() {
    let draw = |text| game(2).draw(&game(2).parse_position(text).unwrap());
    assert_eq!(draw("010"), "010\nMin to move, 2 moves left, 1 of 3 squares is 1");
    assert_eq!(draw(".11"), ".11\nMax to move, 1 move left, 2 of 2 squares are 1");
    assert_eq!(draw(".1."), ".1.\nMax has won");
    assert_eq!(draw("0.."), "0..\nMin has won");
}

/// The rule: with an even number of squares Max needs one of the two in the centre, with an odd number the one in the
/// centre or both its neighbours.
fn is_won_by_the_centre(row: Row) -> bool {
    let squares = row.moves_left() as usize + 1;
    let is_one = |square: usize| row.squares() >> square & 1 == 1;
    let centre = squares / 2;
    match squares {
        1 => is_one(0),
        _ if squares.is_multiple_of(2) => is_one(centre - 1) || is_one(centre),
        _ => is_one(centre) || is_one(centre - 1) && is_one(centre + 1),
    }
}

#[test]
fn the_centre_alone_decides() {
    for height in 1..=12 {
        let game = game(height);
        for row in boards(game) {
            let won = crate::forced::for_max(&game, &row);
            assert_eq!(won, is_won_by_the_centre(row), "{}", game.position_text(&row));
        }
    }
}

#[test]
fn exhaustive_searches_find_the_forced_win() {
    for height in 2..=6 {
        let game = game(height);
        for row in boards(game).step_by(3) {
            crate::forced::is_found_by_searches(&game, &OnesShare, &row, height);
            crate::forced::is_found_by_searches(&game, &Centred, &row, height);
        }
    }
}

/// e3 by recursion: a coin toss decides which end loses its square.
fn by_halves(game: &GGame, row: Row) -> f64 {
    if let Turn::Over(payoff) = game.turn(&row) {
        return payoff;
    }
    let [left, right] = [End::Left, End::Right].map(|end| by_halves(game, game.after(&row, end)));
    f64::midpoint(left, right)
}

#[test]
fn the_centred_value_is_the_mean_of_its_successors_to_the_last_bit() {
    for height in 1..=8 {
        let game = game(height);
        for row in boards(game) {
            assert_eq!(Centred.leaf(&game, &row).value, by_halves(&game, row));
        }
    }
    let mut rng = Rng::new(3);
    for height in 9..=53 {
        let game = game(height);
        for _ in 0..100 {
            let row = game.set_up(game.board(&mut rng));
            let [left, right] =
                [End::Left, End::Right].map(|end| Centred.leaf(&game, &game.after(&row, end)).value);
            assert_eq!(Centred.evaluate(&game, &row), f64::midpoint(left, right), "height {height}");
        }
    }
}

#[test]
fn the_centred_value_is_the_sum_of_equation_13() {
    let mut rng = Rng::new(4);
    for height in [1, 2, 5, 10, 20, 40, 53, 54, 63] {
        let game = game(height);
        assert_eq!(Centred.evaluate(&game, &game.set_up(u64::MAX >> (63 - height))), 1.0);
        assert_eq!(Centred.evaluate(&game, &game.set_up(0)), 0.0);
        for _ in 0..100 {
            let row = game.set_up(game.board(&mut rng));
            let n = u128::from(height);
            let (mut sum, mut binomial) = (0u128, 1u128);
            for i in 0..=n {
                sum += binomial * u128::from(row.squares() >> i & 1);
                binomial = binomial * (n - i) / (i + 1);
            }
            assert_eq!(Centred.evaluate(&game, &row), sum as f64 / (1u128 << n) as f64);
        }
    }
}

#[test]
fn the_share_of_ones_counts_only_squares_in_play() {
    let game = game(4);
    let share = |text| OnesShare.leaf(&game, &game.parse_position(text).unwrap()).value;
    assert_eq!([share("11100"), share(".110."), share("0...."), share("..1..")], [0.6, 2.0 / 3.0, 0.0, 1.0]);
}
