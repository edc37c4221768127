//! What a game is: ours or written in Python, with evaluators of both kinds, and how it enters the registry of a session.

use crate::errors::{raised, refused};
use crate::evaluator::{Callable, Called, Evaluator};
use crate::held::Held;
use crate::python_game::Methods;
use crate::registered;
use crate::session::Session;
use crate::shared_rules::SharedRules;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::Arc;
use tiptree::erased::{Named, Rules};
use tiptree::noise::Noise;
use tiptree::registry::{Entry, Valuation};
use tiptree::untyped::{AnyEvaluator, Untyped};
use tiptree::{Insight as _, Neutral, ParseError, Registry, Spec};

/// What a game is.
pub(crate) struct Definition {
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

impl Definition {
    /// Our game of this name.
    pub(crate) fn named(spec: Spec, eval: &Bound<'_, PyAny>) -> PyResult<Definition> {
        let chosen = Chosen::read(eval)?;
        let rules = registered::ours().rules(&spec, chosen.own()).map_err(raised)?;
        let own = registered::ours().game(&spec.name).map_or(&[][..], |entry| &entry.evaluators);
        chosen.check(&spec, own)?;
        let Some((untyped, _)) = rules.untyped() else {
            return Err(refused("game", spec.to_string(), "one with an untyped form"));
        };
        Ok(Definition {
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
    pub(crate) fn written(methods: Arc<Methods>, eval: &Bound<'_, PyAny>) -> PyResult<Definition> {
        let chosen = Chosen::read(eval)?;
        let spec: Spec = methods.name.parse().map_err(raised)?;
        if let Some(name) = chosen.own().filter(|&name| name != "neutral") {
            return Err(raised(ParseError::unknown(&format!("evaluator of {spec}"), name, ["neutral"])));
        }
        chosen.check(&spec, &[Valuation::NEUTRAL])?;
        let untyped = methods.game(&Session::of_positions());
        let rules = searched(&spec, untyped.clone(), Arc::new(Neutral::new(&untyped)), None);
        Ok(Definition {
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

    /// The rules with the game's own evaluator.
    pub(crate) fn own_rules(&self) -> &dyn Rules {
        self.rules.as_ref()
    }

    /// The argument `eval`.
    pub(crate) fn eval_object<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.eval_object.get(py)
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
            return Ok(Box::new(SharedRules { rules: Arc::clone(&self.rules), is_python: false }));
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
            ..Valuation::NEUTRAL
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
                .parameters(ours.parameters.iter().copied())
                .search_defaults(ours.search_defaults.iter().cloned()),
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
        Ok(Box::new(SharedRules { rules, is_python: true }))
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
    pub(crate) fn is_same(&self, other: &Definition) -> bool {
        self.spec == other.spec && self.methods.is_some() == other.methods.is_some()
    }

    /// Whether both are the same object of the user's or equal ones, or games of ours.
    pub(crate) fn has_equal_object(&self, py: Python<'_>, other: &Definition) -> PyResult<bool> {
        match (&self.methods, &other.methods) {
            (Some(one), Some(two)) => Ok(Arc::ptr_eq(one, two) || one.object.get(py).eq(two.object.get(py))?),
            _ => Ok(true),
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
