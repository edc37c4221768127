//! Codes of patterns, updated stone by stone or computed from a whole board.
//!
//! A pattern is a set of cells, and its code is a number for their contents, to which every stone adds a step of its
//! own. So a stone updates the codes of the patterns that it touches with one addition each. The codes of all patterns
//! are indices into one table of 65536 entries, in which each pattern, or each kind of pattern, has a range.

use super::board::{Board, Shape};
use super::fillings::Fillings;

/// A pattern that a cell touches, and the step that a stone there adds to its code.
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

/// Which patterns each cell touches: at most `TOUCHED` of them, and fewer than `PATTERNS` in all.
///
/// The last index stands for no pattern. Cells that touch fewer patterns are padded with it, and its code never
/// changes.
#[derive(Debug)]
pub(super) struct Codes<const TOUCHED: usize, const PATTERNS: usize> {
    /// By the player whose stone it is, 0 or 1, and the index of the cell's bit.
    crossings: Box<[[[Crossing; TOUCHED]; 64]; 2]>,
    /// How many of them are read for each cell: a multiple of four, because a different count for every cell would
    /// cause branch mispredictions.
    looked_at: [u8; 64],
    fillings: Fillings<u16, PATTERNS>,
    count: usize,
}

impl<const TOUCHED: usize, const PATTERNS: usize> Codes<TOUCHED, PATTERNS> {
    /// No pattern yet. The code of no pattern is 0.
    pub(super) fn new(shape: &Shape) -> Self {
        let none = Crossing { pattern: PATTERNS as u16 - 1, step: 0 };
        Codes {
            crossings: Box::new([[[none; TOUCHED]; 64]; 2]),
            looked_at: [0; 64],
            fillings: Fillings::new(shape),
            count: 0,
        }
    }

    /// Adds a pattern whose codes begin at `start`. `steps` holds cell indices and what a stone of each player there
    /// adds to the code.
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

    /// The board of the patterns.
    #[inline]
    pub(super) fn shape(&self) -> &Shape {
        self.fillings.shape()
    }

    /// The codes of a board.
    #[inline]
    pub(super) fn of(&self, board: &Board) -> [u16; PATTERNS] {
        self.fillings.of(board)
    }

    /// How a stone of `side`, 0 or 1, in a cell changes the codes.
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
