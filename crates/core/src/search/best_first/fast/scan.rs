//! Scanning a node: the cost of its best child, the child behind which the next tip lies, and how long that stays so.

use super::line::{CLOSED, Line, MOST, SLOTS};
use crate::convert::number_u32;

/// The result of scanning a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scan {
    /// The cost of the best child.
    pub(super) least: u16,
    /// The least penalty of a tip behind any child, summed from the node down; [`CLOSED`] where nothing can be expanded.
    pub(super) pi: u16,
    /// The greatest penalty with which the same child would still be chosen: the least penalty behind any other child, less one
    /// where that child is an earlier one, because the earlier child wins ties.
    pub(super) second: u16,
    /// The weight of the edge to the child of least penalty.
    pub(super) weight: u16,
    /// The edge to that child: its slot counted over all lines.
    pub(super) edge: u32,
}

impl Scan {
    const NOTHING: Scan = Scan { least: CLOSED, pi: CLOSED, second: MOST, weight: 0, edge: 0 };

    /// Takes `floor` as the cost of a closed node: the least cost that was read together with the penalties. `least` was read
    /// before them, and other threads may have written since.
    #[inline(always)]
    fn with_floor(self, floor: u16) -> Self {
        if self.pi == CLOSED { Scan { least: floor, ..self } } else { self }
    }

    /// The cost of the child of least penalty.
    #[inline]
    pub(super) fn cost(&self, constant: u16) -> u16 {
        self.least + (self.weight - constant)
    }
}

/// An implementation of the scan: by the instruction that finds the least of eight numbers, or portable.
pub(super) trait Scanning: Copy {
    /// Scans a node. The weight of an edge is `constant` plus what the child costs more than the best.
    fn scan(self, lines: &[Line], constant: u16) -> Scan;
}

/// Scans by the fastest implementation that this machine can run.
#[inline]
pub(super) fn scan(lines: &[Line], constant: u16) -> Scan {
    match Vector::detected() {
        Some(vector) => vector.scan(lines, constant),
        None => Portable.scan(lines, constant),
    }
}

/// The scan for every machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Scanning for Portable {
    fn scan(self, lines: &[Line], constant: u16) -> Scan {
        portable(lines, constant)
    }
}

/// The scan for machines with SSE 4.1. Only [`Vector::detected`] makes one, so that it exists on no other machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vector(());

impl Vector {
    /// This scan, if the machine has the instruction.
    #[inline]
    pub(super) fn detected() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        return std::arch::is_x86_feature_detected!("sse4.1").then_some(Vector(()));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }
}

impl Scanning for Vector {
    #[inline(always)]
    fn scan(self, lines: &[Line], constant: u16) -> Scan {
        #[cfg(target_arch = "x86_64")]
        #[expect(unsafe_code, reason = "the instruction is not on every machine")]
        // SAFETY: a `Vector` exists only where the machine has the instruction.
        return unsafe { by_vector::scan(lines, constant) };
        #[cfg(not(target_arch = "x86_64"))]
        portable(lines, constant)
    }
}

