//! What the search is made of.

use super::numbers::Join;

/// The first numbers of a position of which nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// 1 and 1 (Allis 1994).
    One,
    /// As if its moves had 1 and 1 each: the more moves, the farther the answer that its decider refutation.
    Moves,
    /// The more the evaluator likes it, the nearer the answer yes.
    Value,
}

/// The parts of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The most bytes of the table of positions; 0 for none.
    pub table: u64,
    /// A move is left when it needs this share more than the next best; with 0 as soon as it needs more.
    pub epsilon: f64,
    /// First numbers.
    pub guess: Guess,
    /// How numbers join.
    pub join: Join,
    /// What the game declares is used: wins at once, moves that lose at once, and what it can prove without search.
    pub insight: bool,
    /// Mirror images share what is known, where the game has them.
    pub mirror: bool,
}

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
