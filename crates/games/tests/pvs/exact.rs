//! With exact settings the value at every depth is that of plain minimax, whatever else is on or off.

use super::{Folded, is_playable};
use crate::plain::Plain;
use tiptree::search::depth_first::pvs::{Driver, Pvs, Settings};
use tiptree::search::depth_first::{Deepening, Minimax};
use tiptree::testing::synthetic::HashEvaluator;
use tiptree::{Bound, Budget, Evaluator, Game, Insight, Report, Rng, Search, Stop};
use tiptree_games::connect4::{Board, Column, Connect4, Rivest, Running};

/// Every combination that keeps the values of plain minimax.
fn combinations() -> Vec<Settings> {
    let mut all = Vec::new();
    let drivers =
        [(Driver::Window, 0.0), (Driver::Window, 0.001), (Driver::Window, 0.05), (Driver::Bounds, 0.0)];
    let orders = [[false; 4], [true; 4], [true, false, true, false], [false, true, true, true]];
    for (driver, window) in drivers {
        for table in [0, 4 << 10, 4 << 20] {
            for (mirror, insight) in [(false, false), (false, true), (true, false), (true, true)] {
                for [sort, killers, history, malus] in orders {
                    let order = Settings::exact().sort(sort).killers(killers).history(history).malus(malus);
                    let order = order.driver(driver).window(window).table(table).mirror(mirror);
                    // At depth 3 the children are the first that the table may know.
                    let peek = if all.len() % 2 == 0 { 3 } else { 0 };
                    let step = if all.len() % 3 == 0 { 2 } else { 1 };
                    all.push(order.insight(insight).peek(peek).step(step));
                }
            }
        }
    }
    all
}

/// Checks the best move and the bounds of all moves against the oracle, whose values are all exact.
fn agrees_with_oracle<M: Copy + PartialEq + std::fmt::Debug>(
    report: &Report<M>,
    oracle: &Report<M>,
    case: &str,
) {
    assert_eq!(report.value, oracle.value, "{case}");
    assert!(report.proven.is_some() || oracle.proven.is_none(), "{case}");
    assert!(report.best.is_some_and(|best| oracle.best_moves.contains(&best)), "{case}");
    // A proof may end the search before this depth; the moves then have the values of a smaller depth.
    if report.proven.is_some() {
        return;
    }
    assert!(report.best_moves.iter().all(|mv| oracle.best_moves.contains(mv)), "{case}");
    for (entry, truth) in report.moves.iter().zip(&oracle.moves) {
        let holds = match entry.bound {
            Bound::Exact => entry.value == truth.value,
            Bound::Upper => entry.value >= truth.value,
            Bound::Lower => entry.value <= truth.value,
            // The move was not searched: a move is forced, or another one wins.
            Bound::Estimate => report.stop == Some(Stop::Forced) || entry.visits == 0,
        };
        assert!(entry.mv == truth.mv && holds, "{case}: {entry:?} against {truth:?}");
    }
}

/// Compares every `step`-th combination with the oracle at every depth up to `depth`; returns the number of reports
/// compared.
fn compare<G, E>(game: &G, evaluator: &E, states: &[G::State], depth: u32, step: usize) -> usize
where
    G: Insight + Clone,
    E: Evaluator<G> + Clone,
{
    let oracles: Vec<Vec<_>> = states
        .iter()
        .map(|state| {
            let mut oracle = Deepening::new(game.clone(), evaluator.clone(), Minimax::default());
            oracle.start(state.clone());
            (1..=depth).map(|depth| oracle.run(&Budget::depth(depth))).collect()
        })
        .collect();
    let mut count = 0;
    for settings in combinations().into_iter().step_by(step) {
        let mut search = Deepening::new(game.clone(), evaluator.clone(), Pvs::new(settings.clone()));
        for (number, (state, oracles)) in states.iter().zip(&oracles).enumerate() {
            search.start(state.clone());
            for (oracle, depth) in oracles.iter().zip(1..) {
                let case = format!("position {number} to depth {depth} with {settings:?}");
                if settings.step > 1 {
                    // From depth 1 on, so that depths are left out.
                    search.start(state.clone());
                }
                let report = search.run(&Budget::depth(depth));
                agrees_with_oracle(&report, oracle, &case);
                assert!(is_playable(game, state, &report), "{case}: {:?}", report.pv);
                count += 1;
            }
        }
    }
    count
}

/// The start and random positions, early and late ones.
fn boards(width: usize, height: usize, count: usize) -> (Connect4, Vec<Board>) {
    let plain = Plain::new(width, height);
    let cells = width * height;
    let random = |number: usize| {
        let mut rng = Rng::derive(11, &[width as u64, height as u64, number as u64]);
        plain.random(&mut rng, 2 + number * (cells - 4) / count)
    };
    let boards = std::iter::once(plain.game.start()).chain((0..count).map(random)).collect();
    (plain.game, boards)
}

#[test]
fn connect_four_seen_by_rivest_has_the_values_of_minimax() {
    for (width, height, count, depth) in [(4, 4, 6, 7), (5, 4, 5, 6), (6, 5, 4, 5), (7, 6, 5, 5)] {
        let (game, boards) = boards(width, height, count);
        let running = Running::new(game.clone()).unwrap();
        let summed: Vec<_> = boards.iter().map(|board| running.summed(board)).collect();
        assert!(compare(&running, &Rivest, &summed, depth, 1) > 4000);
        // The same values, computed from scratch.
        compare(&game, &Rivest, &boards, depth, 7);
    }
}

#[test]
fn connect_four_seen_by_hashes_has_the_values_of_minimax() {
    for (width, height, count, depth) in [(4, 4, 6, 7), (5, 4, 5, 6), (7, 6, 4, 4)] {
        let (game, boards) = boards(width, height, count);
        for seed in 0..2 {
            let evaluator = Folded { seed, count: if seed == 0 { 4 } else { 1000 } };
            compare(&game, &evaluator, &boards, depth, 1);
        }
        // Values that do not fit the table's 32 bits, and no mirror symmetry, whatever the settings say.
        compare(&game, &HashEvaluator::new(3, 1_000_001).within(-1.0, 1.0), &boards, depth, 1);
        compare(&game, &HashEvaluator::new(4, 3), &boards, depth, 5);
    }
}

#[test]
fn a_deep_search_of_the_usual_board_has_the_value_of_minimax() {
    let running = Running::new(Connect4::default()).unwrap();
    let start = running.start();
    compare(&running, &Rivest, &[start, running.after(&start, Column(2))], 7, 11);
}

#[test]
fn table_entries_kept_between_moves_change_no_value() {
    let (game, evaluator) = (Connect4::new(6, 5).unwrap(), Folded { seed: 5, count: 50 });
    for settings in combinations().into_iter().filter(|settings| settings.table > 0).step_by(3) {
        let mut search = Deepening::new(game.clone(), evaluator, Pvs::new(settings.clone()));
        let mut oracle = Deepening::new(game.clone(), evaluator, Minimax::default());
        // Alternates deep and shallow searches, so that table entries are from other depths.
        for depth in [4, 3, 5, 2, 4, 1, 5, 3, 4] {
            let [report, truth] = [search.run(&Budget::depth(depth)), oracle.run(&Budget::depth(depth))];
            agrees_with_oracle(&report, &truth, &format!("depth {depth} with {settings:?}"));
            assert!(is_playable(&game, search.state(), &report), "depth {depth} with {settings:?}");
            let best = report.best.unwrap();
            search.advance(best);
            oracle.advance(best);
        }
    }
}