fn portable(lines: &[Line], constant: u16) -> Scan {
    let costs = |line: &Line| std::array::from_fn::<u16, SLOTS, _>(|slot| line.cost(slot));
    let least = lines.iter().flat_map(costs).fold(CLOSED, u16::min);
    let mut found = Scan { least, ..Scan::NOTHING };
    let mut floor = CLOSED;
    for (number, line) in lines.iter().enumerate() {
        for slot in 0..SLOTS {
            let (cost, pi) = line.child(slot);
            floor = floor.min(cost);
            if pi == CLOSED {
                continue;
            }
            // Other threads may write meanwhile.
            let weight = constant.saturating_add(cost.saturating_sub(least));
            let total = pi.saturating_add(weight).min(MOST);
            if total < found.pi {
                let edge = number_u32(number * SLOTS + slot);
                found = Scan { pi: total, second: found.pi - 1, weight, edge, ..found };
            } else {
                found.second = found.second.min(total);
            }
        }
    }
    found.with_floor(floor)
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the instruction is not on every machine")]
mod by_vector {
    //! No function here has `#[target_feature]`, because `#[inline(always)]` is not allowed with it, and a call costs as much as
    //! the scan. The caller has `#[target_feature]`.

    use super::super::line::{CLOSED, Line, SLOTS};
    use super::Scan;
    use crate::convert::{low_u16, number_u32};
    use std::arch::x86_64::{
        __m128i, _mm_add_epi16, _mm_adds_epu16, _mm_castps_si128, _mm_castsi128_ps, _mm_cmpeq_epi16,
        _mm_cmplt_epi16, _mm_cvtsi128_si64, _mm_min_epu16, _mm_minpos_epu16, _mm_or_si128, _mm_set_epi64x,
        _mm_set1_epi16, _mm_setr_epi16, _mm_shuffle_ps, _mm_subs_epu16,
    };

    /// The costs of the children, and their penalties.
    #[inline(always)]
    fn slots(line: &Line) -> (__m128i, __m128i) {
        let words = line.children();
        // SAFETY: every machine of this architecture has them.
        unsafe {
            let pair =
                |low: u64, high: u64| _mm_castsi128_ps(_mm_set_epi64x(high.cast_signed(), low.cast_signed()));
            let (few, more) = (pair(words[0], words[1]), pair(words[2], words[3]));
            let costs = _mm_shuffle_ps::<0b10_00_10_00>(few, more);
            let pis = _mm_shuffle_ps::<0b11_01_11_01>(few, more);
            (_mm_castps_si128(costs), _mm_castps_si128(pis))
        }
    }

    /// The least number and its slot.
    #[inline(always)]
    unsafe fn least_of(slots: __m128i) -> (u16, usize) {
        // SAFETY: the machine has the instruction, as the caller says.
        let found = unsafe { _mm_cvtsi128_si64(_mm_minpos_epu16(slots)) }.cast_unsigned();
        (low_u16(found), (found >> 16) as usize & (SLOTS - 1))
    }

    /// Scans by the instruction that finds the least of eight numbers. It is in SSE 4.1: the machine must have it.
    #[inline(always)]
    pub(super) unsafe fn scan(lines: &[Line], constant: u16) -> Scan {
        // SAFETY: the machine has what the caller says.
        unsafe {
            if let [line] = lines {
                let slots = slots(line);
                let (least, _) = least_of(slots.0);
                return scan_line(line, slots, 0, constant, Scan { least, ..Scan::NOTHING });
            }
            let least = lines.iter().fold(CLOSED, |least, line| least.min(least_of(slots(line).0).0));
            let mut found = Scan { least, ..Scan::NOTHING };
            let mut floor = CLOSED;
            for (number, line) in lines.iter().enumerate() {
                let slots = slots(line);
                floor = floor.min(least_of(slots.0).0);
                found = scan_line(line, slots, number, constant, found);
            }
            found.with_floor(floor)
        }
    }

    /// Adds a line to the result `found` of the lines before it.
    #[inline(always)]
    unsafe fn scan_line(
        line: &Line,
        (costs, pis): (__m128i, __m128i),
        number: usize,
        constant: u16,
        found: Scan,
    ) -> Scan {
        // SAFETY: the machine has what the caller says.
        unsafe {
            let (closed, most) = (_mm_set1_epi16(-1), _mm_set1_epi16(-2));
            let places = _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7);
            let gaps = _mm_subs_epu16(costs, _mm_set1_epi16(found.least.cast_signed()));
            let weights = _mm_adds_epu16(gaps, _mm_set1_epi16(constant.cast_signed()));
            let open = _mm_min_epu16(_mm_adds_epu16(pis, weights), most);
            let totals = _mm_or_si128(open, _mm_cmpeq_epi16(pis, closed));
            let (best, slot) = least_of(totals);
            if best >= found.pi {
                return Scan { second: found.second.min(best), ..found };
            }
            #[expect(clippy::cast_possible_truncation, reason = "a slot is below SLOTS")]
            let chosen = _mm_set1_epi16((slot as u16).cast_signed());
            let others = _mm_or_si128(totals, _mm_cmpeq_epi16(places, chosen));
            // The comparison gives all ones for an earlier slot, so that adding it subtracts 1.
            let earlier = _mm_cmplt_epi16(places, chosen);
            let bounds = _mm_min_epu16(_mm_add_epi16(others, earlier), most);
            Scan {
                least: found.least,
                pi: best,
                second: (found.pi - 1).min(least_of(bounds).0),
                weight: constant.saturating_add(line.cost(slot).saturating_sub(found.least)),
                edge: number_u32(number * SLOTS + slot),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    #[test]
    fn a_closed_child_has_the_cost_that_it_was_closed_with_while_others_write() {
        let lines = [Line::empty(), Line::empty()];
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Relaxed) {
                    lines[1].note(3, 5, 7);
                    lines[1].note(3, 500, CLOSED);
                }
            });
            for _ in 0..200_000 {
                for found in
                    [portable(&lines[1..], 9), portable(&lines, 9), scan(&lines[1..], 9), scan(&lines, 9)]
                {
                    assert!(found.pi != CLOSED || found.least == 500 || found.least == CLOSED, "{found:?}");
                }
            }
            is_over.store(true, Relaxed);
        });
    }

    /// A line as a search may write it: some slots without a child, some closed, costs near each other or far apart.
    fn random_line(rng: &mut Rng) -> Line {
        let line = Line::empty();
        let width = [30, 3000, 60_000][rng.below(3)];
        for slot in 0..rng.below(SLOTS + 1) {
            let pi = if rng.below(4) == 0 { CLOSED } else { rng.below(width) as u16 };
            line.note(slot, rng.below(width) as u16, pi);
            line.link(slot, rng.next_u64() as u32);
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
            if let Some(vector) = Vector::detected() {
                assert_eq!(vector.scan(&lines, constant), expected, "{lines:?} with {constant}");
                compared += 1;
            }
            assert_eq!(scan(&lines, constant), expected);
        }
        println!("paths: portable 100000 families, vector {compared}");
        #[cfg(target_arch = "x86_64")]
        assert_eq!(compared > 0, std::arch::is_x86_feature_detected!("sse4.1"));
    }
}
