//! Random playouts of Othello.

use super::plain::Plain;
use tiptree::{Game, Insight, Rng, Turn};
use tiptree_games::othello::Board;

/// The mean payoff of all random games from a position.
fn mean(plain: &Plain, board: &Board) -> f64 {
    if let Turn::Over(payoff) = plain.game.turn(board) {
        return payoff;
    }
    let moves = plain.moves(board);
    let sum: f64 = moves.iter().map(|&mv| mean(plain, &plain.game.after(board, mv))).sum();
    sum / moves.len() as f64
}

#[test]
fn playouts_end_as_often_in_a_win_as_random_games_do() {
    const PLAYOUTS: u32 = 4000;
    for (size, number) in [4, 6, 8].into_iter().zip(0..) {
        let plain = Plain::new(size);
        for number in 5 * number..5 * (number + 1) {
            let mut rng = Rng::derive(9, &[number]);
            let board = plain.random(&mut rng, 6);
            let sum: f64 = (0..PLAYOUTS).map(|_| plain.game.playout(board, &mut rng)).sum();
            let (found, expected) = (sum / f64::from(PLAYOUTS), mean(&plain, &board));
            let deviation = ((1.0 - expected * expected).max(0.0) / f64::from(PLAYOUTS)).sqrt();
            assert!((found - expected).abs() <= 4.5 * deviation, "{found} instead of {expected}");
        }
    }
}
