//! Our errors as Python exceptions, with the sentence that the command line prints.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tiptree::ParseError;
use tiptree_lab::error::one_line;

create_exception!(
    tiptree,
    TiptreeError,
    PyValueError,
    "What was read, and what was expected: the sentence that the command line prints."
);

/// The exception of an error of ours.
pub(crate) fn raised(error: impl std::fmt::Display) -> PyErr {
    TiptreeError::new_err(one_line(&error.to_string()))
}

/// The exception of a text or an object that is not what was expected.
pub(crate) fn refused(
    what: impl Into<String>,
    read: impl Into<String>,
    expected: impl Into<String>,
) -> PyErr {
    raised(ParseError::new(what, read, expected))
}
