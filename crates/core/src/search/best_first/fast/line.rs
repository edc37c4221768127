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

/// What a look over a family shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scan {
    /// The cost of the best child.
    pub(super) least: u16,
    /// The least penalty of a tip behind any child, seen from the node; [`CLOSED`] where nothing can be expanded.
    pub(super) pi: u16,
    /// The greatest penalty with which it would still be this child: the least one behind any other, less one where that
    /// is an earlier child, which would come first.
    pub(super) second: u16,
    /// The weight of the edge to the child of least penalty.
    pub(super) weight: u16,
    /// The lane of that child, counted over all lines.
    pub(super) slot: u32,
}

impl Scan {
    const NOTHING: Scan = Scan { least: CLOSED, pi: CLOSED, second: MOST, weight: 0, slot: 0 };

    /// What the child of least penalty costs.
    #[inline]
    pub(super) fn cost(&self, constant: u16) -> u16 {
        self.least + (self.weight - constant)
    }
}

/// Looks over a family: every edge weighs `constant` and what the child costs more than the best.
///
/// By the instruction that finds the least of eight numbers, or as every machine can.
pub(super) trait Look {
    /// Looks over a family.
    fn scan(lines: &[Line], constant: u16) -> Scan;
}

/// Whether this machine has the instruction.
#[inline]
pub(super) fn has_vector() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("sse4.1");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// A look by whatever this machine has.
#[inline]
pub(super) fn scan(lines: &[Line], constant: u16) -> Scan {
    if has_vector() { Vector::scan(lines, constant) } else { Portable::scan(lines, constant) }
}

/// The look of every machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Look for Portable {
    fn scan(lines: &[Line], constant: u16) -> Scan {
        portable(lines, constant)
    }
}

/// The look of machines for which [`has_vector`] holds; elsewhere that of every machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vector;

impl Look for Vector {
    #[inline(always)]
    fn scan(lines: &[Line], constant: u16) -> Scan {
        #[cfg(target_arch = "x86_64")]
        #[expect(unsafe_code, reason = "the instruction is not on every machine")]
        // SAFETY: this look is taken only where the machine has the instruction.
        return unsafe { by_vector::scan(lines, constant) };
        #[cfg(not(target_arch = "x86_64"))]
        portable(lines, constant)
    }
}

