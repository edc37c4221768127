//! What Connect-Four tells a search: wins at once, replies that do not lose at once, the mirror, the cells.

use super::grid::Grid;
use super::parity::Side;
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

    /// What the rules of parity assure the player who has just moved.
    #[inline]
    fn assured(&self, board: &Board) -> Option<(f64, f64)> {
        let least = match (self.shape.width, self.shape.height) {
            (7, 6) => Grid::<7, 6>::new(7, 6).assured(board),
            (width, height) => Grid::<0, 0>::new(width.into(), height.into()).assured(board),
        }?;
        // Black has just moved where Red is to move.
        Some(if board.side() == 1 { (least, 1.0) } else { (-1.0, -least) })
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

impl<const WIDTH: usize, const HEIGHT: usize> Grid<WIDTH, HEIGHT> {
    /// The payoff that the player who has just moved has for certain: a win or a draw.
    #[inline]
    fn assured(&self, board: &Board) -> Option<f64> {
        let occupied = board.occupied();
        let side = |stones| Side { stones, threats: self.threats(stones, occupied) };
        let (mover, other) = (side(board.mover()), side(board.last_mover()));
        let playable = self.playable(occupied);
        let empty = self.masks().cells.count_ones() - occupied.count_ones();
        let gets = |wanted: i32| match empty % 2 {
            0 => self.follower_gets(other, mover, playable, wanted),
            _ => self.leader_gets(other, mover, playable, wanted),
        };
        gets(1).map(|_| 1.0).or_else(|| gets(0).map(|_| 0.0))
    }
}

impl Insight for Running {
    #[inline]
    fn prospect(&self, state: &Summed, moves: &mut Vec<Column>) -> Prospect<Column> {
        self.plain().prospect(state.board(), moves)
    }

    #[inline]
    fn assured(&self, state: &Summed) -> Option<(f64, f64)> {
        self.plain().assured(state.board())
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
