//! A node and an edge of the tree: every field may be read and written by all threads.
//!
//! There is no lock and no unsafe code: fields are atomic. A node is complete before its number is published, and its edges
//! are complete before its stage is. With one thread no instruction is locked: `shared` says whether others are at work.

use crate::convert::{low_u32, number_u32};
use crate::player::Player;
use crate::score_bounds::ScoreBounds;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Stands for no node.
pub(super) const NO_NODE: u32 = u32::MAX;

/// A 32-bit float that threads share.
#[derive(Debug, Default)]
pub(super) struct AtomicF32(AtomicU32);

impl AtomicF32 {
    #[inline]
    pub(super) fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Relaxed))
    }

    #[inline]
    pub(super) fn set(&self, number: f32) {
        self.0.store(number.to_bits(), Relaxed);
    }
}

/// Adds to a counter. Returns the sum.
#[inline]
pub(super) fn count(counter: &AtomicU32, by: i32, shared: bool) -> u32 {
    let by = by.cast_unsigned();
    if shared {
        counter.fetch_add(by, Relaxed).wrapping_add(by)
    } else {
        let sum = counter.load(Relaxed).wrapping_add(by);
        counter.store(sum, Relaxed);
        sum
    }
}

/// Who chooses at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Kind {
    Max,
    Min,
    Chance,
    Over,
}

impl Kind {
    #[inline]
    pub(super) fn player(self) -> Option<Player> {
        match self {
            Kind::Max => Some(Player::Max),
            Kind::Min => Some(Player::Min),
            Kind::Chance | Kind::Over => None,
        }
    }
}

/// The stages of an expansion, and the mask of their bits.
const TIP: u32 = 0;
const BUSY: u32 = 1;
const EXPANDED: u32 = 2;
#[expect(clippy::cast_possible_truncation, reason = "a group has few edges")]
const STAGE: u32 = GROUP as u32 - 1;

/// What is known of a node's bounds.
const OPEN: u32 = 0;
const BOUNDED: u32 = 4;
const PROVEN: u32 = 8;
/// The bits that hold the [`Kind`].
const KIND: u32 = 3;

/// A position: what every descent reads, in half a cache line.
#[derive(Debug, Default)]
#[repr(align(32))]
pub(super) struct Node {
    /// The sum of the samples taken at this node itself, and their number.
    own: AtomicU64,
    /// The sum of all values that count: the node's own samples, and each edge's mean times its visits.
    sum: AtomicU64,
    /// The number of samples and visits in `sum`, visits under way included.
    pub(super) weight: AtomicU32,
    /// The backed-up value, from 0 to 1, Max's view.
    pub(super) value: AtomicF32,
    /// The stage of the expansion, and above it the place of the first edge, a multiple of [`GROUP`].
    place: AtomicU32,
    /// The kind, above it what is known of the bounds, and in the upper three bytes the number of edges.
    kind: AtomicU32,
}

/// The edges of a node begin at a multiple of this, so that the stage of an expansion fits below the place.
pub(super) const GROUP: usize = 4;
/// The most edges of a node.
pub(super) const MOST_EDGES: usize = (1 << (u32::BITS - COUNT_SHIFT)) - 1;
/// The bit at which the number of edges begins.
const COUNT_SHIFT: u32 = 8;
/// The bits that hold the kind and what is known of the bounds.
const KIND_AND_BOUNDS: u32 = (1 << COUNT_SHIFT) - 1;

/// A sum of samples and their number in one word.
fn packed(sum: f32, samples: u32) -> u64 {
    u64::from(sum.to_bits()) << 32 | u64::from(samples)
}

impl Node {
    /// Makes a tip.
    pub(super) fn begin(&self, kind: Kind, sample: Option<f32>) {
        self.own.store(sample.map_or(0, |sample| packed(sample, 1)), Relaxed);
        self.tally(f64::from(sample.unwrap_or(0.0)), u32::from(sample.is_some()));
        self.value.set(sample.unwrap_or(0.5));
        self.kind.store(kind as u32, Relaxed);
        self.place.store(TIP, Relaxed);
    }

