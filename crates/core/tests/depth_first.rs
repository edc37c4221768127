//! Depth-first searches on trees small enough to count by hand: what they cost, and what they do at the edges.

use std::time::Duration;
use tiptree::search::depth_first::{AlphaBeta, Deepening, Minimax, Reading};
use tiptree::testing::synthetic::{HashEvaluator, HashTree, Place};
use tiptree::{Bound, Budget, Evaluator, Game, Observer, Outcome, Range, Report, Search, Stop, Turn};

/// Two moves each, Max then Min, then on and on. A position is its path; `left` and `right` are the static values of
/// the two positions behind Max's move, `tips` those of the four behind Min's.
#[derive(Clone, Debug)]
struct Tiny {
    left: f64,
    right: f64,
    tips: [f64; 4],
}

/// The two-decision tree in which nothing can be pruned: Max has 3 on the left, and on the right 6, the better.
///
/// ```text
///            Max
///        5 /     \ 4        static values
///      Min         Min
///    3 /  \ 4    6 /  \ 7
/// ```
const UNPRUNED: Tiny = Tiny { left: 5.0, right: 4.0, tips: [3.0, 4.0, 6.0, 7.0] };

/// As before, but the right is refuted by 2, Min's second move there.
const PRUNED: Tiny = Tiny { left: 5.0, right: 4.0, tips: [3.0, 4.0, 7.0, 2.0] };

impl Game for Tiny {
    type State = Vec<usize>;
    type Move = usize;

    fn start(&self) -> Vec<usize> {
        Vec::new()
    }

    fn turn(&self, state: &Vec<usize>) -> Turn {
        if state.len().is_multiple_of(2) { Turn::Max } else { Turn::Min }
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn moves(&self, _state: &Vec<usize>, moves: &mut Vec<usize>) {
        moves.extend([0, 1]);
    }

    fn play(&self, state: &mut Vec<usize>, mv: usize) {
        state.push(mv);
    }
}

#[derive(Clone, Copy, Debug)]
struct Written;

impl Evaluator<Tiny> for Written {
    fn range(&self) -> Range {
        Range::new(0.0, 10.0)
    }

