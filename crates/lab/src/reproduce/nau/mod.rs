//! Nau, Purdom and Tzeng 1986: contests between minimax, product and average propagation.

pub mod significance;
