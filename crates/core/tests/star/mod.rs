//! *-minimax (Ballard 1983): every procedure returns the expectimax value or a true bound, on random trees of every kind;
//! the paper's worked bounds and leaf counts; budgets, proofs, and what the parameters promise.
//!
//! `TIPTREE_CASES` sets the number of trees a property is tried on. The long run asks 42 searches for five windows of each
//! of 50000 trees, and takes a minute:
//!
//!     TIPTREE_CASES=50000 cargo test --release -p tiptree --test all star::every_procedure_returns

mod deepening;
mod paper;
mod ring;

use crate::oracle::{cases, definition};
use proptest::prelude::*;
use tiptree::search::depth_first::star::{Probing, Sort, Star, Variant};
use tiptree::testing::synthetic::{HashEvaluator, HashTree, Place};
use tiptree::{Evaluator, Game, Range, Rng, Turn};

/// Roundings at chance nodes stay far below this share of the range.
const TOLERANCE: f64 = 1e-9;

/// Every procedure, as printed and sorted.
fn variants() -> Vec<Variant> {
    let procedures = [
        Variant::star1(),
        Variant::star2(),
        Variant::star25(Probing::cyclic(2)),
        Variant::star25(Probing::sequential(2)),
        Variant::star25(Probing::cyclic(9)),
        Variant::star3(),
        Variant { probing: Probing::cyclic(2), ..Variant::star3() },
    ];
    let sorted = procedures.into_iter();
    sorted.flat_map(|sorted| [Variant { sort: Sort::None, ..sorted }, sorted]).collect()
}

/// Random values within a declared range that may be wider than need be.
#[derive(Clone, Copy, Debug)]
struct Loose {
    values: HashEvaluator,
    range: Range,
}

impl Evaluator<HashTree> for Loose {
    fn range(&self) -> Range {
        self.range
    }

    fn evaluate(&self, game: &HashTree, state: &Place) -> f64 {
        self.values.evaluate(game, state)
    }

    fn payoff(&self, game: &HashTree, payoff: f64) -> f64 {
        self.values.payoff(game, payoff)
    }
}

/// A range for values from `low` to `high`: tight, or loose on either side or both.
fn any_evaluator(seed: u64) -> impl Strategy<Value = Loose> {
    let ends = prop_oneof![Just((-1.0, 1.0)), Just((3.0, 8.0)), Just((-8.0, -3.0)), Just((0.0, 100.0))];
    let slack = prop_oneof![Just((0.0, 0.0)), Just((2.5, 0.0)), Just((0.0, 2.5)), Just((50.0, 70.0))];
    let count = prop_oneof![Just(2u32), Just(5), Just(1_000_001)];
    (ends, slack, count).prop_map(move |((low, high), (below, above), count)| Loose {
        values: HashEvaluator::new(seed, count).within(low, high),
        range: Range::new(low - below, high + above),
    })
}

/// A tree of some hundred positions at most: regular with dice or of any other kind, chances even or weighted.
fn any_tree() -> impl Strategy<Value = HashTree> {
    let shape = prop_oneof![Just((2, 7)), Just((3, 5)), Just((4, 4)), Just((6, 3)), Just((9, 3))];
    let chance = prop_oneof![Just(None), Just(Some(0.25)), Just(Some(0.6))];
    let ends = prop_oneof![Just(0.0), Just(0.1), Just(0.3)];
    let payoffs = prop_oneof![Just(2), Just(3), Just(1_000_001)];
    let kind = (any::<bool>(), any::<bool>(), any::<bool>());
    (any::<u64>(), shape, chance, ends, payoffs, kind).prop_map(
        |(seed, (branching, depth), chance, ends, payoffs, (irregular, free, even))| {
            let tree = HashTree::new(seed, depth, branching).with_early_ends(ends).with_payoffs(payoffs);
            let tree = chance.map_or(tree.with_dice(), |share| tree.with_chance(share));
            let tree = if irregular { tree.irregular() } else { tree };
            let tree = if free { tree.with_free_turns() } else { tree };
            if even { tree.with_even_chances() } else { tree }
        },
    )
}

fn any_case() -> impl Strategy<Value = (HashTree, Loose)> {
    (any_tree(), any::<u64>()).prop_flat_map(|(tree, seed)| (Just(tree), any_evaluator(seed)))
}

/// Whether a value found with a window is the truth or a true bound, up to roundings.
fn holds(found: f64, truth: f64, alpha: f64, beta: f64, slack: f64) -> bool {
    if found <= alpha {
        truth <= found + slack
    } else if found >= beta {
        truth >= found - slack
    } else {
        (found - truth).abs() <= slack
    }
}

