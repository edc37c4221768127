//! Modern alpha-beta on real games, and what Connect-Four tells it, against exact values.

mod exact;
mod insight;
mod proofs;
mod solving;

use tiptree::rng::scatter;
use tiptree::{Evaluator, Insight, Range, Report};

/// An evaluator that hashes positions and gives mirror images the same value. It exposes a search that confuses
/// positions.
#[derive(Clone, Copy)]
struct Folded {
    seed: u64,
    count: u64,
}

impl<G: Insight> Evaluator<G> for Folded {
    fn range(&self) -> Range {
        Range::new(0.0, self.count as f64).with_step(0.5)
    }

    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        (scatter(game.folded_key(state).0 ^ self.seed) % (self.count + 1)) as f64
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// Whether the principal variation of a report begins with the best move and is legal.
fn is_playable<G: Insight>(game: &G, state: &G::State, report: &Report<G::Move>) -> bool {
    let mut state = state.clone();
    let mut play = |&mv: &G::Move| {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let is_legal = moves.contains(&mv);
        if is_legal {
            game.play(&mut state, mv);
        }
        is_legal
    };
    report.pv.first() == report.best.as_ref() && report.pv.iter().all(&mut play)
}
