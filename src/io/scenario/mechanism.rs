//! Parameters, bodies, joints, variables, forces and outputs of a scenario.

use super::bodies::{read_bodies, unique};
use super::document::{Distinct, Document, OTHER_COLUMNS};
use super::keys::Keys;
use super::{probability, resets};
use crate::model::acting;
use crate::model::base::BaseMotion;
use crate::model::beam::Beam;
use crate::model::body::Body;
use crate::model::constraint::{Constraint, equations_of};
use crate::model::event::Event;
use crate::model::expression::Expr3;
use crate::model::force::Force;
use crate::model::joint::{Joint, free_joints};
use crate::model::names::ForceShape;
use crate::model::output::{self, Output};
use crate::model::sampled::{self, DeclaredSampled};
use crate::model::switch::{DeclaredSwitch, SwitchedPart};
use crate::model::variable::{self, Declared, Variable};
use crate::model::{Expr, Inconsistent, Invalid, JointForce, Mechanism, Parameter, Section};
use std::collections::HashMap;

/// What a scenario may say of gravity, for `gyrosweep list`.
pub(super) const GRAVITY: &str = "acceleration = [..] (m/s^2, world frame; default 0)";

/// Reads the mechanism and checks it at the default values of its parameters; `is_run` says whether it needs an output.
pub(super) fn read(
    document: &Document<'_>,
    root: &mut Keys<'_>,
    parameters: Vec<Parameter>,
    is_run: bool,
) -> Result<Mechanism, Invalid> {
    document.set_outputs(root.names_of("output"));
    let gravity = read_gravity(&mut root.optional_table("gravity")?)?;
    let base = read_base(root)?;
    let (bodies, beams) = read_bodies(root, is_run)?;
    document.set_bodies(
        &bodies.iter().map(|body| body.name.clone()).collect::<Vec<String>>(),
        bodies.iter().map(|body| body.mass.clone()).collect(),
    );
    document.set_beams(beams.iter().map(Beam::shape).collect());
    let (joints, mut switches) = read_joints(document, root, &bodies)?;
    let constraints = read_constraints(root, &mut switches)?;
    document.set_constraints(constraints.iter().map(Constraint::shape).collect());

    let mut variable_sections = root.tables("variable")?;
    let mut sampled_sections = root.tables("sampled")?;
    let (declared, sampled) = read_variables(document, (&mut variable_sections, &mut sampled_sections), &parameters)?;

    let (forces, joint_forces) = read_forces(document, root)?;
    // outputs name events, and events are made of outputs
    let (mut event_sections, contacts) = name_events(document, root)?;

    let mut sections = root.tables("output")?;
    let mut outputs = read_outputs(root, &mut sections, is_run)?;

    let columns = output::variables(&outputs);
    let scope = variable::scope(&document.names().variables, &columns[1..]);
    let mut variables = Vec::new();
    for (variable, section) in declared.into_iter().zip(&mut variable_sections) {
        variables.push(variable.read_rate(section, &scope, &outputs, parameters.len())?);
        section.finish()?;
    }
    let all = (&document.names().variables.clone()[..], variables.len(), parameters.len());
    variables.extend(sampled::read_values((sampled, &mut sampled_sections), all, &columns[1..], &outputs)?);
    sampled_sections.iter().try_for_each(Keys::finish)?;
    let (mut events, switched_by, set) =
        read_events(&mut event_sections, (&columns, parameters.len()), (&outputs, &scope, &variables))?;
    let watched = ((&mut outputs[..], &sections[..]), (&mut events[..], &event_sections[..]));
    super::sides::hold_watched((document, parameters.len()), watched, &columns, (&mut variables, set));
    let sides = super::sides::taken(document, contacts, &forces, (&mut variables, &mut events));
    let switched = acting::resolve(switches, &switched_by, &mut events).map_err(|e| placed(root, e))?;

    add_probabilities(root, &mut outputs)?;

    let mechanism = Mechanism {
        parameters,
        gravity,
        base,
        bodies,
        beams,
        joints,
        constraints,
        forces,
        joint_forces,
        variables,
        outputs,
        events,
        sensitivities: Vec::new(),
        by_adjoint: Vec::new(),
        signal_calls: document.calls.take(),
        time_relations: document.relations.take(),
        sides,
        holds_sides: true,
        steepness: document.steepness.get(),
        smoothed_jumps: document.smoothed_jumps.take(),
        depends_on_time: document.depends_on_time.get(),
        kinks: document.kinks.take(),
        switched,
    };
    mechanism.check(&mechanism.defaults()).map_err(|e| placed(root, e))?;
    taken_columns(root, &mechanism)?;
    Ok(mechanism)
}

