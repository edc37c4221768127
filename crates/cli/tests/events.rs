//! `tiptree events`: a search followed node by node, through the real binary.

use crate::program::{complaint, json, text};
use serde_json::Value;

#[test]
fn lines_show_windows_values_and_what_was_cut_off() {
    let shown = text(&["events", "tictactoe", "--position", "XOX.O....", "--search", "ab(reading=v0)"]);
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[0].starts_with("ab(reading=v0): "), "{shown}");
    assert!(lines.iter().any(|line| line.starts_with("depth 2: max, -inf to inf, value ")), "{shown}");
    let cuts = lines.iter().filter(|line| line.contains(", cut at alpha by the move; not searched: "));
    assert!(cuts.count() > 0, "{shown}");
    assert!(lines.last().is_some_and(|line| line.starts_with("moves ")), "{shown}");
}

#[test]
fn the_stream_nests_and_ends_with_the_value_of_the_report() {
    let found = json(&["events", "pig", "--position", "80-80+10 max", "--search", "star2(depth=3)"]);
    let events = found["events"].as_array().unwrap();
    let mut level = 0;
    for event in events {
        match event["event"].as_str().unwrap() {
            "entered" => {
                assert_eq!(event["move"].is_null(), level == 0, "{event}");
                assert!(event["alpha"].is_number() && event["beta"].is_number(), "{event}");
                level += 1;
            }
            "left" => level -= 1,
            kind => assert_eq!(kind, "sorted"),
        }
    }
    assert_eq!(level, 0);
    let last = events.last().unwrap();
    assert_eq!(last["value"], found["value"]);
    assert_eq!(last["end"], "complete");
    let is_cut = |event: &&Value| event["end"] == "cut" && event["at"].is_string() && event["by"].is_string();
    assert!(events.iter().any(|event| is_cut(&event)));
    assert_eq!(found["left_out"], 0);
    // The same search without events.
    let best = json(&["best", "pig", "--position", "80-80+10 max", "--search", "star2(depth=3)"]);
    assert_eq!((&best["value"], &best["counters"]), (&found["value"], &found["counters"]));
}

#[test]
fn a_bound_on_the_events_is_said() {
    let few = ["events", "connect4", "--search", "ab", "--most", "5"];
    assert!(text(&few).contains("the first 5 of "), "{}", text(&few));
    assert!(text(&few).contains(", not recorded to its end"));
    let found = json(&few);
    assert_eq!(found["events"].as_array().map(Vec::len), Some(5));
    assert!(found["left_out"].as_u64() > Some(0));
}

#[test]
fn a_search_without_events_is_refused() {
    let refused = complaint(&["events", "connect4", "--search", "mm"]);
    assert!(refused.contains("ab, minimax, expectimax, star1, star2, star25, star3"), "{refused}");
    assert!(complaint(&["events", "connect4", "--search", "abb"]).contains("did you mean"));
    assert!(complaint(&["events", "tictactoe", "--position", "XXX......"]).contains("position"));
}
