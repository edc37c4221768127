//! Answers of the laboratory as Python objects: what its JSON says, as dicts and lists.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// An answer as a Python object.
///
/// # Errors
/// If Python has no memory for it.
pub(crate) fn object<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let value = serde_json::to_value(answer).map_err(crate::errors::raised)?;
    value_object(py, &value)
}

/// A JSON value as a Python object.
pub(crate) fn value_object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(truth) => truth.into_bound_py_any(py),
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(number), ..) => number.into_bound_py_any(py),
            (_, Some(number), _) => number.into_bound_py_any(py),
            (.., number) => number.into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(items) => {
            let items = items.iter().map(|item| value_object(py, item)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(py, items)?.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, field) in fields {
                dict.set_item(name, value_object(py, field)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// A request of the laboratory from the JSON that the Python side writes.
pub(crate) fn request<T: DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(crate::errors::raised)
}