/// Adds the conditions of probabilities to the outputs.
fn add_probabilities(root: &mut Keys<'_>, outputs: &mut Vec<Output<Expr>>) -> Result<(), Invalid> {
    let mut names = Distinct::default();
    for (section, condition) in probability::read(root, outputs)? {
        unique(&section, "a probability", &condition.name, &mut names)?;
        outputs.push(condition);
    }
    Ok(())
}

/// Events, the names of what each switches, and what each sets.
type Events = (Vec<Event<Expr>>, Vec<Vec<String>>, Vec<resets::Set>);

/// Reads the events, the names of the joints and constraints that each switches, and what each sets: these variables, over these names.
fn read_events(
    sections: &mut [Keys<'_>],
    (columns, parameters): (&[String], usize),
    (outputs, scope, variables): (&[Output<Expr>], &[String], &[Variable<Expr>]),
) -> Result<Events, Invalid> {
    let (mut events, mut switched_by, mut set) = (Vec::new(), Vec::new(), Vec::new());
    let (names, units) = sections.first().map(|section| section.document.names_with_units(outputs)).unwrap_or_default();
    for section in sections {
        let event = Event::read(section, columns, outputs)?;
        if event.rests(parameters) {
            let message = "no column of an output and no time t is in it, so that it never passes through zero; accepted: an expression over these";
            return Err(section.invalid("expression", message.into()));
        }
        if let Some(unlike) = event.unlike_quantities(&names, &units) {
            let text = section.text("expression").unwrap_or_default();
            return Err(section.invalid("expression", format!("{text:?} {unlike}")));
        }
        set.push(resets::read(section, &event, (outputs, scope, variables))?);
        events.push(event);
        switched_by.push(if section.has("switch") { section.texts("switch")? } else { Vec::new() });
        section.finish()?;
    }
    Ok((events, switched_by, set))
}

/// The numbers of forces that are contacts, with their names.
type Contacts = Vec<(usize, String)>;

/// Returns the tables of events and the forces that are contacts, whose events are behind those, and lets outputs name them.
fn name_events<'a>(document: &Document<'_>, root: &Keys<'a>) -> Result<(Vec<Keys<'a>>, Contacts), Invalid> {
    let shapes = document.names().forces.clone();
    let contacts = shapes.iter().enumerate().filter(|(_, force)| force.is_contact);
    let contacts: Contacts = contacts.map(|(at, force)| (at, force.name.clone())).collect();
    let mut event_sections = root.tables("event")?;
    let mut names = Distinct::default();
    for section in &mut event_sections {
        let name = section.text("name")?;
        unique(section, "an event", &name, &mut names)?;
        if contacts.iter().any(|(_, contact)| *contact == name) {
            let message = format!(
                "the event of the contact {name:?} has this name: that it begins or ends to push; accepted: another"
            );
            return Err(section.invalid("name", message));
        }
    }
    names.in_order.extend(contacts.iter().map(|(_, contact)| contact.clone()));
    document.set_events(&names.in_order);
    Ok((event_sections, contacts))
}

/// Makes the error of what is wrong with a part of a mechanism, with its place in the file.
pub(super) fn placed(root: &Keys<'_>, e: Inconsistent) -> Invalid {
    let (table, at, key) = e.part;
    let place = match table {
        "base" => root.table(table),
        "force" => force_tables(root).map(|mut tables| tables.swap_remove(at).0),
        _ => root.tables(table).map(|mut tables| tables.swap_remove(table_of(root, table, at))),
    };
    place.map_or_else(|error| error, |section| section.invalid(key, e.message))
}

