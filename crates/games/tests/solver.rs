//! The exact solver of Connect-Four against plain minimax, and against labels that two public solvers agree on.

use crate::plain::{PLY_12, PLY_20, PLY_28, Plain, QUICK_WINS, labels};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tiptree::{Budget, Game, Notation, Outcome, Rng, Score, Solution};
use tiptree_games::connect4::{Board, Column, Connect4, Solver};
use tiptree_games::pig::{Pig, Solution as PigSolution};
use tiptree_games::registry;

/// Compares the solver with plain minimax at this position and its moves.
fn compare(plain: &mut Plain, solver: &mut Solver, board: &Board) {
    let score = plain.score(board);
    assert_eq!(solver.score(board), score, "{:?}\n{}", plain.game, plain.game.draw(board));
    let moves: Vec<_> =
        plain.moves(board).into_iter().map(|mv| (mv, plain.score_of_move(board, mv))).collect();
    assert_eq!(solver.scores(board), moves, "{:?}\n{}", plain.game, plain.game.draw(board));
}

/// Compares the solver with plain minimax at every position that play can reach.
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
    // On large boards only positions of the last plies.
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

/// Confirms every n-th label of a file, or every one if `TIPTREE_CASES` is set.
fn confirm(text: &str, every: usize) {
    let every = if std::env::var("TIPTREE_CASES").is_ok() { 1 } else { every };
    let game = Connect4::default();
    let mut solver = Solver::new(&game);
    let count = labels(text).count();
    assert!(count >= 400, "{count}");
    for (position, best, scores) in labels(text).step_by(every) {
        let board = game.parse_position(position).unwrap();
        let found = solver.scores(&board);
        let expected: Vec<_> = (0..).map(Column).zip(scores).filter_map(|(mv, s)| Some((mv, s?))).collect();
        assert_eq!(found, expected, "{position}");
        assert_eq!(solver.score(&board), best, "{position}");
    }
}

#[test]
fn labels_after_28_plies_are_confirmed() {
    confirm(PLY_28, 1);
}

#[test]
fn labels_after_20_plies_are_confirmed() {
    confirm(PLY_20, 1);
}

