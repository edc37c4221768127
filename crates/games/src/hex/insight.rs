//! What Hex tells a search: wins at once, the reply to a win that threatens, and the half turn of the board.

use super::board::{Board, STRIDE, bits};
use super::{Cell, Hex, SWAP};
use tiptree::{Game, Glance, Insight, Keyed, Prospect, Rng};

/// What there is to play.
enum Replies {
    /// A cell that wins at once.
    Winning(Cell),
    /// The only cells where a stone does not lose at once; taking over a stone is not among them.
    Safe(u128),
}

/// ```
/// use tiptree::{Insight, Notation, Prospect};
/// use tiptree_games::hex::Hex;
///
/// let game = Hex::new(3)?;
/// let mut moves = Vec::new();
/// let board = game.parse_position("b2 a3 b1")?;
/// // Max threatens to connect at b3, and has no other way.
/// assert_eq!(game.prospect(&board, &mut moves), Prospect::Open);
/// assert_eq!(game.move_text(&board, moves[0]), "b3");
/// # Ok::<(), tiptree::ParseError>(())
/// ```
impl Insight for Hex {
    #[inline]
    fn prospect(&self, board: &Board, moves: &mut Vec<Cell>) -> Prospect<Cell> {
        if self.may_swap(board) {
            self.moves(board, moves);
            return Prospect::Open;
        }
        match self.replies(board) {
            Replies::Winning(cell) => Prospect::Won(cell),
            Replies::Safe(0) => Prospect::Lost,
            Replies::Safe(cells) => {
                moves.extend(bits(cells).map(|number| Cell(number as u8)));
                Prospect::Open
            }
        }
    }

    #[inline]
    fn glance(&self, board: &Board, _room: &mut Vec<Cell>) -> Glance<Cell> {
        if self.may_swap(board) {
            return Glance::Open;
        }
        match self.replies(board) {
            Replies::Winning(_) => Glance::Won,
            Replies::Safe(0) => Glance::Lost,
            Replies::Safe(cells) if cells.is_power_of_two() => Glance::Only(first(cells)),
            Replies::Safe(_) => Glance::Open,
        }
    }

    #[inline]
    fn folded_key(&self, board: &Board) -> (u64, bool) {
        let image = Board { stones: board.stones.map(|stones| self.shape.turned(stones)), ..*board };
        let is_image = image.stones < board.stones;
        (self.key(if is_image { &image } else { board }), is_image)
    }

    #[inline]
    fn mirrored(&self, cell: Cell) -> Cell {
        if cell == SWAP { SWAP } else { Cell(((STRIDE + 1) * (self.shape.size - 1)) as u8 - cell.0) }
    }

    /// Each player has places of its own.
    fn places(&self) -> usize {
        256
    }

    #[inline]
    fn place(&self, board: &Board, cell: Cell) -> usize {
        board.side() * 128 + usize::from(cell.0) % 128
    }

    fn plane_shape(&self) -> Option<[usize; 3]> {
        Some([3, self.size(), self.size()])
    }

    /// Max's stones, Min's stones, and ones where Max is to move.
    fn planes(&self, board: &Board, values: &mut Vec<f32>) {
        let to_move = if board.is_min { 0 } else { u128::MAX };
        for stones in [board.stones[0], board.stones[1], to_move] {
            let cells = bits(self.shape.cells);
            values.extend(cells.map(|cell| f32::from(u8::from(stones >> cell & 1 != 0))));
        }
    }

    fn playout(&self, board: Board, rng: &mut Rng) -> f64 {
        self.random_payoff(&board, rng)
    }
}

/// The first of these cells, of which there is one.
#[inline]
fn first(cells: u128) -> Cell {
    Cell(cells.trailing_zeros() as u8)
}

impl Hex {
    #[inline]
    fn replies(&self, board: &Board) -> Replies {
        let wins = self.winning(board, board.side());
        if wins != 0 {
            return Replies::Winning(first(wins));
        }
        // One stone cannot stop two connections that each lack one.
        match self.winning(board, board.side() ^ 1) {
            0 => Replies::Safe(self.empty(board)),
            threat if threat.is_power_of_two() => Replies::Safe(threat),
            _ => Replies::Safe(0),
        }
    }
}
