//! An evaluator that is written in Python.

use crate::definition::Definition;
use crate::errors::refused;
use crate::held::Held;
use crate::numbers::{self, Row, floats, rows};
use crate::session::Session;
use crate::state::State;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::sync::Arc;
use tiptree::untyped::{self, Untyped};
use tiptree::{Estimates, Game as _, Insight as _, Range, Turn};

/// An evaluator in Python: a function that estimates positions, with what it declares. Made by `tiptree.evaluator`.
#[pyclass(frozen, module = "tiptree")]
pub(crate) struct Evaluator(pub(crate) Arc<Callable>);

/// The function and what it declares.
pub(crate) struct Callable {
    pub(crate) name: String,
    function: Held,
    range: Range,
    is_batch: bool,
    has_priors: bool,
    wants_planes: bool,
}

#[pymethods]
impl Evaluator {
    #[new]
    fn new(
        function: Bound<'_, PyAny>,
        range: Bound<'_, PyAny>,
        batch: bool,
        priors: bool,
        planes: bool,
        name: String,
    ) -> PyResult<Self> {
        if !function.is_callable() {
            return Err(refused("evaluator", function.repr()?.to_string(), "a function"));
        }
        let is_name =
            name.parse().is_ok_and(|spec: tiptree::Spec| spec.name == name && spec.parameters.is_empty());
        if !is_name {
            return Err(refused("name of the evaluator", name, "a name of letters, digits, - and _"));
        }
        let range = numbers::range(&format!("range of {name}"), &range)?;
        Ok(Evaluator(Arc::new(Callable {
            name,
            function: Held::new(function),
            range,
            is_batch: batch,
            has_priors: priors,
            wants_planes: planes,
        })))
    }

    /// The name under which a search chooses it, as in `mm(eval=NAME)`.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The least and the greatest value.
    #[getter]
    fn range(&self) -> (f64, f64) {
        (self.0.range.low, self.0.range.high)
    }

    /// The function.
    #[getter]
    fn function<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.0.function.get(py).clone()
    }

    fn __repr__(&self) -> String {
        format!("Evaluator({:?}, range=({}, {}))", self.0.name, self.0.range.low, self.0.range.high)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Callable { name, function, range, is_batch, has_priors, wants_planes } = &*slf.get().0;
        let function = function.get(slf.py()).clone();
        let range: Vec<f64> = [range.low, range.high].into_iter().chain(range.step).collect();
        let arguments = (function, range, *is_batch, *has_priors, *wants_planes, name);
        Ok((slf.get_type().into_any(), arguments.into_pyobject(slf.py())?))
    }
}

/// The evaluator within a session, for the positions of a game.
pub(crate) struct Called {
    pub(crate) callable: Arc<Callable>,
    pub(crate) game: Arc<Definition>,
    pub(crate) session: Arc<Session>,
}

/// The moves of each state whose priors are asked for; `None` if nobody reads priors.
type Moves<'a> = Option<&'a [Vec<u64>]>;

impl Called {
    /// What the function says of these states, with the priors of `moves` one state behind the other. A state in which nobody
    /// decides has no moves.
    fn ask(&self, states: &[untyped::State], moves: Moves<'_>) -> Estimates {
        if self.callable.is_batch {
            return self.session.call(|py| self.call(py, states, moves));
        }
        let mut all = Estimates::default();
        for (place, state) in states.iter().enumerate() {
            let moves = moves.map(|moves| &moves[place..=place]);
            let one = self.session.call(|py| self.call(py, std::slice::from_ref(state), moves));
            all.values.extend(one.values);
            all.priors.extend(one.priors);
        }
        all
    }

    fn call(&self, py: Python<'_>, states: &[untyped::State], moves: Moves<'_>) -> PyResult<Estimates> {
        let Callable { function, is_batch, has_priors, .. } = &*self.callable;
        let argument = self.argument(py, states)?;
        let answer = function.get(py).call1((argument,))?;
        let (values, priors) = if *has_priors { answer.extract()? } else { (answer, None) };
        let values = self.checked(floats(&values)?, states.len())?;
        let priors = match priors.zip(moves) {
            Some((priors, moves)) => {
                let rows = if *is_batch { rows(&priors)? } else { vec![Row::Object(priors)] };
                self.priors(&rows, moves)?
            }
            None => Vec::new(),
        };
        Ok(Estimates { values, priors, ..Estimates::default() })
    }

