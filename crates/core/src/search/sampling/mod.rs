//! Sampling searches: UCT and PUCT with proofs, in one tree that all threads share.
//!
//! UCT (Kocsis and Szepesvári 2006) goes down where an upper confidence bound is greatest (UCB1: Auer, Cesa-Bianchi and
//! Fischer 2002), and learns from random playouts; PUCT (Rosin 2011; Silver and others 2017) weighs its curiosity by priors,
//! and asks an evaluator. They are one search: [`Settings`] say how a way down is chosen and what a new position is scale.
//!
//! What is particular here:
//!
//! * Every node has bounds on its value that are certain (Cazenave and Saffidine 2010; Winands, Björnsson and Saito 2008).
//!   What is settled is never looked at again, what cannot be better than something certain counts no more, and a search that
//!   runs to the end proves the value of the game: with any number of payoffs and with chance, there up to rounding.
//! * What the game declares ([`Insight`](crate::Insight)) settles wins and losses one ply ahead and drops replies that lose.
//! * A node's value is recomputed from its edges, each with its own visits, instead of being a running mean. So positions that
//!   are reached in several ways may be one node (`graph`), where none comes back. The copy of a value in an edge is that of
//!   the last time the edge was passed: where another way to the child was taken since, it is old, and so is what the parent
//!   makes of it, bounds included; passing brings both up to date. Positions are told apart by 64 bits of key.
//! * Threads count a visit when they set out, so that others choose other ways, and what it found when they are back: nobody
//!   pretends to have lost (Liu and others 2020, WU-UCT). No lock is held, and with one thread no instruction is locked.
//! * The tree stops growing with the budget: where memory or depth are spent the search stops, as at every other limit, because
//!   one with no other limit would never end.
//!
//! Counted are the moves of the way down and the positions entered there; a playout is one evaluation, and its moves are not
//! counted. An expansion is a node added to the tree.
//!
//! ```
//! use tiptree::search::sampling::{Sampling, Settings};
//! use tiptree::synthetic::{HashEvaluator, HashTree};
//! use tiptree::{Budget, Search, Stop};
//!
//! let (game, evaluator) = (HashTree::new(1, 9, 3), HashEvaluator::new(1, 100));
//! let mut search = Sampling::new(game, evaluator, Settings::uct(), 1);
//! let report = search.run(&Budget::evals(500));
//! assert_eq!((report.stop, report.counters.evals), (Some(Stop::Evals), 500));
//! assert!(search.run(&Budget::unlimited()).proven.is_some());
//! ```

mod backup;
pub mod by_name;
mod descent;
mod keep;
mod leaf;
mod node;
mod root;
mod search;
mod select;
mod settings;
mod tree;
mod value_scale;

pub use search::Sampling;
pub use settings::{Leaf, Pick, Priors, Rule, Settings};

#[cfg(test)]
mod tests;
