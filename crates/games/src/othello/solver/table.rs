//! The transposition table: a lower and an upper bound and the best move of each position. It grows as it fills.
//!
//! Two positions share a bucket. If it is full, the entry that took less work is replaced. An entry holds all discs of
//! its position, so positions are never confused.

use super::search::Node;
use tiptree::table::{self, Line, mix};

/// The base-2 logarithm of the number of buckets of the smallest table.
const FIRST: u32 = 8;
/// An odd number with random bits, different from that of [`mix`].
const MULTIPLIER: u64 = 0xbf58_476d_1ce4_e5b9;

/// The bounds of a score, and the square of the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) low: i32,
    pub(super) high: i32,
    /// 64 if none is known.
    pub(super) best: u8,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    node: Node,
    low: i8,
    high: i8,
    best: u8,
    /// The logarithm of the work that the entry took; 0 for an entry that was never written.
    work: u8,
}

impl Default for Entry {
    fn default() -> Self {
        EMPTY
    }
}

impl table::Slot for Entry {
    type Context = ();

    #[inline]
    fn worth(&self, (): ()) -> u64 {
        self.work.into()
    }

    fn hash(&self, (): (), _upper: u64) -> u64 {
        Table::hash(self.node)
    }
}

const EMPTY: Entry = Entry { node: Node { mover: 0, waiting: 0 }, low: -64, high: 64, best: 64, work: 0 };

type Bucket = Line<Entry, 2>;

/// A table of bounds.
#[derive(Clone, Debug)]
pub(super) struct Table(table::Table<Bucket>);

impl Table {
    /// A table of at most `bytes`, but at least of the smallest size.
    pub(super) fn new(bytes: usize) -> Self {
        let size = |power: u32| (size_of::<Bucket>() as u64) << power;
        let most = (bytes / size_of::<Bucket>()).max(1).ilog2().max(FIRST);
        let mut table = table::Table::beginning_with(size(FIRST), size(most));
        table.fit(None);
        Table(table)
    }

    pub(super) fn forget(&mut self) {
        self.0.forget();
    }

    #[inline]
    pub(super) fn hash(node: Node) -> u64 {
        let mixed = mix(node.mover);
        (mixed ^ mixed >> 32 ^ node.waiting).wrapping_mul(MULTIPLIER)
    }

    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        self.0.prefetch(hash);
    }

    /// The entry of a position with this hash.
    #[inline]
    pub(super) fn find(&self, hash: u64, node: Node) -> Known {
        let entry = self.0.find(hash, |entry| entry.node == node).unwrap_or(&EMPTY);
        Known { low: entry.low.into(), high: entry.high.into(), best: entry.best }
    }

    /// Stores a lower or upper bound of the score, which took `work` positions to find.
    pub(super) fn store(&mut self, hash: u64, node: Node, (bound, is_low): (i32, bool), best: u8, work: u64) {
        let Some(entry) = self.0.slot_mut(hash, (), |entry| entry.node == node) else { return };
        if entry.node != node {
            *entry = Entry { node, ..EMPTY };
        }
        *(if is_low { &mut entry.low } else { &mut entry.high }) = bound as i8;
        entry.work = 1 + work.max(1).ilog2() as u8;
        if is_low || entry.best == EMPTY.best {
            entry.best = best;
        }
        if self.0.is_narrow() {
            self.0.grow(());
        }
    }
}
