//! `tiptree tree` through the real binary.

use crate::program::{complaint, json, text};
use serde_json::Value;

#[test]
fn the_tree_is_printed_with_its_most_important_part_first() {
    let shown = text(&["tree", "connect4", "--position", "44", "--search", "mm", "--budget", "moves=5000"]);
    let mut lines = shown.lines();
    assert_eq!(lines.next(), Some("mm: Max to move, value 515 on 1 to 1023"), "{shown}");
    assert!(shown.contains("moves") && shown.contains("penalty") && shown.contains("of the root"), "{shown}");
    assert!(shown.lines().any(|line| line.trim_start().starts_with("→ ")), "{shown}");
    // Twenty positions.
    assert_eq!(shown.lines().filter(|line| line.contains(" %")).count(), 20, "{shown}");
    let behind = text(&[
        "tree",
        "connect4",
        "--search",
        "uct",
        "--budget",
        "evals=500",
        "--at",
        "4 4",
        "--nodes",
        "3",
    ]);
    assert!(
        behind.starts_with("uct at 4 4: Max to move, value ") && behind.contains("exploration"),
        "{behind}"
    );
    assert_eq!(behind.lines().filter(|line| line.contains(" %")).count(), 3, "{behind}");
}

/// The positions of a tree that was printed.
fn count(node: &Value) -> usize {
    1 + node["children"].as_array().unwrap().iter().map(count).sum::<usize>()
}

#[test]
fn the_tree_and_the_best_move_are_of_one_search() {
    let asked = ["connect4", "--position", "44535", "--budget", "evals=2000"];
    let best = json(&[&["best"], &asked[..]].concat());
    let tree = json(&[&["tree"], &asked[..], &["--nodes", "500"]].concat());
    for key in ["game", "position", "search", "budget", "range", "stop", "counters"] {
        assert_eq!(tree[key], best[key], "{key}");
    }
    assert_eq!(count(&tree["tree"]), 501);
    for child in tree["tree"]["children"].as_array().unwrap() {
        let moves = best["moves"].as_array().unwrap();
        let found = moves.iter().find(|found| found["move"] == child["moves"][0]).unwrap();
        for key in ["value", "visits", "share"] {
            assert_eq!(child[key], found[key], "{key}");
        }
    }
    let keys: Vec<&String> = tree["tree"].as_object().unwrap().keys().collect();
    let contract = [
        "moves",
        "turn",
        "value",
        "bounds",
        "proven",
        "visits",
        "share",
        "mass",
        "chance",
        "penalty",
        "exploration",
        "next",
        "hidden",
        "children",
    ];
    assert_eq!(keys, contract);
    // The terms of the next tip's penalty sum to it.
    let next = &tree["next"];
    let terms = next["steps"].as_array().unwrap().iter().map(|step| step["penalty"].as_f64().unwrap());
    assert_eq!(terms.sum::<f64>(), next["penalty"].as_f64().unwrap());
    assert!(next["runner_up"]["penalty"].as_f64().is_some(), "{next}");
}

#[test]
fn what_cannot_be_shown_is_said_in_one_line() {
    let refused = complaint(&["tree", "connect4", "--search", "ab"]);
    assert!(
        refused.contains(
            "search \"ab\": expected one that keeps a tree: mm-fast, mm, ubfm, mm-dice, conspiracy, uct, puct"
        ),
        "{refused}"
    );
    // The line is read first: nobody waits for a search in vain.
    let illegal = complaint(&["tree", "connect4", "--budget", "evals=1000000000000", "--at", "4 9"]);
    assert!(illegal.contains("\"9\": expected"), "{illegal}");
    let gone = complaint(&["tree", "connect4", "--budget", "moves=100", "--at", "1 1 1 1 1 1"]);
    assert!(gone.contains("moves \"1 1 1 1 1 1\": expected a line that the tree of mm-fast holds"), "{gone}");
    let decided = complaint(&["tree", "connect4", "--position", "414141"]);
    assert!(decided.contains("position \"414141\": expected one that is not decided at once"), "{decided}");
    let forced = complaint(&["tree", "tictactoe", "--position", "XOXXOOOX.", "--search", "mm"]);
    assert!(forced.contains("position \"XOXXOOOX.\": expected one with more than one move"), "{forced}");
    let small = complaint(&["tree", "connect4", "--budget", "evals=1"]);
    assert!(small.contains("budget \"evals=1\": expected one in which a tree can grow"), "{small}");
}

#[test]
fn bounds_that_follow_from_the_payoffs_alone_are_not_printed() {
    // A win by every disc is worth 16, and the evaluator's scale goes on to 64.
    let asked = ["tree", "othello(size=4,payoff=discs)", "--eval", "discs", "--search", "mm"];
    let asked = [&asked[..], &["--budget", "moves=60"]].concat();
    let shown = text(&asked);
    assert!(shown.contains(" on -64 to 64") && !shown.contains("-16"), "{shown}");
    let tree = json(&asked);
    assert_eq!(tree["ends"], serde_json::json!([-16.0, 16.0]));
    assert_eq!(tree["tree"]["bounds"], tree["ends"]);
}
