//! A node and an edge of the tree: every field may be read and written by all threads.
//!
//! No lock, and nothing is unsafe: fields are atomic. A node is complete before its number is published, an expansion before
//! its stage is. With one thread no instruction is locked: `shared` says whether others are at work.

use crate::player::Player;
use crate::score_bounds::ScoreBounds;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// The number of no node.
pub(super) const NOBODY: u32 = u32::MAX;

/// A number that threads share.
#[derive(Debug, Default)]
pub(super) struct Shared(AtomicU32);

impl Shared {
    #[inline]
    pub(super) fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Relaxed))
    }

    #[inline]
    pub(super) fn set(&self, number: f32) {
        self.0.store(number.to_bits(), Relaxed);
    }
}

/// Adds to a counter.
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

/// Who decides at a node.
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

/// How far the expansion of a node has come.
const TIP: u32 = 0;
const BUSY: u32 = 1;
const EXPANDED: u32 = 2;
const STAGE: u32 = FOUR as u32 - 1;

/// How much is certain of a node.
const OPEN: u32 = 0;
const BOUNDED: u32 = 4;
const SETTLED: u32 = 8;
/// The bits that say who decides.
const KIND: u32 = 3;

/// A position: what every descent reads, in half a line of the cache.
#[derive(Debug, Default)]
#[repr(align(32))]
pub(super) struct Node {
    /// What it was found to be scale by itself: the sum of the samples, and how many.
    own: AtomicU64,
    /// All that was found here and behind its edges, as far as it counts, and how often something was found.
    sum: AtomicU64,
    pub(super) weight: AtomicU32,
    /// What it is scale by all that is known, from 0 to 1, Max's view.
    pub(super) value: Shared,
    /// How far the expansion has come, and above that where the edges begin, a multiple of four.
    place: AtomicU32,
    /// Who decides, above that how much is certain, and in the upper three bytes how many edges there are.
    kind: AtomicU32,
}

/// Families begin at a multiple of this, so that the stage of an expansion fits below the place.
pub(super) const FOUR: usize = 4;
/// The most edges that a node may have.
pub(super) const MOST_EDGES: usize = (1 << (u32::BITS - COUNT_SHIFT)) - 1;
/// Where the number of edges begins.
const COUNT_SHIFT: u32 = 8;
/// The bits that say who decides and how much is certain.
const KIND_AND_CERTAINTY: u32 = (1 << COUNT_SHIFT) - 1;

/// The bits of a sum of samples and of their number.
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

    /// Whether its value is certain.
    #[inline]
    pub(super) fn is_proven(&self) -> bool {
        self.kind.load(Relaxed) & SETTLED != 0
    }

    /// Whether anything is certain.
    #[inline]
    pub(super) fn is_bounded(&self) -> bool {
        self.kind.load(Relaxed) & KIND_AND_CERTAINTY & !KIND != OPEN
    }

    /// Takes note that something is certain.
    pub(super) fn mark(&self, bounds: ScoreBounds, shared: bool) {
        let certainty = if bounds.proven().is_some() { SETTLED } else { BOUNDED };
        if shared {
            self.kind.fetch_or(certainty, SeqCst);
        } else {
            self.kind.store(self.kind.load(Relaxed) | certainty, Relaxed);
        }
    }

    /// Takes note that nothing is certain.
    pub(super) fn forget(&self) {
        self.kind.store(self.kind.load(Relaxed) & !(BOUNDED | SETTLED), Relaxed);
    }

    /// All that was found here and behind its edges, as far as it counts.
    #[inline]
    pub(super) fn sum(&self) -> f64 {
        f64::from_bits(self.sum.load(Relaxed))
    }

    /// Sets all that was found here and behind its edges, and how often something was.
    #[inline]
    pub(super) fn tally(&self, sum: f64, weight: u32) {
        self.sum.store(sum.to_bits(), Relaxed);
        self.weight.store(weight, Relaxed);
    }

    /// Sets all that was found here and behind its edges.
    #[inline]
    pub(super) fn total(&self, sum: f64) {
        self.sum.store(sum.to_bits(), Relaxed);
    }

    /// The sum of the samples taken here, and how many.
    #[inline]
    pub(super) fn own(&self) -> (f32, u32) {
        let own = self.own.load(Relaxed);
        (f32::from_bits((own >> 32) as u32), own as u32)
    }

    /// Adds a sample.
    pub(super) fn sample(&self, sample: f32, shared: bool) {
        let add = |own: u64| packed(f32::from_bits((own >> 32) as u32) + sample, own as u32 + 1);
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

    /// Takes it upon this thread to expand a tip, unless another does.
    pub(super) fn claim(&self, shared: bool) -> bool {
        if shared {
            self.place.compare_exchange(TIP, BUSY, Acquire, Relaxed).is_ok()
        } else {
            self.place.load(Relaxed) == TIP
        }
    }

    /// Leaves it a tip after all.
    pub(super) fn release(&self) {
        self.place.store(TIP, Relaxed);
    }

    /// Publishes the edges, at most [`MOST_EDGES`].
    pub(super) fn expand(&self, first: usize, count: usize, shared: bool) {
        debug_assert!(first.is_multiple_of(FOUR) && count <= MOST_EDGES, "{count} edges from {first} on");
        let count = (count as u32) << COUNT_SHIFT;
        if shared {
            // Another thread may mark what is certain meanwhile.
            self.kind.fetch_or(count, Relaxed);
        } else {
            self.kind.store(self.kind.load(Relaxed) | count, Relaxed);
        }
        self.place.store(first as u32 | EXPANDED, Release);
    }

    /// Becomes a tip like another node.
    pub(super) fn copy(&self, node: &Node) {
        self.begin(node.kind(), None);
        self.own.store(node.own.load(Relaxed), Relaxed);
        self.tally(node.sum(), node.weight.load(Relaxed));
        self.value.set(node.value.get());
        self.kind.store(node.kind.load(Relaxed) & KIND_AND_CERTAINTY, Relaxed);
    }

    /// The places of the edges; none before the expansion.
    #[inline]
    pub(super) fn edges(&self) -> std::ops::Range<usize> {
        let first = (self.place.load(Relaxed) & !STAGE) as usize;
        first..first + (self.kind.load(Relaxed) >> COUNT_SHIFT) as usize
    }
}

