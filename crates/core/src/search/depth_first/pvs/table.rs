//! The transposition table, shared by all threads without locks.
//!
//! A slot is two words. The second holds the entry, the first the key of the position XOR the second. If two threads
//! write at once and their words are mixed, the key does not match and the slot is ignored (Hyatt and Mann 2002). From
//! the lowest bit, the second word is
//!
//! ```text
//!     value 32 | depth 10 | place of the move 12 | bound 2 | proven 1 | mirrored 1 | generation 6
//! ```
//!
//! A value takes 32 bits. Bounds are rounded outwards, so that they stay true: a lower bound downwards, an upper bound
//! upwards. An exact value that would have to be rounded is stored as a lower bound.
//!
//! Four slots fill a cache line. If all are taken, the oldest is replaced, and among equally old ones the one of least
//! depth. The table grows between iterations.

use crate::convert::{low_u32, nearest_f32};
use crate::table::{self, FIRST_BYTES, Line, choose, mix};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The place that stands for no move.
const NO_MOVE: u64 = (1 << 12) - 1;
/// The number of generations before they repeat.
const GENERATIONS: u64 = 1 << 6;

/// What a stored value says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
    /// The value is this.
    Exact,
}

/// The entry of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    /// Max's view.
    pub(super) value: f64,
    pub(super) bound: Bound,
    pub(super) depth: u32,
    /// Whether this is proven: it holds at any depth, because the lines behind it were followed to the end of the game.
    pub(super) proven: bool,
    /// The place of the best move in the position's list of moves, or in its mirror image's if `mirrored`.
    pub(super) place: Option<usize>,
    pub(super) mirrored: bool,
}

/// The greatest depth that fits.
const DEEPEST: u32 = (1 << 10) - 1;

impl Entry {
    fn pack(self, generation: u64) -> u64 {
        let (value, bound) = round(self.value, self.bound);
        let bound = match bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let place = self.place.map_or(NO_MOVE, |place| (place as u64).min(NO_MOVE));
        u64::from(value.to_bits())
            | u64::from(self.depth.min(DEEPEST)) << 32
            | place << 42
            | bound << 54
            | u64::from(self.proven) << 56
            | u64::from(self.mirrored) << 57
            | generation << 58
    }

    fn unpack(word: u64) -> Option<Entry> {
        let bound = match word >> 54 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let place = word >> 42 & NO_MOVE;
        Some(Entry {
            value: f64::from(f32::from_bits(low_u32(word))),
            bound,
            depth: depth_of(word),
            proven: word >> 56 & 1 != 0,
            place: (place != NO_MOVE).then_some(place as usize),
            mirrored: word >> 57 & 1 != 0,
        })
    }
}

fn depth_of(word: u64) -> u32 {
    (word >> 32) as u32 & DEEPEST
}

/// The value in 32 bits, rounded so that the bound is true.
fn round(value: f64, bound: Bound) -> (f32, Bound) {
    let near = nearest_f32(value);
    let exact = f64::from(near) == value;
    match bound {
        Bound::Upper if f64::from(near) < value => (near.next_up(), bound),
        Bound::Upper => (near, bound),
        _ if exact => (near, bound),
        _ if f64::from(near) > value => (near.next_down(), Bound::Lower),
        _ => (near, Bound::Lower),
    }
}

#[derive(Debug, Default)]
struct Slot([AtomicU64; 2]);

impl Slot {
    /// The key and the packed entry. The key is wrong if two threads wrote at once; the entry is 0 if the slot is empty.
    #[inline]
    fn read(&self) -> (u64, u64) {
        let word = self.0[1].load(Relaxed);
        (self.0[0].load(Relaxed) ^ word, word)
    }

    #[inline]
    fn write(&self, key: u64, word: u64) {
        self.0[0].store(key ^ word, Relaxed);
        self.0[1].store(word, Relaxed);
    }

    #[inline]
    fn is_of(&self, key: u64) -> bool {
        let (own, word) = self.read();
        own == key && word != 0
    }
}

impl table::Slot for Slot {
    /// The generation of the current search.
    type Context = u64;

    #[inline]
    fn worth(&self, generation: u64) -> u64 {
        let word = self.0[1].load(Relaxed);
        if word == 0 {
            return 0;
        }
        let age = (GENERATIONS + generation - (word >> 58)) % GENERATIONS;
        (GENERATIONS - age) << 32 | u64::from(depth_of(word))
    }

    fn hash(&self, _: u64, _upper: u64) -> u64 {
        mix(self.read().0)
    }
}

type Bucket = Line<Slot, 4>;

/// A bounded transposition table for several threads.
#[derive(Debug)]
pub(super) struct Table {
    table: table::Table<Bucket>,
    generation: u64,
}

