//! The tree that all threads grow: nodes and edges in two vectors, every field of which may be read and written by all.
//!
//! The edges of a node are neighbours, and an edge holds a copy of the child's value, so that selection reads one stretch of
//! memory. Nothing is allocated for a node: each thread claims places in vectors, which grow while no thread is at work.

use super::node::{AtomicBounds, Edge, GROUP, Kind, MOST_EDGES, NO_NODE, Node};
use crate::convert::{low_u32, number_u32};
use crate::score_bounds::ScoreBounds;
use crate::search::index::Index;
use crate::search::padded::Padded;
#[cfg(test)]
use crate::search::tree_view::touched;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// The number of the root.
pub(super) const ROOT: u32 = 0;

/// The nodes and edges for which there is room at first.
const FIRST_ROOM: (usize, usize) = (512, 2048);
/// Vectors grow by their length divided by this.
const GROWTH: usize = 4;

/// The bytes of a node with its bounds.
const NODE_BYTES: usize = size_of::<Node>() + size_of::<AtomicBounds>();

/// The tree is full: there is no room for this many more nodes and edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Full {
    pub(super) nodes: usize,
    pub(super) edges: usize,
}

/// The tree. The first node is the root.
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node>,
    bounds: Vec<AtomicBounds>,
    edges: Vec<Edge>,
    /// The moves of edges, in groups of [`GROUP`], because a lock for each move takes more time and memory than the move.
    moves: Vec<OnceLock<[M; GROUP]>>,
    /// Priors and probabilities of edges, where there are any.
    weights: Vec<AtomicU64>,
    is_weighted: bool,
    /// The nodes and edges in use.
    used: (Padded<AtomicU32>, Padded<AtomicU32>),
    /// The nodes by their keys, where transpositions share one node.
    index: Option<Index>,
    /// The lower halves of the keys, by node.
    halves: Vec<AtomicU32>,
}

/// Claims `by` places behind those in use, if there is room. Returns the first.
fn claim(used: &AtomicU32, by: usize, room: usize, shared: bool) -> Option<usize> {
    let fits = |used: u32| Some(used as usize + by).filter(|&sum| sum <= room).map(number_u32);
    if shared {
        used.fetch_update(Relaxed, Relaxed, fits).ok().map(|before| before as usize)
    } else {
        let before = used.load(Relaxed);
        used.store(fits(before)?, Relaxed);
        Some(before as usize)
    }
}

impl<M: Copy> Tree<M> {
    /// An empty tree. Edges have weights where `is_weighted`, and transpositions share one node where `is_graph`.
    pub(super) fn new(is_weighted: bool, is_graph: bool) -> Self {
        Tree {
            nodes: Vec::new(),
            bounds: Vec::new(),
            edges: Vec::new(),
            moves: Vec::new(),
            weights: Vec::new(),
            is_weighted,
            used: Default::default(),
            index: is_graph.then(Index::default),
            halves: Vec::new(),
        }
    }

