//! The window of a node: the values that its parent has not yet ruled out.

use crate::player::Player;
use crate::score_bounds::ScoreBounds;

/// The values of a node that matter to the node above: strictly between `alpha` and `beta`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Window {
    /// A value of at most this decides the node above against Max.
    pub alpha: f64,
    /// A value of at least this decides the node above against Min.
    pub beta: f64,
}

impl Window {
    /// The window that holds every value.
    pub const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// The window that holds every value between these bounds.
    #[inline]
    pub(super) fn of(bounds: ScoreBounds) -> Self {
        Window { alpha: bounds.lower, beta: bounds.upper }
    }

    /// Whether a move of `player` with this value is better than what that player has already: it raises alpha or lowers beta.
    #[inline]
    pub(super) fn is_improved_by(self, player: Player, value: f64) -> bool {
        match player {
            Player::Max => value > self.alpha,
            Player::Min => value < self.beta,
        }
    }

    /// Raises alpha to the value of a move of Max, or lowers beta to that of a move of Min.
    #[inline]
    pub(super) fn improve(&mut self, player: Player, value: f64) {
        match player {
            Player::Max => self.alpha = value,
            Player::Min => self.beta = value,
        }
    }

    /// Whether no value lies within: a move has refuted the node.
    #[inline]
    pub(super) fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }

    /// The same window within these bounds. It stays open, although roundings may have closed it.
    #[must_use]
    pub fn within(self, bounds: ScoreBounds) -> Window {
        let alpha = self.alpha.max(bounds.lower);
        Window { alpha, beta: self.beta.min(bounds.upper).max(alpha.next_up()) }
    }
}
