//! Hex against the conformance suite, plain rules, and brute force.

mod plain;

use plain::Plain;
use std::collections::HashMap;
use tiptree::perft::perft;
use tiptree::testing::conformance;
use tiptree::{Budget, Evaluator, Game, Insight, Neutral, Notation, Outcome, Prospect, Rng, Spec, Turn};
use tiptree_games::hex::{Board, Cell, Connection, Hex, SWAP};
use tiptree_games::registry;

fn moves(game: &Hex, board: &Board) -> Vec<Cell> {
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    moves
}

#[test]
fn every_size_conforms_with_and_without_the_swap_rule() {
    for size in [2, 3, 5, 8, 11] {
        for game in [Hex::new(size).unwrap(), Hex::new(size).unwrap().with_swap()] {
            conformance::all(&game, &Connection::by_distance()).unwrap();
            conformance::check(&game, &Neutral::new(&game)).unwrap();
        }
    }
}

#[test]
fn random_games_go_as_if_played_cell_by_cell() {
    for size in [2, 3, 4, 7, 11] {
        let game = Hex::new(size).unwrap();
        for number in 0..30 {
            let mut rng = Rng::derive(5, &[number]);
            let (mut board, mut plain) = (game.start(), Plain::start(size));
            loop {
                assert_eq!(game.position_text(&board), plain.text());
                let expected = match (plain.winner(), plain.is_x) {
                    (Some(winner), _) => Turn::Over(if winner == 'X' { 1.0 } else { -1.0 }),
                    (None, true) => Turn::Max,
                    (None, false) => Turn::Min,
                };
                assert_eq!(game.turn(&board), expected);
                let (legal, cells) = (moves(&game, &board), plain.moves());
                let texts: Vec<String> = legal.iter().map(|&cell| game.move_text(&board, cell)).collect();
                let expected: Vec<String> = cells.iter().map(|&cell| plain.move_text(cell)).collect();
                assert_eq!(texts, expected);
                if legal.is_empty() {
                    break;
                }
                let choice = rng.below(legal.len());
                game.play(&mut board, legal[choice]);
                plain = plain.after(cells[choice]);
                // A board that is read holds the same connections as one that was played to.
                assert_eq!(game.parse_position(&game.position_text(&board)).unwrap(), board);
            }
        }
    }
}

#[test]
fn distances_are_those_found_cell_by_cell() {
    for size in [3, 5, 8] {
        let game = Hex::new(size).unwrap();
        for number in 0..40 {
            let mut rng = Rng::derive(6, &[number]);
            let (mut board, mut plain) = (game.start(), Plain::start(size));
            while !game.turn(&board).is_over() {
                let [x, o] = ['X', 'O'].map(|player| plain.distance(player) as f64);
                let value = Connection::by_distance().evaluate(&game, &board);
                let lead = o - x + if plain.is_x { 0.5 } else { -0.5 };
                assert_eq!(value > 512.0, lead > 0.0, "{} {value} {lead}", plain.text());
                let odds = 1.0 / (1.0 + (-lead * 1500.0 / 2048.0).exp());
                let expected = (1.0 + 1022.0 * odds).clamp(2.0, 1022.0);
                assert!((value - expected).abs() < 2.0, "{} {value} {expected}", plain.text());
                let (legal, cells) = (moves(&game, &board), plain.moves());
                let choice = rng.below(legal.len());
                game.play(&mut board, legal[choice]);
                plain = plain.after(cells[choice]);
            }
        }
    }
}

/// `OpenSpiel` counts the same.
#[test]
fn lines_of_play_are_as_many_as_counted_elsewhere() {
    let known: [(usize, &[u64]); 2] =
        [(3, &[9, 72, 504, 3024, 15_120, 54_720]), (5, &[25, 600, 13_800, 303_600])];
    for (size, lines) in known {
        let game = Hex::new(size).unwrap();
        for (&lines, depth) in lines.iter().zip(1..) {
            assert_eq!(perft(&game, &game.start(), depth), lines, "{size}, depth {depth}");
        }
    }
}

/// Whether the player to move wins, by plain minimax without anything that the game knows.
fn wins(plain: &Plain, known: &mut HashMap<Plain, bool>) -> bool {
    if plain.winner().is_some() {
        return false;
    }
    if let Some(&wins) = known.get(plain) {
        return wins;
    }
    let found = plain.moves().into_iter().any(|cell| !wins(&plain.after(cell), known));
    known.insert(plain.clone(), found);
    found
}

