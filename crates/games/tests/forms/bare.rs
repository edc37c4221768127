//! Games without declared insight, as typed games and in the untyped form.

use std::sync::Arc;
use tiptree::erased::{Engine, Named, Rules, engine};
use tiptree::search::catalogue;
use tiptree::untyped::Typed;
use tiptree::{
    Error, Estimates, Evaluator, Game, Insight, Keyed, Leaf, Notation, ParseError, Range, Spec, Turn,
};
use tiptree_games::connect4::{Connect4, Rivest};
use tiptree_games::kalah::{Kalah, Seeds};
use tiptree_games::othello::{Mobility, Othello};
use tiptree_games::pig::{Lead, Pig};
use tiptree_games::planted::{Fading, Planted, Shape};
use tiptree_games::untyped;

/// A game of which a search knows the rules, the keys and the texts, and nothing else.
#[derive(Clone)]
pub(super) struct Bare<G>(G);

impl<G: Game> Game for Bare<G> {
    type State = G::State;
    type Move = G::Move;

    fn start(&self) -> G::State {
        self.0.start()
    }

    fn deal(&self, seed: u64) -> G::State {
        self.0.deal(seed)
    }

    fn is_dealt(&self) -> bool {
        self.0.is_dealt()
    }

    #[inline]
    fn turn(&self, state: &G::State) -> Turn {
        self.0.turn(state)
    }

    fn payoffs(&self) -> Range {
        self.0.payoffs()
    }

    #[inline]
    fn moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        self.0.moves(state, moves);
    }

    #[inline]
    fn has_chance(&self) -> bool {
        self.0.has_chance()
    }

    #[inline]
    fn chances(&self, state: &G::State, moves: &[G::Move], chances: &mut Vec<f64>) {
        self.0.chances(state, moves, chances);
    }

    #[inline]
    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.0.play(state, mv);
    }

    #[inline]
    fn repeats(&self) -> bool {
        self.0.repeats()
    }

    #[inline]
    fn after(&self, state: &G::State, mv: G::Move) -> G::State {
        self.0.after(state, mv)
    }
}

impl<G: Keyed> Keyed for Bare<G> {
    #[inline]
    fn key(&self, state: &G::State) -> u64 {
        self.0.key(state)
    }
}

impl<G: Keyed> Insight for Bare<G> {}

impl<G: Notation> Notation for Bare<G> {
    fn move_text(&self, state: &G::State, mv: G::Move) -> String {
        self.0.move_text(state, mv)
    }

    fn parse_move(&self, state: &G::State, text: &str) -> Result<G::Move, ParseError> {
        self.0.parse_move(state, text)
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

/// An evaluator of a game, for the same game without insight.
#[derive(Clone)]
struct OfBare<E>(E);

impl<G: Game, E: Evaluator<G>> Evaluator<Bare<G>> for OfBare<E> {
    fn range(&self) -> Range {
        self.0.range()
    }

    fn evaluate(&self, game: &Bare<G>, state: &G::State) -> f64 {
        self.0.evaluate(&game.0, state)
    }

    fn payoff(&self, game: &Bare<G>, payoff: f64) -> f64 {
        self.0.payoff(&game.0, payoff)
    }

    fn leaf(&self, game: &Bare<G>, state: &G::State) -> Leaf {
        self.0.leaf(&game.0, state)
    }

    fn leaf_after(&self, game: &Bare<G>, state: &G::State, mv: G::Move) -> Leaf {
        self.0.leaf_after(&game.0, state, mv)
    }

    fn children(&self, game: &Bare<G>, state: &G::State, moves: &[G::Move], leaves: &mut Vec<Leaf>) {
        self.0.children(&game.0, state, moves, leaves);
    }

    fn states(&self, game: &Bare<G>, states: &[G::State], estimates: &mut Estimates) {
        self.0.states(&game.0, states, estimates);
    }

    fn prefers_batches(&self) -> bool {
        self.0.prefers_batches()
    }

    fn temperature(&self) -> Option<f64> {
        self.0.temperature()
    }

    fn priors(&self, game: &Bare<G>, state: &G::State, moves: &[G::Move], priors: &mut Vec<f64>) {
        self.0.priors(&game.0, state, moves, priors);
    }

    fn is_chance(&self) -> bool {
        self.0.is_chance()
    }

    fn is_symmetric(&self) -> bool {
        self.0.is_symmetric()
    }
}

/// Makes a player from a search and a seed.
type MakeEngine = Box<dyn Fn(&Spec, u64) -> Result<Box<dyn Engine>, Error>>;

/// A game without insight in both forms.
pub(super) struct BothForms {
    /// Makes players whose searches are compiled for the game.
    pub(super) typed: MakeEngine,
    /// The game in the untyped form, whose searches are those of all games.
    pub(super) untyped: Box<dyn Rules>,
    /// The most random plies before a position is searched.
    pub(super) plies: usize,
}

impl BothForms {
    fn new<G>(name: &str, game: G, evaluator: impl Evaluator<G> + Clone + 'static, plies: usize) -> Self
    where
        G: Typed,
    {
        let (game, evaluator) = (Bare(game), OfBare(evaluator));
        let untyped = Named::untyped(name.parse().unwrap(), game.clone(), evaluator.clone());
        // A pointer, as in the games that have searches of their own.
        let shared: Arc<dyn Evaluator<Bare<G>>> = Arc::new(evaluator);
        let typed = move |search: &Spec, seed| {
            engine(search, game.clone(), |game| catalogue::build(search, game, shared.clone(), seed))
        };
        BothForms { typed: Box::new(typed), untyped: untyped::rules(untyped), plies }
    }

    /// The games that have searches of their own.
    pub(super) fn all() -> Vec<BothForms> {
        let kalah = Kalah::new(6, 4, tiptree_games::kalah::Rules::default()).unwrap();
        vec![
            BothForms::new("connect4", Connect4::default(), Rivest, 34),
            BothForms::new("othello", Othello::new(8).unwrap(), Mobility, 56),
            BothForms::new("kalah", kalah, Seeds::default(), 30),
            BothForms::new("pig", Pig::new(100).unwrap(), Lead, 120),
            BothForms::new("planted", Planted::new(Shape::default()).unwrap(), Fading::new(100.0), 24),
        ]
    }
}
