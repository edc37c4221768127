//! What Connect-Four tells a search: immediate wins, replies that do not lose at once, the mirror symmetry, the cells.

use super::grid::Grid;
use super::incremental::{Incremental, Sums};
use super::parity::Side;
use super::threats::safe;
use super::{Board, Column, Connect4};
use tiptree::rng::scatter;
use tiptree::{Glance, Insight, Prospect, Rng, ScoreBounds};

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
/// # Ok::<(), tiptree::ParseError>(())
/// ```
impl Insight for Connect4 {
    #[inline]
    fn prospect(&self, board: &Board, moves: &mut Vec<Column>) -> Prospect<Column> {
        let replies = if self.is_usual() { USUAL.replies(board) } else { self.shape.grid.replies(board) };
        match replies {
            Replies::Winning(cells) => Prospect::Won(self.column_of(cells)),
            Replies::Safe(0) => Prospect::Lost,
            Replies::Safe(cells) => {
                self.columns_of(cells, moves);
                Prospect::Open
            }
        }
    }

    #[inline]
    fn glance(&self, board: &Board, _room: &mut Vec<Column>) -> Glance<Column> {
        let replies = if self.is_usual() { USUAL.replies(board) } else { self.shape.grid.replies(board) };
        match replies {
            Replies::Winning(_) => Glance::Won,
            Replies::Safe(0) => Glance::Lost,
            Replies::Safe(cells) if cells.is_power_of_two() => Glance::Only(self.column_of(cells)),
            Replies::Safe(_) => Glance::Open,
        }
    }

    /// The bounds that the parity rules prove for the player who has just moved.
    #[inline]
    fn bounds(&self, board: &Board) -> Option<ScoreBounds> {
        let bounds = if self.is_usual() { USUAL.bounds(board) } else { self.shape.grid.bounds(board) };
        let (lower, upper) = bounds?;
        let (lower, upper) = if board.side() == 0 { (lower, upper) } else { (-upper, -lower) };
        Some(ScoreBounds { lower, upper })
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

    fn plane_shape(&self) -> Option<[usize; 3]> {
        Some([3, self.height(), self.width()])
    }

    /// Max's stones, Min's stones, and ones where Max is to move.
    fn planes(&self, board: &Board, values: &mut Vec<f32>) {
        let to_move = if board.side() == 0 { u64::MAX } else { 0 };
        for stones in [board.black(), board.red(), to_move] {
            for row in (0..self.height()).rev() {
                let cell = |column| stones >> (column * self.shape.stride() + row) & 1;
                values.extend((0..self.width()).map(|column| f32::from(cell(column) as u8)));
            }
        }
    }

    fn playout(&self, board: Board, rng: &mut Rng) -> f64 {
        if self.is_usual() { USUAL.playout(&board, rng) } else { self.shape.grid.playout(&board, rng) }
    }
}

impl Connect4 {
    /// Whether this is the usual board, whose size is a compile-time constant.
    #[inline]
    pub(super) fn is_usual(&self) -> bool {
        (self.shape.width, self.shape.height) == (7, 6)
    }

    /// The column of the lowest of these cells. There must be at least one.
    fn column_of(&self, cells: u64) -> Column {
        Column((cells.trailing_zeros() as usize / self.shape.stride()) as u8)
    }
}

/// The usual board, with shifts by constants.
pub(super) const USUAL: Grid<7, 6> = Grid::new(7, 6);

/// The moves worth searching, as the cells where the stones land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Replies {
    /// A stone in any of these cells wins.
    Winning(u64),
    /// These do not lose at once; 0 if every move does.
    Safe(u64),
}

impl<const WIDTH: usize, const HEIGHT: usize> Grid<WIDTH, HEIGHT> {
    /// The replies of the side to move. The game must not be over.
    #[inline]
    fn replies(&self, board: &Board) -> Replies {
        let occupied = board.occupied();
        let playable = self.playable(occupied);
        match playable & self.threats(board.mover(), occupied) {
            0 => Replies::Safe(safe(playable, self.threats(board.last_mover(), occupied))),
            winning => Replies::Winning(winning),
        }
    }

    /// The least and the greatest payoff to the side to move.
    #[inline]
    fn bounds(&self, board: &Board) -> Option<(f64, f64)> {
        let occupied = board.occupied();
        let side = |stones| Side { stones, threats: self.threats(stones, occupied) };
        let (mover, waiting) = (side(board.mover()), side(board.last_mover()));
        let most =
            |wanted: i32| self.waiting_gets(waiting, mover, wanted).map(|_| (-1.0, -f64::from(wanted)));
        // Testing every move of the side to move as well does not pay: the search tests the position after the move
        // anyway.
        most(1).or_else(|| most(0))
    }
}

impl<S: Sums> Insight for Incremental<S> {
    #[inline]
    fn prospect(&self, state: &Self::State, moves: &mut Vec<Column>) -> Prospect<Column> {
        self.plain().prospect(state.board(), moves)
    }

    #[inline]
    fn glance(&self, state: &Self::State, room: &mut Vec<Column>) -> Glance<Column> {
        self.plain().glance(state.board(), room)
    }

    #[inline]
    fn bounds(&self, state: &Self::State) -> Option<ScoreBounds> {
        self.plain().bounds(state.board())
    }

    #[inline]
    fn folded_key(&self, state: &Self::State) -> (u64, bool) {
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
    fn place(&self, state: &Self::State, column: Column) -> usize {
        self.plain().place(state.board(), column)
    }

    fn plane_shape(&self) -> Option<[usize; 3]> {
        self.plain().plane_shape()
    }

    fn planes(&self, state: &Self::State, values: &mut Vec<f32>) {
        self.plain().planes(state.board(), values);
    }

    fn playout(&self, state: Self::State, rng: &mut Rng) -> f64 {
        self.plain().playout(*state.board(), rng)
    }
}
