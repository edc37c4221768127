//! Kalah against the conformance suite, a plain implementation, and brute force.

mod plain;
mod solved;
mod texts;

use plain::Plain;
use std::collections::HashMap;
use tiptree::testing::conformance;
use tiptree::{Evaluator, Game, Insight, Neutral, Notation, Prospect, Rng, ScoreBounds, Turn};
use tiptree_games::kalah::{Board, Capture, Kalah, Pit, Rest, Rules, Seeds, Stores, Until};

pub(crate) fn kalah(pits: usize, seeds: usize) -> Kalah {
    Kalah::new(pits, seeds, Rules::default()).unwrap()
}

/// Every combination of rules.
pub(crate) fn variants() -> Vec<Rules> {
    let mut variants = Vec::new();
    for capture in [Capture::Opposite, Capture::Always, Capture::Never] {
        for rest in [Rest::Owner, Rest::Opponent, Rest::Nobody] {
            variants.extend([Until::Empty, Until::Majority].map(|until| Rules { capture, rest, until }));
        }
    }
    variants
}

pub(crate) fn moves(game: &Kalah, board: &Board) -> Vec<Pit> {
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    moves
}

#[test]
fn every_board_and_every_set_of_rules_conforms() {
    for (pits, seeds) in [(1, 1), (1, 63), (2, 3), (6, 4), (7, 9)] {
        let game = kalah(pits, seeds);
        conformance::all(&game, &Seeds::default()).unwrap();
        conformance::check(&game, &Stores::new(&game)).unwrap();
        conformance::check(&game, &Neutral::new(&game)).unwrap();
    }
    for rules in variants() {
        let game = Kalah::new(3, 2, rules).unwrap();
        conformance::all(&game, &Seeds::default()).unwrap();
    }
}

#[test]
fn random_games_go_as_if_played_seed_by_seed() {
    for (pits, seeds) in [(1, 7), (2, 12), (3, 1), (4, 15), (5, 5), (6, 4), (7, 9)] {
        for rules in variants() {
            let game = Kalah::new(pits, seeds, rules).unwrap();
            for number in 0..40 {
                let mut rng = Rng::derive(5, &[number]);
                let (mut board, mut plain) = (game.start(), Plain::start(pits, seeds, rules));
                loop {
                    assert_eq!(game.position_text(&board), plain.text(), "{rules:?}");
                    let turn = match (plain.payoff(), plain.mover) {
                        (Some(payoff), _) => Turn::Over(payoff),
                        (None, 0) => Turn::Max,
                        (None, _) => Turn::Min,
                    };
                    assert_eq!(game.turn(&board), turn, "{rules:?} {}", plain.text());
                    let legal = moves(&game, &board);
                    let pits: Vec<usize> = legal.iter().map(|pit| usize::from(pit.0)).collect();
                    assert_eq!(pits, plain.moves(), "{rules:?} {}", plain.text());
                    if legal.is_empty() {
                        break;
                    }
                    let choice = rng.below(legal.len());
                    game.play(&mut board, legal[choice]);
                    plain.play(pits[choice]);
                }
            }
        }
    }
}

/// Max's value of this position by plain minimax; `known` collects those of all positions below it.
fn values(game: &Kalah, board: &Board, known: &mut HashMap<Board, f64>) -> f64 {
    if let Some(&value) = known.get(board) {
        return value;
    }
    let turn = game.turn(board);
    let after: Vec<f64> =
        moves(game, board).into_iter().map(|pit| values(game, &game.after(board, pit), known)).collect();
    let value = match turn {
        Turn::Over(payoff) => payoff,
        Turn::Max => after.into_iter().fold(-1.0, f64::max),
        _ => after.into_iter().fold(1.0, f64::min),
    };
    known.insert(*board, value);
    value
}

