//! Batches: a search collects the states of several expansions, and the evaluator answers for all of them in one call.
//!
//! How well can best-first search be parallelised? (Rivest 1987, section 7, open problem 3.) The tree ranks its whole frontier, so that
//! the states of one call can be those on which the root depends most.
//!
//! [`Batch`] is an evaluator in front of the search's own. A search prepares an expansion within [`Batch::collect`]: what would
//! be evaluated is noted, and the values that come back are not used. After [`Batch::ask`] the search makes the expansion
//! within [`Batch::answer`], which returns the values in the order in which they were asked for. This works because no
//! expansion decides by estimates what else it evaluates.

use crate::error::Unsupported;
use crate::evaluator::{Estimates, Evaluator, Leaf, children_in_calls};
use crate::game::{Game, Keyed, Range, Turn};
use crate::spec::{Parameter, Spec};
use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The greatest number of states in one call.
const MOST: usize = 1 << 16;

/// The parameter of the searches that fill batches.
pub(in crate::search) const BATCH: Parameter = Parameter::new(
    "batch",
    "1",
    "the most states of one call of the evaluator, for which tips are gathered; 1 gathers none",
);

/// What a batch needs of a search with threads.
pub(in crate::search) const ONE_THREAD: &str = "threads=1: the descents of a batch take the place of threads";

/// An evaluator that collects states for one call of another.
pub(in crate::search) struct Batch<G: Game> {
    evaluator: Arc<dyn Evaluator<G>>,
    most: usize,
    key: fn(&G, &G::State) -> u64,
    /// Whether the search reads priors, which are then kept.
    keeps_priors: AtomicBool,
    pending: Mutex<Pending<G::State>>,
}

/// The states that wait for an answer, and the answers.
struct Pending<S> {
    mode: Mode,
    states: Vec<S>,
    families: Families,
    estimates: Estimates,
    /// The places of the answers that the expansion under way has not had yet.
    answers: Waiting,
    /// The priors that came with the values, by the key of the state.
    priors: HashMap<u64, Box<[f64]>>,
    /// The number of all these priors.
    kept: usize,
}

/// The siblings that were noted together: they are not made a second time for the answers.
#[derive(Default)]
struct Families {
    /// The place of the first state of each family, and the end of its leaves.
    ends: Vec<(usize, usize)>,
    /// The leaves of all siblings, one family behind the other. Only those where the game is over have their value.
    leaves: Vec<Leaf>,
}

impl Families {
    fn truncate(&mut self, place: usize) {
        let kept = self.ends.partition_point(|&(start, _)| start < place);
        self.ends.truncate(kept);
        self.leaves.truncate(self.ends.last().map_or(0, |&(_, end)| end));
    }

    /// The siblings of which the first state that waits is at this place.
    fn at(&self, place: usize) -> &[Leaf] {
        let Ok(found) = self.ends.binary_search_by_key(&place, |&(start, _)| start) else { return &[] };
        let start = found.checked_sub(1).map_or(0, |before| self.ends[before].1);
        &self.leaves[start..self.ends[found].1]
    }
}

impl<S> Pending<S> {
    /// Notes siblings, those where the game is over with their value.
    fn note(&mut self, siblings: Vec<(S, Leaf)>) {
        let place = self.states.len();
        let start = self.families.leaves.len();
        for (state, leaf) in siblings {
            self.families.leaves.push(leaf);
            if !leaf.turn.is_over() {
                self.states.push(state);
            }
        }
        // Siblings of whom none waits could not be told from those noted next.
        if self.states.len() == place {
            self.families.leaves.truncate(start);
        } else {
            self.families.ends.push((place, self.families.leaves.len()));
        }
    }

    /// Pushes the next answers if they are those of `count` siblings that were noted together, and returns whether they are.
    fn answer_siblings(&mut self, count: usize, leaves: &mut Vec<Leaf>) -> bool {
        let siblings = self.families.at(self.answers.start);
        let waiting = siblings.iter().filter(|leaf| !leaf.turn.is_over()).count();
        if siblings.len() != count || waiting > self.answers.len() {
            return false;
        }
        let mut values = self.estimates.values[self.answers.start..].iter();
        leaves.extend(siblings.iter().map(|&leaf| {
            let value = if leaf.turn.is_over() { leaf.value } else { *values.next().expect("counted above") };
            Leaf { value, ..leaf }
        }));
        self.answers.start += waiting;
        true
    }
}

/// What happens to a state that is evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// It is evaluated at once.
    Direct,
    /// It is noted.
    Collect,
    /// Its value is the next answer, or it is evaluated at once if there is none.
    Answer,
}

/// The places of the states that one expansion needs.
pub(in crate::search) type Waiting = std::ops::Range<usize>;