    #[inline]
    pub(super) fn kind(&self) -> Kind {
        match self.kind.load(Relaxed) & KIND {
            0 => Kind::Max,
            1 => Kind::Min,
            2 => Kind::Chance,
            _ => Kind::Over,
        }
    }

    /// Whether its value is proven.
    #[inline]
    pub(super) fn is_proven(&self) -> bool {
        self.kind.load(Relaxed) & PROVEN != 0
    }

    /// Whether its bounds are narrower than the range of payoffs.
    #[inline]
    pub(super) fn is_bounded(&self) -> bool {
        self.kind.load(Relaxed) & KIND_AND_BOUNDS & !KIND != OPEN
    }

    /// Marks the node as bounded, or as proven.
    pub(super) fn mark(&self, bounds: ScoreBounds, shared: bool) {
        let mark = if bounds.proven().is_some() { PROVEN } else { BOUNDED };
        if shared {
            self.kind.fetch_or(mark, SeqCst);
        } else {
            self.kind.store(self.kind.load(Relaxed) | mark, Relaxed);
        }
    }

    /// Removes the marks.
    pub(super) fn unmark(&self) {
        self.kind.store(self.kind.load(Relaxed) & !(BOUNDED | PROVEN), Relaxed);
    }

    /// The sum of all values that count, here and behind its edges.
    #[inline]
    pub(super) fn sum(&self) -> f64 {
        f64::from_bits(self.sum.load(Relaxed))
    }

    /// Sets the sum of all values that count, and their number.
    #[inline]
    pub(super) fn tally(&self, sum: f64, weight: u32) {
        self.sum.store(sum.to_bits(), Relaxed);
        self.weight.store(weight, Relaxed);
    }

    /// Sets the sum of all values that count.
    #[inline]
    pub(super) fn set_sum(&self, sum: f64) {
        self.sum.store(sum.to_bits(), Relaxed);
    }

    /// The sum of the samples taken at this node itself, and their number.
    #[inline]
    pub(super) fn own(&self) -> (f32, u32) {
        let own = self.own.load(Relaxed);
        (f32::from_bits(low_u32(own >> 32)), low_u32(own))
    }

    /// Adds a sample.
    pub(super) fn sample(&self, sample: f32, shared: bool) {
        let add = |own: u64| packed(f32::from_bits(low_u32(own >> 32)) + sample, low_u32(own) + 1);
        if shared {
            let _ = self.own.fetch_update(Relaxed, Relaxed, |own| Some(add(own)));
        } else {
            self.own.store(add(self.own.load(Relaxed)), Relaxed);
        }
    }

    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.place.load(Acquire) & STAGE == EXPANDED
    }

    /// Claims the expansion of a tip for this thread, unless another thread has claimed it.
    pub(super) fn claim(&self, shared: bool) -> bool {
        if shared {
            self.place.compare_exchange(TIP, BUSY, Acquire, Relaxed).is_ok()
        } else {
            self.place.load(Relaxed) == TIP
        }
    }

    /// Gives up a claimed expansion: the node is a tip again.
    pub(super) fn release(&self) {
        self.place.store(TIP, Relaxed);
    }

    /// Publishes `count` edges, at most [`MOST_EDGES`], from the place `first` on.
    pub(super) fn expand(&self, first: usize, count: usize, shared: bool) {
        debug_assert!(first.is_multiple_of(GROUP) && count <= MOST_EDGES, "{count} edges from {first} on");
        let count = number_u32(count) << COUNT_SHIFT;
        if shared {
            // Another thread may mark the node as bounded meanwhile.
            self.kind.fetch_or(count, Relaxed);
        } else {
            self.kind.store(self.kind.load(Relaxed) | count, Relaxed);
        }
        self.place.store(number_u32(first) | EXPANDED, Release);
    }

    /// Becomes a copy of another node, without its edges.
    pub(super) fn copy(&self, node: &Node) {
        self.begin(node.kind(), None);
        self.own.store(node.own.load(Relaxed), Relaxed);
        self.tally(node.sum(), node.weight.load(Relaxed));
        self.value.set(node.value.get());
        self.kind.store(node.kind.load(Relaxed) & KIND_AND_BOUNDS, Relaxed);
    }

    /// The places of its edges; none before the expansion.
    #[inline]
    pub(super) fn edges(&self) -> std::ops::Range<usize> {
        let first = (self.place.load(Relaxed) & !STAGE) as usize;
        first..first + (self.kind.load(Relaxed) >> COUNT_SHIFT) as usize
    }
}

