//! The exact solver against plain minimax and published endgames.

use super::plain::Plain;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tiptree::{Game, Notation, Rng};
use tiptree_games::othello::{Board, Othello, Solver};

/// Compares the solver with plain minimax at this position and its moves.
fn compare(plain: &mut Plain, solver: &mut Solver, board: &Board) {
    assert_eq!(solver.score(board), plain.score(board), "{}", plain.game.draw(board));
    let moves: Vec<_> =
        plain.moves(board).into_iter().map(|mv| (mv, plain.score_of_move(board, mv))).collect();
    assert_eq!(solver.scores(board), moves, "{}", plain.game.draw(board));
}

#[test]
fn random_endgames_have_the_score_of_plain_minimax() {
    for (size, most, positions) in [(8, 10, 300), (6, 10, 150), (4, 12, 200)] {
        let mut solver = Solver::with_table(&Othello::new(size).unwrap(), 1 << 16);
        for number in 0..positions {
            let mut plain = Plain::new(size);
            let mut rng = Rng::derive(3, &[size as u64, number]);
            let left = 1 + rng.below(most) as u32;
            let board = plain.random(&mut rng, left.cast_signed());
            if number % 3 == 0 {
                solver.forget();
            }
            compare(&mut plain, &mut solver, &board);
        }
    }
}

#[test]
fn the_smallest_board_has_the_score_of_plain_minimax_from_the_start() {
    let mut plain = Plain::new(4);
    let mut solver = Solver::new(&plain.game);
    let start = plain.game.start();
    compare(&mut plain, &mut solver, &start);
    assert_eq!(solver.score(&start), -10);
}

/// Positions of the FFO endgame test set, with their scores.
const FFO: [(&str, i32); 1] = [("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38)];

#[test]
fn a_published_endgame_of_20_squares_is_confirmed() {
    let game = Othello::default();
    for (text, score) in FFO {
        assert_eq!(Solver::new(&game).score(&game.parse_position(text).unwrap()), score, "{text}");
    }
}

#[test]
fn a_solver_that_has_forgotten_works_as_much_as_a_new_one() {
    let plain = Plain::new(8);
    let board = plain.random(&mut Rng::new(5), 14);
    let other = plain.random(&mut Rng::new(6), 14);
    let mut solver = Solver::new(&plain.game);
    let nodes = |solver: &mut Solver, board: &Board| {
        let before = solver.nodes();
        solver.score(board);
        solver.nodes() - before
    };
    let first = nodes(&mut solver, &board);
    assert!(first > 1_000, "{first}");
    assert!(nodes(&mut solver, &board) < first / 100);
    nodes(&mut solver, &other);
    solver.forget();
    assert_eq!(nodes(&mut solver, &board), first);
}

#[test]
fn a_finished_game_has_the_score_of_its_discs_and_empty_squares_are_the_winners() {
    let game = Othello::new(4).unwrap();
    let mut solver = Solver::new(&game);
    for (text, score) in [("-XX--XX--XX--XX-X", 16), ("-XX--XX--XX--XX-O", -16), ("XXXXXXXXOOOOOOOOX", 0)] {
        let board = game.parse_position(text).unwrap();
        assert!(game.turn(&board).is_over());
        assert_eq!((solver.score(&board), solver.scores(&board)), (score, vec![]), "{text}");
    }
}

#[test]
fn a_budget_is_never_exceeded_and_no_answer_is_half_found() {
    use tiptree::{Budget, Solver as _};
    let plain = Plain::new(8);
    let text = plain.game.position_text(&plain.random(&mut Rng::new(5), 14));
    let mut solver = Solver::new(&plain.game);
    let whole = solver.solve(&text, false, &Budget::unlimited()).unwrap().unwrap();
    for (nodes, is_enough) in [(1, false), (whole.nodes - 1, false), (whole.nodes, true)] {
        solver.forget();
        let found = solver.solve(&text, false, &Budget::nodes(nodes)).unwrap();
        assert_eq!(found.as_ref(), is_enough.then_some(&whole), "{nodes} nodes");
    }
    // The table entries of an interrupted search are true.
    for part in [2, 3, 5, 10] {
        solver.forget();
        assert_eq!(solver.solve(&text, true, &Budget::nodes(whole.nodes / part)), Ok(None));
        let found = solver.solve(&text, false, &Budget::unlimited()).unwrap().unwrap();
        assert_eq!(found.score, whole.score);
    }
    let cancelled = Budget { cancel: Some(Arc::new(AtomicBool::new(true))), ..Budget::unlimited() };
    assert_eq!(solver.solve("", false, &cancelled), Ok(None));
    let over = solver.solve(&format!("{}X", "X".repeat(64)), false, &Budget::unlimited());
    assert!(over.unwrap_err().to_string().ends_with("expected one in which the game is not over"));
}

/// The labelled files: one position per line, as an object.
const LABELS: [&str; 2] = [
    include_str!("../../data/othello-all-moves-empties12.txt"),
    include_str!("../../data/othello-all-moves-empties16.txt"),
];

#[test]
fn labels_are_confirmed() {
    let game = Othello::default();
    let mut solver = Solver::new(&game);
    for (text, confirmed) in LABELS.into_iter().zip([200, 10]) {
        let objects = || text.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(objects().count(), 200);
        for object in objects().take(confirmed) {
            let words: Vec<&str> = object.split('"').collect();
            let board = game.parse_position(words[7]).unwrap();
            let moves: Vec<String> = solver
                .scores(&board)
                .into_iter()
                .map(|(square, score)| {
                    format!(r#"{{"move":"{}","score":{score}}}"#, game.move_text(&board, square))
                })
                .collect();
            assert!(object.ends_with(&format!("\"moves\":[{}]}}", moves.join(","))), "{object}");
        }
    }
}
