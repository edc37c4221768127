//! Adapters that put typed games and their evaluators behind [`Untyped`].

use super::{AnyGame, AnyPosition, State, Untyped};
use crate::evaluator::{Estimates, Evaluator, Leaf};
use crate::game::{Game, Notation, Range, Turn};
use crate::insight::{Insight, Prospect};
use crate::parse_error::ParseError;
use crate::rng::Rng;
use crate::score_bounds::ScoreBounds;
use std::any::Any;
use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

/// A move that can be converted to a number and back.
pub trait Numbered: Copy {
    /// The number of the move, the same in every position.
    fn number(self) -> u64;

    /// The move with a number that [`Numbered::number`] returned.
    fn numbered(number: u64) -> Self;
}

/// An integer is its own number; a negative one is taken modulo 2^64.
macro_rules! whole_numbers {
    ($($kind:ty),*) => {$(
        #[allow(
            clippy::cast_lossless,
            clippy::cast_possible_truncation,
            clippy::cast_possible_wrap,
            clippy::cast_sign_loss,
            reason = "one cast for all kinds, there and back"
        )]
        impl Numbered for $kind {
            #[inline]
            fn number(self) -> u64 {
                self as u64
            }

            #[inline]
            fn numbered(number: u64) -> Self {
                number as $kind
            }
        }
    )*};
}

whole_numbers!(u8, u16, u32, u64, usize, i8, i16, i32, i64);

/// A typed game that can be put behind [`Untyped`].
///
/// Every position holds a copy of its rules: for small rules a copy is cheaper than a reference count.
pub trait Typed: Insight<State: Sync, Move: Numbered> + Notation + Clone + 'static {}

impl<G: Insight<State: Sync, Move: Numbered> + Notation + Clone + 'static> Typed for G {}

impl Untyped {
    /// Puts a typed game behind this type. It keeps its keys, its texts and what it declares.
    pub fn of(game: impl Typed) -> Self {
        Untyped::new(Rules(game))
    }
}

struct Rules<G>(G);

/// A state together with its rules.
struct Position<G: Game> {
    game: G,
    state: G::State,
}

impl<G: Typed> Rules<G> {
    fn position(&self, state: G::State) -> Arc<dyn AnyPosition> {
        Arc::new(Position { game: self.0.clone(), state })
    }
}

impl<G: Typed> AnyGame for Rules<G> {
    fn start(&self) -> Arc<dyn AnyPosition> {
        self.position(self.0.start())
    }

    fn deal(&self, seed: u64) -> Arc<dyn AnyPosition> {
        self.position(self.0.deal(seed))
    }

    fn is_dealt(&self) -> bool {
        self.0.is_dealt()
    }

    fn payoffs(&self) -> Range {
        self.0.payoffs()
    }

    fn has_chance(&self) -> bool {
        self.0.has_chance()
    }

    fn repeats(&self) -> bool {
        self.0.repeats()
    }

    fn parse_position(&self, text: &str) -> Result<Arc<dyn AnyPosition>, ParseError> {
        self.0.parse_position(text).map(|state| self.position(state))
    }

    fn mirrored(&self, mv: u64) -> u64 {
        self.0.mirrored(Numbered::numbered(mv)).number()
    }

    fn places(&self) -> usize {
        self.0.places()
    }

    fn plane_shape(&self) -> Option<[usize; 3]> {
        self.0.plane_shape()
    }
}

impl<G: Typed> AnyPosition for Position<G> {
    fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn moves(&self, moves: &mut Vec<u64>) {
        numbers(moves, |typed| self.game.moves(&self.state, typed));
    }

    fn chances(&self, moves: &[u64], chances: &mut Vec<f64>) {
        self.game.chances(&self.state, &with_types(moves), chances);
    }

    fn after(&self, mv: u64) -> Arc<dyn AnyPosition> {
        let state = self.game.after(&self.state, Numbered::numbered(mv));
        Arc::new(Position { game: self.game.clone(), state })
    }

    fn play(&mut self, mv: u64) -> bool {
        self.game.play(&mut self.state, Numbered::numbered(mv));
        true
    }

    fn key(&self) -> Option<u64> {
        Some(self.game.key(&self.state))
    }

    fn text(&self) -> String {
        self.game.position_text(&self.state)
    }

    fn move_text(&self, mv: u64) -> String {
        self.game.move_text(&self.state, Numbered::numbered(mv))
    }

    fn parse_move(&self, text: &str) -> Result<u64, ParseError> {
        self.game.parse_move(&self.state, text).map(Numbered::number)
    }

    fn draw(&self) -> String {
        self.game.draw(&self.state)
    }

    fn prospect(&self, moves: &mut Vec<u64>) -> Prospect<u64> {
        match numbers(moves, |typed| self.game.prospect(&self.state, typed)) {
            Prospect::Won(mv) => Prospect::Won(mv.number()),
            Prospect::Lost => Prospect::Lost,
            Prospect::Open => Prospect::Open,
        }
    }

    fn bounds(&self) -> Option<ScoreBounds> {
        self.game.bounds(&self.state)
    }

    fn folded_key(&self) -> Option<(u64, bool)> {
        Some(self.game.folded_key(&self.state))
    }

