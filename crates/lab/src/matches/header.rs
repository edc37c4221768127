//! The header of a match, which identifies it before its games.

use crate::provenance::Provenance;
use crate::statistics::Sequential;
use serde::{Deserialize, Serialize};

/// The settings of a match: a file can be continued only if all of them are the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The game's spec.
    pub game: String,
    /// The player whose wins are counted.
    pub a: String,
    /// The other player.
    pub b: String,
    /// The common budget; empty if there is none.
    pub budget: String,
    /// The spec of the openings.
    pub openings: String,
    /// The seed of everything random.
    pub seed: u64,
    /// The build that plays: another build may continue the file if both have the same signature.
    #[serde(flatten)]
    pub build: Provenance,
    /// The sequential test that may end the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sequential>,
    /// Whether a game ends as soon as a player has proven its result.
    #[serde(default, skip_serializing_if = "is_false")]
    pub adjudicate: bool,
    /// Decisions after which a game is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<usize>,
    /// The shard of the match that the file holds; `None` for the whole match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// For a shard, the pairs of the whole match, so that a merge can tell what is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<usize>,
    /// For a shard, the matches of the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<usize>,
    /// For a game at the terminal, the evaluator of searches that name none. The players of a match name theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<String>,
}

// Serde passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !*value
}
