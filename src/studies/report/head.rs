//! What a run is.

use super::section::Section;
use super::source::Source;
use crate::io::manifest::RunState;
use crate::report::{Page, Table, count, counted};

/// Says what is to be minded, then what was run, by what and when.
pub(super) fn section(source: &Source) -> Option<Section> {
    let (about, mut page) = (&source.manifest, Page::default());
    if !about.complete {
        let state = match about.state {
            RunState::Running => "goes on, or was killed",
            _ => "was stopped",
        };
        let (written, all) = (count(about.members_written), counted(about.members, "member"));
        page.warning(format!("The run {state}: {written} of {all} are there."));
    }
    about.error.iter().filter(|_| !about.complete).for_each(|error| page.warning(error));
    about.faults.iter().for_each(|fault| page.warning(fault.to_string()));
    about.verification.iter().flat_map(|found| &found.warnings).for_each(|warning| page.warning(warning));
    if let (Some(Err(why)), None) = (&source.run, &source.scenario) {
        page.warning(format!("The scenario is not shown, and nothing is computed from it: {why}."));
    }
    let failed = about.members_written - about.members_with_outputs.min(about.members_written);
    if failed > 0 {
        let have = if about.members_written == 1 { "has" } else { "have" };
        page.warning(format!("{} of {} {have} no outputs.", count(failed), counted(about.members_written, "member")));
    }
    let row = |what: &str, value: String| vec![what.to_string(), value];
    let mut rows = vec![
        row("made by", format!("gyrosweep {}", source.verb())),
        row("scenario", about.scenario.clone()),
        row("plan", format!("{}, {}, seed {}", about.plan, counted(about.members, "member"), about.seed)),
        row("method", about.integrator.clone()),
        row("computed by", about.backend.clone()),
        row("arithmetic", about.arithmetic.clone()),
        row("time", format!("{:.3} s", about.wall_seconds)),
        row(
            "program",
            format!(
                "{} {}{}",
                about.program,
                about.version,
                about.commit.as_ref().map_or(String::new(), |c| format!(" of commit {c}"))
            ),
        ),
        row("SHA-256 of the scenario", about.scenario_sha256.clone()),
    ];
    let options: Vec<String> = about.options.iter().map(|(name, value)| format!("--{name} {value}")).collect();
    if !options.is_empty() {
        rows.push(row("options", options.join(" ")));
    }
    page.table(Table::new(rows, 2).without_head());
    Some(Section::new("", page.html()))
}
