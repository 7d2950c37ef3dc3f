//! `gyrosweep modes`: frequencies and damping of the motions near the starts of members.

use super::member_analysis::{self, AllMembers, MemberAnalysis, Prepared};
use super::request::Verb;
use super::{Failure, Listener};
use crate::analyses::modes::{FollowedModes, Mode, ModesOfMember, NearStarts, NoModes, Shapes, study_of_modes};
use crate::ensemble::{PerMember, Study, StudyError};
use crate::io::folder::find_table;
use crate::io::manifest::json_text;
use crate::io::scenario::Scenario;
use crate::io::table::read_in_parts;
use crate::report::{Page, Table, count, counted};

/// The record of shapes in the folder of results.
const SHAPES: &str = "shapes.json";

/// Asks for the modes of all members of a scenario; what it asks stands in its `[modes]`.
pub type Request = member_analysis::Request<Modes>;

/// Frequencies and damping of the motions near the starts of members.
#[derive(Debug)]
pub struct Modes;

impl MemberAnalysis for Modes {
    const VERB: Verb = Verb {
        name: "modes",
        summary: "Find the frequencies and damping of the motions near the start of every member",
    };

    fn prepare(scenario: &Scenario, _: &dyn Listener) -> Result<Prepared, Failure> {
        let (study, modes) = of_defaults(scenario)?;
        let (found, count) = (&modes.reference, modes.near.asked.count);
        let shapes = Shapes::new(&study, &found.modes[..count]);
        let text = json_text(&shapes).map_err(Failure::other)?;
        Ok(Prepared {
            page: page(found, count),
            backend: Box::new(PerMember::new(modes)),
            study,
            files: vec![(SHAPES.into(), text)],
            last: Box::new(growth_page),
        })
    }
}

/// Returns the study of the modes of a scenario, and what finds them, with those at the default values of its parameters.
///
/// # Errors
/// Why there are none.
pub(super) fn of_defaults(scenario: &Scenario) -> Result<(Study, FollowedModes), Failure> {
    let asked = scenario.modes.clone().unwrap_or_default();
    let wrong = |e: StudyError| Failure::input(format!("modes: {e}"));
    let mut near = NearStarts::new(&scenario.study, asked).map_err(wrong)?;
    let reference = ModesOfMember::new(&near, &near.study.mechanism.defaults()).map_err(|e| {
        let reason = match e {
            NoModes::NoStart(error) => error.to_string(),
            NoModes::NotFound => "the matrix of the linearised equations is not finite at the default values".into(),
        };
        Failure::input(format!("modes: {reason}"))
    })?;
    let count = reference.modes.len().min(near.asked.count);
    let is_locked = near.study.constraints().is_some_and(|report| report.degrees_of_freedom == 0);
    if is_locked || count == 0 && reference.growth.is_none() {
        return Err(Failure::input("modes: nothing moves; accepted: a mechanism with a degree of freedom"));
    }
    // no more columns than there are modes, and one more for the second root of each that is a pair
    near.asked.count = count;
    let pairs = reference.modes[..count].iter().filter(|mode| mode.is_pair()).count();
    let study = study_of_modes(&scenario.study, &near.asked, count + pairs).map_err(wrong)?;
    let columns = study.mechanism.columns();
    let is_taken = |name: &&String| columns.iter().any(|(column, _)| column == *name);
    if let Some(name) = study.mechanism.parameters.iter().map(|parameter| &parameter.name).find(is_taken) {
        let message = format!("modes: {name:?} is a column of the results; choose another name of the parameter");
        return Err(Failure::input(message));
    }
    Ok((study, FollowedModes { near, reference }))
}

/// Says how many of all members grow, if some do.
pub(super) fn growth_page(found: &AllMembers<'_>) -> Option<Page> {
    let (mut unstable, mut member, mut fastest) = (0, 0, (0, 0.0));
    let members = found.progress.members;
    if !found.manifest.members_kept {
        let growth = found.manifest.outputs.iter().find(|output| output.name == "growth")?.max;
        let growth = growth.filter(|growth| *growth > 0.0)?;
        return Some(Page::of_warning(format!(
            "some of {} are unstable: something grows (the largest growth is positive), fastest as exp({growth:.6e} t), t in s",
            counted(members, "member")
        )));
    }
    let (table, format) = find_table(found.folder?, "members").ok()??;
    let read = read_in_parts(&table, format, members, &["growth"], |_, values| {
        for growth in values {
            if *growth > 0.0 {
                unstable += 1;
            }
            if *growth > fastest.1 {
                fastest = (member, *growth);
            }
            member += 1;
        }
    });
    if read.is_err() || unstable == 0 {
        return None;
    }
    // of one member that is computed alone, or a shard
    let first = found.manifest.part.as_ref().map_or(0, |part| part.first);
    let are = if unstable == 1 { "is" } else { "are" };
    Some(Page::of_warning(format!(
        "{} of {} {are} unstable: something grows (the column growth is positive), fastest in member {}, as exp({:.6e} t), t in s",
        count(unstable),
        counted(members, "member"),
        first + fastest.0,
        fastest.1
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
