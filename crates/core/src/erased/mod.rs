//! Games and searches behind an interface of texts that hides their types, for a command line, a match, a server or Python.
//!
//! Moves and positions are passed in the game's own notation, so that a player may also be an external program.
//!
//! [`Named`] puts a game behind [`Rules`]. The game needs a [`Notation`](crate::Notation) besides [`Insight`](crate::Insight):
//!
//! ```
//! use tiptree::erased::{Named, Rules};
//! use tiptree::{Budget, Game, Insight, Keyed, ParseError, Neutral, Notation, Turn};
//!
//! /// Take one or two from ten; the player who takes the last one wins.
//! #[derive(Clone, Copy)]
//! struct Heap;
//!
//! impl Game for Heap {
//!     type State = (u8, bool); // what is left, whether Max is to move
//!     type Move = u8;
//!     fn start(&self) -> (u8, bool) {
//!         (10, true)
//!     }
//!     fn turn(&self, &(left, is_max): &(u8, bool)) -> Turn {
//!         match (left, is_max) {
//!             (0, _) => Turn::Over(if is_max { -1.0 } else { 1.0 }),
//!             (_, true) => Turn::Max,
//!             (_, false) => Turn::Min,
//!         }
//!     }
//!     fn moves(&self, &(left, _): &(u8, bool), moves: &mut Vec<u8>) {
//!         moves.extend(1..=left.min(2));
//!     }
//!     fn play(&self, state: &mut (u8, bool), taken: u8) {
//!         *state = (state.0 - taken, !state.1);
//!     }
//!     fn has_chance(&self) -> bool {
//!         false
//!     }
//! }
//!
//! impl Keyed for Heap {
//!     fn key(&self, &(left, is_max): &(u8, bool)) -> u64 {
//!         u64::from(left) << 1 | u64::from(is_max)
//!     }
//! }
//!
//! impl Insight for Heap {}
//!
//! impl Notation for Heap {
//!     fn move_text(&self, _: &(u8, bool), taken: u8) -> String {
//!         taken.to_string()
//!     }
//!     fn position_text(&self, &(left, is_max): &(u8, bool)) -> String {
//!         format!("{left}{}", if is_max { '+' } else { '-' }) // such as 7-
//!     }
//!     fn parse_position(&self, text: &str) -> Result<(u8, bool), ParseError> {
//!         let states = (0..=10).flat_map(|left| [(left, true), (left, false)]);
//!         let found = states.into_iter().find(|state| self.position_text(state) == text);
//!         let parse_error = || ParseError::new("position", text, "stones and who moves, such as 7+ or 7-");
//!         if text.is_empty() { Ok(self.start()) } else { found.ok_or_else(parse_error) }
//!     }
//! }
//!
//! let rules: Box<dyn Rules> = Box::new(Named::new("heap".parse()?, Heap, Neutral::new(&Heap)));
//! assert_eq!(rules.position("7-")?.moves(), ["1", "2"]);
//!
//! let mut player = rules.engine(&"mm-fast".parse()?, 1)?;
//! player.start("7-")?;
//! assert_eq!(player.run(&Budget::moves(1000)).best.as_deref(), Some("1")); // leaves a multiple of 3
//! player.play("1")?;
//! assert!(player.play("3").is_err(), "not a legal move");
//! # Ok::<(), tiptree::Error>(())
//! ```

mod engine;
mod events;
mod named;
mod slices;

pub use engine::engine;
pub use events::{Followed, follow};
pub use named::Named;

use crate::budget::Budget;
use crate::error::Error;
use crate::game::{Range, Turn};
use crate::noise::Noise;
use crate::parse_error::ParseError;
use crate::report::{Report, Stop};
use crate::search::tree_view::{Detail, NextTip, TreeNode};
use crate::solver::Solver;
use crate::spec::Spec;
use crate::untyped::{AnyEvaluator, Untyped};

/// A game known by its name: it reads positions and builds players.
pub trait Rules: Send + Sync {
    /// The name with its parameters.
    fn spec(&self) -> &Spec;

    /// The least and the greatest payoff to Max.
    fn payoffs(&self) -> Range;

    /// The start position of a seed; the only start if the board is not set up at random.
    fn deal(&self, seed: u64) -> Box<dyn Position>;

    /// Whether the board is set up at random, so that every seed gives a game of its own.
    fn is_dealt(&self) -> bool;

    /// The position that `text` describes; the empty text is the start.
    ///
    /// # Errors
    /// If the text describes no position of this game.
    fn position(&self, text: &str) -> Result<Box<dyn Position>, ParseError>;

    /// A player that searches with `search`, at the start position. The seed determines all randomness of the search.
    ///
    /// # Errors
    /// If the search does not exist, does not take the parameters given, or cannot play this game.
    fn engine(&self, search: &Spec, seed: u64) -> Result<Box<dyn Engine>, Error>;

    /// The search to use if none is named.
    fn usual_search(&self) -> Spec;

    /// A solver of this game.
    fn solver(&self) -> Box<dyn Solver>;

