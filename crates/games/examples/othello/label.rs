//! Labelled positions: one object per line, as `tiptree solve --all-moves --json` prints them and `tiptree quality`
//! reads them.

use crate::play::Player;
use tiptree::{Notation, Rng};
use tiptree_games::othello::{Mobility, Othello, Solver};

/// The number of random moves at the start of a game.
const RANDOM: usize = 10;

/// Prints `positions` positions with `left` empty squares in which not all moves have the same outcome.
pub(crate) fn label(left: u32, positions: u64, seed: u64) {
    // An evaluator without fitted weights, so that new weights do not change the positions.
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
