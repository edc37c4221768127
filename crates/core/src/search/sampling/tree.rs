//! The tree that all threads grow: nodes and edges in two vectors, every field of which may be read and written by all.
//!
//! The edges of a node are neighbours, and an edge holds a copy of what is known behind it, so that choosing among moves
//! reads one stretch of memory. Nothing is allocated for a node: each thread claims places in vectors that grow while no
//! thread is at work.
//!
//! No lock, and nothing is unsafe: fields are atomic. A node is complete before its number is published, an expansion
//! before its stage is. With one thread no instruction is locked: `shared` says whether others are at work.

use super::graph::Table;
use crate::assured::Assured;
use crate::search::chooser::Chooser;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

/// The number of no node.
pub(super) const NOBODY: u32 = u32::MAX;

/// The number of the root.
pub(super) const ROOT: u32 = 0;

/// The nodes and edges for which there is room at first, and the part of what there is by which the room grows.
const FIRST_ROOM: (usize, usize) = (512, 2048);
const GROWTH: usize = 4;

/// Families of edges begin at multiples of this.
const FOUR: usize = 4;
const NODE_BYTES: usize = size_of::<Node>() + size_of::<Certain>();

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
#[repr(u8)]
pub(super) enum Kind {
    Max,
    Min,
    Chance,
    Over,
}

impl Kind {
    #[inline]
    pub(super) fn chooser(self) -> Option<Chooser> {
        match self {
            Kind::Max => Some(Chooser::Max),
            Kind::Min => Some(Chooser::Min),
            Kind::Chance | Kind::Over => None,
        }
    }
}

/// How far the expansion of a node has come.
const TIP: u8 = 0;
const BUSY: u8 = 1;
const EXPANDED: u8 = 2;

/// How much is certain of a node.
const OPEN: u8 = 0;
const BOUNDED: u8 = 4;
const SETTLED: u8 = 8;
/// The bits that say who decides.
const KIND: u8 = 3;

/// A position: what every descent reads, in half a line of the cache.
#[derive(Debug, Default)]
#[repr(align(32))]
pub(super) struct Node {
    /// What it was found to be worth by itself: the sum of the samples, and how many.
    own: AtomicU64,
    /// All that was found here and behind its edges, as far as it counts, and how often something was found.
    sum: AtomicU64,
    pub(super) weight: AtomicU32,
    /// What it is worth by all that is known, from 0 to 1, Max's view.
    pub(super) value: Shared,
    first: AtomicU32,
    count: AtomicU16,
    stage: AtomicU8,
    /// Who decides, and above that how much is certain.
    kind: AtomicU8,
}

/// The bits of a sum of samples and of their number.
fn packed(sum: f32, samples: u32) -> u64 {
    u64::from(sum.to_bits()) << 32 | u64::from(samples)
}

impl Node {
    /// Makes a tip.
    fn begin(&self, kind: Kind, sample: Option<f32>) {
        self.own.store(sample.map_or(0, |sample| packed(sample, 1)), Relaxed);
        self.tally(f64::from(sample.unwrap_or(0.0)), u32::from(sample.is_some()));
        self.value.set(sample.unwrap_or(0.5));
        self.count.store(0, Relaxed);
        self.kind.store(kind as u8, Relaxed);
        self.stage.store(TIP, Relaxed);
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
    pub(super) fn is_settled(&self) -> bool {
        self.kind.load(Relaxed) & SETTLED != 0
    }

    /// Whether anything is certain.
    #[inline]
    pub(super) fn is_bounded(&self) -> bool {
        self.kind.load(Relaxed) & !KIND != OPEN
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
        self.stage.load(Acquire) == EXPANDED
    }

    /// Takes it upon this thread to expand a tip, unless another does.
    pub(super) fn claim(&self, shared: bool) -> bool {
        if shared {
            self.stage.compare_exchange(TIP, BUSY, Acquire, Relaxed).is_ok()
        } else {
            self.stage.load(Relaxed) == TIP
        }
    }

    /// Leaves it a tip after all.
    pub(super) fn release(&self) {
        self.stage.store(TIP, Relaxed);
    }

    /// Publishes the edges.
    pub(super) fn expand(&self, first: usize, count: usize) {
        self.first.store(first as u32, Relaxed);
        self.count.store(count as u16, Relaxed);
        self.stage.store(EXPANDED, Release);
    }

    /// Becomes a tip like another node.
    fn copy(&self, node: &Node) {
        self.begin(node.kind(), None);
        self.own.store(node.own.load(Relaxed), Relaxed);
        self.tally(node.sum(), node.weight.load(Relaxed));
        self.value.set(node.value.get());
        self.kind.store(node.kind.load(Relaxed), Relaxed);
    }

    /// The places of the edges.
    #[inline]
    pub(super) fn edges(&self) -> std::ops::Range<usize> {
        let first = self.first.load(Relaxed) as usize;
        first..first + usize::from(self.count.load(Relaxed))
    }
}

/// What is certain of a position, on the evaluator's scale, and its key where equal positions are one node. Apart from the
/// node, because a descent hardly ever asks.
#[derive(Debug, Default)]
pub(super) struct Certain {
    least: AtomicU64,
    greatest: AtomicU64,
}

impl Certain {
    fn assured(&self) -> Assured {
        let [least, greatest] = [&self.least, &self.greatest].map(|bound| f64::from_bits(bound.load(SeqCst)));
        Assured { least, greatest }
    }

