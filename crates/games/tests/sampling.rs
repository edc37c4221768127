//! Sampling searches on real games: proofs against the rules, and fast playouts against plain ones.

use crate::plain::Plain;
use tiptree::search::sampling::{Leaf, Sampling, Settings};
use tiptree::{Budget, Game, Insight, Neutral, Notation, Outcome, Report, Rng, Search, Turn, playout};
use tiptree_games::connect4::{Board, Connect4, Rivest, Running};
use tiptree_games::tictactoe::TicTacToe;

/// The number of games that end with each of the payoffs -1, 0 and 1.
fn frequencies(count: u32, mut play: impl FnMut() -> f64) -> [u32; 3] {
    let mut counts = [0; 3];
    for _ in 0..count {
        counts[(play() + 1.0) as usize] += 1;
    }
    counts
}

#[test]
fn fast_playouts_end_as_often_with_each_payoff_as_plain_ones() {
    const GAMES: u32 = 20_000;
    let boards = [
        (7, 6, 0),
        (7, 6, 9),
        (7, 6, 20),
        (7, 6, 33),
        (5, 4, 0),
        (5, 4, 6),
        (4, 4, 3),
        (8, 7, 12),
        (3, 3, 0),
        (16, 3, 5),
    ];
    for (number, (width, height, plies)) in (0..).zip(boards) {
        let plain = Plain::new(width, height);
        let (game, mut rng) = (&plain.game, Rng::derive(5, &[number]));
        let board = plain.random(&mut rng, plies);
        let fast = frequencies(GAMES, || game.playout(board, &mut rng));
        let slow = frequencies(GAMES, || playout::random(game, board, &mut rng));
        for (one, other) in fast.into_iter().zip(slow) {
            let deviation = (f64::from(one + other) + 1.0).sqrt();
            let difference = (f64::from(one) - f64::from(other)).abs();
            assert!(difference < 4.5 * deviation, "{width}x{height} {plies}: {fast:?} {slow:?}");
        }
    }
}

#[test]
fn a_playout_of_a_game_that_is_over_is_its_payoff() {
    let game = Connect4::default();
    let running = Running::new(game.clone()).unwrap();
    for (text, payoff) in [("1212121", 1.0), ("71212121", -1.0)] {
        let mut rng = Rng::new(1);
        assert_eq!(game.playout(game.parse_position(text).unwrap(), &mut rng), payoff);
        assert_eq!(running.playout(running.parse_position(text).unwrap(), &mut rng), payoff);
    }
}

/// The settings that tests of real games try.
fn all_settings() -> Vec<Settings> {
    let mut all = Vec::new();
    for usual in [Settings::uct(), Settings::puct()] {
        for leaf in [Leaf::Playout, Leaf::Evaluator] {
            for (graph, insight, threads) in
                [(false, true, 1), (true, true, 1), (false, false, 1), (true, false, 2), (true, true, 4)]
            {
                all.push(usual.clone().leaf(leaf).graph(graph).insight(insight).threads(threads));
            }
        }
    }
    all
}

/// Whether a score for the side to move is this outcome for Max.
fn is_outcome(score: i32, turn: Turn, result: Option<Outcome>) -> bool {
    let expected = match if turn == Turn::Max { score } else { -score } {
        1.. => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    };
    result == Some(expected)
}

fn holds(plain: &mut Plain, board: &Board, report: &Report<tiptree_games::connect4::Column>, case: &str) {
    let turn = plain.game.turn(board);
    let result = report.proven.and_then(|proven| proven.result);
    let score = plain.score(board);
    assert!(is_outcome(score, turn, result), "{case}: {score} {report:?}");
    let best = report.best.unwrap();
    assert!(is_outcome(plain.score_of_move(board, best), turn, result), "{case}: {report:?}");
    for entry in &report.moves {
        let score = plain.score_of_move(board, entry.mv);
        assert!(
            entry.proven.is_none_or(|proven| is_outcome(score, turn, proven.result)),
            "{case}: {entry:?}"
        );
    }
}

#[test]
fn small_boards_of_connect_four_are_solved() {
    for (width, height, count) in [(4, 3, 40), (4, 4, 20)] {
        let mut plain = Plain::new(width, height);
        let running = Running::new(plain.game.clone()).unwrap();
        let settings = all_settings();
        for number in 0..count {
            let mut rng = Rng::derive(3, &[width as u64, height as u64, number]);
            let plies = rng.below(width * height / 2 + 1);
            let board = plain.random(&mut rng, plies);
            if plain.moves(&board).len() < 2 {
                continue;
            }
            let settings = &settings[number as usize % settings.len()];
            let case = format!("{width}x{height} {} {settings:?}", plain.game.position_text(&board));
            let mut search = Sampling::new(running.clone(), Rivest, settings.clone(), number);
            search.start(running.summed(&board));
            holds(&mut plain, &board, &search.run(&Budget::unlimited()), &case);
            // Continues the game with the existing tree.
            let mut board = board;
            while let Some(best) = search.run(&Budget::evals(50)).best {
                search.advance(best);
                board = plain.game.after(&board, best);
                if plain.moves(&board).len() > 1 {
                    holds(&mut plain, &board, &search.run(&Budget::unlimited()), &case);
                }
            }
        }
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    for settings in all_settings() {
        let game = TicTacToe;
        let mut search = Sampling::new(game, Neutral::new(&game), settings.clone(), 1);
        let report = search.run(&Budget::unlimited());
        assert_eq!(report.proven.and_then(|proven| proven.result), Some(Outcome::Draw), "{settings:?}");
    }
}

#[test]
fn a_kept_tree_reports_every_move() {
    // After 12121 the game drops every reply but one. The report must list the others all the same.
    let game = Connect4::default();
    let mut search = Sampling::new(game.clone(), Neutral::new(&game), Settings::uct(), 1);
    search.start(game.parse_position("1212").unwrap());
    search.run(&Budget::evals(2000));
    search.advance(tiptree_games::connect4::Column(0));
    let report = search.run(&Budget::evals(100));
    assert_eq!(report.moves.len(), 7);
    assert_eq!(report.best, Some(tiptree_games::connect4::Column(0)));
    let lost = report.moves[1..]
        .iter()
        .all(|entry| entry.proven.is_some_and(|proven| proven.result == Some(Outcome::Win)));
    assert!(lost, "{report:?}");
}
