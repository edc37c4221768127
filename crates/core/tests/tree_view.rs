//! Trees that are read: their views agree with the searches.

use tiptree::search::catalogue::{self, SEARCHES};
use tiptree::search::tree_view::{Detail, NodeId, TreeNode, TreeView, read};
use tiptree::testing::synthetic::{HashEvaluator, HashTree, Place};
use tiptree::testing::view::{check, next_tip};
use tiptree::{Budget, Game, Meter, Search};

/// The searches that keep a tree.
const KEEPERS: [&str; 7] = ["mm-fast", "mm", "ubfm", "mm-dice", "conspiracy", "uct", "puct"];

fn build(spec: &str, tree: HashTree, seed: u64) -> Box<dyn Search<HashTree>> {
    catalogue::build(&spec.parse().unwrap(), tree, HashEvaluator::new(seed, 1000), seed).unwrap()
}

/// Steps until `moves` are spent or the search is complete. Returns the meter.
fn grow(search: &mut dyn Search<HashTree>, moves: u64) -> Meter {
    let mut meter = Meter::new(&Budget::moves(moves));
    while meter.stopped().is_none() {
        if let Some(stop) = search.step(&mut meter) {
            meter.stop(stop);
        }
    }
    meter
}

#[test]
fn the_catalogue_says_which_searches_keep_a_tree() {
    for entry in SEARCHES {
        let search = build(entry.name, HashTree::new(1, 6, 3), 1);
        let keeps = entry.algorithm.keeps_tree();
        assert_eq!(search.tree_view(Detail::Stored).is_some(), keeps, "{}", entry.name);
        assert_eq!(KEEPERS.contains(&entry.name), keeps, "{}", entry.name);
    }
}

#[test]
fn a_view_agrees_with_the_report_and_with_itself() {
    for name in KEEPERS {
        let mut checked = 0;
        for seed in 0..30 {
            let tree = match seed % 3 {
                0 => HashTree::new(seed, 9, 3),
                1 => HashTree::new(seed, 12, 4).irregular().with_free_turns().with_early_ends(0.1),
                _ => HashTree::new(seed, 9, 3).with_payoffs(21).with_early_ends(0.2),
            };
            for moves in [0, 5, 60, 3000] {
                let mut search = build(name, tree, seed);
                let meter = grow(search.as_mut(), moves);
                // Every position of such a tree has one way to it, so that nothing is merged. With three payoffs, mm-fast closes
                // edges that are no better than a draw with the value of a draw.
                let is_tree = name != "mm-fast" || seed % 3 == 2;
                checked += usize::from(check(search.as_ref(), &meter, is_tree).is_some());
            }
        }
        assert!(checked > 60, "{name}: {checked}");
    }
}

#[test]
fn a_view_agrees_with_the_report_where_chance_decides() {
    for name in ["mm", "mm(penalty=derivative,backup=mean,p=8)", "ubfm", "uct", "puct"] {
        for seed in 0..12 {
            let tree = HashTree::new(seed, 8, 3).with_chance(0.3).with_early_ends(0.1);
            let mut search = build(name, tree, seed);
            let meter = grow(search.as_mut(), 2000);
            check(search.as_ref(), &meter, true);
        }
    }
}

#[test]
fn a_kept_tree_can_be_read_behind_the_move_played() {
    for name in ["mm-fast", "mm(keep=true)", "ubfm", "uct", "puct"] {
        let tree = HashTree::new(5, 12, 3);
        let mut search = build(name, tree, 5);
        let best = search.run(&Budget::moves(5000)).best.unwrap();
        let view = search.tree_view(Detail::Stored).unwrap();
        let before = read(view.as_ref(), &[best], 3, |_, mv| mv).unwrap();
        drop(view);
        search.advance(best);
        let meter = grow(search.as_mut(), 3000);
        check(search.as_ref(), &meter, false);
        let view = search.tree_view(Detail::Stored).unwrap();
        for child in &before.children {
            assert!(read(view.as_ref(), &child.moves, 0, |_, mv| mv).is_some(), "{name}");
        }
        // The old root is gone, and so are the moves that lead from it.
        let path = [vec![best], before.children[0].moves.clone(), vec![best; 12]].concat();
        assert_eq!(read(view.as_ref(), &path, 0, |_, mv| mv), None, "{name}");
    }
}

