//! The weights of all patterns, and the sums that a state carries along.

use super::family::{Family, in_order};
use super::features::PatternFeatures;
use super::patterns::{canonical, patterns};
use crate::connect4::codes::{Change, Codes};
use crate::connect4::incremental::Sums;
use crate::connect4::insight::USUAL;
use crate::connect4::rivest::finished;
use crate::connect4::{Board, Column, Connect4, turn_without_four};
use crate::{fitted, logistic};
use std::hint::select_unpredictable;
use std::mem;
use tiptree::features;
use tiptree::{BestLeaf, Leaf, ParseError, Turn};

/// More than the number of patterns: the last index stands for no pattern.
pub(super) const PATTERNS: usize = 72;
/// The maximum number of patterns that a cell touches.
pub(super) const TOUCHED: usize = 24;
/// The weights that come with this library.
const FILE: &[u8] = include_bytes!("../../../data/connect4-fitted.bin");

/// The weights of a fitted evaluator.
///
/// Every code has two weights: one with Max to move and one with Min to move. Those of code 0, which is no pattern, are added
/// for every position.
#[derive(Debug)]
pub struct Weights {
    codes: Codes<TOUCHED, PATTERNS>,
    /// By code, then by the side to move.
    table: Box<[[i16; 2]; 1 << 16]>,
    /// The weight added for every position, by the side to move.
    always: [i32; 2],
    family: Family,
}

/// The sums of the weights for either side to move, and the codes of all patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighed {
    sums: [i32; 2],
    codes: [u16; PATTERNS],
}

impl Weighed {
    /// The codes of all patterns.
    #[inline]
    pub(super) fn codes(&self) -> &[u16; PATTERNS] {
        &self.codes
    }

    /// The sum with this side to move.
    #[inline]
    pub(super) fn sum(&self, side: usize) -> i32 {
        self.sums[side % 2]
    }
}

impl Default for Weights {
    fn default() -> Self {
        let features = PatternFeatures::new(Connect4::default()).expect("the usual board");
        let weights = features::read(&features, FILE, "the library").expect("weights of the patterns");
        Weights::new(&weights).expect("weights that the tables hold")
    }
}

impl Weights {
    /// The weights of a file that `tiptree fit` wrote.
    ///
    /// # Errors
    /// If the file cannot be read, or does not hold weights of these patterns.
    pub fn read(file: &str) -> Result<Self, ParseError> {
        Weights::new(&fitted::read(&PatternFeatures::new(Connect4::default())?, file)?)
    }

    /// The weights by canonical code and side to move.
    ///
    /// # Errors
    /// If a stone changes a weight by 32768 or more.
    pub(super) fn new(weights: &[i16]) -> Result<Self, ParseError> {
        let patterns = in_order(patterns());
        let mut table = no_weights();
        for (entry, code) in table.iter_mut().zip(canonical(&patterns)) {
            *entry = [0, 1].map(|side| weights[2 * code as usize + side]);
        }
        let shape = &Connect4::default().shape;
        let mut codes = Codes::new(shape);
        for pattern in &patterns {
            codes.add(pattern.start as u16, pattern.steps(shape));
        }
        // A state has some slots with the code of no pattern; those must weigh nothing.
        let always = mem::take(&mut table[0]).map(i32::from);
        let family = Family::new(&patterns, shape, &table)?;
        Ok(Weights { codes, table, always, family })
    }

    /// The sum with this side to move.
    #[inline]
    fn sum(&self, codes: &[u16; PATTERNS], side: usize) -> i32 {
        self.always[side] + codes.iter().map(|&code| self.weight(code, side)).sum::<i32>()
    }

    #[inline]
    fn weight(&self, code: u16, side: usize) -> i32 {
        i32::from(self.table[usize::from(code)][side])
    }

    /// The leaf after a move.
    #[inline]
    pub(super) fn leaf_after(&self, board: &Board, carried: &Weighed, column: Column) -> Leaf {
        let (side, mover) = (board.side(), board.side() ^ 1);
        let cell = self.codes.shape().cell(board, column);
        let gain = |Change { before, after, .. }| self.weight(after, mover) - self.weight(before, mover);
        let sum =
            || carried.sums[mover] + self.codes.changes(&carried.codes, cell, side).map(gain).sum::<i32>();
        self.leaf(board, USUAL.has_four(board.mover() | 1 << cell), sum)
    }

    /// Pushes the leaf after each of `moves`.
    #[inline]
    pub(super) fn leaves(
        &self,
        board: &Board,
        codes: &[u16; PATTERNS],
        moves: &[Column],
        leaves: &mut Vec<Leaf>,
    ) {
        let always = self.always[board.side() ^ 1];
        let sums = self.family.sums_after(board, codes);
        let winning = USUAL.threats(board.mover(), board.occupied());
        leaves.extend(moves.iter().map(|&column| {
            let cell = self.codes.shape().cell(board, column);
            self.leaf(board, winning >> cell & 1 == 1, || always + sums[usize::from(column.0)])
        }));
    }

    /// The leaf after a move: a win if `wins`, otherwise valued by `sum`.
    #[inline]
    fn leaf(&self, board: &Board, wins: bool, sum: impl FnOnce() -> i32) -> Leaf {
        let turn = if wins {
            Turn::Over(if board.side() == 0 { 1.0 } else { -1.0 })
        } else {
            turn_without_four(self.codes.shape(), board.plies() + 1)
        };
        let value = match turn {
            Turn::Over(payoff) => finished(payoff),
            _ => logistic::value(sum()),
        };
        Leaf { value, turn }
    }
}

/// A table of zeros, of a size that needs no bounds check.
fn no_weights() -> Box<[[i16; 2]; 1 << 16]> {
    vec![[0; 2]; 1 << 16].into_boxed_slice().try_into().expect("the length is the same")
}

impl Sums for Weights {
    const IS_CHANCE: bool = true;

    type Carried = Weighed;

    #[inline]
    fn of(&self, board: &Board) -> Weighed {
        let codes = self.codes.of(board);
        Weighed { sums: [0, 1].map(|side| self.sum(&codes, side)), codes }
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

    #[inline]
    fn value(&self, board: &Board) -> f64 {
        logistic::value(self.sum(&self.codes.of(board), board.side()))
    }

    #[inline]
    fn family(&self, board: &Board, moves: &[Column], leaves: &mut Vec<Leaf>) {
        self.leaves(board, &self.codes.of(board), moves, leaves);
    }

    #[inline]
    fn best(&self, board: &Board, moves: &[Column], room: &mut Vec<Leaf>) -> BestLeaf {
        let winning = USUAL.threats(board.mover(), board.occupied()) & USUAL.playable(board.occupied());
        let turn = turn_without_four(self.codes.shape(), board.plies() + 1);
        if winning != 0 || turn.is_over() {
            room.clear();
            self.family(board, moves, room);
            return BestLeaf::among(room, board.side() == 0);
        }
        let sums = self.family.sums_after(board, &self.codes.of(board));
        let always = self.always[board.side() ^ 1];
        let sign = if board.side() == 0 { 1.0 } else { -1.0 };
        let (mut place, mut best) = (0, f64::NEG_INFINITY);
        for (number, column) in moves.iter().enumerate() {
            let own = sign * logistic::value(always + sums[usize::from(column.0) % sums.len()]);
            let is_better = own > best;
            place = select_unpredictable(is_better, number, place);
            best = select_unpredictable(is_better, own, best);
        }
        let value = sign * best;
        BestLeaf { place, leaf: Leaf { value, turn }, over: 0 }
    }
}
