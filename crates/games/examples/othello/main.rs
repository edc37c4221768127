//! Creates the data of Othello: the weights of its evaluator, and labelled positions.
//!
//! `cargo run --release -p tiptree-games --example othello -- fit 40000 1 weights.bin [earlier.bin]` plays 40000 games
//! from seed 1, with the weights of an earlier file if one is named, and writes new weights.
//!
//! `cargo run --release -p tiptree-games --example othello -- label 12 200 1` prints 200 positions with 12 empty
//! squares, of games from seed 1, and the exact score of each of their moves.
//!
//! `data/README.md` lists the commands that created the committed files.

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