#[test]
fn the_arrows_lead_to_the_tip_that_is_expanded_next() {
    // With a constant that is given: when a search learns another, the penalties in its tree follow only as it comes by.
    for name in ["mm", "mm-fast(c=0.01)", "ubfm", "conspiracy"] {
        let mut followed = 0;
        for seed in 0..20 {
            let mut search = build(name, HashTree::new(seed, 10, 3).with_early_ends(0.05), seed);
            let mut meter = Meter::new(&Budget::unlimited());
            for _ in 0..200 {
                let path = search.tree_view(Detail::Stored).map(|view| next_tip(view.as_ref()));
                let before = meter.counters.expansions;
                if search.step(&mut meter).is_some() {
                    break;
                }
                let Some(path) = path.filter(|_| meter.counters.expansions > before) else { continue };
                let view = search.tree_view(Detail::Stored).unwrap();
                let tip = read(view.as_ref(), &path, 0, |_, mv| mv).expect("the tip is in the tree");
                assert!(tip.hidden > 0, "{name}, seed {seed}: {path:?} is not expanded");
                followed += 1;
            }
        }
        assert!(followed > 500, "{name}: {followed}");
    }
}

#[test]
fn the_greatest_shares_are_read_first() {
    fn masses(view: &dyn TreeView<HashTree>, id: NodeId, state: &Place, mass: f64, into: &mut Vec<f64>) {
        for edge in view.node(id, state).edges {
            let mass = mass * edge.share;
            into.push(mass);
            if let Some(child) = edge.child {
                let state = edge.moves.iter().fold(*state, |state, &mv| view.game().after(&state, mv));
                masses(view, child, &state, mass, into);
            }
        }
    }
    fn shown<M>(part: &TreeNode<M>, into: &mut Vec<f64>) {
        for child in &part.children {
            into.push(child.mass);
            shown(child, into);
        }
    }
    for name in KEEPERS {
        let mut search = build(name, HashTree::new(3, 10, 3), 3);
        search.run(&Budget::moves(2000));
        let view = search.tree_view(Detail::Stored).unwrap();
        let (root, state) = view.root().unwrap();
        let (mut all, mut read_first) = (Vec::new(), Vec::new());
        masses(view.as_ref(), root, state, 1.0, &mut all);
        all.sort_by(|a, b| b.total_cmp(a));
        for most in [0, 1, 7, 40, 100_000] {
            let part = read(view.as_ref(), &[], most, |_, mv| mv).unwrap();
            read_first.clear();
            shown(&part, &mut read_first);
            read_first.sort_by(|a, b| b.total_cmp(a));
            assert_eq!(read_first, all[..most.min(all.len())], "{name}, {most}");
        }
    }
}

#[test]
fn a_path_that_leads_out_of_the_tree_finds_nothing() {
    for name in KEEPERS {
        let tree = HashTree::new(2, 10, 3);
        let mut search = build(name, tree, 2);
        let empty = search.tree_view(Detail::Whole).unwrap();
        assert_eq!(read(empty.as_ref(), &[], 5, |_, mv| mv), None, "{name}");
        drop(empty);
        search.run(&Budget::moves(300));
        let view = search.tree_view(Detail::Whole).unwrap();
        let mut path = Vec::new();
        let mut part = read(view.as_ref(), &path, 1, |_, mv| mv).unwrap();
        while let Some(child) = part.children.first() {
            path.extend(child.moves.clone());
            part = read(view.as_ref(), &path, 1, |_, mv| mv).unwrap();
        }
        path.push(0);
        assert_eq!(read(view.as_ref(), &path, 1, |_, mv| mv), None, "{name}: behind a tip");
        assert_eq!(read(view.as_ref(), &[77], 1, |_, mv| mv), None, "{name}: no such move");
    }
}
