//! `gyrosweep check`: what a scenario says.

use super::console::Console;
use super::{Failure, ScenarioArguments};
use clap::Args;
use gyrosweep::backends::check_recording;
use gyrosweep::ensemble::{Sampling, StepSequence, Study};
use gyrosweep::model::Mechanism;
use gyrosweep::model::expression::{KnownValues, evaluate3};
use gyrosweep::model::force::Force;
use gyrosweep::model::section::BodyRef;
use gyrosweep::problem::consistent::Movement;
use gyrosweep::report::{count, counted, shown_unit, table};
use std::collections::HashSet;

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
}

/// Lists what acts on the bodies, at the default values: gravity, forces by their kinds, constraints beside those of
/// joints.
fn acting(m: &Mechanism) -> Vec<Vec<String>> {
    let row = |what: &str, name: String, how: String| vec![what.to_string(), name, how];
    let gravity = evaluate3(&m.gravity, &m.defaults()).to_array();
    let mut rows = Vec::new();
    if !m.bodies.is_empty() {
        let none = gravity.iter().all(|x| *x == 0.0);
        rows.push(row("gravity", if none { "none".into() } else { format!("{gravity:?} m/s^2") }, String::new()));
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
    rows.extend(m.constraints.iter().map(|c| row("constraint", c.name.clone(), c.quantity.kind().into())));
    rows
}

/// Says how a plan varies the parameter of a column.
fn varied(study: &Study, column: usize) -> String {
    match study.plan().distributions().map(|all| all[column].specification()) {
        Some((name, numbers)) => format!("varied, {name} {numbers:?}"),
        None => "varied".into(),
    }
}

/// Movements up to this are rounding, m and rad.
const ASSEMBLED: f64 = 1e-9;

pub(crate) fn check(console: &Console, arguments: &CheckArguments) -> Result<u8, Failure> {
    let scenario = arguments.scenario.read()?;
    let study = &scenario.study;
    let m = &study.mechanism;
    let defaults = m.defaults();
    let sequence = study.step_sequence(&defaults).map_err(Failure::input)?;
    console.heading(&scenario.title);
    let mut rows = Vec::new();
    let free_bodies: HashSet<usize> = m.free_bodies().into_iter().collect();
    for (i, body) in m.bodies.iter().enumerate() {
        let mass = body.mass_properties(&defaults).mass;
        let free = if free_bodies.contains(&i) { ", free" } else { "" };
        rows.push(vec!["body".into(), body.name.clone(), format!("{mass} kg{free}")]);
    }
    for joint in &m.joints {
        let [a, b] = joint.between.map(|body| match body {
            BodyRef::Ground => "ground",
            BodyRef::Body(i) => &m.bodies[i].name,
        });
        rows.push(vec!["joint".into(), joint.name.clone(), format!("{}, {a} to {b}", joint.kind.kind.name)]);
    }
    let layout = study.layout();
    rows.extend(acting(m));
    for x in &m.variables {
        rows.push(vec![
            "variable".into(),
            x.name.clone(),
            format!("{} {}", x.initial.evaluate(&defaults), shown_unit(&x.unit)),
        ]);
    }
    let constraints = study.constraints();
    let degrees = match constraints {
        Some(constraints) => constraints.degrees_of_freedom,
        None => layout.quadratures().start - m.variables.len(),
    };
    let coordinates = counted(layout.coordinate_count() as u64, "coordinate");
    rows.push(vec![
        "state".into(),
        format!("{} of freedom", counted(degrees as u64, "degree")),
        match m.variables.len() {
            0 => coordinates,
            n => format!("{coordinates}, {}", counted(n as u64, "variable")),
        },
    ]);
    if let Some(constraints) = constraints {
        let found = constraints.independent.len();
        rows.push(vec!["constraints".into(), format!("{found} independent"), String::new()]);
        for name in &constraints.left_out {
            rows.push(vec![String::new(), "left out".into(), name.clone()]);
        }
        let Movement { translation, rotation } = constraints.movement;
        if translation > ASSEMBLED || rotation > ASSEMBLED {
            let moved = format!("bodies moved by up to {translation:.3e} m and {rotation:.3e} rad");
            rows.push(vec!["assembly".into(), moved, "from the given poses".into()]);
        }
    }
    for (i, p) in m.parameters.iter().enumerate() {
        let varied =
            study.varied().iter().position(|at| *at == i).map_or(String::new(), |column| varied(study, column));
        let unit = shown_unit(p.unit.as_deref().unwrap_or_default());
        rows.push(vec!["parameter".into(), p.name.clone(), format!("{:?} {unit} {varied}", p.default)]);
    }
    let mut known = KnownValues::default();
    for derived in &scenario.derived {
        let value = derived.shown(&defaults, &mut known);
        let unit = shown_unit(derived.unit.as_ref().map_or("", |unit| &unit.text));
        rows.push(vec!["derived".into(), derived.name.clone(), format!("{value:?} {unit}")]);
    }
    let derivatives = m.derivative_columns();
    for (c, (name, unit)) in m.columns().into_iter().enumerate() {
        // behind all others
        if derivatives.first().is_some_and(|(first, _)| c >= *first) {
            break;
        }
        let empty = if study.is_undetermined(c) {
            " empty: the motion does not determine it (undetermined = \"minimum_norm\" gives it)"
        } else {
            ""
        };
        rows.push(vec!["output".into(), name, format!("{}{empty}", shown_unit(&unit))]);
    }
    for event in &m.events {
        let end = if event.terminal { ", ends the run" } else { "" };
        rows.push(vec!["event".into(), event.name.clone(), format!("{}{end}", event.direction.name())]);
    }
    if !derivatives.is_empty() {
        let by: Vec<&str> = m.sensitivities.iter().map(|at| m.parameters[*at].name.as_str()).collect();
        let columns = format!("{}, of every output", counted(derivatives.len() as u64, "column"));
        rows.push(vec!["derivatives".into(), columns, format!("by {}", by.join(", "))]);
    }
    if !study.second_derivatives().is_empty() {
        let columns = counted(study.second_derivatives().len() as u64, "column");
        rows.push(vec!["second derivatives".into(), columns, String::new()]);
    }
    let (steps, work_of_one) = match &sequence {
        StepSequence::Fixed(equal) => {
            let count_of = equal.count();
            let text =
                format!("{} of {:?} s to {:?} s", counted(count_of.into(), "step"), equal.step(), sequence.duration());
            (text, Some(u64::from(count_of)))
        }
        StepSequence::Adaptive(limits) => {
            (format!("adaptive steps to {:?} s, at most {:?} s", limits.duration, limits.largest), None)
        }
    };
    rows.push(vec!["method".into(), study.method.integrator.name.into(), steps]);
    rows.extend(study.sampling.as_ref().map(|sampling| {
        let when = match sampling {
            Sampling::Every(time) => format!("every {time:?} s"),
            Sampling::At(times) => format!("at {}", counted(times.len() as u64, "time")),
        };
        vec!["samples".into(), when, String::new()]
    }));
    let members = study.plan().members();
    let seed = if study.plan().distributions().is_some() { format!(", seed {}", scenario.seed) } else { String::new() };
    rows.push(vec!["plan".into(), scenario.plan.into(), format!("{}{seed}", counted(members, "member"))]);
    if let Some(steps) = work_of_one {
        let work = members.saturating_mul(steps).saturating_mul(m.unit_count() as u64);
        let unit = if m.bodies.is_empty() { "steps" } else { "body-steps" };
        rows.push(vec!["work".into(), count(work), unit.into()]);
    }
    console.print(&table(&rows, 3));
    scenario.advice().iter().for_each(|advice| console.warning(advice));
    let takes = check_recording(study).map_err(Failure::input)?;
    takes.iter().for_each(|takes| console.warning(takes));
    Ok(0)
}
