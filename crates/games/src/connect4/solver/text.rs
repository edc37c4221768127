//! The solver for positions as text.

use super::Solver;
use crate::connect4::Board;
use tiptree::solver::{Found, answer};
use tiptree::{Budget, Meter, ParseError, Solution};

impl tiptree::Solver for Solver {
    /// A node is a visited position and costs one move call. The search checks the clocks and the cancel flag every
    /// 16,384 nodes.
    fn solve(
        &mut self,
        position: &str,
        all_moves: bool,
        budget: &Budget,
    ) -> Result<Option<Solution>, ParseError> {
        let game = self.game.clone();
        answer(&game, position, |board| {
            // A table grown for another line of play has no entries for this position, and its size costs cache misses.
            if !is_one_line(&self.last, board) {
                self.search.forget();
            }
            self.last = *board;
            let before = self.nodes();
            self.search.limit(Some(Meter::new(budget)));
            let score = self.find(board, i32::MIN)?;
            let best = self.find_best(board, score)?;
            let moves = if all_moves { self.find_all(board, score)? } else { Vec::new() };
            Some(Found { score, best: Some(best), moves, nodes: self.nodes() - before })
        })
    }

    fn forget(&mut self) {
        Solver::forget(self);
    }
}

/// Whether play can lead from one of these positions to the other, as far as the stones tell.
fn is_one_line(one: &Board, two: &Board) -> bool {
    let holds = |all: &Board, part: &Board| part.black() & !all.black() == 0 && part.red() & !all.red() == 0;
    holds(one, two) || holds(two, one)
}
