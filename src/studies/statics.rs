//! `gyrosweep statics`: the equilibria of members under growing loads.

use super::member_analysis::{self, AllMembers, MemberAnalysis, Prepared};
use super::request::Verb;
use super::{Failure, Listener};
use crate::analyses::name_taken;
use crate::analyses::statics::{Equilibria, Loading, PathPoint, PointKind, StaticPath, findings, table, without_path};
use crate::ensemble::{Outcome, PerMember, Study};
use crate::io::scenario::Scenario;
use crate::model::expression::evaluate3;
use crate::report::{Page, Table};
use std::sync::Arc;

/// Asks for the equilibria of all members of a scenario; what it asks stands in its `[statics]`.
pub type Request = member_analysis::Request<Statics>;

/// Static equilibria of members under growing loads.
#[derive(Debug)]
pub struct Statics;

impl MemberAnalysis for Statics {
    const VERB: Verb = Verb {
        name: "statics",
        summary: "Follow the static equilibria of every member under growing loads, past limit points",
    };

    fn prepare(scenario: &Scenario, _: &dyn Listener) -> Result<Prepared, Failure> {
        let (study, equilibria) = study_of(scenario)?;
        let of_defaults = equilibria.path(&study, &study.mechanism.defaults());
        let mut page = page(&of_defaults, &equilibria.asked.loading, !study.mechanism.beams.is_empty());
        let ignored = [
            ("second of [sensitivity]", !scenario.study.second_derivatives().is_empty()),
            ("[sampling]", scenario.study.sampling.is_some()),
            ("[[event]]", !scenario.study.mechanism.events.is_empty()),
        ];
        for (what, _) in ignored.into_iter().filter(|(_, is_there)| *is_there) {
            page.warning(format!("{what} is of motions in time, and left out"));
        }
        let last = Box::new(|_: &AllMembers<'_>| None);
        Ok(Prepared { study, backend: Box::new(PerMember::new(equilibria)), page, files: Vec::new(), last })
    }
}

/// Returns the study of the equilibria of a scenario, and what finds them.
///
/// # Errors
/// Why it has none.
pub(super) fn study_of(scenario: &Scenario) -> Result<(Study, Equilibria), Failure> {
    let equilibria = Equilibria::new(scenario.statics.clone().unwrap_or_default());
    let wrong = |e: String| Failure::input(format!("statics: {e}"));
    let mut study = equilibria.study(&scenario.study).map_err(|e| wrong(e.to_string()))?;
    study.points = Some(Arc::new(table(&study)));
    if let Some(output) = without_path(&study) {
        return Err(wrong(format!(
            "the output {:?} is made of a motion in time; accepted: outputs without `over`, or with over = \"max\" or \"min\" along the \
             path",
            output.name
        )));
    }
    if let Some(spin) = &equilibria.asked.base_rotation {
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
    if let Some(name) = name_taken(&scenario.study, &findings()) {
        return Err(wrong(format!(
            "{name:?} is a column of the results; choose another name of the parameter or output"
        )));
    }
    if let Some(free) = equilibria.free_motions(&study, &study.mechanism.defaults()) {
        return Err(wrong(free));
    }
    Ok((study, equilibria))
}

/// Shows the path at the default values.
fn page(path: &StaticPath, loading: &Loading, has_beams: bool) -> Page {
    let mut page = Page::default();
    page.text("at the default values of the parameters:");
    let critical = path.points.iter().filter(|point| point.kind != PointKind::Regular);
    let row = |point: &PathPoint| vec![point.kind.name().to_string(), format!("{:.9}", point.load)];
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
