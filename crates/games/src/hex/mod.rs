//! Hex (Hein 1942, Nash 1948) on boards of up to 11 by 11 cells.
//!
//! Max connects the upper edge with the lower one and moves first, Min connects the left edge with the right one. There are no
//! draws, and a stone more is never a disadvantage. With the swap rule, Min may answer the first stone by taking it over: it
//! becomes a stone of Min's, reflected in the long diagonal, so that it does for Min what it did for Max.

mod board;
pub(crate) mod by_name;
mod connection;
mod distance;
mod features;
mod insight;
mod notation;
mod playout;

pub use board::Board;
pub use connection::Connection;
pub use features::HexFeatures;

use board::{Shape, bits};
use tiptree::rng::scatter;
use tiptree::{Game, Keyed, ParseError, Turn};

/// Random bits that distinguish Min's turn from Max's in a key.
const MIN: u64 = 0x94d0_49bb_1331_11eb;

/// A move: the cell `11 * row + column` on which a stone is placed, or [`SWAP`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

/// Min takes over Max's first stone.
pub const SWAP: Cell = Cell(121);

/// The rules of Hex.
///
/// ```
/// use tiptree::{Game, Notation, Turn};
/// use tiptree_games::hex::Hex;
///
/// let game = Hex::new(3)?;
/// let board = game.parse_position("b2 a2 b1 c1")?;
/// let win = game.parse_move(&board, "b3")?;
/// assert_eq!(game.turn(&game.after(&board, win)), Turn::Over(1.0));
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex {
    shape: Shape,
    /// Whether Min may take over the first stone.
    swaps: bool,
}

impl Default for Hex {
    fn default() -> Self {
        Hex::new(11).expect("11 is a size")
    }
}

impl Hex {
    /// A board of `size` rows and columns.
    ///
    /// # Errors
    /// If the size is not 2 to 11.
    pub fn new(size: usize) -> Result<Self, ParseError> {
        match size {
            2..=11 => Ok(Hex { shape: Shape::new(size as u32), swaps: false }),
            _ => Err(ParseError::new("size of hex", size.to_string(), "2 to 11")),
        }
    }

    /// The same board with the swap rule.
    #[must_use]
    pub fn with_swap(self) -> Self {
        Hex { swaps: true, ..self }
    }

    /// The number of rows, and of columns.
    pub fn size(&self) -> usize {
        self.shape.size as usize
    }

    /// Whether Min may take over Max's stone: it is the only one, and Min is to move.
    #[inline]
    fn may_swap(&self, board: &Board) -> bool {
        self.swaps && board.is_min && board.stones[1] == 0
    }

    /// The empty cells.
    #[inline]
    fn empty(&self, board: &Board) -> u128 {
        self.shape.cells & !board.occupied()
    }

    /// The empty cells at which a stone of this player connects both edges.
    #[inline]
    fn winning(&self, board: &Board, player: usize) -> u128 {
        let [first, last] = self.shape.edges[player];
        let touching =
            (self.shape.around(board.first[player]) | first) & (self.shape.around(board.last[player]) | last);
        touching & self.empty(board)
    }
}

impl Game for Hex {
    type State = Board;
    type Move = Cell;

    fn start(&self) -> Board {
        self.shape.board([0; 2], false)
    }

    /// The player who has just moved may have won.
    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        match board.has_won(board.side() ^ 1) {
            true => Turn::Over(if board.is_min { 1.0 } else { -1.0 }),
            false if board.is_min => Turn::Min,
            false => Turn::Max,
        }
    }

    fn has_chance(&self) -> bool {
        false
    }

    #[inline]
    fn moves(&self, board: &Board, moves: &mut Vec<Cell>) {
        if board.has_won(board.side() ^ 1) {
            return;
        }
        moves.extend(bits(self.empty(board)).map(|number| Cell(number as u8)));
        if self.may_swap(board) {
            moves.push(SWAP);
        }
    }

    #[inline]
    fn play(&self, board: &mut Board, cell: Cell) {
        let player = board.side();
        if cell == SWAP {
            let taken = board::transposed(board.stones[0]);
            *board = self.shape.board([0, taken], false);
            return;
        }
        let stone = 1 << cell.0;
        debug_assert!(board.occupied() & stone == 0, "a stone on {cell:?} already");
        board.stones[player] |= stone;
        board.is_min = !board.is_min;
        let touching = self.shape.around(stone) | stone;
        let [first, last] = self.shape.edges[player];
        for (linked, edge) in [(&mut board.first, first), (&mut board.last, last)] {
            if touching & linked[player] != 0 || stone & edge != 0 {
                linked[player] = self.shape.connected(linked[player] | stone, board.stones[player]);
            }
        }
    }
}

impl Keyed for Hex {
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        let side = if board.is_min { MIN } else { 0 };
        let halves = board.stones.map(|stones| [stones as u64, (stones >> 64) as u64]);
        halves.into_iter().flatten().fold(side, |key, half| scatter(key ^ half))
    }
}
