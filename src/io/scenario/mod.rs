//! Scenario files: TOML in, a validated [`Study`] out.
//!
//! Every error names the file, the line and the key, what was found and what would be accepted. A key
//! that nothing reads is an error, with the nearest key that is read.

mod advice;
mod bodies;
pub mod builder;
mod copies;
mod dependence;
mod description;
mod design;
mod distribution;
mod document;
mod drawn;
mod edit;
mod error;
mod every;
pub mod example;
mod frames;
mod implicit;
mod joint_forces;
mod keys;
mod known;
mod meaning;
mod measurements;
mod mechanism;
mod method;
mod modes;
mod notation;
mod objective;
mod other_plan;
mod parameters;
mod periodic;
mod placed;
mod plain;
mod plan;
mod plan_rows;
mod plan_table;
mod plan_texts;
mod probability;
mod purpose;
mod quantity;
mod rates;
mod read_file;
pub mod reference;
mod refine;
mod refined;
mod reliability;
mod replaced;
mod resets;
mod retry;
mod sampling;
mod section;
mod sensitivity;
mod settings;
mod sides;
mod signal;
mod signal_choice;
mod signal_notes;
mod start;
mod statics;
mod tolerance;
mod units;
mod unstated;
mod until;
mod value;

use crate::analyses::modes::Modes;
use crate::analyses::statics::Statics;
use crate::design::{Design, Reliability};
use crate::ensemble::{Study, adjoint};
use crate::io::table::hexadecimal;
use crate::model::expression::Signal;
use crate::model::{Invalid, Mechanism, Section, SignalCall};
use crate::sampling::refinement::Refinement;
use crate::statistics::Wanted;
pub use copies::Content;
use copies::Copied;
pub use description::{Description, Part};
pub use document::Derived;
pub use error::ScenarioError;
pub use periodic::PeriodicKeys;
pub use plan::Overrides;
pub use purpose::Purpose;
pub use quantity::{Quantities, Quantity};
pub use rates::rates;
pub use read_file::{MEASUREMENTS, PLAN, ReadFile, SCENARIO, is_copy};
pub use refined::RefinedError;
pub use settings::{Setting, SettingValue};

use design::DesignKeys;
use document::{Document, TABLES};
use keys::Keys;
use reliability::ReliabilityKeys;
use sha2::{Digest, Sha256};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::DeTable;

/// A scenario that has been read.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The file.
    pub path: PathBuf,
    /// The title of the scenario, or its name.
    pub title: String,
    /// The text of the scenario as it is run: with what the command line replaces, and the names of the copies of files
    /// that it reads.
    pub text: String,
    /// SHA-256 of that text, in hexadecimal.
    pub hash: String,
    /// SHA-256 of what that text says, apart from comments, blanks and notations, in hexadecimal.
    pub meaning: String,
    /// What the scenario asks for.
    pub study: Study,
    /// The kind of the plan.
    pub plan: &'static str,
    /// The seed of the plan.
    pub seed: u64,
    /// How the grid of the plan is refined, if it is.
    pub refinement: Option<Refinement>,
    /// How closely figures are to be known before a run has enough members.
    pub until: Vec<Wanted>,
    /// What a design study of the scenario looks for.
    pub design: Option<Design>,
    /// What a reliability study of the scenario is asked.
    pub reliability: Option<Reliability>,
    /// What the scenario asks of modes, if it says it.
    pub modes: Option<Modes>,
    /// What the scenario asks of static equilibria, if it says it.
    pub statics: Option<Statics>,
    /// What is asked of periodic motions.
    pub periodic: Option<PeriodicKeys>,
    /// The measurements that the scenario is fitted to.
    pub measurements: Option<PathBuf>,
    /// The parameters that no expression names.
    pub unused: Vec<String>,
    /// What is likely not meant, though nothing is wrong, in words.
    pub notes: Vec<String>,
    /// The names of the mechanism's forces, in their order.
    pub force_names: Vec<String>,
    /// The names that stand for expressions over the parameters.
    pub derived: Vec<Derived>,
    /// The table of members that the plan reads.
    pub plan_file: Option<PathBuf>,
    /// That table as CSV, where the plan leaves out what is in it besides, or it is of another format.
    pub plan_text: Option<String>,
    /// SHA-256 of that table, or of that text, in hexadecimal.
    pub plan_hash: Option<String>,
    /// The files that further keys name: those of signals and of poses.
    pub files_of_keys: Vec<ReadFile>,
    /// Whether the scenario says how members run in time; else the method of its study is none that it asks for.
    pub has_method: bool,
    /// Whether members have files or columns of signals of their own.
    pub has_signals_of_members: bool,
    /// What was replaced in the file.
    pub replaced: Overrides,
    /// The text that was read, without what is replaced.
    pub source: String,
}

