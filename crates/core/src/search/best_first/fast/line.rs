//! A family as it is stored: a cache line holds eight children, each with its cost, its penalty and its node.
//!
//! A line is eight words, and every change writes a whole word: a processor waits when it reads back in large parts what it
//! has just written in small ones, and threads that share a tree can share words.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Children in a line.
pub(super) const LANES: usize = 8;
/// The cost of a lane without a child, and the penalty of one behind which nothing can be expanded.
pub(super) const CLOSED: u16 = u16::MAX;
/// The greatest penalty of an open tip. Sums stop growing here, so that they close nothing.
pub(super) const MOST: u16 = CLOSED - 1;
/// No node: the child is a tip.
pub(super) const NONE: u32 = u32::MAX;

const COSTS: usize = 0;
const PIS: usize = 2;
const NODES: usize = 4;

/// Eight children of an expanded node.
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Line([AtomicU64; LANES]);

impl Line {
    /// A line without children.
    pub(super) fn empty() -> Self {
        Line([const { AtomicU64::new(u64::MAX) }; LANES])
    }

    #[inline]
    fn word(&self, number: usize) -> u64 {
        self.0[number].load(Relaxed)
    }

    #[inline]
    fn lane(&self, first: usize, lane: usize) -> u16 {
        (self.word(first + (lane >> 2 & 1)) >> (16 * (lane & 3))) as u16
    }

    #[inline]
    fn set_lane(&self, first: usize, lane: usize, value: u16) {
        let shift = 16 * (lane & 3);
        let word = &self.0[first + (lane >> 2 & 1)];
        word.store(word.load(Relaxed) & !(0xffff << shift) | u64::from(value) << shift, Relaxed);
    }

    /// What the chooser of the node loses by a child against a win.
    #[inline]
    pub(super) fn cost(&self, lane: usize) -> u16 {
        self.lane(COSTS, lane)
    }

    /// The penalty of the best tip behind a child, seen from the child.
    #[inline]
    pub(super) fn pi(&self, lane: usize) -> u16 {
        self.lane(PIS, lane)
    }

    /// All costs, four in a word.
    #[inline(always)]
    pub(super) fn costs(&self) -> [u64; 2] {
        [self.word(COSTS), self.word(COSTS + 1)]
    }

    /// All penalties, four in a word.
    #[inline(always)]
    pub(super) fn pis(&self) -> [u64; 2] {
        [self.word(PIS), self.word(PIS + 1)]
    }

    /// The node of a child that is expanded, [`NONE`] for a tip.
    #[inline]
    pub(super) fn node(&self, lane: usize) -> u32 {
        (self.word(NODES + (lane >> 1 & 3)) >> (32 * (lane & 1))) as u32
    }

    /// Notes what is known of a child.
    #[inline]
    pub(super) fn note(&self, lane: usize, cost: u16, pi: u16) {
        self.set_lane(COSTS, lane, cost);
        self.set_lane(PIS, lane, pi);
    }

    /// Ties a child to its node.
    #[inline]
    pub(super) fn link(&self, lane: usize, node: u32) {
        let shift = 32 * (lane & 1);
        let word = &self.0[NODES + (lane >> 1 & 3)];
        word.store(word.load(Relaxed) & !(0xffff_ffff << shift) | u64::from(node) << shift, Relaxed);
    }

    /// Makes a line of tips with these costs, those that are not open closed.
    #[inline]
    pub(super) fn fill(&self, costs: [u16; LANES], pis: [u16; LANES]) {
        let word = |lanes: &[u16]| lanes.iter().rev().fold(0, |word, &lane| word << 16 | u64::from(lane));
        for half in 0..2 {
            self.0[COSTS + half].store(word(&costs[4 * half..4 * half + 4]), Relaxed);
            self.0[PIS + half].store(word(&pis[4 * half..4 * half + 4]), Relaxed);
        }
        for nodes in &self.0[NODES..] {
            nodes.store(u64::MAX, Relaxed);
        }
    }

    /// Copies another line.
    pub(super) fn copy(&self, other: &Line) {
        for (word, other) in self.0.iter().zip(&other.0) {
            word.store(other.load(Relaxed), Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn lanes_are_kept_apart() {
        let mut rng = Rng::new(3);
        let line = Line::empty();
        let mut expected = [(CLOSED, CLOSED, NONE); LANES];
        for _ in 0..2000 {
            let lane = rng.below(LANES);
            let (cost, pi, node) = (rng.next_u64() as u16, rng.next_u64() as u16, rng.next_u64() as u32);
            line.note(lane, cost, pi);
            line.link(lane, node);
            expected[lane] = (cost, pi, node);
            let read = std::array::from_fn(|lane| (line.cost(lane), line.pi(lane), line.node(lane)));
            assert_eq!(read, expected);
        }
        line.fill([7; LANES], [9; LANES]);
        assert_eq!((line.cost(5), line.pi(6), line.node(7)), (7, 9, NONE));
    }

    #[test]
    fn a_line_is_a_cache_line() {
        assert_eq!((size_of::<Line>(), align_of::<Line>()), (64, 64));
    }
}
