//! The search `ubfm`: unbounded best-first minimax with completion and safe decision.
//!
//! Sources: Korf and Chickering 1996, best-first minimax search: always expand the tip of the principal variation. Its
//! unbounded form with *completion* (what is proven is never searched again, and comes first in every comparison) and *safe
//! decision* (play the move that was followed most often): Cohen-Solal 2020, Cohen-Solal and Cazenave 2021 (Athenan).
//!
//! What differs: proofs are two bounds instead of a flag, so that a game may have many payoffs; chance nodes are supported;
//! a game's own [`Insight`](crate::Insight) proves positions and drops moves that lose at once; transpositions share one
//! node. The [rule](Select) by which an edge is followed, the backup of a decision and the expansion of a roll can be exchanged:
//! `mm-dice` is this search with other defaults, for games with chance.

mod arrow;
mod backup;
pub(crate) mod by_name;
mod found;
mod gather;
mod graph;
mod grow;
mod mark;
mod search;
mod select;
mod shallow;
mod view;

pub use crate::search::found::Pick;
pub use graph::{Graph, Marked, Marks, Passed};
pub use mark::Mark;
pub use search::{Settings, Ubfm};
pub use select::{Loss, Select};
