//! How many leaves the *-minimax procedures visit, with and without a table, on random trees with chance.
//!
//!     cargo run --release -p tiptree --example star_leaves
//!
//! The static values of these trees say nothing of what lies below. What `sort=static` gains here comes from searching the
//! weightiest outcomes first and from probes that are made neither twice nor in vain.

use tiptree::search::depth_first::star::{Probing, Sort, Star, Variant};
use tiptree::testing::synthetic::{HashEvaluator, HashTree, Place};
use tiptree::{Evaluator, Game, Turn};

/// The trees of one column: how many, how many decisions deep they are searched, and which.
struct Forest {
    name: &'static str,
    trees: u64,
    depth: u32,
    tree: fn(u64) -> HashTree,
    /// How many different values there are.
    values: u32,
}

const MANY: u32 = 1_000_001;

/// Rolls of four between decisions of four moves.
fn fours(seed: u64) -> HashTree {
    HashTree::new(seed, 12, 4).with_dice()
}

fn motley(seed: u64) -> HashTree {
    let tree = HashTree::new(seed, 12, 4).irregular().with_free_turns();
    tree.with_chance(0.5).with_early_ends(0.1).with_payoffs(MANY)
}

const FORESTS: [Forest; 5] = [
    Forest { name: "3 rolls of 4", trees: 100, depth: 4, tree: fours, values: MANY },
    Forest { name: "2 rolls of 4", trees: 1000, depth: 3, tree: fours, values: MANY },
    Forest {
        name: "1 roll of 20",
        trees: 100,
        depth: 2,
        tree: |seed| HashTree::new(seed, 12, 20).with_dice(),
        values: MANY,
    },
    Forest { name: "3 values", trees: 1000, depth: 3, tree: fours, values: 3 },
    Forest { name: "motley", trees: 3000, depth: 3, tree: motley, values: MANY },
];

/// Every leaf of a tree.
fn exhaustive(tree: &HashTree, state: &Place, depth: u32) -> u64 {
    let turn = tree.turn(state);
    if turn.is_over() || depth == 0 {
        return 1;
    }
    let below = if turn == Turn::Chance { depth } else { depth - 1 };
    let mut moves = Vec::new();
    tree.moves(state, &mut moves);
    moves.iter().map(|&mv| exhaustive(tree, &tree.after(state, mv), below)).sum()
}

/// The leaves that a search visits in all trees of a forest, and the positions looked at to sort moves.
fn leaves(forest: &Forest, variant: Variant, bytes: u64) -> (u64, u64) {
    let mut star = Star::new(variant).with_table(bytes);
    let mut total = (0, 0);
    for seed in 0..forest.trees {
        let (tree, evaluator) = ((forest.tree)(seed), HashEvaluator::new(seed, forest.values));
        let range = Evaluator::<HashTree>::range(&evaluator);
        star.forget();
        star.search(&tree, &evaluator, &tree.start(), forest.depth, range.low, range.high, &mut ());
        total = (total.0 + star.tally().leaves, total.1 + star.tally().sorted);
    }
    total
}

fn main() {
    let procedures = [
        ("star1", Variant::star1()),
        ("star2", Variant::star2()),
        ("star25 cyclic 2", Variant::star25(Probing::cyclic(2))),
        ("star25 cyclic 3", Variant::star25(Probing::cyclic(3))),
        ("star25 sequential 2", Variant::star25(Probing::sequential(2))),
        ("star3", Variant::star3()),
        ("star3 cyclic 2", Variant { probing: Probing::cyclic(2), ..Variant::star3() }),
    ];
    let all = FORESTS.each_ref().map(|forest| {
        let tree = |seed| (forest.tree)(seed);
        (0..forest.trees).map(|seed| exhaustive(&tree(seed), &tree(seed).start(), forest.depth)).sum::<u64>()
    });
    let names = FORESTS.each_ref().map(|forest| format!("{:>17}", forest.name)).concat();
    println!("{:<36}{names}", "leaves + sorted, percent of all");
    let print = |name: String, row: &dyn Fn(&Forest) -> (u64, u64)| {
        let cell = |(forest, &all): (&Forest, &u64)| {
            let percent = |count: u64| 100.0 * count as f64 / all as f64;
            let (leaves, sorted) = row(forest);
            format!("{:>10.2} + {:>4.1}", percent(leaves), percent(sorted))
        };
        println!("{name:<36}{}", FORESTS.iter().zip(&all).map(cell).collect::<String>());
    };
    for sort in [Sort::None, Sort::Static] {
        for (name, procedure) in procedures {
            let variant = Variant { sort, ..procedure };
            print(format!("{name}, sort={sort}"), &|forest| leaves(forest, variant, 0));
            print(format!("{name}, sort={sort}, table"), &|forest| leaves(forest, variant, 1 << 24));
        }
    }
    println!("{:<36}{}", "all leaves", all.map(|all| format!("{all:>17}")).concat());
}
