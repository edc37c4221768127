//! The grown tree in memory: lines of children, and beside each line the moves that lead to them.
//!
//! A node is the line where its children begin. Equal positions are one node, so that the tree is a graph, and whatever was
//! grown behind earlier roots stays until memory is short: then [`recycle`](super::recycle) keeps what matters.

use super::bounds::{Bounds, Certain};
use super::line::{CLOSED, LANES, Line, NONE};
use super::positions::Positions;
use super::scan::{Scan, Scanning, scan};
use crate::prefetch::prefetch;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The numbers of lines that a node may have; a family takes the least that holds it.
const SPANS: [usize; 16] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 64, 128, 256, 512];
/// Bits of a node that say where its lines begin.
const PLACE_BITS: u32 = 26;
/// Bits of a node that say how many lines it has.
const SPAN_BITS: u32 = 4;
/// The most lines: the last places are left out, so that no node is [`NONE`].
pub(super) const MOST_LINES: usize = (1 << PLACE_BITS) - SPANS[SPANS.len() - 1];
/// The most moves of a position.
pub(super) const MOST_MOVES: usize = SPANS[SPANS.len() - 1] * LANES;
/// Set in the number of a child's node where its chooser is that of its parent.
const SAME: u32 = 1 << 31;
/// Set in the number of a child's node where forced replies lie between the move and the node.
const FORCED: u32 = 1 << 30;
/// The lines that are made at once, at least.
const FEWEST_LINES: usize = 1 << 10;

/// A node: where its lines begin, how many they are, and, on an edge, how it leads there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node(pub(super) u32);

impl Node {
    fn new(place: usize, span: usize) -> Self {
        Node(place as u32 | (span as u32) << PLACE_BITS)
    }

    /// Its first line.
    #[inline]
    pub(super) fn place(self) -> usize {
        (self.0 & ((1 << PLACE_BITS) - 1)) as usize
    }

    /// How many lines it has.
    #[inline]
    pub(super) fn lines(self) -> usize {
        SPANS[(self.0 >> PLACE_BITS) as usize % (1 << SPAN_BITS)]
    }

    /// Whether the player who chooses here chose above.
    #[inline]
    pub(super) fn is_same(self) -> bool {
        self.0 & SAME != 0
    }

    /// What the node costs the chooser above, where it costs its own so much and a loss costs `all`.
    #[inline]
    pub(super) fn above(self, least: u16, all: u16) -> u16 {
        if self.is_same() { least } else { all - least }
    }

    /// The same node at another place.
    #[inline]
    pub(super) fn moved(self, place: usize) -> Self {
        Node(self.0 >> PLACE_BITS << PLACE_BITS | place as u32)
    }

    /// Whether forced replies lie between the move and this.
    #[inline]
    pub(super) fn is_forced(self) -> bool {
        self.0 & FORCED != 0
    }

    /// The node at the end of an edge: from a family of the same chooser or of the other, by forced replies or at once.
    #[inline]
    pub(super) fn reached(self, is_same: bool, is_forced: bool) -> Self {
        let flag = |holds: bool, flag: u32| if holds { flag } else { 0 };
        Node(self.0 & !(SAME | FORCED) | flag(is_same, SAME) | flag(is_forced, FORCED))
    }
}

/// What is kept beside a line.
#[derive(Debug)]
pub(super) struct Side<M> {
    /// The moves of the lanes; those without a child repeat the first.
    moves: OnceLock<[M; LANES]>,
    /// The expansions behind the node, of the first of its lines.
    visits: AtomicU32,
    /// The lower half of the key of its position.
    key: AtomicU32,
    /// What is certain of the lanes.
    bounds: Bounds,
}

impl<M> Side<M> {
    fn empty() -> Self {
        Side {
            moves: OnceLock::new(),
            visits: AtomicU32::new(0),
            key: AtomicU32::new(0),
            bounds: Bounds::default(),
        }
    }
}

/// Everything that has grown.
#[derive(Debug)]
pub(super) struct Forest<M> {
    pub(super) lines: Vec<Line>,
    pub(super) sides: Vec<Side<M>>,
    pub(super) positions: Positions,
    /// The lines taken.
    pub(super) used: usize,
    /// The nodes.
    pub(super) nodes: usize,
    /// Whether equal positions are one node.
    pub(super) merges: bool,
}

