//! The solver of planted trees, which reads the planted values.

use super::{EVEN, Place, Planted};
use tiptree::solver::{Found, answer};
use tiptree::{Budget, Game, ParseError, Solution, Solver, Turn};

/// Reads the values of positions. A score is the value minus that of the start, for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    tree: Planted,
}

impl Reader {
    /// A reader of `tree`.
    pub fn new(tree: &Planted) -> Self {
        Reader { tree: *tree }
    }
}

impl Solver for Reader {
    /// Visits the position and its children, whatever the budget.
    fn solve(
        &mut self,
        position: &str,
        all_moves: bool,
        _budget: &Budget,
    ) -> Result<Option<Solution>, ParseError> {
        let tree = self.tree;
        answer(&tree, position, |state| {
            let sign = if tree.turn(state) == Turn::Max { 1 } else { -1 };
            let score = |state: &Place| sign * (state.value() - EVEN);
            let mut legal = Vec::new();
            tree.moves(state, &mut legal);
            let mut moves: Vec<_> = legal.into_iter().map(|mv| (mv, score(&tree.after(state, mv)))).collect();
            let nodes = 1 + moves.len() as u64;
            let best = moves.iter().find(|&&(_, found)| found == score(state)).map(|&(mv, _)| mv);
            if !all_moves {
                moves.clear();
            }
            Some(Found { score: score(state), best, moves, nodes })
        })
    }

    fn forget(&mut self) {}
}
