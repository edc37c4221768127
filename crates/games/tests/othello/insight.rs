//! What the game tells a search is true.

use super::plain::Plain;
use tiptree::{Game, Insight, Notation, Prospect, Rng, ScoreBounds};

/// Random positions with few empty squares: Black's payoff lies within the bounds, and a move declared to win wins.
#[test]
fn bounds_and_wins_agree_with_best_play() {
    let (mut bounds, mut won) = (0, 0);
    for (size, most, games) in [(8, 7, 1200), (6, 7, 800), (4, 8, 800)] {
        for number in 0..games {
            let mut plain = Plain::new(size);
            let mut rng = Rng::derive(6, &[size as u64, number]);
            let left = 1 + rng.below(most) as u32;
            let board = plain.random(&mut rng, left.cast_signed());
            let score = plain.score(&board).signum();
            let payoff = f64::from(if board.is_white() { -score } else { score });
            if let Some(ScoreBounds { lower, upper: most }) = plain.game.bounds(&board) {
                bounds += 1;
                assert!((lower..=most).contains(&payoff), "{}", plain.game.draw(&board));
            }
            if let Prospect::Won(mv) = plain.game.prospect(&board, &mut Vec::new()) {
                won += 1;
                let next = plain.game.after(&board, mv);
                assert!(plain.game.turn(&next).is_over() && score == 1, "{}", plain.game.draw(&board));
            }
        }
    }
    assert!(bounds > 200 && won > 50, "{bounds} and {won}");
}
