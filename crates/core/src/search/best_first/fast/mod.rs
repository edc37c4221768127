//! The search `mm-fast`: min/max approximation, engineered.
//!
//! Source: Rivest 1987, reverse approximation with the constant penalty of section 5.5. What differs: values are kept as
//! costs, whole numbers (`costs`), a family is a cache line (`line`) and is looked over at once
//! (`scan`), the way back up ends early (`grow`), equal
//! positions are one node (`arena`), forced replies are followed at the tips and the game's own
//! [`Insight`](crate::Insight) settles what it can (`leaf`), what is certain is never searched again, nor what cannot
//! be better than it (`bounds`), the way up is put off while little changes (`grow`), several threads grow one tree
//! (`together`), near the end a proof is tried (`proving`), and memory has a limit (`room`, `recycle`).

mod arena;
mod bounds;
pub mod by_name;
mod costs;
mod expand;
mod found;
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
mod walker;

pub use costs::Shape;
pub use proving::Proving;
pub use search::{Fast, Full, Settings};
