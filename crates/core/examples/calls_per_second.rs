//! How many move calls a second of CPU time the searches make, on random trees.
//!
//!     cargo run --release -p tiptree --example calls_per_second

use std::time::Duration;
use tiptree::search::best_first::MinMax;
use tiptree::search::depth_first::{AlphaBeta, Deepening, Minimax, Reading};
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Search};

fn game() -> (HashTree, HashEvaluator) {
    (HashTree::new(1, 22, 7), HashEvaluator::new(1, 1023).within(1.0, 1023.0))
}

fn time(name: &str, mut search: impl Search<HashTree>) {
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
    let (tree, evaluator) = game();
    time("mm", MinMax::new(tree, evaluator));
    for reading in [Reading::V0, Reading::V1, Reading::V2] {
        let method = AlphaBeta::reading(reading);
        time(&format!("alpha-beta {reading:?}"), Deepening::new(tree, evaluator, method));
    }
    time("minimax", Deepening::new(tree, evaluator, Minimax::default()));
}