    /// The same game with a noisy evaluator; `None` if noise is not supported, which is the default.
    fn noisy(&self, noise: Noise) -> Option<Box<dyn Rules>> {
        let _ = noise;
        None
    }

    /// The game and its evaluator in untyped form, for searches that are added to a registry
    /// ([`Registry::with_search`](crate::registry::Registry::with_search)); `None` if there is no such form, which is the default.
    fn untyped(&self) -> Option<(Untyped, AnyEvaluator)> {
        None
    }
}

/// A position of some game.
pub trait Position: Send {
    /// Whose turn it is, or how the game ended.
    fn turn(&self) -> Turn;

    /// The legal moves, or the outcomes at a chance node, in the game's order.
    fn moves(&self) -> Vec<String>;

    /// The probabilities of the outcomes at a chance node; empty elsewhere.
    fn chances(&self) -> Vec<f64>;

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal here.
    fn play(&mut self, mv: &str) -> Result<(), ParseError>;

    /// The position's text.
    fn text(&self) -> String;

    /// A drawing for people.
    fn draw(&self) -> String;

    /// The position's key: equal for equal positions.
    fn key(&self) -> u64;

    /// A key that the position shares with its mirror image, if the game declares a mirror.
    fn folded_key(&self) -> u64 {
        self.key()
    }

    /// The number of lines of play of `depth` decisions. Rolls lie on the lines but do not count as decisions.
    fn perft(&self, depth: u32) -> u64;

    /// A copy of this position.
    fn duplicate(&self) -> Box<dyn Position>;
}

/// A player: it is told the position and the moves played, and searches when asked.
pub trait Engine: Send {
    /// Begins at a position, forgetting everything.
    ///
    /// # Errors
    /// If the text describes no position of this game.
    fn start(&mut self, position: &str) -> Result<(), ParseError>;

    /// Follows a move played by either side.
    ///
    /// # Errors
    /// If the move is not legal here.
    fn play(&mut self, mv: &str) -> Result<(), ParseError>;

    /// The budget of this player, given a common one: its own, if its parameters set one. If they name a depth to search to,
    /// a common budget that is only the default does not apply: see [`Budget::is_usual`].
    fn budget(&self, common: &Budget) -> Budget;

    /// Searches within exactly this `budget`.
    fn run(&mut self, budget: &Budget) -> Report<String>;

    /// The same player, searching in slices; `None` if it does not, which is the default.
    fn slices(&mut self) -> Option<&mut dyn Slices> {
        None
    }

    /// The position that the moves of `path` lead to in the tree of the last search, with up to `most` positions below it; `None`
    /// if it is not in the tree, or the search keeps no tree, which is the default. See [`read`](crate::search::tree_view::read).
    ///
    /// # Errors
    /// If a move of the path is not legal where it is to be played.
    fn tree(
        &self,
        path: &[String],
        most: usize,
        detail: Detail,
    ) -> Result<Option<TreeNode<String>>, ParseError> {
        let _ = (path, most, detail);
        Ok(None)
    }

    /// The tip of that tree that the search would visit next, and why; `None` if nothing is left to search, or the search keeps no
    /// tree, which is the default. See [`next_tip`](crate::search::tree_view::next_tip).
    fn next_tip(&self) -> Option<NextTip<String>> {
        None
    }
}

/// A player that searches in slices, so that its caller can do something else between them: show what has been found so far,
/// read input, or end the search.
///
/// A slice only pauses the search. What a search with one thread finds in slices is what it finds in one run, if its budget is
/// counted. Clocks stand still during a pause.
///
/// ```
/// use tiptree::Budget;
/// # use tiptree::erased::{Named, Rules};
/// # use tiptree::testing::synthetic::{HashEvaluator, HashTree};
/// # let rules = Named::new("hash".parse()?, HashTree::new(1, 12, 4), HashEvaluator::new(1, 1023));
/// let mut player = rules.engine(&"mm-fast".parse()?, 1)?;
/// let slices = player.slices().expect("searches in slices");
/// slices.begin(&Budget::evals(1000));
/// while slices.work(100).is_none() {
///     assert!(slices.report().counters.evals <= 1000);
/// }
/// assert!(slices.report().best.is_some());
/// # Ok::<(), tiptree::Error>(())
/// ```
pub trait Slices {
    /// Begins a search within exactly this budget. No work is done yet. A search that is under way ends.
    fn begin(&mut self, budget: &Budget);

    /// Works until it has made so many more evaluations, or 64 times as many moves; the step that reaches them is the last. Returns
    /// why the search has ended, once it has.
    ///
    /// A search with several threads may make more: in `mm-fast`, `uct` and `puct` every thread ends its step; in `pvs` and `mtdf`
    /// the slice ends when the first thread has spent an equal share of it, and the others may have been faster.
    fn work(&mut self, evals: u64) -> Option<Stop>;

    /// What has been found so far. Depth-first searches report their last iteration.
    fn report(&self) -> Report<String>;

    /// Ends the search before its budget is spent. What it has found can still be reported. [`Engine::start`] and
    /// [`Engine::play`] end it too.
    fn cancel(&mut self);
}
