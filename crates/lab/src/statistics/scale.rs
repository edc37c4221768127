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

/// The most units from the middle of a scale to its end: a wide scale has coarser units, a narrow one finer units.
const MOST_UNITS: f64 = 2_097_152.0;

/// The most decimals of points: the square of a unit must be a number.
const MOST_DECIMALS: f64 = 140.0;

impl Scale {
    /// Scores from 0 to 1 in quarters: a half point of a pair is a quarter of a point per game.
    pub const SCORE: Scale = Scale { units: 4.0, middle: 2, reach: 0.5 };

    /// The points of a game with these payoffs, which Min pays to Max.
    ///
    /// A player is Max in one game of a pair and Min in the other, so the middle is 0, and the ends are half the range away. The
    /// points of a pair are counted in the finest decimals for which there is room, so that no decimal payoff is rounded before
    /// that. A unit is half of such a decimal, because a pair has two games.
    pub fn points(payoffs: Range) -> Scale {
        let reach = (payoffs.high - payoffs.low) / 2.0;
        let most = MOST_UNITS / reach;
        let decimals = (most / 2.0).log10().floor().clamp(-MOST_DECIMALS, MOST_DECIMALS) as i32;
        // The logarithm may be rounded across a whole number.
        let units = [decimals + 1, decimals, decimals - 1].map(|decimals| {
            let power = 10f64.powi(decimals.abs());
            if decimals < 0 { 2.0 / power } else { 2.0 * power }
        });
        let units = units.into_iter().find(|&units| units <= most).unwrap_or(most);
        Scale { units, middle: 0, reach }
    }
}

impl Default for Scale {
    fn default() -> Self {
        Scale::SCORE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_the_finest_decimals_for_which_there_is_room() {
        for (reach, units) in [
            (8.0, 2e5),
            (1.0, 2e6),
            (1.048_576, 2e6),
            (1.05, 2e5),
            (1000.0, 2e3),
            (1e5, 20.0),
            (1e6, 2.0),
            (1e7, 0.2),
            (1e12, 2e-6),
            (0.0002, 2e9),
        ] {
            assert_eq!(Scale::points(Range::new(-reach, reach)).units, units, "{reach}");
        }
        for reach in [1e-300, 1e-150, 1e150, 1e300] {
            let Scale { units, .. } = Scale::points(Range::new(-reach, reach));
            assert!(units > 0.0 && units.is_finite() && units * reach <= MOST_UNITS, "{reach}: {units}");
        }
    }
}
