//! Games whose type is unknown when the searches are compiled: one type for all of them.
//!
//! A search is compiled for every type of game that it plays. [`Untyped`] is one such type, behind which any number of games can
//! be put: games that a program learns of at run time, and games that are searched too rarely to have searches of their own.
//!
//! * A game written for it is an [`AnyGame`], which sets up positions, and an [`AnyPosition`], which knows its moves and the
//!   positions after them. Both traits are dyn compatible, and few of their methods are required.
//! * A [`Game`](crate::Game) that exists already is put behind it by [`Untyped::of`], and its evaluators by [`Seen`].
//!
//! A position is shared by a reference count and not changed: [`AnyPosition::after`] makes another. A move is a number that the
//! game assigns. It must mean the same in every position, like the number of a square and unlike an index into a list, because a
//! search tries in other positions what it has learned about a move.
//!
//! Nothing is assumed that the game does not declare. Without a key, a position is identified by the start and the moves played
//! since, so that no two positions are merged. Positions may recur unless the game declares that they do not.
//!
//! ```
//! use std::sync::Arc;
//! use tiptree::search::catalogue;
//! use tiptree::untyped::{AnyGame, AnyPosition, Untyped};
//! use tiptree::{Budget, ParseError, Neutral, Outcome, Turn};
//! use tiptree::testing::conformance;
//!
//! /// Take one to three stones in turn; the player who takes the last one wins.
//! struct Nim;
//!
//! struct Heap {
//!     stones: u64,
//!     is_max: bool,
//! }
//!
//! impl AnyPosition for Heap {
//!     fn turn(&self) -> Turn {
//!         match (self.stones, self.is_max) {
//!             (0, is_max) => Turn::Over(if is_max { -1.0 } else { 1.0 }),
//!             (_, true) => Turn::Max,
//!             (_, false) => Turn::Min,
//!         }
//!     }
//!     fn moves(&self, moves: &mut Vec<u64>) {
//!         moves.extend(1..=self.stones.min(3)); // a move is the number of stones
//!     }
//!     fn after(&self, taken: u64) -> Arc<dyn AnyPosition> {
//!         Arc::new(Heap { stones: self.stones - taken, is_max: !self.is_max })
//!     }
//!     fn text(&self) -> String {
//!         format!("{}{}", self.stones, if self.is_max { '+' } else { '-' }) // such as 7-
//!     }
//! }
//!
//! impl AnyGame for Nim {
//!     fn start(&self) -> Arc<dyn AnyPosition> {
//!         Arc::new(Heap { stones: 9, is_max: true })
//!     }
//!     fn has_chance(&self) -> bool {
//!         false
//!     }
//!     fn parse_position(&self, text: &str) -> Result<Arc<dyn AnyPosition>, ParseError> {
//!         let heaps = (0..=9).flat_map(|stones| [true, false].map(|is_max| Heap { stones, is_max }));
//!         match heaps.into_iter().find(|heap| heap.text() == text) {
//!             Some(heap) => Ok(Arc::new(heap)),
//!             None if text.is_empty() => Ok(self.start()),
//!             None => Err(ParseError::new("position", text, "up to 9 stones and who moves, such as 7+ or 7-")),
//!         }
//!     }
//! }
//!
//! let game = Untyped::new(Nim);
//! conformance::check(&game, &Neutral::new(&game)).unwrap();
//! conformance::notation(&game).unwrap();
//! let mut search = catalogue::build(&"pvs".parse()?, game.clone(), Neutral::new(&game), 1)?;
//! let report = search.run(&Budget::evals(10_000));
//! assert_eq!(report.best, Some(1), "leave a multiple of four");
//! assert_eq!(report.proven.and_then(|proven| proven.result), Some(Outcome::Win));
//! # Ok::<(), tiptree::Error>(())
//! ```
//!
//! With [`erased::Named`](crate::erased::Named) such a game has a name and is played through texts, like every other.

mod adapter;
mod by_text;
mod form;

pub use adapter::{Numbered, Seen, Typed};
pub(crate) use by_text::by_text;
pub use form::{State, Untyped};

use crate::convert::equal_share;
use crate::evaluator::Evaluator;
use crate::game::{Range, Turn, named_move};
use crate::insight::Prospect;
use crate::parse_error::ParseError;
use crate::rng::Rng;
use crate::score_bounds::ScoreBounds;
use std::any::Any;
use std::sync::Arc;

/// An evaluator of an untyped game.
pub type AnyEvaluator = Arc<dyn Evaluator<Untyped>>;

/// The rules of a game of any type: how positions are set up, and what holds for all of them. The methods are those of
/// [`Game`](crate::Game), [`Notation`](crate::Notation) and [`Insight`](crate::Insight) with the same names.
pub trait AnyGame: Any + Send + Sync {
    /// The position in which a game begins.
    fn start(&self) -> Arc<dyn AnyPosition>;

