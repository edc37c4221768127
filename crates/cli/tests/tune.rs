//! `tiptree tune` through the real binary.

use crate::program::{complaint, json, text};
use serde_json::Value;
use tempfile::TempDir;

const TUNE: [&str; 12] = [
    "tune",
    "connect4(width=5,height=4)",
    "mm",
    "c~0.01..1:0.1",
    "--budget",
    "moves=100",
    "--iterations",
    "4",
    "--pairs-per-iteration",
    "3",
    "--seed",
    "5",
];

fn tuned(more: &[&str]) -> Value {
    json(&[&TUNE[..], more].concat())
}

#[test]
fn a_tuning_is_decided_by_its_seed_and_goes_on_where_it_was_interrupted() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("tuning.jsonl");
    let file = path.to_str().unwrap();
    let whole = tuned(&["--out", file, "--jobs", "1"]);
    assert_eq!(whole, tuned(&[]));
    assert_eq!((&whole["iterations"], &whole["games"]), (&4.into(), &24.into()));
    let value = whole["parameters"][0]["value"].as_f64().unwrap();
    assert!((0.01..=1.0).contains(&value), "{whole}");
    assert!(whole["tuned"].as_str().unwrap().starts_with("mm(c=0."), "{whole}");

    let lines = std::fs::read_to_string(&path).unwrap();
    assert_eq!(lines.lines().count(), 5);
    // A crash leaves the header, two iterations and a piece of the third.
    let end = lines.match_indices('\n').nth(2).unwrap().0;
    std::fs::write(&path, &lines[..end + 30]).unwrap();
    assert_eq!(tuned(&["--out", file]), whole);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), lines);

    let other = complaint(&["tune", "connect4(width=5,height=4)", "mm", "c~0.01..1:0.1", "--out", file]);
    assert!(
        other.contains("line 1: another run, its budget is \"moves=100\", expected \"moves=1000\""),
        "{other}"
    );
}

#[test]
fn a_tuning_is_drawn_and_told() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("tuning.svg");
    let arguments = [
        "tune",
        "tictactoe",
        "average(depth=2)",
        "weight=0.0..1",
        "depth=1..3:2",
        "--iterations",
        "2",
        "--pairs-per-iteration",
        "2",
        "--plot",
        path.to_str().unwrap(),
    ];
    let shown = text(&arguments);
    assert!(shown.contains("2 iterations, 8 games") && shown.contains("Tuned: average(depth="), "{shown}");
    assert!(shown.contains("tiptree match 'tictactoe' 'average(depth="), "{shown}");
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.contains(">weight<") && svg.contains(">depth<") && !svg.contains("NaN"), "{svg}");
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let refusal = |more: &[&str]| complaint(&[&["tune", "connect4"], more].concat());
    assert!(refusal(&["mm", "c=1"]).contains("expected KEY=LOW..HIGH"));
    assert!(refusal(&["mm", "c=0..1.0", "c~1..2"]).contains("expected each key once"));
    assert!(refusal(&["mm", "d=0..1"]).contains("parameter of mm \"d\": expected one of"));
    assert!(refusal(&["mm", "c=-1.0..1"]).contains("c of mm \"-1\": expected a number from 0 to 1e100"));
    assert!(refusal(&["mm", "c=0.0..1", "--iterations", "0"]).contains("expected at least 1"));
    assert!(refusal(&["mm"]).contains("PARAMETER"));
}
