//! One question to one search: what `tiptree best --json` and `tiptree events --json` answer.

use crate::answers::object;
use crate::definition::Definition;
use crate::session::Session;
use crate::state::State;
use pyo3::prelude::*;
use std::sync::Arc;
use tiptree::{Budget, Error};
use tiptree_lab::play::USUAL_BUDGET;
use tiptree_lab::query::{self, Asked, USUAL_DEPTH};

/// What is asked of a search, as texts.
pub(crate) struct Question {
    pub(crate) game: Arc<Definition>,
    /// The text of the position.
    pub(crate) text: String,
    pub(crate) search: Option<String>,
    pub(crate) budget: Option<String>,
    pub(crate) seed: u64,
}

impl Question {
    /// A question about a state.
    pub(crate) fn new(
        state: &State,
        search: Option<String>,
        budget: Option<String>,
        seed: u64,
    ) -> PyResult<Question> {
        Ok(Question { game: Arc::clone(state.definition()), text: state.text()?, search, budget, seed })
    }

    /// Reads the texts within a session. `usual` is the budget if none is given.
    pub(crate) fn read(self, session: &Arc<Session>, usual: &str) -> Result<Asked, Error> {
        let search = match &self.search {
            Some(text) => text.parse()?,
            None => self.game.rules(session, None)?.usual_search(),
        };
        let rules = self.game.rules(session, search.get("eval"))?;
        let position = rules.position(&self.text)?;
        let budget = query::budget(self.budget.as_deref(), usual)?;
        let asked = Asked { rules, position, text: self.text, search, budget, seed: self.seed };
        Ok(asked.not_over()?)
    }
}

/// Searches a position, and returns what `tiptree best --json` prints.
#[pyfunction]
#[pyo3(signature = (state, search, budget, seed))]
pub(crate) fn best<'py>(
    py: Python<'py>,
    state: &State,
    search: Option<String>,
    budget: Option<String>,
    seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let question = Question::new(state, search, budget, seed)?;
    let session = Session::of_run();
    let best = session.run(py, || {
        let asked = question.read(&session, USUAL_BUDGET)?;
        let mut engine = asked.engine()?;
        let budget = engine.budget(&asked.budget);
        let cancel = Some(Arc::clone(session.cancel()));
        let report = engine.run(&Budget { cancel, ..budget.clone() });
        Ok::<_, Error>(asked.best(&budget, report))
    })?;
    object(py, &best)
}

/// Follows a search node by node, and returns what `tiptree events --json` prints.
#[pyfunction]
#[pyo3(signature = (state, search, budget, seed, most))]
pub(crate) fn events<'py>(
    py: Python<'py>,
    state: &State,
    search: Option<String>,
    budget: Option<String>,
    seed: u64,
    most: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let question = Question::new(state, search, budget, seed)?;
    let session = Session::of_run();
    let events = session.run(py, || {
        let mut asked = question.read(&session, USUAL_DEPTH)?;
        asked.budget.cancel = Some(Arc::clone(session.cancel()));
        asked.events(most)
    })?;
    object(py, &events)
}
