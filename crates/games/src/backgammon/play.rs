//! A move: a roll of the dice, or all the steps of a play.

use super::dice::Dice;

/// The most steps of a play.
const STEPS: u32 = 4;
/// The bits of a source, a die, and the two dice.
const SOURCE_BITS: u32 = 5;
const DIE_BITS: u32 = 3;
const FIRST_DIE: u32 = STEPS * SOURCE_BITS;
const SECOND_DIE: u32 = FIRST_DIE + DIE_BITS;
const IS_PLAY: u32 = 1 << (SECOND_DIE + DIE_BITS);

/// One checker moved by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// A point, or the bar.
    pub(super) from: u8,
    /// A point, or off the board.
    pub(super) to: u8,
}

/// A roll of the dice, or a whole play: where its steps begin, and the dice in the order in which they are used.
///
/// A play means the same in every position, because it includes the roll. It fits 32 bits: four places of five bits, two
/// dice of three bits, and one bit that tells plays from rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub(crate) u32);

impl Move {
    /// The outcome of a roll.
    pub fn roll(dice: Dice) -> Self {
        Move(u32::from(dice.high()) << FIRST_DIE | u32::from(dice.low()) << SECOND_DIE)
    }

    /// The play without a step, for a player who cannot move.
    #[inline]
    pub(super) fn pass(dice: Dice) -> Self {
        Move(Move::roll(dice).0 | IS_PLAY)
    }

    /// The play without a step yet that uses the smaller of two dice first.
    #[inline]
    pub(super) fn low_first(dice: Dice) -> Self {
        Move(u32::from(dice.low()) << FIRST_DIE | u32::from(dice.high()) << SECOND_DIE | IS_PLAY)
    }

    /// The play with one more step, its `index`-th from 0.
    #[inline]
    #[must_use]
    pub(super) fn with(self, index: u32, from: u8) -> Self {
        Move(self.0 | u32::from(from) << (SOURCE_BITS * index))
    }

    /// Whether this is a roll, not a play.
    #[inline]
    pub fn is_roll(self) -> bool {
        self.0 & IS_PLAY == 0
    }

    /// The roll, or the roll that a play uses.
    #[inline]
    pub fn dice(self) -> Dice {
        let [first, second] = self.die_values();
        Dice::sorted(first, second)
    }

    #[inline]
    fn die_values(self) -> [u8; 2] {
        [FIRST_DIE, SECOND_DIE].map(|shift| (self.0 >> shift & ((1 << DIE_BITS) - 1)) as u8)
    }

    /// The steps of a play, in order.
    #[inline]
    pub(super) fn steps(self) -> impl Iterator<Item = Step> {
        let [first, second] = self.die_values();
        (0..STEPS).map_while(move |index| {
            let from = (self.0 >> (SOURCE_BITS * index) & ((1 << SOURCE_BITS) - 1)) as u8;
            let die = if index == 0 { first } else { second };
            (from > 0).then(|| Step { from, to: from.saturating_sub(die) })
        })
    }
}
