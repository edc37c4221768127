//! A search in slices, which Python may look at between them.

use crate::answers::object;
use crate::errors::refused;
use crate::search::Question;
use crate::session::Session;
use crate::state::State;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};
use tiptree::erased::{Engine, Slices};
use tiptree::search::tree_view::Detail;
use tiptree::{Budget, Error, Stop, Unsupported};
use tiptree_lab::json::{Best, Tree};
use tiptree_lab::play::USUAL_BUDGET;
use tiptree_lab::query::Asked;

/// A search under way. Made by `Search.start`.
#[pyclass(frozen, module = "tiptree._tiptree")]
pub(crate) struct Run {
    session: Arc<Session>,
    /// `None` while it works, and after an exception.
    search: Mutex<Option<UnderWay>>,
}

struct UnderWay {
    asked: Asked,
    engine: Box<dyn Engine>,
    budget: Budget,
    /// Why the search has ended, once it has.
    stop: Option<Stop>,
}

impl UnderWay {
    fn slices(&mut self) -> Result<&mut dyn Slices, Error> {
        let what = format!("a search in slices by {}", self.asked.search.name);
        self.engine.slices().ok_or_else(|| Unsupported::new(what, "a search that can pause").into())
    }

    fn best(&mut self) -> Result<Best, Error> {
        let report = self.slices()?.report();
        let stop = self.stop;
        Ok(Best { stop, ..self.asked.best(&self.budget, report) })
    }
}

impl Run {
    /// Does something with the search. After an exception there is no search any more: its tree may be half changed.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut UnderWay) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let taken = self.search.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut search) = taken else {
            return Err(refused("run", "", "a search that has not failed, and that no other thread uses"));
        };
        let mut is_whole = false;
        let found = self.session.run(py, || {
            let found = work(&mut search);
            is_whole = true;
            found
        });
        if is_whole {
            *self.search.lock().unwrap_or_else(PoisonError::into_inner) = Some(search);
        } else {
            py.detach(|| drop(search));
        }
        found
    }
}

impl Drop for Run {
    /// A search that pauses on a thread of its own frees its positions there, and needs the interpreter's lock for that.
    fn drop(&mut self) {
        let search = self.search.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let _ = Python::try_attach(|py| py.detach(|| drop(search)));
    }
}

#[pymethods]
impl Run {
    #[new]
    fn new(
        py: Python<'_>,
        state: &State,
        search: Option<String>,
        budget: Option<String>,
        seed: u64,
    ) -> PyResult<Run> {
        let question = Question::new(state, search, budget, seed)?;
        let session = Session::of_run();
        let search = session.run(py, || {
            let asked = question.read(&session, USUAL_BUDGET)?;
            let engine = asked.engine()?;
            let budget = engine.budget(&asked.budget);
            let cancel = Some(Arc::clone(session.cancel()));
            let mut search = UnderWay { asked, engine, budget, stop: None };
            let budget = Budget { cancel, ..search.budget.clone() };
            search.slices()?.begin(&budget);
            Ok::<_, Error>(search)
        })?;
        Ok(Run { session, search: Mutex::new(Some(search)) })
    }

    /// Works until so many more evaluations are made; returns why the search has ended, or None if it has not.
    fn work(&self, py: Python<'_>, evals: u64) -> PyResult<Option<String>> {
        let stop = self.with(py, |search| {
            search.stop = search.slices()?.work(evals);
            Ok(search.stop)
        })?;
        Ok(stop.map(|stop| stop.to_string()))
    }

    /// What has been found so far, as `tiptree best --json` prints it.
    fn best<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &self.with(py, UnderWay::best)?)
    }

    /// A part of the tree, as `tiptree tree --json` prints it.
    fn tree<'py>(&self, py: Python<'py>, path: Vec<String>, most: usize) -> PyResult<Bound<'py, PyAny>> {
        let tree = self.with(py, |search| {
            let best = search.best()?;
            let tree = search.asked.tree(search.engine.as_ref(), &best, &path, (most, Detail::Whole))?;
            Ok(Tree::new(best, path, tree, search.engine.next_tip()))
        })?;
        object(py, &tree)
    }

    /// Ends the search before its budget is spent.
    fn stop(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |search| {
            search.slices()?.cancel();
            search.stop = search.stop.or(Some(Stop::Cancelled));
            Ok(())
        })
    }
}
