//! What Othello tells a search.

use super::{Board, Othello, Square};
use tiptree::{Game, Insight, Prospect, Rng, ScoreBounds, Turn};

/// ```
/// use tiptree::{Insight, Notation, Prospect};
/// use tiptree_games::othello::{Othello, Square};
///
/// let game = Othello::new(4)?;
/// let board = game.parse_position("XXXXXXXXOOOOOOO-X")?;
/// assert_eq!(game.prospect(&board, &mut Vec::new()), Prospect::Won(Square(27)));
/// # Ok::<(), tiptree::ParseError>(())
/// ```
impl Insight for Othello {
    /// Looks for a winning move only on the last empty square. Earlier, immediate wins are too rare.
    #[inline]
    fn prospect(&self, board: &Board, moves: &mut Vec<Square>) -> Prospect<Square> {
        let is_last_square =
            board.placements() == self.squares & !board.occupied() && board.placements().is_power_of_two();
        if is_last_square && !self.counts_discs {
            let square = Square(board.placements().trailing_zeros() as u8);
            let won = Turn::Over(if board.is_white() { -1.0 } else { 1.0 });
            if self.turn(&self.after(board, square)) == won {
                return Prospect::Won(square);
            }
        }
        self.moves(board, moves);
        Prospect::Open
    }

    /// A player whose stable discs fill half of the squares does not lose; one with more wins. Where discs are counted, each
    /// stable disc is one that the opponent does not get.
    #[inline]
    fn bounds(&self, board: &Board) -> Option<ScoreBounds> {
        if self.counts_discs {
            return self.disc_bounds(board);
        }
        let half = self.squares.count_ones() / 2;
        let kept = |discs: u64| {
            // A player without a corner has hardly any stable discs.
            if discs & self.corners() == 0 || discs.count_ones() < half {
                return 0;
            }
            self.lines.stable(discs, board.occupied()).count_ones()
        };
        let (lower, upper) = match (kept(board.black()), kept(board.white())) {
            (black, _) if black > half => (1.0, 1.0),
            (_, white) if white > half => (-1.0, -1.0),
            (black, white) if black == half && white == half => (0.0, 0.0),
            (black, _) if black == half => (0.0, 1.0),
            (_, white) if white == half => (-1.0, 0.0),
            _ => return None,
        };
        Some(ScoreBounds { lower, upper })
    }

    fn places(&self) -> usize {
        65
    }

    #[inline]
    fn place(&self, _board: &Board, square: Square) -> usize {
        square.0.into()
    }

    fn plane_shape(&self) -> Option<[usize; 3]> {
        Some([3, self.size(), self.size()])
    }

    /// Black's discs, White's discs, and ones where Black is to move.
    fn planes(&self, board: &Board, values: &mut Vec<f32>) {
        let to_move = if board.is_white() { 0 } else { u64::MAX };
        for discs in [board.black(), board.white(), to_move] {
            for row in 0..self.size() {
                let square = |column| discs >> (8 * row + column) & 1;
                values.extend((0..self.size()).map(|column| f32::from(square(column) as u8)));
            }
        }
    }

    fn playout(&self, board: Board, rng: &mut Rng) -> f64 {
        self.random_payoff(board, rng)
    }
}

impl Othello {
    /// The bounds on Max's lead that follow from the stable discs; `None` if nobody has a corner, and so hardly any.
    fn disc_bounds(&self, board: &Board) -> Option<ScoreBounds> {
        let most = f64::from(self.squares.count_ones());
        let kept = |discs: u64| {
            let stable =
                if discs & self.corners() == 0 { 0 } else { self.lines.stable(discs, board.occupied()) };
            f64::from(stable.count_ones())
        };
        let (black, white) = (kept(board.black()), kept(board.white()));
        let bounds = ScoreBounds { lower: 2.0 * black - most, upper: most - 2.0 * white };
        (black + white > 0.0).then_some(bounds)
    }
}
