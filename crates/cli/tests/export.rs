//! `tiptree export` through the real binary.

use crate::program::{complaint, text, tiptree};
use serde_json::Value;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A file with the games of a small match.
fn played(game: &str, folder: &Path) -> PathBuf {
    let path = folder.join(format!("{game}.jsonl"));
    let openings = if game == "connect4" { "random=4:5" } else { "plies=0" };
    let file = path.to_str().unwrap();
    text(&[
        "match",
        game,
        "mm",
        "minimax(depth=1)",
        "--budget",
        "moves=50",
        "--openings",
        openings,
        "--pairs",
        "5",
        "--jobs",
        "1",
        "--out",
        file,
    ]);
    path
}

/// The moves of every game of a result file.
fn moves(file: &Path) -> Vec<Vec<String>> {
    let lines = std::fs::read_to_string(file).unwrap();
    let games = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let texts = |game: Value| serde_json::from_value(game["moves"].clone()).unwrap();
    games.filter(|line| line["record"] == "game").map(texts).collect()
}

/// The moves of every game of a text.
fn moves_of_text(text: &str) -> Vec<Vec<String>> {
    let blocks = text.split("\n\n").filter(|block| !block.is_empty() && !block.starts_with('['));
    let is_number =
        |word: &&str| !(word.ends_with('.') && word.starts_with(|letter: char| letter.is_ascii_digit()));
    let words = |block: &str| {
        let line = &block[..block.find('{').unwrap()];
        line.split_whitespace()
            .filter(is_number)
            .map(|word| word.trim_start_matches('~').to_owned())
            .collect()
    };
    blocks.map(words).collect()
}

/// The moves of every game of a collection in Smart Game Format.
fn moves_of_sgf(text: &str) -> Vec<Vec<String>> {
    let value = |line: &str| {
        let property = line.strip_prefix(';')?;
        Some(property[property.find('[')? + 1..property.find(']')?].to_owned())
    };
    text.split("(;").skip(1).map(|tree| tree.lines().filter_map(value).collect()).collect()
}

#[test]
fn every_move_of_every_game_is_found_again() {
    let folder = TempDir::new().unwrap();
    for game in ["connect4", "pig(goal=20)"] {
        let path = played(game, folder.path());
        let (file, expected) = (path.to_str().unwrap(), moves(&path));
        assert_eq!(expected.len(), 10);
        assert_eq!(moves_of_text(&text(&["export", file, "--format", "text"])), expected);
        assert_eq!(moves_of_sgf(&text(&["export", file, "--format", "sgf"])), expected);
    }
    let pig =
        text(&["export", folder.path().join("pig(goal=20).jsonl").to_str().unwrap(), "--format", "text"]);
    assert!(pig.contains("[Variant \"pig(goal=20)\"]") && pig.contains(" ~1"), "{pig}");
}

#[test]
fn a_file_of_several_matches_with_a_torn_end_is_written_with_a_warning() {
    let folder = TempDir::new().unwrap();
    let path = played("connect4", folder.path());
    let one = std::fs::read_to_string(&path).unwrap();
    let both = folder.path().join("both.jsonl");
    std::fs::write(&both, format!("{one}{one}{}", &one[..one.len() / 2].trim_end())).unwrap();
    let out = folder.path().join("games.sgf");
    let arguments = ["export", both.to_str().unwrap(), "--format", "sgf", "--out", out.to_str().unwrap()];
    let output = tiptree(&arguments);
    assert!(output.status.success() && output.stdout.is_empty());
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(warning.contains(" is torn: its game is left out") && warning.lines().count() == 1, "{warning}");
    let written = std::fs::read_to_string(&out).unwrap();
    assert!(written.matches("(;FF[4]").count() >= 20);
    assert!(written.contains("AP[Tiptree:"), "{written}");
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("diary");
    let file = path.to_str().unwrap();
    assert!(complaint(&["export", file, "--format", "sgf"]).contains("cannot open"));
    std::fs::write(&path, "dear diary\n").unwrap();
    let line = complaint(&["export", file, "--format", "text"]);
    assert!(line.contains("line 1: \"dear diary\", expected the header of a match"), "{line}");
    assert!(complaint(&["export", file, "--format", "pdf"]).contains("sgf, text"));
    let same = complaint(&["export", file, "--format", "sgf", "--out", file]);
    assert!(same.contains("expected another file than the one that is read"), "{same}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "dear diary\n");
}
