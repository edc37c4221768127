//! What identifies a match at the head of its games.

use crate::provenance::Provenance;
use crate::statistics::Sequential;
use serde::{Deserialize, Serialize};

/// What was to be played: a file goes on only where all of it is the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The game's spec.
    pub game: String,
    /// The player whose wins are counted.
    pub a: String,
    /// The other player.
    pub b: String,
    /// The common budget; empty where there is none.
    pub budget: String,
    /// The spec of the openings.
    pub openings: String,
    /// The seed of everything random.
    pub seed: u64,
    /// The build that plays: a file goes on with another one if both have the same signature.
    #[serde(flatten)]
    pub build: Provenance,
    /// The sequential test that may end the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sequential>,
    /// Whether a game ends as soon as a player has proven how.
    #[serde(default, skip_serializing_if = "is_false")]
    pub adjudicate: bool,
    /// Decisions after which a game is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<usize>,
    /// The part of the match that the file holds, where it is not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Of a shard, the pairs of the whole match, so that merging sees what is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<usize>,
    /// Of a shard, the matches of the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<usize>,
}

// Serde asks by reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !*value
}
