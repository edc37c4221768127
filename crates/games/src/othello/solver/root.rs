//! From bounds to scores: the sequence of null-window searches for one position.

use super::search::{Node, Search};
use super::table::Table;
use crate::othello::Board;

/// The maximum distance of the next window from the last bound: small at first, because the first bounds are near the
/// score.
const STEPS: [i32; 6] = [2, 4, 6, 10, 16, 32];

impl Search {
    /// The score of a position, unless the meter stops the search.
    pub(super) fn score(&mut self, board: &Board) -> Option<i32> {
        let node = Node { mover: board.mover(), waiting: board.waiting() };
        let squares = self.squares.count_ones().cast_signed();
        let (mut low, mut high) = (-squares, squares);
        // Scores are even, so odd bounds suffice.
        let mut alpha = -1;
        let mut steps = STEPS.into_iter();
        while low < high {
            let bound = self.bound(node, alpha);
            if self.allowance.is_stopped() {
                return None;
            }
            let step = steps.next().unwrap_or(2 * squares);
            if bound > alpha {
                low = bound;
                alpha = (low + step - 1).min(high - 1);
            } else {
                high = bound;
                alpha = (high - step + 1).max(low + 1);
            }
        }
        Some(low)
    }

    /// Whether the score of a position is at most `bound`, unless the meter stops the search.
    pub(super) fn is_at_most(&mut self, board: &Board, bound: i32) -> Option<bool> {
        let found = self.bound(Node { mover: board.mover(), waiting: board.waiting() }, bound);
        (!self.allowance.is_stopped()).then_some(found <= bound)
    }

    /// The square of the table's best move for this position; 64 if there is none.
    pub(super) fn remembered(&self, board: &Board) -> u8 {
        let node = Node { mover: board.mover(), waiting: board.waiting() };
        self.table.find(Table::hash(node), node).best
    }
}
