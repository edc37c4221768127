//! A game, by its name or written in Python, with its evaluators.

use crate::definition::Definition;
use crate::errors::raised;
use crate::python_game::Methods;
use crate::registered;
use crate::session::at_once;
use crate::state::State;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;
use tiptree::untyped;
use tiptree::{Game as _, Notation as _, ParseError, Spec};

/// A game with its evaluators. Made by `tiptree.load_game` or `tiptree.game`.
#[pyclass(frozen, module = "tiptree")]
pub(crate) struct Game(pub(crate) Arc<Definition>);

#[pymethods]
impl Game {
    /// The name with its parameters.
    #[getter]
    fn name(&self) -> String {
        self.0.spec().to_string()
    }

    /// The name of the evaluator that was asked for, or None for the game's first.
    #[getter]
    fn eval(&self) -> Option<&str> {
        self.0.eval()
    }

    /// The user's object, if the game is written in Python; else None.
    #[getter]
    fn object<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.0.methods().map(|methods| methods.object.get(py).clone())
    }

    /// The least and the greatest payoff to Max.
    #[getter]
    fn payoffs(&self) -> (f64, f64) {
        let payoffs = self.0.own_rules().payoffs();
        (payoffs.low, payoffs.high)
    }

    /// Whether chance takes part.
    #[getter]
    fn has_chance(&self) -> bool {
        self.0.untyped().has_chance()
    }

    /// Whether the board is set up at random, so that every seed gives a game of its own.
    #[getter]
    fn is_dealt(&self) -> bool {
        self.0.untyped().is_dealt()
    }

    /// The search that is used if none is named.
    #[getter]
    fn usual_search(&self) -> String {
        self.0.own_rules().usual_search().to_string()
    }

    /// The planes, rows and columns of `State.observation_tensor`.
    fn observation_tensor_shape(&self) -> PyResult<[usize; 3]> {
        self.0.plane_shape()
    }

    /// The position in which a game begins. If the board is set up at random, the seed deals it.
    #[pyo3(signature = (seed=None))]
    fn new_initial_state(&self, seed: Option<u64>) -> PyResult<State> {
        if self.0.untyped().is_dealt() {
            let state = at_once(|| self.0.untyped().deal(seed.unwrap_or(1)))?;
            return Ok(State::new(&self.0, state, None));
        }
        Ok(State::new(&self.0, at_once(|| self.0.untyped().start())?, Some(String::new())))
    }

    /// The position of a text in the game's notation; the empty text is the start.
    fn state(&self, text: &str) -> PyResult<State> {
        let state: Result<untyped::State, ParseError> = at_once(|| self.0.untyped().parse_position(text))?;
        Ok(State::new(&self.0, state.map_err(raised)?, Some(text.to_owned())))
    }

    /// The position that `State.serialize` wrote.
    fn deserialize_state(&self, text: &str) -> PyResult<State> {
        self.state(text)
    }

    fn __repr__(&self) -> String {
        match (self.0.methods(), self.0.eval()) {
            (Some(_), _) => format!("game({})", self.0.spec()),
            (None, None) => format!("load_game({:?})", self.0.spec().to_string()),
            (None, Some(eval)) => format!("load_game({:?}, eval={eval:?})", self.0.spec().to_string()),
        }
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        if !self.0.is_same(&other.0) || self.0.eval() != other.0.eval() {
            return Ok(false);
        }
        match (self.object(py), other.object(py)) {
            (Some(one), Some(two)) => one.eq(two),
            _ => Ok(true),
        }
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.spec().to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let package = py.import("tiptree")?;
        let eval = self.0.eval_object(py);
        if let Some(methods) = self.0.methods() {
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
        return Definition::named(spec, &eval).map(|inner| Game(Arc::new(inner)));
    };
    spec.accept(std::iter::empty()).map_err(raised)?;
    match known.methods() {
        Some(methods) if !eval.is_none() => {
            Definition::written(Arc::clone(methods), &eval).map(|inner| Game(Arc::new(inner)))
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
    Ok(Game(Arc::new(Definition::written(methods, &eval)?)))
}