impl<G: Game> Batch<G> {
    /// The batch that `spec` asks for, in front of `evaluator`; `None` for 1. `obstacle` is what the search needs for a batch and
    /// lacks.
    ///
    /// # Errors
    /// If the parameter is no number of states, there is an obstacle, or the evaluator is not behind a pointer.
    pub(in crate::search) fn read<E>(
        spec: &Spec,
        evaluator: &mut E,
        obstacle: Option<&str>,
    ) -> Result<Option<Arc<Self>>, crate::Error>
    where
        G: Keyed + 'static,
        E: Evaluator<G> + 'static,
    {
        let expected = "a number of states from 1 to 65536";
        let most = spec.read_if("batch", 1, expected, |most| (1..=MOST).contains(most))?;
        if most == 1 {
            return Ok(None);
        }
        let evaluator: &mut dyn Any = evaluator;
        let (None, Some(evaluator)) = (obstacle, evaluator.downcast_mut::<Arc<dyn Evaluator<G>>>()) else {
            let needs = obstacle.unwrap_or("an evaluator behind a pointer: an Arc<dyn Evaluator<G>>");
            return Err(Unsupported::new("a batch", needs).into());
        };
        let batch = Arc::new(Batch {
            evaluator: evaluator.clone(),
            most,
            key: |game, state| game.key(state),
            keeps_priors: AtomicBool::new(false),
            pending: Mutex::new(Pending {
                mode: Mode::Direct,
                states: Vec::new(),
                families: Families::default(),
                estimates: Estimates::default(),
                answers: 0..0,
                priors: HashMap::new(),
                kept: 0,
            }),
        });
        *evaluator = batch.clone();
        Ok(Some(batch))
    }

    fn pending(&self) -> MutexGuard<'_, Pending<G::State>> {
        // An evaluator that panicked has taken the search down with it.
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the priors that come with values, because the search reads them.
    pub(in crate::search) fn keep_priors(&self) {
        self.keeps_priors.store(true, Relaxed);
    }

    /// The most states of a call.
    pub(in crate::search) fn most(&self) -> usize {
        self.most
    }

    /// The number of states that wait.
    pub(in crate::search) fn len(&self) -> usize {
        self.pending().states.len()
    }

    /// Whether the priors of a state have come with its value.
    pub(in crate::search) fn has_priors(&self, game: &G, state: &G::State) -> bool {
        self.pending().priors.contains_key(&(self.key)(game, state))
    }

    /// Forgets everything, also the priors.
    pub(in crate::search) fn clear(&self) {
        let mut pending = self.pending();
        pending.mode = Mode::Direct;
        pending.states.clear();
        pending.families.truncate(0);
        pending.priors = HashMap::new();
        pending.kept = 0;
    }

    /// Forgets the states that wait from a place on.
    pub(in crate::search) fn drop_from(&self, place: usize) {
        let mut pending = self.pending();
        pending.states.truncate(place);
        pending.families.truncate(place);
    }

    /// Prepares an expansion: notes the states that it evaluates.
    pub(in crate::search) fn collect(&self, prepare: impl FnOnce()) -> Waiting {
        let start = self.begin(Mode::Collect, 0..0);
        if start == 0 {
            self.pending().families.truncate(0);
        }
        prepare();
        let mut pending = self.pending();
        pending.mode = Mode::Direct;
        start..pending.states.len()
    }

    /// Asks the evaluator for all states that wait, [`most`](Batch::most) of them in a call.
    pub(in crate::search) fn ask(&self, game: &G) {
        let states = std::mem::take(&mut self.pending().states);
        let needs_priors = self.keeps_priors.load(Relaxed);
        let mut estimates = Estimates { needs_priors, ..Estimates::default() };
        let mut priors = Vec::new();
        for states in states.chunks(self.most) {
            estimates.priors.clear();
            self.evaluator.states(game, states, &mut estimates);
            if needs_priors {
                self.note_priors(game, states, &estimates.priors, &mut priors);
            }
        }
        debug_assert_eq!(estimates.values.len(), states.len(), "a value for each state");
        let mut pending = self.pending();
        pending.estimates = estimates;
        for (key, own) in priors {
            pending.kept += own.len();
            pending.kept -= pending.priors.insert(key, own).map_or(0, |old| old.len());
        }
    }

    /// Bytes of the priors that are kept.
    pub(in crate::search) fn bytes(&self) -> u64 {
        let pending = self.pending();
        // The map has a byte of its own for every entry.
        let entry = size_of::<(u64, Box<[f64]>)>() + 1;
        (pending.priors.capacity() * entry + pending.kept * size_of::<f64>()) as u64
    }

