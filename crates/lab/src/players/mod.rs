//! Players of a game: our searches and external programs.
//!
//! An [`Entrant`] is a player's text on a command line or in a file; a [`Player`] plays a game. A [`Fault`] is what a player
//! did wrong: it loses that game, and the match goes on.

mod entrant;
mod evaluators;
mod makers;
mod outside;
mod search;

pub use entrant::{Entrant, Program, Protocol};
pub use evaluators::Evaluators;
pub use makers::Makers;
pub use outside::{Programs, kill_programs};
pub use search::Searching;

use tiptree::{Budget, Counters, Outcome, Stop, TimeControl};

/// A player of a game. It is told the position and every move, and asked for a move when it is its turn.
pub trait Player: Send {
    /// Begins a game at a position, in the game's notation.
    ///
    /// # Errors
    /// If the player cannot begin there.
    fn start(&mut self, position: &str) -> Result<(), Fault>;

    /// Plays a move of either side, its own included, or the outcome of a roll.
    ///
    /// # Errors
    /// If the player does not accept the move.
    fn play(&mut self, mv: &str) -> Result<(), Fault>;

    /// The budget of this player: its own limits if it has any, else the common ones.
    fn budget(&self, common: &Budget) -> Budget;

    /// Tells the player about the clocks before it decides: the opponent's clock, if it has one, and whether this player is
    /// the one that moves second at the start of the game.
    fn see_clocks(&mut self, opponent: Option<TimeControl>, is_second: bool) {
        let _ = (opponent, is_second);
    }

    /// Chooses a move within `budget`, which already accounts for the player's own.
    ///
    /// # Errors
    /// If the player returns no move.
    fn decide(&mut self, budget: &Budget) -> Result<Decision, Fault>;
}

/// A chosen move and its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The move, in the game's notation. The referee checks whether it is legal.
    pub mv: String,
    /// The result for Max with best play, if the player has proven it.
    pub proven: Option<Outcome>,
    /// The work done.
    pub counters: Counters,
    /// CPU seconds; wall-clock seconds for an external program.
    pub cpu_seconds: f64,
    /// Why the search stopped; `None` for an external program.
    pub stop: Option<Stop>,
}

/// What a player did wrong, in one line: what was read and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Fault(pub String);

impl From<tiptree::ParseError> for Fault {
    fn from(parse_error: tiptree::ParseError) -> Fault {
        Fault(parse_error.to_string())
    }
}
