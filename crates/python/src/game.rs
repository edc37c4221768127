//! A game, by its name or written in Python, with its evaluators.

use crate::call::Held;
use crate::errors::{raised, refused};
use crate::evaluator::{Callable, Called, Evaluator};
use crate::python_game::Methods;
use crate::registered;
use crate::session::{Session, at_once};
use crate::single::Shared;
use crate::state::State;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::sync::Arc;
use tiptree::erased::{Named, Rules};
use tiptree::noise::Noise;
use tiptree::registry::{Entry, Valuation};
use tiptree::untyped::{self, AnyEvaluator, Untyped};
use tiptree::{Game as _, Insight as _, Neutral, Notation as _, ParseError, Registry, Spec};

/// A game with its evaluators. Made by `tiptree.load_game` or `tiptree.game`.
#[pyclass(frozen, module = "tiptree")]
pub(crate) struct Game(pub(crate) Arc<Inner>);

/// What a game is.
pub(crate) struct Inner {
    spec: Spec,
    /// The user's object, if the game is written in Python.
    methods: Option<Arc<Methods>>,
    /// The evaluators that are written in Python.
    evaluators: Vec<Arc<Callable>>,
    /// The name of the evaluator that a search uses if it names none.
    eval: Option<String>,
    /// The argument `eval`, for pickle.
    eval_object: Held,
    /// The rules with the game's own evaluator.
    rules: Arc<dyn Rules>,
    untyped: Untyped,
}

/// The evaluators of an argument `eval`: a name, an evaluator, or a list of them, of which the first is the default.
struct Chosen {
    evaluators: Vec<Arc<Callable>>,
    default: Option<String>,
}

impl Chosen {
    fn read(eval: &Bound<'_, PyAny>) -> PyResult<Chosen> {
        let mut chosen = Chosen { evaluators: Vec::new(), default: None };
        let items = match eval.cast::<PyList>() {
            Ok(list) => list.iter().collect(),
            Err(_) if eval.is_none() => Vec::new(),
            Err(_) => vec![eval.clone()],
        };
        for item in items {
            let name = if let Ok(evaluator) = item.cast::<Evaluator>() {
                chosen.evaluators.push(Arc::clone(&evaluator.get().0));
                evaluator.get().0.name.clone()
            } else if let Ok(name) = item.extract::<String>() {
                name
            } else {
                let expected = "the name of an evaluator, or tiptree.evaluator(...)";
                return Err(refused("eval", item.repr()?.to_string(), expected));
            };
            chosen.default.get_or_insert(name);
        }
        Ok(chosen)
    }

    /// Refuses two evaluators of the same name.
    fn check(&self, spec: &Spec, own: &[Valuation]) -> PyResult<()> {
        let mut names: Vec<&str> = own.iter().map(|valuation| &*valuation.name).collect();
        for Callable { name, .. } in self.evaluators.iter().map(AsRef::as_ref) {
            if names.contains(&name.as_str()) {
                let expected = "a name that no other evaluator of the game has";
                return Err(refused(format!("evaluator of {spec}"), name, expected));
            }
            names.push(name);
        }
        Ok(())
    }

    /// The default evaluator, if it is one of the game's own.
    fn own(&self) -> Option<&str> {
        let name = self.default.as_deref()?;
        (!self.evaluators.iter().any(|evaluator| evaluator.name == name)).then_some(name)
    }
}

impl Inner {
    /// Our game of this name.
    fn named(spec: Spec, eval: &Bound<'_, PyAny>) -> PyResult<Inner> {
        let chosen = Chosen::read(eval)?;
        let rules = registered::ours().rules(&spec, chosen.own()).map_err(raised)?;
        let own = registered::ours().game(&spec.name).map_or(&[][..], |entry| &entry.evaluators);
        chosen.check(&spec, own)?;
        let Some((untyped, _)) = rules.untyped() else {
            return Err(refused("game", spec.to_string(), "one with an untyped form"));
        };
        Ok(Inner {
            spec,
            methods: None,
            evaluators: chosen.evaluators,
            eval: chosen.default,
            eval_object: Held::new(eval.clone()),
            rules: Arc::from(rules),
            untyped,
        })
    }

