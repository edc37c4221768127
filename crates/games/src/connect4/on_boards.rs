//! Evaluators of plain boards, by way of what the states of running games carry along.
//!
//! A search that goes back and forth pays for running sums at every move; one that walks far and evaluates little had better
//! walk on plain boards and sum up where it evaluates.

use super::incremental::{Incremental, Sums};
use super::{Board, Column, Connect4};
use tiptree::{Evaluator, Leaf, Range};

/// An evaluator of running sums that is asked about plain boards: the values are the same.
#[derive(Debug)]
pub struct OnBoards<S, E> {
    game: Incremental<S>,
    evaluator: E,
}

impl<S, E: Clone> Clone for OnBoards<S, E> {
    fn clone(&self) -> Self {
        OnBoards { game: self.game.clone(), evaluator: self.evaluator.clone() }
    }
}

impl<S, E> OnBoards<S, E> {
    /// Asks `evaluator` about the boards of `game`.
    pub fn new(game: Incremental<S>, evaluator: E) -> Self {
        OnBoards { game, evaluator }
    }
}

impl<S: Sums, E: Evaluator<Incremental<S>>> Evaluator<Connect4> for OnBoards<S, E> {
    fn range(&self) -> Range {
        self.evaluator.range()
    }

    #[inline]
    fn evaluate(&self, _game: &Connect4, board: &Board) -> f64 {
        self.evaluator.evaluate(&self.game, &self.game.summed(board))
    }

    #[inline]
    fn leaf_after(&self, _game: &Connect4, board: &Board, column: Column) -> Leaf {
        self.evaluator.leaf_after(&self.game, &self.game.summed(board), column)
    }

    #[inline]
    fn children(&self, _game: &Connect4, board: &Board, moves: &[Column], leaves: &mut Vec<Leaf>) {
        self.evaluator.children(&self.game, &self.game.summed(board), moves, leaves);
    }

    fn temperature(&self) -> Option<f64> {
        self.evaluator.temperature()
    }

    fn is_symmetric(&self) -> bool {
        self.evaluator.is_symmetric()
    }
}
