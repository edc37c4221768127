//! The grown tree in memory: lines of children, and beside each line the moves that lead to them.
//!
//! A node is identified by the line where its children begin. Its edges are numbered over all its lines: edge e is slot
//! e % [`SLOTS`] of line e / [`SLOTS`]. Transpositions share one node, so that the tree is a graph. Nodes grown behind earlier
//! roots stay until memory is short; then [`recycle`](super::recycle) keeps those that matter.
//!
//! Threads share an arena. Each takes chunks of lines from the room that was made before. A node is entered in the index of
//! positions, or linked to its parent, only when all of it is written. Room is made while no thread walks.

use super::bounds::{DrawBounds, SlotBounds};
use super::line::{CLOSED, Line, SLOTS, UNSEEN};
use super::node::Node;
use super::scan::{Scan, Scanning, scan};
use crate::convert::low_u32;
use crate::prefetch::prefetch;
use crate::search::index::Index;
use crate::search::padded::Padded;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

/// What is kept beside a line.
#[derive(Debug)]
pub(super) struct Side<M> {
    /// The moves of the slots; slots without a child repeat the first move.
    moves: OnceLock<[M; SLOTS]>,
    /// The expansions behind the node; kept beside its first line only.
    visits: AtomicU32,
    /// The lower half of the key of its position; kept beside its first line only.
    key: AtomicU32,
    /// The draw bounds of the slots.
    bounds: SlotBounds,
}

impl<M> Side<M> {
    fn empty() -> Self {
        Side {
            moves: OnceLock::new(),
            visits: AtomicU32::new(0),
            key: AtomicU32::new(0),
            bounds: SlotBounds::default(),
        }
    }
}

/// All nodes that have grown.
#[derive(Debug)]
pub(super) struct Arena<M> {
    pub(super) lines: Vec<Line>,
    pub(super) sides: Vec<Side<M>>,
    index: Index,
    /// The lines taken.
    used: Padded<AtomicUsize>,
    /// The lines that may be in use, those taken included. The index has room for each of the others as a node.
    open: usize,
    /// The number of nodes, without those that threads are adding now.
    nodes: AtomicUsize,
    /// Whether transpositions share one node.
    pub(super) merges: bool,
    /// Whether several threads are at work.
    pub(super) is_shared: bool,
}

/// Lines reserved for one thread.
pub(super) type Chunk = Range<usize>;

impl<M: Copy> Arena<M> {
    pub(super) fn new(merges: bool) -> Self {
        Arena {
            lines: Vec::new(),
            sides: Vec::new(),
            index: Index::default(),
            used: Padded::default(),
            open: 0,
            nodes: AtomicUsize::new(0),
            merges,
            is_shared: false,
        }
    }

    /// The number of lines taken.
    #[inline]
    pub(super) fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// Whether there is room for this many lines.
    pub(super) fn has_room(&self, lines: usize) -> bool {
        self.used() + lines <= self.open
    }

    /// The number of nodes, without those that threads are adding now.
    #[inline]
    pub(super) fn nodes(&self) -> usize {
        self.nodes.load(Relaxed)
    }

    fn set_counts(&mut self, used: usize, nodes: usize) {
        self.open = used;
        self.used.store(used, Relaxed);
        self.nodes.store(nodes, Relaxed);
    }

    /// Removes everything and keeps the memory.
    pub(super) fn clear(&mut self) {
        // A `OnceLock` is written once, so that used sides must be replaced.
        let used = self.used();
        self.sides[..used].iter_mut().for_each(|side| *side = Side::empty());
        self.set_counts(0, 0);
        if self.merges && !self.lines.is_empty() {
            self.index.renew(0);
        }
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes_of(self.used(), self.nodes())
    }

    /// The bytes that `lines` lines and `nodes` nodes take.
    pub(super) fn bytes_of(&self, lines: usize, nodes: usize) -> u64 {
        let index = if self.merges { Index::bytes_for(nodes) } else { 0 };
        (lines * (size_of::<Line>() + size_of::<Side<M>>())) as u64 + index
    }

    /// Opens up `lines` more lines, each of which may become a node, where the arena may hold `limit` bytes. Returns whether the
    /// system has the memory.
    pub(super) fn open_up(&mut self, lines: usize, limit: u64) -> bool {
        let (open, nodes) = (self.used() + lines, self.nodes());
        let more = open.saturating_sub(self.lines.len());
        // Vectors double as they grow, unless that would exceed the limit.
        let is_roomy = self.bytes_of(2 * open, 2 * open) <= limit;
        let reserved = if is_roomy {
            self.lines.try_reserve(more).and_then(|()| self.sides.try_reserve(more))
        } else {
            self.lines.try_reserve_exact(more).and_then(|()| self.sides.try_reserve_exact(more))
        };
        if reserved.is_err() {
            return false;
        }
        if self.merges && self.index.room() < nodes + lines && !self.rehash(nodes + lines) {
            return false;
        }
        self.open = open;
        if more > 0 {
            self.lines.resize_with(open, Line::empty);
            self.sides.resize_with(open, Side::empty);
        }
        true
    }

