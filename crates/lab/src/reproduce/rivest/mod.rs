//! Rivest 1987: Table 1, the figures, and Table 2, the tournament.

mod distinct;
mod figures;
mod means;
pub mod tournament;

pub use figures::reproduce as figures;
pub use means::reproduce as means;
