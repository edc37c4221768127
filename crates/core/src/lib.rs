//! Tiptree searches game trees by growing them at the tip that matters most.

pub mod budget;
pub mod clock;
pub mod conformance;
pub mod drawn;
pub mod erased;
pub mod evaluator;
pub mod game;
pub mod misread;
pub mod perft;
pub mod report;
pub mod rng;
pub mod search;
pub mod spec;
pub mod synthetic;

pub use budget::{Budget, Meter};
pub use evaluator::{Evaluator, Leaf, Neutral};
pub use game::{Game, Keyed, Notation, Range, Turn};
pub use misread::Misread;
pub use report::{Bound, Counters, Outcome, Proven, Report, RootMove, Stop};
pub use rng::Rng;
pub use search::{Observer, Search};
pub use spec::{Parameter, Spec};

/// The guide's examples, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../../GUIDE.md")]
mod guide {}
