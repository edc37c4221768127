//! The lab: which search is better at a game, and how sure is that?
//!
//! * [`mod@matches`]: two players meet in pairs of games, each opening from both sides; [`tournament`]: several players.
//! * [`play`]: one game, move by move, between people and players.
//! * [`openings`]: the start positions of a match, named by a short text.
//! * [`store`]: a results file that survives a crash.
//! * [`statistics`]: the verdict on a match, computed from its games alone.
//! * [`solving`]: exact values of positions; [`quality`]: how often a search chooses a move that keeps the solved value.
//! * [`reproduce`]: tables of papers, kept and plotted beside the published ones.
//! * [`tune`]: parameters tuned by matches; [`fit`]: evaluators fitted to solved positions; [`tabulate`]: exact tables of games.
//! * [`query`]: what is asked of one search, as texts; [`json`]: the answers.
//! * [`signature`]: one number that tells whether two builds search alike.
//! * [`export`]: games in other formats.
//!
//! Nothing here prints. No game is built in: every function that reads a name takes a [`Registry`](tiptree::Registry).

pub mod error;
pub mod experiment;
pub mod export;
pub mod fit;
pub mod json;
pub mod matches;
pub mod normal;
pub mod openings;
pub mod play;
pub mod players;
pub mod plot;
pub mod pool;
pub mod protocol;
pub mod provenance;
pub mod quality;
pub mod query;
pub mod report;
pub mod reproduce;
pub mod shard;
pub mod signature;
pub mod solving;
pub mod standings;
pub mod statistics;
pub mod store;
pub mod tables;
pub mod tabulate;
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
