//! Games whose type is unknown when the searches are compiled: one form for all of them.
//!
//! A search is compiled for every type of game that it plays. [`Untyped`] is one such type, and behind it any number of
//! games: those that a program learns of when it runs, and those that are too rarely searched to have searches of their own.
//!
//! * A game written for it is an [`AnyGame`] that sets up positions, and an [`AnyPosition`] that knows its moves and what is
//!   behind them. Both traits can be made into objects, and few of their methods are required.
//! * A [`Game`](crate::Game) that exists already is put behind it by [`Untyped::of`], and its evaluators by [`Seen`].
//!
//! A position is shared by a count and not changed: [`AnyPosition::after`] makes another. A move is a number
//! that the game assigns. It must mean the same in every position, such as the number of a square, and not the place in a
//! list: what a search learns of a move in one position it tries in others.
//!
//! Nothing is taken for granted that the game does not promise. Without a key of its own a position is known by the start and
//! the moves played since, so that no two positions are taken for one; without a promise that positions do not come back, they
//! may.
//!
//! ```
//! use std::sync::Arc;
//! use tiptree::search::catalogue;
//! use tiptree::untyped::{AnyGame, AnyPosition, Untyped};
//! use tiptree::{Budget, Misread, Neutral, Outcome, Turn, conformance};
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
//!     fn parse_position(&self, text: &str) -> Result<Arc<dyn AnyPosition>, Misread> {
//!         let heaps = (0..=9).flat_map(|stones| [true, false].map(|is_max| Heap { stones, is_max }));
//!         match heaps.into_iter().find(|heap| heap.text() == text) {
//!             Some(heap) => Ok(Arc::new(heap)),
//!             None if text.is_empty() => Ok(self.start()),
//!             None => Err(Misread::new("position", text, "up to 9 stones and who moves, such as 7+ or 7-")),
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
//! With [`erased::Named`](crate::erased::Named) such a game has a name and is played through texts, as every other.

mod adapter;
mod by_text;
mod form;

pub use adapter::{Numbered, Seen, Typed};
pub(crate) use by_text::by_text;
pub use form::{State, Untyped};

use crate::assured::Assured;
use crate::game::{Range, Turn, named_move};
use crate::insight::Prospect;
use crate::misread::Misread;
use crate::rng::Rng;
use std::any::Any;
use std::sync::Arc;

/// The rules of a game of any type: what sets up positions, and what holds for all of them. The methods are those of
/// [`Game`](crate::Game), [`Notation`](crate::Notation) and [`Insight`](crate::Insight) by the same names.
pub trait AnyGame: Any + Send + Sync {
    /// The position in which a game begins.
    fn start(&self) -> Arc<dyn AnyPosition>;

    /// The position in which the game of this seed begins, where the board is set up at random.
    fn deal(&self, seed: u64) -> Arc<dyn AnyPosition> {
        let _ = seed;
        self.start()
    }

    /// Whether the board is set up at random, so that every seed gives a game of its own.
    fn is_dealt(&self) -> bool {
        false
    }

    /// The least and the greatest payoff to Max: -1, 0 and 1 unless said otherwise.
    fn payoffs(&self) -> Range {
        Range::new(-1.0, 1.0).with_step(1.0)
    }

    /// Whether [`Turn::Chance`] occurs anywhere in the game.
    fn has_chance(&self) -> bool;

    /// Whether a position may come back later in the same game. It may, unless the game promises that it does not.
    fn repeats(&self) -> bool {
        true
    }

    /// The position that `text` describes; the empty text is the start.
    ///
    /// # Errors
    /// If the text describes no position that play can reach; the error says what was expected.
    fn parse_position(&self, text: &str) -> Result<Arc<dyn AnyPosition>, Misread>;

    /// The move that is to the mirror image of a position what `mv` is to the position.
    fn mirrored(&self, mv: u64) -> u64 {
        mv
    }

    /// How many numbers [`AnyPosition::place`] gives.
    fn places(&self) -> usize {
        0
    }
}

/// A position of any type, with all that its game needs to go on. It is never changed while anybody shares it.
///
/// Four methods are required. [`AnyPosition::key`] is worth having next: with it positions that are reached in several ways
/// are searched once. What follows [`AnyPosition::prospect`] is what [`Insight`](crate::Insight) declares, and neutral.
pub trait AnyPosition: Any + Send + Sync {
    /// Whose turn it is, or how the game ended.
    fn turn(&self) -> Turn;

    /// Pushes every legal move onto `moves`, which may hold other things below: distinct successors, in a fixed order, none
    /// only when the game is over. A number means the same move in every position.
    fn moves(&self, moves: &mut Vec<u64>);

    /// Pushes the probability of each of `moves`, all the outcomes where the turn is Chance, onto `chances`. Equally likely
    /// unless said otherwise.
    fn chances(&self, moves: &[u64], chances: &mut Vec<f64>) {
        chances.extend(std::iter::repeat_n(1.0 / moves.len() as f64, moves.len()));
    }

    /// The position after a legal move.
    fn after(&self, mv: u64) -> Arc<dyn AnyPosition>;

    /// Becomes the position after a legal move, where nobody shares this one, and says whether it did. The door for speed: a
    /// search that plays one move after the other then asks for no memory.
    fn play(&mut self, mv: u64) -> bool {
        let _ = mv;
        false
    }

    /// A number that equal positions share, the side to move included, and unequal ones almost never. Where there is none,
    /// the start and the moves played take its place.
    fn key(&self) -> Option<u64> {
        None
    }

    /// The position's text. Reading it back gives an equal position.
    fn text(&self) -> String;

    /// The text of a legal move: its number unless said otherwise.
    fn move_text(&self, mv: u64) -> String {
        mv.to_string()
    }

    /// The legal move that `text` names.
    ///
    /// # Errors
    /// If no legal move has that text; the error lists those that exist.
    fn parse_move(&self, text: &str) -> Result<u64, Misread> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        named_move(text, &moves, |mv| self.move_text(mv))
    }

    /// A drawing of the position over several lines, for people.
    fn draw(&self) -> String {
        self.text()
    }

    /// What is known of a position in which somebody decides, as [`Insight::prospect`](crate::Insight::prospect).
    fn prospect(&self, moves: &mut Vec<u64>) -> Prospect<u64> {
        self.moves(moves);
        Prospect::Open
    }

    /// The least and the greatest payoff that best play can lead to, where the game can tell.
    fn assured(&self) -> Option<Assured> {
        None
    }

    /// A key that the position shares with its mirror images, and whether it is the mirror image whose own key this is.
    fn folded_key(&self) -> Option<(u64, bool)> {
        None
    }

    /// The position after a pass, where having to move is never a burden.
    fn passed(&self) -> Option<Arc<dyn AnyPosition>> {
        None
    }

    /// The number under which a search remembers how well a move has done elsewhere, below [`AnyGame::places`].
    fn place(&self, mv: u64) -> usize {
        let _ = mv;
        0
    }

    /// The payoff of a game played on at random, where the position can tell faster than by playing every move.
    fn playout(&self, rng: &mut Rng) -> Option<f64> {
        let _ = rng;
        None
    }
}
