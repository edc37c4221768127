//! Best-first searches: one explicit tree, grown at the tip of least penalty.
//!
//! A search is assembled from exchangeable parts: a [`backup`] says how values go up and what their derivatives are, a
//! [`penalty`] turns the derivatives into edge weights, [`minmax`] follows the arrows of least total weight, [`redescend`]
//! may send it down again early, and [`decide`] chooses the root move from the grown tree. [`conspiracy`] grows the same
//! tree by another rule.
//!
//! [`ubfm`] expands the tip of the principal variation, keeps proven bounds beside the estimates, and stores transpositions
//! as one node. All searches here but [`fast`] keep their nodes in the [`arena`]; each growth rule decides what is stored
//! per node and edge.

#![expect(
    clippy::inline_always,
    reason = "the innermost loops of growing: called apart, they made a seventh fewer move calls a second"
)]

pub mod arena;
mod arrows;
pub mod backup;
mod bounds;
pub(crate) mod by_name;
pub mod conspiracy;
pub mod decide;
mod expander;
pub mod fast;
mod frontier;
mod grow;
pub mod minmax;
pub mod penalty;
pub mod redescend;
mod reserve;
pub mod tree;
pub mod ubfm;
mod view;

pub use crate::search::{levels, mean, scale};
pub use minmax::MinMax;
pub(in crate::search) use reserve::make_room;
pub use ubfm::Ubfm;
