//! What the property tests hold searches to, and how many trees they are tried on.

// Not every file of tests asks everything.
#![allow(dead_code)]

use proptest::prelude::ProptestConfig;
use tiptree::{Evaluator, Game, Report, Turn};

/// As many cases as `TIPTREE_CASES` says, or `default`.
pub(crate) fn cases(default: u32) -> ProptestConfig {
    let count = std::env::var("TIPTREE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    // A failure needs no file to be found again: its message holds the tree, seed and all.
    ProptestConfig { cases: count, failure_persistence: None, ..ProptestConfig::default() }
}

/// The oracle's own oracle: the definition of depth-limited expectimax, written once more without a search around it.
pub(crate) fn definition<G: Game>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
) -> f64 {
    let turn = game.turn(state);
    if turn.is_over() || depth == 0 {
        return evaluator.leaf(game, state).value;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let left = if turn == Turn::Chance { depth } else { depth - 1 };
    let values = moves.iter().map(|&mv| definition(game, evaluator, &game.after(state, mv), left));
    match turn {
        Turn::Max => values.fold(f64::NEG_INFINITY, f64::max),
        Turn::Min => values.fold(f64::INFINITY, f64::min),
        _ => {
            let mut chances = Vec::new();
            game.chances(state, &moves, &mut chances);
            values.zip(chances).fold(0.0, |sum, (value, chance)| sum + chance * value)
        }
    }
}

/// The report without its clock readings.
pub(crate) fn timeless<M>(report: Report<M>) -> Report<M> {
    Report { seconds: 0.0, cpu_seconds: 0.0, ..report }
}