#[test]
fn bounds_hold_in_every_position_of_small_boards() {
    let mut bounded = 0;
    for (pits, seeds) in [(1, 5), (2, 2), (2, 4), (3, 1), (3, 2)] {
        for rules in variants() {
            let game = Kalah::new(pits, seeds, rules).unwrap();
            let mut known = HashMap::new();
            values(&game, &game.start(), &mut known);
            for (board, &value) in &known {
                if game.turn(board).is_over() {
                    continue;
                }
                if let Some(ScoreBounds { lower, upper: most }) = game.bounds(board) {
                    let text = game.position_text(board);
                    assert!((lower..=most).contains(&value), "{text}: {value}, not {lower} to {most}");
                    bounded += 1;
                }
                match game.prospect(board, &mut Vec::new()) {
                    Prospect::Won(pit) => {
                        assert_eq!(game.turn(&game.after(board, pit)), Turn::Over(value));
                    }
                    Prospect::Lost => unreachable!("never told of Kalah"),
                    Prospect::Open => {}
                }
            }
        }
    }
    assert!(bounded > 10_000, "{bounded} positions");
}

#[test]
fn an_immediate_win_is_never_missed() {
    for rules in variants() {
        let game = Kalah::new(3, 2, rules).unwrap();
        let mut known = HashMap::new();
        values(&game, &game.start(), &mut known);
        for board in known.keys().filter(|board| !game.turn(board).is_over()) {
            let best = if game.turn(board) == Turn::Max { 1.0 } else { -1.0 };
            let wins = |&pit: &Pit| game.turn(&game.after(board, pit)) == Turn::Over(best);
            let told = matches!(game.prospect(board, &mut Vec::new()), Prospect::Won(_));
            assert_eq!(told, moves(&game, board).iter().any(wins), "{}", game.position_text(board));
        }
    }
}

#[test]
fn a_majority_changes_the_length_of_a_game_and_not_its_value() {
    for rules in variants().into_iter().filter(|rules| rules.until == Until::Empty) {
        let value = |rules| {
            let game = Kalah::new(3, 2, rules).unwrap();
            values(&game, &game.start(), &mut HashMap::new())
        };
        assert_eq!(value(rules), value(Rules { until: Until::Majority, ..rules }), "{rules:?}");
    }
}

#[test]
fn an_evaluator_takes_no_sides() {
    let game = kalah(6, 4);
    let exchanged = |text: &str| {
        let parts: Vec<&str> = text.split('/').collect();
        let player = if parts[2] == "max" { "min" } else { "max" };
        game.parse_position(&format!("{}/{}/{player}", parts[1], parts[0])).unwrap()
    };
    for number in 0..50 {
        let (mut rng, mut board) = (Rng::derive(3, &[number]), game.start());
        while !game.turn(&board).is_over() {
            let image = exchanged(&game.position_text(&board));
            let (seeds, stores) = (Seeds::default(), Stores::new(&game));
            assert_eq!(seeds.evaluate(&game, &board), -seeds.evaluate(&game, &image));
            assert_eq!(stores.evaluate(&game, &board), -stores.evaluate(&game, &image));
            let legal = moves(&game, &board);
            game.play(&mut board, legal[rng.below(legal.len())]);
        }
    }
}

#[test]
fn values_worked_out_by_hand() {
    let game = kalah(3, 4);
    let board = game.parse_position("1-0-3-5/2-5-4-4/max").unwrap();
    assert_eq!(Stores::new(&game).evaluate(&game, &board), 1.0);
    // One seed more in the store, seven fewer in the pits, one pit fewer occupied, no move into the store. Pit 1
    // captures 5 and itself; Min has no empty pit.
    let lead = (2.8 - 7.0 * 0.64 - 4.2 + 6.0 * 3.1) / (15.0 + 4.0);
    let value: f64 = Seeds::default().evaluate(&game, &board);
    assert!((value - lead / f64::sqrt(1.0 + lead * lead)).abs() < 1e-12, "{value}");
}
