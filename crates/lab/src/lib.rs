//! The laboratory: which search is the better one for a game, and how sure is that?

pub mod error;
pub mod openings;
pub mod statistics;

mod normal;
#[cfg(test)]
mod toy;

pub use error::Error;
pub use openings::Openings;
pub use statistics::Pentanomial;
