//! [`Untyped`], the one type behind which games of any type are searched.

use super::{AnyGame, AnyPosition};
use crate::game::{Game, Keyed, Notation, Range, Turn};
use crate::insight::{Insight, Prospect};
use crate::parse_error::ParseError;
use crate::playout;
use crate::rng::{Rng, hash_text, scatter};
use crate::score_bounds::ScoreBounds;
use std::any::Any;
use std::sync::Arc;

/// The number that stands for a pass in a path.
const PASS: u64 = u64::MAX;

/// A game of any type. Clones share the game by a reference count.
#[derive(Clone)]
pub struct Untyped(Arc<dyn AnyGame>);

impl Untyped {
    /// Puts a game behind this type.
    pub fn new(game: impl AnyGame) -> Self {
        Untyped(Arc::new(game))
    }

    /// The game itself, if it is of this type.
    pub fn downcast<T: AnyGame>(&self) -> Option<&T> {
        (&*self.0 as &dyn Any).downcast_ref()
    }
}

/// A position of an [`Untyped`] game. Clones share the position by a reference count.
#[derive(Clone)]
pub struct State {
    position: Arc<dyn AnyPosition>,
    /// A hash of the start and the moves played since: the key of a position that has none.
    path: u64,
}

impl State {
    /// A position with no moves played before it.
    fn first(position: Arc<dyn AnyPosition>) -> Self {
        // A position with a key needs no path, and texts may be long to hash.
        let path = position.key().unwrap_or_else(|| hash_text(&position.text()));
        State { position, path }
    }

    /// The state of `position`, which follows this one by a legal move or a pass.
    #[inline]
    fn next(&self, position: Arc<dyn AnyPosition>, mv: u64) -> Self {
        State { position, path: path_after(self.path, mv) }
    }

    /// The position, of whatever type it is.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// The position itself, if it is of this type, for evaluators that need it.
    #[inline]
    pub fn downcast<T: AnyPosition>(&self) -> Option<&T> {
        (&*self.position as &dyn Any).downcast_ref()
    }
}

/// The path after a move.
#[inline]
fn path_after(path: u64, mv: u64) -> u64 {
    scatter(path ^ mv)
}

impl Game for Untyped {
    type State = State;
    type Move = u64;

    fn start(&self) -> State {
        State::first(self.0.start())
    }

    fn deal(&self, seed: u64) -> State {
        State::first(self.0.deal(seed))
    }

    fn is_dealt(&self) -> bool {
        self.0.is_dealt()
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.position.turn()
    }

    fn payoffs(&self) -> Range {
        self.0.payoffs()
    }

    #[inline]
    fn moves(&self, state: &State, moves: &mut Vec<u64>) {
        state.position.moves(moves);
    }

    fn has_chance(&self) -> bool {
        self.0.has_chance()
    }

    #[inline]
    fn chances(&self, state: &State, moves: &[u64], chances: &mut Vec<f64>) {
        state.position.chances(moves, chances);
    }

    #[inline]
    fn play(&self, state: &mut State, mv: u64) {
        if Arc::get_mut(&mut state.position).is_some_and(|own| own.play(mv)) {
            state.path = path_after(state.path, mv);
        } else {
            *state = self.after(state, mv);
        }
    }

    fn repeats(&self) -> bool {
        self.0.repeats()
    }

    #[inline]
    fn after(&self, state: &State, mv: u64) -> State {
        state.next(state.position.after(mv), mv)
    }
}

impl Keyed for Untyped {
    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.position.key().unwrap_or(state.path)
    }
}

impl Insight for Untyped {
    #[inline]
    fn prospect(&self, state: &State, moves: &mut Vec<u64>) -> Prospect<u64> {
        state.position.prospect(moves)
    }

    fn bounds(&self, state: &State) -> Option<ScoreBounds> {
        state.position.bounds()
    }

    fn folded_key(&self, state: &State) -> (u64, bool) {
        state.position.folded_key().unwrap_or_else(|| (self.key(state), false))
    }

    fn mirrored(&self, mv: u64) -> u64 {
        self.0.mirrored(mv)
    }

    fn passed(&self, state: &State) -> Option<State> {
        state.position.passed().map(|position| state.next(position, PASS))
    }

    fn places(&self) -> usize {
        self.0.places()
    }

    fn place(&self, state: &State, mv: u64) -> usize {
        state.position.place(mv)
    }

    fn plane_shape(&self) -> Option<[usize; 3]> {
        self.0.plane_shape()
    }

    fn planes(&self, state: &State, values: &mut Vec<f32>) {
        state.position.planes(values);
    }

    fn playout(&self, state: State, rng: &mut Rng) -> f64 {
        state.position.playout(rng).unwrap_or_else(|| playout::random(self, state, rng))
    }
}

impl Notation for Untyped {
    fn move_text(&self, state: &State, mv: u64) -> String {
        state.position.move_text(mv)
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<u64, ParseError> {
        state.position.parse_move(text)
    }

    fn position_text(&self, state: &State) -> String {
        state.position.text()
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        self.0.parse_position(text).map(State::first)
    }

    fn draw(&self, state: &State) -> String {
        state.position.draw()
    }
}
