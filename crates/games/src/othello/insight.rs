//! What Othello declares to a search.

use super::{Board, Othello, Square};
use tiptree::Insight;

impl Insight for Othello {
    fn places(&self) -> usize {
        65
    }

    #[inline]
    fn place(&self, _board: &Board, square: Square) -> usize {
        square.0.into()
    }
}
