//! An observer that keeps what it is told, up to a bound.

use super::End;
use crate::evaluator::Leaf;
use crate::game::{Game, Notation, Turn};
use crate::search::Observer;
use crate::search::depth_first::window::Window;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An event of a search to a horizon. Moves are in the game's notation, values are Max's view.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "event", rename_all = "lowercase"))]
pub enum Event {
    /// The search enters a node.
    Entered {
        /// The move to it; `None` at the root, where an iteration begins.
        #[cfg_attr(feature = "serde", serde(rename = "move"))]
        mv: Option<String>,
        /// Whose turn it is there.
        #[cfg_attr(feature = "serde", serde(serialize_with = "turn_text"))]
        turn: Turn,
        /// The decisions left to the horizon.
        depth: u32,
        /// The window that it is searched with. JSON has null for an infinite end.
        #[cfg_attr(feature = "serde", serde(flatten))]
        window: Window,
    },
    /// The moves of the node are valued, to be sorted.
    Sorted {
        /// Every move with its static value, in the game's order.
        moves: Vec<Static>,
    },
    /// The search leaves the node that it is in.
    Left {
        /// The value that the node above gets. Outside the window it is a bound.
        value: f64,
        /// How the search of the node ended.
        #[cfg_attr(feature = "serde", serde(flatten))]
        end: End,
        /// The moves that were not searched, or only probed. A leaf has none.
        unsearched: Vec<String>,
    },
}

/// A move with its static value.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Static {
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: String,
    /// The static value of the position after it.
    pub value: f64,
    /// Whether the game is over there.
    pub over: bool,
}

#[cfg(feature = "serde")]
fn turn_text<S: serde::Serializer>(turn: &Turn, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(turn.name())
}

/// What a [`Recorder`] has kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    /// The events, in their order.
    pub events: Vec<Event>,
    /// The number of later events, which are not kept because the bound was reached.
    pub left_out: u64,
}

/// An [`Observer`] that keeps the events of a search, up to a bound. When the bound is reached, the search goes on and later
/// events are only counted, so that a search finds the same with and without it.
///
/// Clones share one recording: one of them observes, the other is read.
#[derive(Clone)]
pub struct Recorder<G: Game>(Arc<Mutex<Log<G>>>);

struct Log<G: Game> {
    game: G,
    root: G::State,
    /// The positions from the root to the node that the search is in.
    path: Vec<G::State>,
    most: usize,
    recording: Recording,
}

impl<G: Notation> Recorder<G> {
    /// A recorder of at most `most` events of a search at `root`.
    pub fn new(game: G, root: G::State, most: usize) -> Self {
        let (path, recording) = (Vec::new(), Recording::default());
        Recorder(Arc::new(Mutex::new(Log { game, root, path, most, recording })))
    }

    /// What was kept so far.
    pub fn recording(&self) -> Recording {
        self.log().recording.clone()
    }

    fn log(&self) -> MutexGuard<'_, Log<G>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Notation> Log<G> {
    /// Keeps the event that `make` makes, if there is room.
    fn keep(&mut self, make: impl FnOnce(&mut Self) -> Event) {
        if self.recording.events.len() < self.most {
            let event = make(self);
            self.recording.events.push(event);
        } else {
            self.recording.left_out += 1;
        }
    }

    /// The text of a move of the node that the search is in.
    fn text(&self, mv: G::Move) -> String {
        self.game.move_text(self.path.last().unwrap_or(&self.root), mv)
    }
}

impl<G: Notation> Observer<G> for Recorder<G> {
    const FOLLOWS: bool = true;

    fn entered(&mut self, mv: Option<G::Move>, depth: u32, window: Window) {
        self.log().keep(|log| {
            let text = mv.map(|mv| log.text(mv));
            let state = if let (Some(mv), Some(parent)) = (mv, log.path.last()) {
                log.game.after(parent, mv)
            } else {
                // A new iteration; the nodes that the last one did not leave are given up.
                log.path.clear();
                log.root.clone()
            };
            let turn = log.game.turn(&state);
            log.path.push(state);
            Event::Entered { mv: text, turn, depth, window }
        });
    }

    fn sorted(&mut self, moves: &[G::Move], leaves: &[Leaf]) {
        self.log().keep(|log| {
            let valued = |(&mv, leaf): (&G::Move, &Leaf)| Static {
                mv: log.text(mv),
                value: leaf.value,
                over: leaf.turn.is_over(),
            };
            Event::Sorted { moves: moves.iter().zip(leaves).map(valued).collect() }
        });
    }

    fn left(&mut self, value: f64, end: End, unsearched: &[G::Move]) {
        self.log().keep(|log| {
            let unsearched = unsearched.iter().map(|&mv| log.text(mv)).collect();
            log.path.pop();
            Event::Left { value, end, unsearched }
        });
    }
}