/// A full window, one around the value, one on either side, and one anywhere; each may end in a value of the tree.
fn windows(truth: f64, range: Range, rng: &mut Rng) -> [(f64, f64); 5] {
    let width = range.high - range.low;
    let (step, other) = (width * rng.unit(), width * rng.unit());
    let low = range.low + width * (rng.unit() - 0.1);
    [
        (f64::NEG_INFINITY, f64::INFINITY),
        (truth - step / 4.0, truth + other / 4.0),
        (truth, truth + step),
        (truth - step, truth),
        (low, low + step + 1e-6),
    ]
}

/// A position with what is true of it.
struct Question<'a> {
    tree: &'a HashTree,
    evaluator: &'a Loose,
    depth: u32,
    truth: f64,
    windows: [(f64, f64); 5],
    slack: f64,
}

/// Searches the start with every window, the table of so many bytes kept from one to the next; 0 for none.
fn check(question: &Question, variant: Variant, bytes: u64) -> Result<(), TestCaseError> {
    let &Question { tree, evaluator, depth, truth, windows, slack } = question;
    let mut star = Star::new(variant).with_table(bytes);
    for (alpha, beta) in windows {
        let found = star.search(tree, evaluator, &tree.start(), depth, alpha, beta, &mut ());
        prop_assert!(
            holds(found, truth, alpha, beta, slack),
            "{:?}: {} with window {} to {} where the value is {}",
            star,
            found,
            alpha,
            beta,
            truth
        );
    }
    Ok(())
}

fn check_all(question: &Question) -> Result<(), TestCaseError> {
    for variant in variants() {
        check(question, variant, 0)?;
        check(question, variant, 1 << 20)?;
        // A table too small for the tree: what is kept must be true, and what is lost must not be missed.
        check(question, variant, 512)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn every_procedure_returns_the_value_or_a_true_bound(
        (tree, evaluator) in any_case(),
        depth in 0u32..6,
        seed in any::<u64>(),
    ) {
        let truth = definition(&tree, &evaluator, &tree.start(), depth);
        let windows = windows(truth, evaluator.range, &mut Rng::new(seed));
        let slack = TOLERANCE * (evaluator.range.high - evaluator.range.low);
        check_all(&Question { tree: &tree, evaluator: &evaluator, depth, truth, windows, slack })?;
    }

    #[test]
    fn whole_numbers_stay_exact_where_outcomes_are_equally_likely(
        seed in any::<u64>(),
        (branching, plies) in prop_oneof![Just((2u16, 7)), Just((3, 5)), Just((5, 4)), Just((7, 3))],
        depth in 1u32..5,
        count in prop_oneof![Just(2u32), Just(4), Just(1000)],
        low in -3i32..3,
    ) {
        let tree = HashTree::new(seed, plies, branching).with_dice().with_even_chances().with_payoffs(count);
        // Multiples of the number of outcomes, once for every roll on a line.
        let scale = f64::from(u32::from(branching).pow(plies / 2));
        let low = f64::from(low) * scale;
        let values = HashEvaluator::new(seed, count).within(low, low + f64::from(count - 1) * scale);
        let evaluator = Loose { values, range: Evaluator::<HashTree>::range(&values) };
        let truth = exact(&tree, &evaluator, &tree.start(), depth);
        prop_assert_eq!(truth.fract(), 0.0);
        let windows = windows(truth, evaluator.range, &mut Rng::new(seed));
        check_all(&Question { tree: &tree, evaluator: &evaluator, depth, truth, windows, slack: 0.0 })?;
    }
}

/// Expectimax of whole numbers, divided where [`definition`] multiplies.
fn exact(tree: &HashTree, evaluator: &Loose, state: &Place, depth: u32) -> f64 {
    let turn = tree.turn(state);
    if turn.is_over() || depth == 0 {
        return evaluator.leaf(tree, state).value;
    }
    let mut moves = Vec::new();
    tree.moves(state, &mut moves);
    let left = if turn == Turn::Chance { depth } else { depth - 1 };
    let values = moves.iter().map(|&mv| exact(tree, evaluator, &tree.after(state, mv), left));
    match turn {
        Turn::Max => values.fold(f64::NEG_INFINITY, f64::max),
        Turn::Min => values.fold(f64::INFINITY, f64::min),
        _ => values.sum::<f64>() / moves.len() as f64,
    }
}
