//! Exceptions.

use gyrosweep::io::scenario::ScenarioError as Wrong;
use gyrosweep::studies::Failure;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    gyrosweep,
    ScenarioError,
    PyValueError,
    "Says what is wrong with a scenario or with what is asked for; `key` and `file` say where, or are None."
);
pyo3::create_exception!(gyrosweep, RunError, PyRuntimeError, "Says why a run could not be completed.");
pyo3::create_exception!(
    gyrosweep,
    MembersFailed,
    PyRuntimeError,
    "Says which rows of a function failed, and how; `outcomes` holds the outcome of every row, `reason` why the first did."
);
pyo3::create_exception!(
    gyrosweep,
    Interrupted,
    PyKeyboardInterrupt,
    "Says that a run was stopped; `results` holds those of all whole chunks."
);

/// Returns the exception for a scenario that is wrong.
pub(crate) fn of_scenario(py: Python<'_>, error: &Wrong) -> PyErr {
    let (file, key) = match error {
        Wrong::Read { path, .. } => (Some(path.display().to_string()), None),
        Wrong::Syntax { place, .. } => (Some(file_of(place)), None),
        Wrong::Invalid(invalid) => {
            let key = invalid.place.split_once(": ").map(|(_, key)| key.to_string());
            (Some(file_of(&invalid.place)).filter(|file| !file.is_empty()), key)
        }
    };
    with_place(py, &error.to_string(), file, key)
}

/// Returns the exception for what is asked for that cannot be.
pub(crate) fn of_input(py: Python<'_>, message: &str) -> PyErr {
    with_place(py, message, None, None)
}

/// Returns the exception of a study that was not made.
pub(crate) fn of_failure(py: Python<'_>, failure: &Failure) -> PyErr {
    match failure {
        Failure::Input(message) => of_input(py, message),
        Failure::Other(message) | Failure::Stopped(message) | Failure::Unfinished { message, .. } => {
            RunError::new_err(message.clone())
        }
    }
}

fn with_place(py: Python<'_>, message: &str, file: Option<String>, key: Option<String>) -> PyErr {
    let error = ScenarioError::new_err(message.to_string());
    let value = error.value(py);
    match value.setattr("file", file).and_then(|()| value.setattr("key", key)) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Returns the file of a place as `top.toml:12: body[0].mass`.
fn file_of(place: &str) -> String {
    let place = place.split(": ").next().unwrap_or(place);
    place.rsplit_once(':').map_or(place, |(file, _)| file).to_string()
}
