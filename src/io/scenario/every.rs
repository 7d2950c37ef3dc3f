//! Outputs of several joints, bodies, forces and so on: one `[[output]]` with a pattern stands for as many.

use super::document::Document;
use super::joint_forces;
use super::keys::Keys;
use crate::io::pattern::{fits, is_pattern};
use crate::model::joint::{JointKind, kind_of};
use crate::model::{Invalid, Section, nearest};
use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// Says so, for `gyrosweep list`.
pub(super) const EVERY: &str = "a pattern of names for joint, body, force, control, contact, variable, event or constraint, as in joint = \
                                \"*\" or body = \"link_*\" (* stands for any characters, ? for one), is an [[output]] of every one \
                                that it fits, in their order (of joints only those that move, where a quantity is of their motion); * in \
                                name is the name of each: name = \"q_*\"";

/// What a name stands for in the name of such an output.
const EACH: &str = "*";

/// The keys that may hold a pattern, and the tables whose names it is of.
const KEYS: [(&str, &str); 8] = [
    ("joint", "joint"),
    ("body", "body"),
    ("force", "force"),
    ("control", "force"),
    ("contact", "contact"),
    ("variable", "variable"),
    ("event", "event"),
    ("constraint", "constraint"),
];

/// Returns the tables of a file with every such output in place of those that stand for them; nothing where there are
/// none.
pub(super) fn expanded<'a>(document: &Document<'_>, table: &DeTable<'a>) -> Result<Option<DeTable<'a>>, Invalid> {
    let root = Keys::root(document, table);
    let Some(DeValue::Array(outputs)) = table.get("output").map(|outputs| outputs.get_ref()) else { return Ok(None) };
    let mut all = DeArray::new();
    let mut any = false;
    for (output, section) in outputs.iter().zip(root.tables("output")?) {
        let (Some(pattern), DeValue::Table(keys)) = (Pattern::of(table, output), output.get_ref()) else {
            all.push(output.clone());
            continue;
        };
        any = true;
        let name = text(output, "name").unwrap_or_default();
        let found = pattern.names(&section)?;
        if name.matches(EACH).count() != 1 {
            let Pattern { key, text, .. } = pattern;
            let message = format!(
                "found {name:?} beside {key} = {text:?}; accepted: a name with one * for the name of each {key}, as in \"q_*\""
            );
            return Err(section.invalid("name", message));
        }
        for of in found {
            let mut one = keys.clone();
            for (key, text) in [(pattern.key, of.clone()), ("name", name.replace(EACH, &of))] {
                if let Some(value) = one.get_mut(key) {
                    *value.get_mut() = DeValue::String(Cow::Owned(text));
                }
            }
            all.push(Spanned::new(output.span(), DeValue::Table(one)));
        }
    }
    if !any {
        return Ok(None);
    }
    let mut table = table.clone();
    if let Some(outputs) = table.get_mut("output") {
        *outputs.get_mut() = DeValue::Array(all);
    }
    Ok(Some(table))
}

/// A pattern that a key of an output holds.
struct Pattern<'a> {
    key: &'static str,
    /// The table whose names it is of.
    part: &'static str,
    text: &'a str,
    /// The names that it may stand for, in their order.
    names: Vec<String>,
}

impl<'a> Pattern<'a> {
    /// Returns the first pattern that an output holds, if any; what is the name of something stands for that alone.
    fn of(table: &DeTable<'_>, output: &'a Spanned<DeValue<'_>>) -> Option<Self> {
        KEYS.into_iter().find_map(|(key, part)| {
            let text = text(output, key).filter(|text| is_pattern(text))?;
            let moves = self::text(output, "quantity").is_some_and(|quantity| quantity.starts_with("joint_"));
            let names = match part {
                "force" | "contact" => forces(table, key),
                "joint" => parts(table, part).filter(|of| !moves || moving(of)).filter_map(name).collect(),
                _ => parts(table, part).filter_map(name).collect(),
            };
            let is_name = names.iter().any(|name| name == text);
            (!is_name).then_some(Self { key, part, text, names })
        })
    }

    /// Returns the names that the pattern fits, of which there is one at least.
    fn names(&self, section: &Keys<'_>) -> Result<Vec<String>, Invalid> {
        let Self { key, part, text, names } = self;
        let found: Vec<String> = names.iter().filter(|name| fits(text, name)).cloned().collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let message = if names.is_empty() {
            format!("found {text:?}; there is no [[{part}]] that it could stand for")
        } else {
            let near = nearest(&text.replace(['*', '?'], ""), names.iter().map(String::as_str));
            let hint = near.map_or(String::new(), |near| format!(" did you mean {near:?}?"));
            format!("found {text:?}, which fits no name;{hint} accepted: a pattern of {}", names.join(", "))
        };
        Err(section.invalid(key, message))
    }
}

/// Returns the tables of a kind of part.
fn parts<'t, 'a>(table: &'t DeTable<'a>, part: &str) -> impl Iterator<Item = &'t Spanned<DeValue<'a>>> {
    let parts = match table.get(part).map(|parts| parts.get_ref()) {
        Some(DeValue::Array(parts)) => &parts[..],
        _ => &[],
    };
    parts.iter()
}

fn name(part: &Spanned<DeValue<'_>>) -> Option<String> {
    text(part, "name").map(String::from)
}

/// Tells whether a joint leaves a motion free.
fn moving(joint: &&Spanned<DeValue<'_>>) -> bool {
    joint_kind(joint).is_none_or(|kind| kind.degrees() > 0)
}

/// Returns the kind of a joint, if it has one.
fn joint_kind(joint: &Spanned<DeValue<'_>>) -> Option<&'static JointKind> {
    let DeValue::Table(keys) = joint.get_ref() else { return None };
    let locked: Vec<String> = match keys.get("locked").map(|locked| locked.get_ref()) {
        Some(DeValue::Array(motions)) => motions.iter().filter_map(|m| Some(m.get_ref().as_str()?.into())).collect(),
        _ => Vec::new(),
    };
    kind_of(text(joint, "kind")?, &locked)
}

/// Returns the names of all forces, contacts behind the others and those that keys of joints stand for behind these; under the
/// keys `control` and `contact` of those that follow a trajectory, and of contacts, alone.
fn forces(table: &DeTable<'_>, key: &str) -> Vec<String> {
    let wanted = |kind: Option<&str>| match key {
        "control" => kind == Some("joint_control"),
        "contact" => kind == Some("contact"),
        _ => true,
    };
    let mut names: Vec<String> =
        parts(table, "force").filter(|force| wanted(text(force, "kind"))).filter_map(name).collect();
    names.extend(parts(table, "contact").filter(|_| wanted(Some("contact"))).filter_map(name));
    for joint in parts(table, "joint") {
        let all = (joint.get_ref(), text(joint, "name"), joint_kind(joint));
        if let (DeValue::Table(keys), Some(name), Some(kind)) = all {
            let found = joint_forces::names(name, keys, kind).into_iter();
            names.extend(found.filter(|(_, kind)| wanted(Some(kind))).map(|(name, _)| name));
        }
    }
    names
}

/// Returns the text of a key of a table.
fn text<'a>(table: &'a Spanned<DeValue<'_>>, key: &str) -> Option<&'a str> {
    match table.get_ref() {
        DeValue::Table(keys) => keys.get(key)?.get_ref().as_str(),
        _ => None,
    }
}