    /// Pairs the priors of each state with its key. No priors are noted where an evaluator gives none.
    fn note_priors(&self, game: &G, states: &[G::State], priors: &[f64], noted: &mut Vec<(u64, Box<[f64]>)>) {
        let mut rest = priors;
        let mut moves = Vec::new();
        for state in states.iter().filter(|_| !priors.is_empty()) {
            if game.turn(state) == Turn::Chance {
                continue;
            }
            moves.clear();
            game.moves(state, &mut moves);
            let Some((own, others)) = rest.split_at_checked(moves.len()) else { return };
            noted.push(((self.key)(game, state), own.into()));
            rest = others;
        }
    }

    /// Makes an expansion with the answers for the states that it waits for.
    pub(in crate::search) fn answer<R>(&self, waiting: &Waiting, expand: impl FnOnce() -> R) -> R {
        self.begin(Mode::Answer, waiting.clone());
        let result = expand();
        self.pending().mode = Mode::Direct;
        result
    }

    /// Sets the mode and the answers. Returns the number of states that wait.
    fn begin(&self, mode: Mode, answers: Waiting) -> usize {
        let mut pending = self.pending();
        debug_assert!(pending.mode == Mode::Direct, "expansions are prepared and made one at a time");
        (pending.mode, pending.answers) = (mode, answers);
        pending.states.len()
    }
}

impl<G: Game> Evaluator<G> for Batch<G> {
    fn range(&self) -> Range {
        self.evaluator.range()
    }

    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        let mut pending = self.pending();
        match pending.mode {
            Mode::Direct => {
                drop(pending);
                self.evaluator.evaluate(game, state)
            }
            Mode::Collect => {
                pending.states.push(state.clone());
                self.evaluator.range().middle()
            }
            Mode::Answer if pending.answers.is_empty() => {
                drop(pending);
                self.evaluator.evaluate(game, state)
            }
            Mode::Answer => {
                pending.answers.start += 1;
                pending.estimates.values[pending.answers.start - 1]
            }
        }
    }

    fn payoff(&self, game: &G, payoff: f64) -> f64 {
        self.evaluator.payoff(game, payoff)
    }

    fn children(&self, game: &G, state: &G::State, moves: &[G::Move], leaves: &mut Vec<Leaf>) {
        let mode = self.pending().mode;
        match mode {
            Mode::Direct if self.evaluator.prefers_batches() => {
                children_in_calls(&*self.evaluator, game, (state, moves), self.most, leaves);
            }
            Mode::Direct => self.evaluator.children(game, state, moves, leaves),
            Mode::Collect => {
                let middle = self.evaluator.range().middle();
                let siblings = moves.iter().map(|&mv| {
                    let child = game.after(state, mv);
                    let turn = game.turn(&child);
                    let value = match turn {
                        Turn::Over(payoff) => self.evaluator.payoff(game, payoff),
                        _ => middle,
                    };
                    (child, Leaf { value, turn })
                });
                let siblings: Vec<_> = siblings.inspect(|(_, leaf)| leaves.push(*leaf)).collect();
                self.pending().note(siblings);
            }
            Mode::Answer => {
                if !self.pending().answer_siblings(moves.len(), leaves) {
                    leaves.extend(moves.iter().map(|&mv| self.leaf_after(game, state, mv)));
                }
            }
        }
    }

    fn states(&self, game: &G, states: &[G::State], estimates: &mut Estimates) {
        self.evaluator.states(game, states, estimates);
    }

    fn temperature(&self) -> Option<f64> {
        self.evaluator.temperature()
    }

    fn priors(&self, game: &G, state: &G::State, moves: &[G::Move], priors: &mut Vec<f64>) {
        let noted = self.pending().priors.get(&(self.key)(game, state)).cloned();
        let Some(noted) = noted else { return self.evaluator.priors(game, state, moves, priors) };
        let mut all = Vec::new();
        game.moves(state, &mut all);
        // The search may have dropped moves that lose at once.
        let prior = |mv: &G::Move| all.iter().position(|other| other == mv).map_or(0.0, |place| noted[place]);
        let base = priors.len();
        priors.extend(moves.iter().map(prior));
        let sum: f64 = priors[base..].iter().sum();
        if sum > 0.0 {
            priors[base..].iter_mut().for_each(|prior| *prior /= sum);
        }
    }

    fn is_chance(&self) -> bool {
        self.evaluator.is_chance()
    }

    fn is_symmetric(&self) -> bool {
        self.evaluator.is_symmetric()
    }
}

impl<G: Game> fmt::Debug for Batch<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Evaluators and states need not be printable.
        f.debug_struct("Batch").field("most", &self.most).finish_non_exhaustive()
    }
}
