//! The exact solver of Connect-Four against plain minimax, and against labels that two public solvers agree on.

use crate::plain::{PLY_12, PLY_20, PLY_28, Plain, labels};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tiptree::{Budget, Game, Notation, Outcome, Rng, Solution};
use tiptree_games::connect4::{Board, Column, Connect4, Solver};
use tiptree_games::registry::rules;

/// Holds the solver to this position and its moves.
fn compare(plain: &mut Plain, solver: &mut Solver, board: &Board) {
    let score = plain.score(board);
    assert_eq!(solver.score(board), score, "{:?}\n{}", plain.game, plain.game.draw(board));
    let moves: Vec<_> =
        plain.moves(board).into_iter().map(|mv| (mv, plain.score_of_move(board, mv))).collect();
    assert_eq!(solver.scores(board), moves, "{:?}\n{}", plain.game, plain.game.draw(board));
}

/// Every position that play can reach.
fn walk(plain: &mut Plain, solver: &mut Solver, seen: &mut HashSet<Board>, board: &Board) {
    if plain.game.turn(board).is_over() || !seen.insert(*board) {
        return;
    }
    compare(plain, solver, board);
    for mv in plain.moves(board) {
        let next = plain.game.after(board, mv);
        walk(plain, solver, seen, &next);
    }
}

#[test]
fn every_position_of_small_boards_has_the_score_of_plain_minimax() {
    for (width, height) in [(4, 3), (4, 4), (5, 3), (3, 5), (2, 6), (6, 2), (1, 9), (9, 1), (1, 1)] {
        let mut plain = Plain::new(width, height);
        let mut solver = Solver::new(&plain.game);
        let start = plain.game.start();
        walk(&mut plain, &mut solver, &mut HashSet::new(), &start);
    }
}

#[test]
fn random_positions_have_the_score_of_plain_minimax() {
    // Of the last plies only where the board is large.
    for (width, height, empty, positions) in [
        (5, 4, 14, 200),
        (6, 4, 13, 150),
        (5, 5, 14, 150),
        (4, 5, 14, 200),
        (7, 4, 12, 150),
        (7, 5, 12, 150),
        (7, 6, 12, 200),
        (8, 7, 10, 100),
        (9, 6, 10, 100),
        (6, 9, 10, 60),
        (5, 11, 11, 60),
        (4, 15, 12, 60),
        (3, 20, 14, 30),
        (1, 63, 20, 3),
        (12, 4, 9, 60),
        (16, 3, 9, 30),
        (32, 1, 9, 5),
    ] {
        let mut plain = Plain::new(width, height);
        let mut solver = Solver::with_table(&plain.game, 1 << 16);
        for number in 0..positions {
            let mut rng = Rng::derive(4, &[width as u64, height as u64, number]);
            let plies = width * height - 1 - rng.below(empty);
            let board = plain.random(&mut rng, plies);
            if number % 3 == 0 {
                solver.forget();
            }
            compare(&mut plain, &mut solver, &board);
        }
    }
}

/// Confirms every label of a file.
fn confirm(text: &str) {
    let game = Connect4::default();
    let mut solver = Solver::new(&game);
    let count = labels(text).count();
    assert!(count >= 400, "{count}");
    for (position, best, scores) in labels(text) {
        let board = game.parse_position(position).unwrap();
        let found = solver.scores(&board);
        let expected: Vec<_> = (0..).map(Column).zip(scores).filter_map(|(mv, s)| Some((mv, s?))).collect();
        assert_eq!(found, expected, "{position}");
        assert_eq!(solver.score(&board), best, "{position}");
    }
}

#[test]
fn every_label_after_28_plies_is_confirmed() {
    confirm(PLY_28);
}

#[test]
fn every_label_after_20_plies_is_confirmed() {
    confirm(PLY_20);
}

#[test]
fn every_label_after_12_plies_is_confirmed() {
    confirm(PLY_12);
}

#[test]
fn mirror_images_score_alike() {
    let game = Connect4::default();
    let mut solver = Solver::new(&game);
    for (position, best, _) in labels(PLY_20).take(100) {
        let mirrored: String = position.bytes().map(|letter| char::from(b'1' + b'7' - letter)).collect();
        let board = game.parse_position(&mirrored).unwrap();
        assert_eq!(solver.score(&board), best, "{mirrored}");
    }
}

