//! Best-first searches: one explicit tree, grown at the tip of least penalty.
//!
//! A search here is put together from exchangeable parts: a [`backup`] says how values go up and what their
//! derivatives are, a [`penalty`] turns that into weights of edges, [`minmax`] follows the arrows of least total weight,
//! [`redescend`] may send it down again early, and [`decide`] reads the root move off the grown tree. [`conspiracy`] grows
//! the same tree by another rule.
//!
//! [`ubfm`] grows at the end of the best line, carries what is certain beside the estimates, and stores positions that several
//! lines lead to once. The [`arena`] is common to all; what it keeps of moves and positions is the rule's of growth.

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
mod grow;
pub mod minmax;
pub mod penalty;
pub mod redescend;
mod reserve;
pub mod tree;
pub mod ubfm;

pub use crate::search::{levels, mean, scale};
pub use minmax::MinMax;
pub(in crate::search) use reserve::make_room;
pub use ubfm::Ubfm;
