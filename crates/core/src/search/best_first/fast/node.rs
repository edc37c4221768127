//! A node as a number: where its lines begin, how many they are, and, on an edge, how it leads there.

use super::line::SLOTS;

/// The numbers of lines that a node may have; a family takes the least that holds it.
const SPANS: [usize; 16] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 64, 256, 1024, 4096, 16_384];
/// Bits of a node that say where its lines begin.
const PLACE_BITS: u32 = 26;
/// Bits of a node that say how many lines it has.
const SPAN_BITS: u32 = 4;
/// The most lines: the last places are left out, so that no node is [`NONE`](super::line::NONE).
pub(super) const MOST_LINES: usize = (1 << PLACE_BITS) - SPANS[SPANS.len() - 1];
/// The most moves of a position.
pub(super) const MOST_MOVES: usize = SPANS[SPANS.len() - 1] * SLOTS;
/// Set in the number of a child's node where its player is that of its parent.
const SAME: u32 = 1 << 31;
/// Set in the number of a child's node where forced replies lie between the move and the node.
const FORCED: u32 = 1 << 30;

/// A node: where its lines begin, how many they are, and, on an edge, how it leads there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node(pub(super) u32);

impl Node {
    /// The node of so many moves whose lines begin there.
    pub(super) fn new(place: usize, moves: usize) -> Self {
        let span = SPANS.iter().position(|&span| span * SLOTS >= moves).expect("a family that fits");
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

    /// What the node costs the player above, where it costs its own so much and a loss costs `all`.
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

    /// The node at the end of an edge: from a family of the same player or of the other, by forced replies or at once.
    #[inline]
    pub(super) fn reached(self, is_same: bool, is_forced: bool) -> Self {
        let flag = |holds: bool, flag: u32| if holds { flag } else { 0 };
        Node(self.0 & !(SAME | FORCED) | flag(is_same, SAME) | flag(is_forced, FORCED))
    }
}

/// The lines of a node of so many moves.
pub(super) fn lines_for(moves: usize) -> usize {
    SPANS.into_iter().find(|span| span * SLOTS >= moves).unwrap_or(usize::MAX)
}
