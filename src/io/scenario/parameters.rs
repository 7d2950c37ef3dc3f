//! The parameters of a scenario, and what is derived from them.

use super::document::{Derived, Document};
use super::keys::Keys;
use crate::model::unit::{Factor, Unit};
use crate::model::{Invalid, Parameter, Section};
use std::collections::HashMap;
use toml::de::DeValue;

/// What a scenario may say of them, for `gyrosweep list`.
pub(super) const PARAMETERS: &str = "name = 1.0, or name = { default = 60, unit = \"mm\" }: a number that a plan may vary; name = { value = \
                              \"2*arm\", unit = \"mm\" }: derived from others, for every expression; as a column by an output of the quantity expression. A \
                              number is in its unit, wherever it stands (here, in [plan.vary], tables, --set, results), and expressions \
                              see units of the SI (60 mm are 0.06); without a unit it is in those of the SI already";

/// The columns of the tables that are not outputs.
pub(super) const OTHER_COLUMNS: [&str; 9] = [
    "member",
    "outcome",
    "outcome_time",
    "steps",
    "time",
    "rejected",
    "newton_iterations",
    "factorisations",
    "pivoted_steps",
];

/// Reads the parameters, and lets names stand for what is derived from them.
pub(super) fn read(document: &Document<'_>, root: &mut Keys<'_>) -> Result<Vec<Parameter>, Invalid> {
    let section = root.optional_table("parameters")?;
    let (mut parameters, mut derived, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
    for name in section.entries() {
        check_length(&section, &name, &name)?;
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
        let plain = section.get(&name).is_some_and(|value| !matches!(value.get_ref(), DeValue::Table(_)));
        if plain {
            let default = finite(&section, &name)?;
            parameters.push(Parameter { name, default, unit: None });
            sizes.push(Factor::ONE);
            continue;
        }
        let mut entry = section.table(&name)?;
        let is_derived = entry.has("value");
        entry.know(if is_derived { &["value", "unit"] } else { &["default", "unit", "value"] })?;
        let unit = if entry.has("unit") { Some(entry.unit("unit")?) } else { None };
        if let Some(unit) = &unit {
            document.set_unit(&name, unit.clone());
        }
        if is_derived {
            derived.push((name, unit, entry));
        } else {
            let default = finite(&entry, "default").map_err(|error| {
                let hint = "; a parameter that follows from others is { value = \"..\" }";
                let is_text = entry.text("default").is_ok();
                Invalid { message: if is_text { error.message + hint } else { error.message }, ..error }
            })?;
            sizes.push(unit.as_ref().map_or(Factor::ONE, |unit| unit.factor));
            parameters.push(Parameter { name, default, unit: unit.map(|unit| unit.text) });
        }
    }
    section.finish()?;
    document.set_parameters(&parameters, &sizes);
    derive(document, in_order(derived))?;
    Ok(parameters)
}

fn finite(section: &Keys<'_>, key: &str) -> Result<f64, Invalid> {
    let value = section.constant(key)?;
    let invalid = || section.invalid(key, format!("found {value}; accepted: a finite number"));
    if value.is_finite() { Ok(value) } else { Err(invalid()) }
}

/// Returns what is derived in an order in which names come before what is made of them, where there is one.
fn in_order<T>(pending: Vec<(String, T, Keys<'_>)>) -> Vec<(String, T, Keys<'_>)> {
    let places: HashMap<String, usize> = pending.iter().enumerate().map(|(at, of)| (of.0.clone(), at)).collect();
    let mut pending: Vec<Option<_>> = pending.into_iter().map(Some).collect();
    // the names that what is derived is made of, as far as they are derived too
    let uses: Vec<Vec<usize>> = pending
        .iter_mut()
        .flatten()
        .map(|(_, _, entry)| {
            let text = entry.text("value").unwrap_or_default();
            let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
            words.filter_map(|word| places.get(word).copied()).collect()
        })
        .collect();
    let (mut ordered, mut seen) = (Vec::new(), vec![false; pending.len()]);
    for first in 0..pending.len() {
        let mut path = vec![first];
        while let Some(last) = path.last().copied() {
            let before = path.len();
            if !std::mem::replace(&mut seen[last], true) {
                path.extend(uses[last].iter().rev().filter(|at| !seen[**at]));
            }
            if path.len() == before {
                path.pop();
                ordered.extend(pending[last].take());
            }
        }
    }
    ordered
}

/// Lets names stand for expressions over the parameters and each other, in whatever order they come.
fn derive(document: &Document<'_>, mut pending: Vec<(String, Option<Unit>, Keys<'_>)>) -> Result<(), Invalid> {
    while !pending.is_empty() {
        let (before, mut later, mut refused) = (pending.len(), Vec::new(), None);
        for (name, unit, mut entry) in pending {
            match entry.number("value") {
                Ok(value) => {
                    // a number is in its unit, and what names make is in those of the SI
                    let is_number = entry.constant("value").is_ok();
                    let size = unit.as_ref().filter(|_| is_number).map_or(Factor::ONE, |unit| unit.factor);
                    let value = value.in_unit(size);
                    let text = entry.text("value").unwrap_or_else(|_| {
                        entry.constant("value").map_or_else(|_| String::new(), |x| format!("{x:?}"))
                    });
                    document.define(Derived { name, value, text, unit });
                }
                Err(error) => {
                    refused.get_or_insert(error);
                    later.push((name, unit, entry));
                }
            }
        }
        if let Some(mut error) = refused.filter(|_| later.len() == before) {
            if before > 1 {
                let names: Vec<&str> = later.iter().map(|(name, ..)| name.as_str()).collect();
                error.message +=
                    &format!("; names must not be derived from each other in a circle: {}", names.join(", "));
            }
            return Err(error);
        }
        pending = later;
    }
    Ok(())
}

/// The longest name, in characters: names are columns of tables and lines on terminals.
const LONGEST_NAME: usize = 200;

pub(super) fn check_length(section: &Keys<'_>, key: &str, name: &str) -> Result<(), Invalid> {
    match name.chars().count() {
        0..=LONGEST_NAME => Ok(()),
        found => {
            let message = format!("found a name of {found} characters; accepted: at most {LONGEST_NAME}");
            Err(section.invalid(key, message))
        }
    }
}