/// What is certain of a position, on the evaluator's scale, and its key where equal positions are one node. Apart from the
/// node, because a descent hardly ever asks.
#[derive(Debug, Default)]
pub(super) struct AtomicBounds {
    lower: AtomicU64,
    upper: AtomicU64,
}

impl AtomicBounds {
    pub(super) fn bounds(&self) -> ScoreBounds {
        let [lower, upper] = [&self.lower, &self.upper].map(|bound| f64::from_bits(bound.load(SeqCst)));
        ScoreBounds { lower, upper }
    }

    pub(super) fn assure(&self, to: ScoreBounds) {
        self.lower.store(to.lower.to_bits(), Relaxed);
        self.upper.store(to.upper.to_bits(), Relaxed);
    }

    /// Takes note of what is certain. Says whether more is certain than before.
    ///
    /// Two threads may each settle another child of a node and then ask what follows for the node: one of them sees both,
    /// because bounds are written and read in one order, and neither takes back what the other found.
    pub(super) fn narrow(&self, to: ScoreBounds, shared: bool) -> bool {
        if !shared {
            let known = self.bounds();
            self.assure(ScoreBounds { lower: known.lower.max(to.lower), upper: known.upper.min(to.upper) });
            return self.bounds() != known;
        }
        let set = |bound: &AtomicU64, to: f64, is_narrower: fn(f64, f64) -> bool| {
            let update = |known| is_narrower(to, f64::from_bits(known)).then_some(to.to_bits());
            bound.fetch_update(SeqCst, SeqCst, update).is_ok()
        };
        let rises = set(&self.lower, to.lower, |to, known| to > known);
        set(&self.upper, to.upper, |to, known| to < known) || rises
    }
}

/// A move of a position and a copy of what is known behind it.
#[derive(Debug, Default)]
pub(super) struct Edge {
    /// The value of the child when the edge was last passed, or what it is taken for before; no number where it does not matter
    /// any more.
    pub(super) mean: Shared,
    /// What curiosity makes of the visits; least of all where the edge is closed, so that it is never chosen.
    pub(super) exploration: Shared,
    /// How often it was passed, those under way included.
    pub(super) visits: AtomicU32,
    child: AtomicU32,
}

impl Edge {
    /// Makes an edge to nobody yet.
    pub(super) fn begin(&self, mean: f32, exploration: f32) {
        self.mean.set(mean);
        self.exploration.set(exploration);
        self.visits.store(0, Relaxed);
        self.child.store(NOBODY, Relaxed);
    }

    /// The node behind it, once there is one.
    #[inline]
    pub(super) fn child(&self) -> Option<u32> {
        Some(self.child.load(Acquire)).filter(|&child| child != NOBODY)
    }

    /// Makes `child` the node behind it, unless there is one already: the node behind it.
    pub(super) fn lead_to(&self, child: u32, shared: bool) -> u32 {
        if shared {
            self.child.compare_exchange(NOBODY, child, SeqCst, Acquire).err().unwrap_or(child)
        } else {
            self.child.store(child, Relaxed);
            child
        }
    }

    /// Becomes like another edge, but that the node behind it has another number.
    pub(super) fn copy(&self, edge: &Edge, number: impl Fn(u32) -> u32) {
        self.begin(edge.mean.get(), edge.exploration.get());
        self.visits.store(edge.visits.load(Relaxed), Relaxed);
        self.child.store(edge.child().map_or(NOBODY, number), Relaxed);
    }

    #[inline]
    pub(super) fn is_closed(&self) -> bool {
        self.exploration.get() == f32::NEG_INFINITY
    }

    /// Never to be chosen again, its value being this, or of no matter where it is no number.
    pub(super) fn close(&self, mean: f32) {
        self.exploration.set(f32::NEG_INFINITY);
        self.mean.set(mean);
    }
}
