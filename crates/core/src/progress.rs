//! The progress of a search under way, published to a [`Watcher`] from the thread that searches.
//!
//! A watcher rides in the [`Budget`](crate::Budget), as the cancel flag does, so that every search can be watched through any
//! door. Watching changes nothing of what a search with one thread finds: it only pauses at places where it can go on as if it
//! had not paused.

use crate::game::{Game, Range};
use crate::report::{Counters, Proven, Report};
use std::fmt;

/// Expansions or playouts of each thread between two offers of a report, for searches that would not pause by themselves.
pub(crate) const OFFER_EVERY: u64 = 256;

/// The same where several threads must all pause for it, which takes them longer.
pub(crate) const OFFER_EVERY_TOGETHER: u64 = 1 << 14;

/// What a search under way has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The value of the root, Max's view.
    pub value: f64,
    /// The range of values.
    pub range: Range,
    /// The game value, where it is known.
    pub proven: Option<Proven>,
    /// The principal variation: of each move its index among the legal moves of its position, in the game's order. A text or
    /// a typed move is found by replaying it, whatever the types behind the search.
    pub pv: Vec<usize>,
    /// The work done so far.
    pub counters: Counters,
}

impl Progress {
    /// The progress that a report of a search at `root` shows.
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
    /// Whether a report is wanted now. Making one takes time, so that searches ask before.
    fn wants(&self, counters: &Counters) -> bool;

    /// What has been found, after [`Watcher::wants`] said yes.
    fn see(&self, progress: Progress);

    /// The work so far, every few thousand moves, also while a long iteration finds nothing new.
    fn count(&self, counters: &Counters) {
        let _ = counters;
    }
}
