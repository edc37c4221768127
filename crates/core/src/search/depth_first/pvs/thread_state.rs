//! The state of one search thread: killers, history, and the stacks of its path.

use super::futility::Errors;
use crate::evaluator::Leaf;
use crate::game::Game;
use crate::insight::Insight;
use crate::player::Player;
use crate::search::depth_first::lines::Lines;

/// The history bonus of a cutoff at depth 1. History scores stay between -1 and 1: the higher a score, the less is added.
const HISTORY_BONUS: f64 = 1.0 / 16_384.0;

/// A move in the queue: its place in the position's list of moves, and its score for move ordering.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) place: u32,
    pub(super) score: f64,
    /// Its static value as the player sees it, once the moves are ranked by static values; else not a number.
    pub(super) value: f64,
    /// The player to move after it, once the moves are ranked; `None` also after a move that ends the game or leads to a roll.
    pub(super) next: Option<Player>,
}

/// The state of one search thread.
pub(super) struct ThreadState<G: Game> {
    /// A stack of the moves still to be searched along the path, each position's above its parent's.
    pub(super) queue: Vec<Candidate<G::Move>>,
    /// A stack of the probabilities of the outcomes along the path.
    pub(super) chances: Vec<f64>,
    /// The moves and leaves of one position, before they are queued.
    pub(super) moves: Vec<G::Move>,
    pub(super) leaves: Vec<Leaf>,
    /// The keys of the children of one position.
    pub(super) keys: Vec<u64>,
    pub(super) lines: Lines<G::Move>,
    /// The best move of the last iteration at the root.
    pub(super) favourite: Option<G::Move>,
    /// The empty slots of the table that this thread has filled.
    pub(super) filled: u64,
    /// Whether the search has come to a chance node.
    pub(super) rolled: bool,
    /// The last two moves that cut off at each ply.
    killers: Vec<[Option<G::Move>; 2]>,
    pub(super) history: History,
    pub(super) errors: Errors,
}

impl<G: Insight> ThreadState<G> {
    pub(super) fn new() -> Self {
        ThreadState {
            queue: Vec::new(),
            chances: Vec::new(),
            moves: Vec::new(),
            leaves: Vec::new(),
            keys: Vec::new(),
            lines: Lines::default(),
            favourite: None,
            filled: 0,
            rolled: false,
            killers: Vec::new(),
            history: History::default(),
            errors: Errors::default(),
        }
    }

    /// Prepares for a new root: history counts half, and killers are dropped, because plies mean other positions now.
    pub(super) fn begin_root(&mut self, game: &G) {
        self.favourite = None;
        self.killers.clear();
        self.history.begin_root(game);
    }

    /// The moves that cut off last at this ply, the latest first.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<G::Move>; 2] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    /// Records a move that cut off.
    #[inline]
    pub(super) fn add_killer(&mut self, ply: usize, mv: G::Move) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let pair = &mut self.killers[ply];
        if pair[0] != Some(mv) {
            *pair = [Some(mv), pair[0]];
        }
    }
}

/// The history scores: for each place Min's, then Max's.
#[derive(Debug, Default)]
pub(super) struct History(Vec<f64>);

impl History {
    /// Prepares for a new root: what is known counts half.
    fn begin_root<G: Insight>(&mut self, game: &G) {
        self.0.resize(2 * game.places(), 0.0);
        for score in &mut self.0 {
            *score /= 2.0;
        }
    }

    /// Whether there is a history; a game without places has none.
    #[inline]
    pub(super) fn is_kept(&self) -> bool {
        !self.0.is_empty()
    }

    /// The history score of a move.
    #[inline]
    pub(super) fn score<G: Insight>(&self, game: &G, state: &G::State, mv: G::Move, is_max: bool) -> f64 {
        self.0.get(slot(game, state, mv, is_max)).copied().unwrap_or(0.0)
    }

    /// What a cutoff at this depth is worth.
    #[inline]
    pub(super) fn bonus(depth: u32) -> f64 {
        (f64::from(depth).powi(2) * HISTORY_BONUS).min(1.0)
    }

    /// Raises the history score of a move that cut off by a bonus, or lowers that of a move that did not, if it is negative.
    #[inline]
    pub(super) fn update<G: Insight>(
        &mut self,
        game: &G,
        state: &G::State,
        mv: G::Move,
        is_max: bool,
        bonus: f64,
    ) {
        if let Some(score) = self.0.get_mut(slot(game, state, mv, is_max)) {
            *score += bonus * (1.0 - bonus.signum() * *score);
        }
    }
}

#[inline]
fn slot<G: Insight>(game: &G, state: &G::State, mv: G::Move, is_max: bool) -> usize {
    2 * game.place(state, mv) + usize::from(is_max)
}
