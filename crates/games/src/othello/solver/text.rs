//! The solver behind texts.

use super::Solver;
use tiptree::solver::{Found, answer};
use tiptree::{Budget, Meter, ParseError, Solution};

impl tiptree::Solver for Solver {
    /// A node is a position entered, and costs one move. Looks at the clocks and at the outside every 16,384 nodes.
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
