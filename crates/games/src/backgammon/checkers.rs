//! The checkers of one player, as sets of points.

/// The most checkers of a player: a count has four bits.
pub const MOST_CHECKERS: u8 = 15;
/// The place of the checkers on the bar.
pub(super) const BAR: u8 = 25;
/// The place of the checkers that are borne off.
pub(super) const OFF: u8 = 0;

/// A set of places, one bit each.
pub(super) type Places = u32;

/// The points of a board, without the bar and the checkers borne off.
pub(super) const POINTS: Places = 0x01ff_fffe;
/// The player's own home board, from which checkers are borne off.
pub(super) const HOME: Places = 0x7e;
/// The opponent's home board.
pub(super) const FAR_HOME: Places = 0x01f8_0000;

/// The set of one place.
#[inline]
pub(super) fn only(place: u8) -> Places {
    1 << place
}

/// The same points as the opponent numbers them: point 1 is the opponent's 24.
#[inline]
pub(super) fn mirrored(points: Places) -> Places {
    (points & POINTS).reverse_bits() >> 6
}

/// The places of a set, the greatest first.
#[inline]
pub(super) fn descending(mut places: Places) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = places.checked_ilog2()? as u8;
        places ^= only(place);
        Some(place)
    })
}

/// The checkers of one player. Points are numbered as that player does: 24 is the farthest, and checkers are borne off
/// from 6 to 1.
///
/// Bit p of the k-th word is bit k of the number of checkers on point p. So the sets of points that the rules ask for, such
/// as those with a single checker, take two or three operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Checkers {
    counts: [Places; 4],
}

impl Checkers {
    /// As many checkers on the places as given: borne off, on points 1 to 24, on the bar.
    ///
    /// # Panics
    /// If there are more than [`MOST_CHECKERS`] in one place.
    pub fn new(counts: &[u8; 26]) -> Self {
        assert!(counts.iter().all(|&count| count <= MOST_CHECKERS), "a count has four bits");
        let word = |bit: u8| {
            (0..).zip(counts).fold(0, |word, (place, count)| word | Places::from(count >> bit & 1) << place)
        };
        Checkers { counts: [0, 1, 2, 3].map(word) }
    }

    /// The number of checkers in a place: 0 for those borne off, 1 to 24 for the points, 25 for the bar.
    #[inline]
    pub fn count(&self, place: u8) -> u8 {
        let bit = |word: usize| (self.counts[word] >> place & 1) as u8;
        bit(0) | bit(1) << 1 | bit(2) << 2 | bit(3) << 3
    }

    /// The number of checkers borne off.
    #[inline]
    pub fn borne_off(&self) -> u8 {
        self.count(OFF)
    }

    /// The number of checkers on the bar.
    #[inline]
    pub fn on_bar(&self) -> u8 {
        self.count(BAR)
    }

    /// The pips that are left to roll: the sum of the distances of all checkers.
    pub fn pips(&self) -> u32 {
        descending(self.in_play()).map(|place| u32::from(place) * u32::from(self.count(place))).sum()
    }

    /// The places of all checkers that are not borne off, the bar included.
    #[inline]
    pub(super) fn in_play(&self) -> Places {
        let [one, two, four, eight] = self.counts;
        (one | two | four | eight) & !only(OFF)
    }

    /// The points with two checkers or more, which the opponent cannot enter.
    #[inline]
    pub(super) fn made(&self) -> Places {
        let [_, two, four, eight] = self.counts;
        (two | four | eight) & POINTS
    }

    /// The points with a single checker, which the opponent can hit.
    #[inline]
    pub(super) fn blots(&self) -> Places {
        let [one, two, four, eight] = self.counts;
        one & !(two | four | eight) & POINTS
    }

    /// The counts as one number for each bit, for keys.
    #[inline]
    pub(super) fn words(&self) -> [u64; 2] {
        let [one, two, four, eight] = self.counts.map(u64::from);
        [one | two << 32, four | eight << 32]
    }

    /// Moves a checker.
    #[inline]
    #[must_use]
    pub(super) fn moved(self, from: u8, to: u8) -> Self {
        let mut counts = self.counts;
        let mut borrow = only(from);
        for word in &mut counts {
            *word ^= borrow;
            borrow &= *word;
        }
        let mut carry = only(to);
        for word in &mut counts {
            *word ^= carry;
            carry &= !*word;
        }
        Checkers { counts }
    }

    /// Moves a checker by a die, off the board if there is no point that far.
    #[inline]
    #[must_use]
    pub(super) fn moved_by(self, from: u8, die: u8) -> Self {
        self.moved(from, from.saturating_sub(die))
    }
}
