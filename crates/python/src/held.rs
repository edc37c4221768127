//! A Python object that threads without the interpreter's lock may own.

use pyo3::prelude::*;

/// A Python object behind Rust's own pointers. It is never cloned without the interpreter's lock, and takes the lock when it is
/// dropped, so that a search leaves nothing behind.
pub(crate) struct Held(Option<Py<PyAny>>);

impl Held {
    /// Holds an object.
    pub(crate) fn new(object: Bound<'_, PyAny>) -> Self {
        Held(Some(object.unbind()))
    }

    /// The object.
    pub(crate) fn get<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.0.as_ref().expect("held until it is dropped").bind(py)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // An interpreter that ends frees its objects itself.
        if let Some(object) = self.0.take() {
            let _ = Python::try_attach(|py| object.drop_ref(py));
        }
    }
}