impl Scenario {
    /// Reads a scenario file, or standard input where the path is `-`; files that it names are beside it, or in the
    /// current folder.
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
        let (read, path) = if path == Path::new("-") {
            let mut bytes = Vec::new();
            (std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes), Path::new(STDIN))
        } else {
            (std::fs::read(path), path)
        };
        let bytes = read.map_err(|source| {
            let hint = read_file::scenarios_beside(path);
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

    /// Returns the files that the scenario is read from.
    pub fn files(&self) -> Vec<PathBuf> {
        [&self.path]
            .into_iter()
            .chain(&self.plan_file)
            .chain(&self.measurements)
            .chain(self.files_of_keys.iter().flat_map(ReadFile::paths))
            .cloned()
            .collect()
    }

    /// Returns what a folder of the scenario's results holds of what the scenario is read from, by name.
    pub fn copies(&self) -> Vec<(String, Content)> {
        let file = |file: &Option<PathBuf>| file.clone().map(Content::File);
        let plan = self.plan_text.clone().map(Content::Text);
        let copies = [
            (SCENARIO, Some(Content::Text(self.text.clone()))),
            (PLAN, plan.or_else(|| file(&self.plan_file))),
            (MEASUREMENTS, file(&self.measurements)),
        ];
        let copies = copies.into_iter().filter_map(|(name, copy)| Some((name.to_string(), copy?)));
        let further = self.files_of_keys.iter().flat_map(ReadFile::copies);
        copies.chain(further.map(|(name, file)| (name, Content::File(file)))).collect()
    }

    /// Returns the names of the copies of what the scenario is read from: of many files of a key, that of the folder that they are in.
    pub fn copy_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (name, _) in self.copies() {
            let name = name.split_once('/').map_or(name.as_str(), |(folder, _)| folder);
            if names.last().is_none_or(|last| last != name) {
                names.push(name.to_string());
            }
        }
        names
    }

    /// Reads the text of a scenario; `path` is where it stands, for messages and for the files that it
    /// names.
    ///
    /// # Errors
    /// Where something in it is wrong.
    pub fn parse(path: &Path, source: &str, overrides: Overrides) -> Result<Self, ScenarioError> {
        let file = path.display().to_string();
        let given = table(&file, source)?;
        let text = &settings::apply(&file, source, given.get_ref(), &overrides.set)?;
        let table = table(&file, text)?;
        let mut document = Document::new(&file, text);
        document.refined = overrides.elements.map(|elements| (elements, frames::named(table.get_ref())));
        let expanded = every::expanded(&document, table.get_ref())?;
        let retries = retry::tables(table.get_ref());
        let mut root = Keys::root(&document, expanded.as_ref().unwrap_or(table.get_ref()));
        root.know(&TABLES)?;
        let name = path.file_stem().map_or_else(|| "scenario".into(), |s| s.to_string_lossy().into_owned());
        let title = if root.has("title") { root.text("title")? } else { name };
        let parameters = parameters::read(&document, &mut root)?;
        let plan = plan::read(&mut root, &parameters, path, &overrides)?;
        signal::read(&document, &mut root, &plan)?;
        let (is_run, has_method) = overrides.purpose.run_and_method(&root);
        let mechanism = mechanism::read(&document, &mut root, parameters, is_run)?;
        let (mut method, errors) = plain::read_method(&mut root, &mechanism, (is_run, has_method))?;
        let mechanism = mechanism.with_step_errors(&errors);
        let defaults = mechanism.defaults();
        let duration = method.duration.evaluate(&defaults);
        // before the start is looked at, where a signal that has no value would make something else not finite
        check_signals(&mechanism, has_method.then_some(duration))?;
        method
            .formulation
            .check(&mechanism, &defaults, root.has("sampling"))
            .and_then(|()| mechanism.check_duration(&defaults, duration))
            .map_err(|e| mechanism::placed(&root, e))?;
        let mechanism = sensitivity::read(&mut root, mechanism, &mut method)?;
        let sampling = sampling::read(&mut root)?.filter(|_| has_method);
        settings::check(&file, &overrides.set, &plan.plan, plan.file.as_deref())?;
        let (design, reliability) = (DesignKeys::read(&mut root, path)?, ReliabilityKeys::read(&mut root, plan.seed)?);
        let (modes, statics) = (modes::read(&mut root, &mechanism)?, statics::read(&mut root, &mechanism)?);
        let periodic = periodic::read(&mut root, &mechanism, &method)?;
        let mut notes = units::converted_twice(&root)?;
        notes.extend(document.notes.take());
        let (files, plan_hash) = (document.files.take(), plan.hash());
        notes.extend(signal::notes(&document, &mechanism.signal_calls, has_method.then_some(duration)));
        root.finish()?;
        let study = retry::study((&root, &retries), (mechanism, method, sampling, plan.plan))?;
        adjoint::check(&study).map_err(|e| root.invalid("sensitivity.method", e.to_string()))?;
        let measurements = design.as_ref().and_then(DesignKeys::file);
        let design = design.map(|keys| keys.design(&study)).transpose()?;
        let reliability = reliability.map(|keys| keys.of(&study)).transpose()?;
        let copied = Copied { plan: plan.file.as_ref(), measurements: measurements.as_ref(), further: &files };
        let text = copies::as_run(text, table.get_ref(), &overrides, &copied);
        let unused = document.unused(&study.mechanism.parameters);
        Ok(Self {
            path: path.to_path_buf(),
            title,
            hash: hexadecimal(Sha256::new_with_prefix(&text)),
            meaning: meaning::digest(&text),
            text,
            study,
            plan: plan.kind,
            seed: plan.seed,
            refinement: plan.refinement,
            until: plan.until,
            design,
            reliability,
            modes,
            statics,
            periodic,
            measurements,
            unused,
            notes,
            force_names: document.names().forces.iter().map(|force| force.name.clone()).collect(),
            derived: document.derived.take(),
            plan_file: plan.file,
            plan_text: plan.text,
            plan_hash,
            files_of_keys: files,
            has_method,
            has_signals_of_members: document.signals().iter().any(|(_, of)| matches!(**of, Signal::Family(..))),
            replaced: overrides,
            source: source.to_string(),
        })
    }
}

