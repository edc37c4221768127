//! Where a search on a thread of its own waits between two slices of its work.
//!
//! The caller lets it do a slice and sleeps meanwhile; the [`Meter`](crate::meter::Meter) of the search sleeps when the slice is
//! spent. Only one of the two works at a time, so that a slice only pauses the search: it never changes what the search finds.

use crate::game::Game;
use crate::progress::indices;
use crate::report::{Counters, Report, Stop};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Who works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The caller; the search sleeps.
    Parked,
    /// The search, for this many evaluations.
    Works(u64),
    /// The caller: the search has ended or panicked.
    Ended,
}

/// What the search has found so far, with each root move as its index among the legal moves.
type Latest = Report<usize>;

/// What had been spent when the search went to sleep: counted, and wall-clock and CPU seconds.
pub(crate) type Spent = (Counters, f64, f64);

#[derive(Debug)]
struct State {
    phase: Phase,
    /// Whether the search is to end without another slice.
    is_cancelled: bool,
    latest: Option<Latest>,
    spent: Spent,
}

/// The place where a search and its caller wait for each other.
#[derive(Debug)]
pub(crate) struct Parking {
    state: Mutex<State>,
    changed: Condvar,
    /// Whether the search sleeps: its helper threads sleep too.
    is_parked: AtomicBool,
}

impl Parking {
    /// A search that sleeps until its first slice.
    pub(crate) fn new() -> Self {
        let spent = (Counters::default(), 0.0, 0.0);
        Parking {
            state: Mutex::new(State { phase: Phase::Parked, is_cancelled: false, latest: None, spent }),
            changed: Condvar::new(),
            is_parked: AtomicBool::new(true),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, state: &mut State, phase: Phase) {
        state.phase = phase;
        self.is_parked.store(phase == Phase::Parked, Ordering::Release);
        self.changed.notify_all();
    }

    /// For the caller: lets the search do a slice of so many evaluations, and waits until it sleeps again or has ended. Returns
    /// whether it has ended.
    pub(crate) fn work(&self, evals: u64) -> bool {
        let mut state = self.lock();
        if state.phase == Phase::Parked {
            self.set(&mut state, Phase::Works(evals));
        }
        let works = |state: &mut State| matches!(state.phase, Phase::Works(_));
        let state = self.changed.wait_while(state, works).unwrap_or_else(PoisonError::into_inner);
        state.phase == Phase::Ended
    }

    /// For the caller: lets the search end without another slice, and waits for it.
    pub(crate) fn cancel(&self) {
        self.lock().is_cancelled = true;
        self.work(0);
    }

    /// For the caller: what the search has found so far at `root`, which is nothing at first, and what it has spent.
    pub(crate) fn latest<G: Game>(&self, game: &G, root: &G::State) -> (Option<Report<G::Move>>, Spent) {
        let state = self.lock();
        (state.latest.clone().map(|latest| with_moves(game, root, latest)), state.spent)
    }

    /// For the search: keeps what has been found so far at `root`.
    pub(crate) fn publish<G: Game>(&self, game: &G, root: &G::State, found: Report<G::Move>) {
        self.lock().latest = Some(indexed(game, root, found));
    }

    /// For the search: sleeps until the next slice, and returns its evaluations.
    ///
    /// # Errors
    /// If the search is to end.
    pub(crate) fn park(&self, spent: Spent) -> Result<u64, Stop> {
        let mut state = self.lock();
        state.spent = spent;
        if state.is_cancelled {
            return Err(Stop::Cancelled);
        }
        self.set(&mut state, Phase::Parked);
        self.next_slice(state)
    }

    /// For the search: waits for its first slice.
    pub(crate) fn begin(&self) -> Result<u64, Stop> {
        self.next_slice(self.lock())
    }

    fn next_slice(&self, state: MutexGuard<'_, State>) -> Result<u64, Stop> {
        let parked = |state: &mut State| state.phase == Phase::Parked;
        let state = self.changed.wait_while(state, parked).unwrap_or_else(PoisonError::into_inner);
        match state.phase {
            Phase::Works(evals) if !state.is_cancelled => Ok(evals),
            _ => Err(Stop::Cancelled),
        }
    }

    /// For the search: it has ended.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        self.set(&mut state, Phase::Ended);
    }

    /// For a helper thread: sleeps while the search does.
    pub(crate) fn wait_for_the_search(&self) {
        if self.is_parked.load(Ordering::Acquire) {
            let parked = |state: &mut State| state.phase == Phase::Parked;
            drop(self.changed.wait_while(self.lock(), parked));
        }
    }
}

/// The report of a search at `root`, with each move as its index among the legal moves of its position.
fn indexed<G: Game>(game: &G, root: &G::State, report: Report<G::Move>) -> Report<usize> {
    let mut legal = Vec::new();
    game.moves(root, &mut legal);
    let index = |mv| legal.iter().position(|&known| known == mv).expect("a legal move of the root");
    report.map(index, |line| indices(game, root, &line))
}

/// The same report with the moves themselves.
fn with_moves<G: Game>(game: &G, root: &G::State, report: Report<usize>) -> Report<G::Move> {
    let mut legal = Vec::new();
    game.moves(root, &mut legal);
    let line = |line: Vec<usize>| {
        let mut state = root.clone();
        let mut legal = Vec::new();
        let step = |index: usize| {
            legal.clear();
            game.moves(&state, &mut legal);
            game.play(&mut state, legal[index]);
            legal[index]
        };
        line.into_iter().map(step).collect()
    };
    report.map(|index| legal[index], line)
}
