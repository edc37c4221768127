//! Tiptree searches game trees by growing them at the tip that matters most.
//!
//! Say what your game is ([`Game`]) and what its positions seem to be worth ([`Evaluator`]); take a search
//! ([`search::best_first::MinMax`], [`search::depth_first::Deepening`], or any by name from [`search::catalogue`]); give
//! it a [`Budget`]; read the [`Report`].
//!
//! ```
//! use tiptree::search::catalogue;
//! use tiptree::synthetic::{HashEvaluator, HashTree};
//! use tiptree::Budget;
//!
//! let (game, evaluator) = (HashTree::new(7, 12, 4), HashEvaluator::new(7, 1000));
//! let mut search = catalogue::build(&"mm(backup=mean,p=40)".parse()?, game, evaluator, 1)?;
//! let report = search.run(&Budget::moves(5000));
//! println!("{:?} is worth {}", report.best, report.value);
//! # Ok::<(), tiptree::Misread>(())
//! ```

pub mod assured;
pub mod budget;
pub mod clock;
pub mod conformance;
pub mod drawn;
pub mod erased;
pub mod evaluator;
pub mod game;
pub mod insight;
pub mod meter;
pub mod misread;
pub mod noise;
pub mod perft;
pub mod playout;
pub mod prefetch;
pub mod progress;
pub mod report;
pub mod rng;
pub mod search;
pub mod solver;
pub mod spec;
pub mod synthetic;
pub mod time_control;

pub use assured::Assured;
pub use budget::Budget;
pub use evaluator::{Evaluator, Leaf, Neutral};
pub use game::{Game, Keyed, Notation, Range, Turn};
pub use insight::{Glance, Insight, Prospect};
pub use meter::Meter;
pub use misread::Misread;
pub use progress::{Progress, Watcher};
pub use report::{Bound, Counters, Outcome, Proven, Report, RootMove, Stop};
pub use rng::Rng;
pub use search::{Observer, Search};
pub use solver::{Score, Solution, Solver};
pub use spec::{Parameter, Spec};
pub use time_control::TimeControl;

/// The README's example, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}

/// The guide's examples, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../../GUIDE.md")]
mod guide {}
