//! The weights of all patterns, and the sums that a state carries along.

use super::logistic::UNITS_PER_NAT;
use super::patterns::{Pattern, canonical, entries, patterns};
use crate::connect4::codes::{Change, Codes};
use crate::connect4::incremental::Sums;
use crate::connect4::insight::USUAL;
use crate::connect4::{Board, Connect4};
use tiptree::Misread;

/// More than there are patterns.
pub(super) const PATTERNS: usize = 72;
/// The most patterns that a cell touches.
pub(super) const TOUCHED: usize = 24;
/// The weights that come with this library.
const FILE: &[u8] = include_bytes!("../../../data/connect4-fitted.bin");

/// The weights of a fitted evaluator.
///
/// In the file every code has four bytes, the weight with Max to move and that with Min to move, each in two bytes, the
/// lower first, in parts of log-odds. The weights of no pattern, code 0, belong to every position.
#[derive(Debug)]
pub struct Weights {
    codes: Codes<TOUCHED, PATTERNS>,
    /// By code, then by the side to move.
    table: Box<[[i16; 2]; 1 << 16]>,
    /// Of the empty board.
    sums: [i32; 2],
}

/// The sums of the weights for either side to move, and the codes of all patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighed {
    sums: [i32; 2],
    codes: [u16; PATTERNS],
}

impl Weighed {
    /// The sum with this side to move.
    #[inline]
    pub(super) fn sum(&self, side: usize) -> i32 {
        self.sums[side % 2]
    }
}

impl Default for Weights {
    fn default() -> Self {
        Weights::read(FILE).expect("the weights that come with the patterns")
    }
}

impl Weights {
    /// The weights of a file.
    ///
    /// # Errors
    /// If it has not four bytes for every code.
    pub fn read(bytes: &[u8]) -> Result<Self, Misread> {
        let patterns = patterns();
        let expected = 4 * entries(&patterns);
        if bytes.len() != expected {
            let read = format!("{} bytes", bytes.len());
            return Err(Misread::new("weights", read, format!("{expected} bytes")));
        }
        let mut table = no_weights();
        for (entry, bytes) in table.iter_mut().zip(bytes.as_chunks().0) {
            let &[a, b, c, d] = bytes;
            *entry = [i16::from_le_bytes([a, b]), i16::from_le_bytes([c, d])];
        }
        let shape = &Connect4::default().shape;
        let mut codes = Codes::new();
        for pattern in &patterns {
            codes.add(pattern.start as u16, pattern.steps(shape));
        }
        let sums = [0, 1].map(|side| {
            let starts = patterns.iter().map(|pattern| pattern.start).chain([0]);
            starts.map(|start| i32::from(table[start][side])).sum()
        });
        Ok(Weights { codes, table, sums })
    }

    /// The file of weights given in log-odds, by code and side to move; those of canonical codes are read.
    pub(super) fn write(patterns: &[Pattern], weights: &[f32]) -> Vec<u8> {
        let fixed = |weight: f32| (weight * UNITS_PER_NAT as f32).round() as i16;
        let both = |code: u32| [0, 1].map(|side| fixed(weights[2 * code as usize + side]));
        canonical(patterns).into_iter().flat_map(both).flat_map(i16::to_le_bytes).collect()
    }

    #[inline]
    fn weight(&self, code: u16, side: usize) -> i32 {
        i32::from(self.table[usize::from(code)][side])
    }

    /// The sum behind a stone of `side`, with the other side to move.
    #[inline]
    pub(super) fn sum_after(&self, carried: &Weighed, cell: usize, side: usize) -> i32 {
        let mover = (side ^ 1) % 2;
        let changes = self.codes.changes(&carried.codes, cell, side);
        let gains = changes
            .map(|Change { before, after, .. }| self.weight(after, mover) - self.weight(before, mover));
        carried.sums[mover] + gains.sum::<i32>()
    }
}

/// A table of the size that needs no check.
fn no_weights() -> Box<[[i16; 2]; 1 << 16]> {
    vec![[0; 2]; 1 << 16].into_boxed_slice().try_into().expect("the length is the same")
}

impl Sums for Weights {
    type Carried = Weighed;

    fn start(&self) -> Weighed {
        Weighed { sums: self.sums, codes: self.codes.start() }
    }

    #[inline]
    fn with_stone(&self, carried: &Weighed, cell: usize, side: usize) -> Weighed {
        let mut next = *carried;
        self.codes.changes(&carried.codes, cell, side).for_each(|Change { pattern, before, after }| {
            for mover in 0..2 {
                next.sums[mover] += self.weight(after, mover) - self.weight(before, mover);
            }
            next.codes[pattern] = after;
        });
        next
    }

    #[inline]
    fn won(&self, _carried: &Weighed, board: &Board) -> Option<f64> {
        USUAL.has_four(board.last_mover()).then(|| if board.side() == 0 { -1.0 } else { 1.0 })
    }
}
