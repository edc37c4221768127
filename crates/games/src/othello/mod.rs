//! Othello on boards of 4, 6 and 8 rows.
//!
//! Black is Max and moves first. A player who cannot place a disc passes, which is a move, and the game is over when
//! neither player can place one. The payoff is 1, 0 or -1 for Max, or the [`Solver`]'s score if discs are counted
//! ([`Othello::counting_discs`]).

mod board;
pub(crate) mod by_name;
mod count;
mod discs;
mod insight;
mod mobility;
mod notation;
mod patterns;
mod playout;
mod solver;
mod squash;
mod stability;

pub use board::Board;
pub use count::DiscCount;
pub use mobility::Mobility;
pub use patterns::{ExpectedDiscs, Patterns};
pub use solver::Solver;

use stability::Lines;
use tiptree::rng::scatter;
use tiptree::{Game, Keyed, ParseError, Range, Turn};

/// Random bits that distinguish White's turn from Black's in a key.
const WHITE: u64 = 0x9e6c_63d0_676a_9a99;

/// A move: the square `8 * row + column` on which a disc is placed, or 64 for a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u8);

/// The pass.
pub const PASS: Square = Square(64);

/// The rules of Othello.
///
/// ```
/// use tiptree::{Game, Notation, Turn};
/// use tiptree_games::othello::Othello;
///
/// let game = Othello::default();
/// let board = game.parse_position("f5d6c3")?;
/// assert_eq!(game.turn(&board), Turn::Min);
/// assert_eq!((board.black().count_ones(), board.white().count_ones()), (5, 2));
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello {
    size: u8,
    /// Whether the payoff is the difference in discs.
    counts_discs: bool,
    squares: u64,
    lines: Lines,
}

impl Default for Othello {
    fn default() -> Self {
        Othello::new(8).expect("8 is a size")
    }
}

impl Othello {
    /// A board of `size` rows and columns.
    ///
    /// # Errors
    /// If the size is not 4, 6 or 8.
    pub fn new(size: usize) -> Result<Self, ParseError> {
        match size {
            4 | 6 | 8 => {
                let (squares, lines) = (discs::squares(size), Lines::new(size));
                Ok(Othello { size: size as u8, counts_discs: false, squares, lines })
            }
            _ => Err(ParseError::new("size of othello", size.to_string(), "4, 6 or 8")),
        }
    }

    /// The same board, but the payoff is Max's lead in discs at the end, with the empty squares counted for the winner.
    #[must_use]
    pub fn counting_discs(self) -> Self {
        Othello { counts_discs: true, ..self }
    }

    /// The number of rows, and of columns.
    pub fn size(&self) -> usize {
        self.size.into()
    }

    /// The squares of the board, a bit each as in [`Board`].
    pub fn squares(&self) -> u64 {
        self.squares
    }

    /// The four corners.
    #[inline]
    fn corners(&self) -> u64 {
        let edge = self.size - 1;
        1 | 1 << edge | 1 << (8 * edge) | 1 << (9 * edge)
    }

    /// The discs of White and of Black at the start, on the four squares in the middle.
    fn centre(&self) -> (u64, u64) {
        let middle = 9 * (self.size() / 2);
        (1 << (middle - 9) | 1 << middle, 1 << (middle - 8) | 1 << (middle - 1))
    }

    /// Whether a player to move without a placement must pass, because the opponent has one. Otherwise the game is
    /// over.
    #[inline]
    fn must_pass(&self, board: &Board) -> bool {
        discs::placements(board.waiting(), board.mover(), self.squares) != 0
    }
}

impl Game for Othello {
    type State = Board;
    type Move = Square;

    fn start(&self) -> Board {
        let (white, black) = self.centre();
        Board::new(black, white, false, self.squares)
    }

    fn payoffs(&self) -> Range {
        let most = if self.counts_discs { f64::from(self.squares.count_ones()) } else { 1.0 };
        Range::new(-most, most).with_step(1.0)
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        if board.placements() == 0 && !self.must_pass(board) {
            let lead = if self.counts_discs {
                discs::final_lead(board.mover(), board.waiting(), self.squares)
            } else {
                board.lead().signum()
            };
            return Turn::Over(f64::from(if board.is_white() { -lead } else { lead }));
        }
        if board.is_white() { Turn::Min } else { Turn::Max }
    }

    fn has_chance(&self) -> bool {
        false
    }

    #[inline]
    fn moves(&self, board: &Board, moves: &mut Vec<Square>) {
        let mut placements = board.placements();
        if placements == 0 && self.must_pass(board) {
            moves.push(PASS);
        }
        while placements != 0 {
            moves.push(Square(placements.trailing_zeros() as u8));
            placements &= placements - 1;
        }
    }

    #[inline]
    fn play(&self, board: &mut Board, square: Square) {
        *board = if square == PASS {
            board.passed(self.squares)
        } else {
            board.placed(square.0.into(), self.squares)
        };
    }
}

impl Keyed for Othello {
    /// The discs of one player are scattered before those of the other are mixed in: positions that differ in few
    /// squares have keys that differ in about half of their bits.
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        let side = if board.is_white() { WHITE } else { 0 };
        scatter(scatter(board.mover()) ^ board.waiting() ^ side)
    }
}