    fn assure(&self, to: Assured) {
        self.least.store(to.least.to_bits(), Relaxed);
        self.greatest.store(to.greatest.to_bits(), Relaxed);
    }

    /// Takes note of what is certain. Says whether more is certain than before.
    ///
    /// Two threads may each settle another child of a node and then ask what follows for the node: one of them sees both,
    /// because bounds are written and read in one order, and neither takes back what the other found.
    fn narrow(&self, to: Assured, shared: bool) -> bool {
        if !shared {
            let known = self.assured();
            self.assure(Assured {
                least: known.least.max(to.least),
                greatest: known.greatest.min(to.greatest),
            });
            return self.assured() != known;
        }
        let set = |bound: &AtomicU64, to: f64, is_narrower: fn(f64, f64) -> bool| {
            let update = |known| is_narrower(to, f64::from_bits(known)).then_some(to.to_bits());
            bound.fetch_update(SeqCst, SeqCst, update).is_ok()
        };
        let rises = set(&self.least, to.least, |to, known| to > known);
        set(&self.greatest, to.greatest, |to, known| to < known) || rises
    }
}

/// A move of a position and a copy of what is known behind it.
#[derive(Debug, Default)]
pub(super) struct Edge {
    /// The value of the child when the edge was last passed, or what it is taken for before; no number where it does not matter
    /// any more.
    pub(super) mean: Shared,
    /// What curiosity makes of the visits; least of all where the edge is closed, so that it is never chosen.
    pub(super) lure: Shared,
    /// How often it was passed, those under way included.
    pub(super) visits: AtomicU32,
    child: AtomicU32,
}

impl Edge {
    /// Makes an edge to nobody yet.
    pub(super) fn begin(&self, mean: f32, lure: f32) {
        self.mean.set(mean);
        self.lure.set(lure);
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
    fn copy(&self, edge: &Edge, number: impl Fn(u32) -> u32) {
        self.begin(edge.mean.get(), edge.lure.get());
        self.visits.store(edge.visits.load(Relaxed), Relaxed);
        self.child.store(edge.child().map_or(NOBODY, number), Relaxed);
    }

    #[inline]
    pub(super) fn is_closed(&self) -> bool {
        self.lure.get() == f32::NEG_INFINITY
    }

    /// Never to be chosen again, its value being this, or of no matter where it is no number.
    pub(super) fn close(&self, mean: f32) {
        self.lure.set(f32::NEG_INFINITY);
        self.mean.set(mean);
    }
}

/// There is no room for this many nodes and edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Full {
    pub(super) nodes: usize,
    pub(super) edges: usize,
}

/// The nodes, the first of which is the root.
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node>,
    certain: Vec<Certain>,
    edges: Vec<Edge>,
    /// By fours, because a lock a move takes more time and memory than the move.
    moves: Vec<OnceLock<[M; FOUR]>>,
    /// Priors and probabilities, where there are any.
    weights: Vec<AtomicU64>,
    is_weighted: bool,
    used: (AtomicU32, AtomicU32),
    table: Option<Table>,
}

/// Claims places behind those used, if there is room.
fn claim(used: &AtomicU32, by: usize, room: usize, shared: bool) -> Option<usize> {
    let fits = |used: u32| Some(used as usize + by).filter(|&sum| sum <= room).map(|sum| sum as u32);
    if shared {
        used.fetch_update(Relaxed, Relaxed, fits).ok().map(|before| before as usize)
    } else {
        let before = used.load(Relaxed);
        used.store(fits(before)?, Relaxed);
        Some(before as usize)
    }
}

