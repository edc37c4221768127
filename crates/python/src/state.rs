//! A position of a game, with the methods that `OpenSpiel` has.

use crate::definition::Definition;
use crate::errors::{raised, refused};
use crate::evaluator::{Called, Evaluator};
use crate::game::Game;
use crate::python_game::{PythonPosition, player};
use crate::session::{Session, at_once};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tiptree::untyped::{self, AnyEvaluator};
use tiptree::{Evaluator as _, Game as _, Insight as _, Notation as _, Turn};

/// A position of a game. Made by `Game.new_initial_state` or `Game.state`.
#[pyclass(frozen, module = "tiptree")]
pub(crate) struct State {
    game: Arc<Definition>,
    now: Mutex<Now>,
}

/// The position, which `apply_action` replaces.
#[derive(Clone)]
struct Now {
    state: untyped::State,
    /// The text from which the position was read. Answers repeat it, as those of the command line do.
    given: Option<String>,
}

/// An action by its number or by its text.
#[derive(FromPyObject)]
pub(crate) enum Action {
    Number(u64),
    Text(String),
}

impl State {
    pub(crate) fn new(game: &Arc<Definition>, state: untyped::State, given: Option<String>) -> State {
        State { game: Arc::clone(game), now: Mutex::new(Now { state, given }) }
    }

