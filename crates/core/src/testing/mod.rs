//! Tools for tests: a suite that any game can be handed to, and trees to try searches on.

pub mod conformance;
pub mod drawn;
pub mod synthetic;
