//! Principal variation search: alpha-beta as tournament programs use it today.
//!
//! Alpha-beta (Knuth and Moore 1975) with the first move searched in full and the others with null windows (Marsland and
//! Campbell 1982; Reinefeld 1983), iterative deepening with an aspiration window, a transposition table shared by
//! threads, moves ordered by table, killers and history, late-move reductions, and extensions of positions with few safe
//! moves. What each part is worth was measured on Connect-Four: see `experiments/results`.
//!
//! Particular to this implementation:
//!
//! * It searches any game, with turns in any order and with chance, whose outcomes are searched with open windows.
//! * Every value says whether it is proven: whether it holds at any depth, because the lines that it rests on were
//!   followed to the end of the game. So reductions and tables cannot fake a proof, and a proof is reported as soon as it
//!   is found.
//! * The wins and losses at once that the game declares ([`Insight`](crate::Insight)) never change a value, only the
//!   effort. Declared bounds and passes, reductions, predictions and extensions do. With [`Settings::exact`] every depth has the value
//!   of plain minimax, which tests check.
//! * One decision above the horizon, all children are evaluated in a batch, and only the best of them is asked for.
//! * Futility pruning measures its margins while the search deepens, so that they suit any evaluator.
//! * Moves are evaluated to order them only once the table's move has been searched and has not cut off.
//!
//! ```
//! use tiptree::search::depth_first::pvs::{Pvs, Settings};
//! use tiptree::search::depth_first::{Deepening, Minimax};
//! use tiptree::testing::synthetic::{HashEvaluator, HashTree};
//! use tiptree::{Budget, Search};
//!
//! let (game, evaluator) = (HashTree::new(1, 9, 4), HashEvaluator::new(1, 100));
//! let report = Deepening::new(game, evaluator, Pvs::new(Settings::exact())).run(&Budget::depth(6));
//! let oracle = Deepening::new(game, evaluator, Minimax::default()).run(&Budget::depth(6));
//! assert_eq!(report.value, oracle.value);
//! assert!(report.counters.nodes < oracle.counters.nodes);
//! ```

pub(crate) mod by_name;
mod decision;
mod descent;
mod drive;
mod frontier;
mod futility;
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