    /// The position as it is now. The lock is not held while anything is asked of it, because that may call Python.
    fn now(&self) -> Now {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn definition(&self) -> &Arc<Definition> {
        &self.game
    }

    /// The text of the position: as it was given, or as the game writes it.
    pub(crate) fn text(&self) -> PyResult<String> {
        let Now { state, given } = self.now();
        given.map_or_else(|| at_once(|| self.game.untyped().position_text(&state)), Ok)
    }

    fn turn(&self) -> PyResult<Turn> {
        let state = self.now().state;
        at_once(|| self.game.untyped().turn(&state))
    }

    fn moves(&self, state: &untyped::State) -> PyResult<Vec<u64>> {
        let mut moves = Vec::new();
        at_once(|| self.game.untyped().moves(state, &mut moves))?;
        Ok(moves)
    }

    /// The number of a legal action.
    fn legal(&self, state: &untyped::State, action: Action) -> PyResult<u64> {
        match action {
            Action::Number(number) => {
                let legal = self.moves(state)?;
                if legal.contains(&number) {
                    return Ok(number);
                }
                let expected = match legal.as_slice() {
                    [] => "no action: the game is over".to_owned(),
                    legal => {
                        format!("one of {}", legal.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
                    }
                };
                Err(refused("action", number.to_string(), expected))
            }
            Action::Text(text) => at_once(|| self.game.untyped().parse_move(state, &text))?.map_err(raised),
        }
    }

    fn after(&self, action: Action) -> PyResult<untyped::State> {
        let state = self.now().state;
        let action = self.legal(&state, action)?;
        at_once(|| self.game.untyped().after(&state, action))
    }
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The user's own state, if the game is written in Python; else None.
    #[getter]
    fn object<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let now = self.now();
        now.state.downcast::<PythonPosition>().map(|position| position.state(py).clone())
    }

    /// The numbers of the legal actions, or of the outcomes at a chance node, in the game's order. A number means the same
    /// action in every position.
    fn legal_actions(&self) -> PyResult<Vec<u64>> {
        self.moves(&self.now().state)
    }

    /// The text of a legal action.
    fn action_to_string(&self, action: u64) -> PyResult<String> {
        let state = self.now().state;
        let action = self.legal(&state, Action::Number(action))?;
        at_once(|| self.game.untyped().move_text(&state, action))
    }

    /// The number of the legal action that a text names.
    fn string_to_action(&self, text: String) -> PyResult<u64> {
        self.legal(&self.now().state, Action::Text(text))
    }

    /// Plays a legal action, given by its number or its text.
    fn apply_action(&self, action: Action) -> PyResult<()> {
        let state = self.after(action)?;
        *self.lock() = Now { state, given: None };
        Ok(())
    }

    /// The position after a legal action, given by its number or its text.
    fn child(&self, action: Action) -> PyResult<State> {
        Ok(State::new(&self.game, self.after(action)?, None))
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> PyResult<bool> {
        Ok(self.turn()?.is_over())
    }

    /// Whether chance decides what follows.
    fn is_chance_node(&self) -> PyResult<bool> {
        Ok(self.turn()? == Turn::Chance)
    }

    /// Whose turn it is: 0 for Max, 1 for Min, -1 for chance, -4 when the game is over.
    fn current_player(&self) -> PyResult<i64> {
        Ok(match self.turn()? {
            Turn::Max => player::MAX,
            Turn::Min => player::MIN,
            Turn::Chance => player::CHANCE,
            Turn::Over(_) => player::TERMINAL,
        })
    }

    /// The payoff to Max and to Min, which is the same with the other sign; zeros while the game is not over.
    fn returns(&self) -> PyResult<[f64; 2]> {
        Ok(match self.turn()? {
            // Not -0.0.
            Turn::Over(payoff) => [payoff, 0.0 - payoff],
            _ => [0.0, 0.0],
        })
    }

    /// The outcomes at a chance node, each with its probability; empty elsewhere.
    fn chance_outcomes(&self) -> PyResult<Vec<(u64, f64)>> {
        if self.turn()? != Turn::Chance {
            return Ok(Vec::new());
        }
        let state = self.now().state;
        let (moves, mut chances) = (self.moves(&state)?, Vec::new());
        at_once(|| self.game.untyped().chances(&state, &moves, &mut chances))?;
        Ok(moves.into_iter().zip(chances).collect())
    }

    /// What a neural net sees of the position: an array of planes, rows and columns.
    fn observation_tensor<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let shape = self.game.plane_shape()?;
        let (state, mut values) = (self.now().state, Vec::new());
        at_once(|| self.game.untyped().planes(&state, &mut values))?;
        PyArray1::from_vec(py, values).reshape(shape)
    }

    /// The estimate of an evaluator, Max's view: that of the game, or of another, by its name or an evaluator in Python. The
    /// payoff on the evaluator's scale where the game is over.
    #[pyo3(signature = (eval=None))]
    fn evaluate(&self, eval: Option<Bound<'_, PyAny>>) -> PyResult<f64> {
        let (state, session) = (self.now().state, Session::of_positions());
        let python = eval.as_ref().and_then(|eval| eval.cast::<Evaluator>().ok());
        let evaluator: AnyEvaluator = if let Some(evaluator) = python {
            let callable = Arc::clone(&evaluator.get().0);
            Arc::new(Called { callable, game: Arc::clone(&self.game), session })
        } else {
            let name: Option<String> = eval.map(|eval| eval.extract()).transpose()?;
            let rules = at_once(|| self.game.rules(&session, name.as_deref()))?.map_err(raised)?;
            let untyped = rules.untyped();
            untyped.ok_or_else(|| refused("game", self.game.name(), "one with an untyped form"))?.1
        };
        Ok(at_once(|| evaluator.leaf(self.game.untyped(), &state))?.value)
    }

    /// The text of the position, which `Game.deserialize_state` reads.
    fn serialize(&self) -> PyResult<String> {
        let state = self.now().state;
        at_once(|| self.game.untyped().position_text(&state))
    }

    /// A copy of this position.
    fn clone(&self) -> State {
        State { game: Arc::clone(&self.game), now: Mutex::new(self.now()) }
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    fn __str__(&self) -> PyResult<String> {
        let state = self.now().state;
        at_once(|| self.game.untyped().draw(&state))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("State({:?}, {:?})", self.game.spec().to_string(), self.serialize()?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        if !self.game.is_same(&other.game) || self.serialize()? != other.serialize()? {
            return Ok(false);
        }
        // Two games in Python may have the same name, and their texts another meaning.
        match (self.object(py), other.object(py)) {
            (Some(one), Some(two)) if !self.game.has_equal_object(py, &other.game)? => one.eq(two),
            _ => Ok(true),
        }
    }

    fn __hash__(&self) -> PyResult<u64> {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.game.spec().to_string(), self.serialize()?).hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let game = Bound::new(py, self.game())?;
        Ok((game.getattr("deserialize_state")?, (self.serialize()?,)))
    }
}
