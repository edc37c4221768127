//! Games whose moves have no numbers, as untyped games: a move's number is the hash of its text.
//!
//! To play a number, the game's moves are listed and their texts compared, which takes longer than playing most moves.
//! This is for searches that play every game, if a game has no faster untyped form.

use super::{AnyEvaluator, Seen, Untyped};
use crate::evaluator::{Estimates, Evaluator, Leaf};
use crate::game::{Game, Keyed, Notation, Range, Turn};
use crate::insight::{Insight, Prospect};
use crate::parse_error::ParseError;
use crate::rng::{Rng, hash_text};
use crate::score_bounds::ScoreBounds;
use std::any::Any;
use std::sync::Arc;

/// A game and its evaluator in untyped form; those that are untyped already are returned as they are.
pub(crate) fn by_text<G>(game: &G, evaluator: Arc<dyn Evaluator<G>>) -> (Untyped, AnyEvaluator)
where
    G: Insight<State: Sync> + Notation + Clone + 'static,
{
    let [game_itself, evaluator_itself]: [&dyn Any; 2] = [game, &evaluator];
    if let (Some(game), Some(evaluator)) = (game_itself.downcast_ref(), evaluator_itself.downcast_ref()) {
        return (Untyped::clone(game), AnyEvaluator::clone(evaluator));
    }
    (Untyped::of(ByText(game.clone())), Arc::new(Seen::by(OfText(evaluator))))
}

/// The same game, whose moves are the hashes of their texts.
#[derive(Clone)]
struct ByText<G>(G);

impl<G: Notation> ByText<G> {
    fn number(&self, state: &G::State, mv: G::Move) -> u64 {
        hash_text(&self.0.move_text(state, mv))
    }

    fn numbered(&self, state: &G::State, number: u64) -> G::Move {
        let mut moves = Vec::new();
        self.0.moves(state, &mut moves);
        let found = moves.into_iter().find(|&mv| self.number(state, mv) == number);
        found.expect("a search plays moves that the game lists")
    }

    /// Pushes the numbers of the moves that `list` pushes.
    fn numbers<R>(
        &self,
        state: &G::State,
        numbers: &mut Vec<u64>,
        list: impl FnOnce(&mut Vec<G::Move>) -> R,
    ) -> R {
        let mut moves = Vec::new();
        let result = list(&mut moves);
        numbers.extend(moves.into_iter().map(|mv| self.number(state, mv)));
        result
    }

    /// The moves with these numbers. The moves of the position are listed once for all of them.
    fn all_numbered(&self, state: &G::State, numbers: &[u64]) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.0.moves(state, &mut moves);
        let listed: Vec<u64> = moves.iter().map(|&mv| self.number(state, mv)).collect();
        let place = |number| listed.iter().position(|&one| one == number);
        let found = |&number: &u64| moves[place(number).expect("a search plays moves that the game lists")];
        numbers.iter().map(found).collect()
    }
}

impl<G: Notation> Game for ByText<G> {
    type State = G::State;
    type Move = u64;

    fn start(&self) -> G::State {
        self.0.start()
    }

    fn deal(&self, seed: u64) -> G::State {
        self.0.deal(seed)
    }

    fn is_dealt(&self) -> bool {
        self.0.is_dealt()
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.0.turn(state)
    }

    fn payoffs(&self) -> Range {
        self.0.payoffs()
    }

    fn moves(&self, state: &G::State, moves: &mut Vec<u64>) {
        self.numbers(state, moves, |typed| self.0.moves(state, typed));
    }

    fn has_chance(&self) -> bool {
        self.0.has_chance()
    }

    fn chances(&self, state: &G::State, moves: &[u64], chances: &mut Vec<f64>) {
        self.0.chances(state, &self.all_numbered(state, moves), chances);
    }

    fn play(&self, state: &mut G::State, mv: u64) {
        let mv = self.numbered(state, mv);
        self.0.play(state, mv);
    }

    fn repeats(&self) -> bool {
        self.0.repeats()
    }
}

impl<G: Notation + Keyed> Keyed for ByText<G> {
    fn key(&self, state: &G::State) -> u64 {
        self.0.key(state)
    }
}

/// Mirror images are not declared: the mirror image of a move cannot be computed from its number alone.
impl<G: Notation + Insight> Insight for ByText<G> {
    fn prospect(&self, state: &G::State, moves: &mut Vec<u64>) -> Prospect<u64> {
        match self.numbers(state, moves, |typed| self.0.prospect(state, typed)) {
            Prospect::Won(mv) => Prospect::Won(self.number(state, mv)),
            Prospect::Lost => Prospect::Lost,
            Prospect::Open => Prospect::Open,
        }
    }

    fn bounds(&self, state: &G::State) -> Option<ScoreBounds> {
        self.0.bounds(state)
    }

    fn passed(&self, state: &G::State) -> Option<G::State> {
        self.0.passed(state)
    }

    fn places(&self) -> usize {
        self.0.places()
    }

    fn place(&self, state: &G::State, mv: u64) -> usize {
        self.0.place(state, self.numbered(state, mv))
    }

    fn plane_shape(&self) -> Option<[usize; 3]> {
        self.0.plane_shape()
    }

    fn planes(&self, state: &G::State, values: &mut Vec<f32>) {
        self.0.planes(state, values);
    }

    fn playout(&self, state: G::State, rng: &mut Rng) -> f64 {
        self.0.playout(state, rng)
    }
}

impl<G: Notation> Notation for ByText<G> {
    fn move_text(&self, state: &G::State, mv: u64) -> String {
        self.0.move_text(state, self.numbered(state, mv))
    }

    fn parse_move(&self, state: &G::State, text: &str) -> Result<u64, ParseError> {
        self.0.parse_move(state, text).map(|mv| self.number(state, mv))
    }

    fn position_text(&self, state: &G::State) -> String {
        self.0.position_text(state)
    }

    fn parse_position(&self, text: &str) -> Result<G::State, ParseError> {
        self.0.parse_position(text)
    }

    fn draw(&self, state: &G::State) -> String {
        self.0.draw(state)
    }
}

/// An evaluator of the typed game, for its numbered form.
struct OfText<E>(E);

impl<G: Notation, E: Evaluator<G>> Evaluator<ByText<G>> for OfText<E> {
    fn range(&self) -> Range {
        self.0.range()
    }

    fn evaluate(&self, game: &ByText<G>, state: &G::State) -> f64 {
        self.0.evaluate(&game.0, state)
    }

    fn payoff(&self, game: &ByText<G>, payoff: f64) -> f64 {
        self.0.payoff(&game.0, payoff)
    }

    fn leaf(&self, game: &ByText<G>, state: &G::State) -> Leaf {
        self.0.leaf(&game.0, state)
    }

    fn children(&self, game: &ByText<G>, state: &G::State, moves: &[u64], leaves: &mut Vec<Leaf>) {
        self.0.children(&game.0, state, &game.all_numbered(state, moves), leaves);
    }

    fn states(&self, game: &ByText<G>, states: &[G::State], estimates: &mut Estimates) {
        self.0.states(&game.0, states, estimates);
    }

    fn prefers_batches(&self) -> bool {
        self.0.prefers_batches()
    }

    fn temperature(&self) -> Option<f64> {
        self.0.temperature()
    }

    fn priors(&self, game: &ByText<G>, state: &G::State, moves: &[u64], priors: &mut Vec<f64>) {
        self.0.priors(&game.0, state, &game.all_numbered(state, moves), priors);
    }

    fn is_chance(&self) -> bool {
        self.0.is_chance()
    }
}
