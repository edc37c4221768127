//! The two players, and the value that a player's choice among siblings has.

use crate::game::{Turn, refuse_undeclared_chance};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The player who wants the greatest value.
    Max,
    /// The player who wants the least value.
    Min,
}

impl Player {
    /// The player who decides at this turn; `None` at a chance node and at the end of the game.
    #[inline]
    pub fn of(turn: Turn) -> Option<Player> {
        match turn {
            Turn::Max => Some(Player::Max),
            Turn::Min => Some(Player::Min),
            Turn::Chance | Turn::Over(_) => None,
        }
    }

    /// The player who decides at this turn in a game without chance; `None` at the end of the game.
    ///
    /// # Panics
    /// At a chance node: [`Game::has_chance`](crate::Game::has_chance) must be true for that game.
    #[inline]
    pub(crate) fn without_chance(turn: Turn) -> Option<Player> {
        match turn {
            Turn::Chance => refuse_undeclared_chance(),
            turn => Player::of(turn),
        }
    }

    /// The opponent.
    #[inline]
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::Max => Player::Min,
            Player::Min => Player::Max,
        }
    }

    /// 1 for Max, -1 for Min.
    #[inline]
    pub fn sign(self) -> f64 {
        match self {
            Player::Max => 1.0,
            Player::Min => -1.0,
        }
    }

    /// Whether `a` is better than `b` for this player; false if they are equal.
    #[inline]
    pub fn prefers(self, a: f64, b: f64) -> bool {
        match self {
            Player::Max => a > b,
            Player::Min => a < b,
        }
    }

    /// The better of two values for this player; the second if they are equal.
    #[inline]
    pub fn better(self, a: f64, b: f64) -> f64 {
        if self.prefers(a, b) { a } else { b }
    }

    /// The value that every other is better than for this player.
    #[inline]
    pub fn worst(self) -> f64 {
        -self.sign() * f64::INFINITY
    }

    /// The best of `values` for this player.
    #[inline]
    pub fn extreme(self, values: impl Iterator<Item = f64>) -> f64 {
        values.fold(self.worst(), |best, value| self.better(value, best))
    }

    /// Turns Max's probability of winning into the probability that this player does not win, or back.
    #[inline]
    pub fn failure(self, probability: f64) -> f64 {
        match self {
            Player::Max => 1.0 - probability,
            Player::Min => probability,
        }
    }

    /// The probability that Max can force a win, as if the probabilities of the children were independent: 1 - Π(1 - P) where
    /// Max chooses, Π P where Min does.
    ///
    /// The order of operations matters: for two children a + b - ab is equal but rounds differently, which breaks ties.
    ///
    /// ```
    /// use tiptree::player::Player;
    /// assert_eq!(Player::Max.product([0.5, 0.25].into_iter()), 0.625);
    /// assert_eq!(Player::Min.product([0.5, 0.25].into_iter()), 0.125);
    /// ```
    #[inline]
    pub fn product(self, probabilities: impl Iterator<Item = f64>) -> f64 {
        self.failure(probabilities.map(|probability| self.failure(probability)).product())
    }
}
