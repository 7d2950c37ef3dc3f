//! The reference of the scenario file, made from the catalogs: for `gyrosweep list` and as a page.

use super::dependence::DEPENDENCE;
use super::design::DESIGN;
use super::every::EVERY;
use super::example::{BASE, examples};
use super::implicit::IMPLICIT;
use super::joint_forces;
use super::mechanism::GRAVITY;
use super::method::STEPS;
use super::modes::MODES;
use super::parameters::PARAMETERS;
use super::periodic::PERIODIC;
use super::plain::PLAIN;
use super::plan::PLAN;
use super::probability::{self, ESTIMATE, PROBABILITY};
use super::reliability::RELIABILITY;
use super::retry::RETRY;
use super::sampling::SAMPLING;
use super::sensitivity::SENSITIVITY;
use super::signal::{SIGNAL, SPECTRUM};
use super::start::START;
use super::statics::STATICS;
use super::units::units;
use super::until::UNTIL;
use crate::ensemble::Outcome;
use crate::model::{
    Kind, TimeReduction, base, beam, body, constraint, event, expression, force, joint, output, reset, sampled, shape,
    switch, trajectory, variable,
};
use crate::sampling::{distribution, plan};
use crate::{formulation, integrator};

/// Describes a part of a scenario.
#[derive(Clone, Debug)]
pub struct Part {
    /// What the part is about.
    pub title: &'static str,
    /// The place of the part in the file, as `[[joint]] kind`; empty where it has no place of its own.
    pub place: &'static str,
    /// What holds for all of the part, a paragraph each.
    pub text: Vec<String>,
    /// What can be chosen.
    pub entries: Vec<Entry>,
}

/// Describes something that can be chosen by its name.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name of the entry in a scenario.
    pub name: &'static str,
    /// What the entry is.
    pub summary: String,
    /// The keys that the entry reads, with units and defaults.
    pub keys: String,
    /// Tables that use the entry; empty where its name is enough.
    pub example: String,
}

impl Entry {
    fn new(name: &'static str, summary: impl Into<String>, keys: impl Into<String>) -> Self {
        Self { name, summary: summary.into(), keys: keys.into(), example: String::new() }
    }
}

/// Returns all parts, in the order of a file.
pub fn parts() -> Vec<Part> {
    let text = |title, place, text: &[&str]| Part {
        title,
        place,
        text: text.iter().map(|t| t.to_string()).collect(),
        entries: Vec::new(),
    };
    let kinds = |title, place, words: &[&str], catalog: &str, kinds: &[Kind]| {
        let entries = kinds.iter().map(|k| Entry::new(k.name, k.summary, k.keys)).collect();
        with_examples(Part { entries, ..text(title, place, words) }, catalog)
    };
    let entries = |title, place, catalog: &str, entries: Vec<Entry>| {
        with_examples(Part { entries, ..text(title, place, &[]) }, catalog)
    };
    let integrators = integrator::ALL.iter().map(|t| Entry::new(t.name, format!("{} ({})", t.summary, t.citation), ""));
    let reductions = TimeReduction::ALL.iter().map(|r| Entry::new(r.name(), r.summary(), ""));
    let plans = plan::ALL.iter().map(|p| Entry::new(p.name, p.help, p.keys));
    let distributions = distribution::ALL.iter().map(|d| Entry::new(d.name, d.help, d.form.written()));
    let outcomes = Outcome::ALL.iter().map(|o| {
        let cure = o.cure().map_or(String::new(), |cure| format!("to help, {cure}"));
        Entry::new(o.name(), o.summary(), cure)
    });
    let probability = Entry::new(PROBABILITY, probability::SUMMARY, probability::KEYS);
    let expressions = format!("any number may be an expression over the parameters: {}", expression::VOCABULARY);
    let units = units();
    let units = units.each_ref().map(String::as_str);
    let mut outputs = kinds("Outputs", "[[output]] quantity", &[output::KEYS, EVERY], "output", &output::all());
    outputs = with_examples(outputs, "output of constraints");
    outputs = with_examples(outputs, "output of beams");
    let forces = kinds("Forces", "[[force]] kind", &[], "force", force::ALL);
    let forces = with_examples(forces, "force of beams");
    vec![
        text("Parameters", "[parameters]", &[PARAMETERS, PLAIN]),
        text("Units", "", &units),
        text("Signals", "[[signal]]", &[SIGNAL, SPECTRUM]),
        text("Gravity", "[gravity]", &[GRAVITY]),
        text("Base", "[base]", &[base::KEYS]),
        text("Bodies", "[[body]]", &[body::KEYS, body::INITIAL]),
        text("Beams", "[[beam]]", &[beam::KEYS]),
        text("Shapes of bodies", "[[body]] shape", &[shape::KEYS, shape::USE]),
        kinds("Joints", "[[joint]] kind", &[joint::KEYS, joint::PLACES, joint_forces::KEYS], "joint", joint::ALL),
        kinds("Constraints", "[[constraint]] kind", &[], "constraint", constraint::ALL),
        forces,
        kinds("Trajectories", "trajectory = { kind }", &[], "trajectory", trajectory::ALL),
        text("When joints and constraints act", "[[joint]], [[constraint]]", &[switch::KEYS]),
        text("Variables", "[[variable]]", &[variable::KEYS]),
        text("Sampled variables", "[[sampled]]", &[sampled::KEYS]),
        outputs,
        entries("Over time", "[[output]] over", "reduction", reductions.collect()),
        text("Events", "[[event]]", &[event::KEYS, reset::KEYS]),
        Part {
            text: vec![ESTIMATE.into()],
            ..entries("Probabilities", "[[probability]]", PROBABILITY, vec![probability])
        },
        kinds("Formulations", "[method] formulation", &[], "formulation", &formulation::kinds()),
        entries("Integrators", "[method] integrator", "integrator", integrators.collect()),
        text("Steps", "[method]", &[STEPS, IMPLICIT]),
        text("Start", "[start]", &[START]),
        text("Members that failed", "[[retry]]", &[RETRY]),
        text("Sampling", "[sampling]", &[SAMPLING]),
        Part { text: vec![PLAN.into()], ..entries("Plans", "[plan] kind", "plan", plans.collect()) },
        entries("Distributions", "[plan.vary]", "distribution", distributions.collect()),
        text("Dependence", "[plan.dependence]", &[DEPENDENCE]),
        text("Enough members", "[[until]]", &[UNTIL]),
        text("Sensitivities", "[sensitivity]", &[SENSITIVITY]),
        text("Design studies", "[design]", &DESIGN),
        text("Reliability", "[reliability]", &RELIABILITY),
        text("Modes", "[modes]", &[MODES]),
        text("Equilibria", "[statics]", &[STATICS]),
        text("Periodic motions", "[periodic]", &[PERIODIC]),
        text("Expressions", "", &[&expressions]),
        entries("Outcomes", "", "outcome", outcomes.collect()),
    ]
}

