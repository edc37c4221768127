//! What the fuzzers call: the functions that the lab's tests call too.

#[path = "../../crates/lab/tests/fuzz/targets.rs"]
pub mod targets;
