//! A session: one call from Python that may run for long, and what ends it early.
//!
//! The work is done on a thread of its own, without the interpreter's lock. Meanwhile the calling thread wakes every
//! [`POLL_INTERVAL`] to look for Ctrl-C. An exception in a game or an evaluator of the user's unwinds the stack of the search up
//! to [`Session::run`], which raises it again. Nothing is printed on that way, because `resume_unwind` calls no panic hook.

use crate::errors::{TiptreeError, raised};
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often the calling thread looks for signals.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The stack of the thread that works: more than the main thread of a program has, because games in Python may recurse.
const STACK: usize = 16 << 20;

/// What ends the work of one call.
#[derive(Default)]
pub(crate) struct Session {
    /// Set to stop: the flag of the budget of a search, and of everything in the laboratory.
    cancel: Arc<AtomicBool>,
    /// The first exception. The laboratory catches panics of players, so that the payload alone would not arrive.
    exception: Mutex<Option<PyErr>>,
    /// Whether an exception ends the session. It does not if the session is that of a position which Python holds.
    is_run: bool,
}

/// The payload of an unwinding stack.
enum Unwinding {
    /// An exception in the user's code.
    Exception(PyErr),
    /// The session was cancelled, and the user's code is not to be called again.
    Cancelled,
}

impl Session {
    /// The session of a call that searches or plays.
    pub(crate) fn of_run() -> Arc<Session> {
        Arc::new(Session { is_run: true, ..Session::default() })
    }

    /// The session of positions that Python holds.
    pub(crate) fn of_positions() -> Arc<Session> {
        Arc::default()
    }

    /// The flag that stops the work.
    pub(crate) fn cancel(&self) -> &Arc<AtomicBool> {
        &self.cancel
    }

    /// Calls the user's code. An exception unwinds the stack, and so does a session that was cancelled.
    pub(crate) fn call<T>(&self, work: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.cancel.load(Ordering::Relaxed) {
            resume_unwind(Box::new(Unwinding::Cancelled));
        }
        Python::attach(|py| {
            work(py).unwrap_or_else(|error| {
                if self.is_run {
                    self.lock().get_or_insert_with(|| error.clone_ref(py));
                    self.cancel.store(true, Ordering::Relaxed);
                }
                resume_unwind(Box::new(Unwinding::Exception(error)))
            })
        })
    }

    /// Does `work` on a thread of its own until it ends or Ctrl-C is pressed.
    pub(crate) fn run<T: Send, E: std::fmt::Display + Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> Result<T, E> + Send,
    ) -> PyResult<T> {
        let (ended, signal) = py.detach(|| self.work_and_watch(work))?;
        // A position that outlives the session can still be asked.
        self.cancel.store(false, Ordering::Relaxed);
        let exception = self.lock().take();
        if let Some(error) = signal.or(exception) {
            return Err(error);
        }
        ended.unwrap_or_else(|payload| Err(exception_of(payload)))
    }

    /// Does `work` on a thread of its own and watches for signals. Returns how it ended, and the exception of a signal.
    #[expect(clippy::type_complexity, reason = "a result as std::thread gives it")]
    fn work_and_watch<T: Send, E: std::fmt::Display + Send>(
        &self,
        work: impl FnOnce() -> Result<T, E> + Send,
    ) -> PyResult<(Result<PyResult<T>, Box<dyn Any + Send>>, Option<PyErr>)> {
        let (sender, receiver) = channel::<()>();
        thread::scope(|scope| {
            let search = move || {
                let ended = in_python_thread(|| catch_unwind(AssertUnwindSafe(work)));
                drop(sender);
                ended.map(|found| found.map_err(raised))
            };
            let thread = thread::Builder::new().name("tiptree".into()).stack_size(STACK);
            let thread = thread.spawn_scoped(scope, search).map_err(raised)?;
            let mut signal = None;
            while receiver.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let Err(error) = Python::attach(|py| py.check_signals().map_err(Some)) else { continue };
                signal = signal.or(error);
                self.cancel.store(true, Ordering::Relaxed);
            }
            Ok((thread.join().unwrap_or_else(Err), signal))
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<PyErr>> {
        self.exception.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Works on a thread that the interpreter knows: it need not make itself known again for every call of the user's code.
fn in_python_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    Python::attach(|py| py.detach(work))
}

/// Does `work`, which may call the user's code, on this thread. For work that is done at once.
pub(crate) fn at_once<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(exception_of)
}

/// The exception of a stack that was unwound.
fn exception_of(payload: Box<dyn Any + Send>) -> PyErr {
    match payload.downcast::<Unwinding>() {
        Ok(unwinding) => match *unwinding {
            Unwinding::Exception(error) => error,
            Unwinding::Cancelled => TiptreeError::new_err("interrupted"),
        },
        // A panic of ours; its message has been printed.
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().copied();
            let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
            TiptreeError::new_err(format!("failure: {}", text.unwrap_or("unknown")))
        }
    }
}
