//! The grown tree in memory: lines of children, and beside each line the moves that lead to them.
//!
//! A node is the line where its children begin. Equal positions are one node, so that the tree is a graph, and whatever was
//! grown behind earlier roots stays until memory is short: then [`recycle`](super::recycle) keeps what matters.
//!
//! Threads share a arena. Each takes chunks of lines from the room that was made before, and a node is entered in the index
//! of positions or tied to its parent only when all of it is written. Room is made while nobody walks.

use super::bounds::{DrawBounds, SlotBounds};
use super::line::{CLOSED, Line, NONE, SLOTS};
use super::node::Node;
use super::scan::{Scan, Scanning, scan};
use crate::prefetch::prefetch;
use crate::search::index::Index;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

/// What is kept beside a line.
#[derive(Debug)]
pub(super) struct Side<M> {
    /// The moves of the slots; those without a child repeat the first.
    moves: OnceLock<[M; SLOTS]>,
    /// The expansions behind the node, of the first of its lines.
    visits: AtomicU32,
    /// The lower half of the key of its position.
    key: AtomicU32,
    /// What is draw_bounds of the slots.
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

/// Everything that has grown.
#[derive(Debug)]
pub(super) struct Arena<M> {
    pub(super) lines: Vec<Line>,
    pub(super) sides: Vec<Side<M>>,
    index: Index,
    /// The lines taken.
    used: Padded,
    /// The lines that may be taken, counted from the beginning: so many nodes have room in the index.
    open: usize,
    /// The nodes, but for those that threads are adding now.
    nodes: AtomicUsize,
    /// Whether equal positions are one node.
    pub(super) merges: bool,
    /// Whether several threads are at work.
    pub(super) is_shared: bool,
}

/// A number apart from everything that other threads read all the time.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Padded(AtomicUsize);

/// Lines that one thread alone may use.
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

    /// The lines taken.
    #[inline]
    pub(super) fn used(&self) -> usize {
        self.used.0.load(Relaxed)
    }

    /// The nodes, but for those that threads are adding now.
    #[inline]
    pub(super) fn nodes(&self) -> usize {
        self.nodes.load(Relaxed)
    }

    fn count(&mut self, used: usize, nodes: usize) {
        self.open = used;
        self.used.0.store(used, Relaxed);
        self.nodes.store(nodes, Relaxed);
    }

    /// Forgets everything, keeping the memory.
    pub(super) fn clear(&mut self) {
        // Moves are written once.
        let used = self.used();
        self.sides[..used].iter_mut().for_each(|side| *side = Side::empty());
        self.count(0, 0);
        if self.merges && !self.lines.is_empty() {
            self.index.renew(0);
        }
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes_of(self.used(), self.nodes())
    }

    /// The bytes of so many lines and nodes.
    pub(super) fn bytes_of(&self, lines: usize, nodes: usize) -> u64 {
        let index = if self.merges { Index::bytes_for(nodes) } else { 0 };
        (lines * (size_of::<Line>() + size_of::<Side<M>>())) as u64 + index
    }

    /// Opens up so many more lines, each of which may become a node, where `limit` bytes are all that the arena may hold.
    /// Says whether the system has the memory.
    pub(super) fn open_up(&mut self, lines: usize, limit: u64) -> bool {
        let (open, nodes) = (self.used() + lines, self.nodes());
        let more = open.saturating_sub(self.lines.len());
        // Vectors double as they grow, unless that would be more than there may be.
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

    /// Takes a chunk of so many lines, if so many are open.
    #[inline]
    pub(super) fn take(&self, lines: usize) -> Option<Chunk> {
        let end = |start: usize| Some(start + lines).filter(|&end| end <= self.open);
        let start = if self.is_shared {
            self.used.0.fetch_update(Relaxed, Relaxed, end).ok()?
        } else {
            let start = self.used();
            self.used.0.store(end(start)?, Relaxed);
            start
        };
        Some(start..start + lines)
    }

    /// An index with room for so many nodes; whether the system has the memory.
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

    /// The nodes with the keys of their positions, where equal positions are one node.
    pub(super) fn keys(&self) -> impl Iterator<Item = (u64, Node)> {
        let key = |(upper, node)| (u64::from(upper) << 32 | u64::from(self.half(node)), Node(node));
        self.index.entries().map(key)
    }

    /// Gives up all lines but the first, and all positions but these.
    pub(super) fn shrink(&mut self, used: usize, nodes: usize, entries: &[(u64, Node)]) {
        let before = self.used();
        self.sides[used..before].iter_mut().for_each(|side| *side = Side::empty());
        self.count(used, nodes);
        if self.merges {
            self.renew(nodes, entries);
        }
    }

    /// Reserves memory for so many more lines, where there is so much, up to half of `limit` bytes.
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

    /// The node of a position, if it has grown.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Node> {
        if !self.merges || self.lines.is_empty() {
            return None;
        }
        self.index.find(key, |node| self.half(node)).map(Node)
    }

