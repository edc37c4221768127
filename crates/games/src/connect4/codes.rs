//! Codes of patterns, kept up to date stone by stone, or read from a whole board.
//!
//! A pattern is a set of cells, and its code a number for what stands in them, to which every stone adds something of
//! its own: so a stone changes the codes of the patterns that it touches by as many additions. Codes of all patterns are
//! places in one table of 65536 entries, of which each pattern, or each kind of pattern, has a part.

use super::board::{Board, Shape};
use super::fillings::Fillings;

/// A pattern that a cell touches, and what a stone there adds to its code.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Crossing {
    pub(super) pattern: u16,
    pub(super) step: u16,
}

/// The code of a pattern before and after a stone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) pattern: usize,
    pub(super) before: u16,
    pub(super) after: u16,
}

/// Which patterns each cell touches, `TOUCHED` at most, of fewer than `PATTERNS`.
///
/// The last place is that of no pattern: cells that touch fewer name it, and its code never changes.
#[derive(Debug)]
pub(super) struct Codes<const TOUCHED: usize, const PATTERNS: usize> {
    /// By the player whose stone it is, 0 or 1, and the number of the cell's bit.
    crossings: Box<[[[Crossing; TOUCHED]; 64]; 2]>,
    /// How many of them are looked at for each cell: in fours, because a number of its own for every cell would be guessed
    /// wrong by the processor.
    looked_at: [u8; 64],
    fillings: Fillings<u16, PATTERNS>,
    count: usize,
}

impl<const TOUCHED: usize, const PATTERNS: usize> Codes<TOUCHED, PATTERNS> {
    /// No pattern yet. Where there is none, the code is 0.
    pub(super) fn new(shape: &Shape) -> Self {
        let none = Crossing { pattern: PATTERNS as u16 - 1, step: 0 };
        Codes {
            crossings: Box::new([[[none; TOUCHED]; 64]; 2]),
            looked_at: [0; 64],
            fillings: Fillings::new(shape),
            count: 0,
        }
    }

    /// Adds a pattern whose code begins at `start`: what a stone of either player adds, by the number of its cell.
    pub(super) fn add(&mut self, start: u16, steps: impl IntoIterator<Item = (usize, [u16; 2])>) {
        assert!(self.count + 1 < PATTERNS, "there is room for {} patterns", PATTERNS - 1);
        let none = PATTERNS as u16 - 1;
        for (cell, of_players) in steps {
            for (crossings, step) in self.crossings.iter_mut().zip(of_players) {
                let free = crossings[cell].iter().position(|crossing| crossing.pattern == none);
                let free = free.expect("a cell touches no more patterns");
                crossings[cell][free] = Crossing { pattern: self.count as u16, step };
                self.looked_at[cell] = (free as u8 / 4 + 1) * 4;
            }
            self.fillings.add_of_stone(self.count, cell, of_players);
        }
        self.fillings.add(self.count, start);
        self.count += 1;
    }

    /// The board that they lie on.
    #[inline]
    pub(super) fn shape(&self) -> &Shape {
        self.fillings.shape()
    }

    /// The codes of a board.
    #[inline]
    pub(super) fn of(&self, board: &Board) -> [u16; PATTERNS] {
        self.fillings.of(board)
    }

    /// What a stone of `side`, 0 or 1, in a cell makes of the codes.
    #[inline]
    pub(super) fn changes(
        &self,
        codes: &[u16; PATTERNS],
        cell: usize,
        side: usize,
    ) -> impl Iterator<Item = Change> {
        let looked_at = if TOUCHED <= 4 { TOUCHED } else { usize::from(self.looked_at[cell % 64]) };
        let (fours, _) = self.crossings[side % 2][cell % 64][..looked_at].as_chunks::<4>();
        fours.iter().flatten().map(|&Crossing { pattern, step }| {
            let pattern = usize::from(pattern).min(PATTERNS - 1);
            let before = codes[pattern];
            Change { pattern, before, after: before.wrapping_add(step) }
        })
    }
}
