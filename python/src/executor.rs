//! Runs on an executor of Python: a task is a chunk of members, which a worker computes and returns as bytes.
//!
//! The recorder of the caller keeps chunks in the order of members, so that tables, hashes and what resuming needs are those of
//! a local run.

use crate::errors::{ScenarioError, of_input, of_scenario};
use gyrosweep::ensemble::cpu::{Arithmetic, CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, BackendError, Chunk, Fault, MemberWatch, Members, Study, ValueColumns};
use gyrosweep::io::chunk_bytes;
use gyrosweep::io::scenario::{Content, Overrides, PLAN, SCENARIO, Scenario as Inner};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCFunction, PyDict, PyTuple};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Tasks that wait or are worked on, for each worker.
const TASKS: usize = 4;

/// Members of a task where nobody says otherwise.
const CHUNK: usize = 65_536;

/// What Dask says of a task whose workers died, and how often it is submitted then.
const KILLED: &str = "KilledWorker";
const TRIES: usize = 8;

/// How often a task that is waited for is asked whether the run goes on.
const LOOK: Duration = Duration::from_millis(50);

/// What a worker needs beside the members: what the caller's program is, and what is run.
#[derive(Clone, Debug, PartialEq, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Job {
    version: String,
    commit: Option<String>,
    arithmetic: String,
    /// The scenario and what it reads, by name.
    files: Vec<(String, Vec<u8>)>,
    /// Whether members are sampled.
    sampled: bool,
    /// Threads of a worker.
    threads: usize,
}

/// What a user says of an executor.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Given {
    executor: Py<PyAny>,
    workers: usize,
    /// The function that a worker calls.
    part: Py<PyAny>,
}

/// A backend whose members an executor's workers compute.
pub(crate) struct ExecutorBackend {
    given: Given,
    job: Job,
    /// Says how workers compute; it computes nothing itself.
    local: CpuBackend,
    watch: MemberWatch,
}

impl ExecutorBackend {
    /// Makes the backend of a study's run.
    pub(crate) fn new(
        py: Python<'_>,
        given: Given,
        scenario: &Inner,
        (arithmetic, threads): (Option<Arithmetic>, Option<usize>),
        sampled: bool,
    ) -> PyResult<Self> {
        let study = &scenario.study;
        // the adjoint method goes back over steps that are recorded exactly
        let usual = if study.mechanism.by_adjoint.is_empty() { Arithmetic::fastest() } else { Arithmetic::Exact };
        let threads = Some(threads.unwrap_or(1));
        let local = CpuBackend::new(threads, LaneWidth::for_study(study)).map_err(|e| of_input(py, &e.to_string()))?;
        let local = local.with_arithmetic(arithmetic.unwrap_or(usual));
        let job = Job {
            version: env!("CARGO_PKG_VERSION").into(),
            commit: gyrosweep::commit().map(Into::into),
            arithmetic: local.arithmetic(),
            files: files(py, scenario)?,
            sampled,
            threads: local.threads(),
        };
        Ok(Self { given, job, local, watch: MemberWatch::default() })
    }

    /// Has a worker compute some members, and returns what it answers.
    fn answer(&self, members: &Members) -> Result<Vec<u8>, BackendError> {
        let (send, receive) = channel();
        let future = Python::attach(|py| {
            let values: Vec<u8> = members.values.as_slice().iter().flat_map(|x| x.to_le_bytes()).collect();
            let task = (&self.given.part, &self.job.clone().into_pyobject(py)?, members.first, members.count());
            let task = task.into_pyobject(py)?;
            let task: Vec<Bound<'_, PyAny>> = task.iter().chain([PyBytes::new(py, &values).into_any()]).collect();
            let future = self.given.executor.call_method1(py, "submit", PyTuple::new(py, task)?)?;
            let done = move |_: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| {
                // nobody waits any more where the run was stopped
                let _ = send.send(());
            };
            future.call_method1(py, "add_done_callback", (PyCFunction::new_closure(py, None, None, done)?,))?;
            Ok(future)
        });
        let future = future.map_err(|error: PyErr| failure(&error))?;
        while let Err(RecvTimeoutError::Timeout) = receive.recv_timeout(LOOK) {
            if self.watch.is_stopped() {
                // a task that goes on is in nobody's way
                let _ = Python::attach(|py| future.call_method0(py, "cancel"));
                return Err(BackendError::stopped());
            }
        }
        let result = Python::attach(|py| future.call_method0(py, "result")?.extract::<Vec<u8>>(py));
        result.map_err(|error: PyErr| failure(&error))
    }
}

/// Returns the files that a worker reads, with one row of a table of the plan: members come with their values. Where they have
/// signals of their own, it says which there are.
fn files(py: Python<'_>, scenario: &Inner) -> PyResult<Vec<(String, Vec<u8>)>> {
    let plan = scenario.study.plan();
    let of = |(name, content): (String, Content)| {
        let bytes = match content {
            _ if name == PLAN && !scenario.has_signals_of_members => {
                let mut row = vec![0.0; plan.columns().len()];
                plan.fill(0, &mut row);
                let row: Vec<String> = row.iter().map(|x| format!("{x:?}")).collect();
                format!("{}\n{}\n", plan.columns().join(","), row.join(",")).into_bytes()
            }
            Content::Text(text) => text.into_bytes(),
            Content::File(path) => std::fs::read(&path)
                .map_err(|error| of_input(py, &format!("cannot read {}: {error}", path.display())))?,
        };
        Ok((name, bytes))
    };
    scenario.copies().into_iter().map(of).collect()
}

