//! A line of play that leads to a given position: the text of a position is such a line.
//!
//! Every column is a stack whose stones were played from the bottom up; the players took turns. A line is therefore a
//! merging of the stacks in which the colours alternate. The search below tries the longest stack first, because a long
//! stack left for last may have two stones of one colour in sequence, and remembers the stacks from which no merging
//! exists. The result depends only on the position, so equal positions have equal lines.

use super::board::{Board, Shape};
use std::collections::HashSet;

/// The columns of a line of play that leads to `board`; none if the players cannot have taken turns.
pub(super) fn line(shape: &Shape, board: &Board) -> Option<Vec<u8>> {
    if !shape.has_four(board.last_mover()) {
        return merge(shape, board);
    }
    // The last stone completed every four, so without it nobody had won.
    let ending_in = |column: u8| {
        let last = shape.highest_stone(board.occupied(), usize::from(column)) & board.last_mover();
        if last == 0 || shape.has_four(board.last_mover() & !last) {
            return None;
        }
        let mut before = *board;
        before.lift(last);
        let mut line = merge(shape, &before)?;
        line.push(column);
        Some(line)
    };
    (0..shape.width).find_map(ending_in)
}

/// Merges the stacks of a position without four in a row.
fn merge(shape: &Shape, board: &Board) -> Option<Vec<u8>> {
    let stacks = (0..usize::from(shape.width)).map(|column| stack(shape, board, column)).collect();
    let mut merging = Merging { stacks, line: Vec::new(), dead_ends: HashSet::new() };
    merging.merge_rest(usize::from(board.plies())).then_some(merging.line)
}

/// The stones of a column, the lowest in the lowest bit, 1 for Black, and a sentinel 1 above them. Playing the lowest
/// stone is a shift; the empty stack is 1.
fn stack(shape: &Shape, board: &Board, column: usize) -> u64 {
    let cells = (1u64 << shape.height) - 1;
    let of = |stones: u64| (stones >> (column * shape.stride())) & cells;
    of(board.black()) | (of(board.occupied()) + 1)
}

struct Merging {
    /// What is left of each column.
    stacks: Vec<u64>,
    line: Vec<u8>,
    /// Stacks that cannot be merged, sorted because their columns do not matter.
    dead_ends: HashSet<Vec<u64>>,
}

impl Merging {
    fn merge_rest(&mut self, left: usize) -> bool {
        if left == 0 {
            return true;
        }
        let mut sorted = self.stacks.clone();
        sorted.sort_unstable();
        if self.dead_ends.contains(&sorted) {
            return false;
        }
        let colour = u64::from(self.line.len().is_multiple_of(2));
        let playable = |stack: u64| stack > 1 && stack & 1 == colour;
        let mut columns: Vec<usize> =
            (0..self.stacks.len()).filter(|&column| playable(self.stacks[column])).collect();
        columns.sort_by_key(|&column| self.stacks[column].leading_zeros());
        for column in columns {
            let stack = self.stacks[column];
            self.stacks[column] >>= 1;
            self.line.push(column as u8);
            if self.merge_rest(left - 1) {
                return true;
            }
            self.line.pop();
            self.stacks[column] = stack;
        }
        self.dead_ends.insert(sorted);
        false
    }
}
