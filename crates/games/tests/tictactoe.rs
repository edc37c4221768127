//! Tic-tac-toe against the conformance suite and known counts.

use tiptree::perft::perft;
use tiptree::testing::conformance;
use tiptree::{Evaluator, Game, Neutral, Notation, Turn};
use tiptree_games::tictactoe::{OpenLines, TicTacToe};

#[test]
fn it_conforms() {
    conformance::all(&TicTacToe, &OpenLines).unwrap();
    conformance::check(&TicTacToe, &Neutral::new(&TicTacToe)).unwrap();
}

#[test]
fn lines_of_play_are_as_many_as_known() {
    // 9 * 8 * 7 * 6 * 5, then fewer because games are won with X's third stone, O's third, and so on.
    let known = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
    for (depth, lines) in known.into_iter().enumerate() {
        assert_eq!(perft(&TicTacToe, &TicTacToe.start(), depth as u32), lines, "depth {depth}");
    }
}

#[test]
fn values_worked_out_by_hand() {
    let value = |text| OpenLines.leaf(&TicTacToe, &TicTacToe.parse_position(text).unwrap()).value;
    // X in the centre leaves O the four lines along the edges; all eight are open to X.
    assert_eq!(value("....X...."), 4.0);
    assert_eq!(value("X........"), 3.0);
    assert_eq!(value("XXXOO...."), 9.0);
    assert_eq!(value("XX.OOOX.."), -9.0);
}

#[test]
fn positions_that_play_cannot_reach_are_refused() {
    let message = |text| TicTacToe.parse_position(text).unwrap_err().to_string();
    assert_eq!(message("OO......."), r#"position "OO.......": expected as many X as O, or one more"#);
    assert_eq!(message("XXXOOO..."), r#"position "XXXOOO...": expected no move after the game is won"#);
    assert_eq!(message("X"), r#"position "X": expected nine squares, each X, O or ., such as X.O.X...."#);
}

#[test]
fn the_drawing_numbers_the_empty_squares() {
    let state = TicTacToe.parse_position("X...O....").unwrap();
    assert_eq!(TicTacToe.draw(&state), " X 2 3\n 4 O 6\n 7 8 9\nX to move");
    assert_eq!(TicTacToe.turn(&state), Turn::Max);
}