/// Says why a task failed; what is wrong with the scenario or the worker's program is so on every try.
fn failure(error: &PyErr) -> BackendError {
    Python::attach(|py| {
        let is_final = error.is_instance_of::<ScenarioError>(py);
        let fault = if is_final { Fault::Refused } else { Fault::Failed };
        BackendError { fault, words: format!("a task of the executor failed: {error}") }
    })
}

impl Backend for ExecutorBackend {
    fn description(&self) -> String {
        format!("executor of {} workers, each {}", self.given.workers, self.local.description())
    }

    fn arithmetic(&self) -> String {
        self.job.arithmetic.clone()
    }

    fn chunk_size(&self) -> usize {
        CHUNK
    }

    fn in_flight(&self) -> usize {
        TASKS * self.given.workers
    }

    fn watch_members(&mut self, watch: MemberWatch) {
        self.watch = watch;
    }

    fn draw(&self, study: &Study, first: u64, count: usize) -> Members {
        self.local.draw(study, first, count)
    }

    // workers combine steps of two lengths themselves
    fn run(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        self.integrate(study, members)
    }

    fn integrate(&self, _: &Study, members: Members) -> Result<Chunk, BackendError> {
        let mut tries = TRIES;
        let bytes = loop {
            match self.answer(&members) {
                Err(error) if error.words.contains(KILLED) && tries > 1 => tries -= 1,
                answer => break answer?,
            }
        };
        let [first, last] = [members.first, members.first + members.count().saturating_sub(1) as u64];
        let refused = |what: String| {
            let words = format!("the task of members {first} to {last} returned {what}");
            BackendError { fault: Fault::Refused, words }
        };
        let chunk = chunk_bytes::decode(&bytes).ok_or_else(|| refused("what is no result".into()))?;
        if chunk.members != members {
            let last = chunk.members.first + chunk.members.count().saturating_sub(1) as u64;
            return Err(refused(format!("results of members {} to {last}", chunk.members.first)));
        }
        Ok(chunk)
    }
}

/// The last job of this process, ready to compute.
static LAST: Mutex<Option<(Job, Arc<Ready>)>> = Mutex::new(None);

/// What computes a job's members.
struct Ready {
    study: Study,
    backend: CpuBackend,
}

impl Ready {
    /// Makes a job ready, or takes it from before.
    fn of(py: Python<'_>, job: &Job) -> PyResult<Arc<Self>> {
        let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, ready)) = last().as_ref().filter(|(known, _)| known == job) {
            return Ok(Arc::clone(ready));
        }
        let ready = Arc::new(Self::new(py, job)?);
        *last() = Some((job.clone(), Arc::clone(&ready)));
        Ok(ready)
    }

    fn new(py: Python<'_>, job: &Job) -> PyResult<Self> {
        let here = (env!("CARGO_PKG_VERSION"), gyrosweep::commit());
        if (job.version.as_str(), job.commit.as_deref()) != here {
            let program = |(version, commit): (&str, Option<&str>)| {
                commit.map_or_else(|| version.to_string(), |commit| format!("{version} of commit {commit}"))
            };
            let (theirs, here) = (program((&job.version, job.commit.as_deref())), program(here));
            let message = format!("a worker has gyrosweep {here}; accepted: {theirs}, that of the caller");
            return Err(of_input(py, &message));
        }
        let scenario = read(py, job)?;
        let study = if job.sampled { scenario.study } else { scenario.study.sampled(None) };
        let failed = |error: BackendError| PyRuntimeError::new_err(error.to_string());
        let mut backend = CpuBackend::new(Some(job.threads), LaneWidth::for_study(&study)).map_err(failed)?;
        for arithmetic in Arithmetic::ALL {
            backend = backend.with_arithmetic(arithmetic);
            if backend.arithmetic() == job.arithmetic {
                return Ok(Self { study, backend });
            }
        }
        let message = format!("a worker cannot compute in the arithmetic {}, that of the caller", job.arithmetic);
        Err(of_input(py, &message))
    }
}

/// Reads the scenario of a job, from a folder that is there no longer than that.
fn read(py: Python<'_>, job: &Job) -> PyResult<Inner> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder: PathBuf = std::env::temp_dir().join(format!("gyrosweep-{}-{number}", std::process::id()));
    let write = |(name, bytes): &(String, Vec<u8>)| {
        let file = folder.join(name);
        // the files of members are in a folder
        file.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(file, bytes))
    };
    let written = std::fs::create_dir(&folder).and_then(|()| job.files.iter().try_for_each(write));
    let scenario = written
        .map_err(|error| PyRuntimeError::new_err(format!("cannot write to {}: {error}", folder.display())))
        .and_then(|()| {
            Inner::read(&folder.join(SCENARIO), Overrides::default()).map_err(|error| of_scenario(py, &error))
        });
    // what stays is small, and where temporary files are
    let _ = std::fs::remove_dir_all(&folder);
    scenario
}

/// Computes some members of a job, and returns their results as bytes.
#[pyfunction]
pub(crate) fn compute_part<'py>(
    py: Python<'py>,
    job: Job,
    first: u64,
    count: usize,
    values: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let ready = Ready::of(py, &job)?;
    let values = values.as_chunks().0.iter().map(|x| f64::from_le_bytes(*x)).collect();
    let values = ValueColumns::new(count, values).ok_or_else(|| PyRuntimeError::new_err("a member lacks a value"))?;
    let found = py.detach(|| ready.backend.run(&ready.study, Members { first, values }));
    let chunk = found.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &chunk_bytes::encode(&chunk)))
}
