//! Depth-first searches: search to a depth, back values up, deepen.
//!
//! [`Deepening`] repeats a [`Method`] to greater and greater depth. The methods differ in which positions they visit and
//! in how they back values up. The driver handles budgets, the fallback move, proofs and reports.
//!
//! ```
//! use tiptree::search::depth_first::{AlphaBeta, Deepening, Reading};
//! use tiptree::testing::synthetic::{HashEvaluator, HashTree};
//! use tiptree::{Budget, Search, Stop};
//!
//! let (tree, evaluator) = (HashTree::new(1, 20, 4), HashEvaluator::new(1, 1023));
//! let mut search = Deepening::new(tree, evaluator, AlphaBeta::reading(Reading::V0));
//! let report = search.run(&Budget::moves(5000));
//! assert_eq!(report.stop, Some(Stop::Moves));
//! assert!(report.best.is_some() && report.counters.moves <= 5000);
//! ```

pub mod alpha_beta;
mod any_method;
pub(crate) mod by_name;
pub mod deepen;
mod deepened_root;
pub mod events;
pub mod iteration;
pub mod lines;
pub mod propagate;
pub mod pvs;
pub mod rules;
pub mod star;
pub mod walk;
pub mod window;

pub use alpha_beta::{AlphaBeta, Reading};
pub use deepen::{Deepening, Method};
pub use iteration::Iteration;
pub use propagate::{Minimax, Propagate};
pub use pvs::Pvs;
pub use rules::{Rule, Siblings};
pub use star::Star;
pub(crate) use walk::THREAD_STACK;
pub use walk::Walk;
pub use window::Window;
