//! The window of a node: the values that its parent has not yet ruled out.

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

    /// The same window within these bounds. It stays open, although roundings may have closed it.
    #[must_use]
    pub fn within(self, bounds: ScoreBounds) -> Window {
        let alpha = self.alpha.max(bounds.lower);
        Window { alpha, beta: self.beta.min(bounds.upper).max(alpha.next_up()) }
    }
}
