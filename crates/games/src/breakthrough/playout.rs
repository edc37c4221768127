//! Fast random games: no move list, each move is drawn from the bits of the squares entered.

use super::{Board, Breakthrough, Step};
use tiptree::{Game, Rng};

impl Breakthrough {
    /// Max's payoff at the end of a game of random moves, in which all moves of a position are equally likely.
    #[inline]
    pub(super) fn random_payoff(&self, mut board: Board, rng: &mut Rng) -> f64 {
        while !Breakthrough::is_lost(&board) {
            let targets = self.targets(&board);
            let counts = targets.map(|targets| targets.count_ones() as usize);
            let mut choice = rng.below(counts.iter().sum());
            let mut direction = 0;
            while choice >= counts[direction] {
                choice -= counts[direction];
                direction += 1;
            }
            let mut targets = targets[direction];
            for _ in 0..choice {
                targets &= targets - 1;
            }
            let direction = direction as u32;
            self.play(&mut board, Step::new(targets.trailing_zeros() - 7 - direction, direction));
        }
        -Breakthrough::win(&board)
    }
}
