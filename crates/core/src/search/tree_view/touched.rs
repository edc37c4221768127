//! Counts the nodes of a tree that a reading touches. The trees report every node they are asked for, in unit tests only.

use std::cell::RefCell;
use std::collections::HashSet;

thread_local! {
    /// The nodes touched, while they are counted.
    static TOUCHED: RefCell<Option<HashSet<usize>>> = const { RefCell::new(None) };
}

/// Notes that these nodes were touched.
pub(in crate::search) fn touch(nodes: impl IntoIterator<Item = usize>) {
    TOUCHED.with_borrow_mut(|touched| {
        if let Some(touched) = touched {
            touched.extend(nodes);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::TOUCHED;
    use crate::budget::Budget;
    use crate::search::catalogue::{self, SEARCHES};
    use crate::search::tree_view::{Detail, TreeNode, read};
    use crate::testing::synthetic::{HashEvaluator, HashTree};
    use std::collections::HashSet;

    /// The number of positions of a part that was read.
    fn count<M>(part: &TreeNode<M>) -> usize {
        1 + part.children.iter().map(count).sum::<usize>()
    }

    /// `TIPTREE_CASES` sets the number of nodes of the trees.
    #[test]
    fn a_reading_costs_what_it_shows() {
        let cases = std::env::var("TIPTREE_CASES").ok().and_then(|text| text.parse().ok());
        let nodes = cases.unwrap_or(100_000);
        let tree = HashTree::new(9, 18, 7);
        for entry in SEARCHES.iter().filter(|entry| entry.algorithm.keeps_tree()) {
            let name = entry.name;
            let spec = name.parse().unwrap();
            let mut search = catalogue::build(&spec, tree, HashEvaluator::new(9, 1000), 9).unwrap();
            assert!(search.run(&Budget::nodes(nodes)).counters.nodes > nodes - nodes / 100, "{name}");
            TOUCHED.set(Some(HashSet::new()));
            let view = search.tree_view(Detail::Stored).unwrap();
            let part = read(view.as_ref(), &[], 200, |_, mv| mv).unwrap();
            let touched = TOUCHED.take().map_or(0, |touched| touched.len());
            assert_eq!(count(&part), 201, "{name}");
            println!("{name}: touched {touched}");
            assert!((2..=1000).contains(&touched), "{name} touched {touched}");
        }
    }
}
