//! Outputs of every joint or body: one `[[output]]` stands for as many.

use super::document::Document;
use super::keys::Keys;
use crate::model::joint::KINDS;
use crate::model::{Invalid, Section};
use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// Says so, for `gyrosweep list`.
pub(super) const EVERY: &str = "joint = \"*\" or body = \"*\" stands for an [[output]] of every [[joint]] (that moves, where a \
                                quantity is of its motion) or [[body]], in their order; * in name is the name of each: \
                                name = \"q_*\"";

/// What a name stands for where it is to be that of all.
const ALL: &str = "*";

/// Returns the tables of a file with every such output in place of those that stand for them; nothing where there are
/// none.
pub(super) fn expanded<'a>(document: &Document<'_>, table: &DeTable<'a>) -> Result<Option<DeTable<'a>>, Invalid> {
    let root = Keys::root(document, table);
    let Some(DeValue::Array(outputs)) = table.get("output").map(|outputs| outputs.get_ref()) else { return Ok(None) };
    let star = |output: &Spanned<DeValue<'_>>| ["joint", "body"].into_iter().find(|key| text(output, key) == Some(ALL));
    if outputs.iter().all(|output| star(output).is_none()) {
        return Ok(None);
    }
    let mut all = DeArray::new();
    for (output, section) in outputs.iter().zip(root.tables("output")?) {
        let (Some(key), DeValue::Table(keys)) = (star(output), output.get_ref()) else {
            all.push(output.clone());
            continue;
        };
        let name = text(output, "name").unwrap_or_default();
        if name.matches(ALL).count() != 1 {
            let message = format!(
                "found {name:?} beside {key} = {ALL:?}; accepted: a name with one * for the name of each {key}, as in \"q_*\""
            );
            return Err(section.invalid("name", message));
        }
        let moves = text(output, "quantity").is_some_and(|quantity| quantity.starts_with("joint_"));
        let is_one = |part: &&Spanned<DeValue<'_>>| {
            let kind = text(part, "kind").and_then(|kind| KINDS.iter().find(|known| known.kind.name == kind));
            !moves || kind.is_none_or(|kind| kind.degrees() > 0)
        };
        let parts = match table.get(key).map(|parts| parts.get_ref()) {
            Some(DeValue::Array(parts)) => &parts[..],
            _ => &[],
        };
        let names: Vec<&str> = parts.iter().filter(is_one).filter_map(|part| text(part, "name")).collect();
        if names.is_empty() {
            return Err(section.invalid(key, format!("there is no [[{key}]] that it could stand for")));
        }
        for of in names {
            let mut one = keys.clone();
            for (key, text) in [(key, of.to_string()), ("name", name.replace(ALL, of))] {
                if let Some(value) = one.get_mut(key) {
                    *value.get_mut() = DeValue::String(Cow::Owned(text));
                }
            }
            all.push(Spanned::new(output.span(), DeValue::Table(one)));
        }
    }
    let mut table = table.clone();
    if let Some(outputs) = table.get_mut("output") {
        *outputs.get_mut() = DeValue::Array(all);
    }
    Ok(Some(table))
}

/// The text of a key of a table.
fn text<'a>(table: &'a Spanned<DeValue<'_>>, key: &str) -> Option<&'a str> {
    match table.get_ref() {
        DeValue::Table(keys) => keys.get(key)?.get_ref().as_str(),
        _ => None,
    }
}