#[test]
fn labels_after_12_plies_are_confirmed() {
    confirm(PLY_12, 8);
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

/// A batch must not pay for a table grown by an earlier position, but a game solved move by move may profit from it.
#[test]
fn a_batch_forgets_what_another_line_of_play_has_taught() {
    let rules = registry().rules(&"connect4".parse().unwrap(), None).unwrap();
    let mut solver = rules.solver();
    let mut nodes = |position: &str| {
        solver.solve(position, false, &Budget::unlimited()).unwrap().expect("no limit").nodes
    };
    let [hard, other, next] = ["752372271727", "264266256464", "7523722717273"];
    let first = nodes(hard);
    assert!(nodes(next) < first / 10, "the next position of the same game");
    assert!(nodes(hard) < first / 10, "back to the position before");
    nodes(other);
    assert_eq!(nodes(hard), first, "as if it were the first");
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

/// Positions after 14 plies that end within 14 more. The solver tests quick wins first, so it visits few positions.
#[test]
fn quick_wins_are_confirmed_at_little_cost() {
    confirm(QUICK_WINS, 5);
    let game = Connect4::default();
    let mut solver = Solver::new(&game);
    for (position, best, _) in labels(QUICK_WINS) {
        solver.forget();
        assert_eq!(solver.score(&game.parse_position(position).unwrap()), best, "{position}");
    }
    assert!(solver.nodes() < 500_000, "{} positions, 1.7 million if asked who wins first", solver.nodes());
}

/// The answer of the solver of a game from the registry.
fn solve(game: &str, position: &str, all_moves: bool, budget: &Budget) -> Option<Solution> {
    let rules = registry().rules(&game.parse().unwrap(), None).unwrap();
    rules.solver().solve(position, all_moves, budget).unwrap()
}

#[test]
fn every_way_to_name_the_game_finds_this_solver() {
    let position = "12476332355564255623";
    let expected = solve("connect4", position, true, &Budget::unlimited()).unwrap();
    assert_eq!((expected.result, expected.moves.len()), (Some(Outcome::Loss), 7));
    assert_eq!(expected.score, -4);
    for game in ["connect4(order=4352617)", "connect4(width=7,height=6)"] {
        let found = solve(game, position, true, &Budget::unlimited()).unwrap();
        assert_eq!((found.score, found.result), (expected.score, expected.result), "{game}");
        assert!(expected.moves.iter().all(|mv| found.moves.contains(mv)), "{game}");
    }
    let spec = "connect4".parse().unwrap();
    let neutral = registry().rules(&spec, Some("neutral")).unwrap();
    assert_eq!(neutral.solver().solve(position, true, &Budget::unlimited()), Ok(Some(expected)));
    let long = solve("connect4(width=12,height=1)", "13579b", true, &Budget::unlimited());
    assert_eq!(long.map(|solution| solution.moves.len()), Some(6));
    let error = neutral.solver().solve("1212121", false, &Budget::unlimited()).unwrap_err().to_string();
    assert_eq!(error, r#"position "1212121": expected one in which the game is not over"#);
}

/// The best move that a solver names, alone or beside the scores of all moves, has the score of the position.
fn best_moves_are_best(game: &str, positions: impl Iterator<Item = String>) {
    let rules = registry().rules(&game.parse().unwrap(), None).unwrap();
    let mut solver = rules.solver();
    let mut count = 0;
    for position in positions {
        let all = solver.solve(&position, true, &Budget::unlimited()).unwrap().expect("no limit");
        solver.forget();
        let alone = solver.solve(&position, false, &Budget::unlimited()).unwrap().expect("no limit");
        assert!(alone.moves.is_empty());
        for best in [all.best, alone.best].map(|best| best.expect("somebody is to move")) {
            let (_, score) = all.moves.iter().find(|(mv, _)| *mv == best).expect("a legal move");
            assert_eq!(*score, all.score, "{game} {position}: {best}");
        }
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn every_solver_names_a_best_move() {
    for text in [PLY_28, PLY_20, QUICK_WINS] {
        best_moves_are_best("connect4", labels(text).take(100).map(|(position, ..)| position.to_owned()));
    }
    // Immediate wins and early positions.
    let ends = ["121212", "4141717", "44", ""].map(str::to_owned);
    best_moves_are_best("connect4(width=7,height=4)", ends.into_iter());
    best_moves_are_best("othello(size=4)", ["", "OOOX--XX--------X"].map(str::to_owned).into_iter().take(1));
    best_moves_are_best(
        "tictactoe",
        ["", "X.O.X....", "XX.OO.X..", "XOXOXO.X."].map(str::to_owned).into_iter(),
    );
    best_moves_are_best(
        "planted(branching=3,depth=5,ends=0.2)",
        ["", "11:2.2"].map(str::to_owned).into_iter(),
    );
}

/// Games of chance are solved if their exact solution is known: the score is an expected payoff.
#[test]
fn games_with_chance_have_the_scores_of_their_exact_solution() {
    let near = |score: Score, expected: f64| match score {
        Score::Expected(payoff) => assert!((payoff - expected).abs() < 1e-12, "{payoff} {expected}"),
        Score::Whole(score) => panic!("{score} is no expectation"),
    };
    let game = Pig::new(20).unwrap();
    let solution = PigSolution::solve(&game).unwrap();
    for (position, sign) in [("12-10+5 max", 1.0), ("12-10+5 min", -1.0), ("12-10 min rolls", 1.0)] {
        let found = solve("pig(goal=20)", position, true, &Budget::unlimited()).unwrap();
        let state = game.parse_position(position).unwrap();
        near(found.score, sign * solution.value(&state));
        assert_eq!(found.result, None);
        let best = solution.best(&state).map(|mv| game.move_text(&state, mv));
        assert_eq!(found.best, best, "{position}");
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        assert_eq!(found.moves.len(), moves.len());
        for ((_, score), mv) in found.moves.into_iter().zip(moves) {
            near(score, sign * solution.value(&game.after(&state, mv)));
        }
    }
    let found = solve("blackjack", "88* v T", false, &Budget::unlimited()).unwrap();
    assert_eq!((found.best.as_deref(), found.result, found.moves.len()), (Some("split"), None, 0));
    let refusal = |game: &str, position: &str| {
        let rules = registry().rules(&game.parse().unwrap(), None).unwrap();
        rules.solver().solve(position, false, &Budget::unlimited()).unwrap_err().to_string()
    };
    assert!(refusal("pig(goal=300)", "").contains("at most 250 for the exact solution"));
    assert!(
        refusal("startree", "").contains("expected a game without chance"),
        "{}",
        refusal("startree", "")
    );
    assert!(refusal("pig(goal=20)", "18-2+3 max won").contains("the game is not over"));
}

#[test]
fn a_budget_is_never_exceeded_and_no_answer_is_half_found() {
    let rules = registry().rules(&"connect4".parse().unwrap(), None).unwrap();
    let mut solver = rules.solver();
    let hard = "752372271727";
    let whole = solver.solve(hard, false, &Budget::unlimited()).unwrap().unwrap();
    for (nodes, is_enough) in [(1, false), (whole.nodes - 1, false), (whole.nodes, true)] {
        solver.forget();
        let found = solver.solve(hard, false, &Budget::nodes(nodes)).unwrap();
        assert_eq!(found.as_ref(), is_enough.then_some(&whole), "{nodes} nodes");
    }
    // The table entries of an interrupted search are true.
    solver.forget();
    assert_eq!(solver.solve(hard, true, &Budget::nodes(whole.nodes / 2)), Ok(None));
    assert_eq!(solver.solve(hard, false, &Budget::unlimited()).unwrap().unwrap().score, whole.score);
    solver.forget();
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let cancelled = Budget { cancel, ..Budget::unlimited() };
    assert_eq!(solver.solve("", false, &cancelled), Ok(None));
}
