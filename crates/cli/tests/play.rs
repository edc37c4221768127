//! `tiptree play`, by piped input and at a pseudo-terminal.

use crate::program::{complaint, stdout, text};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// A weak opponent, whose every move is determined.
const WEAK: [&str; 4] = ["--against", "ab", "--budget", "moves=20"];

fn piped(input: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tiptree"));
    command.arg("play").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    // The program may leave before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn played(input: &str, arguments: &[&str]) -> String {
    let output = piped(input, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    stdout(&output)
}

/// The game of a file.
fn game(path: &str) -> Value {
    let text = std::fs::read_to_string(path).expect("a file");
    assert_eq!(text.lines().count(), 2, "{text}");
    serde_json::from_str(text.lines().last().expect("a game")).expect("JSON")
}

#[test]
fn a_whole_game_by_a_pipe() {
    let shown = played("4\n3\n5\n2\n", &[&["connect4"], &WEAK[..]].concat());
    assert!(shown.starts_with("connect4: you (Max) against ab (Min), moves=20 a move\n"), "{shown}");
    assert_eq!(shown.matches("ab (Min) plays ").count(), 3);
    assert_eq!(shown.matches("1 2 3 4 5 6 7\nX to move").count(), 4, "{shown}");
    assert!(shown.contains("The game is over: you win\n"), "{shown}");
    assert!(!shown.contains('\u{1b}'), "no colour in a pipe: {shown}");
}

#[test]
fn every_word_does_what_help_says() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("saved.jsonl");
    let file = file.to_str().unwrap();
    let input = format!(
        "help\nundo\nnonsense\n4\nmoves\nhint\nanalyse\nroll\nsave {file}\nsave {file}\nsave\n3\nundo\nboard\nquit\n1\n"
    );
    let shown = played(&input, &[&["connect4"], &WEAK[..]].concat());
    assert!(shown.contains("take back your last move and the reply"), "{shown}");
    assert!(shown.contains("nothing to take back"));
    assert!(shown.contains("move \"nonsense\": expected one of 1 2 3 4 5 6 7, or help"));
    assert!(shown.contains("> moves\n1 2 3 4 5 6 7\n"));
    // The words of `best`, because it prints them.
    assert!(shown.contains("> hint\nab: ") && shown.contains("> analyse\nab: "));
    assert_eq!(shown.matches("\n    move  value").count(), 1, "{shown}");
    assert!(shown.contains("roll: expected a position in which the dice are rolled"));
    assert!(shown.contains("saved; ") && shown.contains("it exists, expected a new file"));
    assert!(shown.contains("save \"\": expected the name of a file"));
    assert!(shown.contains("taken back: 2 moves"));
    assert!(shown.ends_with("> quit\n"), "nothing is read behind quit: {shown}");
    assert_eq!(game(file)["record"], "unfinished");
    assert_eq!(game(file)["moves"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_game_is_saved_after_every_move_resumed_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let path = path.to_str().unwrap();
    let shown = played("4\n", &[&["connect4", "--out", path], &WEAK[..]].concat());
    assert!(shown.ends_with(&format!("play --resume {path} continues the game\n")), "{shown}");
    assert_eq!(game(path)["record"], "unfinished");
    assert!(text(&["export", path, "--format", "sgf"]).contains("PB[person]PW[ab]RE[?]"));
    let shown = played("3\nquit\n", &["connect4", "--resume", path]);
    assert!(shown.contains("resumed after 2 moves"), "{shown}");
    played("5\n2\n", &["--resume", path]);
    assert_eq!((&game(path)["record"], &game(path)["result"]), (&"game".into(), &"win".into()));
    assert!(text(&["export", path, "--format", "text"]).contains("[Result \"1-0\"]"));
    // Even a game that is over can be taken back.
    played("undo\nquit\n", &["--resume", path]);
    assert_eq!(game(path)["moves"].as_array().map(Vec::len), Some(6));
}

#[test]
fn two_people_and_two_searches() {
    let shown = played("1\n4\n2\n5\n3\n", &["tictactoe", "--side", "both"]);
    assert!(shown.contains("Min to move [2 3 4 5 6 7 8 9]> 4\n"), "{shown}");
    assert!(shown.contains("The game is over: Max wins\n"), "{shown}");
    let searches =
        ["tictactoe", "--side", "none", "--against", "mm", "--against", "ab", "--budget", "moves=500"];
    let shown = played("", &searches);
    assert!(shown.contains("mm (Max) plays ") && shown.contains("ab (Min) plays "), "{shown}");
    assert!(shown.trim_end().ends_with("The game is over: a draw"), "{shown}");
    assert!(!shown.contains('>'), "nobody is asked: {shown}");
    let shown = played("4\n", &["connect4", "--side", "min", "--against", "ab", "--budget", "moves=20"]);
    assert!(shown.contains("ab (Max) plays ") && shown.contains("your move"), "{shown}");
}

#[test]
fn dice_are_rolled_by_the_seed_or_typed() {
    let rolled = |seed: &str| played("", &["pig", "--seed", seed, "--budget", "moves=50"]);
    assert_eq!(rolled("2"), rolled("2"));
    assert!((3..20).any(|seed: u8| rolled(&seed.to_string()) != rolled("2")));
    let typed = played("7\n6\nhold\nroll\n", &["pig", "--dice", "typed", "--budget", "moves=50"]);
    assert!(typed.contains("roll, or the outcome [1 2 3 4 5 6]> 7\nmove \"7\": expected one of"), "{typed}");
    assert!(typed.contains("your move [") && typed.contains("> hold\n"), "{typed}");
    assert!(typed.contains("> roll\nrolled "), "{typed}");
}

#[test]
fn bad_arguments_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let path = path.to_str().unwrap();
    played("", &["tictactoe", "--out", path]);
    assert!(complaint(&["play"]).contains("<GAME>"));
    assert!(complaint(&["play", "chequers"]).contains("expected one of connect4"));
    assert!(complaint(&["play", "connect4", "--side", "left"]).contains("max, min, both, none"));
    assert!(complaint(&["play", "connect4", "--against", "a", "--against", "b"]).contains("at most 1"));
    assert!(complaint(&["play", "tictactoe", "--out", path]).contains("it exists, expected a new file"));
    assert!(complaint(&["play", "kalah", "--resume", path]).contains("a game of tictactoe, expected kalah"));
    assert!(complaint(&["play", "--resume", path, "--seed", "3"]).contains("cannot be used with"));
    assert!(complaint(&["play", "connect4", "--budget", "clock=3s"]).contains("a limit for each move"));
    std::fs::write(path, "nonsense\n").unwrap();
    assert!(complaint(&["play", "--resume", path]).contains("line 1: \"nonsense\", expected the header"));
}

#[cfg(unix)]
mod at_a_terminal {
    use super::{WEAK, game};
    use crate::pseudo_terminal::{AtTerminal, END};

    #[test]
    fn a_whole_game_with_an_illegal_move_undo_hint_quit_and_resume() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let path = path.to_str().unwrap();
        let arguments = [&["play", "connect4", "--out", path], &WEAK[..]].concat();
        let mut terminal = AtTerminal::start(&arguments, false);
        terminal.typed("4\n9\nhint\n1\nundo\n3\nquit\n");
        let (shown, status) = terminal.end();
        assert!(status.success(), "{shown}");
        assert!(shown.contains("move \"9\": expected one of 1 2 3 4 5 6 7, or help"), "{shown}");
        assert!(shown.contains("ab: ") && shown.contains("taken back: 2 moves"), "{shown}");
        assert!(shown.contains("\u{1b}[1;31mX") && shown.contains("\u{1b}[1;36mO"), "new stones: {shown}");
        assert!(shown.contains("\u{1b}[31mX"), "older stones: {shown}");
        assert!(shown.contains("play --resume"), "{shown}");
        assert_eq!(game(path)["moves"].as_array().map(Vec::len), Some(4));

        let mut terminal = AtTerminal::start(&["play", "connect4", "--resume", path], true);
        terminal.typed("5\n2\n");
        terminal.typed(END);
        let (shown, status) = terminal.end();
        assert!(status.success(), "{shown}");
        assert!(shown.contains("The game is over: you win"), "{shown}");
        assert!(!shown.contains("\u{1b}[1") && !shown.contains("\u{1b}[3"), "NO_COLOR: {shown:?}");
        assert_eq!(game(path)["result"], "win");
    }

    #[test]
    fn ctrl_c_leaves_the_saved_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let path = path.to_str().unwrap();
        let mut terminal = AtTerminal::start(&["play", "tictactoe", "--side", "both", "--out", path], true);
        terminal.typed("1\n");
        terminal.wait_for("Min to move");
        terminal.interrupt();
        let (shown, status) = terminal.end();
        assert_eq!(status.code(), Some(130), "{shown}");
        assert!(shown.contains("play --resume"), "{shown}");
        assert_eq!(game(path)["moves"][0], "1");
    }

    #[test]
    fn ctrl_c_ends_a_search_and_keeps_the_move_before_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let path = path.to_str().unwrap();
        // It would search for years.
        let endless = ["--against", "ab", "--budget", "depth=42", "--out", path];
        let mut terminal = AtTerminal::start(&[&["play", "connect4"], &endless[..]].concat(), true);
        terminal.typed("4\n");
        terminal.wait_for("O to move");
        terminal.interrupt();
        let (shown, status) = terminal.end();
        assert_eq!(status.code(), Some(130), "{shown}");
        assert_eq!(game(path)["moves"], serde_json::json!(["4"]));
    }
}
