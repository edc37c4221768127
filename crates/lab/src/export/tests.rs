//! Exports of valid and of broken files.

use super::*;
use std::io::BufReader;
use std::path::Path;
use tiptree::Turn;

const HEADER: &str = r#"{"record":"header","game":"tictactoe","a":"mm","b":"ab","budget":"moves=100","openings":"plies=1","seed":7,"signature":null,"version":"0.1.0"}"#;

/// A game of tic-tac-toe from an opening in which Min is to move, that A wins as Min.
const GAME: &str = r#"{"record":"game","index":0,"pair":0,"opening":"X........","first":"a","moves":["5","2","4","9","6"],"result":"win","end":"over","a_counters":{"moves":30,"evals":20,"nodes":10,"expansions":0,"max_depth":3,"tree_bytes":0},"b_counters":{"moves":3,"evals":2,"nodes":1,"expansions":0,"max_depth":3,"tree_bytes":0},"times":{"a_cpu_seconds":0.1,"b_cpu_seconds":0.1,"seconds":0.2}}"#;

/// All games of a file in a format, and the number of the torn line; or the error message.
fn export(file: &str, format: Format) -> Result<(String, Option<usize>), String> {
    let mut games =
        Games::new(&tiptree_games::registry(), Path::new("games.jsonl"), BufReader::new(file.as_bytes()));
    let mut out = Vec::new();
    while let Some(game) = games.read().map_err(|error| error.to_string())? {
        format.write(&mut out, &game).unwrap();
    }
    Ok((String::from_utf8(out).unwrap(), games.torn()))
}

#[test]
fn a_game_is_written_in_smart_game_format() {
    let (text, torn) = export(&format!("{HEADER}\n{GAME}\n"), Format::Sgf).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let text = text.replace(&format!("Tiptree:{version}"), "Tiptree:VERSION");
    let expected = "(;FF[4]CA[UTF-8]AP[Tiptree:VERSION]GAME[tictactoe]EV[mm against ab]RO[1.1]GN[0]PB[ab]PW[mm]RE[W+]\
                    ON[X........]\n;W[5]\n;B[2]\n;W[4]\n;B[9]\n;W[6])\n";
    assert_eq!((text.as_str(), torn), (expected, None));
}

#[test]
fn a_game_is_written_as_text() {
    let (text, _) = export(&format!("{HEADER}\n{GAME}\n"), Format::Text).unwrap();
    let expected = r#"[Event "mm against ab"]
[Site "?"]
[Date "????.??.??"]
[Round "1.1"]
[White "ab"]
[Black "mm"]
[Result "0-1"]
[Variant "tictactoe"]
[Opening "X........"]
[Budget "moves=100"]
[Seed "7"]

1... 5 2. 2 4 3. 9 6 {mm: moves 30 evals 20 nodes 10; ab: moves 3 evals 2 nodes
1} 0-1

"#;
    assert_eq!(text, expected);
}

#[test]
fn every_header_begins_another_match() {
    let other = HEADER.replace("\"mm\"", "\"minimax(depth=2)\"");
    let file = format!("{HEADER}\n{GAME}\n{GAME}\n{other}\n{HEADER}\n{other}\n{GAME}\n");
    let (text, _) = export(&file, Format::Sgf).unwrap();
    assert_eq!(text.matches("(;").count(), 3);
    assert_eq!(text.matches("PW[mm]").count(), 2);
    assert_eq!(text.matches("PW[minimax(depth=2)]").count(), 1);
}

#[test]
fn a_torn_last_line_is_told_and_the_others_are_written() {
    let torn = &GAME[..40];
    let (text, line) = export(&format!("{HEADER}\n{GAME}\n{torn}"), Format::Sgf).unwrap();
    assert_eq!((text.matches("(;").count(), line), (1, Some(3)));
    // Only the line break is missing: nothing was lost.
    let (text, line) = export(&format!("{HEADER}\n{GAME}"), Format::Sgf).unwrap();
    assert_eq!((text.matches("(;").count(), line), (1, None));
}

#[test]
fn what_a_file_should_not_hold_is_named_by_its_line() {
    let error = |file: &str| export(file, Format::Text).unwrap_err();
    let garbage = error(&format!("{HEADER}\n{GAME}\nnonsense\n{GAME}\n"));
    assert!(
        garbage.starts_with("games.jsonl, line 3: \"nonsense\", expected a game or a header"),
        "{garbage}"
    );
    assert_eq!(
        error(&format!("{GAME}\n")),
        "games.jsonl, line 1: a game, expected the header of its match first"
    );
    let illegal = error(&format!("{HEADER}\n{}\n", GAME.replace("\"4\"", "\"5\"")));
    assert_eq!(illegal, "games.jsonl, line 2: game 0: move 3: move \"5\": expected one of 3 4 6 7 8 9");
    let short = error(&format!("{HEADER}\n{}\n", GAME.replace(",\"6\"]", "]")));
    assert_eq!(
        short,
        "games.jsonl, line 2: game 0: the moves stop before the game is over, expected more of them"
    );
    let edited = error(&format!("{HEADER}\n{}\n", GAME.replace("\"win\"", "\"loss\"")));
    assert_eq!(edited, "games.jsonl, line 2: game 0: result \"loss\", expected \"win\"");
    let unknown = error(&format!("{}\n", HEADER.replace("tictactoe", "chequers")));
    assert!(unknown.starts_with("games.jsonl, line 1: game \"chequers\": expected one of "), "{unknown}");
}

#[test]
fn names_that_would_break_a_format_are_escaped() {
    let header = HEADER.replace("\"mm\"", r#""ugi:./a \"[x]\" {y}\n""#);
    let file = format!("{header}\n{GAME}\n");
    let (sgf, _) = export(&file, Format::Sgf).unwrap();
    assert!(sgf.contains("PW[ugi:./a \"[x\\]\" {y} ]"), "{sgf}");
    let (text, _) = export(&file, Format::Text).unwrap();
    assert!(text.contains("[Black \"ugi:./a \\\"[x]\\\" {y} \"]"), "{text}");
    assert!(text.contains("{ugi:./a \"[x]\" (y)"), "{text}");
}

#[test]
fn whoever_moves_twice_is_numbered_and_chance_is_marked() {
    let turns =
        [Turn::Chance, Turn::Max, Turn::Max, Turn::Chance, Turn::Min, Turn::Min, Turn::Max, Turn::Min];
    let header = HEADER.to_owned() + "\n" + GAME + "\n";
    let mut games = Games::new(&tiptree_games::registry(), Path::new(""), BufReader::new(header.as_bytes()));
    let mut game = games.read().unwrap().unwrap();
    game.plies = turns.into_iter().zip(1..).map(|(turn, mv)| Ply { turn, mv: format!("m{mv}") }).collect();
    let mut out = Vec::new();
    Format::Text.write(&mut out, &game).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains("\n~m1 1. m2 2. m3 ~m4 m5 3... m6 4. m7 m8 {"), "{text}");
    let mut out = Vec::new();
    Format::Sgf.write(&mut out, &game).unwrap();
    let sgf = String::from_utf8(out).unwrap();
    assert!(sgf.contains("\n;ROLL[m1]\n;B[m2]\n;B[m3]\n;ROLL[m4]\n;W[m5]\n;W[m6]\n;B[m7]\n;W[m8])"), "{sgf}");
}
