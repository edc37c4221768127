//! The walker, a thread that grows the tree: its own state, and what it shares with the others.

use super::arena::{Arena, Chunk};
use super::calibration::Changes;
use super::costs::Costs;
use super::grow::{Halt, PathEntry};
use super::leaf::{Spent, Tip};
use super::search::Settings;
use crate::evaluator::Leaf;
use crate::insight::Insight;
use crate::meter::StopSignal;
use crate::report::Stop;
use crate::score_bounds::ScoreBounds;
use std::sync::atomic::AtomicBool;

/// What all threads share.
#[derive(Debug)]
pub(super) struct Common<G: Insight, E> {
    pub(super) game: G,
    pub(super) evaluator: E,
    pub(super) settings: Settings,
    pub(super) costs: Costs,
    /// The worst and the best payoff, on the evaluator's scale.
    pub(super) ends: ScoreBounds,
    /// The value of a draw, on the evaluator's scale.
    pub(super) draw: f64,
    /// The constant part of every edge's weight.
    pub(super) constant: u16,
    /// What a tip costs the player who is not to move, beside its estimate.
    pub(super) tempo: i16,
    pub(super) patience: Patience,
    /// Tips that cost more than the best of their family by more than this are looked at only when the search comes to them.
    pub(super) margin: u16,
    pub(super) arena: Arena<G::Move>,
}

/// How far a node may change before its parent is told.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Patience {
    /// The greatest difference of its cost to what the parent has noted.
    pub(super) value: u16,
    /// The most by which its penalty may exceed that of the runner-up.
    pub(super) penalty: u16,
}

impl Patience {
    /// A patience of `patience` times the constant of an edge.
    pub(super) fn of(patience: f64, constant: f64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a patience beyond u16 is clamped: no cost and no penalty is beyond it"
        )]
        let whole = |value: f64| value.round() as u16;
        let value = patience * constant;
        Patience { value: whole(value), penalty: whole(value / 4.0) }
    }
}

/// The state of one searching thread.
#[derive(Debug)]
pub(super) struct ThreadState<G: Insight> {
    pub(super) path: Vec<PathEntry<G::State>>,
    pub(super) chunk: Chunk,
    /// Nodes added that the arena has not counted yet.
    pub(super) added: usize,
    pub(super) moves: Vec<G::Move>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) tips: Vec<Tip>,
    /// What these tips cost the player of their parent.
    pub(super) costs: Vec<u16>,
    /// What the expansion under way has spent.
    pub(super) spent: Spent,
    /// The tips looked at since this root was set, and how many of them were proven.
    pub(super) seen: (u64, u64),
    /// What expansions have changed.
    pub(super) changes: Changes,
    /// What stops the search from outside, where the evaluator is slow.
    pub(super) stop_signal: Option<StopSignal>,
    /// Whether the walk halts at a tip, for a batch.
    pub(super) halts: bool,
    /// The tip at which it has halted.
    pub(super) halt: Option<Halt<G::State>>,
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
            costs: Vec::new(),
            spent: Spent::default(),
            seen: (0, 0),
            changes: Changes::default(),
            stop_signal: None,
            halts: false,
            halt: None,
        }
    }
}

/// Why a walk pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// There is nothing more to search at the root.
    Over(Stop),
    /// The budget is spent.
    Spent,
    /// This many lines are needed, and fewer are open.
    Room(usize),
    /// A position has more moves than a node can hold.
    Wide,
    /// The walk is at a tip that waits for the evaluator.
    Halted,
}

/// A thread at work.
pub(super) struct Walker<'a, G: Insight, E> {
    pub(super) common: &'a Common<G, E>,
    pub(super) thread: &'a mut ThreadState<G>,
    /// Set when all threads must return.
    pub(super) end: &'a AtomicBool,
}

/// The `end` of a thread that walks alone.
static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a, G: Insight, E> Walker<'a, G, E> {
    /// The only thread at work.
    pub(super) fn alone(common: &'a Common<G, E>, thread: &'a mut ThreadState<G>) -> Self {
        Walker { common, thread, end: &NEVER }
    }
}
