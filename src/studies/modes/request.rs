//! What is asked of modes, and how they are found.

use super::backend::{Growing, backend};
use super::of_member::{Mode, ModesOfMember, NoModes};
use super::shapes::Shapes;
use crate::ensemble::{Modes, Study, StudyError};
use crate::io::folder::{Existing, ResultsFolder};
use crate::io::manifest::{FileRecord, ManifestError, RunManifest, json_text};
use crate::io::run::Maker;
use crate::io::scenario::Scenario;
use crate::io::table::Format;
use crate::report::{Page, RowSelection, Table, count, counted};
use crate::studies::common::folder;
use crate::studies::request::{Results, Verb};
use crate::studies::run::{self, Found, OwnBackend, OwnVerb, Part, Target, options, suffix};
use crate::studies::{Failure, Listener};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The record of shapes in the folder of results.
const SHAPES: &str = "shapes.json";

/// Asks for the modes of all members of a scenario.
#[derive(Debug)]
pub struct Request {
    /// The scenario; what it asks of modes stands in its `[modes]`.
    pub scenario: Scenario,
    /// Where the results go; else to `results/`, the name of the scenario and `_modes`.
    pub out: Option<PathBuf>,
    /// The members: all, or one.
    pub part: Part,
    /// What is done with results that are there already.
    pub existing: Existing,
    /// The format of the table of members.
    pub format: Format,
    /// Which columns the page shows.
    pub selection: RowSelection,
}

impl Request {
    /// Asks for the modes of a scenario.
    pub fn of(scenario: Scenario) -> Self {
        let selection = RowSelection::new(Vec::new(), 30);
        let (out, part, existing) = (None, Part::Whole, Existing::Refuse);
        Self { scenario, out, part, existing, format: Format::Parquet, selection }
    }
}

impl crate::studies::Request for Request {
    const VERB: Verb = Verb {
        name: "modes",
        summary: "Find the frequencies and damping of the motions near the start of every member",
    };
    type Found = Found;

    fn run(self, listener: &dyn Listener) -> Result<Results<Found>, Failure> {
        let Self { mut scenario, out, part, existing, format, selection } = self;
        let OfDefaults { asked, near, study, found: of_defaults } = OfDefaults::new(&scenario)?;
        let number = asked.count;
        scenario.study = study;
        let shapes = Shapes::new(&scenario.study, &of_defaults.modes[..number]);
        let target = folder(out, &scenario.path, &format!("_modes{}", suffix(part)));
        let conclude = move |folder: &ResultsFolder, manifest: RunManifest| -> Result<RunManifest, Failure> {
            let path = folder.path().join(SHAPES);
            let text = json_text(&shapes).map_err(Failure::other)?;
            let written = folder.write_whole(&path, &text, true);
            written.map_err(|source| Failure::other(ManifestError::Write { path, source }))?;
            Ok(RunManifest { files: vec![FileRecord::of(SHAPES, &text)], ..manifest })
        };
        let maker = Maker { verb: Self::VERB.name, tables: Vec::new(), files: vec![SHAPES.into()] };
        let growing = Growing::default();
        let request = run::Request {
            target: Target::Folder(target),
            options: options(&scenario, part),
            part,
            existing,
            format,
            selection,
            own_backend: Some(OwnBackend(Box::new(backend(near, asked, &of_defaults, growing.clone())))),
            own_verb: Some(OwnVerb { maker, conclude: Box::new(conclude) }),
            ..run::Request::of(scenario)
        };
        listener.show(&page(&of_defaults, number));
        let mut results = crate::studies::run(request, listener)?;
        let growing = growing.lock().expect("no other thread panicked");
        // of one member that is computed alone
        let first = results.found.manifest.part.as_ref().map_or(0, |part| part.first);
        if let Some(last) = growth_page(&growing, (first, results.found.progress.members)) {
            listener.show(&last);
            results.page.append(last);
        }
        Ok(results)
    }
}

/// What a scenario asks of modes, and those at the default values of its parameters.
pub(in crate::studies) struct OfDefaults {
    /// What is asked, of no more modes than there are.
    pub asked: Modes,
    /// The study of the equations of motion.
    pub near: Study,
    /// The study of frequencies and damping.
    pub study: Study,
    pub found: ModesOfMember,
}