impl<M: Copy> Tree<M> {
    /// No node at all. Edges have weights where that is asked for, equal positions are one node where `is_graph`.
    pub(super) fn new(is_weighted: bool, is_graph: bool) -> Self {
        Tree {
            nodes: Vec::new(),
            certain: Vec::new(),
            edges: Vec::new(),
            moves: Vec::new(),
            weights: Vec::new(),
            is_weighted,
            used: (AtomicU32::new(0), AtomicU32::new(0)),
            table: is_graph.then(Table::default),
        }
    }

    /// Takes everything out, keeping the memory.
    pub(super) fn clear(&mut self) {
        let used = self.used.1.load(Relaxed) as usize;
        for moves in &mut self.moves[..used / FOUR] {
            moves.take();
        }
        self.used = (AtomicU32::new(0), AtomicU32::new(0));
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// Whether there is not even a root.
    pub(super) fn is_empty(&self) -> bool {
        self.used.0.load(Relaxed) == 0
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.used.0.load(Relaxed) as usize
    }

    #[inline]
    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline]
    pub(super) fn edge(&self, edge: usize) -> &Edge {
        &self.edges[edge]
    }

    /// The edges of an expanded node.
    #[inline]
    pub(super) fn family(&self, node: &Node) -> &[Edge] {
        &self.edges[node.edges()]
    }

    /// Makes a tip of a node that was claimed.
    pub(super) fn begin(&self, node: u32, kind: Kind, assured: Assured, open: Assured, sample: Option<f32>) {
        self.node(node).begin(kind, sample);
        self.assure(node, assured, open);
    }

    /// Sets what is certain of a node that nobody else knows, whatever was.
    pub(super) fn assure(&self, node: u32, assured: Assured, open: Assured) {
        self.certain[node as usize].assure(assured);
        let kind = &self.node(node).kind;
        kind.store(kind.load(Relaxed) & KIND, Relaxed);
        if assured != open {
            self.mark(node, assured, false);
        }
    }

    /// What is certain of a node.
    #[inline]
    pub(super) fn assured(&self, node: u32) -> Assured {
        self.certain[node as usize].assured()
    }

    /// Takes note of what is certain of a node. Says whether more is certain than before.
    pub(super) fn narrow(&self, node: u32, to: Assured, shared: bool) -> bool {
        let changed = self.certain[node as usize].narrow(to, shared);
        if changed {
            self.mark(node, self.assured(node), shared);
        }
        changed
    }

    fn mark(&self, node: u32, assured: Assured, shared: bool) {
        let kind = &self.node(node).kind;
        let certainty = if assured.settled().is_some() { SETTLED } else { BOUNDED };
        if shared {
            kind.fetch_or(certainty, SeqCst);
        } else {
            kind.store(kind.load(Relaxed) | certainty, Relaxed);
        }
    }

    /// Whether equal positions are one node.
    #[inline]
    pub(super) fn is_graph(&self) -> bool {
        self.table.is_some()
    }

    /// The node of this key, where equal positions are one node.
    pub(super) fn find(&self, key: u64) -> Option<u32> {
        self.table.as_ref()?.find(key)
    }

    /// Makes a node known by its key where equal positions are one node: the node of the key.
    pub(super) fn publish(&self, key: u64, node: u32, shared: bool) -> u32 {
        self.table.as_ref().map_or(node, |table| table.note(key, node, shared))
    }

    /// The move of an edge.
    #[inline]
    pub(super) fn mv(&self, edge: usize) -> M {
        self.moves[edge / FOUR].get().expect("an edge has its move before it is published")[edge % FOUR]
    }

    /// The weight of an edge.
    #[inline]
    pub(super) fn weight(&self, edge: usize) -> f64 {
        f64::from_bits(self.weights[edge].load(Relaxed))
    }

    /// Claims a node.
    pub(super) fn claim_node(&self, shared: bool) -> Result<u32, Full> {
        claim(&self.used.0, 1, self.nodes.len(), shared)
            .map(|node| node as u32)
            .ok_or(Full { nodes: 1, edges: 0 })
    }

    /// The edges claimed for a family of so many.
    pub(super) fn room(count: usize) -> usize {
        count.next_multiple_of(FOUR)
    }

    /// Claims so many edges: the place of the first.
    pub(super) fn claim_edges(&self, count: usize, shared: bool) -> Result<usize, Full> {
        let edges = Self::room(count);
        claim(&self.used.1, edges, self.edges.len(), shared).ok_or(Full { nodes: 0, edges })
    }