    fn evaluate(&self, game: &Tiny, state: &Vec<usize>) -> f64 {
        match state[..] {
            [first] => [game.left, game.right][first],
            [first, second] => game.tips[2 * first + second],
            _ => 5.0,
        }
    }
}

/// Runs alpha-beta to depth two; moves, evals and nodes come first.
fn counted(game: &Tiny, reading: Reading) -> ((u64, u64, u64), Report<usize>) {
    let report = Deepening::new(game.clone(), Written, AlphaBeta::reading(reading)).run(&Budget::depth(2));
    ((report.counters.moves, report.counters.evals, report.counters.nodes), report)
}

#[test]
fn a_full_frontier_costs_what_each_reading_says() {
    // The root sorts 2 moves, then enters 2 children; each child sorts 2 moves and looks at 2 leaves.
    // Entered: the root, 2 children, 4 leaves.
    assert_eq!(counted(&UNPRUNED, Reading::V2).0, (2 + 2 * (1 + 2 + 2), 2 + 4 + 4, 7));
    assert_eq!(counted(&UNPRUNED, Reading::V0).0, (2 + 2 * (1 + 2), 2 + 4, 7));
    assert_eq!(counted(&UNPRUNED, Reading::V1).0, (2 + 2 * (1 + 2), 2 + 4, 7));
    let (_, report) = counted(&UNPRUNED, Reading::V2);
    assert_eq!((report.value, report.best, report.pv), (6.0, Some(1), vec![1, 0]));
    assert_eq!((report.stop, report.counters.max_depth), (Some(Stop::Depth), 2));
    assert_eq!(report.moves.iter().map(|entry| entry.visits).collect::<Vec<_>>(), [3, 3]);
    assert_eq!(report.moves[0].share, 0.5);
}

#[test]
fn a_cut_off_spares_the_leaves_behind_it() {
    // Sorted, the refutation comes first and one leaf is spared; unsorted it comes last.
    assert_eq!(counted(&PRUNED, Reading::V2).0, (11, 9, 6));
    assert_eq!(counted(&PRUNED, Reading::V0).0, (8, 6, 6));
    assert_eq!(counted(&PRUNED, Reading::V1).0, (8, 6, 7));
    let (_, report) = counted(&PRUNED, Reading::V2);
    assert_eq!((report.value, report.best, &report.best_moves[..]), (3.0, Some(0), &[0][..]));
    assert_eq!((report.moves[1].value, report.moves[1].bound), (Some(2.0), Bound::Upper));
}

#[test]
fn of_equal_moves_the_first_searched_is_chosen() {
    let equal = Tiny { left: 4.0, right: 4.0, tips: [3.0; 4] };
    let order = Tiny { right: 5.0, ..equal.clone() };
    for reading in [Reading::V0, Reading::V1, Reading::V2] {
        assert_eq!(counted(&equal, reading).1.best, Some(0), "the game's order");
        assert_eq!(counted(&order, reading).1.best, Some(1), "the static order");
    }
    let report = Deepening::new(order, Written, Minimax::default().to_depth(2)).run(&Budget::unlimited());
    assert_eq!((report.best, report.best_moves), (Some(0), vec![0, 1]));
}

#[test]
fn plain_minimax_pays_once_for_every_position() {
    let report = Deepening::new(UNPRUNED, Written, Minimax::default().to_depth(2)).run(&Budget::unlimited());
    assert_eq!((report.counters.moves, report.counters.evals, report.counters.nodes), (6, 4, 7));
    assert_eq!((report.value, report.stop), (6.0, Some(Stop::Depth)));
    let report = Deepening::new(UNPRUNED, Written, Minimax::default()).run(&Budget::depth(2));
    assert_eq!(report.counters.moves, 2 + 6, "depth one comes first");
}

#[test]
fn the_last_complete_iteration_decides() {
    // Depth 2 costs 12 moves, so that 13 buy no more; 12 buy it, 11 do not, and the static values must do.
    for (moves, best, value) in [(13, 1, 6.0), (12, 1, 6.0), (11, 0, 5.0), (2, 0, 5.0)] {
        let report = Deepening::new(UNPRUNED, Written, AlphaBeta::default()).run(&Budget::moves(moves));
        assert_eq!((report.best, report.value, report.stop), (Some(best), value, Some(Stop::Moves)));
    }
    // Not even the children of the root: the first legal move.
    let report = Deepening::new(UNPRUNED, Written, AlphaBeta::default()).run(&Budget::moves(1));
    assert_eq!((report.best, report.value, report.counters.moves), (Some(0), 5.0, 0));
}

#[test]
fn a_budget_of_one_decision_is_searched_one_deep() {
    let report = Deepening::new(UNPRUNED, Written, AlphaBeta::default()).run(&Budget::depth(1));
    assert_eq!((report.value, report.best, report.stop), (5.0, Some(0), Some(Stop::Depth)));
    assert_eq!((report.counters.moves, report.counters.max_depth), (4, 1));
}

#[test]
fn a_forced_move_is_not_searched() {
    let tree = HashTree::new(1, 5, 1);
    let evaluator = HashEvaluator::new(1, 5);
    let report = Deepening::new(tree, evaluator, AlphaBeta::default()).run(&Budget::unlimited());
    assert_eq!((report.best, report.stop), (Some(0), Some(Stop::Forced)));
    assert_eq!((report.counters.moves, report.counters.evals, report.counters.nodes), (0, 1, 0));
    assert_eq!(report.value, evaluator.evaluate(&tree, &tree.start()));
}

#[test]
fn a_finished_game_has_no_best_move_and_a_proven_value() {
    let tree = HashTree::new(1, 0, 2).with_payoffs(2);
    let report = Deepening::new(tree, HashEvaluator::new(1, 5), AlphaBeta::default()).run(&Budget::moves(9));
    let Turn::Over(payoff) = tree.turn(&tree.start()) else { panic!("the tree has no depth") };
    let result = if payoff > 0.0 { Outcome::Win } else { Outcome::Loss };
    assert_eq!((report.best, report.stop, report.moves.len()), (None, Some(Stop::Complete), 0));
    assert_eq!(report.proven.and_then(|proven| proven.result), Some(result));
    assert_eq!(report.counters.evals, 0);
}

#[test]
fn a_roll_at_the_root_is_averaged_and_decided_by_nobody() {
    let tree = HashTree::new(3, 4, 3).with_chance(1.0);
    let report =
        Deepening::new(tree, HashEvaluator::new(1, 5), AlphaBeta::default()).run(&Budget::unlimited());
    let mut chances = Vec::new();
    tree.chances(&tree.start(), &[0, 1, 2], &mut chances);
    let mean: f64 =
        report.moves.iter().zip(chances).map(|(entry, chance)| entry.value.unwrap() * chance).sum();
    assert_eq!((report.best, report.stop, report.moves.len()), (None, Some(Stop::Complete), 3));
    assert!(report.best_moves.is_empty() && report.pv.is_empty());
    assert!((report.value - mean).abs() < 1e-12);
}

#[test]
fn a_search_moved_along_equals_one_begun_there() {
    let (tree, evaluator) = (HashTree::new(5, 12, 3), HashEvaluator::new(5, 100));
    let mut moved = Deepening::new(tree, evaluator, AlphaBeta::default());
    moved.run(&Budget::moves(300));
    moved.advance(2);
    let mut begun = Deepening::new(tree, evaluator, AlphaBeta::default());
    begun.start(tree.after(&tree.start(), 2));
    let (moved, begun) = (moved.run(&Budget::moves(300)), begun.run(&Budget::moves(300)));
    assert_eq!((moved.best, moved.value, moved.counters), (begun.best, begun.value, begun.counters));
}

#[test]
fn a_clock_stops_the_search_soon() {
    let (tree, evaluator) = (HashTree::new(5, 30, 4), HashEvaluator::new(5, 100));
    let budget = Budget::cpu(Duration::from_millis(5));
    let report = Deepening::new(tree, evaluator, AlphaBeta::default()).run(&budget);
    assert_eq!(report.stop, Some(Stop::Cpu));
    assert!(report.cpu_seconds < 0.05, "{}", report.cpu_seconds);
}

/// Counts what it is told.
#[derive(Default)]
struct Tally {
    considered: u64,
    iterations: Vec<u32>,
}

impl Observer<HashTree> for Tally {
    const CONSIDERS: bool = true;

    fn considered(&mut self, _game: &HashTree, _state: &Place) {
        self.considered += 1;
    }

    fn iterated(&mut self, depth: u32, _value: f64) {
        self.iterations.push(depth);
    }
}

#[test]
fn an_observer_sees_every_position_and_iteration() {
    let (tree, evaluator) = (HashTree::new(5, 12, 3), HashEvaluator::new(5, 100));
    let search = Deepening::new(tree, evaluator, AlphaBeta::default());
    let mut search = search.observed_by(Tally::default());
    let report = search.run(&Budget::depth(5));
    assert_eq!(search.observer().iterations, [2, 3, 4, 5]);
    // Every move call makes a position, and every iteration enters the root without one.
    assert_eq!(search.observer().considered, report.counters.moves + 4);
}