impl OfDefaults {
    /// Finds the modes of a scenario.
    ///
    /// # Errors
    /// Why there are none.
    pub(in crate::studies) fn new(scenario: &Scenario) -> Result<Self, Failure> {
        let asked = scenario.modes.clone().unwrap_or_default();
        let wrong = |e: StudyError| Failure::input(format!("modes: {e}"));
        let near = scenario.study.near_starts(&asked).map_err(wrong)?;
        let found = ModesOfMember::new(&near, &asked, &near.mechanism.defaults()).map_err(|e| {
            let reason = match e {
                NoModes::NoStart(error) => error.to_string(),
                NoModes::NotFound => {
                    "the matrix of the linearised equations is not finite at the default values".into()
                }
            };
            Failure::input(format!("modes: {reason}"))
        })?;
        let count = found.modes.len().min(asked.count);
        let is_locked = near.constraints().is_some_and(|report| report.degrees_of_freedom == 0);
        if is_locked || count == 0 && found.growth.is_none() {
            return Err(Failure::input("modes: nothing moves; accepted: a mechanism with a degree of freedom"));
        }
        // no more columns than there are modes, and one more for the second root of each that is a pair
        let asked = Modes { count, ..asked };
        let pairs = found.modes[..count].iter().filter(|mode| mode.is_pair()).count();
        let study = scenario.study.of_modes(&asked, count + pairs).map_err(wrong)?;
        Ok(Self { asked, near, study, found })
    }
}

/// Says how many of all members grow, if some do.
fn growth_page(growing: &BTreeMap<u64, f64>, (first, members): (u64, u64)) -> Option<Page> {
    let (fastest, growth) = growing.iter().max_by(|a, b| a.1.total_cmp(b.1))?;
    let fastest = first + fastest;
    let unstable = growing.len() as u64;
    let are = if unstable == 1 { "is" } else { "are" };
    Some(Page::of_warning(format!(
        "{} of {} {are} unstable: something grows (the column growth is positive), fastest in member {fastest}, as exp({growth:.6e} t), t in s",
        count(unstable),
        counted(members, "member")
    )))
}

/// Shows the modes at the default values.
fn page(found: &ModesOfMember, number: usize) -> Page {
    let ModesOfMember { modes, rigid_motions, growth, unbalanced, is_balanced, unsteady, .. } = found;
    let mut page = Page::default();
    let row = |(k, mode): (usize, &Mode)| {
        vec![
            (k + 1).to_string(),
            format!("{:.9}", mode.frequency()),
            format!("{:.9}", mode.frequency() / std::f64::consts::TAU),
            format!("{:.3e}", mode.damping()),
            format!("{:.6e} {:+.6e}i", mode.exponent.re, mode.exponent.im),
        ]
    };
    let head = ["mode", "rad/s", "Hz", "damping", "exponent (1/s)"].map(String::from).to_vec();
    let rows = std::iter::once(head).chain(modes[..number].iter().enumerate().map(row)).collect();
    page.text("at the default values of the parameters:");
    if number > 0 {
        page.table(Table::new(rows, 1));
    }
    if *rigid_motions > 0 {
        page.text(format!(
            "{}, which nothing brings back: exponents of zero",
            counted(*rigid_motions as u64, "rigid motion")
        ));
    }
    if let Some(growth) = growth.filter(|growth| *growth > 0.0) {
        page.warning(format!("unstable: a motion grows as exp({growth:.6e} t), t in s"));
    }
    let pairs = modes[..number].iter().filter(|mode| mode.is_pair()).count();
    if pairs > 0 {
        page.text(format!(
            "where a pair becomes two real exponents, the second is behind the modes: that of the first pair in frequency_{} and damping_{0}",
            number + 1
        ));
    }
    if !is_balanced {
        page.warning(format!(
            "the state is no equilibrium: accelerations are up to {unbalanced:.3e} (m/s^2 or rad/s^2); about = \"equilibrium\" in [modes] looks for the one nearby"
        ));
    }
    if *unsteady > 1e-6 {
        page.warning(format!(
            "the motion of the start changes the equations of what is near it, by {:.1e} of them within 0.1 rad or a tenth of the size: \
             frequencies are those of an instant, and no modes; accepted: what rests, spins about an axis of symmetry, or turns with \
             base_rotation",
            unsteady
        ));
    }
    page
}
