//! `gyrosweep check`: what a scenario says.

use super::console::Console;
use super::{Failure, ScenarioArguments};
use clap::Args;
use gyrosweep::backends::check_recording;
use gyrosweep::ensemble::{Sampling, StepSequence, Study};
use gyrosweep::io::scenario::{Purpose, Scenario};
use gyrosweep::model::beam::Beam;
use gyrosweep::model::body::Body;
use gyrosweep::model::event::Action;
use gyrosweep::model::expression::{KnownValues, evaluate3};
use gyrosweep::model::force::{Force, STEPS_PER_IMPACT};
use gyrosweep::model::frame::FrameRef;
use gyrosweep::model::joint::Joint;
use gyrosweep::model::variable::Variable;
use gyrosweep::model::{Expr, Mechanism};
use gyrosweep::problem::consistent::Movement;
use gyrosweep::report::{count, counted, short, shown_unit, table};
use std::collections::HashSet;

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
}

/// Lists what acts on the bodies, at the default values: gravity, forces by their kinds, constraints beside those of
/// joints.
fn acting(m: &Mechanism) -> Vec<Row> {
    let gravity = evaluate3(&m.gravity, &m.defaults()).to_array();
    let mut rows = Vec::new();
    if !m.bodies.is_empty() {
        let none = gravity.iter().all(|x| *x == 0.0);
        rows.push(row("gravity", if none { String::from("none") } else { format!("{gravity:?} m/s^2") }, ""));
    }
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for kind in m.forces.iter().map(Force::kind) {
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, number)) => *number += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let words: Vec<String> = kinds.iter().map(|(kind, number)| format!("{number} {kind}")).collect();
    rows.push(row("forces", m.forces.len().to_string(), words.join(", ")));
    rows.extend(m.constraints.iter().map(|c| row("constraint", &c.name, c.quantity.kind())));
    rows
}

/// Says how long impacts last and which steps resolve them.
fn impacts(scenario: &Scenario, defaults: &[f64]) -> Vec<Row> {
    let all = scenario.study.mechanism.forces.iter().zip(&scenario.force_names);
    let of = |(force, name): (&Force<Expr>, &String)| {
        let (velocity, duration) = force.impact(defaults)?;
        let (duration, step) = (format!("{duration:.2e}"), format!("{:.2e}", duration / STEPS_PER_IMPACT));
        let how = format!("an impact at {velocity:?} m/s lasts {duration} s: resolved by steps of at most {step} s");
        Some(row("contact", name, how))
    };
    all.filter_map(of).collect()
}

/// Says how a plan varies the parameter of a column.
fn varied(study: &Study, column: usize) -> String {
    // further columns are numbers of members
    match study.plan().distributions().and_then(|all| all.get(column)) {
        Some(distribution) => format!("varied, {} {}", distribution.specification().0, distribution.arguments()),
        None => "varied".into(),
    }
}

/// Movements up to this are rounding, m and rad.
const ASSEMBLED: f64 = 1e-9;

/// A row of the table: what, its name, how it is.
type Row = Vec<String>;

fn row(what: &str, name: impl Into<String>, how: impl Into<String>) -> Row {
    vec![what.into(), name.into(), how.into()]
}

/// Lists the bodies and joints.
fn parts(m: &Mechanism, defaults: &[f64]) -> Vec<Row> {
    let free_bodies: HashSet<usize> = m.free_bodies().into_iter().collect();
    let body = |(i, body): (usize, &Body)| {
        let mass = body.mass_properties(defaults).mass;
        let point = if body.is_point { ", point mass" } else { "" };
        let free = if free_bodies.contains(&i) { ", free" } else { "" };
        row("body", &body.name, format!("{mass} kg{point}{free}"))
    };
    let joint = |joint: &Joint| {
        let [a, b] = joint.between.map(|body| match body {
            FrameRef::Ground => "ground",
            FrameRef::Body(i) => &m.bodies[i].name,
        });
        row("joint", &joint.name, format!("{}, {a} to {b}", joint.kind.kind.name))
    };
    let beam = |beam: &Beam| {
        let ([mass, length], nodes) = (beam.mass_and_length(defaults), beam.nodes.len());
        let (elements, order) = (beam.elements(), (nodes - 1) / beam.elements());
        row("beam", &beam.name, format!("{mass} kg, {length} m, {elements} x order {order}, {nodes} nodes"))
    };
    let bodies = m.bodies.iter().enumerate().filter(|(_, body)| body.node.is_none()).map(body);
    let beams = m.beams.iter().flat_map(|of| [beam(of), section(of, defaults)]);
    bodies.chain(beams).chain(m.joints.iter().map(joint)).collect()
}

