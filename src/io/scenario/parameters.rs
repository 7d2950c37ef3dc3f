//! The parameters of a scenario, and what is derived from them.

use super::document::{Derived, Document, OTHER_COLUMNS};
use super::keys::Keys;
use super::unstated::Unstated;
use crate::model::unit::{Factor, Unit};
use crate::model::{Invalid, Parameter, Section};
use std::collections::HashMap;
use toml::de::DeValue;

/// What a scenario may say of them, for `gyrosweep list`.
pub(super) const PARAMETERS: &str = "name = 1.0, or name = { default = 60, unit = \"mm\" }: a number that a plan may vary; name = { value = \
                              \"2*arm\", unit = \"mm\" }: derived from others, for every expression; as a column by an output of the quantity expression. A \
                              number is in its unit, wherever it stands (here, in [plan.vary], tables, --set, results), and expressions \
                              see units of the SI (60 mm are 0.06); without a unit it is in those of the SI already";

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
    for name in Unstated::of(root)?.names() {
        if !parameters.iter().any(|parameter| parameter.name == *name) {
            parameters.push(Parameter { name: name.clone(), default: 0.0, unit: None });
            sizes.push(Factor::ONE);
        }
    }
    document.set_parameters(&parameters, &sizes);
    derive(document, in_order(derived)?)?;
    Ok(parameters)
}

fn finite(section: &Keys<'_>, key: &str) -> Result<f64, Invalid> {
    let value = section.constant(key)?;
    let invalid = || section.invalid(key, format!("found {value}; accepted: a finite number"));
    if value.is_finite() { Ok(value) } else { Err(invalid()) }
}

/// What is derived, its unit and its entry.
type Pending<'a> = (String, Option<Unit>, Keys<'a>);

/// Returns what is derived in an order in which names come before what is made of them.
fn in_order(mut pending: Vec<Pending<'_>>) -> Result<Vec<Pending<'_>>, Invalid> {
    let places: HashMap<String, usize> = pending.iter().enumerate().map(|(at, of)| (of.0.clone(), at)).collect();
    // the names that what is derived is made of, as far as they are derived too
    let uses: Vec<Vec<usize>> = pending
        .iter_mut()
        .map(|(_, _, entry)| {
            let text = entry.text("value").unwrap_or_default();
            let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
            words.filter_map(|word| places.get(word).copied()).collect()
        })
        .collect();
    let (mut order, mut ended) = (Vec::new(), vec![false; pending.len()]);
    for first in 0..pending.len() {
        // the way from there, with how many of the names of each have been followed
        let mut path = if ended[first] { Vec::new() } else { vec![(first, 0)] };
        while let Some((last, followed)) = path.last_mut() {
            let last = *last;
            let Some(next) = uses[last].get(*followed).copied() else {
                ended[last] = true;
                order.push(last);
                path.pop();
                continue;
            };
            *followed += 1;
            if let Some(begin) = path.iter().position(|(at, _)| *at == next) {
                let names = path[begin..].iter().map(|(at, _)| *at).chain([next]).map(|at| pending[at].0.as_str());
                let circle = names.collect::<Vec<_>>().join(", which is derived from ");
                let message = format!("is derived from itself: {circle}; accepted: names that make no circle");
                return Err(pending[path[begin].0].2.invalid("value", message));
            }
            if !ended[next] {
                path.push((next, 0));
            }
        }
    }
    let mut pending: Vec<Option<Pending<'_>>> = pending.into_iter().map(Some).collect();
    Ok(order.into_iter().filter_map(|at| pending[at].take()).collect())
}

/// Lets names stand for expressions over the parameters and each other.
fn derive(document: &Document<'_>, ordered: Vec<Pending<'_>>) -> Result<(), Invalid> {
    for (name, unit, mut entry) in ordered {
        let value = entry.number("value")?;
        // a number is in its unit, and what names make is in those of the SI
        let is_number = entry.constant("value").is_ok();
        let size = unit.as_ref().filter(|_| is_number).map_or(Factor::ONE, |unit| unit.factor);
        let text = entry
            .text("value")
            .unwrap_or_else(|_| entry.constant("value").map_or_else(|_| String::new(), |x| format!("{x:?}")));
        document.define(Derived { name, value: value.in_unit(size), text, unit });
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
