//! What observations are counted in: whole units of a scale, so that no sum of them is rounded.

use tiptree::Range;

/// The scale of a mean per game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The units in 1.
    pub(super) units: f64,
    /// The middle of the scale, in units.
    pub(super) middle: i128,
    /// The distance from the middle to either end.
    pub(super) reach: f64,
}

/// The most units from the middle of a scale to its end: a wide scale has coarser units.
const MOST_UNITS: f64 = 2_097_152.0;

impl Scale {
    /// Scores from 0 to 1 in quarters: a half point of a pair is a quarter of a point per game.
    pub const SCORE: Scale = Scale { units: 4.0, middle: 2, reach: 0.5 };

    /// The points of a game with these payoffs, which Min pays to Max.
    ///
    /// A player is Max in one game of a pair and Min in the other, so the middle is 0, and the ends are half the range away. The
    /// points of a pair are counted in thousandths, so a unit is half a thousandth per game.
    pub fn points(payoffs: Range) -> Scale {
        let reach = (payoffs.high - payoffs.low) / 2.0;
        Scale { units: f64::min(2000.0, MOST_UNITS / reach), middle: 0, reach }
    }
}

impl Default for Scale {
    fn default() -> Self {
        Scale::SCORE
    }
}
