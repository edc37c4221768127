//! Conspiracy-number search: the tree grows where the fewest tips could change the value of the root.
//!
//! Source: McAllester 1988 (Artificial Intelligence 35); the choices that the paper leaves open are discussed by van der
//! Meulen 1990 and Schaeffer 1990. The conspiracy number of a node for a value is the least number of tips below that must
//! change for the node to have at least, or at most, that value.
//!
//! A value of the root is plausible if fewer tips than a threshold must conspire for it. The search expands a tip of a
//! smallest conspiracy for the end of the plausible interval that is farther from the root's value. If no other value is
//! plausible, the threshold rises.
//!
//! What differs and what was chosen:
//!
//! * Values are divided into [`BUCKETS`] buckets of the tree's scale. Numbers are counted to 254; 255 stands for never.
//! * If all members of a conspiracy must change, the first tip of it is expanded. With a constant evaluator, the search
//!   therefore expands only nodes that alpha-beta would visit at its best: Rivest 1987 remarks on it in section 6.
//! * If no conspiracy can lead out of the root's bucket, the bounds of the root lie within it. The buckets are then laid
//!   anew between these bounds, until the value is proven.
//!
//! The tree with its values, the expansion of a tip and the report are those of min/max approximation
//! ([`MinMax`](super::MinMax)). Games with chance are refused: conspirators at a chance node would have to agree by how
//! much they change.
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
mod view;

pub use numbers::{BUCKETS, NEVER, Numbers, Window};
pub use search::Conspiracy;
