//! How a report begins: what was found, in one sentence, and what is to be minded.

use super::section::Section;
use super::source::{Role, Source};
use crate::io::manifest::RunState;
use crate::report::{Page, count, counted, number, shown_unit};

/// Parameters that are named, at most.
const NAMED: usize = 4;

/// Says in one sentence what was computed and what came of it, then what is to be minded.
pub(super) fn section(source: &Source) -> Option<Section> {
    let (about, mut page) = (&source.manifest, Page::default());
    page.text(sentence(source));
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
    Some(Section::new("", page.html()))
}

/// Says what was computed, how many members have outputs, and between which values the first output lies.
fn sentence(source: &Source) -> String {
    let about = &source.manifest;
    let what = match source.verb() {
        "statics" => "paths of equilibria under growing loads".to_string(),
        "periodic" => "periodic motions".into(),
        "modes" => "modes".into(),
        _ => format!("runs by {}", about.integrator),
    };
    let others = format!("{} other parameters", about.varied.len().saturating_sub(NAMED));
    let mut varied: Vec<&str> = about.varied.iter().take(NAMED).map(String::as_str).collect();
    if about.varied.len() > NAMED {
        varied.push(&others);
    }
    let over = if varied.is_empty() { String::new() } else { format!(" over {}", varied.join(", ")) };
    let (written, with_outputs) = (about.members_written, about.members_with_outputs.min(about.members_written));
    let came = match with_outputs == written {
        true if written == 1 => "it has outputs".to_string(),
        true => "all have outputs".into(),
        false => format!("{} have outputs", count(with_outputs)),
    };
    let first = source.of_role(Role::Output).next().map(|column| column.of.as_ref().unwrap_or(&column.name));
    let output = about.outputs.iter().find(|output| first.is_none_or(|first| *first == output.name));
    let found = output.and_then(|output| {
        let (least, greatest) = (output.min?, output.max?);
        let unit = match shown_unit(&output.unit) {
            "" => String::new(),
            unit => format!(" {unit}"),
        };
        Some(match least == greatest {
            true => format!(", and {} is {}{unit}", output.name, number(least)),
            false => format!(", and {} lies between {} and {}{unit}", output.name, number(least), number(greatest)),
        })
    });
    format!("{}{over}, {what}: {came}{}.", counted(written, "member"), found.unwrap_or_default())
}
