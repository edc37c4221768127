//! What one searching thread remembers: which moves have done well, and the stacks of its path.

use crate::evaluator::Leaf;
use crate::game::Game;
use crate::insight::Insight;
use crate::search::depth_first::lines::Lines;

/// What a cut at a depth of one is worth. Credits stay between -1 and 1: the more one has, the less is added.
const CREDIT: f64 = 1.0 / 16_384.0;

/// A move in the queue: its place among those of its position, and by what it is ordered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) place: u32,
    pub(super) score: f64,
}

/// The memory of one thread.
pub(super) struct ThreadState<G: Game> {
    /// The moves still to be searched along the path, each position's above its parent's.
    pub(super) queue: Vec<Candidate<G::Move>>,
    /// The probabilities of the outcomes along the path, likewise.
    pub(super) chances: Vec<f64>,
    /// The moves and leaves of one position, before they are queued.
    pub(super) moves: Vec<G::Move>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) lines: Lines<G::Move>,
    /// The best move of the last iteration at the root.
    pub(super) favourite: Option<G::Move>,
    /// Slots of the table that were empty and are not.
    pub(super) filled: u64,
    /// Whether chance has been met.
    pub(super) rolled: bool,
    /// Two moves that cut off last, by ply.
    killers: Vec<[Option<G::Move>; 2]>,
    /// The credit of each place, Min's and Max's in turn.
    credits: Vec<f64>,
}

impl<G: Insight> ThreadState<G> {
    pub(super) fn new() -> Self {
        ThreadState {
            queue: Vec::new(),
            chances: Vec::new(),
            moves: Vec::new(),
            leaves: Vec::new(),
            lines: Lines::default(),
            favourite: None,
            filled: 0,
            rolled: false,
            killers: Vec::new(),
            credits: Vec::new(),
        }
    }

    /// Another position is at the root: what was learned counts less, and plies mean others.
    pub(super) fn turn_over(&mut self, game: &G) {
        self.favourite = None;
        self.killers.clear();
        self.credits.resize(2 * game.places(), 0.0);
        for credit in &mut self.credits {
            *credit /= 2.0;
        }
    }

    /// Whether anything is learned of moves.
    #[inline]
    pub(super) fn learns(&self) -> bool {
        !self.credits.is_empty()
    }

    /// The moves that cut off last at this ply, the latest first.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<G::Move>; 2] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    /// Takes note of a move that cut off.
    #[inline]
    pub(super) fn kill(&mut self, ply: usize, mv: G::Move) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let pair = &mut self.killers[ply];
        if pair[0] != Some(mv) {
            *pair = [Some(mv), pair[0]];
        }
    }

    /// What a move has earned elsewhere.
    #[inline]
    pub(super) fn credit(&self, game: &G, state: &G::State, mv: G::Move, is_max: bool) -> f64 {
        self.credits.get(slot(game, state, mv, is_max)).copied().unwrap_or(0.0)
    }

    /// Gives credit for a cut at a depth, or takes it where the move did not cut.
    #[inline]
    pub(super) fn reward(
        &mut self,
        game: &G,
        state: &G::State,
        mv: G::Move,
        is_max: bool,
        (depth, cuts): (u32, bool),
    ) {
        if let Some(credit) = self.credits.get_mut(slot(game, state, mv, is_max)) {
            let bonus = (f64::from(depth).powi(2) * CREDIT).min(1.0);
            *credit += if cuts { bonus * (1.0 - *credit) } else { -bonus * (1.0 + *credit) };
        }
    }
}

#[inline]
fn slot<G: Insight>(game: &G, state: &G::State, mv: G::Move, is_max: bool) -> usize {
    2 * game.place(state, mv) + usize::from(is_max)
}
