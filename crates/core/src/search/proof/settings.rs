//! The settings of the search.

use super::numbers::Join;
use crate::search::builders::builders;

/// The initial numbers of a position of which nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// 1 and 1 (Allis 1994).
    One,
    /// As if each of its moves had 1 and 1: the more moves, the farther is the answer that the opponent wants.
    Moves,
    /// The greater its static value, the nearer is the answer yes.
    Value,
}

/// The settings of proof-number search.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The most bytes of the transposition table; 0 for none.
    pub table: u64,
    /// A move is left when it needs this share more than the next best; with 0 as soon as it needs more.
    pub epsilon: f64,
    /// The initial numbers of a position.
    pub guess: Guess,
    /// How numbers are joined.
    pub join: Join,
    /// Uses what the game declares: wins at once, moves that lose at once, and what it can prove without search.
    pub insight: bool,
    /// Mirror images share a table entry, if the game has them.
    pub mirror: bool,
}

builders!(Settings { table: u64, epsilon: f64, guess: Guess, join: Join, insight: bool, mirror: bool });

impl Default for Settings {
    fn default() -> Self {
        Settings {
            table: 64 << 20,
            epsilon: 1.0,
            guess: Guess::Moves,
            join: Join::Sum,
            insight: true,
            mirror: true,
        }
    }
}
