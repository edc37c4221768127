//! Proof-number search on games with many transpositions, compared with plain minimax.

use crate::plain::{PLY_20, PLY_28, labels};
use std::collections::HashMap;
use std::hash::Hash;
use tiptree::search::proof::{Guess, Join, ProofNumber, Settings};
use tiptree::{Budget, Game, Insight, Neutral, Notation, Outcome, Search, Turn};
use tiptree_games::connect4::{Connect4, Rivest};
use tiptree_games::registry;
use tiptree_games::tictactoe::TicTacToe;

/// The payoff of this position by plain minimax; `known` collects those of all positions below it.
fn payoff<G: Game<State: Hash + Eq>>(game: &G, state: &G::State, known: &mut HashMap<G::State, f64>) -> f64 {
    let sign = match game.turn(state) {
        Turn::Over(payoff) => return payoff,
        Turn::Max => 1.0,
        _ => -1.0,
    };
    if let Some(&payoff) = known.get(state) {
        return payoff;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let behind = moves.into_iter().map(|mv| sign * payoff(game, &game.after(state, mv), known));
    let best = sign * behind.fold(f64::NEG_INFINITY, f64::max);
    known.insert(state.clone(), best);
    best
}

/// Very different settings, with tables too small to keep most entries.
fn settings() -> [Settings; 4] {
    let usual = Settings::default().table(4 << 10);
    [
        usual,
        usual.table(256).join(Join::Weak).mirror(false),
        usual.epsilon(0.0).guess(Guess::One).insight(false),
        usual.table(0).guess(Guess::Value).epsilon(0.25),
    ]
}

/// Proves every position reachable from the start, with the settings in turn; returns the number of positions.
fn prove_all<G: Insight<State: Hash + Eq> + Clone>(game: &G) -> usize {
    let mut known = HashMap::new();
    payoff(game, &game.start(), &mut known);
    let mut searches =
        settings().map(|settings| ProofNumber::new(game.clone(), Neutral::new(game), settings).unwrap());
    let mut positions: Vec<_> = known.iter().map(|(state, &value)| (game.key(state), state, value)).collect();
    positions.sort_by_key(|&(key, ..)| key);
    let count = searches.len();
    for (number, (_, state, value)) in positions.into_iter().enumerate() {
        let search = &mut searches[number % count];
        search.start(state.clone());
        let report = search.run(&Budget::unlimited());
        let behind = |mv| {
            let next = game.after(state, mv);
            if let Turn::Over(payoff) = game.turn(&next) { payoff } else { known[&next] }
        };
        if report.moves.len() > 1 {
            assert_eq!(report.proven.map(|proven| proven.value), Some(value));
        }
        assert!(report.best_moves.iter().all(|&mv| behind(mv) == value));
        assert!(
            report.moves.iter().all(|one| one.proven.is_none_or(|proven| proven.value == behind(one.mv)))
        );
    }
    known.len()
}

#[test]
fn every_position_of_tic_tac_toe_is_proven() {
    assert_eq!(prove_all(&TicTacToe), 5478 - 958);
}

#[test]
fn every_position_of_small_boards_is_proven() {
    for (width, height, least) in [(4, 3, 5_000), (3, 5, 4_000), (4, 4, 100_000)] {
        let count = prove_all(&Connect4::new(width, height).unwrap());
        assert!(count > least, "{count} positions of {width}x{height}");
    }
}

#[test]
fn labelled_positions_have_their_values_and_lines_that_can_be_played() {
    let game = Connect4::default();
    let mut search = ProofNumber::new(game.clone(), Rivest, Settings::default()).unwrap();
    for (text, score, columns) in labels(PLY_28).chain(labels(PLY_20)) {
        let board = game.parse_position(text).unwrap();
        search.start(board);
        let report = search.run(&Budget::unlimited());
        let sign = if game.turn(&board) == Turn::Max { 1 } else { -1 };
        let outcome =
            |score: i32| [Outcome::Loss, Outcome::Draw, Outcome::Win][(sign * score.signum() + 1) as usize];
        if report.moves.len() > 1 {
            assert_eq!(report.proven.unwrap().result, Some(outcome(score)), "{text}");
        }
        for entry in &report.moves {
            let score = columns[usize::from(entry.mv.0)].unwrap();
            assert!(
                entry.proven.is_none_or(|proven| proven.result == Some(outcome(score))),
                "{text}: {entry:?}"
            );
        }
        let end = report.pv.iter().try_fold(board, |board, &mv| {
            let mut moves = Vec::new();
            game.moves(&board, &mut moves);
            moves.contains(&mv).then(|| game.after(&board, mv))
        });
        assert!(end.is_some(), "{text}: {:?}", report.pv);
    }
}

#[test]
fn games_of_chance_are_refused() {
    let refused = registry().engine(&"pig".parse().unwrap(), None, &"dfpn".parse().unwrap(), 1);
    assert_eq!(refused.err().unwrap().to_string(), "dfpn needs a game without chance");
}
