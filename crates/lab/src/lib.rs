//! The laboratory: which search is the better one for a game, and how sure is that?
//!
//! Two players meet in pairs of games, each opening from both sides ([`mod@matches`]). The openings are named by a short
//! text ([`openings`]), the games are kept in a file that survives a crash ([`store`]), and the verdict is computed
//! from the games alone ([`statistics`]). Positions are solved one after the other ([`solving`]), and moves are held against
//! what is known of them ([`quality`]). Tables of papers are kept and drawn beside the published ones
//! ([`reproduce`]). Parameters are fitted by matches ([`tune`]), evaluators to solved positions ([`fit`]), one number says
//! what a search does ([`signature`]), and games can be taken elsewhere ([`export`]). Nothing here
//! prints, and no game is known here: whatever reads a name is handed a [`Registry`](tiptree::Registry).

pub mod error;
pub mod experiment;
pub mod export;
pub mod fit;
pub mod json;
pub mod matches;
pub mod normal;
pub mod openings;
pub mod players;
pub mod plot;
pub mod pool;
pub mod protocol;
pub mod provenance;
pub mod quality;
pub mod report;
pub mod reproduce;
pub mod shard;
pub mod signature;
pub mod solving;
pub mod standings;
pub mod statistics;
pub mod store;
pub mod tables;
pub mod text;
pub mod tournament;
pub mod tune;

mod lines;
mod panics;
#[cfg(test)]
mod toy;

pub use error::Error;
pub use json::{Best, Perft, Solve};
pub use matches::{Header, Match, Record, Summary, Tally};
pub use openings::Openings;
pub use provenance::Provenance;
pub use shard::Shard;
pub use statistics::Pentanomial;
pub use store::Store;
