//! Tools for tests: a suite that any game can be handed to, a check for the view of any tree, and trees to try
//! searches on.

pub mod conformance;
pub mod drawn;
pub mod synthetic;
pub mod view;
