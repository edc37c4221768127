//! A roll of two dice.

/// The sides of a die.
const SIDES: u8 = 6;

/// A roll of two dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    high: u8,
    low: u8,
}

impl Dice {
    /// The roll of these two dice, in either order; `None` if one is not from 1 to 6.
    pub fn new(one: u8, two: u8) -> Option<Self> {
        let is_side = |die| (1..=SIDES).contains(&die);
        (is_side(one) && is_side(two)).then(|| Dice::sorted(one, two))
    }

    /// The roll of two dice from 1 to 6.
    #[inline]
    pub(super) fn sorted(one: u8, two: u8) -> Self {
        Dice { high: one.max(two), low: one.min(two) }
    }

    /// The greater of the dice.
    #[inline]
    pub fn high(self) -> u8 {
        self.high
    }

    /// The smaller of the dice.
    #[inline]
    pub fn low(self) -> u8 {
        self.low
    }

    /// Whether the dice are equal, so that the player moves four times.
    #[inline]
    pub fn is_double(self) -> bool {
        self.high == self.low
    }

    /// The probability of the roll.
    pub fn chance(self) -> f64 {
        if self.is_double() { 1.0 / 36.0 } else { 2.0 / 36.0 }
    }

    /// The 21 rolls.
    pub fn all() -> impl Iterator<Item = Dice> {
        (1..=SIDES).flat_map(|high| (1..=high).map(move |low| Dice { high, low }))
    }
}
