//! What a position of Kalah seems to be worth.

use super::{Board, Kalah};
use tiptree::{Evaluator, Range};

/// Max's view of a number that is good for the player to move.
fn to_max<T: std::ops::Neg<Output = T>>(board: &Board, value: T) -> T {
    if board.mover.is_mins() { -value } else { value }
}

/// The seeds in Max's store less those in Min's; all seeds of the game where it is won.
///
/// What studies of Kalah since Slagle and Dixon 1970 value positions by.
#[derive(Clone, Copy, Debug)]
pub struct Stores {
    range: Range,
}

impl Stores {
    /// The stores of `game`.
    pub fn new(game: &Kalah) -> Self {
        let total = game.total() as f64;
        Stores { range: Range::new(-total, total).with_step(1.0) }
    }
}

impl Evaluator<Kalah> for Stores {
    fn range(&self) -> Range {
        self.range
    }

    #[inline]
    fn evaluate(&self, _game: &Kalah, board: &Board) -> f64 {
        f64::from(to_max(board, i32::from(board.mover.store()) - i32::from(board.waiter.store())))
    }
}

/// An estimate of the result, -1 to 1, from the stores, the seeds on each side and the moves at hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seeds;

impl Seeds {
    /// The estimate for `game`.
    pub fn new(_game: &Kalah) -> Self {
        Seeds
    }
}

impl Evaluator<Kalah> for Seeds {
    fn range(&self) -> Range {
        Range::new(-1.0, 1.0)
    }

    #[inline]
    fn evaluate(&self, _game: &Kalah, board: &Board) -> f64 {
        let stores = f64::from(board.mover.store()) - f64::from(board.waiter.store());
        let pits = f64::from(board.mover.seeds_in_pits()) - f64::from(board.waiter.seeds_in_pits());
        let sum = 0.1 * stores + 0.03 * pits;
        to_max(board, sum / (1.0 + sum * sum).sqrt())
    }
}
