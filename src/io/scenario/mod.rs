//! Scenario files: TOML in, a validated [`Study`] out.
//!
//! Every error names the file, the line and the key, what was found and what would be accepted. A key
//! that nothing reads is an error, with the nearest key that is read.

mod description;
mod design;
mod error;
pub mod example;
mod implicit;
mod keys;
mod mechanism;
mod method;
mod plan;
mod section;
mod sensitivity;
mod start;

use crate::design::Design;
use crate::ensemble::{StartError, StepSequenceError, Study, StudyError, adjoint};
use crate::io::table::{digest, hexadecimal};
use crate::model::{Inconsistent, Invalid, Section};
pub use description::{Description, Part};
pub use design::DESIGN;
pub use error::ScenarioError;
pub use implicit::IMPLICIT;
pub use method::STEPS;
pub use plan::Overrides;
pub use sensitivity::SENSITIVITY;
pub use start::START;

use design::DesignKeys;
use keys::{Document, Keys};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A scenario that has been read.
#[derive(Debug)]
pub struct Scenario {
    /// The file.
    pub path: PathBuf,
    /// Its title, or its name.
    pub title: String,
    /// SHA-256 of its text, in hexadecimal.
    pub hash: String,
    /// What it asks for.
    pub study: Study,
    /// The kind of its plan.
    pub plan: &'static str,
    /// The seed of its plan.
    pub seed: u64,
    /// What a design study of it looks for.
    pub design: Option<Design>,
    /// The measurements that it is fitted to.
    pub measurements: Option<PathBuf>,
    /// The parameters by which outputs are differentiated and that no expression names.
    pub unused: Vec<String>,
    /// The table of members that the plan reads.
    pub plan_file: Option<PathBuf>,
    /// SHA-256 of that table, in hexadecimal.
    pub plan_hash: Option<String>,
}

