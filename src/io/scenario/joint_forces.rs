//! Keys of a joint that stand for forces in it: each is read as the `[[force]]` that could be written instead.

use super::document::Document;
use super::keys::{Keys, Value};
use super::value::plain_number;
use crate::model::force::Force;
use crate::model::joint::{ElementaryJoint, JointKind};
use crate::model::names::JointShape;
use crate::model::{Expr, Invalid, JointForce, Section};
use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The keys of a joint that stand for forces, for `gyrosweep list`.
pub(super) const KEYS: &str = "for forces in the joint instead of a [[force]] each, which are called JOINT.KEY (JOINT.KEY.1, .. of \
                        several coordinates): stiffness (N/m or N m/rad, with rest, m or rad, default 0), damping (N s/m or \
                        N m s/rad), friction = { keys of joint_friction } or its coulomb alone, limits = { keys of \
                        joint_limit }, torque = \"..\" (as of joint_torque), control = { keys of joint_control }; where a \
                        joint has several scalar coordinates, an entry for each in brackets, 0 for none";

/// The keys: what the force is, and under which of its keys the value stands, where it is no table of its keys.
const FORCES: [(&str, &str, Option<&str>); 6] = [
    ("stiffness", "joint_spring_damper", Some("stiffness")),
    ("damping", "joint_spring_damper", Some("damping")),
    ("friction", "joint_friction", Some("coulomb")),
    ("limits", "joint_limit", None),
    ("torque", "joint_torque", Some("torque")),
    ("control", "joint_control", None),
];

/// The keys of a force that the joint gives.
const GIVEN: [&str; 4] = ["name", "kind", "joint", "component"];

/// Takes the keys for known.
pub(super) fn know(joint: &mut Keys<'_>) -> Result<(), Invalid> {
    for (key, ..) in FORCES {
        joint.has(key);
    }
    if joint.has("rest") && !joint.has("stiffness") {
        let message = "there is no spring that could be at rest; accepted: beside the key \"stiffness\"";
        return Err(joint.invalid("rest", message.into()));
    }
    Ok(())
}

/// Reads the forces in a joint of that number: their names, themselves, and where they come from.
pub(super) fn read(
    section: &Keys<'_>,
    number: usize,
    shape: &JointShape,
) -> Result<Vec<(String, Force<Expr>, JointForce)>, Invalid> {
    let mut forces = Vec::new();
    for (key, kind, value_of) in FORCES {
        let Some(value) = section.get(key) else { continue };
        let from = JointForce { joint: number, key };
        // a torque on a rotation is one force
        if shape.scalars.is_empty() && (key != "torque" || !shape.rotation) {
            let accepted = if shape.rotation {
                "torque = [\"..\", \"..\", \"..\"], or a [[force]] rotational_spring_damper between its bodies"
            } else {
                "left out"
            };
            let message = format!("the joint {:?} has no scalar coordinate; accepted: {accepted}", shape.name);
            return Err(section.invalid(key, message));
        }
        let entries = entries(section, key, value, shape)?;
        let rests = section.get("rest").filter(|_| key == "stiffness");
        let rests = rests.map(|rests| self::entries(section, "rest", rests, shape)).transpose()?;
        for (at, value) in entries.iter().enumerate() {
            if entries.len() > 1 && is_nothing(value) {
                continue;
            }
            let is_one = entries.len() == 1;
            let name =
                if is_one { format!("{}.{key}", shape.name) } else { format!("{}.{key}.{}", shape.name, at + 1) };
            let mut given = vec![("name", name), ("kind", kind.into()), ("joint", shape.name.clone())];
            if !is_one {
                given.push(("component", (at + 1).to_string()));
            }
            let mut table = DeTable::new();
            let path = match (value.get_ref(), value_of) {
                (DeValue::Table(keys), _) if key == "friction" || value_of.is_none() => {
                    table.clone_from(keys);
                    section.path(key)
                }
                (_, None) => return Err(section.wrong_type(key, value.get_ref(), "a table, as in { .. }")),
                (_, Some(of)) => {
                    insert(&mut table, of, (*value).clone());
                    // the value stands under a key of the joint, or is that of a table
                    if of == key { section.path("").trim_end_matches('.').into() } else { section.path(key) }
                }
            };
            if let Some(rests) = &rests {
                insert(&mut table, "rest", rests[at].clone());
            }
            let (name, force) = as_force(section.document, table, (value.span().start, path), given)?;
            forces.push((name, force, from));
        }
    }
    Ok(forces)
}

/// Returns the names of the forces that the keys of a joint stand for, with their kinds; nothing of keys that [`read`] would
/// refuse.
pub(super) fn names(name: &str, joint: &DeTable<'_>, shape: &JointKind) -> Vec<(String, &'static str)> {
    let is_rotation = |element: &&ElementaryJoint| matches!(element, ElementaryJoint::Spherical);
    let scalars = shape.elements.len() - shape.elements.iter().filter(is_rotation).count();
    let mut names = Vec::new();
    for (key, kind, _) in FORCES {
        match joint.get(key).map(|value| value.get_ref()) {
            None => {}
            Some(DeValue::Array(values)) if scalars > 1 => {
                let some = values.iter().enumerate().filter(|(_, value)| !is_nothing(value));
                names.extend(some.map(|(at, _)| (format!("{name}.{key}.{}", at + 1), kind)));
            }
            Some(_) => names.push((format!("{name}.{key}"), kind)),
        }
    }
    names
}

/// Reads a force from its own keys and those that its joint gives.
fn as_force(
    document: &Document<'_>,
    mut table: DeTable<'_>,
    (offset, path): (usize, String),
    given: Vec<(&str, String)>,
) -> Result<(String, Force<Expr>), Invalid> {
    {
        let own = Keys::below(document, &table, offset, path.clone(), &[]);
        if let Some(key) = own.entries().iter().find(|key| GIVEN.contains(&key.as_str())) {
            return Err(own.invalid(key, "unknown key; the joint that the table stands in gives it".into()));
        }
    }
    for (key, text) in given {
        insert(&mut table, key, Spanned::new(offset..offset, DeValue::String(Cow::Owned(text))));
    }
    let mut section = Keys::below(document, &table, offset, path, &GIVEN);
    let force = Force::read(&mut section)?;
    section.finish()?;
    Ok(force)
}

fn insert<'a>(table: &mut DeTable<'a>, key: &str, value: Value<'a>) {
    table.insert(Spanned::new(value.span(), Cow::Owned(key.to_string())), value);
}

/// Returns one value for each scalar coordinate; the only one, and three expressions of a rotation, are not in
/// brackets.
fn entries<'a>(
    section: &Keys<'_>,
    key: &str,
    value: &'a Value<'a>,
    shape: &JointShape,
) -> Result<Vec<&'a Value<'a>>, Invalid> {
    let count = shape.scalars.len();
    if count < 2 {
        return Ok(vec![value]);
    }
    match value.get_ref() {
        DeValue::Array(values) if values.len() == count => Ok(values.iter().collect()),
        other => {
            let accepted = format!("{count} entries in brackets, of the coordinates {}", shape.scalars.join(", "));
            Err(section.wrong_type(key, other, &accepted))
        }
    }
}

/// Tells whether an entry stands for no force.
fn is_nothing(value: &Value<'_>) -> bool {
    match value.get_ref() {
        DeValue::Table(table) => table.is_empty(),
        other => plain_number(other) == Some(0.0),
    }
}
