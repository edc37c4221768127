//! The last four squares: no lists, no sorting, no table.
//!
//! A disc can be placed only beside one of the other colour. This is tested before the flips are computed.

use super::search::{Node, Search};
use crate::othello::discs::flips;

/// The squares beside each square.
const NEIGHBOURS: [u64; 64] = neighbours();

const fn neighbours() -> [u64; 64] {
    const COLUMN_A: u64 = 0x0101_0101_0101_0101;
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1 << square;
        let row = bit | (bit & !COLUMN_A) >> 1 | (bit & !(COLUMN_A << 7)) << 1;
        neighbours[square] = (row | row << 8 | row >> 8) & !bit;
        square += 1;
    }
    neighbours
}

/// The flips of a disc; none if it has no neighbour of the other colour.
#[inline]
fn flips_at(square: usize, node: Node) -> u64 {
    if NEIGHBOURS[square % 64] & node.waiting == 0 { 0 } else { flips(square, node.mover, node.waiting) }
}

impl Search {
    /// A bound as in [`Search::bound`] with at most four empty squares: `empty`, of which there are `left`.
    #[inline]
    pub(super) fn last(&mut self, node: Node, empty: u64, left: u32, alpha: i32) -> i32 {
        // Squares in quarters with an odd number of empty squares come first.
        let odd = self.odd(empty);
        let mut places = [0; 4];
        let mut count = 0;
        for mut part in [empty & odd, empty & !odd] {
            while part != 0 {
                places[count % 4] = part.trailing_zeros() as usize;
                part &= part - 1;
                count += 1;
            }
        }
        let [a, b, c, d] = places;
        match left {
            0 => self.full(node),
            1 => self.last_1(node, a),
            2 => self.last_2(node, [a, b], alpha, false),
            3 => self.last_3(node, [a, b, c], alpha, false),
            _ => self.last_4(node, [a, b, c, d], alpha, false),
        }
    }

    fn full(&mut self, node: Node) -> i32 {
        if self.allowance.enter() { self.finished(node) } else { 0 }
    }

    fn last_4(&mut self, node: Node, [a, b, c, d]: [usize; 4], alpha: i32, passed: bool) -> i32 {
        if !self.allowance.enter() {
            return alpha;
        }
        let mut best = i32::MIN;
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            let flips = flips_at(square, node);
            if flips != 0 {
                let bound = -self.last_3(node.after(square, flips), rest, -alpha - 1, false);
                if bound > alpha {
                    return bound;
                }
                best = best.max(bound);
            }
        }
        match (best, passed) {
            (i32::MIN, true) => self.finished(node),
            (i32::MIN, false) => -self.last_4(node.passed(), [a, b, c, d], -alpha - 1, true),
            _ => best,
        }
    }

    fn last_3(&mut self, node: Node, [a, b, c]: [usize; 3], alpha: i32, passed: bool) -> i32 {
        if !self.allowance.enter() {
            return alpha;
        }
        let mut best = i32::MIN;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            let flips = flips_at(square, node);
            if flips != 0 {
                let bound = -self.last_2(node.after(square, flips), rest, -alpha - 1, false);
                if bound > alpha {
                    return bound;
                }
                best = best.max(bound);
            }
        }
        match (best, passed) {
            (i32::MIN, true) => self.finished(node),
            (i32::MIN, false) => -self.last_3(node.passed(), [a, b, c], -alpha - 1, true),
            _ => best,
        }
    }

    fn last_2(&mut self, node: Node, [a, b]: [usize; 2], alpha: i32, passed: bool) -> i32 {
        if !self.allowance.enter() {
            return alpha;
        }
        let mut best = i32::MIN;
        for (square, rest) in [(a, b), (b, a)] {
            let flips = flips_at(square, node);
            if flips != 0 {
                let bound = -self.last_1(node.after(square, flips), rest);
                if bound > alpha {
                    return bound;
                }
                best = best.max(bound);
            }
        }
        match (best, passed) {
            (i32::MIN, true) => self.finished(node),
            (i32::MIN, false) => -self.last_2(node.passed(), [a, b], -alpha - 1, true),
            _ => best,
        }
    }

    /// The score with one empty square, by counting flips without making the move.
    #[inline]
    fn last_1(&mut self, node: Node, square: usize) -> i32 {
        if !self.allowance.enter() {
            return 0;
        }
        let squares = self.squares.count_ones().cast_signed();
        let own = node.mover.count_ones().cast_signed();
        let flipped = flips(square, node.mover, node.waiting).count_ones().cast_signed();
        if flipped > 0 {
            return 2 * (own + flipped + 1) - squares;
        }
        match flips(square, node.waiting, node.mover).count_ones().cast_signed() {
            0 if 2 * own >= squares => 2 * (own + 1) - squares,
            lost => 2 * (own - lost) - squares,
        }
    }
}
