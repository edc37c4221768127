//! Breakthrough against the conformance suite, plain rules, and brute force.

mod plain;

use plain::{Plain, text};
use std::collections::HashMap;
use tiptree::perft::perft;
use tiptree::testing::conformance;
use tiptree::{Budget, Evaluator, Game, Insight, Neutral, Notation, Outcome, Prospect, Rng, Spec, Turn};
use tiptree_games::breakthrough::{Board, Breakthrough, Progress, Step};
use tiptree_games::registry;

const SIZES: [(usize, usize); 7] = [(2, 4), (2, 8), (3, 4), (5, 6), (8, 4), (7, 7), (8, 8)];

fn moves(game: &Breakthrough, board: &Board) -> Vec<Step> {
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    moves
}

#[test]
fn every_size_conforms() {
    for (width, height) in SIZES {
        let game = Breakthrough::new(width, height).unwrap();
        conformance::all(&game, &Progress).unwrap();
        conformance::check(&game, &Neutral::new(&game)).unwrap();
    }
}

#[test]
fn random_games_go_as_if_played_square_by_square() {
    for (width, height) in SIZES {
        let game = Breakthrough::new(width, height).unwrap();
        for number in 0..60 {
            let mut rng = Rng::derive(5, &[number]);
            let (mut board, mut plain) = (game.start(), Plain::start(width, height));
            loop {
                assert_eq!(game.position_text(&board), plain.text());
                let payoff = plain.winner().map(|winner| if winner == 'w' { 1.0 } else { -1.0 });
                assert_eq!(matches!(game.turn(&board), Turn::Over(_)), payoff.is_some());
                if let Some(payoff) = payoff {
                    assert_eq!(game.turn(&board), Turn::Over(payoff));
                    break;
                }
                let mut expected: Vec<String> = plain.moves().into_iter().map(text).collect();
                let legal = moves(&game, &board);
                let mut texts: Vec<String> = legal.iter().map(|&step| game.move_text(&board, step)).collect();
                let chosen = rng.below(legal.len());
                let next = plain.moves().into_iter().find(|&mv| text(mv) == texts[chosen]).unwrap();
                expected.sort();
                texts.sort();
                assert_eq!(texts, expected);
                game.play(&mut board, legal[chosen]);
                plain = plain.after(next);
            }
        }
    }
}

/// `OpenSpiel` counts the same.
#[test]
fn lines_of_play_are_as_many_as_counted_square_by_square() {
    let known: [((usize, usize), &[u64]); 3] = [
        ((8, 8), &[22, 484, 11_132, 256_036]),
        ((6, 6), &[16, 256, 4_308, 71_478, 1_248_290]),
        ((3, 6), &[7, 49, 375, 2_763, 22_102, 170_740]),
    ];
    for ((width, height), lines) in known {
        let game = Breakthrough::new(width, height).unwrap();
        for (&lines, depth) in lines.iter().zip(1..) {
            assert_eq!(perft(&game, &game.start(), depth), lines, "{width}x{height}, depth {depth}");
        }
        let plain = Plain::start(width, height);
        assert_eq!(plain.perft(4), lines[3], "{width}x{height}");
    }
}

/// The winner on small boards, by plain minimax without anything that the game knows; searches prove the same.
#[test]
fn small_boards_are_won_as_brute_force_says() {
    for (width, height, white_wins) in SOLVED {
        let mut known = HashMap::new();
        assert_eq!(Plain::start(width, height).white_wins(&mut known), white_wins, "{width}x{height}");
        let name = format!("breakthrough(width={width},height={height})");
        for search in ["mm-fast", "pvs", "dfpn"] {
            let search: Spec = search.parse().unwrap();
            let mut player = registry().engine(&name.parse().unwrap(), None, &search, 1).unwrap();
            let proven = player.run(&Budget::moves(3_000_000)).proven.and_then(|proven| proven.result);
            let expected = if white_wins { Outcome::Win } else { Outcome::Loss };
            // A search may stop when all moves but one are proven to lose.
            let is_decided = proven.is_none() && search.name == "mm-fast";
            assert!(is_decided || proven == Some(expected), "{name} by {search}: {proven:?}");
        }
    }
}

