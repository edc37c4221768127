//! Depth-first searches: to a bound, back up, deepen.
//!
//! [`Deepening`] repeats a [`Method`] to greater and greater depth. The methods differ in what they look at and in how
//! they back values up; budgets, the fallback, proofs and reports are the driver's.

pub mod deepen;
pub mod iteration;
pub mod lines;
pub mod minimax;
pub mod walk;

pub use deepen::{Deepening, Method};
pub use iteration::Iteration;
pub use minimax::Minimax;
pub use walk::Walk;
