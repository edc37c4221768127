//! What Othello's data were made with: the weights of its evaluator, and labelled positions.
//!
//! `cargo run --release -p tiptree-games --example othello -- fit 40000 1 weights.bin [earlier.bin]` plays so many games from a
//! seed with the weights of an earlier file, or without any where none is named, and writes weights.
//!
//! `cargo run --release -p tiptree-games --example othello -- label 12 200 1` prints so many positions of games from a seed,
//! with so many empty squares, and the exact score of each of their moves.
//!
//! The commands behind the committed files stand in `data/README.md`.

mod fit;
mod label;
mod play;

use std::fs;
use tiptree::Evaluator;
use tiptree_games::othello::{Mobility, Othello, Patterns};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{text:?}: expected a whole number"));
    match words.as_slice() {
        ["fit", games, seed, out, earlier @ ..] => {
            let evaluator: Box<dyn Evaluator<Othello>> = match earlier.first() {
                Some(path) => Box::new(Patterns::read(&fs::read(path).expect("a file")).expect("weights")),
                None => Box::new(Mobility),
            };
            fit::fit(evaluator.as_ref(), number(games), number(seed), out);
        }
        ["label", left, positions, seed] => {
            label::label(number(left) as u32, number(positions), number(seed));
        }
        _ => panic!("{words:?}: expected fit GAMES SEED OUT [EARLIER] or label EMPTY POSITIONS SEED"),
    }
}
