//! What was found of positions: a lower and an upper bound of each and the best move, in a table that grows with the work.
//!
//! Two positions share a bucket: where it is full, what took less work to find gives way. A position stands there with all
//! its discs, so that none is mistaken for another.

use super::search::Node;
use tiptree::prefetch::prefetch;

/// The buckets of the smallest table, as a power of two.
const FIRST: u32 = 8;
/// How many powers of two a table grows by.
const GROWTH: u32 = 2;
/// Odd numbers with their bits in no order.
const MULTIPLIERS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9];

/// What is known of a score, and the square of the move that was best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) low: i32,
    pub(super) high: i32,
    /// 64 where none is known.
    pub(super) best: u8,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    node: Node,
    low: i8,
    high: i8,
    best: u8,
    /// The logarithm of the work it took; 0 for an entry that was never written.
    work: u8,
}

const EMPTY: Entry = Entry { node: Node { mover: 0, waiting: 0 }, low: -64, high: 64, best: 64, work: 0 };

type Bucket = [Entry; 2];

/// A table of bounds.
#[derive(Clone, Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// The number of buckets as a power of two: the present, the largest.
    size: u32,
    most: u32,
    /// Entries that are not empty.
    filled: usize,
}

impl Table {
    /// A table of at most `bytes`, as far as its smallest size fits.
    pub(super) fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Bucket>()).max(1).ilog2().max(FIRST);
        Table { buckets: vec![[EMPTY; 2]; 1 << FIRST], size: FIRST, most, filled: 0 }
    }

    pub(super) fn forget(&mut self) {
        self.size = FIRST;
        self.buckets.truncate(1 << FIRST);
        self.buckets.fill([EMPTY; 2]);
        self.filled = 0;
    }

    #[inline]
    pub(super) fn hash(node: Node) -> u64 {
        let mixed = node.mover.wrapping_mul(MULTIPLIERS[0]);
        (mixed ^ mixed >> 32 ^ node.waiting).wrapping_mul(MULTIPLIERS[1])
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        (hash >> (64 - self.size)) as usize
    }

    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(&self.buckets[self.place(hash)]);
    }

    /// What is known of a position with this hash.
    #[inline]
    pub(super) fn find(&self, hash: u64, node: Node) -> Known {
        let bucket = &self.buckets[self.place(hash)];
        let entry = bucket.iter().find(|entry| entry.node == node).unwrap_or(&EMPTY);
        Known { low: entry.low.into(), high: entry.high.into(), best: entry.best }
    }

    /// Notes that the score is at least a bound, or at most that, which took `work` positions to find.
    pub(super) fn note(&mut self, hash: u64, node: Node, (bound, is_low): (i32, bool), best: u8, work: u64) {
        let place = self.place(hash);
        let bucket = &mut self.buckets[place];
        let work = 1 + work.max(1).ilog2() as u8;
        let slot = match bucket.iter().position(|entry| entry.node == node) {
            Some(slot) => slot,
            None => usize::from(bucket[1].work < bucket[0].work),
        };
        let entry = &mut bucket[slot];
        self.filled += usize::from(entry.work == 0);
        if entry.node != node {
            *entry = Entry { node, ..EMPTY };
        }
        *(if is_low { &mut entry.low } else { &mut entry.high }) = bound as i8;
        entry.work = work;
        if is_low || entry.best == EMPTY.best {
            entry.best = best;
        }
        if self.filled > self.buckets.len() && self.size < self.most {
            self.grow();
        }
    }

    /// Spreads every bucket over several. From the last to the first, each one's new places lie behind those not yet read.
    #[cold]
    fn grow(&mut self) {
        let growth = GROWTH.min(self.most - self.size);
        let old = self.buckets.len();
        self.buckets.resize(old << growth, [EMPTY; 2]);
        self.size += growth;
        for number in (0..old).rev() {
            let bucket = std::mem::replace(&mut self.buckets[number], [EMPTY; 2]);
            for entry in bucket.into_iter().filter(|entry| entry.work > 0) {
                let place = self.place(Table::hash(entry.node));
                let slot = usize::from(self.buckets[place][0].work > 0);
                self.buckets[place][slot] = entry;
            }
        }
    }
}
