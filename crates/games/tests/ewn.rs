//! EinStein würfelt nicht: rules, outcomes of the die, texts.

use tiptree::testing::conformance;
use tiptree::{Game, Neutral, Notation, Turn};
use tiptree_games::ewn::{Ewn, Linear, State};

fn position(text: &str) -> State {
    Ewn.parse_position(text).unwrap()
}

fn texts(state: &State) -> String {
    let mut moves = Vec::new();
    Ewn.moves(state, &mut moves);
    moves.iter().map(|&mv| Ewn.move_text(state, mv)).collect::<Vec<_>>().join(" ")
}

fn after(state: &State, moves: &[&str]) -> State {
    moves.iter().fold(*state, |state, mv| Ewn.after(&state, Ewn.parse_move(&state, mv).unwrap()))
}

#[test]
fn the_game_conforms() {
    conformance::all(&Ewn, &Linear::default()).unwrap();
    conformance::check(&Ewn, &Neutral::new(&Ewn)).unwrap();
}

#[test]
fn every_seed_deals_six_cubes_to_each_corner() {
    for seed in 0..50 {
        let state = Ewn.deal(seed);
        for cubes in [state.mover(), state.waiter()] {
            let mut squares: Vec<u8> = (1..=6).filter_map(|cube| cubes.square(cube)).collect();
            squares.sort_unstable();
            assert_eq!(squares, [0, 1, 2, 5, 6, 10]);
        }
    }
    assert_ne!(Ewn.deal(1), Ewn.deal(2));
    assert_eq!(Ewn.deal(1), Ewn.start());
}

#[test]
fn faces_that_choose_the_same_cubes_are_one_outcome() {
    for (rows, faces, chances) in [
        ("123../456../...../...../....a", "1 2 3 4 5 6", vec![1; 6]),
        ("1...5/...../...../...../..a..", "1 2 5", vec![1, 3, 2]),
        (".3.../...../...../...../..a..", "3", vec![6]),
        ("2.4../...../...../...../..a..", "2 3 4", vec![2, 1, 3]),
    ] {
        let state = position(&format!("{rows} max"));
        assert_eq!(texts(&state), faces, "{rows}");
        let (mut moves, mut found) = (Vec::new(), Vec::new());
        Ewn.moves(&state, &mut moves);
        Ewn.chances(&state, &moves, &mut found);
        let sixths: Vec<f64> = chances.iter().map(|&sixths| f64::from(sixths) / 6.0).collect();
        assert_eq!(found, sixths, "{rows}");
    }
    let state = position("1...5/...../...../...../..a.. max");
    assert_eq!(Ewn.position_text(&after(&state, &["4"])), "1...5/...../...../...../..a.. max 2");
    assert_eq!(after(&state, &["6"]), position("1...5/...../...../...../..a.. max 5"));
}

#[test]
fn a_die_moves_its_cube_or_one_of_its_neighbours() {
    for (text, moves) in [
        ("1.3../24.../6..../....b/..fac max 4", "4c4 4b3 4c3"),
        ("1.3../24.../6..../....b/..fac max 5", "4c4 4b3 4c3 6b3 6a2 6b2"),
        ("1.3../24.../6..../....b/..fac min 4", "3d1 3e2 3d2 6b1 6c2 6b2"),
        ("....1/...../...../...../b.... max 3", "1e4"),
    ] {
        assert_eq!(texts(&position(text)), moves, "{text}");
    }
}

#[test]
fn any_cube_can_be_captured_and_the_last_one_or_the_corner_ends_the_game() {
    let state = position("12.../...../...../...../..a.. max 1");
    assert_eq!(Ewn.position_text(&after(&state, &["1b5"])), ".1.../...../...../...../..a.. min");
    let state = position("...../...../...1./....a/b.... max 1");
    assert_eq!(Ewn.position_text(&after(&state, &["1e2"])), "...../...../...../....1/b.... min");
    for (text, mv, payoff) in [
        ("...../...../...../...1./b.... max 1", "1e1", 1.0),
        ("...../...../...../...1a/..... max 1", "1e2", 1.0),
        ("...../a..../...../...1./..... min 1", "1a5", -1.0),
        ("...../...../...../...1a/..... min 1", "1d2", -1.0),
    ] {
        let end = after(&position(text), &[mv]);
        assert_eq!(Ewn.turn(&end), Turn::Over(payoff), "{text}");
        assert_eq!(position(&Ewn.position_text(&end)), end);
    }
}

#[test]
fn what_is_no_position_is_told_why() {
    let form = "five rows of five squares, each of Max's cubes 1 to 6 and Min's a to f at most once";
    for (text, expected) in [
        ("12.../...../...../...../..a. max", form),
        ("12.../...../...../..... max", form),
        ("11.../...../...../...../..a.. max", form),
        ("17.../...../...../...../..a.. max", form),
        ("1..../...../...../...../..a..", "max or min after the rows"),
        ("1..../...../...../...../..a.. max 7", "a die from 1 to 6"),
        ("1..../...../...../...../..a.. max 1 1", "the rows, the side and the die"),
        ("1..../...../...../...../..... max", "a cube of the side that has just moved"),
        ("...../...../..a../...../....1 max", "no cube of the side to roll in the opponent's corner"),
        ("...../...../..a../...../....1 min 1", "no die after the end of the game"),
    ] {
        let error = Ewn.parse_position(text).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("position \"{text}\": expected {expected}, such as `")),
            "{error}"
        );
    }
    let error =
        Ewn.parse_move(&position("1..../...../...../...../..a.. max 1"), "1a5").unwrap_err().to_string();
    assert_eq!(error, "move \"1a5\": expected one of 1b5 1a4 1b4");
}
