//! How the paper counts leaves.
//!
//! Tables 1 to 5, 7 and section 7.2 count below a + of depth 3. "In our implementation, the leftmost \*node is searched
//! exhaustively, since […] no cutoff can occur beneath it" (section 6.2.1): it costs all its leaves, is not probed, and
//! its value is the alpha of its siblings. This differs from a plain search only at small N, and there the printed
//! means require it. Table 6 counts a plain search of the root.
//!
//! Tables 2, 4 and 6 count every visit: a probed leaf counts again if its -node is searched in full later. The printed
//! rule, "counted twice if subsequent search required a full search of the \*-node above them", must mean the -node.
//! Read literally, it misses Table 4 by 2 to 5 standard errors; counting no leaf twice misses it by 5 to 17. Table 7
//! counts each leaf once: if every visit counted, its cyclic column would rise to 39.5 where 27.9 is printed.

use std::collections::HashSet;
use tiptree::search::depth_first::star::{Sort, Star, Variant};
use tiptree::{Evaluator, Game, Keyed, Neutral, Observer};
use tiptree_games::startree::{PathSum, Place, StarTree};

/// The counts on one tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    /// Visits of leaves.
    pub(super) visits: u64,
    /// Distinct leaves visited.
    pub(super) leaves: u64,
    /// Chance nodes cut off while they were probed.
    pub(super) probing_cutoffs: u64,
    /// Chance nodes cut off later.
    pub(super) regular_cutoffs: u64,
}

/// The distinct leaves visited.
#[derive(Default)]
struct Distinct(HashSet<u64>);

impl Observer<StarTree> for Distinct {
    const CONSIDERS: bool = true;

    fn considered(&mut self, tree: &StarTree, state: &Place) {
        if tree.turn(state).is_over() {
            self.0.insert(tree.key(state));
        }
    }
}

/// The procedure as the paper prints it.
pub(super) fn as_printed(variant: Variant) -> Variant {
    Variant { sort: Sort::None, ..variant }
}

/// The number of leaf visits of a plain search of the whole tree.
pub(super) fn plain(tree: StarTree, start: Place, variant: Variant) -> u64 {
    let mut star = Star::new(as_printed(variant));
    search(&mut star, tree, &start, None, &mut ());
    star.tally().leaves
}

/// Counts below the topmost +, with its leftmost \*node searched exhaustively. Distinct leaves are counted only if
/// `once` is set, because that takes time.
pub(super) fn below_plus(tree: StarTree, start: Place, variant: Variant, once: bool) -> Count {
    let mut arcs = Vec::new();
    tree.moves(&start, &mut arcs);
    in_order(tree, start, &arcs, variant, once)
}

/// As [`below_plus`], with the best \*node moved to the front.
pub(super) fn best_first(tree: StarTree, start: Place, variant: Variant, once: bool) -> Count {
    let mut arcs = Vec::new();
    tree.moves(&start, &mut arcs);
    // The arc of the best *node is worth 0; the others keep their order.
    arcs.sort_by_key(|&arc| arc != 0);
    in_order(tree, start, &arcs, variant, once)
}

fn in_order(tree: StarTree, start: Place, arcs: &[i32], variant: Variant, once: bool) -> Count {
    let values = PathSum::new(&tree);
    let first = tree.after(&start, arcs[0]);
    // An exhaustive search visits every leaf, and its value is known without searching.
    let exhaustive = tree.leaves() / u64::from(tree.branching());
    let mut alpha = values.evaluate(&tree, &first);
    let mut star = Star::new(as_printed(variant));
    let mut distinct = Distinct::default();
    for &arc in &arcs[1..] {
        let node = tree.after(&start, arc);
        let value = if once {
            search(&mut star, tree, &node, Some(alpha), &mut distinct)
        } else {
            search(&mut star, tree, &node, Some(alpha), &mut ())
        };
        alpha = alpha.max(value);
    }
    let tally = star.tally();
    Count {
        visits: exhaustive + tally.leaves,
        leaves: exhaustive + distinct.0.len() as u64,
        probing_cutoffs: tally.probing_cutoffs,
        regular_cutoffs: tally.regular_cutoffs,
    }
}

/// Searches below `state` with the window of the paper, the extreme path sums, or with its lower end raised to `alpha`.
pub(super) fn search<O: Observer<StarTree>>(
    star: &mut Star<StarTree>,
    tree: StarTree,
    state: &Place,
    alpha: Option<f64>,
    observer: &mut O,
) -> f64 {
    let range = tree.payoffs();
    // All levels count as decisions, so that every line is searched to its end.
    let depth = tree.depth();
    let alpha = alpha.unwrap_or(range.low);
    star.search(&tree, &Neutral::new(&tree), state, depth, alpha, range.high, observer)
}
