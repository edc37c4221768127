//! What a game can end with, and how likely each end is.

/// The number of chances.
pub(super) const CHANCES: usize = 5;

/// The chances of a game, as one player sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// The game is won.
    pub win: f32,
    /// It is won by a gammon or a backgammon.
    pub win_gammon: f32,
    /// It is won by a backgammon.
    pub win_backgammon: f32,
    /// It is lost by a gammon or a backgammon.
    pub lose_gammon: f32,
    /// It is lost by a backgammon.
    pub lose_backgammon: f32,
}

impl Chances {
    /// Those of a game that is lost with this many points.
    pub fn lost(points: f64) -> Self {
        let at_least = |least: f64| f32::from(u8::from(points >= least));
        Chances::from_array([0.0, 0.0, 0.0, at_least(2.0), at_least(3.0)])
    }

    /// As the other player sees them.
    #[must_use]
    pub fn swapped(self) -> Self {
        Chances {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }

    /// The expected points, -3 to 3.
    #[inline]
    pub fn points(&self) -> f64 {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.to_array().map(f64::from);
        2.0 * win - 1.0 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
    }

    /// The chances in the order of the fields.
    #[inline]
    pub fn to_array(self) -> [f32; CHANCES] {
        [self.win, self.win_gammon, self.win_backgammon, self.lose_gammon, self.lose_backgammon]
    }

    /// The chances in the order of the fields.
    #[inline]
    pub fn from_array(
        [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f32; CHANCES],
    ) -> Self {
        Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
    }
}
