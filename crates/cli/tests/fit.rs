//! `tiptree fit` through the real binary.

use crate::program::{complaint, json, text};
use serde_json::Value;
use tempfile::TempDir;

const LABELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/data/connect4-all-moves-ply28.txt");
const UNSEEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/data/connect4-all-moves-ply20.txt");

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

#[test]
fn weights_are_written_and_measured_and_the_seed_decides_them() {
    let folder = TempDir::new().unwrap();
    let [first, second] = ["first.bin", "second.bin"].map(|name| path(&folder, name));
    let arguments = |out: &str| -> Value {
        json(&["fit", "connect4", "--labels", LABELS, "--held-out", UNSEEN, "--epochs", "2", "--out", out])
    };
    let fit = arguments(&first);
    assert_eq!(fit, arguments(&second));
    let bytes = std::fs::read(&first).unwrap();
    assert_eq!(bytes, std::fs::read(&second).unwrap());
    let weights = fit["weights"].as_u64().unwrap();
    let head = format!("tiptree-weights(version=1,features=connect4-7x6,weights={weights})\n");
    assert!(bytes.starts_with(head.as_bytes()));
    assert_eq!(bytes.len() as u64, head.len() as u64 + 2 * weights);
    let keys: Vec<&str> = fit.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["game", "weights", "samples", "epochs", "prior", "held_out", "seed"]);
    let parts = fit["held_out"].as_array().unwrap();
    let names: Vec<&str> = parts.iter().map(|part| part["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["held out", "connect4-all-moves-ply20.txt"]);
    for part in parts {
        for evaluator in ["fitted", "usual"] {
            let [loss, accuracy] = ["log_loss", "accuracy"].map(|key| part[evaluator][key].as_f64().unwrap());
            assert!(loss < 1.0 && (0.5..=1.0).contains(&accuracy), "{evaluator}: {part}");
        }
    }
}

#[test]
fn a_fit_is_told() {
    let folder = TempDir::new().unwrap();
    let out = path(&folder, "weights.bin");
    let shown = text(&["fit", "connect4", "--labels", LABELS, "--epochs", "1", "--out", &out]);
    assert!(shown.starts_with("connect4: ") && shown.contains("log loss"), "{shown}");
    assert!(shown.trim_end().ends_with(&format!("kB in {out}")), "{shown}");
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let folder = TempDir::new().unwrap();
    let out = path(&folder, "weights.bin");
    let refusal = |game: &str, labels: &str| complaint(&["fit", game, "--labels", labels, "--out", &out]);
    assert!(
        refusal("tictactoe", LABELS).contains("\"tictactoe\": expected one of connect4, breakthrough, hex")
    );
    assert!(refusal("connect4(width=8)", LABELS).contains("board \"8x6\": expected 7x6"));
    assert!(refusal("connect4", "nowhere.txt").contains("cannot read nowhere.txt"));
    let bad = path(&folder, "bad.txt");
    std::fs::write(&bad, "44 0 1 1 1 1 1 1\n").unwrap();
    assert!(refusal("connect4", &bad).contains("bad.txt, line 1: 6 scores of moves, expected 7"));
    let nowhere = path(&folder, "no/such/folder.bin");
    let unwritable = complaint(&["fit", "connect4", "--labels", LABELS, "--epochs", "1", "--out", &nowhere]);
    assert!(unwritable.contains("cannot write"), "{unwritable}");
    assert!(complaint(&["fit", "connect4", "--out", &out]).contains("--labels"));
}
