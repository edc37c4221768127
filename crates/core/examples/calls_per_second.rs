//! How many move calls a second of CPU time alpha-beta makes, on random trees.
//!
//!     cargo run --release -p tiptree --example calls_per_second

use std::time::Duration;
use tiptree::search::depth_first::{AlphaBeta, Deepening, Method, Minimax, Reading};
use tiptree::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Search};

fn time<M: Method<HashTree>>(name: &str, method: M) {
    let tree = HashTree::new(1, 22, 7);
    let mut search = Deepening::new(tree, HashEvaluator::new(1, 1023).within(1.0, 1023.0), method);
    let report = search.run(&Budget::cpu(Duration::from_secs(1)));
    let counters = report.counters;
    println!(
        "{name:<13} {:6.1} million move calls, {:6.1} million evaluations a CPU second, depth {}",
        counters.moves as f64 / report.cpu_seconds / 1e6,
        counters.evals as f64 / report.cpu_seconds / 1e6,
        counters.max_depth
    );
}

fn main() {
    for reading in [Reading::V0, Reading::V1, Reading::V2] {
        time(&format!("alpha-beta {reading:?}"), AlphaBeta::reading(reading));
    }
    time("minimax", Minimax::default());
}