/// Tells of the section of a beam, from the root to the tip where it changes.
fn section(beam: &Beam, defaults: &[f64]) -> Row {
    let [root, tip] = [0.0, 1.0].map(|place| beam.section_figures(place, defaults));
    let all = [
        ("EA", root.axial, tip.axial, "N"),
        ("EI2", root.bending[0], tip.bending[0], "N m^2"),
        ("EI3", root.bending[1], tip.bending[1], "N m^2"),
        ("GJ", root.torsion, tip.torsion, "N m^2"),
        ("mass", root.mass, tip.mass, "kg/m"),
    ];
    let figure = |(name, root, tip, unit): (&str, f64, f64, &str)| {
        let to = if root == tip { String::new() } else { format!(" to {}", short(tip, 6)) };
        format!("{name} {}{to} {unit}", short(root, 6))
    };
    row("section", &beam.name, all.map(figure).join(", "))
}

/// Lists the variables, the degrees of freedom, the constraints and how bodies were moved to hold them.
fn state(study: &Study, defaults: &[f64]) -> Vec<Row> {
    let (m, layout, constraints) = (&study.mechanism, study.layout(), study.constraints());
    let variable = |x: &Variable<Expr>| {
        row("variable", &x.name, format!("{} {}", x.initial.evaluate(defaults), shown_unit(&x.unit)))
    };
    let seen = m.variables.iter().filter(|x| x.side.is_none());
    let mut rows: Vec<Row> = seen.clone().map(variable).collect();
    let degrees = match constraints {
        Some(constraints) => constraints.degrees_of_freedom,
        None => layout.quadratures().start - m.variables.len(),
    };
    let coordinates = counted(layout.coordinate_count() as u64, "coordinate");
    let how = match seen.count() {
        0 => coordinates,
        n => format!("{coordinates}, {}", counted(n as u64, "variable")),
    };
    rows.push(row("state", format!("{} of freedom", counted(degrees as u64, "degree")), how));
    let Some(constraints) = constraints else { return rows };
    rows.push(row("constraints", format!("{} independent", constraints.independent.len()), ""));
    rows.extend(constraints.redundant.iter().map(|name| row("", "left out", name)));
    let Movement { translation, rotation } = constraints.movement;
    if translation > ASSEMBLED || rotation > ASSEMBLED {
        let moved = format!("bodies moved by up to {translation:.3e} m and {rotation:.3e} rad");
        rows.push(row("assembly", moved, "from the given poses"));
    }
    rows
}

/// Lists the parameters, those that are derived from others among them.
fn parameters(scenario: &Scenario, defaults: &[f64]) -> Vec<Row> {
    let (study, mut rows) = (&scenario.study, Vec::new());
    for (i, p) in study.mechanism.parameters.iter().enumerate() {
        let column = study.varied().iter().position(|at| *at == i);
        let varied = column.map_or(String::new(), |column| varied(study, column));
        let unit = shown_unit(p.unit.as_deref().unwrap_or_default());
        rows.push(row("parameter", &p.name, format!("{:?} {unit} {varied}", p.default)));
    }
    let mut known = KnownValues::default();
    for derived in &scenario.derived {
        let value = derived.shown(defaults, &mut known);
        let unit = shown_unit(derived.unit.as_ref().map_or("", |unit| &unit.text));
        rows.push(row("derived", &derived.name, format!("{value:?} {unit}")));
    }
    rows
}

