//! A game that is written in Python, as an untyped game.
//!
//! A position owns a state object of the user's, which is never changed: `child` makes another. What is asked of a state more
//! than once, whose turn it is and which actions are legal, is remembered, because a call of Python takes longer than anything
//! else that a search does.

use crate::errors::refused;
use crate::held::Held;
use crate::numbers::{floats, range};
use crate::session::Session;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyString};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};
use tiptree::untyped::{AnyGame, AnyPosition, Untyped};
use tiptree::{ParseError, Range, Turn};

/// The number of the player to move, as `OpenSpiel` has it.
pub(crate) mod player {
    pub(crate) const MAX: i64 = 0;
    pub(crate) const MIN: i64 = 1;
    pub(crate) const CHANCE: i64 = -1;
    pub(crate) const TERMINAL: i64 = -4;
}

/// The methods of the user's object, and what it declares.
pub(crate) struct Methods {
    pub(crate) name: String,
    pub(crate) object: Held,
    initial_state: Held,
    current_player: Held,
    legal_actions: Held,
    child: Held,
    returns: Held,
    chance_outcomes: Option<Held>,
    action_to_string: Option<Held>,
    /// `to_string` and `from_string`.
    texts: Option<(Held, Held)>,
    draw: Option<Held>,
    key: Option<Held>,
    observation_tensor: Option<Held>,
    payoffs: Range,
    repeats: bool,
    plane_shape: Option<[usize; 3]>,
}

impl Methods {
    /// Reads what the object declares.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Methods> {
        let name = match object.getattr_opt("name")? {
            Some(name) => name.extract()?,
            None => object.get_type().name()?.to_string().to_lowercase(),
        };
        let required = |method: &str| match object.getattr_opt(method)? {
            Some(found) => Ok(Held::new(found)),
            None => Err(refused("game", &name, format!("an object with the method {method}"))),
        };
        let optional = |method: &str| Ok::<_, PyErr>(object.getattr_opt(method)?.map(Held::new));
        let texts = match (optional("to_string")?, optional("from_string")?) {
            (Some(write), Some(read)) => Some((write, read)),
            (None, None) => None,
            _ => return Err(refused("game", &name, "both to_string and from_string, or neither of them")),
        };
        let payoffs = match object.getattr_opt("payoffs")? {
            Some(declared) => range(&format!("payoffs of {name}"), &declared)?,
            None => Range::new(-1.0, 1.0).with_step(1.0),
        };
        let repeats = object.getattr_opt("repeats")?.map_or(Ok(true), |repeats| repeats.is_truthy())?;
        let mut methods = Methods {
            object: Held::new(object.clone()),
            initial_state: required("initial_state")?,
            current_player: required("current_player")?,
            legal_actions: required("legal_actions")?,
            child: required("child")?,
            returns: required("returns")?,
            chance_outcomes: optional("chance_outcomes")?,
            action_to_string: optional("action_to_string")?,
            texts,
            draw: optional("draw")?,
            key: optional("key")?,
            observation_tensor: optional("observation_tensor")?,
            payoffs,
            repeats,
            plane_shape: None,
            name,
        };
        if let Some(method) = &methods.observation_tensor {
            let start = methods.initial_state.get(object.py()).call0()?;
            let shape: Vec<usize> = method.get(object.py()).call1((start,))?.getattr("shape")?.extract()?;
            let of_planes =
                || refused("observation_tensor", format!("{shape:?}"), "planes, rows and columns");
            methods.plane_shape = Some(shape.as_slice().try_into().map_err(|_| of_planes())?);
        }
        Ok(methods)
    }

    /// The game, whose positions belong to a session.
    pub(crate) fn game(self: &Arc<Self>, session: &Arc<Session>) -> Untyped {
        let part = Part { methods: Arc::clone(self), session: Arc::clone(session) };
        Untyped::new(PythonGame(Arc::new(part)))
    }

    /// Whether positions have keys, and texts that equal positions share.
    pub(crate) fn has_keys(&self) -> bool {
        self.key.is_some() && self.texts.is_some()
    }
}

/// The methods, for the positions of one session.
struct Part {
    methods: Arc<Methods>,
    session: Arc<Session>,
}

