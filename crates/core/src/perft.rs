//! Counting lines of play: how a game's author checks a move generator.

use crate::game::{Game, Turn};

/// The number of lines of play of `depth` decisions from `state`. Rolls lie on the lines but do not count as decisions.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let turn = game.turn(state);
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    match turn {
        Turn::Over(_) => 0,
        Turn::Chance => moves.iter().map(|&mv| perft(game, &game.after(state, mv), depth)).sum(),
        Turn::Max | Turn::Min if depth == 1 => moves.len() as u64,
        Turn::Max | Turn::Min => moves.iter().map(|&mv| perft(game, &game.after(state, mv), depth - 1)).sum(),
    }
}
