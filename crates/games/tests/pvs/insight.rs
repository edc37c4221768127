//! What Connect-Four tells a search, against plain minimax, at every position of small boards.

use crate::plain::{PLY_12, PLY_20, PLY_28, Plain, labels};
use std::collections::HashSet;
use tiptree::{Game, Insight, Notation, Prospect, Rng, ScoreBounds, Turn};
use tiptree_games::connect4::{Board, Column, Connect4, Solver};

/// The number of open positions, and the number of those with bounds.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    open: u64,
    draws_at_most: u64,
    lost: u64,
}

/// Checks the bounds against the score of an open position for the side to move.
fn hold(game: &Connect4, board: &Board, score: i32, tally: &mut Tally) {
    tally.open += 1;
    let Some(ScoreBounds { lower, upper: most }) = game.bounds(board) else { return };
    let is_max = game.turn(board) == Turn::Max;
    let value = f64::from(if is_max { score.signum() } else { -score.signum() });
    assert!(
        lower <= value && value <= most,
        "{}x{} {:?}: {value} is not from {lower} to {most}\n{}",
        game.width(),
        game.height(),
        board,
        game.draw(board)
    );
    // The bounds limit the side to move: it does not win, or it loses.
    let best = if is_max { most } else { -lower };
    tally.draws_at_most += u64::from(best == 0.0);
    tally.lost += u64::from(best == -1.0);
}

/// By plain search: the winning moves, and the moves that do not lose at once.
fn glance(plain: &Plain, board: &Board) -> (Vec<Column>, Vec<Column>) {
    let wins = |board: &Board, mv: Column| matches!(plain.game.turn(&plain.game.after(board, mv)), Turn::Over(payoff) if payoff != 0.0);
    let moves = plain.moves(board);
    let loses = |mv: Column| {
        let next = plain.game.after(board, mv);
        plain.moves(&next).into_iter().any(|reply| wins(&next, reply))
    };
    let winning = moves.iter().copied().filter(|&mv| wins(board, mv)).collect();
    (winning, moves.into_iter().filter(|&mv| !loses(mv)).collect())
}

/// Checks everything declared of this position and all below it against the rules.
fn walk(plain: &mut Plain, seen: &mut HashSet<Board>, board: &Board, tally: &mut Tally) {
    if plain.game.turn(board).is_over() || !seen.insert(*board) {
        return;
    }
    let (winning, safe) = glance(plain, board);
    let mut moves = Vec::new();
    match plain.game.prospect(board, &mut moves) {
        Prospect::Won(mv) => assert!(winning.contains(&mv) && moves.is_empty(), "{board:?}"),
        prospect => {
            let is_lost = safe.is_empty();
            assert!(winning.is_empty() && moves == safe, "{board:?}");
            assert_eq!(prospect, if is_lost { Prospect::Lost } else { Prospect::Open }, "{board:?}");
            if !is_lost {
                let score = plain.score(board);
                hold(&plain.game, board, score, tally);
            }
        }
    }
    for mv in plain.moves(board) {
        let next = plain.game.after(board, mv);
        walk(plain, seen, &next, tally);
    }
}

#[test]
fn everything_declared_of_small_boards_is_so() {
    for (width, height) in [(4, 3), (4, 4), (3, 5), (5, 3), (2, 7), (6, 2), (9, 1), (1, 9), (3, 6), (1, 1)] {
        let mut plain = Plain::new(width, height);
        let start = plain.game.start();
        let mut tally = Tally::default();
        walk(&mut plain, &mut HashSet::new(), &start, &mut tally);
        assert!(tally.open == 0 || tally.draws_at_most > 0, "{width}x{height}: {tally:?}");
        assert!(tally.lost > 0 || (width, height) != (4, 4), "{tally:?}");
    }
}

#[test]
fn everything_declared_behind_random_positions_is_so() {
    for (width, height, plies, count) in [
        (4, 5, 8, 40),
        (5, 4, 8, 40),
        (6, 4, 12, 40),
        (5, 5, 14, 40),
        (4, 6, 11, 40),
        (7, 3, 10, 30),
        (7, 6, 32, 100),
    ] {
        let mut plain = Plain::new(width, height);
        let (mut seen, mut tally) = (HashSet::new(), Tally::default());
        for number in 0..count {
            let mut rng = Rng::derive(12, &[width as u64, height as u64, number]);
            let board = plain.random(&mut rng, plies);
            walk(&mut plain, &mut seen, &board, &mut tally);
        }
        assert!(tally.draws_at_most > 0 && tally.lost > 0, "{width}x{height}: {tally:?}");
    }
}

/// Whether nobody wins at once and some move does not lose at once.
fn is_open(game: &Connect4, board: &Board) -> bool {
    game.prospect(board, &mut Vec::new()) == Prospect::Open
}

#[test]
fn bounds_on_the_usual_board_agree_with_the_solver() {
    let plain = Plain::new(7, 6);
    let mut solver = Solver::new(&plain.game);
    let mut tally = Tally::default();
    for number in 0..6000 {
        let mut rng = Rng::derive(13, &[number]);
        let plies = 16 + rng.below(25);
        let board = plain.random(&mut rng, plies);
        if is_open(&plain.game, &board) {
            hold(&plain.game, &board, solver.score(&board), &mut tally);
        }
    }
    assert!(tally.draws_at_most > 100 && tally.lost > 100, "{tally:?}");
}

#[test]
fn bounds_agree_with_every_label() {
    let game = Connect4::default();
    let mut tally = Tally::default();
    for (position, best, scores) in [PLY_12, PLY_20, PLY_28].into_iter().flat_map(labels) {
        let board = game.parse_position(position).unwrap();
        if is_open(&game, &board) {
            hold(&game, &board, best, &mut tally);
        }
        // The positions after the moves are labelled too.
        for (column, score) in (0..).map(Column).zip(scores) {
            let Some(score) = score else { continue };
            let next = game.after(&board, column);
            if !game.turn(&next).is_over() && is_open(&game, &next) {
                hold(&game, &next, -score, &mut tally);
            }
        }
    }
    assert!(tally.draws_at_most > 10 && tally.lost > 10, "{tally:?}");
}
