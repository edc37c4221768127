//! Board splitting, as Pearl 1984 calls it: P-games and N-games.
//!
//! Source: Nau, Purdom and Tzeng 1986, section 2. A board of squares that hold 0 or 1 is cut into equal parts, and the
//! player to move says which part is kept, until one square is left. Max makes the last move and wins if that square is
//! a 1. The paper cuts in halves; here any number of parts is allowed. P-games and N-games differ only in how the board
//! is set up, which [`Setup`] says.
//!
//! Evaluators: [`OnesShare`](crate::squares::OnesShare), the paper's e1, and for P-games [`Tzeng`], its e2.

mod board;
pub(crate) mod by_name;
mod notation;
mod setup;
mod size;
mod tzeng;

pub use board::Board;
pub use setup::Setup;
pub use tzeng::Tzeng;

use crate::squares::{payoffs, turn};
use std::ops::Range;
use std::sync::Arc;
use tiptree::rng::scatter;
use tiptree::{Game, Insight, Keyed, Leaf, ParseError, Rng, Turn};

/// (3 - √5) / 2. If squares are 1 with this probability p and boards are cut in halves, Max wins with probability p at
/// every even height and 1 - p at every odd height. With any other probability, the winner of a high game is almost
/// certain.
pub const BALANCED: f64 = 0.381_966_011_250_105_15;

/// A move: the part that is kept, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part(pub u32);

/// A position: the part of a board that is still in play.
#[derive(Clone, Debug)]
pub struct InPlay {
    board: Arc<Board>,
    first: u32,
    left: u32,
}

impl InPlay {
    /// The whole board. Squares out of play that were read from a text are 0.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of moves to the end of the game.
    pub fn moves_left(&self) -> u32 {
        self.left
    }
}

/// The rules of a P-game or an N-game.
///
/// ```
/// use tiptree::{Game, Notation, Turn};
/// use tiptree_games::board_splitting::{BALANCED, BoardSplitting, Setup};
///
/// let game = BoardSplitting::new(3, 2, Setup::Independent { p: BALANCED })?;
/// assert_eq!(game.deal(7).board().len(), 8);
///
/// let mut state = game.parse_position("01101001")?;
/// assert_eq!(game.turn(&state), Turn::Max);
/// let second = game.parse_move(&state, "2")?;
/// game.play(&mut state, second);
/// assert_eq!(game.position_text(&state), "....1001");
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BoardSplitting {
    setup: Setup,
    height: u32,
    branching: u32,
    /// The number of squares in play, by the number of moves left.
    sizes: [u32; size::MOST_MOVES + 1],
}

impl BoardSplitting {
    /// A game of `height` moves on a board that each move cuts into `branching` parts.
    ///
    /// # Errors
    /// If `height` is 0, `branching` is below 2, the board has more than 2^26 squares, or the setup's number is not a
    /// probability. The error names the parameter, and the game as `pgame` or `ngame`.
    pub fn new(height: u32, branching: u32, setup: Setup) -> Result<Self, ParseError> {
        size::check(setup.game(), height, branching)?;
        setup.check()?;
        let mut sizes = [1; size::MOST_MOVES + 1];
        for left in 1..=height as usize {
            sizes[left] = sizes[left - 1] * branching;
        }
        Ok(BoardSplitting { setup, height, branching, sizes })
    }

    /// The number of moves of a game.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The number of parts into which a move cuts the board.
    pub fn branching(&self) -> u32 {
        self.branching
    }

    /// How boards are set up.
    pub fn setup(&self) -> Setup {
        self.setup
    }

    /// The number of squares of a board.
    pub fn squares(&self) -> usize {
        self.size(self.height) as usize
    }

    /// Draws a board. It takes whole words from `rng`; how many varies.
    pub fn board(&self, rng: &mut Rng) -> Board {
        self.setup.draw(self.height, self.branching, self.squares(), rng)
    }

    /// The start of a game on this board.
    ///
    /// # Panics
    /// If the board does not have the game's number of squares.
    pub fn set_up(&self, board: Board) -> InPlay {
        assert_eq!(board.len(), self.squares(), "squares of a board");
        InPlay { board: Arc::new(board), first: 0, left: self.height }
    }

    /// The squares in play.
    pub fn in_play(&self, state: &InPlay) -> Range<usize> {
        let first = state.first as usize;
        first..first + self.size(state.left) as usize
    }

    /// The number of ones among the squares in play.
    pub fn ones(&self, state: &InPlay) -> usize {
        state.board.ones(self.in_play(state))
    }

    /// The number of squares in play with `left` moves left.
    fn size(&self, left: u32) -> u32 {
        self.sizes[left as usize]
    }

    /// Pushes the leaf after each of `moves`; its value follows from the ones in its part.
    pub(crate) fn value_parts(
        &self,
        state: &InPlay,
        moves: &[Part],
        leaves: &mut Vec<Leaf>,
        value: impl Fn(usize) -> f64,
    ) {
        let Some(left) = state.left.checked_sub(1) else { return };
        let size = self.size(left) as usize;
        leaves.extend(moves.iter().map(|&Part(part)| {
            let first = state.first as usize + part as usize * size;
            let ones = state.board.ones(first..first + size);
            Leaf { value: value(ones), turn: turn(left, || ones == 1) }
        }));
    }
}

impl Game for BoardSplitting {
    type State = InPlay;
    type Move = Part;

    fn start(&self) -> InPlay {
        self.deal(1)
    }

    fn deal(&self, seed: u64) -> InPlay {
        self.set_up(self.board(&mut Rng::derive(seed, &[])))
    }

    fn is_dealt(&self) -> bool {
        true
    }

    fn turn(&self, state: &InPlay) -> Turn {
        turn(state.left, || state.board.get(state.first as usize))
    }

    fn payoffs(&self) -> tiptree::Range {
        payoffs()
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn moves(&self, state: &InPlay, moves: &mut Vec<Part>) {
        if state.left > 0 {
            moves.extend((0..self.branching).map(Part));
        }
    }

    #[inline]
    fn play(&self, state: &mut InPlay, Part(part): Part) {
        state.left -= 1;
        state.first += part * self.size(state.left);
    }
}

impl Keyed for BoardSplitting {
    /// Depends on the squares in play and their place; takes time linear in their number.
    fn key(&self, state: &InPlay) -> u64 {
        let place = scatter(u64::from(state.left) << 32 | u64::from(state.first));
        state.board.words_of(self.in_play(state)).fold(place, |mixed, word| scatter(mixed ^ word))
    }
}

impl Insight for BoardSplitting {}