/// Returns the number of the table that a part of the mechanism is from: a constraint of poses is six equations.
fn table_of(root: &Keys<'_>, table: &str, at: usize) -> usize {
    if table != "constraint" {
        return at;
    }
    let equations = |section: &mut Keys<'_>| section.text("kind").map_or(1, |kind| equations_of(section, &kind));
    let mut tables = root.tables(table).unwrap_or_default();
    let mut ends = tables.iter_mut().scan(0, |end, section| {
        *end += equations(section);
        Some(*end)
    });
    ends.position(|end| at < end).unwrap_or(0)
}

/// Reads how the base moves, if it does.
fn read_base(root: &Keys<'_>) -> Result<Option<BaseMotion>, Invalid> {
    if !root.has_path("base") {
        return Ok(None);
    }
    let mut section = root.table("base")?;
    let base = BaseMotion::read(&mut section)?;
    section.finish()?;
    Ok(Some(base))
}

/// Reads the acceleration of gravity.
fn read_gravity(section: &mut Keys<'_>) -> Result<Expr3, Invalid> {
    section.expect_unit("acceleration", "m/s^2")?;
    let gravity = section.vector_or_zero("acceleration")?;
    section.finish()?;
    Ok(gravity)
}

/// Reads the constraints beside those of joints.
fn read_constraints(root: &Keys<'_>, switches: &mut Vec<DeclaredSwitch>) -> Result<Vec<Constraint<Expr>>, Invalid> {
    let (mut constraints, mut names) = (Vec::new(), Distinct::default());
    for mut section in root.tables("constraint")? {
        let equations = Constraint::read(&mut section, &constraints)?;
        let name = section.text("name")?;
        let part = SwitchedPart::Constraints(constraints.len()..constraints.len() + equations.len());
        switches.push(DeclaredSwitch::read(&mut section, &name, part)?);
        section.finish()?;
        for equation in equations {
            unique(&section, "a constraint", &equation.name, &mut names)?;
            constraints.push(equation);
        }
    }
    Ok(constraints)
}

/// What reads a table as a force.
type ReadForce = fn(&mut dyn Section) -> Result<(String, Force<Expr>), Invalid>;

/// Returns the tables that are a force each, in the order of the mechanism.
fn force_tables<'a>(root: &Keys<'a>) -> Result<Vec<(Keys<'a>, ReadForce)>, Invalid> {
    let mut tables = Vec::new();
    for (table, read) in [("force", Force::read as ReadForce), ("contact", Force::read_contact as ReadForce)] {
        tables.extend(root.tables(table)?.into_iter().map(|section| (section, read)));
    }
    Ok(tables)
}

/// Reads the forces, contacts behind the others, then those that are keys of joints, with where they come from.
fn read_forces(document: &Document<'_>, root: &Keys<'_>) -> Result<(Vec<Force<Expr>>, Vec<JointForce>), Invalid> {
    let (mut forces, mut names) = (Vec::new(), Distinct::default());
    for (mut section, read) in force_tables(root)? {
        let (name, force) = read(&mut section)?;
        section.finish()?;
        unique(&section, "a force", &name, &mut names)?;
        forces.push(force);
    }
    let mut joint_forces = Vec::new();
    for (number, section) in root.tables("joint")?.iter().enumerate() {
        let shape = document.names().joints[number].clone();
        for (name, force, from) in super::joint_forces::read(section, number, &shape)? {
            if !names.insert(&name) {
                let message = format!("there is a force {name:?} already, as this one is called; names are unique");
                return Err(section.invalid(from.key, message));
            }
            forces.push(force);
            joint_forces.push(from);
        }
    }
    let shape = |(name, force): (&String, &Force<_>)| {
        let axis = force.axis();
        ForceShape {
            name: name.clone(),
            has_line: force.has_line(),
            is_contact: force.is_contact(),
            controls: axis.filter(|_| force.is_control()).map(|axis| axis.unit),
            axis: axis.map(|axis| (axis.joint, axis.component)),
        }
    };
    document.set_forces(names.in_order.iter().zip(&forces).map(shape).collect());
    Ok((forces, joint_forces))
}

