//! Connect-Four on boards of any size that fits 64 bits, with the static evaluator of Rivest's experiments.
//!
//! The game and the evaluator are those of Rivest 1987, sections 5.1 and 5.2: Black is Max and moves first. The paper
//! plays on 7 columns of 6 cells and does not say in which order it lists the columns; here both are parameters.
//!
//! [`Connect4`] has the smallest state and evaluates from scratch. [`Running`] is the same game for searches that value
//! one position after the other: its state keeps the sum that the evaluator needs, as the paper's own program did.
//! [`Weighing`] does so for [`Fitted`], an evaluator fitted to solved positions. [`OnBoards`] computes the values of
//! either for all children of a plain board at once, almost as fast.

mod board;
pub(crate) mod by_name;
mod codes;
mod column_lists;
mod family;
mod fen;
mod fillings;
mod fitted;
mod grid;
mod incremental;
mod insight;
mod line;
mod notation;
mod on_boards;
mod parity;
mod playout;
mod rivest;
mod running;
mod solver;
mod threats;

pub use board::Board;
pub use fitted::{Fitted, PatternFeatures, Weighed, Weighing, Weights};
pub use incremental::{Carried, Incremental, Sums};
pub use on_boards::OnBoards;
pub use rivest::Rivest;
pub use running::{Lines, Running, Scored, Summed};
pub use solver::Solver;

use board::{MOST_COLUMNS, Shape};
use column_lists::ColumnLists;
use insight::USUAL;
use tiptree::rng::scatter;
use tiptree::{Game, Keyed, ParseError, Turn};

/// A move: the column, counted from 0, into which a stone is dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(pub u8);

/// The rules of Connect-Four: the first player with four in a row wins; a full board is a draw.
///
/// ```
/// use tiptree::{Game, Notation, Turn};
/// use tiptree_games::connect4::Connect4;
///
/// let game = Connect4::new(5, 4)?;
/// let state = game.parse_position("1212121")?;
/// assert_eq!(game.turn(&state), Turn::Over(1.0));
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connect4 {
    shape: Shape,
    /// The columns in the order of the moves.
    order: [Column; MOST_COLUMNS],
    /// The columns of each set of columns of the usual board, in the order of the moves.
    lists: ColumnLists,
}

impl Default for Connect4 {
    fn default() -> Self {
        Connect4::new(7, 6).expect("7 * (6 + 1) is at most 64")
    }
}

impl Connect4 {
    /// A board of `width` columns with `height` cells each, whose moves are listed from left to right.
    ///
    /// # Errors
    /// If the board has no cell, or `width * (height + 1)` exceeds 64; the error says what fits.
    pub fn new(width: usize, height: usize) -> Result<Self, ParseError> {
        let shape = Shape::new(width, height)?;
        let order = std::array::from_fn(|index| Column(index as u8));
        Ok(Connect4 { shape, order, lists: ColumnLists::new(&order[..width]) })
    }

    /// The same board with its moves listed in another order, such as `4352617`. Searches use it to order equal moves.
    ///
    /// # Errors
    /// If `order` does not name each column once.
    pub fn with_order(mut self, order: &str) -> Result<Self, ParseError> {
        let width = self.width();
        let columns: Option<Vec<Column>> = order.chars().map(|letter| self.column(letter)).collect();
        let columns = columns.filter(|columns| {
            columns.len() == width && (0..width).all(|index| columns.contains(&Column(index as u8)))
        });
        let Some(columns) = columns else {
            let letters: String = (0..width).map(|index| Column(index as u8).letter()).collect();
            return Err(ParseError::new("order of columns", order, format!("each of {letters} once")));
        };
        self.order[..width].copy_from_slice(&columns);
        self.lists = ColumnLists::new(&columns);
        Ok(self)
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        usize::from(self.shape.width)
    }

    /// The number of cells of a column.
    pub fn height(&self) -> usize {
        usize::from(self.shape.height)
    }

    /// A number unique to this position, the side to move included.
    ///
    /// In each column a 1 marks the cell above the highest stone; below it a 1 is a stone of Black and a 0 one of
    /// Red (the encoding of Tromp's Fhourstones).
    pub fn code(&self, board: &Board) -> u64 {
        self.shape.code(board)
    }
}

impl Game for Connect4 {
    type State = Board;
    type Move = Column;

    fn start(&self) -> Board {
        Board::default()
    }

    fn turn(&self, board: &Board) -> Turn {
        if self.has_four(board.last_mover()) {
            Turn::Over(if board.side() == 0 { -1.0 } else { 1.0 })
        } else {
            turn_without_four(&self.shape, board.plies())
        }
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Column>) {
        if !self.has_four(board.last_mover()) {
            self.open_columns(board, moves);
        }
    }

    #[inline]
    fn play(&self, board: &mut Board, column: Column) {
        let landing = self.shape.landing(board.occupied(), usize::from(column.0));
        debug_assert!(landing != 0, "column {} is full", column.letter());
        board.put(landing);
    }
}

impl Connect4 {
    /// Whether `stones` hold four in a row.
    #[inline]
    fn has_four(&self, stones: u64) -> bool {
        if self.is_usual() { USUAL.has_four(stones) } else { self.shape.has_four(stones) }
    }

    /// Pushes the columns that are not full.
    #[inline]
    fn open_columns(&self, board: &Board, moves: &mut Vec<Column>) {
        self.columns_of(self.shape.grid.playable(board.occupied()), moves);
    }

    /// Pushes the columns of these cells in the order of the moves. No two cells may lie in one column.
    #[inline]
    fn columns_of(&self, cells: u64, moves: &mut Vec<Column>) {
        if self.is_usual() {
            // Which columns these are is unpredictable, so that a list that is looked up beats a loop.
            let (list, count) = self.lists.of(cells);
            let before = moves.len();
            moves.extend_from_slice(list);
            moves.truncate(before + count);
            return;
        }
        let order = &self.order[..self.width()];
        moves.extend(order.iter().filter(|column| cells & self.shape.column(usize::from(column.0)) != 0));
    }
}

impl Keyed for Connect4 {
    /// The code of the position with its bits scattered: still unique, and suitable to index a table.
    fn key(&self, board: &Board) -> u64 {
        scatter(self.code(board))
    }
}

/// Whose turn it is after `plies` moves if nobody has four in a row.
#[inline]
fn turn_without_four(shape: &Shape, plies: u8) -> Turn {
    match plies {
        plies if plies == shape.cells() => Turn::Over(0.0),
        plies if plies.is_multiple_of(2) => Turn::Max,
        _ => Turn::Min,
    }
}
