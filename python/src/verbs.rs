//! Studies whose results are a record and a page.

use crate::errors::{RunError, of_input};
use crate::progress::Heard;
use crate::scenario::Scenario;
use crate::wait::{Ended, made};
use gyrosweep::io::folder::Existing;
use gyrosweep::io::manifest::json_text;
use gyrosweep::io::scenario::Purpose;
use gyrosweep::studies::{
    AnalysisKind, Request, Results, converge as convergence, optimise as optimisation, reliability as failures,
    validate as validation,
};
use numpy::PyArray1;
use pyo3::prelude::*;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;

/// The record as JSON, the page as Markdown, and whether all that was asked for came out.
pub(crate) type Answer = (String, String, bool);

/// Makes a study.
pub(crate) fn found<R>(py: Python<'_>, request: R) -> PyResult<Results<R::Found>>
where
    R: Request + Send + 'static,
    R::Found: Send,
{
    made(py, request, &Arc::new(Heard::default()), || Ok(())).map_err(|ended| match ended {
        Ended::Failed(error) | Ended::Stopped(error) => error,
    })
}

pub(crate) fn answer<R, T: Serialize>(
    py: Python<'_>,
    request: R,
    record: impl FnOnce(&R::Found) -> &T,
) -> PyResult<Answer>
where
    R: Request + Send + 'static,
    R::Found: Send,
{
    let results = found(py, request)?;
    let text = json_text(record(&results.found)).map_err(|e| RunError::new_err(e.to_string()))?;
    Ok((String::from_utf8_lossy(&text).into_owned(), results.page.markdown(), results.succeeded))
}

pub(crate) fn existing(force: bool) -> Existing {
    if force { Existing::Replace } else { Existing::Refuse }
}

/// Returns the one of these analyses of that name.
pub(crate) fn analysis(py: Python<'_>, name: &str, all: &[(&str, AnalysisKind)]) -> PyResult<AnalysisKind> {
    let found = all.iter().find(|(known, _)| *known == name).map(|(_, analysis)| *analysis);
    found.ok_or_else(|| {
        let names = all.iter().map(|(known, _)| format!("{known:?}")).collect::<Vec<_>>().join(", ");
        of_input(py, &format!("of: found {name:?}; accepted: {names}"))
    })
}

/// Judges the derivatives of a scenario by finite differences.
#[pyfunction]
pub(crate) fn validate(
    py: Python<'_>,
    scenario: &Scenario,
    member: Option<u64>,
    complex_step: bool,
    of: &str,
) -> PyResult<Answer> {
    // judged are derivatives of all but periodic motions
    let analysis = analysis(py, of, &AnalysisKind::ALL[..3])?;
    let request = validation::Request::of(scenario.read(py, None, None)?);
    answer(py, validation::Request { member, complex_step, analysis, ..request }, |found| &found.record)
}

/// How a member ended, the names of its bodies, times, and poses one after another.
type Motion<'py> = (&'static str, Vec<String>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>);

/// Returns how the bodies of a member move: how it ended, the names of bodies, times, and poses one after another.
#[pyfunction]
pub(crate) fn poses<'py>(
    py: Python<'py>,
    scenario: &Scenario,
    member: u64,
    samples: Option<u32>,
) -> PyResult<Motion<'py>> {
    let study = scenario.read(py, None, None)?.study;
    let found = py.detach(|| gyrosweep::studies::poses(&study, member, samples));
    let found = found.map_err(|error| of_input(py, &format!("member: {error}")))?;
    let bodies = study.mechanism.bodies.iter().map(|body| body.name.clone()).collect();
    let [times, numbers] = [found.times, found.numbers].map(|numbers| PyArray1::from_vec(py, numbers));
    Ok((found.outcome.name(), bodies, times, numbers))
}

/// Finds the parameters that a scenario looks for.
#[pyfunction]
pub(crate) fn optimise(py: Python<'_>, scenario: &Scenario, out: Option<PathBuf>, force: bool) -> PyResult<Answer> {
    let request = optimisation::Request::of(scenario.read(py, None, None)?);
    let request = optimisation::Request { folder: out, existing: existing(force), ..request };
    answer(py, request, |found| &found.record)
}

/// Finds the probability that members of a scenario fail.
#[pyfunction]
pub(crate) fn reliability(py: Python<'_>, scenario: &Scenario, out: Option<PathBuf>, force: bool) -> PyResult<Answer> {
    let request = failures::Request::of(scenario.read(py, None, None)?);
    let request = failures::Request { folder: out, existing: existing(force), ..request };
    answer(py, request, |found| &found.record)
}

/// Compares methods on a scenario.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // they are keywords of Python
pub(crate) fn converge(
    py: Python<'_>,
    scenario: &Scenario,
    out: Option<PathBuf>,
    member: Option<u64>,
    integrators: Vec<String>,
    steps: Vec<f64>,
    elements: Vec<usize>,
    of: &str,
    error: Option<f64>,
    seconds: f64,
    force: bool,
) -> PyResult<Answer> {
    let analysis = analysis(py, of, &AnalysisKind::ALL)?;
    let request = convergence::Request::of(scenario.read_for(py, Purpose::of_verb(analysis.name()), (None, None))?);
    let (folder, existing) = (out, existing(force));
    let request = convergence::Request {
        folder,
        existing,
        member,
        integrators,
        steps,
        elements,
        analysis,
        error,
        seconds,
        ..request
    };
    answer(py, request, |found| &found.record)
}
