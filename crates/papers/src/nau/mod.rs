//! Nau, Purdom and Tzeng 1986: contests of minimax, product and average propagation on P-, N- and G-games.

pub mod board;
pub(super) mod by_name;
pub mod contest;
pub mod correct;
pub mod pathology;
pub mod significance;
pub mod sweep;
pub mod tables;