/// Lists the outputs, events and derivatives.
fn results(study: &Study) -> Vec<Row> {
    let (m, mut rows) = (&study.mechanism, Vec::new());
    let derivatives = m.derivative_columns();
    // derivatives are behind all others
    let outputs = derivatives.first().map_or(usize::MAX, |(first, _)| *first);
    for (c, (name, unit)) in m.columns().into_iter().enumerate().take(outputs) {
        let empty = if study.is_undetermined(c) {
            " empty: the motion does not determine it (undetermined = \"minimum_norm\" gives it)"
        } else {
            ""
        };
        rows.push(row("output", name, format!("{}{empty}", shown_unit(&unit))));
    }
    for event in &m.events {
        let end = if event.terminal { ", ends the run" } else { "" };
        let switched = event.switches.iter().map(|(number, action)| {
            let does = match action {
                Action::Begin => "begins",
                Action::End => "ends",
                Action::Toggle => "begins or ends",
            };
            format!(", {:?} {does} to act", m.switched[*number].name)
        });
        let switched: String = switched.collect();
        rows.push(row("event", &event.name, format!("{}{end}{switched}", event.direction.name())));
    }
    if !derivatives.is_empty() {
        let by: Vec<&str> = m.sensitivities.iter().map(|at| m.parameters[*at].name.as_str()).collect();
        let columns = format!("{}, of every output", counted(derivatives.len() as u64, "column"));
        rows.push(row("derivatives", columns, format!("by {}", by.join(", "))));
    }
    if !study.second_derivatives().is_empty() {
        rows.push(row("second derivatives", counted(study.second_derivatives().len() as u64, "column"), ""));
    }
    rows
}

/// Lists how and how often the mechanism is integrated.
fn work(scenario: &Scenario, sequence: &StepSequence) -> Vec<Row> {
    let (study, m) = (&scenario.study, &scenario.study.mechanism);
    let (steps, work_of_one) = match sequence {
        StepSequence::Fixed(equal) => {
            let steps = counted(equal.count().into(), "step");
            let text = format!("{steps} of {:?} s to {:?} s", equal.step(), sequence.duration());
            (text, Some(u64::from(equal.count())))
        }
        StepSequence::Adaptive(limits) => {
            (format!("adaptive steps to {:?} s, at most {:?} s", limits.duration, limits.largest), None)
        }
    };
    let mut rows = Vec::new();
    if scenario.has_method {
        rows.push(row("method", study.method.integrator.name, steps));
    }
    let work_of_one = work_of_one.filter(|_| scenario.has_method);
    let corners = study.count_corners(&m.defaults(), sequence);
    if corners > 0 && scenario.has_method {
        rows.push(row("corners", corners.to_string(), "of signals and trajectories, at which steps end"));
    }
    rows.extend(study.sampling.as_ref().map(|sampling| {
        let when = match sampling {
            Sampling::Every(time) => format!("every {time:?} s"),
            Sampling::At(times) => format!("at {}", counted(times.len() as u64, "time")),
        };
        row("samples", when, "")
    }));
    let members = study.plan().members();
    let seed = if study.plan().distributions().is_some() { format!(", seed {}", scenario.seed) } else { String::new() };
    rows.push(row("plan", scenario.plan, format!("{}{seed}", counted(members, "member"))));
    rows.extend(work_of_one.map(|steps| {
        let work = members.saturating_mul(steps).saturating_mul(m.unit_count() as u64);
        row("work", count(work), if m.bodies.is_empty() { "steps" } else { "body-steps" })
    }));
    rows
}

pub(crate) fn check(console: &Console, arguments: &CheckArguments) -> Result<u8, Failure> {
    let scenario = arguments.scenario.read_for(Purpose::Any)?;
    let study = &scenario.study;
    let defaults = study.mechanism.defaults();
    let sequence = study.step_sequence(&defaults).map_err(Failure::input)?;
    console.heading(&scenario.title);
    let mut rows = parts(&study.mechanism, &defaults);
    rows.extend(acting(&study.mechanism));
    rows.extend(impacts(&scenario, &defaults));
    rows.extend(state(study, &defaults));
    rows.extend(parameters(&scenario, &defaults));
    rows.extend(results(study));
    rows.extend(work(&scenario, &sequence));
    console.print(&table(&rows, 3));
    scenario.advice().iter().for_each(|advice| console.warning(advice));
    let takes = if scenario.has_method { check_recording(study).map_err(Failure::input)? } else { None };
    takes.iter().for_each(|takes| console.warning(takes));
    Ok(0)
}
