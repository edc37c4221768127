//! What is known of the value of a position: two bounds, and what was met to find them out.

/// What was met on the way to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Whether every line was followed to the end of the game.
    pub proven: bool,
    /// Whether chance was met.
    pub rolled: bool,
}

impl Sight {
    /// Nothing was met yet.
    pub const CLEAR: Sight = Sight { proven: true, rolled: false };

    /// What was met on either way.
    #[must_use]
    pub fn and(self, other: Sight) -> Sight {
        Sight { proven: self.proven && other.proven, rolled: self.rolled || other.rolled }
    }
}

/// What is known of the value of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// It is worth at least this.
    pub low: f64,
    /// It is worth at most this.
    pub high: f64,
    /// What was met to find out.
    pub sight: Sight,
}

impl Known {
    /// It is worth something from `low` to `high`, whatever may be met.
    pub fn between(low: f64, high: f64) -> Self {
        Known { low, high, sight: Sight::CLEAR }
    }

    /// The value, or the bound that decides a search with this window.
    #[inline]
    pub fn answer(&self, alpha: f64, beta: f64) -> Option<f64> {
        if self.low >= self.high || self.low >= beta {
            Some(self.low)
        } else {
            (self.high <= alpha).then_some(self.high)
        }
    }

    /// Takes note of what a search with this window found, and returns it within the bounds known before.
    #[inline]
    pub fn learn(&mut self, value: f64, alpha: f64, beta: f64, sight: Sight) -> f64 {
        let found = value.clamp(self.low, self.high);
        if value > alpha {
            self.low = found;
        }
        if value < beta {
            self.high = found;
        }
        self.sight = self.sight.and(sight);
        found
    }

    /// What both say. Bounds that contradict each other by a rounding give way to the first.
    #[must_use]
    pub fn and(self, other: Known) -> Known {
        let low = self.low.max(other.low).min(self.high);
        Known { low, high: self.high.min(other.high).max(low), sight: self.sight.and(other.sight) }
    }
}
