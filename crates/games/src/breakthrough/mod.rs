//! Breakthrough (Dan Troyka 2000) on boards of up to 8 by 8 squares.
//!
//! White is Max and moves first. Each player has two rows of pieces. A piece moves one square straight ahead onto an empty
//! square, or diagonally ahead onto one that is empty or holds a piece of the opponent, which it captures. The player wins who
//! reaches the last row or captures all pieces of the opponent. There are no draws, and there is always a move: a foremost piece
//! can move diagonally.

mod board;
pub(crate) mod by_name;
mod fitted;
mod insight;
mod notation;
mod playout;
mod progress;
mod race;
mod windows;

pub use board::Board;
pub use fitted::Fitted;
pub use progress::Progress;
pub use windows::WindowFeatures;

use board::{HOME, Shape};
use tiptree::rng::scatter;
use tiptree::{Game, Keyed, ParseError, Turn};

/// Random bits that distinguish Black's turn from White's in a key.
const BLACK: u64 = 0x2545_f491_4f6c_dd1d;

/// A move, as the player to move sees it: three times the square that the piece leaves, plus its direction: 0 to the left, 1
/// ahead, 2 to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(pub u8);

impl Step {
    #[inline]
    pub(super) fn new(from: u32, direction: u32) -> Self {
        Step((3 * from + direction) as u8)
    }

    /// The square that the piece leaves.
    #[inline]
    pub(super) fn from(self) -> u32 {
        u32::from(self.0) / 3
    }

    /// The square that the piece enters.
    #[inline]
    pub(super) fn to(self) -> u32 {
        self.from() + 7 + u32::from(self.0) % 3
    }
}

/// The rules of Breakthrough.
///
/// ```
/// use tiptree::{Game, Notation, Turn};
/// use tiptree_games::breakthrough::Breakthrough;
///
/// let game = Breakthrough::default();
/// let board = game.parse_position("d2d3 e7e6")?;
/// assert_eq!(game.turn(&board), Turn::Max);
/// let step = game.parse_move(&board, "d3e4")?;
/// assert_eq!(game.turn(&game.after(&board, step)), Turn::Min);
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    shape: Shape,
}

impl Default for Breakthrough {
    fn default() -> Self {
        Breakthrough::new(8, 8).expect("8x8 is a board")
    }
}

impl Breakthrough {
    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// If there are not 2 to 8 columns and 4 to 8 rows.
    pub fn new(width: usize, height: usize) -> Result<Self, ParseError> {
        Ok(Breakthrough { shape: Shape::new(width, height)? })
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.shape.width.into()
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.shape.height.into()
    }

    /// The squares that moves to the left, ahead and to the right enter.
    #[inline]
    fn targets(&self, board: &Board) -> [u64; 3] {
        let [left, ahead, right] = self.shape.steps(board.mover);
        [left & !board.mover, ahead & !(board.mover | board.waiting), right & !board.mover]
    }

    /// Whether the player to move has lost: the opponent has reached the home row, or no piece is left.
    #[inline]
    fn is_lost(board: &Board) -> bool {
        board.waiting & HOME != 0 || board.mover == 0
    }

    /// The payoff to Max if the player to move wins.
    #[inline]
    fn win(board: &Board) -> f64 {
        if board.is_black { -1.0 } else { 1.0 }
    }
}

impl Game for Breakthrough {
    type State = Board;
    type Move = Step;

    fn start(&self) -> Board {
        let Shape { height, .. } = self.shape;
        let [home, second] = [self.shape.row(0), self.shape.row(1)];
        let [goal, before] = [self.shape.goal(), self.shape.row(height - 2)];
        Board { mover: home | second, waiting: goal | before, is_black: false }
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        if Breakthrough::is_lost(board) {
            return Turn::Over(-Breakthrough::win(board));
        }
        if board.is_black { Turn::Min } else { Turn::Max }
    }

    fn has_chance(&self) -> bool {
        false
    }

    /// Moves to the left, ahead and to the right, each with the foremost pieces first.
    #[inline]
    fn moves(&self, board: &Board, moves: &mut Vec<Step>) {
        if Breakthrough::is_lost(board) {
            return;
        }
        list(self.targets(board), moves);
    }

    #[inline]
    fn play(&self, board: &mut Board, step: Step) {
        let (from, to) = (1 << step.from(), 1 << step.to());
        debug_assert!(board.mover & from != 0, "no piece on square {}", step.from());
        let mover = board.mover ^ from | to;
        let waiting = board.waiting & !to;
        let is_black = !board.is_black;
        *board = Board { mover: self.shape.flipped(waiting), waiting: self.shape.flipped(mover), is_black };
    }
}

/// Pushes the moves that enter these squares to the left, ahead and to the right.
#[inline]
fn list(targets: [u64; 3], moves: &mut Vec<Step>) {
    for (mut targets, direction) in targets.into_iter().zip(0..) {
        while targets != 0 {
            let to = targets.ilog2();
            moves.push(Step::new(to - 7 - direction, direction));
            targets ^= 1 << to;
        }
    }
}

impl Keyed for Breakthrough {
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        let side = if board.is_black { BLACK } else { 0 };
        scatter(scatter(board.mover) ^ board.waiting ^ side)
    }
}
