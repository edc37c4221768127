//! `tiptree bench` through the real binary.

use crate::program::json;

#[test]
fn the_signature_agrees_and_every_search_has_its_speed() {
    let bench = json(&["bench"]);
    assert_eq!(bench["signature"], bench["expected"]);
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
