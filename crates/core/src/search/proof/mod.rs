//! Proof-number search: it asks questions about the value of a game, and searches where the least is missing from an
//! answer.
//!
//! Sources: Allis 1994 (proof numbers); Nagai 2002 (df-pn: depth-first, with limits and a table instead of a stored
//! tree); Pawlewicz and Lew 2007 (a move is left only when it has fallen behind by a share, the 1 + ε trick); Ueda,
//! Hashimoto, Hashimoto and Iida 2008 (weak proof numbers). Initial numbers by mobility or by an evaluator are df-pn+
//! (Nagai 2002).
//!
//! A question is whether the value, Max's view, is at least some threshold. The first threshold is the middle of the
//! payoffs, and each later one the middle of the bounds that the answers have left. Answers are fail-soft: the proven
//! bounds of a position ([`ScoreBounds`](crate::ScoreBounds)) follow from its moves whatever was asked, so an answer may
//! bound the value more tightly than the threshold. So few questions solve a game with any number of payoffs, and one
//! table serves all of them.
//!
//! What differs from the sources:
//!
//! * The decisions on the path keep the numbers of all their moves, and a result is passed up as well as stored in the
//!   table. So the search ends even without a table, and an entry that a full table has lost costs time and nothing else.
//! * No player is the attacker. At a decision of Max the least proof number counts and disproof numbers are joined; at a
//!   decision of Min it is the reverse. Turns may come in any order.
//! * The path is an explicit stack instead of a recursion, so that a step can be a part of the work and games may be
//!   long.
//!
//! Each guess of initial numbers counts as an evaluation, even if it does not call the evaluator.
//!
//! Games with chance, and games in which positions repeat, are refused: a proof that depends on the path to a position
//! must not be stored under the position alone.
//!
//! ```
//! use tiptree::search::proof::{ProofNumber, Settings};
//! use tiptree::testing::synthetic::HashTree;
//! use tiptree::{Budget, Neutral, Search};
//!
//! let game = HashTree::new(1, 12, 4);
//! let mut search = ProofNumber::new(game, Neutral::new(&game), Settings::default()).unwrap();
//! assert!(search.run(&Budget::unlimited()).proven.is_some());
//! ```

pub(crate) mod by_name;
mod descent;
mod numbers;
mod search;
mod settings;
mod table;

pub use numbers::Join;
pub use search::ProofNumber;
pub use settings::{Guess, Settings};