fn portable(lines: &[Line], constant: u16) -> Scan {
    let costs = |line: &Line| std::array::from_fn::<u16, LANES, _>(|lane| line.cost(lane));
    let least = lines.iter().flat_map(costs).fold(CLOSED, u16::min);
    let mut found = Scan { least, ..Scan::NOTHING };
    for (number, line) in lines.iter().enumerate() {
        for (lane, cost) in costs(line).into_iter().enumerate() {
            let pi = line.pi(lane);
            if pi == CLOSED {
                continue;
            }
            let weight = constant.saturating_add(cost - least);
            let total = pi.saturating_add(weight).min(MOST);
            if total < found.pi {
                let slot = (number * LANES + lane) as u32;
                found = Scan { pi: total, second: found.pi - 1, weight, slot, ..found };
            } else {
                found.second = found.second.min(total);
            }
        }
    }
    found
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the instruction is not on every machine")]
mod by_vector {
    //! Nothing here is declared for machines with the instruction, because what is so declared cannot be made to become a
    //! part of its caller, and a call costs as much as the look. The caller is so declared.

    use super::{CLOSED, COSTS, LANES, Line, PIS, Scan};
    use std::arch::x86_64::{
        __m128i, _mm_add_epi16, _mm_adds_epu16, _mm_cmpeq_epi16, _mm_cmplt_epi16, _mm_cvtsi128_si64,
        _mm_min_epu16, _mm_minpos_epu16, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi16, _mm_setr_epi16,
        _mm_subs_epu16,
    };

    #[inline(always)]
    fn lanes(line: &Line, first: usize) -> __m128i {
        // SAFETY: every machine of this architecture has it.
        unsafe { _mm_set_epi64x(line.word(first + 1).cast_signed(), line.word(first).cast_signed()) }
    }

    /// The least lane and its place.
    #[inline(always)]
    unsafe fn least_of(lanes: __m128i) -> (u16, usize) {
        // SAFETY: the machine has the instruction, as the caller says.
        let found = unsafe { _mm_cvtsi128_si64(_mm_minpos_epu16(lanes)) }.cast_unsigned();
        (found as u16, (found >> 16) as usize & (LANES - 1))
    }

    /// A look by the instruction that finds the least of eight numbers, which is in SSE 4.1: the machine must have it.
    #[inline(always)]
    pub(super) unsafe fn scan(lines: &[Line], constant: u16) -> Scan {
        // SAFETY: the machine has what the caller says.
        unsafe {
            if let [line] = lines {
                let (least, _) = least_of(lanes(line, COSTS));
                return further(line, 0, constant, Scan { least, ..Scan::NOTHING });
            }
            let least = lines.iter().fold(CLOSED, |least, line| least.min(least_of(lanes(line, COSTS)).0));
            let nothing = Scan { least, ..Scan::NOTHING };
            let lines = lines.iter().enumerate();
            lines.fold(nothing, |found, (number, line)| further(line, number, constant, found))
        }
    }

    /// What was found, and a line more.
    #[inline(always)]
    unsafe fn further(line: &Line, number: usize, constant: u16, found: Scan) -> Scan {
        // SAFETY: the machine has what the caller says.
        unsafe {
            let (closed, most) = (_mm_set1_epi16(-1), _mm_set1_epi16(-2));
            let places = _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7);
            let gaps = _mm_subs_epu16(lanes(line, COSTS), _mm_set1_epi16(found.least.cast_signed()));
            let weights = _mm_adds_epu16(gaps, _mm_set1_epi16(constant.cast_signed()));
            let pis = lanes(line, PIS);
            let open = _mm_min_epu16(_mm_adds_epu16(pis, weights), most);
            let totals = _mm_or_si128(open, _mm_cmpeq_epi16(pis, closed));
            let (best, lane) = least_of(totals);
            if best >= found.pi {
                return Scan { second: found.second.min(best), ..found };
            }
            let chosen = _mm_set1_epi16((lane as u16).cast_signed());
            let others = _mm_or_si128(totals, _mm_cmpeq_epi16(places, chosen));
            // What is earlier is all ones, which is to add -1.
            let earlier = _mm_cmplt_epi16(places, chosen);
            let bounds = _mm_min_epu16(_mm_add_epi16(others, earlier), most);
            Scan {
                least: found.least,
                pi: best,
                second: (found.pi - 1).min(least_of(bounds).0),
                weight: constant.saturating_add(line.cost(lane) - found.least),
                slot: (number * LANES + lane) as u32,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// A line as a search may make it: some lanes without a child, some closed, costs near each other or far apart.
    fn random_line(rng: &mut Rng) -> Line {
        let line = Line::empty();
        let width = [30, 3000, 60_000][rng.below(3)];
        for lane in 0..rng.below(LANES + 1) {
            let pi = if rng.below(4) == 0 { CLOSED } else { rng.below(width) as u16 };
            line.note(lane, rng.below(width) as u16, pi);
            line.link(lane, rng.next_u64() as u32);
        }
        line
    }

    #[test]
    fn the_vector_path_finds_what_the_portable_one_finds() {
        let mut compared = 0;
        let mut rng = Rng::new(8);
        for _ in 0..100_000 {
            let lines: Vec<Line> = (0..=rng.below(4)).map(|_| random_line(&mut rng)).collect();
            let constant = 1 + rng.below(400) as u16;
            let expected = portable(&lines, constant);
            if has_vector() {
                assert_eq!(Vector::scan(&lines, constant), expected, "{lines:?} with {constant}");
                compared += 1;
            }
            assert_eq!(scan(&lines, constant), expected);
        }
        println!("paths: portable 100000 families, vector {compared}");
        #[cfg(target_arch = "x86_64")]
        assert_eq!(compared > 0, std::arch::is_x86_feature_detected!("sse4.1"));
    }

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
