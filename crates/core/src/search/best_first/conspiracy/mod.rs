//! Conspiracy-number search: the tree grows where the fewest tips could change the value of the root.
//!
//! Source: McAllester 1988 (Artificial Intelligence 35); the choices that the paper leaves open are discussed by van der
//! Meulen 1990 and Schaeffer 1990. The conspiracy number of a node for a value is the least number of tips below that must
//! change for the node to have at least, or at most, that value.
//!
//! A value of the root is plausible while fewer than a threshold of tips must conspire for it. The search grows the tree at a
//! tip of a smallest conspiracy for the end of the plausible interval that is farther from the root's value. Where no other
//! value is plausible, the threshold rises.
//!
//! What differs and what was chosen:
//!
//! * Values are told apart by [`BUCKETS`] buckets of the tree's scale, and numbers are counted to 254; 255 stands for never.
//! * Where all of a conspiracy must act, the first tip of it is expanded. So with an evaluator that says the same of every
//!   position, only nodes are expanded that alpha-beta would visit at its best: Rivest 1987 remarks on it in section 6.
//! * Where no conspiracy can lead out of the root's bucket, what is certain of the root lies within it, and the buckets are
//!   laid anew between these bounds, until the value is certain.
//!
//! The tree with its values, the expansion of a tip and the report are those of min/max approximation
//! ([`MinMax`](super::MinMax)). Chance is refused, as conspirators at a roll would have to agree by how much they change.
//!
//! ```
//! use tiptree::search::best_first::conspiracy::Conspiracy;
//! use tiptree::testing::synthetic::{HashEvaluator, HashTree};
//! use tiptree::{Budget, Search};
//!
//! let (game, evaluator) = (HashTree::new(1, 5, 3), HashEvaluator::new(1, 100));
//! let mut search = Conspiracy::new(game, evaluator).unwrap();
//! assert!(search.run(&Budget::unlimited()).proven.is_some());
//! ```

mod numbers;
mod search;

pub use numbers::{BUCKETS, NEVER, Numbers, Window};
pub use search::Conspiracy;