/// Reads the outputs, of which a run needs one.
fn read_outputs(root: &Keys<'_>, sections: &mut [Keys<'_>], is_run: bool) -> Result<Vec<Output<Expr>>, Invalid> {
    let outputs = {
        let mut sections: Vec<&mut dyn Section> = sections.iter_mut().map(|s| s as &mut dyn Section).collect();
        output::read_all(&mut sections)?
    };
    let mut names = Distinct::default();
    for (section, output) in sections.iter().zip(&outputs) {
        section.finish()?;
        unique(section, "an output", &output.name, &mut names)?;
    }
    if outputs.is_empty() && is_run {
        return Err(root.missing("output", "at least one [[output]] is needed"));
    }
    Ok(outputs)
}

/// Reads the joints, and what they say of when they act.
fn read_joints(
    document: &Document<'_>,
    root: &Keys<'_>,
    bodies: &[Body],
) -> Result<(Vec<Joint>, Vec<DeclaredSwitch>), Invalid> {
    let (mut joints, mut names, mut switches) = (Vec::new(), Distinct::default(), Vec::new());
    for mut section in root.tables("joint")? {
        let mut initial = section.optional_table("initial")?;
        let joint = Joint::read(&mut section, &mut initial)?;
        initial.finish()?;
        super::joint_forces::know(&mut section)?;
        switches.push(DeclaredSwitch::read(&mut section, &joint.name, SwitchedPart::Joint(joints.len()))?);
        section.finish()?;
        unique(&section, "a joint", &joint.name, &mut names)?;
        joints.push(joint);
    }
    let free = free_joints(bodies, &joints);
    document.set_joints(joints.iter().chain(&free).map(Joint::shape).collect());
    Ok((joints, switches))
}

/// Reads the variables without their rates, and the sampled ones without their values.
fn read_variables(
    document: &Document<'_>,
    (sections, sampled_sections): (&mut [Keys<'_>], &mut [Keys<'_>]),
    parameters: &[Parameter],
) -> Result<(Vec<Declared>, Vec<DeclaredSampled>), Invalid> {
    let parameters: Vec<String> = parameters.iter().map(|p| p.name.clone()).collect();
    let (mut declared, mut names) = (Vec::new(), Distinct::default());
    for section in sections {
        let variable = Declared::read(section, &parameters)?;
        unique(section, "a variable", &variable.shape().name, &mut names)?;
        declared.push(variable);
    }
    let mut sampled = Vec::new();
    for section in sampled_sections {
        let one = DeclaredSampled::read(section, &parameters)?;
        for shape in one.shapes() {
            unique(section, "a variable", &shape.name, &mut names)?;
        }
        sampled.push(one);
    }
    let shapes = declared.iter().map(|v| v.shape().clone());
    document.set_variables(shapes.chain(sampled.iter().flat_map(DeclaredSampled::shapes)).collect());
    Ok((declared, sampled))
}

fn taken_columns(root: &Keys<'_>, mechanism: &Mechanism) -> Result<(), Invalid> {
    let mut tables = root.tables("output")?;
    tables.extend(root.tables("probability")?);
    let mut taken = Distinct::default();
    let parameters = mechanism.parameters.iter().map(|p| p.name.as_str());
    for name in OTHER_COLUMNS.into_iter().chain(parameters) {
        taken.insert(name);
    }
    let variables: HashMap<&str, usize> =
        mechanism.variables.iter().enumerate().map(|(i, v)| (v.name.as_str(), i)).collect();
    for (output, section) in mechanism.outputs.iter().zip(&tables) {
        for (column, _) in output.columns() {
            let variable = variables.get(column.as_str()).copied();
            if variable.is_some() && output.quantity.of_variable() != variable {
                let message = format!("{column:?} is the name of a [[variable]]; choose another name");
                return Err(section.invalid("name", message));
            }
            if !taken.insert(&column) {
                let message = format!("{column:?} is another column of the table already; choose another name");
                return Err(section.invalid("name", message));
            }
        }
    }
    Ok(())
}
