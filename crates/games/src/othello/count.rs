//! The disc count: the evaluator of beginners, as a baseline for others.

use super::{Board, Othello};
use tiptree::{Evaluator, Game, Range};

/// Black's discs minus White's: from -64, where all are White's, to 64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiscCount;

impl Evaluator<Othello> for DiscCount {
    fn range(&self) -> Range {
        Range::new(-64.0, 64.0).with_step(1.0)
    }

    /// Discs are discs where they are counted, also on small boards.
    fn payoff(&self, game: &Othello, payoff: f64) -> f64 {
        if game.counts_discs { payoff } else { game.payoffs().map(payoff, self.range()) }
    }

    #[inline]
    fn evaluate(&self, _game: &Othello, board: &Board) -> f64 {
        let lead = board.lead();
        f64::from(if board.is_white() { -lead } else { lead })
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}
