//! Parameters, bodies, joints, forces and outputs of a scenario.

use super::keys::{Document, Keys};
use crate::model::body::Body;
use crate::model::force::Force;
use crate::model::joint::JointModel;
use crate::model::output::Output;
use crate::model::{Invalid, Mechanism, Parameter, Section};

/// Reads the mechanism and checks it at the default values of its parameters.
pub(super) fn read(document: &Document<'_>, root: &mut Keys<'_>) -> Result<Mechanism, Invalid> {
    let parameters = read_parameters(root)?;
    document.set_parameters(&parameters);
    let gravity = {
        let mut section = root.optional_table("gravity")?;
        let g = section.vector_or_zero("acceleration")?;
        section.finish()?;
        g
    };

    let mut bodies: Vec<Body> = Vec::new();
    let mut names = Vec::new();
    for mut section in root.tables("body")? {
        let mut initial = section.optional_table("initial")?;
        let body = Body::read(&mut section, &mut initial)?;
        initial.finish()?;
        section.finish()?;
        if body.name == "ground" {
            return Err(section.invalid("name", "\"ground\" always exists; choose another name".into()));
        }
        unique(&section, "a body", &body.name, &mut names)?;
        bodies.push(body);
    }
    if bodies.is_empty() {
        return Err(root.missing("body", "a mechanism needs at least one [[body]]"));
    }
    document.set_bodies(&names);

    let mut joints = vec![None; bodies.len()];
    let mut names = Vec::new();
    for mut section in root.tables("joint")? {
        let (name, body, joint) = JointModel::read(&mut section)?;
        section.finish()?;
        unique(&section, "a joint", &name, &mut names)?;
        if joints[body].replace(joint).is_some() {
            let message = format!("{:?} has a joint already; a body has one joint to ground", bodies[body].name);
            return Err(section.invalid("between", message));
        }
    }

    let mut forces = Vec::new();
    let mut names = Vec::new();
    for mut section in root.tables("force")? {
        let (name, force) = Force::read(&mut section)?;
        section.finish()?;
        unique(&section, "a force", &name, &mut names)?;
        forces.push(force);
    }

    let mut outputs = Vec::new();
    let mut names = Vec::new();
    for mut section in root.tables("output")? {
        let output = Output::read(&mut section)?;
        section.finish()?;
        unique(&section, "an output", &output.name, &mut names)?;
        outputs.push(output);
    }
    if outputs.is_empty() {
        return Err(root.missing("output", "at least one [[output]] is needed"));
    }

    let joints = joints.into_iter().map(|j| j.unwrap_or(JointModel::Free)).collect();
    let mechanism = Mechanism { parameters, gravity, bodies, joints, forces, outputs };
    mechanism.check(&mechanism.defaults()).map_err(|e| {
        let (table, at, key) = e.part;
        match root.tables(table) {
            Ok(tables) => tables[at].invalid(key, e.message),
            Err(error) => error,
        }
    })?;
    taken_columns(root, &mechanism)?;
    Ok(mechanism)
}

fn read_parameters(root: &mut Keys<'_>) -> Result<Vec<Parameter>, Invalid> {
    let section = root.optional_table("parameters")?;
    let mut parameters = Vec::new();
    for name in section.entries() {
        let word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !word || name.starts_with(|c: char| c.is_ascii_digit()) {
            let message = "a parameter's name consists of letters, digits and _, and begins with a letter";
            return Err(section.invalid(&name, message.into()));
        }
        if crate::model::expression::is_reserved(&name) {
            let message = format!("{name:?} is a function or constant of expressions; choose another name");
            return Err(section.invalid(&name, message));
        }
        if OTHER_COLUMNS.contains(&name.as_str()) {
            let message = format!("{name:?} is another column of the table already; choose another name");
            return Err(section.invalid(&name, message));
        }
        let mut entry = section.table(&name)?;
        let default = entry.constant("default")?;
        let unit = if entry.has("unit") { Some(entry.text("unit")?) } else { None };
        entry.finish()?;
        if !default.is_finite() {
            return Err(entry.invalid("default", format!("found {default}; accepted: a finite number")));
        }
        parameters.push(Parameter { name, default, unit });
    }
    section.finish()?;
    Ok(parameters)
}

fn unique(section: &Keys<'_>, what: &str, name: &str, names: &mut Vec<String>) -> Result<(), Invalid> {
    if name.is_empty() {
        return Err(section.invalid("name", "the name is empty".into()));
    }
    // line breaks of any kind would end a comment of the kernel
    if name.contains(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
        return Err(section.invalid("name", format!("{name:?} holds a line break or another control character")));
    }
    if names.iter().any(|n| n == name) {
        return Err(section.invalid("name", format!("there is {what} {name:?} already; names are unique")));
    }
    names.push(name.to_string());
    Ok(())
}

/// The columns of the tables that are not outputs.
const OTHER_COLUMNS: [&str; 5] = ["member", "outcome", "outcome_time", "steps", "time"];

fn taken_columns(root: &Keys<'_>, mechanism: &Mechanism) -> Result<(), Invalid> {
    let tables = root.tables("output")?;
    let mut taken: Vec<String> = OTHER_COLUMNS.iter().map(|c| c.to_string()).collect();
    taken.extend(mechanism.parameters.iter().map(|p| p.name.clone()));
    for (output, section) in mechanism.outputs.iter().zip(&tables) {
        for (column, _) in output.columns() {
            if taken.contains(&column) {
                let message = format!("{column:?} is another column of the table already; choose another name");
                return Err(section.invalid("name", message));
            }
            taken.push(column);
        }
    }
    Ok(())
}
