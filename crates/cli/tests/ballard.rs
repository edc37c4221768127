//! The games and tables of Ballard 1983 through the real binary.

use crate::program::{complaint, json, text};
use serde_json::Value;
use std::fs;

fn cell<'a>(table: &'a Value, key: &Value, column: &str) -> &'a Value {
    let rows = table["rows"].as_array().unwrap();
    rows.iter().find(|row| &row["key"] == key && row["column"] == column).unwrap()
}

#[test]
fn the_best_cases_come_out_and_other_branchings_too() {
    let table = json(&["reproduce", "ballard", "1"]);
    assert_eq!((&table["exact"], &table["differs"]), (&20.into(), &0.into()));
    let row = cell(&table, &serde_json::json!({"n": 40}), "star1_leaves");
    assert_eq!((row["ours"].as_f64(), &row["verdict"]), (Some(45320.0), &"exact".into()));
    let table = json(&["reproduce", "ballard", "2", "--branching", "20", "--branching", "12"]);
    assert_eq!(cell(&table, &serde_json::json!({"n": 20}), "star2_leaves")["ours"].as_f64(), Some(677.0));
    assert_eq!(cell(&table, &serde_json::json!({"n": 12}), "star2_leaves")["verdict"], "not-published");
}

#[test]
fn averages_do_not_depend_on_the_jobs() {
    let table = |jobs| {
        let arguments =
            ["reproduce", "ballard", "4", "--branching", "6", "--trees", "30", "--seed", "2", "--jobs"];
        json(&[&arguments[..], &[jobs]].concat())
    };
    assert_eq!(table("1"), table("2"));
}

#[test]
fn the_figures_are_printed_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fig9.svg");
    text(&["reproduce", "ballard", "fig9", "--trees", "5", "--plot", file.to_str().unwrap()]);
    assert!(fs::read_to_string(file).unwrap().contains("Star2, average"));
    let shown = text(&["reproduce", "ballard", "fig10"]);
    assert!(shown.contains("1 5 9 10 | 2 6 11 12 | 3 7 13 14 | 4 8 15 16"), "{shown}");
}

#[test]
fn games_of_chance_are_searched_by_name() {
    for search in
        ["expectimax(depth=3)", "star1(depth=3)", "star2(depth=3)", "star25(depth=3)", "star3(depth=3)"]
    {
        let best = json(&["best", "pig", "--position", "40-40+10 max", "--search", search]);
        assert_eq!(best["best"], "roll", "{search}");
        let value = best["value"].as_f64().unwrap();
        let oracle = json(&["best", "pig", "--position", "40-40+10 max", "--search", "minimax(depth=3)"]);
        assert!((value - oracle["value"].as_f64().unwrap()).abs() < 1e-12, "{search}: {value}");
    }
    let exact = json(&[
        "best",
        "blackjack",
        "--position",
        "T6* v T",
        "--search",
        "star2(depth=1)",
        "--eval",
        "exact",
    ]);
    assert_eq!(exact["best"], "hit");
    assert!((exact["value"].as_f64().unwrap() - -0.5398).abs() < 1e-3, "{exact}");
}

#[test]
fn regret_is_studied_on_the_games_that_are_solved() {
    let study = json(&["reproduce", "ballard", "regret", "--positions", "2"]);
    let rows = study["rows"].as_array().unwrap();
    assert!(rows.iter().any(|row| row["key"]["game"] == "blackjack" && row["key"]["search"] == "mm"));
    assert!(rows.iter().all(|row| row["ours"].as_f64() >= Some(0.0)));
}

#[test]
fn bad_input_says_what_was_expected() {
    for (arguments, expected) in [
        (&["best", "startree(branching=3)"][..], "branching of startree \"3\": expected an even number"),
        (&["best", "startree(depth=0)"], "depth of startree \"0\": expected"),
        (&["best", "pig(goal=0)"], "goal of pig \"0\": expected"),
        (&["best", "pig", "--search", "star2(depth=0)"], "depth"),
        (&["best", "pig", "--search", "star25(probe=x)"], "probe of star25 \"x\""),
        (
            &["best", "pig", "--search", "star25(order=random)"],
            "order of star25 \"random\": expected one of cyclic",
        ),
        (&["best", "blackjack(payout=-1)"], "payout of blackjack \"-1\": expected"),
        (&["reproduce", "ballard", "8"], "table of ballard \"8\": expected one of 1, 2"),
        (&["reproduce", "ballard", "1", "--branching", "5"], "\"5\": expected an even number"),
        (&["reproduce", "ballard", "6", "--depth", "0"], "depth"),
        (&["reproduce", "ballard", "1", "--depth", "4"], "depth \"4\": expected table 6 or games with it"),
        (&["reproduce", "ballard", "games", "--depth", "0"], "depth \"0\": expected 1 or more"),
        (&["reproduce", "ballard", "second", "--positions", "0"], "positions \"0\": expected 1 to"),
        (&["reproduce", "ballard", "3", "--trees", "0"], "trees \"0\": expected one at least"),
        (
            &["reproduce", "ballard", "1", "--boards", "5"],
            "parameter of ballard \"boards\": expected one of branching",
        ),
    ] {
        let complaint = complaint(arguments);
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
}
