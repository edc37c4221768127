//! Writes `data/connect4-quick-wins.txt`: random Connect-Four positions after 14 plies that are won within 14 plies more.
//!
//! `cargo run --release -p tiptree-games --example quick_wins > crates/games/data/connect4-quick-wins.txt`

use std::collections::HashSet;
use tiptree::{Game, Notation, Rng};
use tiptree_games::connect4::{Board, Column, Connect4, Solver};

const COUNT: usize = 1000;
const PLIES: usize = 14;
const SEED: u64 = 1;
/// The scores of games that end 3 to 14 plies from here: with 28 empty cells, a player who wins with the k-th stone
/// from the end places 15 - k stones. Earlier ends are detected without a search.
const SCORES: std::ops::RangeInclusive<i32> = 8..=13;

/// A position after random moves, if the game goes on that long.
fn random_line(game: &Connect4, rng: &mut Rng) -> Option<Board> {
    let mut board = game.start();
    let mut moves = Vec::new();
    for _ in 0..PLIES {
        moves.clear();
        game.moves(&board, &mut moves);
        game.play(&mut board, *moves.get(rng.below(moves.len().max(1)))?);
    }
    (!game.turn(&board).is_over()).then_some(board)
}

fn main() {
    let game = Connect4::default();
    let (mut solver, mut rng, mut seen) = (Solver::new(&game), Rng::new(SEED), HashSet::new());
    println!("# {COUNT} random positions after {PLIES} plies, won within 14 plies more but not within 2.");
    println!("# cargo run --release -p tiptree-games --example quick_wins");
    println!("# columns played, score for the side to move, score of columns 1 to 7");
    while seen.len() < COUNT {
        let Some(board) = random_line(&game, &mut rng) else { continue };
        if !SCORES.contains(&solver.score(&board).abs()) || !seen.insert(board) {
            continue;
        }
        let scores = solver.scores(&board);
        let best = scores.iter().map(|&(_, score)| score).max().expect("the game goes on");
        let column = |number: u8| {
            let score = scores.iter().find(|&&(column, _)| column == Column(number));
            score.map_or_else(|| "x".to_owned(), |(_, score)| score.to_string())
        };
        let columns: Vec<String> = (0..7).map(column).collect();
        println!("{} {best} {}", game.position_text(&board), columns.join(" "));
    }
}
