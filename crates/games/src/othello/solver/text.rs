//! The solver for positions as text.

use super::Solver;
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
        let game = self.game;
        answer(&game, position, |board| {
            let before = self.nodes();
            self.search.allowance.limit(Some(Meter::new(budget)));
            let score = self.search.score(board)?;
            let best = self.find_best(board, score)?;
            let moves = if all_moves { self.find_all(board)? } else { Vec::new() };
            Some(Found { score, best: Some(best), moves, nodes: self.nodes() - before })
        })
    }

    fn forget(&mut self) {
        Solver::forget(self);
    }
}