#[test]
fn a_solver_that_has_forgotten_works_as_much_as_a_new_one() {
    let game = Connect4::default();
    let mut solver = Solver::new(&game);
    let nodes = |solver: &mut Solver, position: &str| {
        let before = solver.nodes();
        solver.score(&game.parse_position(position).unwrap());
        solver.nodes() - before
    };
    let hard = "752372271727";
    let first = nodes(&mut solver, hard);
    assert!(first > 10_000, "{first}");
    assert!(nodes(&mut solver, hard) < first / 100);
    nodes(&mut solver, "264266256464");
    solver.forget();
    assert_eq!(nodes(&mut solver, hard), first);
}

#[test]
fn small_tables_change_nothing_but_the_work() {
    let game = Connect4::default();
    for bytes in [0, 1 << 13, 1 << 16] {
        let mut solver = Solver::with_table(&game, bytes);
        for (position, best, _) in labels(PLY_12).take(20) {
            assert_eq!(solver.score(&game.parse_position(position).unwrap()), best, "{position}");
        }
    }
}

#[test]
fn a_finished_game_has_the_score_of_the_stone_that_ended_it() {
    let game = Connect4::default();
    let mut solver = Solver::new(&game);
    for (line, score) in [("121212", 18), ("1212121", -18)] {
        assert_eq!(solver.score(&game.parse_position(line).unwrap()), score, "{line}");
    }
    assert_eq!(solver.scores(&game.parse_position("1212121").unwrap()), []);
    let full = Connect4::new(2, 1).unwrap();
    assert_eq!(Solver::new(&full).score(&full.parse_position("12").unwrap()), 0);
}

/// What the solver of the registry's game says.
fn solve(game: &str, position: &str, all_moves: bool, budget: &Budget) -> Option<Solution> {
    let rules = rules(&game.parse().unwrap(), None).unwrap();
    rules.solver().solve(position, all_moves, budget).unwrap()
}

#[test]
fn every_way_to_name_the_game_finds_this_solver() {
    let position = "12476332355564255623";
    let expected = solve("connect4", position, true, &Budget::unlimited()).unwrap();
    assert_eq!((expected.score, expected.result, expected.moves.len()), (-4, Outcome::Loss, 7));
    for game in ["connect4(order=4352617)", "connect4(width=7,height=6)"] {
        let found = solve(game, position, true, &Budget::unlimited()).unwrap();
        assert_eq!((found.score, found.result), (expected.score, expected.result), "{game}");
        assert!(expected.moves.iter().all(|mv| found.moves.contains(mv)), "{game}");
    }
    let spec = "connect4".parse().unwrap();
    let neutral = rules(&spec, Some("neutral")).unwrap();
    assert_eq!(neutral.solver().solve(position, true, &Budget::unlimited()), Ok(Some(expected)));
    let long = solve("connect4(width=12,height=1)", "13579b", true, &Budget::unlimited());
    assert_eq!(long.map(|solution| solution.moves.len()), Some(6));
    let error = neutral.solver().solve("1212121", false, &Budget::unlimited()).unwrap_err().to_string();
    assert_eq!(error, r#"position "1212121": expected one in which the game is not over"#);
}

#[test]
fn a_budget_is_never_exceeded_and_no_answer_is_half_found() {
    let rules = rules(&"connect4".parse().unwrap(), None).unwrap();
    let mut solver = rules.solver();
    let hard = "752372271727";
    let whole = solver.solve(hard, false, &Budget::unlimited()).unwrap().unwrap();
    for (nodes, is_enough) in [(1, false), (whole.nodes - 1, false), (whole.nodes, true)] {
        solver.forget();
        let found = solver.solve(hard, false, &Budget::nodes(nodes)).unwrap();
        assert_eq!(found.as_ref(), is_enough.then_some(&whole), "{nodes} nodes");
    }
    // What a search that was cut off leaves in the table is true.
    solver.forget();
    assert_eq!(solver.solve(hard, true, &Budget::nodes(whole.nodes / 2)), Ok(None));
    assert_eq!(solver.solve(hard, false, &Budget::unlimited()).unwrap().unwrap().score, whole.score);
    solver.forget();
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let cancelled = Budget { cancel, ..Budget::unlimited() };
    assert_eq!(solver.solve("", false, &cancelled), Ok(None));
}
