//! Unbounded best-first minimax on real games: its proofs agree with brute force and the solver.

use crate::plain::Plain;
use tiptree::search::best_first::Ubfm;
use tiptree::search::best_first::ubfm::{Pick, Settings};
use tiptree::{Budget, Evaluator, Game, Insight, Neutral, Notation, Report, Rng, Search, Stop, Turn};
use tiptree_games::connect4::{Connect4, Rivest, Running, Solver};
use tiptree_games::pig::Pig;
use tiptree_games::tictactoe::{OpenLines, TicTacToe};

/// Every combination of graph and insight, with the other settings varied in turn.
fn settings() -> Vec<Settings> {
    let mut all = Vec::new();
    for number in 0..8 {
        let bit = |place: u32| number >> place & 1 == 1;
        let pick = if bit(2) { Pick::Value } else { Pick::Visits };
        let shallow = if bit(2) == bit(0) { 0 } else { 3 };
        all.push(Settings::default().graph(bit(0)).insight(bit(1)).pick(pick).shallow(shallow).keep(bit(2)));
    }
    all
}

/// Checks a completed search against the payoffs of the root and of each move.
fn holds<G: Game>(
    game: &G,
    state: &G::State,
    report: &Report<G::Move>,
    mut payoff: impl FnMut(&G::State) -> f64,
    value: impl Fn(f64) -> f64,
) {
    let truth = value(payoff(state));
    assert!(matches!(report.stop, Some(Stop::Complete | Stop::Decided | Stop::Forced)), "{:?}", report.stop);
    if report.stop == Some(Stop::Complete) {
        assert_eq!(report.proven.map(|proven| proven.value), Some(truth));
    }
    assert!(report.best.is_some());
    for &mv in &report.best_moves {
        assert_eq!(value(payoff(&game.after(state, mv))), truth, "{mv:?}");
    }
    for entry in &report.moves {
        let behind = value(payoff(&game.after(state, entry.mv)));
        assert!(entry.proven.is_none_or(|proven| proven.value == behind), "{entry:?}");
    }
}

fn minimax<G: Game>(game: &G, state: &G::State) -> f64 {
    let turn = game.turn(state);
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let behind = moves.iter().map(|&mv| minimax(game, &game.after(state, mv)));
    match turn {
        Turn::Over(payoff) => payoff,
        Turn::Max => behind.fold(f64::NEG_INFINITY, f64::max),
        _ => behind.fold(f64::INFINITY, f64::min),
    }
}

fn random<G: Game>(game: &G, rng: &mut Rng, plies: usize) -> Option<G::State> {
    let mut state = game.start();
    for _ in 0..plies {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        if moves.is_empty() {
            return None;
        }
        game.play(&mut state, moves[rng.below(moves.len())]);
    }
    (!game.turn(&state).is_over()).then_some(state)
}

fn completes_tic_tac_toe<E: Evaluator<TicTacToe> + Copy>(evaluator: E) {
    let mut rng = Rng::new(7);
    let states: Vec<_> = (0..60).filter_map(|number| random(&TicTacToe, &mut rng, 3 + number % 4)).collect();
    for settings in settings() {
        let mut search = Ubfm::new(TicTacToe, evaluator, settings);
        for state in &states {
            search.start(*state);
            let report = search.run(&Budget::unlimited());
            let payoff = |state: &_| minimax(&TicTacToe, state);
            holds(&TicTacToe, state, &report, payoff, |payoff| evaluator.payoff(&TicTacToe, payoff));
        }
    }
}

#[test]
fn tic_tac_toe_is_solved_from_anywhere() {
    completes_tic_tac_toe(OpenLines);
    completes_tic_tac_toe(Neutral::new(&TicTacToe));
}

/// Max's payoff for a score of the side to move.
fn to_max(turn: Turn, score: i32) -> f64 {
    match turn {
        Turn::Over(payoff) => payoff,
        Turn::Max => f64::from(score.signum()),
        _ => -f64::from(score.signum()),
    }
}

#[test]
fn small_boards_of_connect_four_are_solved_from_anywhere() {
    for (width, height, plies) in [(4, 4, 5), (5, 4, 11), (4, 5, 11)] {
        let mut plain = Plain::new(width, height);
        let game = plain.game.clone();
        let mut rng = Rng::new((width * height) as u64);
        let boards: Vec<_> = (0..12).map(|number| plain.random(&mut rng, plies + number % 4)).collect();
        for settings in settings() {
            let mut search = Ubfm::new(game.clone(), Rivest, settings);
            for board in &boards {
                search.start(*board);
                let report = search.run(&Budget::unlimited());
                let payoff = |board: &_| {
                    let turn = game.turn(board);
                    to_max(turn, if turn.is_over() { 0 } else { plain.score(board) })
                };
                holds(&game, board, &report, payoff, |payoff| Rivest.payoff(&game, payoff));
            }
        }
    }
}

#[test]
fn what_is_proven_on_the_usual_board_is_what_the_solver_says() {
    let game = Running::new(Connect4::default()).unwrap();
    let mut solver = Solver::new(game.plain());
    let mut proven = 0;
    for settings in settings() {
        let mut search = Ubfm::new(game.clone(), Rivest, settings);
        for (text, score, scores) in crate::plain::labels(crate::plain::PLY_28).take(60) {
            let board = game.plain().parse_position(text).unwrap();
            let turn = game.plain().turn(&board);
            search.start(game.summed(&board));
            let report = search.run(&Budget::evals(3000));
            let value = |score| Rivest.payoff(&game, to_max(turn, score));
            if let Some(truth) = report.proven {
                assert_eq!(truth.value, value(score), "{text}");
                proven += 1;
            }
            for entry in &report.moves {
                let behind = scores[usize::from(entry.mv.0)].unwrap();
                assert!(entry.proven.is_none_or(|proven| proven.value == value(behind)), "{text} {entry:?}");
            }
            if report.stop == Some(Stop::Decided) || report.proven.is_some() {
                let best = scores[usize::from(report.best.unwrap().0)].unwrap();
                assert_eq!(best.signum(), solver.score(&board).signum(), "{text}");
            }
        }
    }
    assert!(proven > 200, "{proven}");
}

/// Every dropped move is still reported, as a loss.
#[test]
fn moves_that_lose_at_once_are_reported() {
    let game = Connect4::default();
    // Red must answer the three in a column.
    let board = game.parse_position("12121").unwrap();
    let mut moves = Vec::new();
    game.prospect(&board, &mut moves);
    assert_eq!(moves.len(), 1);
    let report = {
        let mut search = Ubfm::new(game.clone(), Rivest, Settings::default());
        search.start(board);
        search.run(&Budget::evals(500))
    };
    assert_eq!((report.best, report.moves.len()), (Some(moves[0]), 7));
    for entry in report.moves.iter().filter(|entry| entry.mv != moves[0]) {
        let proven = entry.proven.unwrap();
        assert_eq!((proven.value, proven.plies), (1023.0, Some(1)));
    }
}

#[test]
fn dice_games_are_searched() {
    let game = Pig::default();
    let evaluator = Neutral::new(&game);
    let decides = game.turn(&game.start()) != Turn::Chance;
    let mut search = Ubfm::new(game, evaluator, Settings::default());
    let report = search.run(&Budget::evals(2000));
    assert_eq!(report.best.is_some(), decides);
    assert_eq!(report.stop, Some(Stop::Evals));
    assert!((-1.0..=1.0).contains(&report.value), "{}", report.value);
}
