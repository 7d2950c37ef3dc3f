//! The results of a run.

use crate::errors::{RunError, of_input};
use crate::table::Table;
use gyrosweep::io::folder::{Existing, default_folder};
use gyrosweep::io::manifest::json_text;
use gyrosweep::io::results::ResultData;
use pyo3::prelude::*;
use std::path::PathBuf;

/// The tables of a run and its manifest.
#[pyclass(frozen, module = "gyrosweep._gyrosweep")]
#[derive(Debug)]
pub(crate) struct Results {
    /// The members; None where only statistics were kept.
    #[pyo3(get)]
    members: Option<Py<Table>>,
    /// The samples; None where the scenario asks for none.
    #[pyo3(get)]
    samples: Option<Py<Table>>,
    /// The events; None where the scenario has none.
    #[pyo3(get)]
    events: Option<Py<Table>>,
    /// The manifest as JSON.
    #[pyo3(get)]
    manifest: String,
    /// The folder; None where nothing was written.
    #[pyo3(get)]
    folder: Option<PathBuf>,
    /// What the run found, as Markdown.
    #[pyo3(get)]
    page: String,
}

impl Results {
    pub(crate) fn new(py: Python<'_>, data: ResultData, folder: Option<PathBuf>, page: String) -> PyResult<Self> {
        let table = |table: Option<_>| table.map(|table| Py::new(py, Table::new(table))).transpose();
        let text = data.manifest.map(|manifest| json_text(&manifest)).transpose()?.unwrap_or_default();
        Ok(Self {
            members: table(data.members)?,
            samples: table(data.samples)?,
            events: table(data.events)?,
            manifest: String::from_utf8_lossy(&text).into_owned(),
            folder,
            page,
        })
    }

    /// Reads the results in a folder.
    pub(crate) fn read(py: Python<'_>, folder: PathBuf, page: String) -> PyResult<Self> {
        let data = py.detach(|| ResultData::read(&folder)).map_err(|e| of_input(py, &e.to_string()))?;
        Self::new(py, data, Some(folder), page)
    }
}

/// Reads the results in a folder.
#[pyfunction]
pub(crate) fn open_folder(py: Python<'_>, folder: PathBuf) -> PyResult<Results> {
    Results::read(py, folder, String::new())
}

/// Makes the results of one run of those of its shards, and returns their folder.
#[pyfunction]
pub(crate) fn merge(py: Python<'_>, folders: Vec<PathBuf>, out: Option<PathBuf>, force: bool) -> PyResult<PathBuf> {
    let existing = if force { Existing::Replace } else { Existing::Refuse };
    let merged = py.detach(|| {
        gyrosweep::io::merge::merge(&folders, out.as_deref(), default_folder, existing, |_| Ok(()))
            .map(|merged| out.unwrap_or_else(|| default_folder(&merged.scenario.path)))
            .map_err(|e| (e.is_input(), e.to_string()))
    });
    merged.map_err(|(is_input, message)| if is_input { of_input(py, &message) } else { RunError::new_err(message) })
}
