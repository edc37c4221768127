//! Experiments in chunks, for clusters: what a worker does, and what the driver does with it.

use crate::answers::object;
use crate::errors::{raised, refused};
use crate::lab::{check_programs, tournament_object};
use crate::registered;
use crate::session::Session;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tiptree_lab::experiment::{self, Chunk, Prepared, Results};

/// An experiment whose names were all looked up, so that chunks of it can be done.
#[pyclass(frozen, module = "tiptree._tiptree")]
pub(crate) struct Experiment(Arc<Prepared>);

#[pymethods]
impl Experiment {
    /// Reads the text of an experiment; `file` is the file that it comes from.
    #[new]
    fn new(py: Python<'_>, text: &str, file: PathBuf, allow_programs: bool) -> PyResult<Self> {
        let declared = experiment::Experiment::parse(text, &file).map_err(raised)?;
        check_programs(&declared, &file, allow_programs)?;
        // A game that is written in Python is known to the process that registered it, and not to those of a cluster.
        let prepare = || Prepared::new(&declared, registered::ours(), &tiptree_papers::prepare);
        Ok(Experiment(Arc::new(Session::of_run().run(py, prepare)?)))
    }

    /// Does a chunk on this thread: the lines that the file of the run holds for these pieces of work, after the header.
    fn chunk<'py>(
        &self,
        py: Python<'py>,
        section: usize,
        start: usize,
        end: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let session = Session::of_run();
        let chunk = Chunk { section, pieces: start..end };
        let text = session.run(py, || self.0.chunk(&chunk, session.cancel()))?;
        Ok(PyBytes::new(py, text.as_bytes()))
    }
}

/// The driver of a run: hands out chunks, takes their results in any order, and writes the file of the run.
#[pyclass(frozen, module = "tiptree._tiptree")]
pub(crate) struct Driver {
    prepared: Arc<Prepared>,
    /// `None` after the end.
    driver: Mutex<Option<experiment::Driver>>,
}

#[pymethods]
impl Driver {
    /// Opens the file of a run, new or unfinished.
    #[new]
    fn new(py: Python<'_>, experiment: &Experiment, out: PathBuf, other_build: bool) -> PyResult<Self> {
        let prepared = Arc::clone(&experiment.0);
        let open = || experiment::Driver::open(Arc::clone(&prepared), &out, other_build);
        let driver = Session::of_run().run(py, open)?;
        Ok(Driver { prepared, driver: Mutex::new(Some(driver)) })
    }

    /// The next chunk to be done, of at most this many pieces: its section, its first piece, and the piece after its last.
    fn next(&self, pieces: usize) -> PyResult<Option<(usize, usize, usize)>> {
        let mut driver = self.lock();
        let chunk = opened(&mut driver)?.next(pieces);
        Ok(chunk.map(|Chunk { section, pieces }| (section, pieces.start, pieces.end)))
    }

    /// Takes the result of a chunk; `worker` is named in errors.
    fn receive(
        &self,
        py: Python<'_>,
        section: usize,
        start: usize,
        end: usize,
        lines: &[u8],
        worker: &str,
    ) -> PyResult<()> {
        let text = std::str::from_utf8(lines).map_err(raised)?.to_owned();
        let chunk = Chunk { section, pieces: start..end };
        py.detach(|| {
            let mut driver = self.lock();
            opened(&mut driver)?.receive(chunk, text, worker).map_err(raised)
        })
    }

    /// How many results are held back because an earlier one is missing.
    fn early(&self) -> PyResult<usize> {
        Ok(opened(&mut self.lock())?.early())
    }

    /// Makes sure that everything received in order has reached the disk.
    fn sync(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| opened(&mut self.lock())?.sync().map_err(raised))
    }

    /// Whether the result of a chunk of this section is still wanted.
    fn is_needed(&self, section: usize) -> PyResult<bool> {
        Ok(opened(&mut self.lock())?.is_needed(&Chunk { section, pieces: 0..0 }))
    }

    /// Whether the file is complete.
    fn is_finished(&self) -> PyResult<bool> {
        Ok(opened(&mut self.lock())?.is_finished())
    }

    /// The pieces of work in the file, those not handed out yet, and all.
    fn progress(&self) -> PyResult<[usize; 3]> {
        Ok(opened(&mut self.lock())?.progress())
    }

    /// Closes the file and returns what the run has found, without the games: what `tiptree run --json` prints.
    fn close<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Some(mut driver) = self.lock().take() else { return Err(closed()) };
        driver.sync().map_err(raised)?;
        let results = match driver.results() {
            Results::Tournament(played) => {
                let tournament = self.prepared.tournament().expect("a tournament has matches");
                let games = vec![Vec::new(); played.len()];
                json!({ "tournament": tournament_object(tournament, &played, games) })
            }
            Results::Reproduce(tables) => json!({ "reproduce": tables }),
            Results::Quality(measurements) => json!({ "quality": measurements }),
        };
        object(py, &results)
    }
}

impl Driver {
    fn lock(&self) -> MutexGuard<'_, Option<experiment::Driver>> {
        self.driver.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn opened(driver: &mut Option<experiment::Driver>) -> PyResult<&mut experiment::Driver> {
    driver.as_mut().ok_or_else(closed)
}

fn closed() -> PyErr {
    refused("driver", "closed", "an open one")
}
