//! A game with one of its evaluators, under its name.

use super::engine::{TypedPosition, engine};
use super::{Engine, Position, Rules};
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::game::{Notation, Range};
use crate::insight::Insight;
use crate::noise::{Noise, Noisy};
use crate::parse_error::ParseError;
use crate::search::catalogue;
use crate::solver::{Searching, Solver};
use crate::spec::Spec;
use crate::untyped::{AnyEvaluator, Seen, Typed, Untyped, by_text};
use std::any::Any;
use std::sync::Arc;

/// Makes the solver of a game that has one of its own.
type MakeSolver<G> = Arc<dyn Fn(&G) -> Box<dyn Solver> + Send + Sync>;

/// Makes a player from the name of a search and a seed.
type MakeEngine = dyn Fn(&Spec, u64) -> Result<Box<dyn Engine>, Error> + Send + Sync;

/// Puts the game and its evaluator into untyped form.
type MakeUntyped<G> = fn(&G, Arc<dyn Evaluator<G>>) -> (Untyped, AnyEvaluator);

/// Makes the same game with a noisy evaluator.
type MakeNoisy<G, E> = fn(&Named<G, E>, Noise) -> Box<dyn Rules>;

/// A game with one of its evaluators, under its name.
///
/// Every search is compiled for every pair of a game type and an evaluator type that is named. A program with many games builds
/// in a fraction of the time if [`Named::shared`] puts all evaluators of a game behind one type, and [`Named::untyped`] does the
/// same with games that are rarely searched.
#[derive(Clone)]
pub struct Named<G, E> {
    spec: Spec,
    game: G,
    evaluator: E,
    solver: Option<MakeSolver<G>>,
    override_: Option<Override>,
    noisy: Option<MakeNoisy<G, E>>,
    untyped: MakeUntyped<G>,
}

/// Which searches are overridden, by name, and what makes their players.
#[derive(Clone)]
struct Override {
    is_overridden: fn(&str) -> bool,
    engine: Arc<MakeEngine>,
}

impl<G, E> Named<G, E>
where
    G: Insight<State: Sync> + Notation + Clone + 'static,
    E: Evaluator<G> + Clone + 'static,
{
    /// Gives `game` with `evaluator` the name `spec`.
    pub fn new(spec: Spec, game: G, evaluator: E) -> Self {
        Named { spec, game, evaluator, solver: None, override_: None, noisy: None, untyped: by_text }
    }

    /// The same with a solver of the game's own, in place of the general one.
    #[must_use]
    pub fn solved_by(self, solver: impl Fn(&G) -> Box<dyn Solver> + Send + Sync + 'static) -> Self {
        Named { solver: Some(Arc::new(solver)), ..self }
    }

    /// The same, but `engine` makes the players of the searches for whose name `is_overridden` is true. They play the same game
    /// with the same values, but with other types, with which these searches are faster.
    #[must_use]
    pub fn with_override(
        self,
        is_overridden: fn(&str) -> bool,
        engine: impl Fn(&Spec, u64) -> Result<Box<dyn Engine>, Error> + Send + Sync + 'static,
    ) -> Self {
        Named { override_: Some(Override { is_overridden, engine: Arc::new(engine) }), ..self }
    }

    /// The same, for a game whose moves have numbers: searches that are added to a registry use the numbers instead of texts.
    #[must_use]
    pub fn numbered(self) -> Self
    where
        G: Typed,
    {
        let untyped: MakeUntyped<G> =
            |game, evaluator| (Untyped::of(game.clone()), Arc::new(Seen::by(evaluator)));
        Named { untyped, ..self }
    }

    /// The same, but with support for noise. Noisy evaluators are all behind a pointer, as in [`Named::shared`].
    #[must_use]
    pub fn with_noise(self) -> Self {
        let noisy: MakeNoisy<G, E> = |named, noise| {
            let noisy = Noisy::new(&named.game, named.evaluator.clone(), noise);
            let evaluator: Arc<dyn Evaluator<G>> = Arc::new(noisy);
            let shared = Named::new(named.spec.clone(), named.game.clone(), evaluator);
            Box::new(Named { solver: named.solver.clone(), untyped: named.untyped, ..shared })
        };
        Named { noisy: Some(noisy), ..self }
    }
}

impl<G> Named<G, Arc<dyn Evaluator<G>>>
where
    G: Insight<State: Sync> + Notation + Clone + 'static,
{
    /// Gives `game` with any of its evaluators the name `spec`, with support for noise. Behind a pointer all evaluators are one
    /// type.
    pub fn shared(spec: Spec, game: G, evaluator: Arc<dyn Evaluator<G>>) -> Self {
        Named::new(spec, game, evaluator).with_noise()
    }
}

impl Named<Untyped, AnyEvaluator> {
    /// The same for any typed game. All games that are named this way share one set of compiled searches.
    pub fn untyped<G: Typed>(spec: Spec, game: G, evaluator: impl Evaluator<G> + 'static) -> Self {
        Named::shared(spec, Untyped::of(game), Arc::new(Seen::by(evaluator)))
    }
}

impl<G, E> Rules for Named<G, E>
where
    G: Insight<State: Sync> + Notation + Clone + 'static,
    E: Evaluator<G> + Clone + 'static,
{
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn payoffs(&self) -> Range {
        self.game.payoffs()
    }

    fn deal(&self, seed: u64) -> Box<dyn Position> {
        Box::new(TypedPosition { game: self.game.clone(), state: self.game.deal(seed) })
    }

    fn is_dealt(&self) -> bool {
        self.game.is_dealt()
    }

    fn usual_search(&self) -> Spec {
        catalogue::usual(&self.game)
    }

    fn position(&self, text: &str) -> Result<Box<dyn Position>, ParseError> {
        let state = self.game.parse_position(text)?;
        Ok(Box::new(TypedPosition { game: self.game.clone(), state }))
    }

    fn engine(&self, search: &Spec, seed: u64) -> Result<Box<dyn Engine>, Error> {
        if let Some(own) = self.override_.as_ref().filter(|own| (own.is_overridden)(&search.name)) {
            return (own.engine)(search, seed);
        }
        engine(search, self.game.clone(), |game| catalogue::build(search, game, self.evaluator.clone(), seed))
    }

    fn solver(&self) -> Box<dyn Solver> {
        match &self.solver {
            Some(solver) => solver(&self.game),
            None => Box::new(Searching::new(self.game.clone())),
        }
    }

    fn noisy(&self, noise: Noise) -> Option<Box<dyn Rules>> {
        self.noisy.map(|noisy| noisy(self, noise))
    }

    fn untyped(&self) -> Option<(Untyped, AnyEvaluator)> {
        let shared = (&self.evaluator as &dyn Any).downcast_ref::<Arc<dyn Evaluator<G>>>();
        let evaluator = shared.map_or_else(|| Arc::new(self.evaluator.clone()) as Arc<_>, Arc::clone);
        Some((self.untyped)(&self.game, evaluator))
    }
}