impl Scenario {
    /// Reads a scenario file.
    ///
    /// ```
    /// use gyrosweep::io::scenario::{Overrides, Scenario};
    /// let path = std::path::Path::new("scenarios/heavy_top_sweep.toml");
    /// let scenario = Scenario::read(path, Overrides::default())?;
    /// assert_eq!(scenario.study.plan().members(), 16384);
    /// # Ok::<(), gyrosweep::io::scenario::ScenarioError>(())
    /// ```
    ///
    /// # Errors
    /// Where the file cannot be read, or something in it is wrong.
    pub fn read(path: &Path, overrides: Overrides) -> Result<Self, ScenarioError> {
        let bytes = std::fs::read(path).map_err(|source| {
            let hint = beside(path);
            ScenarioError::Read { path: path.to_path_buf(), source, hint }
        })?;
        let text = std::str::from_utf8(&bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
            let message = format!(
                "found the byte {:#04x}, with which no character of UTF-8 begins or goes on here; accepted: a text in UTF-8",
                bytes[error.valid_up_to()]
            );
            ScenarioError::Syntax { place: format!("{}:{line}", path.display()), message }
        })?;
        Self::parse(path, text, overrides)
    }

    /// Says what should be known before a run, though nothing is wrong.
    pub fn advice(&self) -> Vec<String> {
        let unused = |name: &String| format!("nothing depends on the parameter {name:?}: derivatives by it are zeros");
        self.unused.iter().map(unused).chain(self.study.advice()).collect()
    }

    /// The files that it is read from.
    pub fn files(&self) -> Vec<PathBuf> {
        [&self.path].into_iter().chain(&self.plan_file).chain(&self.measurements).cloned().collect()
    }

    /// Reads the text of a scenario; `path` is where it stands, for messages and for the files that it
    /// names.
    ///
    /// # Errors
    /// Where something in it is wrong.
    pub fn parse(path: &Path, text: &str, overrides: Overrides) -> Result<Self, ScenarioError> {
        let file = path.display().to_string();
        let root = toml::de::DeTable::parse(text).map_err(|e| {
            let line = e.span().map_or(1, |span| keys::line(text, span.start));
            let message = match (e.message(), e.span().and_then(|span| text.get(span))) {
                ("duplicate key", Some(key)) => format!("the key {key:?} comes twice"),
                (message, _) => message.to_string(),
            };
            ScenarioError::Syntax { place: format!("{file}:{line}"), message }
        })?;
        let document = Document::new(&file, text);
        let mut root = Keys::root(&document, root.get_ref());
        let name = path.file_stem().map_or_else(|| "scenario".into(), |s| s.to_string_lossy().into_owned());
        let title = if root.has("title") { root.text("title")? } else { name };
        let mechanism = mechanism::read(&document, &mut root)?;
        let mut method = method::read(&mut root)?;
        let defaults = mechanism.defaults();
        method
            .formulation
            .check(&mechanism, &defaults)
            .and_then(|()| mechanism.check_duration(&defaults, method.duration.evaluate(&defaults)))
            .map_err(|e| mechanism::placed(&root, e))?;
        let mechanism = sensitivity::read(&mut root, mechanism, &mut method)?;
        let sampling = read_sampling(&mut root)?;
        let plan = plan::read(&mut root, &mechanism, path, overrides)?;
        let design = DesignKeys::read(&mut root, path)?;
        root.finish()?;
        let study = Study::new(mechanism, method, sampling, plan.plan).map_err(|e| {
            let message = e.to_string();
            match e {
                StudyError::NothingSampled => root.invalid("sampling", message),
                StudyError::TooManySamples { .. } => root.invalid("sampling.every", message),
                StudyError::Steps(StepSequenceError::Duration(_)) => root.invalid("method.duration", message),
                StudyError::Steps(StepSequenceError::Tolerance { which, .. }) => {
                    let key = format!("method.{which}_tolerance");
                    root.invalid(if root.has_path(&key) { &key } else { "method.tolerance" }, message)
                }
                StudyError::Steps(StepSequenceError::Limit { which, .. }) => {
                    root.invalid(&format!("method.{which}_step"), message)
                }
                StudyError::MovingTimes(_) => root.invalid("sensitivity.second", message),
                StudyError::TooManyEvents(_) => root.invalid("event", message),
                StudyError::Unsupported(_) => root.invalid("method.integrator", message),
                StudyError::Undetermined(inconsistent) => mechanism::placed(&root, inconsistent),
                StudyError::Start(StartError { part: Some(part), .. }) => {
                    mechanism::placed(&root, Inconsistent { part, message })
                }
                StudyError::Start(_) => root.invalid("method.formulation", message),
                _ => root.invalid("method.step", message),
            }
        })?;
        adjoint::check(&study).map_err(|e| root.invalid("sensitivity.method", e.to_string()))?;
        let measurements = design.as_ref().and_then(DesignKeys::file);
        let design = design.map(|keys| keys.design(&study)).transpose()?;
        let hash = Sha256::digest(text.as_bytes()).iter().map(|b| format!("{b:02x}")).collect();
        // the table has been read, so it can be
        let plan_hash = plan.file.as_ref().and_then(|file| digest(file, None).ok()).map(hexadecimal);
        let (path, plan_file) = (path.to_path_buf(), plan.file);
        let (plan, seed) = (plan.kind, plan.seed);
        let concerned = study.mechanism.sensitivities.iter();
        let unused: BTreeSet<usize> = concerned.copied().filter(|at| !document.uses(*at)).collect();
        let unused = unused.into_iter().map(|at| study.mechanism.parameters[at].name.clone()).collect();
        Ok(Self { path, title, hash, study, plan, seed, design, measurements, unused, plan_file, plan_hash })
    }
}

fn read_sampling(root: &mut Keys<'_>) -> Result<Option<f64>, Invalid> {
    if !root.has("sampling") {
        return Ok(None);
    }
    let section = root.table("sampling")?;
    let every = section.constant("every")?;
    if !every.is_finite() || every <= 0.0 {
        return Err(section.invalid("every", format!("found {every:?}; accepted: a positive time in s")));
    }
    section.finish()?;
    Ok(Some(every))
}

/// The scenarios beside a file that does not exist.
fn beside(path: &Path) -> String {
    let folder = match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => return String::new(),
    };
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|p| p.extension().is_some_and(|e| e == "toml") && p.file_name().is_some_and(|n| n != "Cargo.toml"))
        .map(|p| p.strip_prefix(".").unwrap_or(&p).display().to_string())
        .collect();
    names.sort();
    names.truncate(12);
    if names.is_empty() { String::new() } else { format!("; found there: {}", names.join(", ")) }
}
