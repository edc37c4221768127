//! Random games of Connect-Four played to the end, on bits alone.
//!
//! The playout keeps the landing cell of each open column, so a random move is a number below their count. It looks for
//! four in a row only among the stones of the mover.

use super::Board;
use super::board::MOST_COLUMNS;
use super::grid::{Grid, Masks};
use tiptree::Rng;

/// The bits of a draw. Six draws share a word; more bits per draw mean fewer rejected draws.
const BITS: u32 = 10;

/// Uniform numbers from few random bits.
struct Dice<'a> {
    rng: &'a mut Rng,
    word: u64,
    left: u32,
}

/// The number below `bound` for ten random bits; none for the few values that would bias the result (Lemire 2019).
#[inline]
fn drawn(bits: u32, bound: u32) -> Option<usize> {
    let product = bits * bound;
    let low = product & ((1 << BITS) - 1);
    (low >= bound || low >= (1 << BITS) % bound).then_some((product >> BITS) as usize)
}

impl Dice<'_> {
    /// A number below `bound`, which is at most 2^10.
    #[inline]
    fn below(&mut self, bound: u32) -> usize {
        loop {
            if self.left == 0 {
                (self.word, self.left) = (self.rng.next_u64(), u64::BITS / BITS);
            }
            let bits = self.word as u32 & ((1 << BITS) - 1);
            self.word >>= BITS;
            self.left -= 1;
            if let Some(number) = drawn(bits, bound) {
                return number;
            }
        }
    }
}

impl<const WIDTH: usize, const HEIGHT: usize> Grid<WIDTH, HEIGHT> {
    /// Max's payoff of a random playout, in which every open column is equally likely.
    pub(super) fn playout(&self, board: &Board, rng: &mut Rng) -> f64 {
        let Masks { cells, .. } = self.masks();
        let payoff = |is_red: bool| if is_red { -1.0 } else { 1.0 };
        let mut is_red = board.side() == 1;
        let (mut mover, mut other) = (board.mover(), board.last_mover());
        if self.has_four(other) {
            return payoff(!is_red);
        }
        let (mut landings, mut open) = ([0u64; MOST_COLUMNS], 0);
        let mut playable = self.playable(board.occupied());
        while playable != 0 {
            landings[open] = playable & playable.wrapping_neg();
            playable &= playable - 1;
            open += 1;
        }
        let mut dice = Dice { rng, word: 0, left: 0 };
        while open > 0 {
            let column = dice.below(open as u32) % MOST_COLUMNS;
            let cell = landings[column];
            mover |= cell;
            if self.has_four(mover) {
                return payoff(is_red);
            }
            landings[column] = cell << 1;
            if (cell << 1) & cells == 0 {
                open -= 1;
                landings[column] = landings[open % MOST_COLUMNS];
            }
            (mover, other, is_red) = (other, mover, !is_red);
        }
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_stands_for_as_many_bits() {
        for bound in 1..=MOST_COLUMNS as u32 {
            let mut counts = vec![0; bound as usize];
            for number in (0..1 << BITS).filter_map(|bits| drawn(bits, bound)) {
                counts[number] += 1;
            }
            assert!(counts.iter().all(|&count| count == (1 << BITS) / bound), "{bound}: {counts:?}");
        }
    }
}