    /// Takes a chunk of `lines` lines, if as many are open.
    #[inline]
    pub(super) fn take(&self, lines: usize) -> Option<Chunk> {
        let end = |start: usize| Some(start + lines).filter(|&end| end <= self.open);
        let start = if self.is_shared {
            self.used.fetch_update(Relaxed, Relaxed, end).ok()?
        } else {
            let start = self.used();
            self.used.store(end(start)?, Relaxed);
            start
        };
        Some(start..start + lines)
    }

    /// Makes room for `room` nodes in the index. Returns whether the system has the memory.
    #[cold]
    fn rehash(&mut self, room: usize) -> bool {
        if !self.index.try_reserve(room) {
            return false;
        }
        let mut entries: Vec<(u64, Node)> = Vec::new();
        if entries.try_reserve_exact(self.nodes()).is_err() {
            return false;
        }
        entries.extend(self.keys());
        self.renew(room, &entries);
        true
    }

    fn renew(&mut self, room: usize, entries: &[(u64, Node)]) {
        self.index.renew(room);
        for &(key, node) in entries {
            self.index.enter(key, node.0, |node| self.half(node), false);
        }
    }

    /// The nodes with the keys of their positions, where transpositions share one node.
    pub(super) fn keys(&self) -> impl Iterator<Item = (u64, Node)> {
        let key = |(upper, node)| (u64::from(upper) << 32 | u64::from(self.half(node)), Node(node));
        self.index.entries().map(key)
    }

    /// Gives up all lines but the first `used`, and all positions but `entries`.
    pub(super) fn shrink(&mut self, used: usize, nodes: usize, entries: &[(u64, Node)]) {
        let before = self.used();
        self.sides[used..before].iter_mut().for_each(|side| *side = Side::empty());
        self.set_counts(used, nodes);
        if self.merges {
            self.renew(nodes, entries);
        }
    }

    /// Reserves memory for `lines` more lines, as far as the system has it, up to half of `limit` bytes.
    pub(super) fn reserve(&mut self, lines: usize, limit: u64) {
        let most = limit / 2 / (size_of::<Line>() + size_of::<Side<M>>()) as u64;
        let lines = lines.min((most as usize).saturating_sub(self.used()));
        let more = (self.used() + lines).saturating_sub(self.lines.len());
        if self.lines.try_reserve(more).is_ok() {
            let _ = self.sides.try_reserve(more);
        }
    }

    fn half(&self, node: u32) -> u32 {
        self.sides[Node(node).place()].key.load(Relaxed)
    }

