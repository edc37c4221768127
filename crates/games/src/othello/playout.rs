//! Fast random games: no move list, each move is drawn from the bits of the placements.

use super::{Board, Othello};
use tiptree::{Game, Rng, Turn};

impl Othello {
    /// Max's payoff at the end of a game of random moves, in which all moves of a position are equally likely.
    #[inline]
    pub(super) fn random_payoff(&self, mut board: Board, rng: &mut Rng) -> f64 {
        loop {
            let mut placements = board.placements();
            if placements != 0 {
                for _ in 0..rng.below(placements.count_ones() as usize) {
                    placements &= placements - 1;
                }
                board = board.placed(placements.trailing_zeros() as usize, self.squares);
                continue;
            }
            let passed = board.passed(self.squares);
            if passed.placements() == 0 {
                let Turn::Over(payoff) = self.turn(&board) else { unreachable!("nobody can place a disc") };
                return payoff;
            }
            board = passed;
        }
    }
}
