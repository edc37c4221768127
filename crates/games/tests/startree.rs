//! Ballard's \*-complete trees against the conformance suite, the paper's figures and plain minimax.

use tiptree::perft::perft;
use tiptree::search::depth_first::{Deepening, Minimax};
use tiptree::testing::conformance;
use tiptree::{Budget, Evaluator, Game, Keyed, Neutral, Notation, Search, Turn};
use tiptree_games::startree::{Order, PathSum, StarTree};

fn tree(branching: u16, depth: u32, order: Order) -> StarTree {
    StarTree::new(branching, depth, order).unwrap()
}

fn arcs(tree: StarTree, position: &str) -> Vec<i32> {
    let mut moves = Vec::new();
    tree.moves(&tree.parse_position(position).unwrap(), &mut moves);
    moves
}

#[test]
fn it_conforms() {
    for order in [Order::Random, Order::Best] {
        for (branching, depth) in [(2, 1), (2, 63), (4, 3), (6, 5), (40, 12)] {
            let tree = tree(branching, depth, order);
            conformance::all(&tree, &Neutral::new(&tree)).unwrap();
            conformance::check(&tree, &PathSum::new(&tree)).unwrap();
        }
    }
}

#[test]
fn every_node_has_the_arcs_of_its_level() {
    let tree = tree(6, 6, Order::Random);
    let sorted = |position| {
        let mut arcs = arcs(tree, position);
        arcs.sort_unstable();
        arcs
    };
    let (plus, star, minus) = ([-5, -4, -3, -2, -1, 0], [-3, -2, -1, 1, 2, 3], [0, 1, 2, 3, 4, 5]);
    assert_eq!(sorted("1"), plus);
    assert_eq!(sorted("1:-5"), star);
    assert_eq!(sorted("1:-5.3"), minus);
    assert_eq!(sorted("1:-5.3.0"), star);
    assert_eq!(sorted("1:-5.3.0.-1"), plus);
    assert_eq!(sorted("1:-5.3.0.-1.0"), star);
    assert!(sorted("1:-5.3.0.-1.0.1").is_empty());
}

#[test]
fn the_best_order_has_low_chances_first_below_max_and_high_ones_below_min() {
    let tree = tree(4, 5, Order::Best);
    assert_eq!(arcs(tree, "best"), [0, -1, -2, -3]);
    assert_eq!(arcs(tree, "best:0"), [-2, -1, 1, 2]);
    assert_eq!(arcs(tree, "best:0.2"), [0, 1, 2, 3]);
    assert_eq!(arcs(tree, "best:0.2.0"), [2, 1, -1, -2]);
    assert!(!tree.is_dealt());
    assert_eq!(tree.deal(7), tree.start());
}

#[test]
fn leaves_are_path_sums_between_the_extremes() {
    let tree = tree(10, 3, Order::Random);
    assert_eq!(tree.turn(&tree.parse_position("3:-2.5.9").unwrap()), Turn::Over(12.0));
    // 3N/2 - 1 above and below, as in section 6.1.1.
    assert_eq!((tree.payoffs().low, tree.payoffs().high), (-14.0, 14.0));
    assert_eq!(tree.leaves(), 1000);
    // Two of the six levels are +, one is -, three are *.
    let deep = StarTree::new(10, 6, Order::Random).unwrap().payoffs();
    assert_eq!((deep.low, deep.high), (-33.0, 24.0));
}

#[test]
fn every_level_is_counted() {
    let tree = tree(4, 5, Order::Random);
    // Perft counts a roll with the following move as one: + alone, then * and -, then * and +.
    assert_eq!(perft(&tree, &tree.start(), 3), 1024);
}

#[test]
fn plain_minimax_finds_the_path_sum_everywhere() {
    for (branching, depth) in [(2, 7), (4, 5), (6, 4)] {
        for order in [Order::Random, Order::Best] {
            let tree = tree(branching, depth, order);
            let mut search = Deepening::new(tree, Neutral::new(&tree), Minimax::default().to_depth(depth));
            let mut state = tree.deal(9);
            while !tree.turn(&state).is_over() {
                search.start(state);
                let value = search.run(&Budget::unlimited()).value;
                assert!((value - PathSum::new(&tree).evaluate(&tree, &state)).abs() < 1e-9);
                let mut moves = Vec::new();
                tree.moves(&state, &mut moves);
                tree.play(&mut state, moves[1]);
            }
        }
    }
}

#[test]
fn a_seed_deals_a_tree_and_every_node_its_own_order() {
    let tree = tree(20, 3, Order::Random);
    assert!(tree.is_dealt());
    assert_eq!(tree.deal(1), tree.start());
    assert_ne!(arcs(tree, "1"), arcs(tree, "2"));
    assert_eq!(arcs(tree, "2"), arcs(tree, "2"));
    assert_ne!(arcs(tree, "1:0"), arcs(tree, "1:-1"));
    assert_ne!(tree.key(&tree.deal(1)), tree.key(&tree.deal(2)));
    assert_eq!(tree.position_text(&tree.deal(u64::MAX)), u64::MAX.to_string());
}

#[test]
fn every_order_of_the_arcs_is_equally_likely() {
    let tree = tree(4, 1, Order::Random);
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..24_000 {
        let mut moves = Vec::new();
        tree.moves(&tree.deal(seed), &mut moves);
        *counts.entry(moves).or_insert(0u32) += 1;
    }
    assert_eq!(counts.len(), 24);
    // Five standard deviations of a count of 1000.
    assert!(counts.values().all(|count| (845..=1155).contains(count)), "{counts:?}");
}

#[test]
fn trees_that_do_not_exist_are_refused_with_what_would_do() {
    let refusal = |branching, depth| StarTree::new(branching, depth, Order::Random).unwrap_err().to_string();
    assert_eq!(
        refusal(5, 3),
        r#"branching of startree "5": expected an even number from 2 to 65534: half of the arcs of a chance node are worth less than 0"#
    );
    assert!(refusal(0, 3).starts_with(r#"branching of startree "0""#));
    let deep = "expected 1 to 12 levels with 40 arcs a node: a position keeps its path in 64 bits";
    assert_eq!(refusal(40, 0), format!(r#"depth of startree "0": {deep}"#));
    assert_eq!(refusal(40, 13), format!(r#"depth of startree "13": {deep}"#));
    assert!(StarTree::new(65_534, 4, Order::Best).is_ok());
    assert!(StarTree::new(65_534, 5, Order::Best).is_err());
}

#[test]
fn positions_that_do_not_exist_are_refused_with_what_would_do() {
    let random = tree(4, 3, Order::Random);
    let refusal = |text| random.parse_position(text).unwrap_err().to_string();
    assert_eq!(
        refusal("best"),
        r#"position "best": expected the seed of a tree and the arcs taken, such as 1 or 1:-3.2.0"#
    );
    assert!(refusal("1:-4").starts_with(r#"move "-4": expected one of "#));
    assert_eq!(refusal("1:0.1.0.1"), r#"move "1": expected no move: the game is over"#);
    for text in ["1:", ":", "-1", "1:0.", "1;0"] {
        assert!(random.parse_position(text).is_err(), "{text:?}");
    }
    assert!(tree(4, 3, Order::Best).parse_position("1").is_err());
}
