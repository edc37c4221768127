//! Trains the net of backgammon or hypergammon by games against itself, and writes its weights to a file.
//!
//!     cargo run --release -p tiptree-games --example train_net -- backgammon 120000 1 crates/games/data/backgammon-net.bin
//!
//! The arguments are the game, the number of games, the seed and the file. The same arguments make the same file.

mod adam;
#[path = "../fit_dice/self_play.rs"]
#[expect(dead_code, reason = "fit_dice also plays games against itself with it")]
mod self_play;
mod training;

use std::error::Error;
use std::fs;
use tiptree_games::backgammon::{Backgammon, Linear};
use training::Training;

/// The games that are played with the evaluator `linear` to show the progress.
const DUEL: u64 = 2000;
/// How often the progress is shown.
const REPORTS: u64 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, games, seed, file] = arguments.as_slice() else {
        return Err("expected a game, a number of games, a seed and a file".into());
    };
    let game = match name.as_str() {
        "backgammon" => Backgammon::standard(),
        "hypergammon" => Backgammon::hypergammon(),
        other => return Err(format!("game {other:?}: expected backgammon or hypergammon").into()),
    };
    let games: u64 = games.parse()?;
    let linear = Linear::new(&game);
    let mut training = Training::new(game, seed.parse()?, games);
    for report in 1..=REPORTS {
        training.run_until(games * report / REPORTS);
        let net = training.net();
        let points = self_play::duel(&game, &net, &linear, DUEL);
        eprintln!(
            "{} games: {points:+.3} points a game against linear, {}",
            training.games(),
            training.errors()
        );
        fs::write(file, training.bytes())?;
    }
    Ok(())
}
