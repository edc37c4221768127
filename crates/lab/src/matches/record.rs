//! The record of a game.

use crate::store::Kept;
use serde::{Deserialize, Serialize};
use tiptree::{Counters, Outcome};

/// One of the two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player named first, whose wins are counted.
    A,
    /// The other player.
    B,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum End {
    /// The game is over by the rules.
    Over,
    /// A player has proven its result.
    Proven,
    /// The limit of plies was reached, which is a draw.
    Plies,
    /// A player broke the rules, crashed or timed out, and lost.
    Forfeit,
}

/// Every clock reading of a game: all that may differ between two runs with counted budgets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// CPU seconds of A's searches.
    pub a_cpu_seconds: f64,
    /// CPU seconds of B's searches.
    pub b_cpu_seconds: f64,
    /// Wall-clock seconds from the first move to the last.
    pub seconds: f64,
    /// The number of A's moves that exceeded its time by more than the margin.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub a_overruns: usize,
    /// The same for B.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub b_overruns: usize,
    /// The greatest overrun of A's moves in seconds; 0 if none exceeded the margin.
    #[serde(default, skip_serializing_if = "is_none")]
    pub a_overrun_seconds: f64,
    /// The same for B.
    #[serde(default, skip_serializing_if = "is_none")]
    pub b_overrun_seconds: f64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The game's number in the match, from 0.
    pub index: usize,
    /// The pair it belongs to: games 2n and 2n + 1 are pair n.
    pub pair: usize,
    /// The start position.
    pub opening: String,
    /// The player that has the side to move in the opening; if the opening begins with a roll, the player of Max.
    pub first: Side,
    /// The moves after the opening, outcomes of rolls included.
    pub moves: Vec<String>,
    /// The result for A.
    pub result: Outcome,
    /// A's points, if the game counts them: the payoff to Max if A plays Max, and else what Min paid. A game that ended before it
    /// was over by the rules pays the most to the winner. Files of earlier versions have no points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
    /// Why it ended.
    pub end: End,
    /// A's work, summed over its moves.
    pub a_counters: Counters,
    /// B's work.
    pub b_counters: Counters,
    /// What the player that lost by forfeit did wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// How many of the moves are outcomes of rolls.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rolls: usize,
    /// The clock readings.
    pub times: Times,
}

impl Kept for Record {
    const KIND: &'static str = "game";
}

/// The only game of its file, stopped before its end: a [`Record`] without a result. A has the side to move in the opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unfinished {
    /// The start position.
    pub opening: String,
    /// The moves after the opening, outcomes of rolls included.
    pub moves: Vec<String>,
    /// A's work so far.
    pub a_counters: Counters,
    /// B's work so far.
    pub b_counters: Counters,
    /// The clock readings so far.
    pub times: Times,
}

// Serde passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_none(seconds: &f64) -> bool {
    *seconds == 0.0
}

impl Record {
    /// A's half points: 2 for a win, 1 for a draw.
    pub fn half_points(&self) -> usize {
        match self.result {
            Outcome::Win => 2,
            Outcome::Draw => 1,
            Outcome::Loss => 0,
        }
    }
}