    /// A game that is written in Python.
    fn written(methods: Arc<Methods>, eval: &Bound<'_, PyAny>) -> PyResult<Inner> {
        let chosen = Chosen::read(eval)?;
        let spec: Spec = methods.name.parse().map_err(raised)?;
        if let Some(name) = chosen.own().filter(|&name| name != "neutral") {
            return Err(raised(ParseError::unknown(&format!("evaluator of {spec}"), name, ["neutral"])));
        }
        chosen.check(&spec, &[Valuation::NEUTRAL])?;
        let untyped = methods.game(&Session::of_positions());
        let rules = searched(&spec, untyped.clone(), Arc::new(Neutral::new(&untyped)), None);
        Ok(Inner {
            spec,
            methods: Some(methods),
            evaluators: chosen.evaluators,
            eval: chosen.default,
            eval_object: Held::new(eval.clone()),
            rules: Arc::from(rules),
            untyped,
        })
    }

    /// The name without parameters.
    pub(crate) fn name(&self) -> &str {
        &self.spec.name
    }

    /// The name with its parameters.
    pub(crate) fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The name of the evaluator that was asked for.
    pub(crate) fn eval(&self) -> Option<&str> {
        self.eval.as_deref()
    }

    /// The game whose positions Python holds.
    pub(crate) fn untyped(&self) -> &Untyped {
        &self.untyped
    }

    /// The user's object, if the game is written in Python.
    pub(crate) fn methods(&self) -> Option<&Arc<Methods>> {
        self.methods.as_ref()
    }

    pub(crate) fn is_written_in_python(&self) -> bool {
        self.methods.is_some()
    }

    /// Planes, rows and columns.
    pub(crate) fn plane_shape(&self) -> PyResult<[usize; 3]> {
        let expected = "one that declares planes, as connect4 and othello do, or a method observation_tensor";
        self.untyped.plane_shape().ok_or_else(|| refused("game", self.spec.to_string(), expected))
    }

    /// The rules for one session, with an evaluator of this name or the game's default.
    pub(crate) fn rules(
        self: &Arc<Self>,
        session: &Arc<Session>,
        eval: Option<&str>,
    ) -> Result<Box<dyn Rules>, ParseError> {
        if eval.is_none() && self.methods.is_none() && self.evaluators.is_empty() {
            return Ok(Box::new(Shared { rules: Arc::clone(&self.rules), is_python: false }));
        }
        self.registry(session).rules(&self.spec, eval.or(self.eval()))
    }

    /// A registry for one session in which this game is found under its name.
    pub(crate) fn registry(self: &Arc<Self>, session: &Arc<Session>) -> Registry {
        let is_changed = self.methods.is_some() || !self.evaluators.is_empty();
        registered::registry(session, is_changed.then_some(self))
    }

    /// The entry of this game in the registry of a session.
    pub(crate) fn entry(self: &Arc<Self>, session: &Arc<Session>) -> Entry {
        let ours = registered::ours().game(self.name()).filter(|_| self.methods.is_none());
        let python = self.evaluators.iter().map(|evaluator| Valuation {
            name: evaluator.name.clone().into(),
            meaning: "a function in Python".into(),
            parameters: Vec::new(),
        });
        let own = ours.map_or_else(|| vec![Valuation::NEUTRAL], |entry| entry.evaluators.clone());
        let (game, session) = (Arc::clone(self), Arc::clone(session));
        let entry =
            Entry::new(self.name().to_owned(), move |spec, evaluator| game.build(spec, evaluator, &session))
                .evaluators(python.chain(own));
        match ours {
            Some(ours) => entry
                .summary(ours.summary.clone())
                .source(ours.source.clone())
                .parameters(ours.parameters.iter().copied()),
            None => entry.summary("a game in Python"),
        }
    }

