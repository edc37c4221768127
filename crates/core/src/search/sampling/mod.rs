//! Sampling searches: UCT and PUCT with proofs, one shared tree for all threads.

mod backup;
pub mod by_name;
mod descent;
mod graph;
mod keep;
mod leaf;
mod root;
mod search;
mod select;
mod settings;
mod tree;
mod worth;

pub use search::Sampling;
pub use settings::{Leaf, Pick, Priors, Rule, Settings};