impl Part {
    /// Calls a method with a state.
    fn ask<T>(&self, method: &Held, state: &Held, read: impl FnOnce(Bound<'_, PyAny>) -> PyResult<T>) -> T {
        self.session.call(|py| read(method.get(py).call1((state.get(py),))?))
    }

    fn position(self: &Arc<Self>, state: Bound<'_, PyAny>, path: Vec<u64>) -> PythonPosition {
        let part = Arc::clone(self);
        PythonPosition {
            part,
            state: Held::new(state),
            path,
            turn: OnceLock::new(),
            actions: OnceLock::new(),
        }
    }
}

/// A game in Python.
pub(crate) struct PythonGame(Arc<Part>);

impl AnyGame for PythonGame {
    fn start(&self) -> Arc<dyn AnyPosition> {
        let Part { methods, session } = &*self.0;
        let start = |py: Python<'_>| Ok(self.0.position(methods.initial_state.get(py).call0()?, Vec::new()));
        Arc::new(session.call(start))
    }

    fn payoffs(&self) -> Range {
        self.0.methods.payoffs
    }

    fn has_chance(&self) -> bool {
        self.0.methods.chance_outcomes.is_some()
    }

    fn repeats(&self) -> bool {
        self.0.methods.repeats
    }

    /// Without texts of the game's own, the text of a position is the actions that led to it from the start.
    fn parse_position(&self, text: &str) -> Result<Arc<dyn AnyPosition>, ParseError> {
        if text.is_empty() {
            return Ok(self.start());
        }
        let Part { methods, session } = &*self.0;
        if let Some((_, read)) = &methods.texts {
            let state = session.call(|py| {
                let read = read.get(py).call1((text,));
                // A refusal by the user's game is an error like that of our games.
                match read {
                    Err(error) if error.is_instance_of::<pyo3::exceptions::PyValueError>(py) => {
                        Ok(Err(ParseError::new("position", text, error.value(py).to_string())))
                    }
                    read => Ok(Ok(self.0.position(read?, Vec::new()))),
                }
            });
            return state.map(|position| Arc::new(position) as Arc<dyn AnyPosition>);
        }
        let mut position = self.start();
        for word in text.split_whitespace() {
            let mut legal = Vec::new();
            position.moves(&mut legal);
            let action = word.parse().ok().filter(|action| legal.contains(action)).ok_or_else(|| {
                let expected = format!("legal actions, {word:?} is none of {legal:?}");
                ParseError::new("position", text, expected)
            })?;
            position = position.after(action);
        }
        Ok(position)
    }

    fn plane_shape(&self) -> Option<[usize; 3]> {
        self.0.methods.plane_shape
    }
}

/// A position of a game in Python.
pub(crate) struct PythonPosition {
    part: Arc<Part>,
    state: Held,
    /// The actions since the position that was read or set up.
    path: Vec<u64>,
    turn: OnceLock<Turn>,
    actions: OnceLock<Actions>,
}

/// The legal actions of a position, with their chances where nobody decides.
#[derive(Default)]
struct Actions {
    numbers: Vec<u64>,
    chances: Vec<f64>,
}

impl PythonPosition {
    /// The user's state.
    pub(crate) fn state<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.state.get(py)
    }

    fn methods(&self) -> &Methods {
        &self.part.methods
    }

