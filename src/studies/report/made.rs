//! What a run is: the scenario, the method, and what computed it.

use super::section::Section;
use super::source::Source;
use crate::report::{Page, Table, counted};

/// Says what was run, by what and when.
pub(super) fn section(source: &Source) -> Option<Section> {
    let (about, mut page) = (&source.manifest, Page::default());
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
    Some(Section::new("How it was computed", page.html()))
}
