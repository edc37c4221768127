//! *-minimax: alpha-beta for games with chance nodes, after Ballard 1983, "The *-Minimax Search Procedure for Trees
//! Containing Chance Nodes".
//!
//! While the outcomes of a chance node are searched one by one, its value is bounded from both sides, because every value
//! lies within the evaluator's range. As soon as the bounds leave the window, the other outcomes are cut off. [`Variant`]
//! has the procedures: Star1 searches from left to right, Star2 and Star2.5 first probe below the outcomes, Star3 also
//! below the moves of a decision. Each is a [`Method`](super::Method), and with [`Star::search`] also a plain function of
//! a position and a window.
//!
//! What differs from the paper:
//!
//! * The search is fail-soft (Fishburn 1983): a value returned outside the window is the bound itself.
//! * Outcomes may differ in probability (section 8.3) and in kind: a probe of Min's decision gives an upper bound, one of
//!   Max's a lower bound, and finished games and further rolls are not probed. So any game can be searched, not only
//!   regular ones.
//! * The printed Star2 lacks a term: the limit BX of its probes, `N * (beta - L)`, must be `N * (beta - L) + L`. Without
//!   it the procedure is wrong if 0 lies outside the range. And a probe that reaches its upper limit says nothing about
//!   Min's decision; only one below it lowers the bound.
//! * Star3 is announced in section 7.2 but not printed. Here a decision takes, for each of its moves, the mean of the
//!   first probes below the move's outcomes, which is a true bound, and searches the moves in the order of these means.
//! * A table of bounds ([`Star::with_table`]) saves repeated searches, above all of what has been probed.
//!
//! Contract of the recursion, with `exact` the value of plain expectimax to the same depth:
//!
//! * `alpha < value < beta` implies `value == exact`, except for rounding errors if a chance node was averaged;
//! * `value <= alpha` implies `exact <= value`;
//! * `value >= beta` implies `exact >= value`.
//!
//! ```
//! use tiptree::search::depth_first::star::{Star, Variant};
//! use tiptree::search::depth_first::{Deepening, Minimax};
//! use tiptree::testing::synthetic::{HashEvaluator, HashTree};
//! use tiptree::{Budget, Search};
//!
//! let (game, evaluator) = (HashTree::new(1, 9, 4).with_dice(), HashEvaluator::new(1, 100));
//! let star = Star::new(Variant::star2()).with_table(1 << 20);
//! let report = Deepening::new(game, evaluator, star).run(&Budget::depth(4));
//! let oracle = Deepening::new(game, evaluator, Minimax::default()).run(&Budget::depth(4));
//! assert!((report.value - oracle.value).abs() < 1e-9);
//! assert!(report.counters.evals < oracle.counters.evals);
//! ```

pub mod bounds;
pub(crate) mod by_name;
mod chance;
mod decision;
mod descent;
pub mod known;
mod lineup;
mod method;
mod probe;
mod root;
mod survey;
mod table;
pub mod variant;

pub use super::window::Window;
pub use bounds::ChanceBounds;
pub use known::{Coverage, Known};
pub use method::{Star, Tally};
pub use variant::{Probing, Sort, Variant};
