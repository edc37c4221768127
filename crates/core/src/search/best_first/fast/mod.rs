//! The search `mm-fast`: min/max approximation, engineered.
//!
//! Source: Rivest 1987, reverse approximation with the constant penalty of section 5.5. What differs:
//!
//! * Values are kept as costs, which are whole numbers (`costs`).
//! * The constant of an edge, and a bonus for the side to move, are learned while the tree grows (`calibration`).
//! * Eight children lie in a cache line (`line`), which is scanned at once (`scan`).
//! * The ascent ends early, and is put off while little changes (`grow`).
//! * Transpositions share one node (`arena`).
//! * Forced replies are followed at the tips, and the game's own [`Insight`](crate::Insight) proves what it can (`leaf`).
//! * Tips that look much worse than the best of their family are asked for forced replies and proofs only when the search comes to
//!   them (`leaf`).
//! * Proven children are never searched again, nor children that cannot be better than a proven draw (`bounds`).
//! * Several threads grow one tree (`parallel`).
//! * Near the end of a game a proof is tried (`proving`).
//! * Memory has a limit (`room`, `recycle`).

mod arena;
mod bounds;
pub(crate) mod by_name;
mod calibration;
mod costs;
mod expand;
mod found;
mod gather;
mod grow;
mod leaf;
mod line;
mod node;
mod parallel;
mod proving;
mod recycle;
mod room;
mod scan;
mod schedule;
mod search;
mod view;
mod walker;

pub use costs::Shape;
pub use proving::Proving;
pub use search::{Fast, Full, Settings};
