//! The number of distinct positions that a search considers per turn, which section 5.6 compares.
//!
//! They are counted apart from the games, on a sample of positions, because remembering every position would slow the
//! players.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use tiptree::search::best_first::MinMax;
use tiptree::search::best_first::backup::Minimax;
use tiptree::search::best_first::penalty::Constant;
use tiptree::search::depth_first::{AlphaBeta, Deepening, Reading};
use tiptree::{Budget, Game, Keyed, Observer, Rng, Search};
use tiptree_games::connect4::{Connect4, Rivest};

/// The number of positions in the sample.
const SAMPLE: usize = 100;
/// The most stones in a position of the sample; the least is 2.
const MOST_STONES: usize = 20;

/// Records every position that is considered.
#[derive(Default)]
struct Distinct(HashSet<u64>);

impl<G: Keyed> Observer<G> for Distinct {
    const CONSIDERS: bool = true;

    fn considered(&mut self, game: &G, state: &G::State) {
        self.0.insert(game.key(state));
    }
}

/// Distinct positions per turn that min/max approximation considers with `calls` move calls; `None` if cancelled.
pub(super) fn by_min_max(calls: u64, seed: u64, cancel: &AtomicBool) -> Option<f64> {
    mean(seed, cancel, |game, state| {
        let mut search = MinMax::from_parts(game, Rivest, Minimax, Constant::default(), Distinct::default());
        search.start(state);
        search.run(&Budget::moves(calls.max(1)));
        search.observer().0.len()
    })
}

/// Distinct positions per turn that alpha-beta considers with `calls` move calls; `None` if cancelled.
pub(super) fn by_alpha_beta(reading: Reading, calls: u64, seed: u64, cancel: &AtomicBool) -> Option<f64> {
    mean(seed, cancel, |game, state| {
        let method = AlphaBeta::reading(reading);
        let mut search = Deepening::new(game, Rivest, method).observed_by(Distinct::default());
        search.start(state);
        search.run(&Budget::moves(calls.max(1)));
        search.observer().0.len()
    })
}

fn mean(
    seed: u64,
    cancel: &AtomicBool,
    count: impl Fn(Connect4, <Connect4 as Game>::State) -> usize,
) -> Option<f64> {
    let game = Connect4::default();
    let mut rng = Rng::derive(seed, &[0xd157]);
    let mut total = 0;
    for _ in 0..SAMPLE {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        total += count(game.clone(), position(&game, &mut rng));
    }
    Some(total as f64 / SAMPLE as f64)
}

/// A position after random moves in which the game is not over and no move wins at once.
fn position(game: &Connect4, rng: &mut Rng) -> <Connect4 as Game>::State {
    loop {
        let mut state = game.start();
        let mut moves = Vec::new();
        for _ in 0..2 + rng.below(MOST_STONES - 1) {
            moves.clear();
            game.moves(&state, &mut moves);
            if moves.is_empty() {
                break;
            }
            game.play(&mut state, moves[rng.below(moves.len())]);
        }
        moves.clear();
        game.moves(&state, &mut moves);
        let ends = |&mv: &_| game.turn(&game.after(&state, mv)).is_over();
        if !moves.is_empty() && !moves.iter().any(ends) {
            return state;
        }
    }
}
