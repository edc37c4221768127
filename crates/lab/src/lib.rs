//! The laboratory: which search is the better one for a game, and how sure is that?

pub mod statistics;

mod normal;

pub use statistics::Pentanomial;
