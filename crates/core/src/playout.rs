//! Random playouts: games played to their end at random, from which sampling searches learn.

use crate::game::{Game, Turn, declared_chances};
use crate::rng::Rng;

/// The payoff to Max of a random playout from `state`: all moves equally likely, chance as the rules say.
pub fn random<G: Game + ?Sized>(game: &G, mut state: G::State, rng: &mut Rng) -> f64 {
    let mut moves = Vec::new();
    let mut chances = Vec::new();
    loop {
        let turn = game.turn(&state);
        if let Turn::Over(payoff) = turn {
            return payoff;
        }
        moves.clear();
        game.moves(&state, &mut moves);
        let place = if turn == Turn::Chance {
            chances.clear();
            declared_chances(game, &state, &moves, &mut chances);
            rng.weighted(&chances)
        } else {
            rng.below(moves.len())
        };
        game.play(&mut state, moves[place]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::synthetic::HashTree;

    /// The mean payoff under random play.
    fn mean(tree: &HashTree, state: &<HashTree as Game>::State) -> f64 {
        let turn = tree.turn(state);
        if let Turn::Over(payoff) = turn {
            return payoff;
        }
        let mut moves = Vec::new();
        tree.moves(state, &mut moves);
        let mut chances = vec![1.0 / moves.len() as f64; moves.len()];
        if turn == Turn::Chance {
            chances.clear();
            tree.chances(state, &moves, &mut chances);
        }
        moves.iter().zip(chances).map(|(&mv, chance)| chance * mean(tree, &tree.after(state, mv))).sum()
    }

    #[test]
    fn playouts_average_to_the_mean_of_all_games() {
        const PLAYOUTS: u32 = 20_000;
        for seed in 0..5 {
            let tree = HashTree::new(seed, 5, 3).irregular().with_chance(0.3).with_early_ends(0.1);
            let mut rng = Rng::new(seed);
            let sum: f64 = (0..PLAYOUTS).map(|_| random(&tree, tree.start(), &mut rng)).sum();
            let average = sum / f64::from(PLAYOUTS);
            assert!((average - mean(&tree, &tree.start())).abs() < 0.03, "{average}, seed {seed}");
        }
    }
}
