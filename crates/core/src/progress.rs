//! The progress of a search under way, published to a [`Watcher`] from the thread that searches.
//!
//! A watcher is part of the [`Budget`](crate::Budget), as the cancel flag is, so that every search can be watched through every
//! interface. Watching does not change what a search with one thread finds: the search pauses only where it can continue as if
//! it had not paused.

use crate::game::{Game, Range};
use crate::report::{Counters, Proven, Report};
use std::fmt;

/// Expansions or playouts of each thread between two offers of a report, for searches that do not pause by themselves.
pub(crate) const OFFER_EVERY: u32 = 256;

/// The same for searches whose threads must all pause for it, which takes longer.
pub(crate) const OFFER_EVERY_TOGETHER: u64 = 1 << 14;

/// What a search under way has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The value of the root, Max's view.
    pub value: f64,
    /// The range of values.
    pub range: Range,
    /// The game value, if it is proven.
    pub proven: Option<Proven>,
    /// The principal variation. Each move is its index among the legal moves of its position, in the game's order. Replaying
    /// it gives the texts or the typed moves, whatever the types of the search.
    pub pv: Vec<usize>,
    /// The work done so far.
    pub counters: Counters,
}

impl Progress {
    /// The progress in a report of a search at `root`.
    pub fn new<G: Game>(game: &G, root: &G::State, report: &Report<G::Move>) -> Self {
        Progress {
            value: report.value,
            range: report.range,
            proven: report.proven,
            pv: indices(game, root, &report.pv),
            counters: report.counters,
        }
    }
}

/// The index of each move of a line among the legal moves of its position.
pub(crate) fn indices<G: Game>(game: &G, root: &G::State, line: &[G::Move]) -> Vec<usize> {
    let mut state = root.clone();
    let mut legal = Vec::new();
    let step = |&mv: &G::Move| {
        legal.clear();
        game.moves(&state, &mut legal);
        let index = legal.iter().position(|&known| known == mv)?;
        game.play(&mut state, mv);
        Some(index)
    };
    line.iter().map_while(step).collect()
}

/// Receives the progress of a search, in the thread that searches: each call must be short.
pub trait Watcher: fmt::Debug + Send + Sync {
    /// Whether a report is wanted now. Searches ask first, because making one takes time.
    fn wants(&self, counters: &Counters) -> bool;

    /// Receives what has been found, after [`Watcher::wants`] returned true.
    fn see(&self, progress: Progress);

    /// Receives the work so far, every few thousand moves, even while a long iteration finds nothing new.
    fn count(&self, counters: &Counters) {
        let _ = counters;
    }
}
