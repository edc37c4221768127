//! Sampling searches: UCT and PUCT with proofs, in one tree that all threads share.
//!
//! UCT (Kocsis and Szepesvári 2006) descends where an upper confidence bound is greatest (UCB1: Auer, Cesa-Bianchi and
//! Fischer 2002), and values a new position by random playouts. PUCT (Rosin 2011; Silver and others 2017) weighs exploration
//! by priors, and values a new position by an evaluator. They are one search: [`Settings`] say how an edge is chosen and how a
//! new position is valued.
//!
//! What is particular here:
//!
//! * Every node has proven bounds on its value (Cazenave and Saffidine 2010; Winands, Björnsson and Saito 2008). A proven node
//!   is never searched again, an edge that cannot beat what is proven no longer counts, and a search that runs to the end proves
//!   the value of the game, with any number of payoffs and with chance (there up to rounding).
//! * What the game declares ([`Insight`](crate::Insight)) proves wins and losses one ply ahead and drops replies that lose.
//! * A node's value is recomputed from its edges, each with its own visits, instead of being a running mean. So transpositions
//!   may share one node (`graph`), in games where no position repeats. An edge holds the value that the child had when this edge
//!   was last passed. Where the child was since visited through another parent, the copy is stale, and so are the parent's value
//!   and bounds; the next pass updates both. Positions are told apart by 64 bits of key.
//! * A thread counts its visit when it sets out, so that others choose other edges, and backs up the result when it returns. No
//!   virtual loss is added (Liu and others 2020, WU-UCT). No lock is held, and with one thread no instruction is locked.
//! * The tree stops growing with the budget: the search stops when memory or depth is used up, as at every other limit, because
//!   a search with no other limit would never end.
//!
//! The moves of each descent and the positions entered there are counted. A playout counts as one evaluation, and its moves are
//! not counted. An expansion is a node added to the tree.
//!
//! ```
//! use tiptree::search::sampling::{Sampling, Settings};
//! use tiptree::testing::synthetic::{HashEvaluator, HashTree};
//! use tiptree::{Budget, Search, Stop};
//!
//! let (game, evaluator) = (HashTree::new(1, 9, 3), HashEvaluator::new(1, 100));
//! let mut search = Sampling::new(game, evaluator, Settings::uct(), 1);
//! let report = search.run(&Budget::evals(500));
//! assert_eq!((report.stop, report.counters.evals), (Some(Stop::Evals), 500));
//! assert!(search.run(&Budget::unlimited()).proven.is_some());
//! ```

mod backup;
pub(crate) mod by_name;
mod descent;
mod gather;
mod keep;
mod leaf;
mod node;
mod root;
mod search;
mod select;
mod settings;
mod tree;
mod value_scale;
mod view;

pub use search::Sampling;
pub use settings::{Leaf, Pick, Priors, Rule, Settings};

#[cfg(test)]
mod tests;
