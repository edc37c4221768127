//! Moves worked out by hand, texts, drawings and errors.

use super::kalah;
use tiptree::{Game, Notation, Turn};
use tiptree_games::kalah::{Capture, Kalah, Rest, Rules};
use tiptree_games::registry;

/// The position after a move, both as texts.
fn after(game: &Kalah, position: &str, mv: &str) -> String {
    let board = game.parse_position(position).unwrap();
    game.position_text(&game.after(&board, game.parse_move(&board, mv).unwrap()))
}

fn with(rules: Rules) -> Kalah {
    Kalah::new(3, 4, rules).unwrap()
}

#[test]
fn moves_worked_out_by_hand() {
    let game = kalah(3, 4);
    for (position, mv, expected) in [
        // Sows into the own store and on, but skips the opponent's store.
        ("4-4-4-0/4-4-4-0/max", "1", "0-5-5-1/5-4-4-0/min"),
        ("4-4-4-0/4-4-4-0/min", "3", "5-5-5-0/4-4-0-1/max"),
        ("4-4-6-0/4-4-2-0/max", "3", "5-5-0-1/5-5-3-0/min"),
        // A last seed in the own store gives another move.
        ("3-5-4-0/4-4-4-0/max", "1", "0-6-5-1/4-4-4-0/max"),
        ("4-4-4-0/4-6-1-1/min", "3", "4-4-4-0/4-6-0-2/min"),
        // A last seed in an own empty pit captures the seeds opposite.
        ("1-0-3-4/2-5-5-4/max", "1", "0-0-3-10/2-0-5-4/min"),
        ("2-5-5-4/1-0-3-4/min", "1", "2-0-5-4/0-0-3-10/max"),
        // Without seeds opposite nothing is captured.
        ("1-0-3-9/2-0-5-4/max", "1", "0-1-3-9/2-0-5-4/min"),
        // After one round the last seed falls into the pit that it came from.
        ("7-2-2-2/3-3-3-2/max", "1", "0-3-3-8/4-4-0-2/min"),
        ("2-7-2-2/3-3-3-2/max", "2", "3-0-3-8/4-0-4-2/min"),
        // Beyond one round, the pit of origin is not empty when the last seed falls further on.
        ("8-0-2-2/3-3-3-3/max", "1", "1-2-3-3/4-4-4-3/min"),
        ("2-2-8-2/3-3-3-1/max", "3", "3-3-1-4/4-4-4-1/max"),
        ("0-0-15-2/2-2-2-1/max", "3", "2-2-2-5/4-4-4-1/max"),
    ] {
        assert_eq!(after(&game, position, mv), expected, "{position} {mv}");
    }
}

#[test]
fn rules_that_differ_from_place_to_place() {
    let bare = "1-0-3-9/2-0-5-4/max";
    let full = "1-0-3-4/2-5-5-4/max";
    let always = with(Rules { capture: Capture::Always, ..Rules::default() });
    assert_eq!(after(&always, bare, "1"), "0-0-3-10/2-0-5-4/min");
    let never = with(Rules { capture: Capture::Never, ..Rules::default() });
    assert_eq!(after(&never, full, "1"), "0-1-3-4/2-5-5-4/min");
    // Max's pits are empty and eight seeds lie in Min's.
    for (rest, payoff) in [(Rest::Owner, -1.0), (Rest::Opponent, 1.0), (Rest::Nobody, 1.0)] {
        let game = with(Rules { rest, ..Rules::default() });
        let board = game.parse_position("0-0-0-9/2-4-2-7/min").unwrap();
        assert_eq!(game.turn(&board), Turn::Over(payoff), "{rest:?}");
    }
    let drawn = kalah(3, 4).parse_position("0-0-0-12/2-4-2-4/max").unwrap();
    assert_eq!(kalah(3, 4).turn(&drawn), Turn::Over(0.0));
}