/// The bounds of a node, on the evaluator's scale. They are kept apart from the node, because a descent hardly ever reads them.
#[derive(Debug, Default)]
pub(super) struct AtomicBounds {
    lower: AtomicU64,
    upper: AtomicU64,
}

impl AtomicBounds {
    /// The bounds. Where a rounding has made them cross, they meet.
    pub(super) fn bounds(&self) -> ScoreBounds {
        let [lower, upper] = [&self.lower, &self.upper].map(|bound| f64::from_bits(bound.load(SeqCst)));
        ScoreBounds { lower: lower.min(upper), upper }
    }

    pub(super) fn set(&self, to: ScoreBounds) {
        self.lower.store(to.lower.to_bits(), Relaxed);
        self.upper.store(to.upper.to_bits(), Relaxed);
    }

    /// Narrows the bounds to `to` where that is narrower. Returns whether they have changed.
    ///
    /// Two threads may each prove a different child of a node and then recompute the node's bounds. One of them sees both
    /// proofs, because bounds are written and read in one total order, and neither thread widens what the other has narrowed.
    pub(super) fn narrow(&self, to: ScoreBounds, shared: bool) -> bool {
        if !shared {
            let known = self.bounds();
            self.set(known.and(to));
            return self.bounds() != known;
        }
        let narrow = |bound: &AtomicU64, to: f64, is_narrower: fn(f64, f64) -> bool| {
            let update = |known| is_narrower(to, f64::from_bits(known)).then_some(to.to_bits());
            bound.fetch_update(SeqCst, SeqCst, update).is_ok()
        };
        let rises = narrow(&self.lower, to.lower, |to, known| to > known);
        narrow(&self.upper, to.upper, |to, known| to < known) || rises
    }
}

/// A move of a position, with a copy of the child's value.
#[derive(Debug, Default)]
pub(super) struct Edge {
    /// The child's value when the edge was last passed, or an estimate before the first visit; NaN where the edge does not count.
    pub(super) mean: AtomicF32,
    /// The exploration term for these visits; negative infinity where the edge is closed, so that it is never chosen.
    pub(super) exploration: AtomicF32,
    /// How often it was passed, visits under way included.
    pub(super) visits: AtomicU32,
    child: AtomicU32,
}

impl Edge {
    /// Makes an edge without a child.
    pub(super) fn begin(&self, mean: f32, exploration: f32) {
        self.mean.set(mean);
        self.exploration.set(exploration);
        self.visits.store(0, Relaxed);
        self.child.store(NO_NODE, Relaxed);
    }

    /// The child, once there is one.
    #[inline]
    pub(super) fn child(&self) -> Option<u32> {
        Some(self.child.load(Acquire)).filter(|&child| child != NO_NODE)
    }

    /// Links the edge to `child`, unless it has a child already. Returns its child.
    pub(super) fn lead_to(&self, child: u32, shared: bool) -> u32 {
        if shared {
            self.child.compare_exchange(NO_NODE, child, SeqCst, Acquire).err().unwrap_or(child)
        } else {
            self.child.store(child, Relaxed);
            child
        }
    }

    /// Becomes a copy of another edge, `number` giving the new number of its child.
    pub(super) fn copy(&self, edge: &Edge, number: impl Fn(u32) -> u32) {
        self.begin(edge.mean.get(), edge.exploration.get());
        self.visits.store(edge.visits.load(Relaxed), Relaxed);
        self.child.store(edge.child().map_or(NO_NODE, number), Relaxed);
    }

    #[inline]
    pub(super) fn is_closed(&self) -> bool {
        self.exploration.get() == f32::NEG_INFINITY
    }

    /// Closes the edge, so that it is never chosen again. It counts with the value `mean`, or not at all where that is NaN.
    pub(super) fn close(&self, mean: f32) {
        self.exploration.set(f32::NEG_INFINITY);
        self.mean.set(mean);
    }
}
