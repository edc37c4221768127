//! Numbers from Python objects: arrays of numpy, sequences, single numbers.

use crate::errors::refused;
use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyFloat;
use tiptree::Range;

/// The numbers of an array or a sequence, in order; those of an array of several dimensions row by row.
pub(crate) fn floats(object: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    // First what is found fastest: an evaluator may be asked a million times.
    if let Ok(number) = object.cast::<PyFloat>() {
        return Ok(vec![number.value()]);
    }
    if let Ok(array) = object.extract::<PyReadonlyArrayDyn<'_, f64>>() {
        return Ok(array.as_array().iter().copied().collect());
    }
    if let Ok(array) = object.extract::<PyReadonlyArrayDyn<'_, f32>>() {
        return Ok(array.as_array().iter().map(|&value| f64::from(value)).collect());
    }
    if let Ok(number) = object.extract::<f64>() {
        return Ok(vec![number]);
    }
    object.try_iter()?.map(|item| item?.extract()).collect()
}

/// A range: the least and the greatest value, and the step if the values lie on a grid.
pub(crate) fn range(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Range> {
    match *floats(object)? {
        [low, high] if low < high => Ok(Range::new(low, high)),
        [low, high, step] if low < high && step > 0.0 => Ok(Range::new(low, high).with_step(step)),
        _ => {
            let expected = "the least and the greatest, such as (-1, 1), or with a step, such as (-1, 1, 1)";
            Err(refused(what, object.repr()?.to_string(), expected))
        }
    }
}

/// The numbers of each row.
pub(crate) fn rows<'py>(object: &Bound<'py, PyAny>) -> PyResult<Vec<Row<'py>>> {
    if let Ok(array) = object.extract::<PyReadonlyArrayDyn<'_, f64>>()
        && array.ndim() == 2
    {
        return Ok(array
            .as_array()
            .outer_iter()
            .map(|row| Row::Numbers(row.iter().copied().collect()))
            .collect());
    }
    if let Ok(array) = object.extract::<PyReadonlyArrayDyn<'_, f32>>()
        && array.ndim() == 2
    {
        let numbers =
            |row: numpy::ndarray::ArrayViewD<'_, f32>| row.iter().map(|&value| f64::from(value)).collect();
        return Ok(array.as_array().outer_iter().map(|row| Row::Numbers(numbers(row))).collect());
    }
    object.try_iter()?.map(|row| Ok(Row::Object(row?))).collect()
}

/// A number for each action.
pub(crate) enum Row<'py> {
    /// A row of an array, indexed by the number of an action.
    Numbers(Vec<f64>),
    /// Anything that has a number for an action: a dict, a list.
    Object(Bound<'py, PyAny>),
}

impl Row<'_> {
    /// The number of an action.
    pub(crate) fn get(&self, action: u64) -> PyResult<f64> {
        match self {
            Row::Numbers(numbers) => {
                let number = usize::try_from(action).ok().and_then(|place| numbers.get(place));
                number.copied().ok_or_else(|| {
                    refused(
                        "priors",
                        format!("{} numbers", numbers.len()),
                        format!("one for action {action}"),
                    )
                })
            }
            Row::Object(row) => row.get_item(action)?.extract(),
        }
    }
}
