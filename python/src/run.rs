//! Runs, beside which Python goes on hearing signals.

use crate::errors::{Interrupted, of_input};
use crate::executor::{ExecutorBackend, Given};
use crate::progress::Heard;
use crate::results::{Results, RunOf};
use crate::scenario::Scenario;
use crate::wait::{Ended, made};
use gyrosweep::backends::{BackendChoice, BackendOptions, PrecisionRequest};
use gyrosweep::ensemble::cpu::Arithmetic;
use gyrosweep::io::folder::Existing;
use gyrosweep::io::results::MemoryResults;
use gyrosweep::io::scenario::Purpose;
use gyrosweep::studies;
use gyrosweep::studies::member_analysis::Request as OfMembers;
use gyrosweep::studies::modes::Modes;
use gyrosweep::studies::periodic::Periodic;
use gyrosweep::studies::run::{Found, OwnBackend, Part, Request, Share, Target};
use gyrosweep::studies::statics::Statics;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// What a run is asked, as Python gives it.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    out: Option<PathBuf>,
    members: Option<u64>,
    seed: Option<u64>,
    member: Option<u64>,
    samples: Option<u32>,
    backend: String,
    precision: String,
    arithmetic: Option<String>,
    threads: Option<usize>,
    chunk: Option<usize>,
    resume: bool,
    extend: bool,
    force: bool,
    statistics: Option<Vec<String>>,
    verify: Option<f64>,
    executor: Option<Given>,
}

/// Returns the one of that name, or says which there are.
fn chosen<T: Copy>(py: Python<'_>, what: &str, found: &str, known: &[(&str, T)]) -> PyResult<T> {
    let names = || known.iter().map(|(name, _)| format!("{name:?}")).collect::<Vec<_>>().join(", ");
    let one = known.iter().find(|(name, _)| *name == found).map(|(_, value)| *value);
    one.ok_or_else(|| of_input(py, &format!("{what}: found {found:?}; accepted: {}", names())))
}

impl Options {
    fn backends(&self, py: Python<'_>) -> PyResult<BackendOptions> {
        let backends = BackendChoice::ALL.map(|choice| (choice.name(), choice));
        let precisions = PrecisionRequest::ALL.map(|request| (request.name(), request));
        let arithmetic = |name: &String| {
            chosen(py, "arithmetic", name, &Arithmetic::ALL.map(|arithmetic| (arithmetic.name(), arithmetic)))
        };
        Ok(BackendOptions {
            backend: chosen(py, "backend", &self.backend, &backends)?,
            precision: Some(chosen(py, "precision", &self.precision, &precisions)?),
            arithmetic: self.arithmetic.as_ref().map(arithmetic).transpose()?,
            threads: self.threads,
            chunk: self.chunk,
            ..BackendOptions::default()
        })
    }

    /// Returns what has an executor compute the members.
    fn own_backend(&self, py: Python<'_>, given: Given, request: &Request) -> PyResult<OwnBackend> {
        if !["auto", "cpu"].contains(&self.backend.as_str()) || !["auto", "f64"].contains(&self.precision.as_str()) {
            let (backend, precision) = (&self.backend, &self.precision);
            let message = format!(
                "executor: found the backend {backend:?} in {precision:?}; accepted: \"cpu\" in \"f64\", with which workers compute"
            );
            return Err(of_input(py, &message));
        }
        let how = (self.backends(py)?.arithmetic, self.threads);
        // statistics take no samples
        let sampled = self.statistics.is_none() && request.scenario.study.sampling.is_some();
        Ok(OwnBackend(Box::new(ExecutorBackend::new(py, given, &request.scenario, how, sampled)?)))
    }