    /// The position in which the game of this seed begins, if the board is set up at random.
    fn deal(&self, seed: u64) -> Arc<dyn AnyPosition> {
        let _ = seed;
        self.start()
    }

    /// Whether the board is set up at random, so that every seed gives a game of its own.
    fn is_dealt(&self) -> bool {
        false
    }

    /// The least and the greatest payoff to Max. By default the payoffs are -1, 0 and 1.
    fn payoffs(&self) -> Range {
        Range::new(-1.0, 1.0).with_step(1.0)
    }

    /// Whether [`Turn::Chance`] occurs anywhere in the game.
    fn has_chance(&self) -> bool;

    /// Whether a position may recur later in the same game. By default it may.
    fn repeats(&self) -> bool {
        true
    }

    /// The position that `text` describes; the empty text is the start.
    ///
    /// # Errors
    /// If the text describes no position that play can reach; the error says what was expected.
    fn parse_position(&self, text: &str) -> Result<Arc<dyn AnyPosition>, ParseError>;

    /// The mirror image of a move: the move that corresponds to `mv` in the mirrored position.
    fn mirrored(&self, mv: u64) -> u64 {
        mv
    }

    /// The number of places that [`AnyPosition::place`] distinguishes.
    fn places(&self) -> usize {
        0
    }

    /// The number of planes that [`AnyPosition::planes`] pushes, their rows and their columns, if the game has planes.
    fn plane_shape(&self) -> Option<[usize; 3]> {
        None
    }
}

/// A position of any type, with everything that its game needs to continue from it. It is never changed while it is shared.
///
/// Four methods are required. Implement [`AnyPosition::key`] next: with it transpositions are searched once. The methods from
/// [`AnyPosition::prospect`] on are those of [`Insight`](crate::Insight), with neutral defaults.
pub trait AnyPosition: Any + Send + Sync {
    /// Whose turn it is, or how the game ended.
    fn turn(&self) -> Turn;

    /// Pushes every legal move onto `moves` and keeps what is already there. The moves lead to distinct successors and have a
    /// fixed order; there are none only when the game is over. A number means the same move in every position.
    fn moves(&self, moves: &mut Vec<u64>);

    /// Pushes the probability of each of `moves` onto `chances`. The turn is Chance, and `moves` are all its outcomes. By
    /// default they are equally likely.
    fn chances(&self, moves: &[u64], chances: &mut Vec<f64>) {
        chances.extend(std::iter::repeat_n(equal_share(moves.len()), moves.len()));
    }

    /// The position after a legal move.
    fn after(&self, mv: u64) -> Arc<dyn AnyPosition>;

    /// Turns this position, which is not shared, into the one after a legal move, and returns whether it did. Override it for
    /// speed: a search that plays one move after another then allocates nothing.
    fn play(&mut self, mv: u64) -> bool {
        let _ = mv;
        false
    }

    /// A number that equal positions share, the side to move included, and unequal ones almost never. If it is `None`, a hash
    /// of the start and the moves played takes its place.
    fn key(&self) -> Option<u64> {
        None
    }

    /// The position's text. Reading it back gives an equal position.
    fn text(&self) -> String;

    /// The text of a legal move, by default its number.
    fn move_text(&self, mv: u64) -> String {
        mv.to_string()
    }

    /// The legal move that `text` names.
    ///
    /// # Errors
    /// If no legal move has that text; the error lists those that exist.
    fn parse_move(&self, text: &str) -> Result<u64, ParseError> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        named_move(text, &moves, |mv| self.move_text(mv))
    }

    /// A drawing of the position over several lines, for people.
    fn draw(&self) -> String {
        self.text()
    }

    /// What is known about a position in which a player decides, as [`Insight::prospect`](crate::Insight::prospect).
    fn prospect(&self, moves: &mut Vec<u64>) -> Prospect<u64> {
        self.moves(moves);
        Prospect::Open
    }

    /// Bounds of the payoff to Max under best play, if the game knows any.
    fn bounds(&self) -> Option<ScoreBounds> {
        None
    }

    /// A key that the position shares with its mirror image, and whether it is the key of the mirror image.
    fn folded_key(&self) -> Option<(u64, bool)> {
        None
    }

    /// The position after a pass, if moving is never worse than passing.
    fn passed(&self) -> Option<Arc<dyn AnyPosition>> {
        None
    }

    /// The place of a move, below [`AnyGame::places`]: the index under which the history of a search remembers it.
    fn place(&self, mv: u64) -> usize {
        let _ = mv;
        0
    }

    /// Pushes what a neural net sees of the position onto `values`, as [`Insight::planes`](crate::Insight::planes).
    fn planes(&self, values: &mut Vec<f32>) {
        let _ = values;
    }

    /// The payoff of a random playout, if the position can find it faster than by playing every move.
    fn playout(&self, rng: &mut Rng) -> Option<f64> {
        let _ = rng;
        None
    }
}