/// Gives entries the examples of a catalog.
fn with_examples(mut part: Part, catalog: &str) -> Part {
    for example in examples().into_iter().filter(|e| e.catalog == catalog) {
        if let Some(entry) = part.entries.iter_mut().find(|entry| entry.name == example.name) {
            entry.example = example.tables;
        }
    }
    part
}

/// Returns the reference as a page of Markdown: every part and entry, with keys, units, defaults and examples.
pub fn markdown() -> String {
    let mut page = String::from(
        "# Scenario files\n\nA scenario is a TOML file. This page lists all that it can contain, made from the \
         program's own catalogs by `gyrosweep list --markdown`. Units are those of the SI, angles in rad, where nothing else is stated. Examples are \
         tables to be added to the scenario at the end of this page; `gyrosweep list --examples NAME` prints the whole.\n",
    );
    for part in parts() {
        let place = if part.place.is_empty() { String::new() } else { format!(": `{}`", part.place) };
        page += &format!("\n## {}{place}\n", part.title);
        for text in &part.text {
            page += &format!("\n{}\n", escaped(text));
        }
        // what needs more than a line has a heading of its own
        let is_short = part.entries.iter().all(|e| e.example.is_empty() || part.place.starts_with("[method]"));
        if is_short && !part.entries.is_empty() {
            page += "\n";
            for entry in &part.entries {
                let keys = if entry.keys.is_empty() { String::new() } else { format!("; {}", escaped(&entry.keys)) };
                page += &format!("- `{}`: {}{keys}\n", entry.name, escaped(&entry.summary));
            }
            continue;
        }
        for entry in &part.entries {
            page += &format!("\n### `{}`\n\n{}\n", entry.name, escaped(&entry.summary));
            if !entry.keys.is_empty() {
                page += &format!("\nKeys: {}\n", escaped(&entry.keys));
            }
            if !entry.example.is_empty() {
                page += &format!("\n```toml\n{}\n```\n", entry.example.trim_end());
            }
        }
    }
    page + &format!("\n## The scenario that examples are added to\n\n```toml\n{}\n```\n", BASE.trim_end())
}

/// Keeps Markdown from taking signs of a text for its own.
fn escaped(text: &str) -> String {
    text.chars().flat_map(|c| "*<".contains(c).then_some('\\').into_iter().chain([c])).collect()
}
