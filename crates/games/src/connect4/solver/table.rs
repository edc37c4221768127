//! The transposition table: a lower and an upper bound for each position. It grows as it fills.
//!
//! A word holds a position's hash and both bounds. The hash is a bijection of the key, and the bits that the index
//! implies need not be stored, so positions are never confused:
//!
//! ```text
//!     63                15 14  9 8   3 2    0
//!     | hash, low 49 bits | high | low | work |
//! ```
//!
//! Easy positions are solved within the first, smallest size, which stays in the L1 cache; touching fresh memory would
//! cost more than solving them.

use tiptree::table::{self, HalfLine, mix};

/// The number of low bits of a hash that a word holds.
const HASH_BITS: u32 = 49;
/// The number of bits of a word below its hash.
const BELOW: u32 = 64 - HASH_BITS;
/// The base-2 logarithm of the number of buckets of the smallest table.
const FIRST: u32 = 8;
/// Added to a score to make it a number from 0 to 63: scores are from -31 to 32 on the largest board.
const OFFSET: i32 = 31;

/// The bounds of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: i32,
    pub(super) high: i32,
}

impl Bounds {
    /// Nothing is known.
    const OPEN: Bounds = Bounds { low: -OFFSET, high: 63 - OFFSET };

    fn of(word: u64) -> Self {
        Bounds { low: (word >> 3 & 63) as i32 - OFFSET, high: 63 - (word >> 9 & 63) as i32 - OFFSET }
    }

    /// The bounds packed for a word; [`Bounds::OPEN`] packs to 0.
    fn word(self) -> u64 {
        ((self.low + OFFSET) as u64) << 3 | ((63 - self.high - OFFSET) as u64) << 9
    }
}

/// The entry of a position; 0 if the slot is empty.
#[derive(Clone, Copy, Debug, Default)]
struct Word(u64);

impl Word {
    #[inline]
    fn is_of(self, tag: u64) -> bool {
        (self.0 ^ tag) >> BELOW == 0
    }
}

impl table::Slot for Word {
    /// The number of hash bits that a word does not hold.
    type Context = u32;

    #[inline]
    fn worth(&self, _beyond: u32) -> u64 {
        if self.0 == 0 { 0 } else { 1 + (self.0 & 7) }
    }

    fn hash(&self, beyond: u32, upper: u64) -> u64 {
        (self.0 >> BELOW << BELOW) >> beyond | upper
    }
}

type Bucket = HalfLine<Word, 4>;

/// A table of bounds.
#[derive(Clone, Debug)]
pub(super) struct Table {
    table: table::Table<Bucket>,
    /// The number of hash bits that a word does not hold; its index implies them.
    beyond: u32,
}

impl Table {
    /// A table of at most `bytes`, but at least of the smallest size, for keys of `key_bits` bits.
    pub(super) fn new(bytes: usize, key_bits: u32) -> Self {
        // In a smaller table, word and index together would not hold the whole hash.
        let beyond = key_bits.saturating_sub(HASH_BITS);
        let least = FIRST.max(beyond);
        let most = (bytes / size_of::<Bucket>()).max(1).ilog2().max(least);
        let size = |power: u32| (size_of::<Bucket>() as u64) << power;
        let mut table = table::Table::beginning_with(size(least), size(most));
        table.fit(None);
        Table { table, beyond }
    }

    pub(super) fn forget(&mut self) {
        self.table.forget();
    }

    /// The hash of a key, in the upper bits of the number.
    #[inline]
    pub(super) fn hash(&self, key: u64) -> u64 {
        mix(key) << (BELOW - self.beyond)
    }

    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        self.table.prefetch(hash);
    }

    /// The bounds of the position with this hash.
    #[inline]
    pub(super) fn find(&self, hash: u64) -> Bounds {
        let tag = hash << self.beyond;
        self.table.find(hash, |word| word.is_of(tag)).map_or(Bounds::OPEN, |word| Bounds::of(word.0))
    }

    /// Stores a lower or upper bound of the score, which took `work` positions to find.
    ///
    /// If the bucket is full, the entry with the least work is replaced.
    pub(super) fn store(&mut self, hash: u64, bound: i32, is_low: bool, work: u64) {
        let tag = hash << self.beyond;
        let Some(word) = self.table.slot_mut(hash, self.beyond, |word| word.is_of(tag)) else { return };
        let mut bounds = if word.is_of(tag) { Bounds::of(word.0) } else { Bounds::OPEN };
        *(if is_low { &mut bounds.low } else { &mut bounds.high }) = bound;
        let work = u64::from(work.max(1).ilog2() / 2).min(7);
        *word = Word(tag | bounds.word() | work);
        if self.table.is_narrow() {
            self.table.grow(self.beyond);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiptree::Rng;

    /// Stores 20,000 positions and finds those that are still there, in a table for keys of this width.
    fn grown(key_bits: u32) -> usize {
        let mut table = Table::new(1 << 21, key_bits);
        let mut rng = Rng::new(u64::from(key_bits));
        let keys: Vec<u64> = (0..20_000).map(|_| rng.next_u64() >> (64 - key_bits)).collect();
        let score = |key: u64| (key % 63) as i32 - 31;
        for &key in &keys {
            let hash = table.hash(key);
            table.store(hash, score(key), true, key % 1000);
            table.store(hash, score(key) + 1, false, 1);
        }
        let known: Vec<Bounds> = keys.iter().map(|&key| table.find(table.hash(key))).collect();
        for (&key, &bounds) in keys.iter().zip(&known) {
            let expected = Bounds { low: score(key), high: score(key) + 1 };
            assert!(bounds == expected || bounds == Bounds::OPEN, "{key}: {bounds:?}");
        }
        let known_keys: std::collections::HashSet<u64> = keys.iter().copied().collect();
        for _ in 0..20_000 {
            let key = rng.next_u64() >> (64 - key_bits);
            let is_there = known_keys.contains(&key) || table.find(table.hash(key)) == Bounds::OPEN;
            assert!(is_there, "{key} was never noted");
        }
        table.forget();
        assert!(keys.iter().all(|&key| table.find(table.hash(key)) == Bounds::OPEN));
        known.into_iter().filter(|&bounds| bounds != Bounds::OPEN).count()
    }

    #[test]
    fn a_table_that_grows_keeps_its_entries_and_confuses_no_positions() {
        for key_bits in [42, 49, 56, 64] {
            let kept = grown(key_bits);
            assert!(kept > 19_000, "{kept} of keys of {key_bits} bits");
        }
    }

    #[test]
    fn bounds_survive_a_word() {
        for (low, high) in [(-31, 32), (-31, -31), (32, 32), (0, 0), (-5, 7)] {
            let bounds = Bounds { low, high };
            assert_eq!(Bounds::of(bounds.word()), bounds);
        }
        assert_eq!(Bounds::OPEN.word(), 0);
    }
}