    fn passed(&self) -> Option<Arc<dyn AnyPosition>> {
        let state = self.game.passed(&self.state)?;
        Some(Arc::new(Position { game: self.game.clone(), state }))
    }

    fn place(&self, mv: u64) -> usize {
        self.game.place(&self.state, Numbered::numbered(mv))
    }

    fn planes(&self, values: &mut Vec<f32>) {
        self.game.planes(&self.state, values);
    }

    fn playout(&self, rng: &mut Rng) -> Option<f64> {
        Some(self.game.playout(self.state.clone(), rng))
    }
}

thread_local! {
    /// A list of moves for reuse: allocating one at every position would take as long as everything else.
    static SCRATCH: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
}

/// Pushes the numbers of the moves that `list` pushes.
#[inline]
fn numbers<M: Numbered + 'static, R>(moves: &mut Vec<u64>, list: impl FnOnce(&mut Vec<M>) -> R) -> R {
    // A new list is made if the kept one is in use or belongs to another game.
    let kept = SCRATCH.take().and_then(|kept| kept.downcast::<Vec<M>>().ok());
    let mut typed = kept.unwrap_or_default();
    typed.clear();
    let result = list(&mut typed);
    moves.extend(typed.iter().map(|&mv| mv.number()));
    SCRATCH.set(Some(typed));
    result
}

/// The longest list of moves that is converted to typed moves on the stack instead of the heap.
const MAX_ON_STACK: usize = 16;

/// A list of typed moves.
enum TypedMoves<M> {
    OnStack([M; MAX_ON_STACK], usize),
    OnHeap(Vec<M>),
}

impl<M> Deref for TypedMoves<M> {
    type Target = [M];

    #[inline]
    fn deref(&self) -> &[M] {
        match self {
            TypedMoves::OnStack(moves, count) => &moves[..*count],
            TypedMoves::OnHeap(moves) => moves,
        }
    }
}

/// The moves with these numbers.
#[inline]
fn with_types<M: Numbered>(numbers: &[u64]) -> TypedMoves<M> {
    match numbers {
        [first, ..] if numbers.len() <= MAX_ON_STACK => {
            let mut moves = [M::numbered(*first); MAX_ON_STACK];
            for (mv, &number) in moves.iter_mut().zip(numbers) {
                *mv = M::numbered(number);
            }
            TypedMoves::OnStack(moves, numbers.len())
        }
        _ => TypedMoves::OnHeap(numbers.iter().map(|&number| M::numbered(number)).collect()),
    }
}

/// An evaluator of `G`, adapted to the positions of [`Untyped::of`] such a game.
///
/// # Panics
/// Its methods panic at a position of another game.
pub struct Seen<G, E> {
    evaluator: E,
    game: PhantomData<fn(&G)>,
}

impl<G, E> Seen<G, E> {
    /// Adapts the evaluator.
    pub fn by(evaluator: E) -> Self {
        Seen { evaluator, game: PhantomData }
    }
}

/// The position with its type.
#[inline]
fn typed<G: Typed>(state: &State) -> &Position<G> {
    state.downcast().expect("an evaluator is shown positions of its own game")
}

impl<G: Typed, E: Evaluator<G>> Evaluator<Untyped> for Seen<G, E> {
    fn range(&self) -> Range {
        self.evaluator.range()
    }

    fn evaluate(&self, _game: &Untyped, state: &State) -> f64 {
        let Position { game, state } = typed::<G>(state);
        self.evaluator.evaluate(game, state)
    }

    fn payoff(&self, game: &Untyped, payoff: f64) -> f64 {
        let rules: &Rules<G> = game.downcast().expect("an evaluator is asked of its own game");
        self.evaluator.payoff(&rules.0, payoff)
    }

    fn leaf(&self, _game: &Untyped, state: &State) -> Leaf {
        let Position { game, state } = typed::<G>(state);
        self.evaluator.leaf(game, state)
    }

    fn leaf_after(&self, _game: &Untyped, state: &State, mv: u64) -> Leaf {
        let Position { game, state } = typed::<G>(state);
        self.evaluator.leaf_after(game, state, Numbered::numbered(mv))
    }

    fn children(&self, _game: &Untyped, state: &State, moves: &[u64], leaves: &mut Vec<Leaf>) {
        let Position { game, state } = typed::<G>(state);
        self.evaluator.children(game, state, &with_types(moves), leaves);
    }

    fn states(&self, _game: &Untyped, states: &[State], estimates: &mut Estimates) {
        let Some(first) = states.first() else { return };
        let own: Vec<G::State> = states.iter().map(|state| typed::<G>(state).state.clone()).collect();
        self.evaluator.states(&typed::<G>(first).game, &own, estimates);
    }

    fn prefers_batches(&self) -> bool {
        self.evaluator.prefers_batches()
    }

    fn temperature(&self) -> Option<f64> {
        self.evaluator.temperature()
    }

    fn priors(&self, _game: &Untyped, state: &State, moves: &[u64], priors: &mut Vec<f64>) {
        let Position { game, state } = typed::<G>(state);
        self.evaluator.priors(game, state, &with_types(moves), priors);
    }

    fn is_chance(&self) -> bool {
        self.evaluator.is_chance()
    }

    fn is_symmetric(&self) -> bool {
        self.evaluator.is_symmetric()
    }
}
