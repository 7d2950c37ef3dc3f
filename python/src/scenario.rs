//! Scenarios.

use crate::errors::of_scenario;
use gyrosweep::io::scenario::{Overrides, Purpose, Scenario as Inner, Setting};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};

/// A scenario that has been read: where its text stands, the text, and what is replaced in it.
#[pyclass(frozen, module = "gyrosweep._gyrosweep")]
#[derive(Debug)]
pub(crate) struct Scenario {
    path: PathBuf,
    text: String,
    set: Vec<(String, String)>,
    /// As it is read.
    #[pyo3(get)]
    title: String,
    /// The text as it is run.
    #[pyo3(get)]
    toml: String,
    /// The number of members of the plan.
    #[pyo3(get)]
    members: u64,
    /// The names of parameters, with the default and the unit of each.
    #[pyo3(get)]
    parameters: Vec<(String, f64, Option<String>)>,
    /// The parameters that the plan varies.
    #[pyo3(get)]
    varied: Vec<String>,
    /// The columns of the outputs, with their units.
    #[pyo3(get)]
    outputs: Vec<(String, String)>,
    /// What is likely not meant, though nothing is wrong.
    #[pyo3(get)]
    advice: Vec<String>,
}

impl Scenario {
    /// Reads the scenario again, with other numbers of members and seeds.
    pub(crate) fn read(&self, py: Python<'_>, members: Option<u64>, seed: Option<u64>) -> PyResult<Inner> {
        self.read_for(py, Purpose::default(), (members, seed))
    }

    /// Reads the scenario again for a verb that may need less than a run.
    pub(crate) fn read_for(
        &self,
        py: Python<'_>,
        purpose: Purpose,
        (members, seed): (Option<u64>, Option<u64>),
    ) -> PyResult<Inner> {
        let overrides = Overrides { purpose, members, seed, ..Overrides::default() };
        read(py, (&self.path, &self.text), &self.set, overrides)
    }
}

fn read(
    py: Python<'_>,
    (path, text): (&Path, &str),
    set: &[(String, String)],
    overrides: Overrides,
) -> PyResult<Inner> {
    let setting = |(name, value): &(String, String)| {
        format!("{name}={value}")
            .parse::<Setting>()
            .map_err(|message| PyValueError::new_err(format!("set({name:?}, {value}): {message}")))
    };
    let set = set.iter().map(setting).collect::<PyResult<Vec<Setting>>>()?;
    let overrides = Overrides { set, ..overrides };
    let read = py.detach(|| Inner::parse(path, text, overrides));
    read.map_err(|error| of_scenario(py, &error))
}

#[pymethods]
impl Scenario {
    /// Reads a text; `path` is where it stands.
    #[new]
    fn new(py: Python<'_>, path: PathBuf, text: String, set: Vec<(String, String)>) -> PyResult<Self> {
        let overrides = Overrides { purpose: Purpose::Any, ..Overrides::default() };
        let inner = read(py, (&path, &text), &set, overrides)?;
        let mechanism = &inner.study.mechanism;
        let parameters = mechanism.parameters.iter().map(|p| (p.name.clone(), p.default, p.unit.clone())).collect();
        Ok(Self {
            title: inner.title.clone(),
            toml: inner.text.clone(),
            members: inner.study.plan().members(),
            parameters,
            varied: inner.study.plan().columns().to_vec(),
            outputs: mechanism.columns(),
            advice: inner.advice(),
            path,
            text,
            set,
        })
    }

    /// The place of the text, and the text as it was given.
    #[getter]
    fn source(&self) -> (PathBuf, String) {
        (self.path.clone(), self.text.clone())
    }

    /// What is replaced in the text, by name.
    #[getter]
    fn replaced(&self) -> Vec<(String, String)> {
        self.set.clone()
    }
}
