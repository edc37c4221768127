//! What Connect-Four tells a search: wins at once, replies that do not lose at once, the mirror, the cells.

use super::threats::{Replies, replies};
use super::{Board, Column, Connect4, Running, Summed};
use tiptree::rng::scatter;
use tiptree::{Insight, Prospect};

/// ```
/// use tiptree::{Insight, Notation, Prospect};
/// use tiptree_games::connect4::{Column, Connect4};
///
/// let game = Connect4::default();
/// let mut moves = Vec::new();
/// assert_eq!(game.prospect(&game.parse_position("112233")?, &mut moves), Prospect::Won(Column(3)));
/// // Red must answer Black's three in a column.
/// assert_eq!(game.prospect(&game.parse_position("12121")?, &mut moves), Prospect::Open);
/// assert_eq!(moves, [Column(0)]);
/// # Ok::<(), tiptree::Misread>(())
/// ```
impl Insight for Connect4 {
    #[inline]
    fn prospect(&self, board: &Board, moves: &mut Vec<Column>) -> Prospect<Column> {
        match replies(&self.shape, board) {
            Replies::Winning(cells) => Prospect::Won(self.column_of(cells)),
            Replies::Safe(0) => Prospect::Lost,
            Replies::Safe(cells) => {
                self.columns_of(cells, moves);
                Prospect::Open
            }
        }
    }

    #[inline]
    fn folded_key(&self, board: &Board) -> (u64, bool) {
        let code = self.code(board);
        let image = self.shape.mirrored(code);
        (scatter(code.min(image)), image < code)
    }

    #[inline]
    fn mirrored(&self, column: Column) -> Column {
        Column(self.shape.width - 1 - column.0)
    }

    fn places(&self) -> usize {
        64
    }

    #[inline]
    fn place(&self, board: &Board, column: Column) -> usize {
        self.shape.landing(board.occupied(), usize::from(column.0)).trailing_zeros() as usize % 64
    }
}

impl Connect4 {
    /// The column of the lowest of these cells, of which there is one.
    fn column_of(&self, cells: u64) -> Column {
        Column((cells.trailing_zeros() as usize / self.shape.stride()) as u8)
    }
}

impl Insight for Running {
    #[inline]
    fn prospect(&self, state: &Summed, moves: &mut Vec<Column>) -> Prospect<Column> {
        self.plain().prospect(state.board(), moves)
    }

    #[inline]
    fn folded_key(&self, state: &Summed) -> (u64, bool) {
        self.plain().folded_key(state.board())
    }

    #[inline]
    fn mirrored(&self, column: Column) -> Column {
        self.plain().mirrored(column)
    }

    fn places(&self) -> usize {
        self.plain().places()
    }

    #[inline]
    fn place(&self, state: &Summed, column: Column) -> usize {
        self.plain().place(state.board(), column)
    }
}