    fn ask<T>(&self, method: &Held, read: impl FnOnce(Bound<'_, PyAny>) -> PyResult<T>) -> T {
        self.part.ask(method, &self.state, read)
    }

    fn find_turn(&self) -> Turn {
        let Methods { name, current_player, returns, .. } = self.methods();
        match self.ask(current_player, |player| player.extract()) {
            player::MAX => Turn::Max,
            player::MIN => Turn::Min,
            player::CHANCE => Turn::Chance,
            player::TERMINAL => Turn::Over(self.ask(returns, |payoffs| {
                let payoffs = floats(&payoffs)?;
                payoffs.first().copied().ok_or_else(|| refused("returns", "[]", "the payoff to Max"))
            })),
            other => self.part.session.call(|_| {
                let expected = "0 for Max, 1 for Min, -1 for chance or -4 at the end";
                Err(refused(format!("current_player of {name}"), other.to_string(), expected))
            }),
        }
    }

    fn find_actions(&self) -> Actions {
        match self.turn() {
            Turn::Over(_) => Actions::default(),
            Turn::Chance => self.methods().chance_outcomes.as_ref().map_or_else(Actions::default, |method| {
                let (numbers, chances) = self.ask(method, |outcomes| {
                    outcomes.try_iter()?.map(|outcome| outcome?.extract::<(u64, f64)>()).collect()
                });
                Actions { numbers, chances }
            }),
            _ => {
                let numbers = self.ask(&self.methods().legal_actions, |actions| {
                    actions.try_iter()?.map(|action| action?.extract()).collect()
                });
                Actions { numbers, ..Actions::default() }
            }
        }
    }

    fn actions(&self) -> &Actions {
        Self::remembered(&self.actions, || self.find_actions())
    }

    /// What was remembered, or is asked now. The cell is not locked meanwhile: another thread may need the interpreter's lock.
    fn remembered<T>(cell: &OnceLock<T>, find: impl FnOnce() -> T) -> &T {
        if let Some(known) = cell.get() {
            return known;
        }
        let found = find();
        let _ = cell.set(found);
        cell.get().expect("set before")
    }
}

impl AnyPosition for PythonPosition {
    fn turn(&self) -> Turn {
        *Self::remembered(&self.turn, || self.find_turn())
    }

    fn moves(&self, moves: &mut Vec<u64>) {
        moves.extend(&self.actions().numbers);
    }

    fn chances(&self, moves: &[u64], chances: &mut Vec<f64>) {
        let Actions { numbers, chances: known } = self.actions();
        if numbers == moves {
            return chances.extend(known);
        }
        let place = |mv: &u64| numbers.iter().position(|action| action == mv);
        chances.extend(moves.iter().map(|mv| place(mv).and_then(|place| known.get(place)).unwrap_or(&0.0)));
    }

    fn after(&self, mv: u64) -> Arc<dyn AnyPosition> {
        let path = if self.methods().texts.is_some() {
            Vec::new()
        } else {
            self.path.iter().copied().chain([mv]).collect()
        };
        let child = &self.methods().child;
        Arc::new(
            self.part
                .session
                .call(|py| Ok(self.part.position(child.get(py).call1((self.state.get(py), mv))?, path))),
        )
    }

    fn key(&self) -> Option<u64> {
        let method = self.methods().key.as_ref()?;
        Some(self.ask(method, |key| hashed(&key)))
    }

    fn text(&self) -> String {
        match &self.methods().texts {
            Some((write, _)) => self.ask(write, |text| text.extract()),
            None => self.path.iter().map(u64::to_string).collect::<Vec<_>>().join(" "),
        }
    }

    fn move_text(&self, mv: u64) -> String {
        match &self.methods().action_to_string {
            Some(method) => {
                self.part.session.call(|py| method.get(py).call1((self.state.get(py), mv))?.extract())
            }
            None => mv.to_string(),
        }
    }

    fn draw(&self) -> String {
        match (&self.methods().draw, &self.methods().texts) {
            (Some(method), _) | (None, Some((method, _))) => self.ask(method, |text| text.extract()),
            (None, None) => self.part.session.call(|py| Ok(self.state.get(py).str()?.to_string())),
        }
    }

    fn planes(&self, values: &mut Vec<f32>) {
        if let Some(method) = &self.methods().observation_tensor {
            values.extend(self.ask(method, |planes| floats(&planes)).into_iter().map(|value| value as f32));
        }
    }
}

/// A key as a number, the same in every process, which Python's own hash of a text is not.
fn hashed(key: &Bound<'_, PyAny>) -> PyResult<u64> {
    let mut hasher = DefaultHasher::new();
    if let Ok(number) = key.cast::<PyInt>() {
        if let Ok(number) = number.extract::<u64>() {
            return Ok(number);
        }
        number.str()?.to_string().hash(&mut hasher);
    } else if let Ok(text) = key.cast::<PyString>() {
        text.to_string().hash(&mut hasher);
    } else if let Ok(bytes) = key.cast::<PyBytes>() {
        bytes.as_bytes().hash(&mut hasher);
    } else {
        return Err(refused("key", key.repr()?.to_string(), "an int, a str or bytes"));
    }
    Ok(hasher.finish())
}
