//! The table of moves that `best` prints for a person.

use crate::program::{json, text};

/// The rows of the table: the mark, the move and the rest.
fn rows(shown: &str) -> Vec<(bool, String, String)> {
    let table = shown.lines().skip_while(|line| !line.trim_start().starts_with("move ")).skip(1);
    let row = |line: &str| {
        let is_marked = line.starts_with(" * ");
        let mut words = line.trim_start_matches(" * ").split_whitespace();
        let mv = words.next().unwrap_or_default().to_owned();
        (is_marked, mv, words.next().unwrap_or_default().to_owned())
    };
    table.take_while(|line| !line.is_empty()).map(row).collect()
}

#[test]
fn the_best_move_comes_first_and_is_marked_and_the_others_follow_by_value() {
    for (game, position, search, is_max) in [
        ("connect4", "", "mm", true),
        ("connect4", "4", "mm", false),
        ("tictactoe", "X.O.X....", "mm", false),
        ("kalah", "", "pvs", true),
    ] {
        let arguments = ["best", game, "--position", position, "--search", search, "--budget", "moves=2000"];
        let (rows, best) = (rows(&text(&arguments)), json(&arguments));
        assert_eq!(rows.len(), best["moves"].as_array().unwrap().len());
        assert_eq!((rows[0].0, rows[0].1.as_str()), (true, best["best"].as_str().unwrap()), "{game}");
        assert!(rows[1..].iter().all(|(is_marked, ..)| !is_marked));
        let sign = if is_max { 1.0 } else { -1.0 };
        // A move that was not searched has no value and comes last.
        let worth = |(.., value): &(bool, String, String)| {
            value.parse().map_or(f64::NEG_INFINITY, |value: f64| sign * value)
        };
        let worths: Vec<f64> = rows[1..].iter().map(worth).collect();
        assert!(worths.is_sorted_by(|a, b| a >= b), "{game} {position}: {rows:?}");
    }
}

#[test]
fn moves_of_equal_value_and_the_outcomes_of_a_roll_keep_their_order() {
    let shown = text(&["best", "tictactoe", "--position", "X.O.X....", "--search", "minimax(depth=2)"]);
    let moves: Vec<String> = rows(&shown).into_iter().map(|(_, mv, _)| mv).collect();
    assert_eq!(moves, ["9", "2", "4", "6", "7", "8"]);
    let shown = text(&["best", "pig", "--position", "12-34 min rolls", "--search", "expectimax(depth=1)"]);
    let rolls = rows(&shown);
    assert!(rolls.iter().all(|(is_marked, ..)| !is_marked), "{shown}");
    assert_eq!(
        rolls.iter().map(|(_, mv, _)| mv.as_str()).collect::<Vec<_>>(),
        ["1", "2", "3", "4", "5", "6"]
    );
}

#[cfg(unix)]
#[test]
fn the_best_row_is_bold_on_a_terminal_unless_colour_is_refused() {
    use crate::pseudo_terminal::AtTerminal;
    let arguments = ["best", "connect4", "--position", "414141", "--search", "ab", "--budget", "moves=200"];
    let bold = |shown: &str| shown.lines().filter(|line| line.starts_with("\u{1b}[1m *  4 ")).count();
    let (shown, _) = AtTerminal::start(&arguments, false).end();
    assert_eq!((bold(&shown), shown.matches("\u{1b}[1m").count()), (1, 1), "{shown:?}");
    let (shown, _) = AtTerminal::start(&arguments, true).end();
    assert!(shown.contains("\n *  4 ") && !shown.contains("\u{1b}[1m"), "{shown:?}");
}