#[test]
fn a_line_of_moves_is_a_position() {
    let game = kalah(6, 4);
    let line = |text| game.position_text(&game.parse_position(text).unwrap());
    assert_eq!(line(""), "4-4-4-4-4-4-0/4-4-4-4-4-4-0/max");
    assert_eq!(line(" 36 "), "4-4-0-5-5-0-2/5-5-5-5-4-4-0/min");
    assert_eq!(line("361"), "4-4-0-5-5-0-2/0-6-6-6-5-5-0/max");
}

#[test]
fn what_is_no_position_is_told_why() {
    let game = kalah(3, 2);
    let message = |text: &str| game.parse_position(text).unwrap_err().to_string();
    let form =
        "expected Max's row, Min's row and max or min to move, such as 2-2-2-0/2-2-2-0/max".to_string();
    for text in [
        "2-2-2-0/2-2-2-0",
        "2-2-2-0/2-2-2-0/",
        "2-2-2-0/2-2-2-0/Max",
        "2-2-2-0/2-2-2-0/max/",
        "2-2-0/2-2-2-2/max",
        "2-2-2-0-0/2-2-2-0/max",
        "2-2-2-+0/2-2-2-0/max",
        "2-2-02-0/2-2-2-0/max",
        "2-2-200-0/2-2-2-0/max",
        "/",
    ] {
        assert_eq!(message(text), format!("position {text:?}: {form}"));
    }
    assert_eq!(
        message("2-2-2-0/2-2-2-1/min"),
        r#"position "2-2-2-0/2-2-2-1/min": expected 12 seeds in all, read 13"#
    );
    assert_eq!(
        message("24"),
        r#"position "24": expected a line of moves, at move 2: move "4": expected one of 1 3"#
    );
}

#[test]
fn the_drawing_is_the_board_from_maxs_side() {
    let game = kalah(3, 4);
    let board = game.parse_position("4-4-6-10/4-4-2-0/min").unwrap_err();
    assert!(board.to_string().ends_with("expected 24 seeds in all, read 34"));
    let board = game.parse_position("1-2-3-10/4-3-1-0/min").unwrap();
    let expected = "      3   2   1  Min
      1   3   4
  0              10
      1   2   3
      1   2   3  Max
Min to move";
    let drawn: Vec<String> = game.draw(&board).lines().map(|line| line.trim_end().to_owned()).collect();
    assert_eq!(drawn.join("\n"), expected);
}

#[test]
fn boards_and_rules_that_cannot_be_are_told_which_parameter_is_wrong() {
    let refusal = |game: &str| registry().rules(&game.parse().unwrap(), None).err().unwrap().to_string();
    for (game, expected) in [
        ("kalah(pits=0)", r#"pits of kalah "0": expected 1 to 7: a row is kept in 64 bits"#),
        ("kalah(pits=8)", r#"pits of kalah "8": expected 1 to 7: a row is kept in 64 bits"#),
        ("kalah(pits=six)", r#"pits of kalah "six": expected a number of pits"#),
        ("kalah(seeds=0)", r#"seeds of kalah "0": expected 1 to 10 with 6 pits, at most 127 in all"#),
        ("kalah(seeds=11)", r#"seeds of kalah "11": expected 1 to 10 with 6 pits, at most 127 in all"#),
        ("kalah(seeds=-4)", r#"seeds of kalah "-4": expected a number of seeds"#),
        ("kalah(capture=all)", r#"capture of kalah "all": expected one of opposite, always, never"#),
        ("kalah(rest=mine)", r#"rest of kalah "mine": expected one of owner, opponent, nobody"#),
        ("kalah(until=late)", r#"until of kalah "late": expected one of empty, majority"#),
    ] {
        assert_eq!(refusal(game), expected);
    }
    let rules = registry().rules(&"kalah(pits=3,seeds=4,rest=nobody,capture=never)".parse().unwrap(), None);
    let mut position = rules.unwrap().position("1-0-3-4/2-5-5-4/max").unwrap();
    position.play("1").unwrap();
    assert_eq!(position.text(), "0-1-3-4/2-5-5-4/min");
}
