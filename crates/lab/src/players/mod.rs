//! Players: whoever can sit down at a game, a search of ours or a program outside.
//!
//! An [`Entrant`] is a player's text on a command line or in a file; a [`Player`] sits at the table. What a player does
//! wrong is a [`Fault`]: it loses that game, and the match goes on.

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

/// Someone at the table: told the position and every move, and asked for a move when it is its turn.
pub trait Player: Send {
    /// Begins a game at a position, in the game's notation.
    ///
    /// # Errors
    /// If the player cannot begin there.
    fn start(&mut self, position: &str) -> Result<(), Fault>;

    /// Takes note of a move of either side, its own included, or of the outcome of a roll.
    ///
    /// # Errors
    /// If the player does not accept the move.
    fn play(&mut self, mv: &str) -> Result<(), Fault>;

    /// The budget that a common one becomes for this player: its own, where it has one.
    fn budget(&self, common: &Budget) -> Budget;

    /// Takes note of the clocks before a decision on a clock: the opponent's, where it has one, and whether this player moves
    /// second at the start of the game.
    fn see_clocks(&mut self, opponent: Option<TimeControl>, is_second: bool) {
        let _ = (opponent, is_second);
    }

    /// Chooses a move within `budget`, taken as it is.
    ///
    /// # Errors
    /// If no move comes back.
    fn decide(&mut self, budget: &Budget) -> Result<Decision, Fault>;
}

/// A move chosen, and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The move, in the game's notation. The referee says whether it is legal.
    pub mv: String,
    /// How the game ends for Max with best play, where the player has proven it.
    pub proven: Option<Outcome>,
    /// The work done.
    pub counters: Counters,
    /// CPU seconds it took; of a program outside, seconds on the wall.
    pub cpu_seconds: f64,
    /// Why it stopped; a program outside does not say.
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
