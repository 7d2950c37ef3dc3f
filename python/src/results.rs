//! The results of a run.

use crate::errors::{RunError, of_input, of_scenario};
use crate::scenario::Scenario;
use crate::table::Table;
use crate::verbs::{Answer, answer, found};
use gyrosweep::io::folder::{Existing, default_folder};
use gyrosweep::io::manifest::{RunManifest, json_text};
use gyrosweep::io::results::ResultData;
use gyrosweep::io::scenario::{Overrides, Purpose, SCENARIO, Scenario as Inner};
use gyrosweep::studies::{report, sensitivity};
use pyo3::prelude::*;
use std::collections::BTreeMap;
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
    /// The points of paths or branches; None where the results have none.
    #[pyo3(get)]
    path: Option<Py<Table>>,
    #[pyo3(get)]
    periodic: Option<Py<Table>>,
    /// Further files by their names, as texts.
    #[pyo3(get)]
    files: BTreeMap<String, String>,
    /// The manifest as JSON.
    #[pyo3(get)]
    manifest: String,
    /// The folder; None where nothing was written.
    #[pyo3(get)]
    folder: Option<PathBuf>,
    /// What the run found, as Markdown.
    #[pyo3(get)]
    page: String,
    /// What was run, where the results are in memory.
    run: Option<RunOf>,
}

/// A scenario with the number of members and the seed of a run, and the verb that it is one of.
#[derive(Debug)]
pub(crate) struct RunOf {
    pub(crate) verb: String,
    pub(crate) scenario: Py<Scenario>,
    pub(crate) members: Option<u64>,
    pub(crate) seed: Option<u64>,
}

impl Results {
    pub(crate) fn new(
        py: Python<'_>,
        mut data: ResultData,
        folder: Option<PathBuf>,
        page: String,
        run: Option<RunOf>,
    ) -> PyResult<Self> {
        let table = |table: Option<_>| table.map(|table| Py::new(py, Table::new(table))).transpose();
        let [path, periodic] = ["path", "periodic"].map(|name| table(data.further.remove(name)));
        let text_of = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        let files = data.files.iter().map(|(name, text)| (name.clone(), text_of(text))).collect();
        let text = data.manifest.map(|manifest| json_text(&manifest)).transpose()?.unwrap_or_default();
        Ok(Self {
            members: table(data.members)?,
            samples: table(data.samples)?,
            events: table(data.events)?,
            path: path?,
            periodic: periodic?,
            files,
            manifest: text_of(&text),
            folder,
            page,
            run,
        })
    }

    /// Returns the scenario that was run.
    fn scenario(&self, py: Python<'_>) -> PyResult<Inner> {
        match (&self.run, &self.folder) {
            (Some(run), _) => run.scenario.get().read_for(py, Purpose::of_verb(&run.verb), (run.members, run.seed)),
            (None, Some(folder)) => {
                let manifest = RunManifest::read(&folder.join("manifest.json")).ok();
                let purpose = manifest.map_or_else(Purpose::default, |manifest| Purpose::of_verb(&manifest.verb));
                let overrides = Overrides { purpose, ..Overrides::default() };
                let read = py.detach(|| Inner::read(&folder.join(SCENARIO), overrides));
                read.map_err(|error| of_scenario(py, &error))
            }
            (None, None) => Err(of_input(py, "these results do not know their scenario")),
        }
    }

    /// Returns a copy of the tables and the manifest.
    fn data(&self, py: Python<'_>) -> PyResult<ResultData> {
        let manifest = serde_json::from_str(&self.manifest).map_err(|e| RunError::new_err(e.to_string()))?;
        let table = |table: &Option<Py<Table>>| table.as_ref().map(|table| table.get().data());
        py.detach(|| {
            let (members, samples, events) = (table(&self.members), table(&self.samples), table(&self.events));
            Ok(ResultData { members, samples, events, manifest: Some(manifest), ..ResultData::default() })
        })
    }

    /// Reads the results in a folder.
    pub(crate) fn read(py: Python<'_>, folder: PathBuf, page: String) -> PyResult<Self> {
        let data = py.detach(|| ResultData::read(&folder)).map_err(|e| of_input(py, &e.to_string()))?;
        Self::new(py, data, Some(folder), page, None)
    }
}

#[pymethods]
impl Results {
    /// Returns what derivatives say of which parameters matter.
    fn sensitivity(
        &self,
        py: Python<'_>,
        accept_failed: Option<f64>,
        chaos: bool,
        degree: Option<u32>,
    ) -> PyResult<Answer> {
        let (scenario, data) = (self.scenario(py)?, Some(self.data(py)?));
        let chaos = chaos.then_some(degree);
        answer(
            py,
            sensitivity::Request {
                scenario,
                results: None,
                data,
                json: None,
                accept_failed,
                chaos,
                keep: false,
                force: false,
            },
            |found| &found.record,
        )
    }

    /// Writes the report, and returns its file.
    fn report(
        &self,
        py: Python<'_>,
        out: Option<PathBuf>,
        columns: Vec<String>,
        title: Option<String>,
        animate: Option<String>,
        force: bool,
    ) -> PyResult<PathBuf> {
        let subject = match &self.folder {
            Some(folder) => report::Subject::Folder(folder.clone()),
            None => report::Subject::Memory(Box::new((self.data(py)?, self.scenario(py)?))),
        };
        let animate = animate.map(|text| text.parse()).transpose();
        let animate = animate.map_err(|message: String| of_input(py, &format!("animate: {message}")))?;
        let request = report::Request { out, columns, title, force, ..report::Request::of(subject) };
        let request = report::Request { animate: animate.unwrap_or_default(), ..request };
        Ok(found(py, request)?.found.file)
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
        gyrosweep::io::merge::merge(&folders, out.as_deref(), default_folder, existing, |verb, path| {
            gyrosweep::studies::AnalysisKind::read(verb, path).map_err(|error| error.to_string())
        })
        .map(|merged| out.unwrap_or_else(|| default_folder(&merged.scenario.path)))
        .map_err(|e| (e.is_input(), e.to_string()))
    });
    merged.map_err(|(is_input, message)| if is_input { of_input(py, &message) } else { RunError::new_err(message) })
}
