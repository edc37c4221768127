//! A node as a number: the place of its first line, the number of its lines, and, on an edge, two flags of the edge.

use super::line::SLOTS;
use crate::convert::number_u32;
#[cfg(test)]
use crate::search::tree_view::touched;

/// The numbers of lines that a node may have; it takes the least that holds its moves.
const SPANS: [usize; 16] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 64, 256, 1024, 4096, 16_384];
/// Bits of a node that hold the place of its first line.
const PLACE_BITS: u32 = 26;
/// Bits of a node that hold its number of lines, as a place in [`SPANS`].
const SPAN_BITS: u32 = 4;
/// The most lines of an arena: the last places are left out, so that no node is [`NONE`](super::line::NONE) or
/// [`UNSEEN`](super::line::UNSEEN).
pub(super) const MOST_LINES: usize = (1 << PLACE_BITS) - SPANS[SPANS.len() - 1];
/// The most moves of a position.
pub(super) const MOST_MOVES: usize = SPANS[SPANS.len() - 1] * SLOTS;
/// Set in the number of a child's node where its player is also its parent's.
const SAME: u32 = 1 << 31;
/// Set in the number of a child's node where forced replies lie between the move and the node.
const FORCED: u32 = 1 << 30;

/// A node: the place of its first line, the number of its lines, and, on an edge, two flags of the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node(pub(super) u32);

impl Node {
    /// The node with `moves` moves whose lines begin at `place`.
    pub(super) fn new(place: usize, moves: usize) -> Self {
        let span = SPANS.iter().position(|&span| span * SLOTS >= moves).expect("a family that fits");
        Node(number_u32(place) | number_u32(span) << PLACE_BITS)
    }

    /// The place of its first line.
    #[inline]
    pub(super) fn place(self) -> usize {
        let place = (self.0 & ((1 << PLACE_BITS) - 1)) as usize;
        #[cfg(test)]
        touched::touch([place]);
        place
    }

    /// The number of its lines.
    #[inline]
    pub(super) fn lines(self) -> usize {
        SPANS[(self.0 >> PLACE_BITS) as usize % (1 << SPAN_BITS)]
    }

    /// Whether its player is also its parent's.
    #[inline]
    pub(super) fn is_same(self) -> bool {
        self.0 & SAME != 0
    }

    /// The cost of the node to its parent's player, where it costs its own player `least` and a loss costs `all`.
    #[inline]
    pub(super) fn above(self, least: u16, all: u16) -> u16 {
        if self.is_same() { least } else { all - least }
    }

    /// The same node at another place.
    #[inline]
    pub(super) fn moved(self, place: usize) -> Self {
        Node(self.0 >> PLACE_BITS << PLACE_BITS | number_u32(place))
    }

    /// Whether forced replies lie between the move and this node.
    #[inline]
    pub(super) fn is_forced(self) -> bool {
        self.0 & FORCED != 0
    }

    /// The node with the flags of an edge: whether its player is also its parent's, and whether forced replies lie between.
    #[inline]
    pub(super) fn reached(self, is_same: bool, is_forced: bool) -> Self {
        let flag = |holds: bool, flag: u32| if holds { flag } else { 0 };
        Node(self.0 & !(SAME | FORCED) | flag(is_same, SAME) | flag(is_forced, FORCED))
    }
}

/// The number of lines of a node with `moves` moves.
pub(super) fn lines_for(moves: usize) -> usize {
    SPANS.into_iter().find(|span| span * SLOTS >= moves).unwrap_or(usize::MAX)
}