impl<M: Copy> Forest<M> {
    pub(super) fn new(merges: bool) -> Self {
        Forest {
            lines: Vec::new(),
            sides: Vec::new(),
            positions: Positions::default(),
            used: 0,
            nodes: 0,
            merges,
        }
    }

    /// Forgets everything, keeping the memory.
    pub(super) fn clear(&mut self) {
        // Moves are written once.
        self.sides[..self.used].iter_mut().for_each(|side| *side = Side::empty());
        self.used = 0;
        self.nodes = 0;
        if self.merges && !self.lines.is_empty() {
            self.positions.renew(0);
        }
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes_of(self.used, self.nodes)
    }

    /// The bytes in use once there is a node more of so many moves.
    pub(super) fn bytes_with(&self, moves: usize) -> u64 {
        self.bytes_of(self.used + lines_for(moves), self.nodes + 1)
    }

    pub(super) fn bytes_of(&self, lines: usize, nodes: usize) -> u64 {
        let table = if self.merges { Positions::bytes_for(nodes) } else { 0 };
        (lines * (size_of::<Line>() + size_of::<Side<M>>())) as u64 + table
    }

    /// Makes room for a node of so many moves.
    #[inline]
    pub(super) fn make_room(&mut self, moves: usize) {
        if self.used + lines_for(moves) > self.lines.len() {
            self.extend(lines_for(moves));
        }
        if self.merges && !self.positions.has_room(self.nodes + 1) {
            self.rehash(2 * self.nodes);
        }
    }

    #[cold]
    fn extend(&mut self, least: usize) {
        let len = self.used + least + FEWEST_LINES.max(self.used / 8);
        self.lines.resize_with(len, Line::empty);
        self.sides.resize_with(len, Side::empty);
    }

    /// A table with room for so many nodes.
    #[cold]
    fn rehash(&mut self, room: usize) {
        let entries: Vec<(u64, Node)> = self.keys().collect();
        self.enter(room, &entries);
    }

    fn enter(&mut self, room: usize, entries: &[(u64, Node)]) {
        self.positions.renew(room);
        for &(key, node) in entries {
            self.positions.enter(key, node.0);
        }
    }

    /// The nodes with the keys of their positions, where equal positions are one node.
    pub(super) fn keys(&self) -> impl Iterator<Item = (u64, Node)> {
        let key = |(upper, node)| (u64::from(upper) << 32 | u64::from(self.half(node)), Node(node));
        self.positions.entries().map(key)
    }

    /// Gives up all lines but the first, and all positions but these.
    pub(super) fn shrink(&mut self, used: usize, nodes: usize, entries: &[(u64, Node)]) {
        self.sides[used..self.used].iter_mut().for_each(|side| *side = Side::empty());
        (self.used, self.nodes) = (used, nodes);
        if self.merges {
            self.enter(2 * nodes, entries);
        }
    }

    /// Reserves memory for so many more lines, where there is so much.
    pub(super) fn reserve(&mut self, lines: usize) {
        let more = (self.used + lines).saturating_sub(self.lines.len());
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
        self.positions.find(key, |node| self.half(node)).map(Node)
    }

