//! The games and tables of Nau, Purdom and Tzeng 1986 through the real binary.

use crate::program::{complaint, json, text, tiptree};
use std::fs;

#[test]
fn an_exact_table_comes_out_to_the_last_cell() {
    let table = json(&["reproduce", "nau", "4b"]);
    assert_eq!((&table["paper"], &table["table"]), (&"nau".into(), &"4b".into()));
    assert_eq!((&table["exact"], &table["differs"]), (&77.into(), &0.into()));
    let row = table["rows"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| {
            row["key"] == serde_json::json!({"d": 2, "contest": "product-minimax"})
                && row["column"] == "pair_wins"
        })
        .unwrap();
    assert_eq!(
        (&row["ours"], &row["published"], &row["verdict"]),
        (&389.into(), &389.into(), &"exact".into())
    );
}

#[test]
fn a_match_of_two_rules_on_every_board_is_a_row_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("boards.txt");
    let boards: Vec<String> = (0..2048).map(|number| format!("{number:011b}")).collect();
    fs::write(&file, boards.join("\n")).unwrap();
    let openings = file.to_str().unwrap();
    let result = json(&["match", "ggame", "product(depth=2)", "minimax(depth=2)", "--openings", openings]);
    assert_eq!((&result["wins"], &result["games"]), (&2405.into(), &4096.into()));
    assert_eq!(result["pairs"], serde_json::json!([32, 0, 1627, 0, 389]));
}

#[test]
fn boards_are_dealt_by_the_seed() {
    let board = |seed| json(&["best", "ggame", "--seed", seed])["position"].clone();
    assert_eq!(board("1"), board("1"));
    assert_ne!(board("1"), board("2"));
    let given = json(&["best", "ggame", "--position", "01101001011", "--search", "average(depth=4)"]);
    assert_eq!((&given["position"], &given["turn"]), (&"01101001011".into(), &"min".into()));
    assert!(given["proven"].is_null());
    let shown = text(&["match", "pgame(height=6)", "product(depth=3)", "minimax(depth=3)", "--eval", "e2"]);
    assert!(shown.contains("random=0:200"), "{shown}");
}

#[test]
fn every_rule_plays_connect_four_too() {
    for search in ["product(depth=3)", "average(depth=3)", "fallible(depth=3)", "mean(depth=3)"] {
        // Max has three in column 4 and moves: whatever the rule, a fourth wins.
        let best = json(&["best", "connect4", "--position", "414141", "--search", search]);
        assert_eq!(best["best"], "4", "{search}");
        assert_eq!(best["range"], serde_json::json!([1.0, 1023.0]));
    }
}

#[test]
fn other_heights_have_nothing_published_and_the_number_of_jobs_does_not_matter() {
    let table = |jobs| {
        let arguments =
            ["reproduce", "nau", "1a", "--height", "7", "--boards", "300", "--seed", "5", "--jobs"];
        json(&[&arguments[..], &[jobs]].concat())
    };
    assert_eq!(table("1"), table("2"));
    let rows = table("1")["rows"].clone();
    assert!(rows.as_array().unwrap().iter().all(|row| row["verdict"] == "not-published"));
}

#[test]
fn pathology_comes_with_a_plot() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plot.svg");
    let arguments = ["reproduce", "nau", "pathology", "--height", "4", "--boards", "20", "--plot"];
    let shown = text(&[&arguments[..], &[file.to_str().unwrap()]].concat());
    assert!(shown.contains("mm(backup=mean,p=10)") && shown.contains("keeps a forced win"), "{shown}");
    assert!(fs::read_to_string(file).unwrap().starts_with("<svg"));
}

#[test]
fn bad_input_says_what_was_expected() {
    for (arguments, expected) in [
        (&["best", "pgame(height=0)"][..], "height of pgame \"0\": expected at least 1"),
        (&["best", "pgame(height=40)"], "1099511627776 squares, 128 GiB"),
        (&["best", "pgame(p=1.5)"], "p of pgame \"1.5\": expected a probability"),
        (&["best", "ngame(q=-1)"], "q of ngame \"-1\": expected a probability"),
        (&["best", "ggame", "--eval", "e2"], "evaluator of ggame \"e2\": expected one of e1, e3, neutral"),
        (&["best", "ggame", "--position", "0120"], "position"),
        (&["best", "ggame", "--search", "product(depth=0)"], "depth of product \"0\""),
        (&["best", "ggame", "--search", "average(weight=2)"], "weight of average \"2\""),
        (&["best", "ggame", "--search", "fallible(strength=0)"], "strength of fallible \"0\""),
        (&["reproduce", "nau", "6a"], "table of nau \"6a\": expected one of 1a, 1b"),
        (&["reproduce", "nau", "1a", "--height", "0"], "height \"0\": expected 1 to 20 moves"),
        (&["reproduce", "nau", "5b", "--height", "40"], "there are 2^41 boards"),
        (&["reproduce", "nau", "1a", "--boards", "0"], "boards \"0\": expected 1 to"),
        (
            &["reproduce", "nau", "1a", "--bound", "moves=10"],
            "parameter of nau \"bound\": expected one of height, boards",
        ),
        (&["reproduce", "nau", "1a", "--plot", "x.svg"], "--plot: expected with pathology, no other table"),
        (
            &["reproduce", "rivest", "1", "--height", "4"],
            "parameter of rivest \"height\": expected one of bound",
        ),
        (&["reproduce", "knuth"], "paper \"knuth\": expected one of rivest, nau, ballard"),
    ] {
        let complaint = complaint(arguments);
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
}

#[test]
fn a_sample_that_contradicts_the_paper_says_so() {
    let output = tiptree(&["reproduce", "nau", "1b", "--boards", "20000"]);
    let shown = crate::program::stdout(&output);
    assert!(output.status.success(), "{shown}");
    assert!(shown.contains("product-minimax: ") && shown.contains("where the paper says that"), "{shown}");
}
