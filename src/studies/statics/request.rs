//! What is asked of equilibria, and how they are found.

use super::backend::{Paths, backend};
use super::table;
use crate::ensemble::{Loading, Outcome, PointKind, StaticPath, Statics, Study};
use crate::io::folder::{Existing, ResultsFolder};
use crate::io::manifest::RunManifest;
use crate::io::run::Maker;
use crate::io::scenario::Scenario;
use crate::io::table::Format;
use crate::model::expression::evaluate3;
use crate::model::output::OF_PATHS;
use crate::report::{Page, RowSelection, Table};
use crate::studies::common::folder;
use crate::studies::request::{Results, Verb};
use crate::studies::run::{self, Found, OwnBackend, OwnVerb, Part, Target, options, suffix};
use crate::studies::{Failure, Listener};
use std::path::PathBuf;

/// Asks for the equilibria of all members of a scenario.
#[derive(Debug)]
pub struct Request {
    /// The scenario; what it asks of equilibria stands in its `[statics]`.
    pub scenario: Scenario,
    /// Where the results go; else to `results/`, the name of the scenario and `_statics`.
    pub out: Option<PathBuf>,
    /// The members: all, or one.
    pub part: Part,
    /// What is done with results that are there already.
    pub existing: Existing,
    /// The format of the tables.
    pub format: Format,
    /// Which outputs the page shows.
    pub selection: RowSelection,
}

impl Request {
    /// Asks for the equilibria of a scenario.
    pub fn of(scenario: Scenario) -> Self {
        let selection = RowSelection::new(Vec::new(), 30);
        let (out, part, existing) = (None, Part::Whole, Existing::Refuse);
        Self { scenario, out, part, existing, format: Format::Parquet, selection }
    }
}

impl crate::studies::Request for Request {
    const VERB: Verb = Verb {
        name: "statics",
        summary: "Follow the static equilibria of every member under growing loads, past limit points",
    };
    type Found = Found;

    fn run(self, listener: &dyn Listener) -> Result<Results<Found>, Failure> {
        let Self { mut scenario, out, part, existing, format, selection } = self;
        let (asked, study) = study_of(&scenario)?;
        let defaults = study.mechanism.defaults();
        let of_defaults = study.static_path(&asked, &defaults);
        let mut page = page(&of_defaults, &asked.loading, !study.mechanism.beams.is_empty());
        let ignored = [
            ("second of [sensitivity]", !scenario.study.second_derivatives().is_empty()),
            ("[sampling]", scenario.study.sampling.is_some()),
            ("[[event]]", !scenario.study.mechanism.events.is_empty()),
        ];
        for (what, _) in ignored.into_iter().filter(|(_, is_there)| *is_there) {
            page.warning(format!("{what} is of motions in time, and left out"));
        }
        listener.show(&page);
        scenario.study = study.clone();
        let target = folder(out, &scenario.path, &format!("_statics{}", suffix(part)));
        let paths = Paths::default();
        let maker = Maker { verb: Self::VERB.name, tables: vec![table::file(format)], files: Vec::new() };
        let found = paths.clone();
        let conclude = move |folder: &ResultsFolder, manifest: RunManifest| -> Result<RunManifest, Failure> {
            let paths = found.lock().expect("no other thread panicked");
            table::write(&study, &paths, (folder.path(), &manifest), format).map_err(Failure::other)
        };
        let request = run::Request {
            target: Target::Folder(target),
            options: options(&scenario, part),
            part,
            existing,
            format,
            selection,
            own_backend: Some(OwnBackend(Box::new(backend(asked, paths)))),
            own_verb: Some(OwnVerb { maker, conclude: Box::new(conclude) }),
            ..run::Request::of(scenario)
        };
        crate::studies::run(request, listener)
    }
}

/// Returns what a scenario asks of equilibria, and the study of these.
///
/// # Errors
/// Why it has none.
pub(in crate::studies) fn study_of(scenario: &Scenario) -> Result<(Statics, Study), Failure> {
    let asked = scenario.statics.clone().unwrap_or_default();
    let wrong = |e: String| Failure::input(format!("statics: {e}"));
    let study = scenario.study.of_statics(&asked).map_err(|e| wrong(e.to_string()))?;
    if let Some(output) = study.without_path() {
        return Err(wrong(format!(
            "the output {:?} is made of a motion in time; accepted: outputs without `over`, or with over = \"max\" or \"min\" along the \
             path",
            output.name
        )));
    }
    if let Some(spin) = &asked.base_rotation {
        let [gravity, spin] = [&study.mechanism.gravity, spin].map(|v| evaluate3(v, &study.mechanism.defaults()));
        if gravity.cross(spin).norm() > 1e-9 * gravity.norm() * spin.norm() {
            let message = format!(
                "gravity is {:?} m/s^2, which turns as it is seen from a base with base_rotation = {:?} rad/s: nothing rests there; accepted: \
                 gravity along the axis",
                gravity.to_array(),
                spin.to_array()
            );
            return Err(wrong(message));
        }
    }
    let taken: Vec<String> = (scenario.study.mechanism.parameters.iter().map(|p| p.name.clone()))
        .chain(scenario.study.mechanism.columns().into_iter().map(|(name, _)| name))
        .collect();
    if let Some(name) = OF_PATHS.iter().find(|name| taken.iter().any(|taken| taken == *name)) {
        return Err(wrong(format!(
            "{name:?} is a column of the results; choose another name of the parameter or output"
        )));
    }
    if let Some(free) = study.free_motions(&study.mechanism.defaults()) {
        return Err(wrong(free));
    }
    Ok((asked, study))
}

/// Shows the path at the default values.
fn page(path: &StaticPath, loading: &Loading, has_beams: bool) -> Page {
    let mut page = Page::default();
    page.text("at the default values of the parameters:");
    let critical = path.points.iter().filter(|point| point.kind != PointKind::Regular);
    let row = |point: &crate::ensemble::PathPoint| vec![point.kind.name().to_string(), format!("{:.9}", point.load)];
    let rows: Vec<Vec<String>> = critical.map(row).collect();
    if !rows.is_empty() {
        let head = ["point", "load factor"].map(String::from).to_vec();
        page.table(Table::new(std::iter::once(head).chain(rows).collect(), 1));
    }
    let last = path.points.last().map_or(0.0, |point| point.load);
    let count = path.points.len();
    match path.outcome {
        Outcome::Completed => {
            page.text(format!("{count} points, the last at the load factor {last:.6}"));
        }
        Outcome::MostPoints => {
            page.warning(format!(
                "{count} points, the last at the load factor {last:.6}, before `load_limit`: the path has `most_points`, and no outputs at its end; more \
                 points, or a longer `longest`, may come further"
            ));
        }
        Outcome::Closed => {
            page.warning(format!(
                "{count} points: at the load factor {last:.6} the path comes back to itself, before `load_limit`, and has no outputs at its end"
            ));
        }
        _ => {
            let more = match has_beams {
                true => {
                    "; more `elements` of beams help where one bends by more than a quarter of a turn within an element"
                }
                false => "",
            };
            let cure = match loading {
                Loading::Steps(_) => "arc_length in [statics] follows the path past a limit of the loads",
                Loading::ArcLength(_) => "a smaller `first` in arc_length may help",
            };
            page.warning(format!("no equilibrium is found beyond the load factor {last:.6}: {cure}{more}"));
        }
    }
    page
}
