//! Positions and plays of backgammon as text.

use super::{at_random_positions, games, moves};
use tiptree::{Game, Notation};
use tiptree_games::backgammon::Backgammon;

#[test]
fn positions_are_read_back_from_their_ids() {
    for game in games() {
        at_random_positions(&game, |state| {
            let text = game.position_text(state);
            assert_eq!(game.parse_position(&text).as_ref(), Ok(state), "{text}");
            for roll in moves(&game, state) {
                let rolled = game.after(state, roll);
                assert_eq!(game.parse_position(&game.position_text(&rolled)), Ok(rolled));
            }
        });
    }
}

#[test]
fn the_start_and_what_follows_have_the_ids_of_gnu_backgammon() {
    let [backgammon, hypergammon] = games();
    assert_eq!(backgammon.position_text(&backgammon.start()), "4HPwATDgc/ABMA max");
    assert_eq!(hypergammon.position_text(&hypergammon.start()), "AACgAgAAKgAAAA max");
    let mut state = backgammon.start();
    for (mv, text) in [
        ("13", "4HPwATDgc/ABMA max 31"),
        ("8/5,6/5", "sGfwATDgc/ABMA min"),
        ("66", "sGfwATDgc/ABMA min 66"),
        ("24/18(2) 13/7(2)", "4NvBwQCwZ/ABMA max"),
    ] {
        state = backgammon.after(&state, backgammon.parse_move(&state, mv).unwrap());
        assert_eq!(backgammon.position_text(&state), text, "after {mv}");
    }
}

/// A position, and a play as it is written and as it may be read.
#[test]
fn plays_are_written_as_players_write_them_and_read_leniently() {
    let [backgammon, hypergammon] = games();
    let cases: [(&Backgammon, &str, &str, &[&str]); 8] = [
        (&backgammon, "4HPwATDgc/ABMA max 31", "8/5,6/5", &["8/5 6/5", "6/5 8/5", "8/5*, 6/5", "8-5 6-5"]),
        (&backgammon, "4HPwATDgc/ABMA max 65", "24/13", &["24/18/13", "24/18 18/13", "24/13*"]),
        (
            &backgammon,
            "4HPwATDgc/ABMA max 66",
            "24/18(2),13/7(2)",
            &["24/18(2) 13/7(2)", "13/7 24/18 13/7 24/18"],
        ),
        (&backgammon, "4HPwATDgc/ABMA max 22", "13/11(2),6/4(2)", &["6/4(2) 13/11(2)"]),
        (&backgammon, "4HPwATDgc/ABMA max 22", "24/16", &["24/22/20/18/16", "24/20 20/16"]),
        // Three ways from 24 to 14, two of which hit.
        (&hypergammon, "kAgAAAYAIAAAAA max 64", "24/20*/14", &["24/20/14", "24/20 20/14"]),
        (&hypergammon, "kAgAAAYAIAAAAA max 64", "24/18*/14", &["24/18/14"]),
        (&hypergammon, "AACgAgYAQAAAAA max 31", "bar/22,6/5", &["25/22 6/5", "BAR/22 6/5"]),
    ];
    for (game, position, text, others) in cases {
        let state = game.parse_position(position).unwrap();
        let play = game.parse_move(&state, text).unwrap();
        assert_eq!(game.move_text(&state, play), text);
        for other in others {
            assert_eq!(game.parse_move(&state, other), Ok(play), "{other} at {position}");
        }
    }
}

#[test]
fn what_is_no_play_is_refused() {
    let game = Backgammon::hypergammon();
    let state = game.parse_position("kAgAAAYAIAAAAA max 64").unwrap();
    // 24/14 may hit on either way: the text does not say which.
    for text in ["24/14", "24/13", "8/4", "24", "24/", "24/18(9)", "(2)", "31", "off/bar", ""] {
        let error = game.parse_move(&state, text).unwrap_err().to_string();
        assert!(error.contains("expected one of ") && !error.contains('\n'), "{text}: {error}");
    }
    let error = game.parse_move(&game.start(), "77").unwrap_err().to_string();
    assert_eq!(
        error,
        "move \"77\": expected one of 11 21 22 31 32 33 41 42 43 44 51 52 53 54 55 61 62 63 64 65 66"
    );
}

#[test]
fn what_is_no_position_is_told_why() {
    let [backgammon, hypergammon] = games();
    let form = "a GNU position ID of 14 letters";
    for (game, text, expected) in [
        (backgammon, "4HPwATDgc/ABM max", form),
        (backgammon, "4HPwATDgc/ABMAA", form),
        (backgammon, "4HPwATDgc/ABM! max", form),
        (
            backgammon,
            "4HPwATDgc/ABMB max",
            "a GNU position ID that ends with the last checker: a letter is mistyped",
        ),
        (backgammon, "4HPwATDgc/ABMA both", "max or min after the ID"),
        (backgammon, "4HPwATDgc/ABMA max 77", "two dice from 1 to 6"),
        (backgammon, "4HPwATDgc/ABMA max 3", "two dice from 1 to 6"),
        (backgammon, "4HPwATDgc/ABMA max 31 3", "an ID, the side and the dice"),
        (backgammon, "AACAgP9/AAAAAA max", "at most 15 checkers of each player"),
        (hypergammon, "4HPwATDgc/ABMA max", "at most 3 checkers of each player"),
        (backgammon, "AAAMAAMAAAAAAA max", "no point with checkers of both players"),
        (backgammon, "AAAMAAAAAAAAAA max", "a checker left to the side to roll"),
        (backgammon, "AAAAAAAYAAAAAA max 31", "no dice after the end of the game"),
    ] {
        let error = game.parse_position(text).unwrap_err().to_string();
        let example = game.position_text(&game.start());
        assert_eq!(error, format!("position \"{text}\": expected {expected}, such as `{example} 31`"));
    }
}

#[test]
fn the_drawing_shows_every_checker() {
    for game in games() {
        let drawn = game.draw(&game.start());
        assert_eq!(drawn.matches('X').count(), usize::from(game.checkers()) + 1, "{drawn}");
        assert_eq!(drawn.matches('O').count(), usize::from(game.checkers()) + 1, "{drawn}");
        assert!(drawn.ends_with("Max rolls"), "{drawn}");
    }
}