    /// Asks for the memory where a key would be found.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        if self.merges && !self.lines.is_empty() {
            self.index.prefetch(key);
        }
    }

    /// Writes the node of a position with these moves into lines that are free, all of them still without a value.
    #[inline]
    pub(super) fn write(&self, place: usize, key: u64, moves: &[M]) -> Node {
        let node = Node::new(place, moves.len());
        for (number, moves) in moves.chunks(SLOTS).enumerate() {
            let slots = std::array::from_fn(|slot| *moves.get(slot).unwrap_or(&moves[0]));
            let _ = self.sides[place + number].moves.set(slots);
        }
        // Lines of a family that needs fewer than it takes.
        for place in place + moves.len().div_ceil(SLOTS)..place + node.lines() {
            self.lines[place].copy(&Line::empty());
            self.sides[place].bounds.set(0, u8::MAX);
        }
        let side = &self.sides[place];
        side.visits.store(1, Relaxed);
        side.key.store(key as u32, Relaxed);
        node
    }

    /// Makes a node that is written known. Gives the one that counts: another thread may have been faster.
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

    /// The line of a slot of a node.
    #[inline]
    pub(super) fn line(&self, node: Node, edge: usize) -> &Line {
        &self.lines[node.place() + edge / SLOTS]
    }

    /// Scans a node.
    #[inline]
    pub(super) fn scan(&self, node: Node, constant: u16) -> Scan {
        settled(scan(self.lines(node), constant))
    }

    /// The same in a given way.
    #[inline(always)]
    pub(super) fn scan_by(&self, scanning: impl Scanning, node: Node, constant: u16) -> Scan {
        settled(scanning.scan(self.lines(node), constant))
    }

    /// The move of a slot.
    #[inline]
    pub(super) fn mv(&self, node: Node, edge: usize) -> M {
        let moves = self.sides[node.place() + edge / SLOTS].moves.get();
        moves.expect("a node has moves")[edge % SLOTS]
    }

    /// The node behind a slot.
    #[inline]
    pub(super) fn child(&self, node: Node, edge: usize) -> Option<Node> {
        let child = self.line(node, edge).node(edge % SLOTS);
        (child != NONE).then_some(Node(child))
    }

    /// Notes what a child costs and its penalty. What is closed stays so.
    ///
    /// Of what two threads note of neighbours at the same moment one may be lost. Then a child is known as it was before:
    /// it may seem open where it is closed, but not the other way round.
    #[inline]
    pub(super) fn note(&self, node: Node, edge: usize, cost: u16, pi: u16) {
        let line = self.line(node, edge);
        if !self.is_shared || line.pi(edge % SLOTS) != CLOSED {
            line.note(edge % SLOTS, cost, pi);
        }
    }

    /// Asks for the memory of the moves of a node, which will be read once its lines have been.
    #[inline]
    pub(super) fn prefetch_moves(&self, node: Node) {
        prefetch(&self.sides[node.place()]);
    }

    /// The expansions behind a node.
    #[inline]
    pub(super) fn visited(&self, node: Node) -> u32 {
        self.sides[node.place()].visits.load(Relaxed)
    }

    /// The expansions behind a slot.
    pub(super) fn visits(&self, node: Node, edge: usize) -> u32 {
        self.child(node, edge).map_or(0, |child| self.visited(child))
    }

    /// Counts more of them.
    #[inline]
    pub(super) fn visit(&self, node: Node, more: u32) {
        let visits = &self.sides[node.place()].visits;
        visits.store(visits.load(Relaxed).saturating_add(more), Relaxed);
    }

    /// What is draw_bounds of the slots in a line of a node.
    #[inline]
    pub(super) fn bounds(&self, node: Node, number: usize) -> &SlotBounds {
        &self.sides[node.place() + number].bounds
    }

    /// What is draw_bounds of a node.
    #[inline]
    pub(super) fn draw_bounds(&self, node: Node) -> DrawBounds {
        let sides = &self.sides[node.place()..node.place() + node.lines()];
        sides
            .iter()
            .fold(DrawBounds { has: false, hopes: false }, |draw_bounds, side| draw_bounds.with(&side.bounds))
    }

    /// Closes the slots of a node whose player has a draw that cannot be better than one.
    #[cold]
    pub(super) fn close_hopeless(&self, node: Node, draw: u16) {
        for number in 0..node.lines() {
            let (line, bounds) = (&self.lines[node.place() + number], self.bounds(node, number));
            let first = number * SLOTS;
            let hopeless = bounds.hopeless();
            for slot in (0..SLOTS).filter(|slot| hopeless >> slot & 1 == 1 && line.cost(*slot) != CLOSED) {
                // A draw on both accounts is one; what may be worse is no better.
                let cost = if bounds.slot(slot).has { draw } else { line.cost(slot).max(draw) };
                self.note(node, first + slot, cost, CLOSED);
            }
        }
    }

    /// The slots of a node that have a child.
    pub(super) fn edges(&self, node: Node) -> impl Iterator<Item = usize> {
        let has_child = move |&edge: &usize| self.line(node, edge).cost(edge % SLOTS) != CLOSED;
        (0..node.lines() * SLOTS).filter(has_child)
    }
}

/// A win is the best there is: nothing else can matter.
#[inline]
fn settled(found: Scan) -> Scan {
    if found.least == 0 { Scan { pi: CLOSED, ..found } } else { found }
}
