//! Labelled positions: one object a line, as `tiptree solve --all-moves --json` prints them and `tiptree quality` reads them.

use crate::play::Player;
use tiptree::{Notation, Rng};
use tiptree_games::othello::{Mobility, Othello, Solver};

/// Games begin with so many random moves.
const RANDOM: usize = 10;

/// Prints so many positions with so many empty squares in which some move loses what another one keeps.
pub(crate) fn label(left: u32, positions: u64, seed: u64) {
    // Nothing fitted, so that new weights leave the positions as they are.
    let player = Player { game: Othello::default(), evaluator: &Mobility };
    let mut solver = Solver::new(&player.game);
    println!(
        "# othello, {left} empty squares: {RANDOM} random moves, then play of a few moves ahead; one game a position"
    );
    println!("# cargo run --release -p tiptree-games --example othello -- label {left} {positions} {seed}");
    let mut printed = 0;
    for number in 0.. {
        if printed == positions {
            break;
        }
        let mut rng = Rng::derive(seed, &[number]);
        let Some(board) = player.play(RANDOM, left, &mut rng, |_| ()) else { continue };
        let scores = solver.scores(&board);
        let Some(best) = scores.iter().map(|&(_, score)| score).max() else { continue };
        if scores.iter().all(|(_, score)| score.signum() == best.signum()) {
            continue;
        }
        let object = |&(square, score)| {
            let text = player.game.move_text(&board, square);
            format!("{{\"move\":\"{text}\",\"score\":{score}}}")
        };
        let moves: Vec<String> = scores.iter().map(object).collect();
        let position = player.game.position_text(&board);
        println!(
            "{{\"game\":\"othello\",\"position\":\"{position}\",\"score\":{best},\"moves\":[{}]}}",
            moves.join(",")
        );
        printed += 1;
    }
}