    fn request(
        &mut self,
        py: Python<'_>,
        (scenario, verb): (&Scenario, &str),
        memory: &MemoryResults,
    ) -> PyResult<Request> {
        let known = [
            (self.resume, "resume", Existing::Resume),
            (self.extend, "extend", Existing::Extend),
            (self.force, "force", Existing::Replace),
        ];
        let existing = match known.iter().filter(|(is_asked, ..)| *is_asked).collect::<Vec<_>>()[..] {
            [] => Existing::Refuse,
            [(.., existing)] => *existing,
            [(_, one, _), (_, other, _), ..] => {
                return Err(of_input(py, &format!("{one} and {other}: found both; accepted: either")));
            }
        };
        let request = Request::of(scenario.read_for(py, Purpose::of_verb(verb), (self.members, self.seed))?);
        let own_backend = self.executor.take().map(|given| self.own_backend(py, given, &request)).transpose()?;
        Ok(Request {
            own_backend,
            target: self.out.clone().map_or_else(|| Target::Memory(memory.clone()), Target::Folder),
            existing,
            backends: self.backends(py)?,
            part: self.member.map_or(Part::Whole, Part::Member),
            samples: self.samples,
            statistics: self.statistics.clone(),
            verify: self.verify.map(Share::Given),
            ..request
        })
    }
}

/// What Python asks of a verb: the scenario, the name of the verb, and what is called with how many members are done, of how many, and how many
/// failed.
type Asked<'py> = (Bound<'py, Scenario>, String, Option<Py<PyAny>>);

/// Runs members, or finds what an analysis finds of them in place of that; `progress` is called with how many are done, of how many, and how many
/// failed. Returns results and warnings.
#[pyfunction]
pub(crate) fn run(
    py: Python<'_>,
    scenario: Bound<'_, Scenario>,
    mut options: Options,
    progress: Option<Py<PyAny>>,
    verb: String,
) -> PyResult<(Results, Vec<String>)> {
    let memory = MemoryResults::default();
    let request = options.request(py, (scenario.get(), &verb), &memory)?;
    let all = request.scenario.study.plan().members();
    let (asked, options) = ((scenario, verb, progress), (&options, memory));
    match asked.1.as_str() {
        "run" => finished(py, (request, all), asked, options),
        "modes" => finished(py, (of_members::<Modes>(request), all), asked, options),
        "statics" => finished(py, (of_members::<Statics>(request), all), asked, options),
        "periodic" => finished(py, (of_members::<Periodic>(request), all), asked, options),
        verb => Err(of_input(py, &format!("found {verb:?}; accepted: run, modes, statics, periodic"))),
    }
}

/// Asks of an analysis what was asked of a run.
fn of_members<A>(request: Request) -> OfMembers<A> {
    let Request { scenario, target, part, existing, backends, statistics, .. } = request;
    OfMembers { target, part, existing, backends, statistics, ..OfMembers::of(scenario) }
}

/// Makes a request of so many members, and returns its results.
fn finished<R>(
    py: Python<'_>,
    (request, all): (R, u64),
    (scenario, verb, progress): Asked<'_>,
    (options, memory): (&Options, MemoryResults),
) -> PyResult<(Results, Vec<String>)>
where
    R: studies::Request<Found = Found> + Send + 'static,
{
    let heard = Arc::new(Heard::default());
    let mut told = 0;
    let tell = || {
        let [done, failed] = heard.counts();
        match &progress {
            Some(progress) if std::mem::replace(&mut told, done) != done => {
                progress.call1(py, (done, all, failed)).map(drop)
            }
            _ => Ok(()),
        }
    };
    let results = |page: String| match &options.out {
        Some(folder) => Results::read(py, folder.clone(), page),
        // nothing is added to them any more
        None => {
            let (scenario, verb) = (scenario.clone().unbind(), verb.clone());
            let run = RunOf { verb, scenario, members: options.members, seed: options.seed };
            Results::new(py, std::mem::take(&mut *memory.lock()), None, page, Some(run))
        }
    };
    match made(py, request, &heard, tell) {
        Ok(answer) => Ok((results(answer.page.markdown())?, heard.take_warnings())),
        Err(Ended::Stopped(error)) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
            let stopped = Interrupted::new_err("the run was stopped");
            stopped.value(py).setattr("results", results(String::new())?)?;
            Err(stopped)
        }
        Err(Ended::Failed(error) | Ended::Stopped(error)) => Err(error),
    }
}
