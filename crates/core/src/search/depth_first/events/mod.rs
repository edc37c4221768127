//! The events of a search to a horizon: which nodes it enters and with which window, which value comes out, and what cut
//! off the rest.
//!
//! An [`Observer`] that [follows](Observer::FOLLOWS) a search is told three things, which nest like parentheses: a node is
//! entered, its moves are sorted by static value, and it is left. [`Recorder`] keeps them as a flat list of [`Event`]s
//! with moves as texts, and [`Visit::trees`] folds the list into trees. Alpha-beta, minimax and all *-minimax
//! procedures tell their events. A search whose budget is spent does not leave the nodes that it is in.
//!
//! ```
//! use tiptree::search::depth_first::events::{Cause, End, Limit, Recorder, Visit};
//! use tiptree::search::depth_first::{AlphaBeta, Deepening, Reading};
//! use tiptree::testing::drawn::{AsDrawn, DrawnTree};
//! use tiptree::{Budget, Game, Search};
//!
//! // Ballard 1983, figure 5: after `a`, worth 4, the reply `x` refutes `b`.
//! let tree: DrawnTree = "+s 4 (a 4, -b 3 (x 3, y 9))".parse()?;
//! let recorder = Recorder::new(tree.clone(), tree.start(), 100);
//! let method = AlphaBeta::reading(Reading::V0);
//! let mut search = Deepening::new(tree, AsDrawn, method).observed_by(recorder.clone());
//! search.run(&Budget::depth(2));
//!
//! let trees = Visit::trees(&recorder.recording().events);
//! let b = &trees[0].children[1];
//! assert_eq!((b.mv.as_deref(), b.window.alpha, b.value), (Some("b"), 4.0, Some(3.0)));
//! assert_eq!(b.end, Some(End::Cut { at: Limit::Alpha, by: Cause::Move }));
//! assert_eq!(b.unsearched, ["y"]);
//! # Ok::<(), tiptree::ParseError>(())
//! ```

mod recorder;
mod visit;

pub use recorder::{Event, Recorder, Recording, Static};
pub use visit::Visit;

use super::walk::Walk;
use super::window::Window;
use crate::evaluator::{Evaluator, Leaf};
use crate::game::{Game, Turn};
use crate::player::Player;
use crate::search::Observer;

/// How the search of a node ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "end", rename_all = "lowercase"))]
pub enum End {
    /// Nothing that matters was left to search. Unsearched are at most impossible outcomes, moves that forward pruning has
    /// dropped, and outcomes whose probes have found their values.
    #[default]
    Complete,
    /// A position at the horizon was evaluated.
    Evaluated,
    /// The game is over there.
    Over,
    /// No search was needed: the table, a probe or the sorting of the moves had found a value or a bound that decides.
    Known,
    /// Only a probe was made. The value of a decision is that of one move; it is a bound where it lies within the window. The
    /// value of a chance node is the mean of the probes below its outcomes.
    Probed,
    /// The rest was cut off.
    Cut {
        /// The end of the window that was reached.
        at: Limit,
        /// What reached it.
        by: Cause,
    },
}

impl End {
    /// How the visit of a leaf ends.
    #[expect(
        clippy::inline_always,
        reason = "without an observer that follows, not even a call may be left of it"
    )]
    #[inline(always)]
    pub(super) fn of_leaf(turn: Turn) -> End {
        if matches!(turn, Turn::Over(_)) { End::Over } else { End::Evaluated }
    }

    /// How a decision ends at which a move has reached the opponent's end of the window.
    #[expect(
        clippy::inline_always,
        reason = "without an observer that follows, not even a call may be left of it"
    )]
    #[inline(always)]
    pub(super) fn refuted_by(player: Player) -> End {
        let at = match player {
            Player::Max => Limit::Beta,
            Player::Min => Limit::Alpha,
        };
        End::Cut { at, by: Cause::Move }
    }
}

/// An end of the window. A search with a table narrows the window by the bounds that the table holds of the node; an end that was
/// moved so is the value itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Limit {
    /// The value is at most alpha: Max has something at least as good elsewhere.
    Alpha,
    /// The value is at least beta: Min has something at least as good elsewhere.
    Beta,
}

/// What cut off the rest of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Cause {
    /// At a decision: the value of a move, which refutes the move above.
    Move,
    /// At a chance node: the values of the outcomes searched, with the bounds of the others (Star1).
    Outcomes,
    /// At a chance node: the bounds that probes have found (Star2).
    Probes,
    /// At a chance node: bounds of the outcomes in the table.
    Table,
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Walk<'_, G, E, O> {
    /// Tells the observer that the search goes to the position after `mv`, or to the root if there is no move.
    #[expect(
        clippy::inline_always,
        reason = "without an observer that follows, not even a call may be left of it"
    )]
    #[inline(always)]
    pub(super) fn entered(&mut self, mv: Option<G::Move>, depth: u32, window: Window) {
        if O::FOLLOWS {
            self.observer.entered(mv, depth, window);
        }
    }

    /// Tells the observer the static values by which the moves of the node entered last will be sorted.
    #[expect(
        clippy::inline_always,
        reason = "without an observer that follows, not even a call may be left of it"
    )]
    #[inline(always)]
    pub(super) fn sorted(&mut self, moves: &[G::Move], leaves: &[Leaf]) {
        if O::FOLLOWS {
            self.observer.sorted(moves, leaves);
        }
    }

    /// Tells the observer that the search leaves the node entered last.
    #[expect(
        clippy::inline_always,
        reason = "without an observer that follows, not even a call may be left of it"
    )]
    #[inline(always)]
    pub(super) fn left(&mut self, value: f64, end: End, unsearched: impl FnOnce() -> Vec<G::Move>) {
        if O::FOLLOWS {
            self.observer.left(value, end, &unsearched());
        }
    }
}