    /// Asks for the memory where a key would be found.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        if self.merges && !self.lines.is_empty() {
            self.positions.prefetch(key);
        }
    }

    /// Adds the node of a position with these moves, all of them still without a value. There must be room for it.
    #[inline]
    pub(super) fn add(&mut self, key: u64, moves: &[M]) -> Node {
        let span = SPANS.iter().position(|&span| span * LANES >= moves.len()).expect("a family that fits");
        let node = Node::new(self.used, span);
        for (number, moves) in moves.chunks(LANES).enumerate() {
            let lanes = std::array::from_fn(|lane| *moves.get(lane).unwrap_or(&moves[0]));
            let _ = self.sides[self.used + number].moves.set(lanes);
        }
        // Lines of a family that needs fewer than it takes.
        for place in self.used + moves.len().div_ceil(LANES)..self.used + node.lines() {
            self.lines[place].copy(&Line::empty());
            self.sides[place].bounds.set(0, u8::MAX);
        }
        let side = &self.sides[self.used];
        side.visits.store(1, Relaxed);
        side.key.store(key as u32, Relaxed);
        if self.merges {
            self.positions.enter(key, node.0);
        }
        self.used += node.lines();
        self.nodes += 1;
        node
    }

    /// The lines of a node.
    #[inline]
    pub(super) fn lines(&self, node: Node) -> &[Line] {
        &self.lines[node.place()..node.place() + node.lines()]
    }

    /// The line of a lane of a node.
    #[inline]
    pub(super) fn line(&self, node: Node, slot: usize) -> &Line {
        &self.lines[node.place() + slot / LANES]
    }

    /// Scans a node.
    #[inline]
    pub(super) fn scan(&self, node: Node, constant: u16) -> Scan {
        settled(scan(self.lines(node), constant))
    }

    /// The same in a given way.
    #[inline(always)]
    pub(super) fn scan_by<S: Scanning>(&self, node: Node, constant: u16) -> Scan {
        settled(S::scan(self.lines(node), constant))
    }

    /// The move of a lane.
    #[inline]
    pub(super) fn mv(&self, node: Node, slot: usize) -> M {
        let moves = self.sides[node.place() + slot / LANES].moves.get();
        moves.expect("a node has moves")[slot % LANES]
    }

    /// The node behind a lane.
    #[inline]
    pub(super) fn child(&self, node: Node, slot: usize) -> Option<Node> {
        let child = self.line(node, slot).node(slot % LANES);
        (child != NONE).then_some(Node(child))
    }

    /// Asks for the memory of the moves of a node, which will be read once its lines have been.
    #[inline]
    pub(super) fn prefetch_moves(&self, node: Node) {
        prefetch(&self.sides[node.place()]);
    }

    /// The expansions behind a lane.
    pub(super) fn visits(&self, node: Node, slot: usize) -> u32 {
        self.child(node, slot).map_or(0, |child| self.sides[child.place()].visits.load(Relaxed))
    }

    /// Counts more of them.
    #[inline]
    pub(super) fn visit(&self, node: Node, more: u32) {
        let visits = &self.sides[node.place()].visits;
        visits.store(visits.load(Relaxed).saturating_add(more), Relaxed);
    }

    /// What is certain of the lanes in a line of a node.
    #[inline]
    pub(super) fn bounds(&self, node: Node, number: usize) -> &Bounds {
        &self.sides[node.place() + number].bounds
    }

    /// What is certain of a node.
    #[inline]
    pub(super) fn certain(&self, node: Node) -> Certain {
        let sides = &self.sides[node.place()..node.place() + node.lines()];
        sides.iter().fold(Certain { has: false, hopes: false }, |certain, side| certain.with(&side.bounds))
    }

    /// Closes the lanes of a node whose chooser has a draw that cannot be better than one.
    #[cold]
    pub(super) fn close_hopeless(&self, node: Node, draw: u16) {
        for number in 0..node.lines() {
            let (line, bounds) = (&self.lines[node.place() + number], self.bounds(node, number));
            let hopeless = bounds.hopeless();
            for lane in (0..LANES).filter(|lane| hopeless >> lane & 1 == 1 && line.cost(*lane) != CLOSED) {
                // A draw on both accounts is one; what may be worse is no better.
                let cost = if bounds.lane(lane).has { draw } else { line.cost(lane).max(draw) };
                line.note(lane, cost, CLOSED);
            }
        }
    }

    /// The lanes of a node that have a child.
    pub(super) fn slots(&self, node: Node) -> impl Iterator<Item = usize> {
        let has_child = move |&slot: &usize| self.line(node, slot).cost(slot % LANES) != CLOSED;
        (0..node.lines() * LANES).filter(has_child)
    }
}

/// A win is the best there is: nothing else can matter.
#[inline]
fn settled(found: Scan) -> Scan {
    if found.least == 0 { Scan { pi: CLOSED, ..found } } else { found }
}

/// The lines of a node of so many moves.
fn lines_for(moves: usize) -> usize {
    SPANS.into_iter().find(|span| span * LANES >= moves).unwrap_or(usize::MAX)
}