/// Fails where a signal that has nothing to say outside of its samples is called there.
fn check_signals(mechanism: &Mechanism, duration: Option<f64>) -> Result<(), Invalid> {
    let (defaults, Some(duration)) = (mechanism.defaults(), duration) else { return Ok(()) };
    // a member that leaves a table of poses is told by its outcome, where the default values have a start
    let is_refused = |call: &SignalCall| !call.is_of_poses || call.left(&defaults, 0.0).is_some();
    let left = |call: &SignalCall| {
        let message = call.left(&defaults, duration).filter(|_| is_refused(call))?;
        Some((call.place.clone(), message))
    };
    let found = mechanism.signal_calls.iter().find_map(left);
    found.map_or(Ok(()), |(place, message)| Err(Invalid { place, message }))
}

/// What stands for the name of the file where a scenario comes from standard input.
const STDIN: &str = "stdin";

/// Parses the text of a file.
fn table<'a>(file: &str, text: &'a str) -> Result<Spanned<DeTable<'a>>, ScenarioError> {
    DeTable::parse(text).map_err(|e| {
        let line = e.span().map_or(1, |span| document::line(text, span.start));
        let message = match (e.message(), e.span().and_then(|span| text.get(span))) {
            ("duplicate key", Some(key)) => format!("the key {key:?} comes twice"),
            (message, _) => {
                format!("{message}{}", e.span().map_or(String::new(), |span| notation::of_number(text, span.start)))
            }
        };
        ScenarioError::Syntax { place: format!("{file}:{line}"), message }
    })
}
