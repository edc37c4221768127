//! A hash table of positions, made of buckets of slots. It is small at first, because a table that fits a cache is faster, and
//! grows as it fills.
//!
//! The search defines what a slot holds. The table decides which bucket a position belongs to, which slot is replaced if the
//! bucket is full, when to grow and how much memory to take. Its size is bounded and its decisions are deterministic: no result
//! depends on addresses or clocks.
//!
//! A position is found by a hash, whose highest bits choose the bucket. [`mix`] makes a hash of any key.

use crate::prefetch::prefetch;

/// The default initial size of a table in bytes.
pub const FIRST_BYTES: u64 = 1 << 19;
/// The factor by which a table grows once it is half full.
pub const GROWTH: u64 = 4;

/// The hash of a key, by Fibonacci hashing. Keys need not be scattered: in the product with an odd number whose bits have no
/// pattern (the golden ratio), the highest bits depend on all bits of the key. Different keys have different hashes.
#[inline]
pub fn mix(key: u64) -> u64 {
    key.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Storage for what is known about one position. The default is an empty slot.
pub trait Slot: Default {
    /// What is needed to read a slot besides its contents, such as the number of the search under way; `()` for nothing.
    type Context: Copy;

    /// How much would be lost by replacing it; 0 if it is empty.
    fn worth(&self, context: Self::Context) -> u64;

    /// The hash of its position. A slot need not store the bits that its bucket implies: `upper` has the highest bits of the
    /// hash, as far as the index of the bucket gives them. It gives them only while the number of buckets is a power of two.
    fn hash(&self, context: Self::Context, upper: u64) -> u64;
}

/// Slots that share a part of a cache line, or a line or two.
pub trait Bucket: Default {
    /// The type of its slots.
    type Slot: Slot;

    /// Its slots.
    fn slots(&self) -> &[Self::Slot];

    /// Its slots, mutable.
    fn slots_mut(&mut self) -> &mut [Self::Slot];
}

/// Slots in whole cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Line<S, const N: usize>(pub [S; N]);

/// Slots in half a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct HalfLine<S, const N: usize>(pub [S; N]);

macro_rules! bucket {
    ($name:ident) => {
        impl<S: Slot, const N: usize> Default for $name<S, N> {
            fn default() -> Self {
                $name(std::array::from_fn(|_| S::default()))
            }
        }

        impl<S: Slot, const N: usize> Bucket for $name<S, N> {
            type Slot = S;

            #[inline]
            fn slots(&self) -> &[S] {
                &self.0
            }

            #[inline]
            fn slots_mut(&mut self) -> &mut [S] {
                &mut self.0
            }
        }
    };
}

bucket!(Line);
bucket!(HalfLine);

/// The index of the slot that `is_it` recognises, or else of the slot of least worth, the first of equals.
#[inline]
pub fn choose<S: Slot>(slots: &[S], context: S::Context, is_it: impl Fn(&S) -> bool) -> usize {
    let mut least = (0, u64::MAX);
    for (number, slot) in slots.iter().enumerate() {
        if is_it(slot) {
            return number;
        }
        let worth = slot.worth(context);
        if worth < least.1 {
            least = (number, worth);
        }
    }
    least.0
}

/// A table of bounded size. It has no bucket before the first [`Table::fit`], which sets the memory limit, and none at all if
/// that is too small for one.
#[derive(Clone, Debug)]
pub struct Table<B> {
    /// The maximum size asked for, in bytes.
    most: u64,
    /// The maximum size under the present memory limit, in bytes.
    wanted: u64,
    /// The initial size, in bytes.
    first: u64,
    buckets: Vec<B>,
    /// The number of slots that [`Table::slot_mut`] has filled.
    filled: u64,
}

impl<B: Bucket> Table<B> {
    const BYTES: u64 = size_of::<B>() as u64;

    /// A table of at most `bytes` bytes.
    pub fn new(bytes: u64) -> Self {
        Table::beginning_with(FIRST_BYTES, bytes)
    }

    /// A table of at most `bytes` bytes that begins with `first` bytes.
    pub fn beginning_with(first: u64, bytes: u64) -> Self {
        Table { most: bytes, wanted: bytes, first, buckets: Vec::new(), filled: 0 }
    }

    /// The bytes allocated.
    pub fn bytes(&self) -> u64 {
        self.buckets.capacity() as u64 * Self::BYTES
    }

    /// The number of slots.
    pub fn slots(&self) -> u64 {
        let in_bucket = self.buckets.first().map_or(0, |bucket| bucket.slots().len());
        (self.buckets.len() * in_bucket) as u64
    }

    /// Keeps the table within `limit` bytes, if a limit is given. A table that holds more forgets everything.
    ///
    /// A limit also covers the old buckets that exist beside the new ones while the table grows.
    pub fn fit(&mut self, limit: Option<u64>) {
        self.wanted = match limit {
            Some(limit) if limit < FIRST_BYTES => self.most.min(limit),
            Some(limit) => self.most.min(limit / (GROWTH + 1) * GROWTH),
            None => self.most,
        };
        if self.buckets.is_empty() || self.bytes() > self.wanted {
            self.begin(self.first);
        }
    }

    /// Forgets everything and starts small again. The memory is kept: touching fresh memory costs more than a small search.
    pub fn forget(&mut self) {
        if !self.buckets.is_empty() {
            self.begin(self.first);
        }
    }

    /// Grows an empty table to this size at once, because growing it later would interrupt the search.
    pub fn prepare(&mut self, bytes: u64) {
        let held = self.buckets.len() as u64 * Self::BYTES;
        if self.filled == 0 && held < bytes.min(self.wanted) {
            self.begin(bytes);
        }
    }

    /// Starts empty with `first` bytes, or fewer if there is not enough memory.
    fn begin(&mut self, first: u64) {
        self.filled = 0;
        self.buckets.clear();
        if self.bytes() > self.wanted {
            self.buckets = Vec::new();
        }
        let mut bytes = first.min(self.wanted);
        if self.wanted < self.most {
            // Make every growth one by the full factor: a smaller last one would hold two tables of about the same size.
            bytes = self.wanted;
            while bytes > first {
                bytes /= GROWTH;
            }
        }
        while bytes >= Self::BYTES && !self.reserve(bytes / Self::BYTES) {
            bytes /= 2;
        }
        #[expect(clippy::cast_possible_truncation, reason = "memory for this many buckets is reserved")]
        let count = (bytes / Self::BYTES) as usize;
        self.buckets.resize_with(count, B::default);
    }

    /// Reserves memory for `count` buckets. Returns whether there was enough.
    fn reserve(&mut self, count: u64) -> bool {
        let more = usize::try_from(count).map(|count| count.saturating_sub(self.buckets.len()));
        more.is_ok_and(|more| self.buckets.try_reserve_exact(more).is_ok())
    }

    /// Whether at least half of the slots are in use and the table may grow.
    #[inline]
    pub fn is_narrow(&self) -> bool {
        2 * self.filled >= self.slots() && (self.buckets.len() as u64) < self.wanted / Self::BYTES
    }

    /// Grows the table, if the limit and the memory allow it. Returns whether it grew.
    #[cold]
    pub fn grow(&mut self, context: <B::Slot as Slot>::Context) -> bool {
        let count = self.buckets.len();
        let grown = (count as u64).saturating_mul(GROWTH).min(self.wanted / Self::BYTES);
        if grown <= count as u64 {
            return false;
        }
        if !self.reserve(grown) {
            // Do not try again before the next `fit`.
            self.wanted = count as u64 * Self::BYTES;
            return false;
        }
        let upper = |number: usize| if count > 1 { (number as u64) << (64 - count.ilog2()) } else { 0 };
        #[expect(clippy::cast_possible_truncation, reason = "memory for this many buckets is reserved")]
        self.buckets.resize_with(grown as usize, B::default);
        // From the last bucket to the first: a slot moves to the same or a later bucket, and those have been moved already.
        for number in (0..count).rev() {
            let mut bucket = std::mem::take(&mut self.buckets[number]);
            for slot in bucket.slots_mut() {
                if slot.worth(context) > 0 {
                    let place = self.place(slot.hash(context, upper(number)));
                    let slots = self.buckets[place].slots_mut();
                    let free = choose(slots, context, |_| false);
                    slots[free] = std::mem::take(slot);
                }
            }
        }
        true
    }

    /// The index of the bucket for this hash.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the high half is below the number of buckets")]
    fn place(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Prefetches the bucket of a position that will be looked up soon.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        if let Some(bucket) = self.buckets.get(self.place(hash)) {
            prefetch(bucket);
        }
    }

    /// The slots of a position's bucket; empty if there are no buckets.
    #[inline]
    pub fn among(&self, hash: u64) -> &[B::Slot] {
        self.buckets.get(self.place(hash)).map_or(&[], Bucket::slots)
    }

    /// The slot of the position that `is_it` recognises.
    #[inline]
    pub fn find(&self, hash: u64, is_it: impl Fn(&B::Slot) -> bool) -> Option<&B::Slot> {
        self.among(hash).iter().find(|slot| is_it(slot))
    }

    /// The slot to write to: the one that `is_it` recognises, or else the one to be replaced. It counts as in use from now
    /// on.
    #[inline]
    pub fn slot_mut(
        &mut self,
        hash: u64,
        context: <B::Slot as Slot>::Context,
        is_it: impl Fn(&B::Slot) -> bool,
    ) -> Option<&mut B::Slot> {
        let place = self.place(hash);
        let slots = self.buckets.get_mut(place)?.slots_mut();
        let slot = &mut slots[choose(slots, context, is_it)];
        self.filled += u64::from(slot.worth(context) == 0);
        Some(slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slot that holds a position and its work.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    struct Work(u64, u64);

    impl Slot for Work {
        type Context = ();

        fn worth(&self, (): ()) -> u64 {
            self.1
        }

        fn hash(&self, (): (), _upper: u64) -> u64 {
            mix(self.0)
        }
    }

    type Four = Line<Work, 4>;

    const BUCKET: u64 = size_of::<Four>() as u64;

    fn put(table: &mut Table<Four>, key: u64, work: u64) {
        if let Some(slot) = table.slot_mut(mix(key), (), |slot| slot.0 == key && slot.1 > 0) {
            *slot = Work(key, work);
        }
    }

    fn get(table: &Table<Four>, key: u64) -> Option<u64> {
        table.find(mix(key), |slot| slot.0 == key && slot.1 > 0).map(|slot| slot.1)
    }

    fn table(first: u64, bytes: u64) -> Table<Four> {
        let mut table = Table::beginning_with(first, bytes);
        table.fit(None);
        table
    }

    #[test]
    fn the_slot_of_least_worth_is_replaced() {
        let mut table = table(BUCKET, BUCKET);
        for (key, work) in [(1, 9), (2, 4), (3, 5), (4, 6), (5, 7)] {
            put(&mut table, key, work);
        }
        assert_eq!([1, 2, 3, 4, 5].map(|key| get(&table, key)), [Some(9), None, Some(5), Some(6), Some(7)]);
        put(&mut table, 3, 50);
        assert_eq!((get(&table, 3), table.filled), (Some(50), 4));
        assert!(!table.grow(()));
    }

    #[test]
    fn plain_keys_lie_in_buckets_of_their_own_and_survive_growth() {
        let mut table = table(64 * BUCKET, 300 * BUCKET);
        let mut sizes = vec![table.slots()];
        for key in 0..600 {
            if table.is_narrow() && table.grow(()) {
                sizes.push(table.slots());
            }
            put(&mut table, key, key + 1);
        }
        // Four times as many, and then the maximum.
        assert_eq!(sizes, [256, 1024, 1200]);
        let kept = (0..600).filter(|&key| get(&table, key) == Some(key + 1)).count();
        assert!(kept > 590, "{kept}");
        table.forget();
        assert_eq!((table.slots(), table.filled, get(&table, 7)), (256, 0, None));
        assert_eq!(table.bytes(), 300 * BUCKET);
    }

    #[test]
    fn a_limit_of_memory_holds_also_while_a_table_grows() {
        let mut table = table(FIRST_BYTES, 1 << 24);
        let limit = 5 << 20;
        table.fit(Some(limit));
        while table.grow(()) {}
        assert!(table.bytes() <= limit / 5 * 4 && table.bytes() > limit / 2, "{}", table.bytes());
        table.fit(Some(1000));
        assert_eq!(table.bytes(), 1000 / BUCKET * BUCKET);
        table.fit(Some(10));
        assert_eq!((table.bytes(), table.slots(), get(&table, 1)), (0, 0, None));
        put(&mut table, 1, 1);
    }

    #[test]
    fn an_empty_table_grows_at_once() {
        let mut table = table(BUCKET, 100 * BUCKET);
        table.prepare(50 * BUCKET);
        assert_eq!(table.slots(), 200);
        put(&mut table, 1, 1);
        table.prepare(70 * BUCKET);
        assert_eq!((table.slots(), get(&table, 1)), (200, Some(1)));
    }
}
