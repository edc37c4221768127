//! What a search to a depth knows of a position: bounds on its value, and what the search has covered.

use crate::score_bounds::ScoreBounds;
use crate::search::depth_first::window::Window;

/// What a search has covered on the way to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Whether every line was followed to the end of the game.
    pub proven: bool,
    /// Whether a chance node was met.
    pub rolled: bool,
}

impl Coverage {
    /// The coverage before anything was searched.
    pub const NOTHING: Coverage = Coverage { proven: true, rolled: false };

    /// The coverage of both searches together.
    #[must_use]
    pub fn and(self, other: Coverage) -> Coverage {
        Coverage { proven: self.proven && other.proven, rolled: self.rolled || other.rolled }
    }
}

/// What is known of a position at a depth. The bounds hold for the value to that depth; with `coverage.proven` they hold for
/// the value of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// The bounds on the value.
    pub bounds: ScoreBounds,
    /// What was covered to find them.
    pub coverage: Coverage,
}

impl Known {
    /// These bounds, before anything was searched.
    pub fn new(bounds: ScoreBounds) -> Self {
        Known { bounds, coverage: Coverage::NOTHING }
    }

    /// Records what a search with this window found, and returns the value within the bounds known before.
    #[inline]
    pub fn learn(&mut self, value: f64, window: Window, coverage: Coverage) -> f64 {
        let found = value.clamp(self.bounds.lower, self.bounds.upper);
        if value > window.alpha {
            self.bounds.lower = found;
        }
        if value < window.beta {
            self.bounds.upper = found;
        }
        self.coverage = self.coverage.and(coverage);
        found
    }

    /// What two searches know together.
    #[must_use]
    pub fn and(self, other: Known) -> Known {
        Known { bounds: self.bounds.and(other.bounds), coverage: self.coverage.and(other.coverage) }
    }
}