/// All first moves on 3 by 3 cells.
#[test]
fn the_first_move_wins_where_brute_force_says() {
    let game = Hex::new(3).unwrap();
    let mut known = HashMap::new();
    let start = Plain::start(3);
    assert!(wins(&start, &mut known));
    for cell in start.moves() {
        let text = start.move_text(cell);
        let expected = if wins(&start.after(cell), &mut known) { Outcome::Loss } else { Outcome::Win };
        for search in ["mm-fast", "pvs", "dfpn"] {
            let mut player = registry()
                .engine(&"hex(size=3)".parse().unwrap(), None, &search.parse().unwrap(), 1)
                .unwrap();
            player.start(&game.position_text(&game.parse_position(&text).unwrap())).unwrap();
            let proven = player.run(&Budget::moves(1_000_000)).proven.and_then(|proven| proven.result);
            // A search may stop when all moves but one are proven to lose.
            let is_decided = proven.is_none() && search == "mm-fast";
            assert!(is_decided || proven == Some(expected), "{text} by {search}: {proven:?}");
        }
    }
}

/// The player who begins wins on every board (Nash), and with the swap rule the other one, who chooses.
#[test]
fn the_player_who_begins_wins_and_with_the_swap_rule_the_other_one() {
    for (name, expected) in [
        ("hex(size=2)", Outcome::Win),
        ("hex(size=4)", Outcome::Win),
        ("hex(size=2,swap=true)", Outcome::Loss),
        ("hex(size=3,swap=true)", Outcome::Loss),
        ("hex(size=4,swap=true)", Outcome::Loss),
    ] {
        for search in ["mm-fast", "pvs", "dfpn"] {
            let search: Spec = search.parse().unwrap();
            let mut player = registry().engine(&name.parse().unwrap(), None, &search, 1).unwrap();
            let proven = player.run(&Budget::moves(5_000_000)).proven.and_then(|proven| proven.result);
            let is_decided = proven.is_none() && search.name == "mm-fast";
            assert!(is_decided || proven == Some(expected), "{name} by {search}: {proven:?}");
        }
    }
}

#[test]
fn prospects_are_true() {
    let (mut won, mut lost, mut forced) = (0, 0, 0);
    let game = Hex::new(4).unwrap();
    for number in 0..300 {
        let mut rng = Rng::derive(11, &[number]);
        let mut board = game.start();
        for _ in 0..8 {
            let legal = moves(&game, &board);
            if !legal.is_empty() {
                game.play(&mut board, legal[rng.below(legal.len())]);
            }
        }
        if game.turn(&board).is_over() {
            continue;
        }
        let ends = |board: &Board| {
            moves(&game, board).into_iter().any(|cell| game.turn(&game.after(board, cell)).is_over())
        };
        let mut safe = Vec::new();
        match game.prospect(&board, &mut safe) {
            Prospect::Won(cell) => {
                won += 1;
                assert!(game.turn(&game.after(&board, cell)).is_over());
            }
            prospect => {
                assert!(!ends(&board));
                lost += usize::from(prospect == Prospect::Lost);
                forced += usize::from(safe.len() == 1);
                for cell in moves(&game, &board) {
                    assert_eq!(safe.contains(&cell), !ends(&game.after(&board, cell)));
                }
            }
        }
    }
    assert!(won > 20 && lost > 5 && forced > 20, "{won} {lost} {forced}");
}

#[test]
fn a_stone_taken_over_is_reflected() {
    let game = Hex::new(4).unwrap().with_swap();
    let board = game.parse_position("d2").unwrap();
    assert!(moves(&game, &board).contains(&SWAP));
    let taken = game.after(&board, SWAP);
    assert_eq!(game.position_text(&taken), "..../..../..../.O.. X");
    assert_eq!(
        game.parse_position("d2 swap a1 b1").unwrap(),
        game.parse_position("XO../..../..../.O.. X").unwrap()
    );
    assert!(!moves(&game, &game.parse_position("d2 a1 b1").unwrap()).contains(&SWAP));
}

#[test]
fn positions_that_play_cannot_reach_are_refused() {
    let game = Hex::new(3).unwrap();
    for (text, expected) in [
        ("XOX/.../...", "the side to move, X or O, behind the rows"),
        ("XOX/.../... Z", "the side to move, X or O, behind the rows, read \"Z\""),
        ("XOX/... X", "3 rows of 3 cells, divided by /"),
        ("XOX/.?./... O", "X, O or . on every cell, read '?'"),
        ("XOX/.../... X", "as many X as O if X is to move, read 2 and 1"),
        ("XX./.../... O", "one more X than O if O is to move, read 2 and 0"),
        (".O./.../... X", "as many X as O if X is to move, read 0 and 1"),
        ("XO./XO./X.O X", "a game that was not over before the last move"),
        ("b2 b2", "an empty cell such as a1 at move 2, read \"b2\""),
    ] {
        let error = game.parse_position(text).unwrap_err().to_string();
        assert_eq!(error, format!("position {text:?}: expected {expected}"));
    }
    assert_eq!(Hex::new(12).unwrap_err().to_string(), "size of hex \"12\": expected 2 to 11");
}