/// Boards of so many columns and rows, and whether White, who moves first, wins.
const SOLVED: [(usize, usize, bool); 7] =
    [(2, 4, false), (2, 5, false), (2, 6, true), (3, 4, false), (3, 5, false), (4, 4, false), (5, 4, false)];

/// A position of a random game that is not over.
fn random(game: &Breakthrough, rng: &mut Rng) -> Board {
    let mut boards = vec![game.start()];
    loop {
        let mut board = boards[boards.len() - 1];
        let legal = moves(game, &board);
        game.play(&mut board, legal[rng.below(legal.len())]);
        if game.turn(&board).is_over() {
            let from = boards.len() / 3;
            return boards[from + rng.below(boards.len() - from)];
        }
        boards.push(board);
    }
}

/// Whether the side to move wins, by brute force.
fn wins(game: &Breakthrough, board: &Board, known: &mut HashMap<Board, bool>) -> bool {
    if let Some(&wins) = known.get(board) {
        return wins;
    }
    let after = moves(game, board).into_iter().map(|step| game.after(board, step));
    let found = after.collect::<Vec<_>>().iter().any(|next| !wins(game, next, known));
    known.insert(*board, found);
    found
}

#[test]
fn prospects_and_races_are_true() {
    let (mut races, mut lost) = (0, 0);
    for (width, height) in [(3, 5), (4, 5), (4, 6), (5, 5)] {
        let game = Breakthrough::new(width, height).unwrap();
        for number in 0..2000 {
            let board = random(&game, &mut Rng::derive(11, &[number]));
            let pieces = board.mover().count_ones() + board.waiting().count_ones();
            if pieces > 9 {
                continue;
            }
            let win = if board.is_black() { -1.0 } else { 1.0 };
            let text = game.position_text(&board);
            let mut known = HashMap::new();
            match game.prospect(&board, &mut Vec::new()) {
                Prospect::Won(_) => assert!(wins(&game, &board, &mut known), "{text}"),
                Prospect::Lost => {
                    lost += 1;
                    assert!(!wins(&game, &board, &mut known), "{text}");
                }
                Prospect::Open => {
                    let Some(bounds) = game.bounds(&board) else { continue };
                    races += 1;
                    assert_eq!(bounds.lower == win, wins(&game, &board, &mut known), "{text}");
                }
            }
        }
    }
    assert!(races > 25 && lost > 25, "{races} {lost}");
}

#[test]
fn mirror_images_have_the_same_value_and_the_colours_may_be_exchanged() {
    for (width, height) in SIZES {
        let game = Breakthrough::new(width, height).unwrap();
        for number in 0..50 {
            let board = random(&game, &mut Rng::derive(3, &[number]));
            let text = game.position_text(&board);
            let (rows, side) = text.split_once(' ').unwrap();
            let mirrored: Vec<String> = rows.split('/').map(|row| row.chars().rev().collect()).collect();
            let image = game.parse_position(&format!("{} {side}", mirrored.join("/"))).unwrap();
            assert_eq!(Progress.evaluate(&game, &board), Progress.evaluate(&game, &image));
            let exchange = |letter| match letter {
                'w' => 'b',
                'b' => 'w',
                other => other,
            };
            let rows: Vec<String> =
                rows.split('/').rev().map(|row| row.chars().map(exchange).collect()).collect();
            let side: String = side.chars().map(exchange).collect();
            let other = game.parse_position(&format!("{} {side}", rows.join("/"))).unwrap();
            assert_eq!(Progress.evaluate(&game, &board) + Progress.evaluate(&game, &other), 1024.0);
        }
    }
}