    /// The rules that an entry of a registry builds.
    fn build(
        self: &Arc<Self>,
        spec: &Spec,
        evaluator: &Spec,
        session: &Arc<Session>,
    ) -> Result<Box<dyn Rules>, ParseError> {
        let called = self.evaluators.iter().find(|known| known.name == evaluator.name).map(|callable| {
            let (callable, game, session) = (Arc::clone(callable), Arc::clone(self), Arc::clone(session));
            Arc::new(Called { callable, game, session }) as AnyEvaluator
        });
        if called.is_none() && self.methods.is_none() {
            return registered::ours().rules(spec, Some(&without_noise(evaluator).to_string()));
        }
        let (game, solved) = self.in_session(spec, session)?;
        let evaluator = called.unwrap_or_else(|| Arc::new(Neutral::new(&game)));
        let rules = Arc::from(searched(spec, game, evaluator, solved));
        Ok(Box::new(Shared { rules, is_python: true }))
    }

    /// The untyped game for a session, and the rules whose solver it has.
    fn in_session(
        &self,
        spec: &Spec,
        session: &Arc<Session>,
    ) -> Result<(Untyped, Option<Arc<dyn Rules>>), ParseError> {
        if let Some(methods) = &self.methods {
            return Ok((methods.game(session), None));
        }
        let is_own = *spec == self.spec;
        let rules =
            if is_own { Arc::clone(&self.rules) } else { Arc::from(registered::ours().rules(spec, None)?) };
        let no_form = || ParseError::new("game", spec.to_string(), "one with an untyped form");
        let (game, _) = rules.untyped().ok_or_else(no_form)?;
        Ok((game, Some(rules)))
    }

    /// Whether both have the same positions, as far as their names tell.
    pub(crate) fn is_same(&self, other: &Inner) -> bool {
        self.spec == other.spec && self.methods.is_some() == other.methods.is_some()
    }

    /// Whether both are the same object of the user's, or games of ours.
    pub(crate) fn has_same_object(&self, other: &Inner) -> bool {
        match (&self.methods, &other.methods) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            _ => true,
        }
    }
}

/// The rules of an untyped game, with the solver of other rules if there are any.
fn searched(
    spec: &Spec,
    game: Untyped,
    evaluator: AnyEvaluator,
    solved: Option<Arc<dyn Rules>>,
) -> Box<dyn Rules> {
    let named = Named::shared(spec.clone(), game, evaluator);
    tiptree_games::untyped::rules(match solved {
        Some(rules) => named.solved_by(move |_| rules.solver()),
        None => named,
    })
}

/// The evaluator without the parameters of noise, which the registry adds.
fn without_noise(evaluator: &Spec) -> Spec {
    let mut plain = evaluator.clone();
    plain.parameters.retain(|(key, _)| !Noise::PARAMETERS.iter().any(|parameter| parameter.key == key));
    plain
}

#[pymethods]
impl Game {
    /// The name with its parameters.
    #[getter]
    fn name(&self) -> String {
        self.0.spec.to_string()
    }

    /// The name of the evaluator that was asked for, or None for the game's first.
    #[getter]
    fn eval(&self) -> Option<&str> {
        self.0.eval()
    }

