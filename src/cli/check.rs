//! `gyrosweep check`: what a scenario says.

use super::console::Console;
use super::{Failure, ScenarioArguments};
use crate::model::joint::JointModel;
use crate::report::{count, table};
use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
}

pub(crate) fn check(console: &Console, arguments: &CheckArguments) -> Result<u8, Failure> {
    let scenario = arguments.scenario.read()?;
    let study = &scenario.study;
    let m = &study.mechanism;
    let defaults = m.defaults();
    let schedule = study.schedule(&defaults).map_err(Failure::input)?;
    console.heading(&scenario.title);
    let mut rows = Vec::new();
    for (body, joint) in m.bodies.iter().zip(&m.joints) {
        let joint = match joint {
            JointModel::Free => "free",
            JointModel::Spherical { .. } => "spherical joint to ground",
        };
        let mass = body.mass_properties(&defaults).mass;
        rows.push(vec!["body".into(), body.name.clone(), format!("{mass} kg, {joint}")]);
    }
    let layout = m.layout();
    rows.push(vec!["forces".into(), m.forces.len().to_string(), String::new()]);
    let degrees = layout.velocity_count();
    rows.push(vec![
        "state".into(),
        format!("{degrees} degrees of freedom"),
        format!("{} coordinates", layout.coordinate_count()),
    ]);
    for p in &m.parameters {
        let varied = if study.plan().columns().contains(&p.name) { "varied" } else { "" };
        let unit = p.unit.clone().unwrap_or_default();
        rows.push(vec!["parameter".into(), p.name.clone(), format!("{:?} {unit} {varied}", p.default)]);
    }
    for (name, unit) in m.columns() {
        rows.push(vec!["output".into(), name, unit.into()]);
    }
    let steps = format!(
        "{} steps of {:?} s to {:?} s",
        count(schedule.count().into()),
        schedule.step(),
        schedule.time(u32::MAX)
    );
    rows.push(vec!["method".into(), study.method.tableau.name.into(), steps]);
    let members = study.plan().members();
    rows.push(vec!["plan".into(), scenario.plan.into(), format!("{} members", count(members))]);
    let work = members.saturating_mul(u64::from(schedule.count())).saturating_mul(m.bodies.len() as u64);
    rows.push(vec!["work".into(), count(work), "body-steps".into()]);
    console.print(&table(&rows, 3));
    if let Some(advice) = study.plan().advice() {
        console.warning(&advice);
    }
    Ok(0)
}
