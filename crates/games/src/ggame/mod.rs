//! G-games: squares are taken from the ends of a row until one is left.
//!
//! Source: Nau, Purdom and Tzeng 1986, section 2. Neighbouring positions have most of their successors in common, as in
//! games that people play. The winner depends only on the centre of the row: with an even number of squares Max needs
//! one of the two in the centre, with an odd number the one in the centre or both its neighbours. So the paper's e1,
//! [`OnesShare`](crate::squares::OnesShare), is a poor evaluator here, and its e3, [`Centred`], a better one.

pub(crate) mod by_name;
mod centred;
mod notation;

pub use centred::Centred;

use crate::squares::{payoffs, probability, turn};
use tiptree::rng::scatter;
use tiptree::{Game, Insight, Keyed, ParseError, Range, Rng, Turn};

/// The maximum number of moves of a game, whose squares are the bits of a word.
const MOST_MOVES: u32 = 63;

/// A move: the end of the row that loses its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The first square goes.
    Left,
    /// The last square goes.
    Right,
}

/// A position: the squares still in play and where they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// The squares in play as bits, the first one lowest; all other bits are 0.
    squares: u64,
    first: u8,
    left: u8,
}

impl Row {
    /// The squares in play as bits, the first of them lowest.
    pub fn squares(self) -> u64 {
        self.squares
    }

    /// The number of squares that the left end has lost.
    pub fn first(self) -> usize {
        usize::from(self.first)
    }

    /// The number of moves to the end of the game: one less than the number of squares in play.
    pub fn moves_left(self) -> u32 {
        u32::from(self.left)
    }
}

/// The rules of a G-game.
///
/// ```
/// use tiptree::{Game, Notation, Turn};
/// use tiptree_games::ggame::GGame;
///
/// let game = GGame::new(10, 0.5)?;
/// let mut state = game.parse_position("01101001011")?;
/// assert_eq!(game.turn(&state), Turn::Min);
/// for text in ["left", "right"] {
///     let end = game.parse_move(&state, text)?;
///     game.play(&mut state, end);
/// }
/// assert_eq!(game.position_text(&state), ".110100101.");
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GGame {
    height: u32,
    r: f64,
}

impl GGame {
    /// A game of `height` moves on a row of `height + 1` squares, each of them 1 with probability `r`.
    ///
    /// # Errors
    /// If `height` is not from 1 to 63, or `r` is not a probability.
    pub fn new(height: u32, r: f64) -> Result<Self, ParseError> {
        if !(1..=MOST_MOVES).contains(&height) {
            return Err(ParseError::new("height of ggame", height.to_string(), HEIGHT));
        }
        Ok(GGame { height, r: probability("r", "ggame", r)? })
    }

    /// The number of moves of a game.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The number of squares of a board.
    pub fn squares(&self) -> usize {
        self.height as usize + 1
    }

    /// Draws the squares of a board, the first one lowest.
    pub fn board(&self, rng: &mut Rng) -> u64 {
        rng.bits(self.r) & self.all()
    }

    /// The start of a game on these squares, the first one lowest.
    ///
    /// # Panics
    /// If there are ones beyond the last square.
    pub fn set_up(&self, squares: u64) -> Row {
        assert!(squares & !self.all() == 0, "{squares:#b} on a row of {} squares", self.squares());
        Row { squares, first: 0, left: self.height as u8 }
    }

    /// Every square of the board.
    fn all(&self) -> u64 {
        u64::MAX >> (MOST_MOVES - self.height)
    }
}

/// The range of the height, for error messages.
pub(crate) const HEIGHT: &str = "1 to 63 moves";

impl Game for GGame {
    type State = Row;
    type Move = End;

    fn start(&self) -> Row {
        self.deal(1)
    }

    fn deal(&self, seed: u64) -> Row {
        self.set_up(self.board(&mut Rng::derive(seed, &[])))
    }

    fn is_dealt(&self) -> bool {
        true
    }

    fn turn(&self, row: &Row) -> Turn {
        turn(row.moves_left(), || row.squares == 1)
    }

    fn payoffs(&self) -> Range {
        payoffs()
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn moves(&self, row: &Row, moves: &mut Vec<End>) {
        if row.left > 0 {
            moves.extend([End::Left, End::Right]);
        }
    }

    #[inline]
    fn play(&self, row: &mut Row, end: End) {
        match end {
            End::Left => {
                row.squares >>= 1;
                row.first += 1;
            }
            End::Right => row.squares &= !(1 << row.left),
        }
        row.left -= 1;
    }
}

impl Keyed for GGame {
    fn key(&self, row: &Row) -> u64 {
        scatter(scatter(u64::from(row.first) << 8 | u64::from(row.left)) ^ row.squares)
    }
}

impl Insight for GGame {}
