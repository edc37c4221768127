//! How children are stored: a cache line has eight slots, each with the cost, the penalty and the node of a child.
//!
//! A line is eight words, and every change writes a whole word: a processor stalls when a wide load follows a narrow store to
//! the same memory. Cost and penalty of a child lie in one word, so that no thread sees a new cost with an old penalty.

use crate::convert::{low_u16, low_u32};
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

/// Slots in a line, each for one child.
pub(super) const SLOTS: usize = 8;
/// The cost of a slot without a child, and the penalty of a child behind which nothing can be expanded.
pub(super) const CLOSED: u16 = u16::MAX;
/// The greatest penalty of an open tip. Sums saturate here, so that they close nothing.
pub(super) const MOST: u16 = CLOSED - 1;
/// No node: the child is a tip.
pub(super) const NONE: u32 = u32::MAX;

/// No node yet: the child is a tip whose position was not looked at.
pub(super) const UNSEEN: u32 = NONE - 1;

/// The first word that holds nodes. Each word before it holds the costs of two children and, above them, their penalties.
const NODES: usize = 4;
/// The bits of a word that hold cost and penalty of its first child.
const FIRST: u64 = 0x0000_ffff_0000_ffff;

/// Eight children of an expanded node.
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Line([AtomicU64; SLOTS]);

impl Line {
    /// A line without children.
    pub(super) fn empty() -> Self {
        Line([const { AtomicU64::new(u64::MAX) }; SLOTS])
    }

    #[inline]
    fn word(&self, number: usize) -> u64 {
        self.0[number].load(Relaxed)
    }

    /// Cost and penalty of a child, the penalty in the upper half.
    #[inline]
    fn slot(&self, slot: usize) -> u64 {
        self.word(slot >> 1 & 3) >> (16 * (slot & 1))
    }

    /// The cost of a child to the player of the node: what it loses against a win.
    #[inline]
    pub(super) fn cost(&self, slot: usize) -> u16 {
        low_u16(self.slot(slot))
    }

    /// The least penalty of a tip behind a child, summed from the child down.
    #[inline]
    pub(super) fn pi(&self, slot: usize) -> u16 {
        low_u16(self.slot(slot) >> 32)
    }

    /// Cost and penalty of a child, read at one moment.
    #[inline]
    pub(super) fn child(&self, slot: usize) -> (u16, u16) {
        let child = self.slot(slot);
        (low_u16(child), low_u16(child >> 32))
    }

    /// All costs and penalties, two children in a word, for the vector scan.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn children(&self) -> [u64; SLOTS / 2] {
        std::array::from_fn(|number| self.word(number))
    }

    /// The node of a child that is expanded, [`NONE`] or [`UNSEEN`] for a tip.
    #[inline]
    pub(super) fn node(&self, slot: usize) -> u32 {
        low_u32(self.0[NODES + (slot >> 1 & 3)].load(Acquire) >> (32 * (slot & 1)))
    }

    /// Notes cost and penalty of a child.
    #[inline]
    pub(super) fn note(&self, slot: usize, cost: u16, pi: u16) {
        let shift = 16 * (slot & 1);
        let word = &self.0[slot >> 1 & 3];
        word.store(word.load(Relaxed) & !(FIRST << shift) | pair(cost, pi) << shift, Relaxed);
    }

    /// Links a child to its node, which must be written: a thread that reads the link sees the node.
    #[inline]
    pub(super) fn link(&self, slot: usize, node: u32) {
        let shift = 32 * (slot & 1);
        let word = &self.0[NODES + (slot >> 1 & 3)];
        // The neighbour's link is stored again, so that its node must be visible here too.
        word.store(word.load(Acquire) & !(0xffff_ffff << shift) | u64::from(node) << shift, Release);
    }

    /// Makes a line of tips with these costs, penalties and nodes.
    #[inline]
    pub(super) fn fill(&self, costs: [u16; SLOTS], pis: [u16; SLOTS], nodes: [u32; SLOTS]) {
        for (number, word) in self.0[..NODES].iter().enumerate() {
            let (first, second) = (2 * number, 2 * number + 1);
            word.store(pair(costs[first], pis[first]) | pair(costs[second], pis[second]) << 16, Relaxed);
        }
        for (number, word) in self.0[NODES..].iter().enumerate() {
            let (first, second) = (nodes[2 * number], nodes[2 * number + 1]);
            word.store(u64::from(first) | u64::from(second) << 32, Relaxed);
        }
    }

    /// Copies another line.
    pub(super) fn copy(&self, other: &Line) {
        for (word, other) in self.0.iter().zip(&other.0) {
            word.store(other.load(Relaxed), Relaxed);
        }
    }
}

/// Cost and penalty as the bits of the first child of a word.
#[inline]
fn pair(cost: u16, pi: u16) -> u64 {
    u64::from(cost) | u64::from(pi) << 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn slots_are_kept_apart() {
        let mut rng = Rng::new(3);
        let line = Line::empty();
        let mut expected = [(CLOSED, CLOSED, NONE); SLOTS];
        for _ in 0..2000 {
            let slot = rng.below(SLOTS);
            let (cost, pi, node) = (rng.next_u64() as u16, rng.next_u64() as u16, rng.next_u64() as u32);
            line.note(slot, cost, pi);
            line.link(slot, node);
            expected[slot] = (cost, pi, node);
            let read = std::array::from_fn(|slot| (line.cost(slot), line.pi(slot), line.node(slot)));
            assert_eq!(read, expected);
        }
        line.fill([7; SLOTS], [9; SLOTS], [1, 2, 3, 4, 5, 6, 7, UNSEEN]);
        assert_eq!((line.cost(5), line.pi(6), line.node(2), line.node(7)), (7, 9, 3, UNSEEN));
    }

    #[test]
    fn a_line_is_a_cache_line() {
        assert_eq!((size_of::<Line>(), align_of::<Line>()), (64, 64));
    }
}