    /// What the function is called with: states or planes, a batch of them or one.
    fn argument<'py>(&self, py: Python<'py>, states: &[untyped::State]) -> PyResult<Bound<'py, PyAny>> {
        let Callable { is_batch, wants_planes, .. } = *self.callable;
        if wants_planes {
            let shape @ [planes, height, width] = self.game.plane_shape()?;
            let mut values = Vec::with_capacity(states.len() * planes * height * width);
            for state in states {
                self.game.untyped().planes(state, &mut values);
            }
            let array = PyArray1::from_vec(py, values);
            if is_batch {
                return Ok(array.reshape([states.len(), planes, height, width])?.into_any());
            }
            return Ok(array.reshape(shape)?.into_any());
        }
        let state = |state: &untyped::State| Bound::new(py, State::new(&self.game, state.clone(), None));
        match states {
            [one] if !is_batch => Ok(state(one)?.into_any()),
            _ => Ok(PyList::new(py, states.iter().map(state).collect::<PyResult<Vec<_>>>()?)?.into_any()),
        }
    }

    /// The values, if there is one for each state and all lie within the range.
    fn checked(&self, values: Vec<f64>, count: usize) -> PyResult<Vec<f64>> {
        let Callable { name, range: Range { low, high, .. }, .. } = &*self.callable;
        if values.len() != count {
            let what = format!("values of {name}");
            return Err(refused(what, values.len().to_string(), format!("{count}, one for each state")));
        }
        match values.iter().find(|value| !(*low..=*high).contains(*value)) {
            Some(value) => Err(refused(
                format!("value of {name}"),
                value.to_string(),
                format!("one from {low} to {high}"),
            )),
            None => Ok(values),
        }
    }

    /// The priors of these moves, which sum to one for each state.
    fn priors(&self, rows: &[Row<'_>], moves: &[Vec<u64>]) -> PyResult<Vec<f64>> {
        let name = &self.callable.name;
        if rows.len() != moves.len() {
            let expected = format!("{}, one row for each state", moves.len());
            return Err(refused(format!("priors of {name}"), rows.len().to_string(), expected));
        }
        let mut priors = Vec::new();
        for (row, moves) in rows.iter().zip(moves).filter(|(_, moves)| !moves.is_empty()) {
            let of_state = moves.iter().map(|&action| row.get(action)).collect::<PyResult<Vec<f64>>>()?;
            let sum: f64 = of_state.iter().sum();
            if of_state.iter().any(|prior| prior.is_nan() || *prior < 0.0) || sum <= 0.0 || !sum.is_finite() {
                let expected = "numbers from 0 on, one of them greater";
                return Err(refused(format!("priors of {name}"), format!("{of_state:?}"), expected));
            }
            priors.extend(of_state.into_iter().map(|prior| prior / sum));
        }
        Ok(priors)
    }

    /// The legal moves of a state in which a player decides.
    fn moves(game: &Untyped, state: &untyped::State) -> Vec<u64> {
        let mut moves = Vec::new();
        if matches!(game.turn(state), Turn::Max | Turn::Min) {
            game.moves(state, &mut moves);
        }
        moves
    }
}

impl tiptree::Evaluator<Untyped> for Called {
    fn range(&self) -> Range {
        self.callable.range
    }

    fn evaluate(&self, _game: &Untyped, state: &untyped::State) -> f64 {
        self.ask(std::slice::from_ref(state), None).values[0]
    }

    fn states(&self, game: &Untyped, states: &[untyped::State], estimates: &mut Estimates) {
        if states.is_empty() {
            return;
        }
        let reads_priors = self.callable.has_priors && estimates.needs_priors;
        let moves: Option<Vec<Vec<u64>>> =
            reads_priors.then(|| states.iter().map(|state| Self::moves(game, state)).collect());
        let all = self.ask(states, moves.as_deref());
        estimates.values.extend(all.values);
        estimates.priors.extend(all.priors);
    }

    fn prefers_batches(&self) -> bool {
        self.callable.is_batch
    }

    fn priors(&self, _game: &Untyped, state: &untyped::State, moves: &[u64], priors: &mut Vec<f64>) {
        if self.callable.has_priors {
            let asked = self.ask(std::slice::from_ref(state), Some(&[moves.to_vec()]));
            priors.extend(asked.priors);
        } else {
            priors.extend(std::iter::repeat_n(1.0 / moves.len() as f64, moves.len()));
        }
    }
}
