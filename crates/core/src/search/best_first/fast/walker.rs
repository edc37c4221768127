//! What grows a tree: a thread that walks, what it holds, and what it has in common with the others.

use super::arena::{Arena, Chunk};
use super::costs::Costs;
use super::grow::Place;
use super::leaf::{Spent, Tip};
use super::search::Settings;
use crate::evaluator::Leaf;
use crate::insight::Insight;
use crate::report::Stop;
use crate::score_bounds::ScoreBounds;
use std::sync::atomic::AtomicBool;

/// What all threads have in common.
#[derive(Debug)]
pub(super) struct Common<G: Insight, E> {
    pub(super) game: G,
    pub(super) evaluator: E,
    pub(super) settings: Settings,
    pub(super) costs: Costs,
    /// All that a game can end with.
    pub(super) ends: ScoreBounds,
    /// What a draw is worth.
    pub(super) draw: f64,
    /// The constant as a whole number.
    pub(super) constant: u16,
    pub(super) patience: Patience,
    pub(super) arena: Arena<G::Move>,
}

/// How far a node may move before its parent hears of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Patience {
    /// Its value, from what the parent has noted.
    pub(super) value: u16,
    /// Its penalty, above that of the runner-up.
    pub(super) penalty: u16,
}

impl Patience {
    /// So many constants of an edge.
    pub(super) fn of(patience: f64, constant: f64) -> Self {
        let value = patience * constant;
        Patience { value: value.round() as u16, penalty: (value / 4.0).round() as u16 }
    }
}

/// What a thread holds.
#[derive(Debug)]
pub(super) struct ThreadState<G: Insight> {
    pub(super) path: Vec<Place<G::State>>,
    pub(super) chunk: Chunk,
    /// The nodes added that the arena has not counted yet.
    pub(super) added: usize,
    pub(super) moves: Vec<G::Move>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) tips: Vec<Tip>,
    pub(super) spent: Spent,
    /// The tips of new nodes since there is this root, and how many of them were certain.
    pub(super) seen: (u64, u64),
}

impl<G: Insight> ThreadState<G> {
    pub(super) fn new() -> Self {
        ThreadState {
            path: Vec::new(),
            chunk: 0..0,
            added: 0,
            moves: Vec::new(),
            leaves: Vec::new(),
            tips: Vec::new(),
            spent: Spent::default(),
            seen: (0, 0),
        }
    }
}

/// Why a walk does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// There is nothing more to find out at the root.
    Over(Stop),
    /// The budget is spent.
    Spent,
    /// So many lines are needed, which are not open.
    Room(usize),
    /// A family is larger than any node may be.
    Wide,
}

/// A thread at work.
pub(super) struct Walker<'a, G: Insight, E> {
    pub(super) common: &'a Common<G, E>,
    pub(super) thread: &'a mut ThreadState<G>,
    /// What is set when all threads are to come back.
    pub(super) end: &'a AtomicBool,
}

/// What a thread that is alone has for it.
static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a, G: Insight, E> Walker<'a, G, E> {
    /// The only thread at work.
    pub(super) fn alone(common: &'a Common<G, E>, thread: &'a mut ThreadState<G>) -> Self {
        Walker { common, thread, end: &NEVER }
    }
}