    /// The node of a position, if there is one.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Node> {
        if !self.merges || self.lines.is_empty() {
            return None;
        }
        self.index.find(key, |node| self.half(node)).map(Node)
    }

    /// Prefetches the slot of the index where a key would be found.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        if self.merges && !self.lines.is_empty() {
            self.index.prefetch(key);
        }
    }

    /// Writes the node of a position with these moves into free lines. The children have no values yet.
    #[inline]
    pub(super) fn write(&self, place: usize, key: u64, moves: &[M]) -> Node {
        let node = Node::new(place, moves.len());
        for (number, moves) in moves.chunks(SLOTS).enumerate() {
            let slots = std::array::from_fn(|slot| *moves.get(slot).unwrap_or(&moves[0]));
            let _ = self.sides[place + number].moves.set(slots);
        }
        // A node may have more lines than its moves need.
        for place in place + moves.len().div_ceil(SLOTS)..place + node.lines() {
            self.lines[place].copy(&Line::empty());
            self.sides[place].bounds.set(0, u8::MAX);
        }
        let side = &self.sides[place];
        side.visits.store(1, Relaxed);
        side.key.store(low_u32(key), Relaxed);
        node
    }

    /// Enters a written node in the index. Returns the node of the position, which another thread may have entered first.
    #[inline]
    pub(super) fn enter(&self, key: u64, node: Node) -> Node {
        if !self.merges {
            return node;
        }
        self.index.enter(key, node.0, |node| self.half(node), self.is_shared).map_or(node, Node)
    }

    /// Counts more nodes.
    #[inline]
    pub(super) fn add_nodes(&self, more: usize) {
        self.nodes.store(self.nodes() + more, Relaxed);
    }

    /// The lines of a node.
    #[inline]
    pub(super) fn lines(&self, node: Node) -> &[Line] {
        &self.lines[node.place()..node.place() + node.lines()]
    }

    /// The line of an edge.
    #[inline]
    pub(super) fn line(&self, node: Node, edge: usize) -> &Line {
        &self.lines[node.place() + edge / SLOTS]
    }

    /// Scans a node.
    #[inline]
    pub(super) fn scan(&self, node: Node, constant: u16) -> Scan {
        close_if_won(scan(self.lines(node), constant))
    }

    /// Scans a node by a given implementation.
    #[inline(always)]
    pub(super) fn scan_by(&self, scanning: impl Scanning, node: Node, constant: u16) -> Scan {
        close_if_won(scanning.scan(self.lines(node), constant))
    }

    /// The move of an edge.
    #[inline]
    pub(super) fn mv(&self, node: Node, edge: usize) -> M {
        let moves = self.sides[node.place() + edge / SLOTS].moves.get();
        moves.expect("a node has moves")[edge % SLOTS]
    }

    /// The node at the end of an edge; none where the child is a tip.
    #[inline]
    pub(super) fn child(&self, node: Node, edge: usize) -> Option<Node> {
        let child = self.line(node, edge).node(edge % SLOTS);
        (child < UNSEEN).then_some(Node(child))
    }

    /// Whether a child is a tip whose position was not looked at.
    #[inline]
    pub(super) fn is_unseen(&self, node: Node, edge: usize) -> bool {
        self.line(node, edge).node(edge % SLOTS) == UNSEEN
    }

    /// Notes cost and penalty of a child. A closed child stays closed.
    ///
    /// When two threads note neighbouring children at the same moment, one note may be lost. The child then keeps its older
    /// cost and penalty: it may seem open although it is closed, but never closed although it is open.
    #[inline]
    pub(super) fn note(&self, node: Node, edge: usize, cost: u16, pi: u16) {
        let line = self.line(node, edge);
        if !self.is_shared || line.pi(edge % SLOTS) != CLOSED {
            line.note(edge % SLOTS, cost, pi);
        }
    }

    /// Prefetches the moves of a node, which are read after its lines.
    #[inline]
    pub(super) fn prefetch_moves(&self, node: Node) {
        prefetch(&self.sides[node.place()]);
    }

    /// The expansions behind a node.
    #[inline]
    pub(super) fn visited(&self, node: Node) -> u32 {
        self.sides[node.place()].visits.load(Relaxed)
    }

    /// The expansions behind an edge.
    pub(super) fn visits(&self, node: Node, edge: usize) -> u32 {
        self.child(node, edge).map_or(0, |child| self.visited(child))
    }

    /// Counts more expansions behind a node.
    #[inline]
    pub(super) fn visit(&self, node: Node, more: u32) {
        let visits = &self.sides[node.place()].visits;
        visits.store(visits.load(Relaxed).saturating_add(more), Relaxed);
    }

    /// The draw bounds of the slots in a line of a node.
    #[inline]
    pub(super) fn bounds(&self, node: Node, number: usize) -> &SlotBounds {
        &self.sides[node.place() + number].bounds
    }

    /// The draw bounds of a node.
    #[inline]
    pub(super) fn draw_bounds(&self, node: Node) -> DrawBounds {
        let sides = &self.sides[node.place()..node.place() + node.lines()];
        sides
            .iter()
            .fold(DrawBounds { cannot_lose: false, can_win: false }, |bounds, side| bounds.with(&side.bounds))
    }

    /// Closes the slots that cannot win, at a node whose player cannot lose.
    #[cold]
    pub(super) fn close_winless(&self, node: Node, draw: u16) {
        for number in 0..node.lines() {
            let (line, bounds) = (&self.lines[node.place() + number], self.bounds(node, number));
            let first = number * SLOTS;
            let cannot_win = bounds.cannot_win();
            for slot in (0..SLOTS).filter(|slot| cannot_win >> slot & 1 == 1 && line.cost(*slot) != CLOSED) {
                // A child that can neither lose nor win is a draw. Any other may be worse than a draw, but not better.
                let cost = if bounds.slot(slot).cannot_lose { draw } else { line.cost(slot).max(draw) };
                self.note(node, first + slot, cost, CLOSED);
            }
        }
    }

    /// The edges of a node: its slots that have a child.
    pub(super) fn edges(&self, node: Node) -> impl Iterator<Item = usize> {
        let has_child = move |&edge: &usize| self.line(node, edge).cost(edge % SLOTS) != CLOSED;
        (0..node.lines() * SLOTS).filter(has_child)
    }
}

/// Closes a node with a proven win: nothing else can matter there.
#[inline]
fn close_if_won(found: Scan) -> Scan {
    if found.least == 0 { Scan { pi: CLOSED, ..found } } else { found }
}
