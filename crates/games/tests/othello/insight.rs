//! What the game tells a search is true.

use super::plain::Plain;
use tiptree::search::depth_first::{Deepening, Minimax};
use tiptree::testing::conformance;
use tiptree::{Budget, Game, Insight, Notation, Prospect, Rng, ScoreBounds, Search, Stop};
use tiptree_games::othello::{DiscCount, ExpectedDiscs, Othello};

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

/// The same where discs are counted: bounds hold the final lead, and an exact search finds it.
#[test]
fn counted_discs_agree_with_best_play() {
    let mut bounds = 0;
    for (size, most, games) in [(8, 6, 300), (6, 6, 300), (4, 8, 300)] {
        let game = Othello::new(size).unwrap().counting_discs();
        for number in 0..games {
            let mut plain = Plain::new(size);
            let mut rng = Rng::derive(8, &[size as u64, number]);
            let left = 1 + rng.below(most) as u32;
            let board = plain.random(&mut rng, left.cast_signed());
            let score = plain.score(&board);
            let payoff = f64::from(if board.is_white() { -score } else { score });
            if let Some(ScoreBounds { lower, upper }) = game.bounds(&board) {
                bounds += 1;
                assert!((lower..=upper).contains(&payoff), "{}", game.draw(&board));
            }
            if number < 20 {
                let mut search = Deepening::new(game, DiscCount, Minimax::default());
                search.start(board);
                let found = search.run(&Budget::unlimited());
                // A single move is not searched.
                let is_forced = found.stop == Some(Stop::Forced);
                let proven = found.proven.map(|proven| proven.value);
                assert!(is_forced || proven == Some(payoff), "{proven:?}: {}", game.draw(&board));
            }
        }
    }
    assert!(bounds > 200, "{bounds}");
}

#[test]
fn a_game_that_counts_discs_conforms() {
    let game = Othello::new(4).unwrap().counting_discs();
    conformance::all(&game, &DiscCount).unwrap();
    conformance::check(&Othello::default().counting_discs(), &ExpectedDiscs::default()).unwrap();
    assert!(game.payoffs().counts_points() && !Othello::default().payoffs().counts_points());
}
