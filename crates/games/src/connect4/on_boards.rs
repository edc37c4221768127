//! Evaluators of plain boards that compute the sums which other states carry along.
//!
//! Running sums are fastest for a search that makes and unmakes moves and evaluates at each. A search that descends far
//! to evaluate a single family is faster on plain boards, with the sums computed where it arrives.

use super::incremental::Sums;
use super::rivest::{PRIOR_TEMPERATURE, Rivest};
use super::{Board, Column, Connect4};
use std::sync::Arc;
use tiptree::{BestLeaf, Evaluator, Leaf, Range};

/// The evaluator of running sums for plain boards: the values are the same.
///
/// ```
/// use tiptree::{Evaluator, Notation};
/// use tiptree_games::connect4::{Connect4, Rivest, Running};
///
/// let game = Connect4::default();
/// let evaluator = Running::new(game.clone())?.on_boards();
/// let board = game.parse_position("4453")?;
/// assert_eq!(evaluator.evaluate(&game, &board), Rivest.evaluate(&game, &board));
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Debug)]
pub struct OnBoards<S> {
    sums: Arc<S>,
}

impl<S> Clone for OnBoards<S> {
    fn clone(&self) -> Self {
        OnBoards { sums: Arc::clone(&self.sums) }
    }
}

impl<S> OnBoards<S> {
    pub(super) fn new(sums: Arc<S>) -> Self {
        OnBoards { sums }
    }
}

impl<S: Sums> Evaluator<Connect4> for OnBoards<S> {
    fn range(&self) -> Range {
        Rivest::scale()
    }

    #[inline]
    fn evaluate(&self, _game: &Connect4, board: &Board) -> f64 {
        self.sums.value(board)
    }

    #[inline]
    fn children(&self, _game: &Connect4, board: &Board, moves: &[Column], leaves: &mut Vec<Leaf>) {
        self.sums.family(board, moves, leaves);
    }

    #[inline]
    fn best_child(
        &self,
        _game: &Connect4,
        board: &Board,
        moves: &[Column],
        _is_max: bool,
        room: &mut Vec<Leaf>,
    ) -> BestLeaf {
        self.sums.best(board, moves, room)
    }

    fn temperature(&self) -> Option<f64> {
        Some(PRIOR_TEMPERATURE)
    }

    fn is_chance(&self) -> bool {
        S::IS_CHANCE
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}