impl Table {
    /// A table of at most this many bytes, without slots if they are too few for a bucket.
    ///
    /// It begins larger for several threads, which fill it faster and all wait while it grows.
    pub(super) fn new(bytes: u64, threads: usize) -> Self {
        let first = FIRST_BYTES.saturating_mul((threads as u64).pow(2));
        Table { table: table::Table::beginning_with(first, bytes), generation: 0 }
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Keeps within the limit in bytes, if one is given.
    pub(super) fn fit(&mut self, limit: Option<u64>) {
        self.table.fit(limit);
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.generation = 0;
        self.table.forget();
    }

    /// Begins a new generation, which makes all entries older.
    pub(super) fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Grows if at least half of the slots are in use. Returns whether it grew.
    pub(super) fn grow(&mut self, filled: u64) -> bool {
        2 * filled >= self.table.slots() && self.table.grow(self.generation)
    }

    /// Prefetches the bucket of a position.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        self.table.prefetch(mix(key));
    }

    /// The entry of a position.
    #[inline]
    pub(super) fn recall(&self, key: u64) -> Option<Entry> {
        self.table.among(mix(key)).iter().find_map(|slot| {
            let (own, word) = slot.read();
            (own == key).then(|| Entry::unpack(word)).flatten()
        })
    }

    /// Stores an entry. Returns whether the slot was empty before.
    #[inline]
    pub(super) fn note(&self, key: u64, entry: Entry) -> bool {
        let slots = self.table.among(mix(key));
        let Some(slot) = slots.get(choose(slots, self.generation, |slot| slot.is_of(key))) else {
            return false;
        };
        let was_empty = slot.0[1].load(Relaxed) == 0;
        slot.write(key, entry.pack(self.generation));
        was_empty
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::scatter;
    use crate::table::GROWTH;

    const BUCKET_BYTES: u64 = size_of::<Bucket>() as u64;

    const ENTRY: Entry =
        Entry { value: 7.0, bound: Bound::Lower, depth: 3, proven: false, place: Some(4), mirrored: true };

    fn table_of(bytes: u64) -> Table {
        let mut table = Table::new(bytes, 1);
        table.fit(None);
        table
    }

    #[test]
    fn what_is_noted_is_recalled() {
        let table = table_of(1 << 16);
        for (number, bound) in [Bound::Lower, Bound::Upper, Bound::Exact].into_iter().enumerate() {
            let entry = Entry { bound, proven: number == 1, place: (number > 0).then_some(number), ..ENTRY };
            assert!(table.note(scatter(number as u64), entry));
            assert!(!table.note(scatter(number as u64), entry));
            assert_eq!(table.recall(scatter(number as u64)), Some(entry));
        }
        assert_eq!(table.recall(scatter(9)), None);
    }

    #[test]
    fn bounds_are_rounded_outwards() {
        let table = table_of(1 << 16);
        for value in [0.1, -0.1, 1.0 / 3.0, 1e9 + 0.3] {
            let noted = |bound| {
                table.note(1, Entry { value, bound, ..ENTRY });
                table.recall(1).unwrap()
            };
            let (least, most, exactly) = (noted(Bound::Lower), noted(Bound::Upper), noted(Bound::Exact));
            assert!(least.value <= value && value <= most.value && least.value < most.value);
            assert_eq!((exactly.value, exactly.bound), (least.value, Bound::Lower));
        }
    }

    #[test]
    fn old_entries_are_replaced_first_then_shallow_ones() {
        let mut table = table_of(BUCKET_BYTES);
        for (key, depth) in [(1, 9), (2, 4), (3, 5), (4, 6)] {
            table.note(key, Entry { depth, ..ENTRY });
        }
        table.note(5, Entry { depth: 1, ..ENTRY });
        assert_eq!((table.recall(2), table.recall(5).map(|entry| entry.depth)), (None, Some(1)));
        table.age();
        table.note(6, Entry { depth: 1, ..ENTRY });
        table.note(7, Entry { depth: 1, ..ENTRY });
        assert!(table.recall(6).is_some() && table.recall(7).is_some() && table.recall(5).is_none());
        assert!(table.recall(1).is_some());
    }

    #[test]
    fn a_table_grows_and_loses_little() {
        let mut table = table_of(1 << 24);
        let mut filled = 0;
        for key in 0..100_000 {
            filled += u64::from(table.note(scatter(key), Entry { value: key as f64, ..ENTRY }));
            if key % 1000 == 0 {
                table.grow(filled);
            }
        }
        let kept = (0..100_000)
            .filter(|&key| table.recall(scatter(key)) == Some(Entry { value: key as f64, ..ENTRY }));
        assert!(kept.count() > 95_000);
        assert!((FIRST_BYTES * GROWTH..1 << 24).contains(&table.bytes()));
        table.forget();
        assert_eq!((table.table.slots(), table.recall(scatter(1))), (FIRST_BYTES / 16, None));
        table.fit(Some(1000));
        assert_eq!(table.bytes(), 1000 / BUCKET_BYTES * BUCKET_BYTES);
    }
}