    /// Gives edges that were claimed their moves, and weights where they have any.
    pub(super) fn label(&self, first: usize, moves: &[M], weights: &[f64]) {
        for (four, place) in moves.chunks(FOUR).zip(first / FOUR..) {
            // A place that was claimed holds no moves. Where fewer than four are left, the last stands for the rest.
            let last = four.len() - 1;
            let _ = self.moves[place].set(std::array::from_fn(|number| four[number.min(last)]));
        }
        for (weight, place) in weights.iter().zip(&self.weights[first.min(self.weights.len())..]) {
            place.store(weight.to_bits(), Relaxed);
        }
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let edge = size_of::<Edge>() + size_of::<OnceLock<[M; FOUR]>>() / FOUR;
        let weights = self.weights.len() * size_of::<AtomicU64>();
        let table = self.table.as_ref().map_or(0, Table::bytes);
        (self.nodes.len() * NODE_BYTES + self.edges.len() * edge + weights + table) as u64
    }

    /// Makes room where it is `full`, within so many bytes. Says whether there is room now.
    pub(super) fn grow(&mut self, full: Full, most: Option<u64>) -> bool {
        let more = |has: usize, first: usize, needed: usize| (has / GROWTH).max(first).max(needed);
        // What is running out grows; the other when its turn comes.
        let nodes = if full.nodes > 0 { more(self.nodes.len(), FIRST_ROOM.0, full.nodes) } else { 0 };
        let edges = if full.edges > 0 { more(self.edges.len(), FIRST_ROOM.1, full.edges) } else { 0 };
        let edges = edges.next_multiple_of(FOUR);
        if self.reserve(nodes, edges, most) {
            return true;
        }
        self.reserve(full.nodes, full.edges, most)
    }

    /// Adds room for this many, within so many bytes.
    fn reserve(&mut self, nodes: usize, edges: usize, most: Option<u64>) -> bool {
        let weight = if self.is_weighted { size_of::<AtomicU64>() } else { 0 };
        let edge = size_of::<Edge>() + size_of::<OnceLock<[M; FOUR]>>() / FOUR + weight;
        let held = (self.nodes.len() + nodes) * NODE_BYTES + (self.edges.len() + edges) * edge;
        let table = self.table.as_ref().map_or(0, |_| Table::bytes_for(self.nodes.len() + nodes));
        let fits = self.nodes.len() + nodes < NOBODY as usize && self.edges.len() + edges < NOBODY as usize;
        if !fits || most.is_some_and(|most| (held + table) as u64 > most) {
            return false;
        }
        self.nodes.resize_with(self.nodes.len() + nodes, Node::default);
        self.certain.resize_with(self.nodes.len(), Certain::default);
        self.edges.resize_with(self.edges.len() + edges, Edge::default);
        self.moves.resize_with(self.edges.len() / FOUR, OnceLock::new);
        if self.is_weighted {
            self.weights.resize_with(self.edges.len(), AtomicU64::default);
        }
        if let Some(table) = &mut self.table {
            table.grow(self.nodes.len());
        }
        true
    }

    /// A tree of these nodes, the first its root, which have so many edges; `places` has their numbers there.
    pub(super) fn copied(&self, nodes: &[u32], edges: usize, places: &[u32]) -> Self {
        let mut copy = Tree::new(self.is_weighted, self.is_graph());
        copy.reserve(nodes.len(), edges, None);
        for &number in nodes {
            let (node, place) = (self.node(number), copy.claim_node(false).expect("there is room"));
            copy.nodes[place as usize].copy(node);
            copy.certain[place as usize].assure(self.assured(number));
            let family = node.edges();
            if !node.is_expanded() {
                continue;
            }
            let first = copy.claim_edges(family.len(), false).expect("there is room");
            let moves: Vec<M> = family.clone().map(|edge| self.mv(edge)).collect();
            let weights = if self.is_weighted { family.clone() } else { 0..0 };
            copy.label(first, &moves, &weights.map(|edge| self.weight(edge)).collect::<Vec<_>>());
            for (edge, place) in family.clone().zip(first..) {
                copy.edges[place].copy(&self.edges[edge], |child| places[child as usize]);
            }
            copy.nodes[place as usize].expand(first, family.len());
        }
        if let (Some(from), Some(to)) = (&self.table, &copy.table) {
            for (key, node) in from.all() {
                if places[node as usize] != NOBODY {
                    to.note(key, places[node as usize], false);
                }
            }
        }
        copy
    }
}
