//! Proof-number search: questions about the value of a game, each answered where the least is missing from an answer.
//!
//! Sources: Allis 1994 (proof numbers); Nagai 2002 (df-pn: depth-first, with limits and a table instead of a stored tree);
//! Pawlewicz and Lew 2007 (a move is left only when it has fallen behind by a share, the 1 + ε trick); Ueda, Hashimoto,
//! Hashimoto and Iida 2008 (weak proof numbers). First numbers by mobility or by an evaluator are df-pn+ (Nagai 2002).
//!
//! A question is whether the value, Max's view, is at least so much. The first splits the payoffs in the middle, and every
//! next one what is left between the bounds that the answers gave. An answer is fail-soft: it says by how much, because
//! what is certain of a position ([`ScoreBounds`](crate::ScoreBounds)) follows from its moves whatever was asked. So a game of any
//! number of payoffs is settled by few questions, and one table serves all of them.
//!
//! What differs from the sources:
//!
//! * The decisions on the path keep the numbers of all their moves, and a result is handed up and not only noted. Without a
//!   table the search still ends, and what a full table has lost costs time and nothing else.
//! * Nobody is the attacker: where Max decides, proof numbers compete and disproof numbers join, where Min decides the other
//!   way round, and turns may come in any order.
//! * The path is a stack of its own and not the program's, so that a step is a slice of the work and games may be long.
//!
//! An eval is a guess of first numbers, whatever it reads.
//!
//! Games with chance, and games in which positions come back, are refused: a proof that rests on the way to a position must
//! not be noted under the position alone.
//!
//! ```
//! use tiptree::search::proof::{ProofNumber, Settings};
//! use tiptree::synthetic::HashTree;
//! use tiptree::{Budget, Neutral, Search};
//!
//! let game = HashTree::new(1, 12, 4);
//! let mut search = ProofNumber::new(game, Neutral::new(&game), Settings::default()).unwrap();
//! assert!(search.run(&Budget::unlimited()).proven.is_some());
//! ```

pub mod by_name;
mod descent;
mod numbers;
mod search;
mod settings;
mod table;

pub use numbers::Join;
pub use search::ProofNumber;
pub use settings::{Guess, Settings};
