//! Fast random games: the empty cells are filled at random, and a full board has one winner.

use super::Hex;
use super::board::{Board, bits};
use tiptree::{Game, Rng, Turn};

impl Hex {
    /// Max's payoff at the end of a game of random moves, in which all moves of a position are equally likely.
    ///
    /// A game that goes on after it is won has the same winner, so that the cells can be filled in any order.
    #[inline]
    pub(super) fn random_payoff(&self, board: &Board, rng: &mut Rng) -> f64 {
        if let Turn::Over(payoff) = self.turn(board) {
            return payoff;
        }
        let mut board = *board;
        if self.may_swap(&board) {
            let mut moves = Vec::new();
            self.moves(&board, &mut moves);
            let mv = moves[rng.below(moves.len())];
            self.play(&mut board, mv);
        }
        let mut cells = [0; 121];
        let mut count = 0;
        for cell in bits(self.empty(&board)) {
            cells[count] = cell;
            count += 1;
        }
        // The first half of the cells, in random order, is the mover's.
        let own = count.div_ceil(2);
        let mut stones = board.stones;
        for place in 0..own {
            cells.swap(place, place + rng.below(count - place));
            stones[board.side()] |= 1 << cells[place];
        }
        let max = if board.is_min { self.shape.cells & !stones[1] } else { stones[0] };
        let [upper, lower] = self.shape.edges[0];
        let reached = self.shape.connected(max & upper, max);
        if reached & lower != 0 { 1.0 } else { -1.0 }
    }
}
