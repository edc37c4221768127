//! The common part of P-games, N-games and G-games: squares that hold 0 or 1, some of which every move removes.
//!
//! After Nau, Purdom and Tzeng 1986, section 2. The last square left is the payoff. Max makes the last move, so the
//! number of moves left determines whose turn it is.

pub(crate) mod by_name;
mod notation;

pub(crate) use notation::{Written, draw, parse_error, read, text};

use crate::board_splitting::{BoardSplitting, InPlay, Part};
use crate::ggame::{GGame, Row};
use tiptree::{Evaluator, Leaf, ParseError, Range, Turn};

/// The range of payoffs: the values of the last square.
pub(crate) fn payoffs() -> Range {
    Range::new(0.0, 1.0).with_step(1.0)
}

/// Whose turn it is with `left` moves left, where `last` says whether the last square is a 1.
pub(crate) fn turn(left: u32, last: impl FnOnce() -> bool) -> Turn {
    match left {
        0 => Turn::Over(f64::from(u8::from(last()))),
        left if left.is_multiple_of(2) => Turn::Min,
        _ => Turn::Max,
    }
}

/// Refuses a number that is not a probability; the error names the parameter and its game.
pub(crate) fn probability(key: &str, game: &str, value: f64) -> Result<f64, ParseError> {
    if (0.0..=1.0).contains(&value) {
        Ok(value)
    } else {
        Err(ParseError::new(format!("{key} of {game}"), value.to_string(), PROBABILITY))
    }
}

/// The range of a probability, for error messages.
pub(crate) const PROBABILITY: &str = "a probability, from 0 to 1";

/// The share of ones among the squares in play: the evaluator e1 of equation 7.
///
/// ```
/// use tiptree::{Evaluator, Notation};
/// use tiptree_games::ggame::GGame;
/// use tiptree_games::squares::OnesShare;
///
/// let game = GGame::new(4, 0.5)?;
/// let state = game.parse_position(".0110")?;
/// assert_eq!(OnesShare.evaluate(&game, &state), 0.5);
/// # Ok::<(), tiptree::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnesShare;

impl Evaluator<BoardSplitting> for OnesShare {
    fn range(&self) -> Range {
        Range::new(0.0, 1.0)
    }

    fn evaluate(&self, game: &BoardSplitting, state: &InPlay) -> f64 {
        game.ones(state) as f64 / game.in_play(state).len() as f64
    }

    fn children(&self, game: &BoardSplitting, state: &InPlay, moves: &[Part], leaves: &mut Vec<Leaf>) {
        let squares = game.in_play(state).len() / game.branching() as usize;
        game.value_parts(state, moves, leaves, |ones| ones as f64 / squares as f64);
    }
}

impl Evaluator<GGame> for OnesShare {
    fn range(&self) -> Range {
        Range::new(0.0, 1.0)
    }

    fn evaluate(&self, _game: &GGame, row: &Row) -> f64 {
        f64::from(row.squares().count_ones()) / f64::from(row.moves_left() + 1)
    }
}