    /// Removes everything and keeps the memory.
    pub(super) fn clear(&mut self) {
        let used = self.used.1.load(Relaxed) as usize;
        for moves in &mut self.moves[..used / GROUP] {
            moves.take();
        }
        self.used = Default::default();
        if let Some(index) = &mut self.index {
            index.renew(self.nodes.len());
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
        #[cfg(test)]
        touched::touch([node as usize]);
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

    /// Makes a claimed node a tip.
    pub(super) fn begin(
        &self,
        node: u32,
        kind: Kind,
        bounds: ScoreBounds,
        open: ScoreBounds,
        sample: Option<f32>,
    ) {
        self.node(node).begin(kind, sample);
        self.set_bounds(node, bounds, open);
    }

    /// Sets the bounds of a node that no other thread reads. `open` is the range of payoffs.
    pub(super) fn set_bounds(&self, node: u32, bounds: ScoreBounds, open: ScoreBounds) {
        self.bounds[node as usize].set(bounds);
        self.node(node).unmark();
        if bounds != open {
            self.node(node).mark(bounds, false);
        }
    }

    /// The bounds of a node.
    #[inline]
    pub(super) fn bounds(&self, node: u32) -> ScoreBounds {
        #[cfg(test)]
        touched::touch([node as usize]);
        self.bounds[node as usize].bounds()
    }

    /// Narrows the bounds of a node. Returns whether they have changed.
    pub(super) fn narrow(&self, node: u32, to: ScoreBounds, shared: bool) -> bool {
        let changed = self.bounds[node as usize].narrow(to, shared);
        if changed {
            self.node(node).mark(self.bounds(node), shared);
        }
        changed
    }

    /// Whether transpositions share one node.
    #[inline]
    pub(super) fn is_graph(&self) -> bool {
        self.index.is_some()
    }

    /// The node of this key, where transpositions share one node.
    pub(super) fn find(&self, key: u64) -> Option<u32> {
        self.index.as_ref()?.find(key, |node| self.half(node))
    }

    /// Enters a node in the index by its key, where transpositions share one node. Returns the node of the key, which another
    /// thread may have entered first.
    pub(super) fn publish(&self, key: u64, node: u32, shared: bool) -> u32 {
        let Some(index) = &self.index else { return node };
        self.halves[node as usize].store(low_u32(key), Relaxed);
        index.enter(key, node, |node| self.half(node), shared).unwrap_or(node)
    }

    /// The lower half of the key of a node.
    fn half(&self, node: u32) -> u32 {
        self.halves[node as usize].load(Relaxed)
    }

    /// The move of an edge.
    #[inline]
    pub(super) fn mv(&self, edge: usize) -> M {
        self.moves[edge / GROUP].get().expect("an edge has its move before it is published")[edge % GROUP]
    }

    /// The weight of an edge.
    #[inline]
    pub(super) fn weight(&self, edge: usize) -> f64 {
        f64::from_bits(self.weights[edge].load(Relaxed))
    }

    /// Claims a node.
    pub(super) fn claim_node(&self, shared: bool) -> Result<u32, Full> {
        claim(&self.used.0, 1, self.nodes.len(), shared).map(number_u32).ok_or(Full { nodes: 1, edges: 0 })
    }

    /// The edges claimed for a node with `count` moves.
    pub(super) fn room(count: usize) -> usize {
        count.next_multiple_of(GROUP)
    }

    /// Claims edges for a node with `count` moves. Returns the place of the first.
    pub(super) fn claim_edges(&self, count: usize, shared: bool) -> Result<usize, Full> {
        let edges = Self::room(count);
        claim(&self.used.1, edges, self.edges.len(), shared).ok_or(Full { nodes: 0, edges })
    }

    /// Writes the moves of claimed edges, and their weights where they have any.
    pub(super) fn label(&self, first: usize, moves: &[M], weights: &[f64]) {
        for (group, place) in moves.chunks(GROUP).zip(first / GROUP..) {
            // A claimed place holds no moves yet. The last move fills up a group that is not full.
            let last = group.len() - 1;
            let _ = self.moves[place].set(std::array::from_fn(|number| group[number.min(last)]));
        }
        for (weight, place) in weights.iter().zip(&self.weights[first.min(self.weights.len())..]) {
            place.store(weight.to_bits(), Relaxed);
        }
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let edge = size_of::<Edge>() + size_of::<OnceLock<[M; GROUP]>>() / GROUP;
        let weights = self.weights.len() * size_of::<AtomicU64>();
        let keys = self.halves.len() * size_of::<AtomicU32>();
        let index = self.index.as_ref().map_or(0, Index::bytes);
        (self.nodes.len() * NODE_BYTES + self.edges.len() * edge + weights + keys) as u64 + index
    }

    /// Makes room for what `full` asks for, within `most` bytes. Returns whether there is room now.
    pub(super) fn grow(&mut self, full: Full, most: Option<u64>) -> bool {
        let more = |has: usize, first: usize, needed: usize| match needed {
            // Only the vectors that are full grow.
            0 => 0,
            _ => (has / GROWTH).max(first).max(needed),
        };
        if full.edges > MOST_EDGES {
            return false;
        }
        let mut nodes = more(self.nodes.len(), FIRST_ROOM.0, full.nodes);
        let mut edges = more(self.edges.len(), FIRST_ROOM.1, full.edges);
        while !self.reserve(nodes, edges, most) {
            if (nodes, edges) == (full.nodes, full.edges) {
                return false;
            }
            (nodes, edges) = ((nodes / 2).max(full.nodes), (edges / 2).max(full.edges));
        }
        true
    }

    /// Adds room for `nodes` nodes and `edges` edges, within `most` bytes. Returns whether there is room now.
    fn reserve(&mut self, nodes: usize, edges: usize, most: Option<u64>) -> bool {
        let edges = Self::room(edges);
        let weight = if self.is_weighted { size_of::<AtomicU64>() } else { 0 };
        let edge = size_of::<Edge>() + size_of::<OnceLock<[M; GROUP]>>() / GROUP + weight;
        let held = (self.nodes.len() + nodes) * NODE_BYTES + (self.edges.len() + edges) * edge;
        let room = self.nodes.len() + nodes;
        let keys = |_: &Index| Index::bytes_for(room) + (room * size_of::<AtomicU32>()) as u64;
        let keys = self.index.as_ref().map_or(0, keys);
        let fits = self.nodes.len() + nodes < NO_NODE as usize && self.edges.len() + edges < NO_NODE as usize;
        if !fits || most.is_some_and(|most| held as u64 + keys > most) {
            return false;
        }
        // Exactly as much as asked for, because memory is limited by the budget.
        let weights = if self.is_weighted { edges } else { 0 };
        let halves = if self.is_graph() { nodes } else { 0 };
        let reserved = self.nodes.try_reserve_exact(nodes).is_ok()
            && self.bounds.try_reserve_exact(nodes).is_ok()
            && self.edges.try_reserve_exact(edges).is_ok()
            && self.moves.try_reserve_exact(edges / GROUP).is_ok()
            && self.weights.try_reserve_exact(weights).is_ok()
            && self.halves.try_reserve_exact(halves).is_ok()
            && self.index.as_mut().is_none_or(|index| index.try_reserve(room));
        if !reserved {
            return false;
        }
        self.nodes.resize_with(self.nodes.len() + nodes, Node::default);
        self.bounds.resize_with(self.nodes.len(), AtomicBounds::default);
        self.edges.resize_with(self.edges.len() + edges, Edge::default);
        self.moves.resize_with(self.edges.len() / GROUP, OnceLock::new);
        if self.is_weighted {
            self.weights.resize_with(self.edges.len(), AtomicU64::default);
        }
        self.halves.resize_with(self.halves.len() + halves, AtomicU32::default);
        self.index_room(room);
        true
    }

    /// Makes room for `nodes` nodes in the index, whose memory is reserved.
    fn index_room(&mut self, nodes: usize) {
        if self.index.as_ref().is_none_or(|index| index.room() >= nodes) {
            return;
        }
        let keys: Vec<(u64, u32)> = self.keys().collect();
        if let Some(index) = &mut self.index {
            index.renew(nodes);
        }
        for (key, node) in keys {
            self.publish(key, node, false);
        }
    }

    /// The nodes with their keys, where transpositions share one node.
    fn keys(&self) -> impl Iterator<Item = (u64, u32)> {
        let entries = self.index.iter().flat_map(Index::entries);
        entries.map(|(upper, node)| (u64::from(upper) << 32 | u64::from(self.half(node)), node))
    }

    /// A copy of these nodes, the first of which becomes the root. They have `edges` edges in all, and `places` holds the new
    /// number of each node.
    pub(super) fn copied(&self, nodes: &[u32], edges: usize, places: &[u32]) -> Self {
        let mut copy = Tree::new(self.is_weighted, self.is_graph());
        copy.reserve(nodes.len(), edges, None);
        for &number in nodes {
            let (node, place) = (self.node(number), copy.claim_node(false).expect("there is room"));
            copy.nodes[place as usize].copy(node);
            copy.bounds[place as usize].set(self.bounds(number));
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
            copy.nodes[place as usize].expand(first, family.len(), false);
        }
        for (key, node) in self.keys() {
            if places[node as usize] != NO_NODE {
                copy.publish(key, places[node as usize], false);
            }
        }
        copy
    }
}
