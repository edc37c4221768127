//! What was found of positions: a lower and an upper bound of each, in a table that grows with the work.
//!
//! A word holds a position's hash and both bounds. The hash is a bijection of the key, and the bits that say where the
//! word lies need not be in it, so that nothing is ever mistaken for another position:
//!
//! ```text
//!     63                15 14  9 8   3 2    0
//!     | hash, low 49 bits | high | low | work |
//! ```
//!
//! Easy positions are solved within the first, smallest size, which stays in the nearest cache; touching fresh memory
//! would cost more than solving them.

use tiptree::prefetch::prefetch;

/// The words of a bucket: half a cache line.
const BUCKET: usize = 4;

#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
struct Bucket([u64; BUCKET]);

/// The low bits of a hash that a word holds.
const HASH_BITS: u32 = 49;
/// The bits of a word below its hash.
const BELOW: u32 = 64 - HASH_BITS;
/// The buckets of the smallest table, as a power of two.
const FIRST: u32 = 8;
/// How many powers of two a table grows by.
const GROWTH: u32 = 2;
/// What is added to a score to make it a number from 0 to 63: scores are from -31 to 32 on the largest board.
const OFFSET: i32 = 31;

/// An odd number with its bits in no order: the products with it differ for different keys, and all bits of a key show in
/// the highest ones.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// What is known of a score.
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

    /// As they stand in a word; what is open is 0.
    fn word(self) -> u64 {
        ((self.low + OFFSET) as u64) << 3 | ((63 - self.high - OFFSET) as u64) << 9
    }
}

/// A table of bounds.
#[derive(Clone, Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// The bits of a hash beyond those that a word holds; its place says them.
    beyond: u32,
    /// The number of buckets as a power of two: the smallest, the present, the largest.
    least: u32,
    size: u32,
    most: u32,
    /// Words that are not empty.
    filled: usize,
}

impl Table {
    /// A table of at most `bytes` for keys of so many bits, as far as its smallest size fits.
    pub(super) fn new(bytes: usize, key_bits: u32) -> Self {
        // Below this size a word would not hold what its place does not say.
        let beyond = key_bits.saturating_sub(HASH_BITS);
        let least = FIRST.max(beyond);
        let most = (bytes / size_of::<Bucket>()).max(1).ilog2().max(least);
        let mut buckets = Vec::with_capacity(1 << most);
        buckets.resize(1 << least, Bucket::default());
        Table { buckets, beyond, least, size: least, most, filled: 0 }
    }

    pub(super) fn forget(&mut self) {
        self.size = self.least;
        self.buckets.truncate(1 << self.size);
        self.buckets.fill(Bucket::default());
        self.filled = 0;
    }

    /// The hash of a key, its bits at the upper end of the number.
    #[inline]
    pub(super) fn hash(&self, key: u64) -> u64 {
        key.wrapping_mul(MULTIPLIER) << (BELOW - self.beyond)
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        (hash >> (64 - self.size)) as usize
    }

    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(&self.buckets[self.place(hash)]);
    }

    /// What is known of the position with this hash.
    #[inline]
    pub(super) fn find(&self, hash: u64) -> Bounds {
        let bucket = &self.buckets[self.place(hash)];
        let tag = hash << self.beyond;
        for word in bucket.0 {
            if (word ^ tag) >> BELOW == 0 {
                return Bounds::of(word);
            }
        }
        Bounds::OPEN
    }

    /// Notes that the score is at least `bound`, or at most that, which took `work` positions to find.
    ///
    /// Where the bucket is full, what took least work gives way.
    pub(super) fn note(&mut self, hash: u64, bound: i32, is_low: bool, work: u64) {
        let place = self.place(hash);
        let bucket = &mut self.buckets[place].0;
        let tag = hash << self.beyond;
        let mut slot = 0;
        let mut bounds = Bounds::OPEN;
        let mut least = u64::MAX;
        for (index, &word) in bucket.iter().enumerate() {
            if (word ^ tag) >> BELOW == 0 {
                (slot, bounds) = (index, Bounds::of(word));
                break;
            }
            let worth = if word == 0 { 0 } else { 1 + (word & 7) };
            if worth < least {
                (slot, least) = (index, worth);
            }
        }
        *(if is_low { &mut bounds.low } else { &mut bounds.high }) = bound;
        let work = u64::from(work.max(1).ilog2() / 2).min(7);
        self.filled += usize::from(bucket[slot] == 0);
        bucket[slot] = tag | bounds.word() | work;
        if self.filled > (BUCKET << self.size) / 2 && self.size < self.most {
            self.grow();
        }
    }

    /// Spreads every bucket over several. From the last to the first, each one's new places lie behind those not yet read.
    #[cold]
    fn grow(&mut self) {
        let growth = GROWTH.min(self.most - self.size);
        let old = self.buckets.len();
        self.buckets.resize(old << growth, Bucket::default());
        let size = self.size + growth;
        for number in (0..old).rev() {
            let bucket = std::mem::take(&mut self.buckets[number]);
            self.buckets[number << growth..(number + 1) << growth].fill(Bucket::default());
            let mut filled = [0; 1 << GROWTH];
            for word in bucket.0.into_iter().filter(|&word| word != 0) {
                // The place's next bits: the highest that the old place did not say, as far as the word holds them.
                let hash = (word >> BELOW << BELOW) >> self.beyond | (number as u64) << (64 - self.size);
                let part = (hash >> (64 - size)) as usize & ((1 << growth) - 1);
                self.buckets[(number << growth) + part].0[filled[part]] = word;
                filled[part] += 1;
            }
        }
        self.size = size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiptree::Rng;

    /// Notes 20,000 positions and finds each that is still there, in tables of keys of this width.
    fn grown(key_bits: u32) -> usize {
        let mut table = Table::new(1 << 21, key_bits);
        let mut rng = Rng::new(u64::from(key_bits));
        let keys: Vec<u64> = (0..20_000).map(|_| rng.next_u64() >> (64 - key_bits)).collect();
        let score = |key: u64| (key % 63) as i32 - 31;
        for &key in &keys {
            let hash = table.hash(key);
            table.note(hash, score(key), true, key % 1000);
            table.note(hash, score(key) + 1, false, 1);
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
    fn a_table_that_grows_keeps_what_it_knows_and_mistakes_nothing() {
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
