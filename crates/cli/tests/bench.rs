//! `tiptree bench` through the real binary.

use crate::program::{complaint, json, stdout, tiptree as program};
use serde_json::Value;
use std::collections::HashSet;
use tiptree::search::catalogue::SEARCHES;
use tiptree_games::registry;

#[test]
fn the_signature_agrees_and_every_search_has_its_speed() {
    // It exits with 1 where the signature differs, and says what changed.
    let bench: Value = serde_json::from_str(&stdout(&program(&["bench", "--json"]))).unwrap();
    let changes = bench["changes"].as_array().unwrap();
    let changed: Vec<&str> = changes.iter().filter_map(Value::as_str).take(20).collect();
    assert_eq!(
        bench["signature"],
        bench["expected"],
        "a search, an evaluator or a game behaves differently: where that is meant, write what `tiptree bench --lines` prints \
         into crates/papers/bench.txt and end the commit message with \"Signature: {}\"\n{}",
        bench["signature"],
        changed.join("\n")
    );
    let named = |key: &str| -> HashSet<String> {
        let cases = bench["searches"].as_array().unwrap().iter();
        cases.map(|case| case[key].as_str().unwrap().split('(').next().unwrap().to_owned()).collect()
    };
    let (searches, games) = (named("search"), named("game"));
    assert!(SEARCHES.iter().all(|entry| searches.contains(entry.name)), "{searches:?}");
    assert!(registry().games().iter().all(|entry| games.contains(&*entry.name)), "{games:?}");
    let keys: Vec<&String> = bench["searches"][0].as_object().unwrap().keys().collect();
    let expected = [
        "game",
        "search",
        "budget",
        "positions",
        "nodes",
        "moves",
        "evals",
        "cpu_seconds",
        "nodes_per_cpu_second",
        "moves_per_cpu_second",
        "evals_per_cpu_second",
    ];
    assert_eq!(keys, expected);
}

#[test]
fn how_soon_searches_end_is_an_object_of_median_and_most() {
    let found = json(&["bench", "--cancel", "--rounds", "1", "--call", "1"]);
    assert!(found["searches"].as_array().unwrap().len() > SEARCHES.len(), "with threads too");
    for search in found["searches"].as_array().unwrap() {
        for key in ["cancel_ms", "time_ms"] {
            let keys: Vec<&String> = search[key].as_object().unwrap().keys().collect();
            assert_eq!(keys, ["median", "most"], "{search}");
        }
    }
    // Where the system counts threads, none is left.
    assert!(found["threads_left"].is_null() || found["threads_left"] == 0, "{}", found["threads_left"]);
    let refused = complaint(&["bench", "--cancel", "--rounds", "0"]);
    assert!(refused.contains("rounds \"0\": expected at least 1"), "{refused}");
}

#[test]
fn what_threads_gain_is_told_of_every_search_that_has_them() {
    // Long enough for every search to expand something, also on a busy machine.
    let found = json(&["bench", "--threads", "2", "--rounds", "1", "--time", "20ms"]);
    let searches = found["searches"].as_array().unwrap();
    let names: Vec<&str> =
        SEARCHES.iter().filter(|entry| entry.has_threads()).map(|entry| entry.name).collect();
    assert_eq!(searches.len(), 5 * names.len());
    for search in searches {
        let name = search["search"].as_str().unwrap().split('(').next().unwrap();
        assert!(names.contains(&name), "{search}");
        assert!(search["together"].as_f64().is_some_and(|gain| gain > 0.0), "{search}");
        assert!(search["apart"].as_f64().is_some_and(|gain| gain > 0.0), "{search}");
        // Alpha-beta expands nothing.
        assert_eq!(search["lost"].is_null(), ["pvs", "mtdf"].contains(&name), "{search}");
    }
    let refused = complaint(&["bench", "--threads", "1"]);
    assert!(refused.contains("threads \"1\": expected at least 2"), "{refused}");
    let refused = complaint(&["bench", "--threads", "5000"]);
    assert!(refused.contains("threads of mm-fast \"5000\": expected a number from 1 to 1024"), "{refused}");
    // What belongs to another measurement is refused and not ignored.
    for strange in [["--threads", "2", "--call", "5"], ["--cancel", "--rounds", "1", "--time=5ms"]] {
        let refused = complaint(&[&["bench"], &strange[..]].concat());
        assert!(refused.contains("cannot be used with"), "{refused}");
    }
    let refused = complaint(&["bench", "--threads", "2", "--time", "soon"]);
    assert!(refused.contains("\"soon\""), "{refused}");
}