    /// The user's object, if the game is written in Python; else None.
    #[getter]
    fn object<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.0.methods.as_ref().map(|methods| methods.object.get(py).clone())
    }

    /// The least and the greatest payoff to Max.
    #[getter]
    fn payoffs(&self) -> (f64, f64) {
        let payoffs = self.0.rules.payoffs();
        (payoffs.low, payoffs.high)
    }

    /// Whether chance takes part.
    #[getter]
    fn has_chance(&self) -> bool {
        self.0.untyped.has_chance()
    }

    /// Whether the board is set up at random, so that every seed gives a game of its own.
    #[getter]
    fn is_dealt(&self) -> bool {
        self.0.untyped.is_dealt()
    }

    /// The search that is used if none is named.
    #[getter]
    fn usual_search(&self) -> String {
        self.0.rules.usual_search().to_string()
    }

    /// The planes, rows and columns of `State.observation_tensor`.
    fn observation_tensor_shape(&self) -> PyResult<[usize; 3]> {
        self.0.plane_shape()
    }

    /// The position in which a game begins. If the board is set up at random, the seed deals it.
    #[pyo3(signature = (seed=None))]
    fn new_initial_state(&self, seed: Option<u64>) -> PyResult<State> {
        if self.0.untyped.is_dealt() {
            let state = at_once(|| self.0.untyped.deal(seed.unwrap_or(1)))?;
            return Ok(State::new(&self.0, state, None));
        }
        Ok(State::new(&self.0, at_once(|| self.0.untyped.start())?, Some(String::new())))
    }

    /// The position of a text in the game's notation; the empty text is the start.
    fn state(&self, text: &str) -> PyResult<State> {
        let state: Result<untyped::State, ParseError> = at_once(|| self.0.untyped.parse_position(text))?;
        Ok(State::new(&self.0, state.map_err(raised)?, Some(text.to_owned())))
    }

    /// The position that `State.serialize` wrote.
    fn deserialize_state(&self, text: &str) -> PyResult<State> {
        self.state(text)
    }

    fn __repr__(&self) -> String {
        match (&self.0.methods, &self.0.eval) {
            (Some(_), _) => format!("game({})", self.0.spec),
            (None, None) => format!("load_game({:?})", self.0.spec.to_string()),
            (None, Some(eval)) => format!("load_game({:?}, eval={eval:?})", self.0.spec.to_string()),
        }
    }

    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.0.is_same(&other.0) && self.0.eval == other.0.eval)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.spec.to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let package = py.import("tiptree")?;
        let eval = self.0.eval_object.get(py);
        if let Some(methods) = &self.0.methods {
            return Ok((package.getattr("game")?, (methods.object.get(py), eval).into_pyobject(py)?));
        }
        Ok((package.getattr("load_game")?, (self.name(), eval).into_pyobject(py)?))
    }
}

/// The game of this name, with parameters as in `connect4(width=5,height=4)`.
///
/// `eval` is the evaluator: a name, an evaluator in Python, or a list of these. The first of them is the default; a search
/// chooses another by its name, as in `mm(eval=NAME)`.
#[pyfunction]
#[pyo3(signature = (name, eval=None))]
pub(crate) fn load_game(py: Python<'_>, name: &str, eval: Option<Bound<'_, PyAny>>) -> PyResult<Game> {
    let spec: Spec = name.parse().map_err(raised)?;
    let eval = eval.unwrap_or_else(|| py.None().into_bound(py));
    let Some(known) = registered::find(&spec.name) else {
        return Inner::named(spec, &eval).map(|inner| Game(Arc::new(inner)));
    };
    spec.accept(std::iter::empty()).map_err(raised)?;
    match known.methods() {
        Some(methods) if !eval.is_none() => {
            Inner::written(Arc::clone(methods), &eval).map(|inner| Game(Arc::new(inner)))
        }
        _ => Ok(Game(known)),
    }
}

/// A game that is written in Python: see `tiptree.PythonGame`.
#[pyfunction]
#[pyo3(name = "game", signature = (game, eval=None))]
pub(crate) fn python_game(game: Bound<'_, PyAny>, eval: Option<Bound<'_, PyAny>>) -> PyResult<Game> {
    let eval = eval.unwrap_or_else(|| game.py().None().into_bound(game.py()));
    let methods = Arc::new(Methods::of(&game)?);
    Ok(Game(Arc::new(Inner::written(methods, &eval)?)))
}
