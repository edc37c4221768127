//! Principal variation search: the alpha-beta that a tournament would field today.
//!
//! Alpha-beta (Knuth and Moore 1975) with the first move searched in full and the others by empty windows (Marsland and
//! Campbell 1982; Reinefeld 1983), iterative deepening with a narrow window around the last value, a table of positions
//! shared by threads, moves ordered by what the table, killers and history know, late moves searched less deep, and narrow
//! positions deeper. Which part is worth what was measured on Connect-Four: see `experiments/results`.
//!
//! What is particular here:
//!
//! * Any game, also with chance, whose outcomes are searched with open windows, and with turns in any order.
//! * Every value knows whether it holds whatever the depth (`proven`), because the lines that it rests on were followed to
//!   the end of the game. So a proof is a proof in spite of reductions and tables, and is found as soon as it is there.
//! * What the game declares ([`Insight`](crate::Insight)) never changes a value, only the effort; reductions and extensions
//!   do. With [`Settings::exact`] every depth has the value of plain minimax, and tests hold it to that.
//! * One above the horizon all children are evaluated in a batch.
//!
//! ```
//! use tiptree::search::depth_first::pvs::{Pvs, Settings};
//! use tiptree::search::depth_first::{Deepening, Minimax};
//! use tiptree::synthetic::{HashEvaluator, HashTree};
//! use tiptree::{Budget, Search};
//!
//! let (game, evaluator) = (HashTree::new(1, 9, 4), HashEvaluator::new(1, 100));
//! let report = Deepening::new(game, evaluator, Pvs::new(Settings::exact())).run(&Budget::depth(6));
//! let oracle = Deepening::new(game, evaluator, Minimax::default()).run(&Budget::depth(6));
//! assert_eq!(report.value, oracle.value);
//! assert!(report.counters.nodes < oracle.counters.nodes);
//! ```

pub mod by_name;
mod decision;
mod descent;
mod drive;
mod in_progress;
mod method;
mod moves;
mod parallel;
mod reductions;
mod root;
mod settings;
mod table;
mod thread_state;

pub use method::Pvs;
pub use settings::{Driver, Reduction, Settings};
