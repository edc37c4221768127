//! All arrangements of one player's checkers, numbered.
//!
//! The places of the checkers, the farthest first, are a combination with repetition of the 26 places. Its number is the one of
//! the combinatorial number system (Lehmer 1964): a sum of binomial coefficients, one a checker.

use super::super::checkers::{BAR, Checkers, OFF, descending};
use super::MOST_TABULATED;

const PLACES: usize = BAR as usize + 1;

/// By the checkers nearer than this one, then by its place: how many arrangements have all these checkers nearer than it.
const BELOW: [[u32; PLACES]; MOST_TABULATED as usize] = below();

const fn below() -> [[u32; PLACES]; MOST_TABULATED as usize] {
    let mut below = [[0; PLACES]; MOST_TABULATED as usize];
    let mut nearer = 0;
    while nearer < MOST_TABULATED as usize {
        let mut place = 1;
        while place < PLACES {
            // Those with the farthest checker on the place before, and those with it nearer still.
            let before = if nearer == 0 { 1 } else { below[nearer - 1][place] };
            below[nearer][place] = below[nearer][place - 1] + before;
            place += 1;
        }
        nearer += 1;
    }
    below
}

/// The places of a player's checkers, in any order. If there are fewer than three, the others count as borne off.
pub(super) type Places = [u8; MOST_TABULATED as usize];

/// All arrangements of a number of checkers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrangements {
    checkers: u8,
    /// By rank.
    all: Vec<Checkers>,
}

impl Arrangements {
    pub(super) fn new(checkers: u8) -> Self {
        let mut arrangements = Arrangements { checkers, all: Vec::new() };
        let mut counts = [0; PLACES];
        arrangements.arrange(&mut counts, BAR, checkers);
        let mut all = std::mem::take(&mut arrangements.all);
        all.sort_by_key(|one| arrangements.rank(one));
        Arrangements { all, ..arrangements }
    }

    /// Adds all arrangements of `left` further checkers up to a place.
    fn arrange(&mut self, counts: &mut [u8; PLACES], farthest: u8, left: u8) {
        if left == 0 {
            self.all.push(Checkers::new(counts));
            return;
        }
        for place in OFF..=farthest {
            counts[usize::from(place)] += 1;
            self.arrange(counts, place, left - 1);
            counts[usize::from(place)] -= 1;
        }
    }

    pub(super) fn checkers(&self) -> u8 {
        self.checkers
    }

    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    pub(super) fn all(&self) -> &[Checkers] {
        &self.all
    }

    /// The number of an arrangement of so many checkers.
    #[inline]
    pub(super) fn rank(&self, side: &Checkers) -> usize {
        self.rank_of(places(side))
    }

    /// The number of the arrangement with checkers on these places.
    #[inline]
    pub(super) fn rank_of(&self, [one, two, three]: Places) -> usize {
        let (high, low) = (one.max(two), one.min(two));
        let farthest_first = [high.max(three), low.max(high.min(three)), low.min(three)];
        let nearer = (0..usize::from(self.checkers)).rev();
        nearer.zip(farthest_first).map(|(nearer, place)| BELOW[nearer][usize::from(place)]).sum::<u32>()
            as usize
    }
}

/// The places of a player's checkers, the farthest first.
#[inline]
pub(super) fn places(side: &Checkers) -> Places {
    let mut places = Places::default();
    let all =
        descending(side.in_play()).flat_map(|place| std::iter::repeat_n(place, side.count(place).into()));
    places.iter_mut().zip(all).for_each(|(known, place)| *known = place);
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_arrangements() {
        for (checkers, count) in [(1, 26), (2, 351), (3, 3276)] {
            let arrangements = Arrangements::new(checkers);
            assert_eq!(arrangements.count(), count);
            assert!(arrangements.all().iter().enumerate().all(|(rank, one)| arrangements.rank(one) == rank));
        }
    }
}
