//! Fits the linear evaluators of the dice games to games that they play against themselves, one ply deep, and prints the
//! weights as Rust.
//!
//!     cargo run --release -p tiptree-games --example fit_dice -- backgammon
//!     cargo run --release -p tiptree-games --example fit_dice -- hypergammon
//!     cargo run --release -p tiptree-games --example fit_dice -- ewn

mod backgammon;
mod ewn;
mod regression;
mod self_play;

use tiptree_games::backgammon::Backgammon;

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("backgammon") => print_fitted("backgammon", &Backgammon::standard(), 10, 6_000),
        Some("hypergammon") => print_fitted("hypergammon", &Backgammon::hypergammon(), 6, 20_000),
        Some("ewn") => println!("{}", list(&ewn::fitted(4, 50_000))),
        other => eprintln!("game {other:?}: expected one of backgammon, hypergammon, ewn"),
    }
}

fn list(weights: &[f64]) -> String {
    let texts: Vec<String> = weights.iter().map(|weight| format!("{weight:.3}")).collect();
    texts.join(" ")
}

/// Prints a line for every regression: for contact, then for races.
fn print_fitted(name: &str, game: &Backgammon, rounds: u64, games: u64) {
    println!("# {name}, evaluator linear: contact, then race; each the chance to win, the gain, the cost");
    println!("# fit_dice {name}: {rounds} rounds of {games} games against itself");
    for weights in backgammon::fitted(game, rounds, games).as_flattened() {
        println!("{}", list(weights));
    }
}
