//! The distribution of a parameter, as a scenario states it.

use super::keys::Keys;
use super::tolerance;
use super::value::describe;
use crate::io::table::GivenTable;
use crate::model::unit::Unit;
use crate::model::{Invalid, Section};
use crate::sampling::distribution::{ALL, Distribution, Form};
use toml::de::DeValue;

/// Reads the distribution that an entry states, of a parameter with that unit.
pub(super) fn read(entry: &mut Keys<'_>, unit: Option<&str>) -> Result<Distribution, Invalid> {
    if entry.has(tolerance::KEY) {
        let (family, numbers) = tolerance::read(entry)?;
        return Distribution::from_arguments(family, &numbers)
            .map_err(|e| entry.invalid(tolerance::KEY, e.to_string()));
    }
    let name = entry.only_entry()?;
    let family = ALL.iter().find(|family| family.name == name);
    let wrong = |entry: &Keys<'_>, accepted: String| {
        let found = entry.get(&name).map_or_else(String::new, |value| describe(value.get_ref()));
        Err(entry.invalid(&name, format!("found {found}; accepted: {accepted}")))
    };
    let numbers = match family.map(|family| family.form) {
        Some(form @ (Form::Truncated | Form::Column)) if !is_table(entry, &name) => {
            return wrong(entry, format!("{name} = {}", form.written()));
        }
        Some(Form::Truncated) => return truncated(entry, &name, unit),
        Some(Form::Column) => column(entry, &name, unit)?,
        Some(form) if !entry.is_array(&name) => {
            let and = if name == "choice" {
                ", which are equally likely; with weights they are discrete = [[value, weight], ..]"
            } else {
                ""
            };
            return wrong(entry, format!("numbers in brackets, {name} = {}{and}", form.written()));
        }
        Some(Form::Pairs) => pairs(entry, &name)?,
        Some(Form::Numbers(_)) | None => entry.constants(&name)?,
    };
    Distribution::from_arguments(&name, &numbers).map_err(|e| entry.invalid(&name, e.to_string()))
}

fn is_table(entry: &Keys<'_>, name: &str) -> bool {
    entry.get(name).is_some_and(|value| matches!(value.get_ref(), DeValue::Table(_)))
}

/// Reads values with their weights, one after the other.
fn pairs(entry: &Keys<'_>, name: &str) -> Result<Vec<f64>, Invalid> {
    let accepted = format!("pairs of a value and its weight, {name} = [[1.8, 1], [2.0, 3]]");
    let Some(DeValue::Array(all)) = entry.get(name).map(|value| value.get_ref()) else { return Ok(Vec::new()) };
    let mut numbers = Vec::new();
    for pair in all.iter() {
        let parts = match pair.get_ref() {
            DeValue::Array(parts) if parts.len() == 2 => parts,
            other => return Err(entry.wrong_type(name, other, &accepted)),
        };
        for part in parts.iter() {
            numbers.push(entry.constant_of(name, part.get_ref(), &accepted)?);
        }
    }
    Ok(numbers)
}

/// Reads the values that were measured, the column of a file.
fn column(entry: &mut Keys<'_>, name: &str, unit: Option<&str>) -> Result<Vec<f64>, Invalid> {
    let mut section = entry.table(name)?;
    let (file, column) = (section.text("file")?, section.text("column")?);
    let path = section.beside(&file);
    let unit = unit.and_then(|unit| Unit::parse(unit).ok());
    let read = || -> Result<Vec<f64>, Invalid> {
        let mut source = GivenTable::open(&path, |head| head == column)?;
        let found = source.column(&column, unit.as_ref())?.ok_or_else(|| source.missing(&column, &column))?;
        let numbers = source.numbers(&[found], false)?.concat();
        match numbers.is_empty() {
            true => Err(source.whole("the table has a header but no rows: a distribution needs at least one value")),
            false => Ok(numbers),
        }
    };
    let numbers = read().map_err(|error| section.invalid("file", error.to_string()))?;
    section.take_file("file", &path)?;
    section.finish()?;
    Ok(numbers)
}

/// Reads another distribution, and the bounds that it is cut to.
fn truncated(entry: &mut Keys<'_>, name: &str, unit: Option<&str>) -> Result<Distribution, Invalid> {
    let mut section = entry.table(name)?;
    let of = read(&mut section.table("of")?, unit)?;
    if !section.has("min") && !section.has("max") {
        return Err(section.missing("min", "this key is needed and missing: min, max or both"));
    }
    let min = if section.has("min") { section.constant("min")? } else { f64::NEG_INFINITY };
    let max = if section.has("max") { section.constant("max")? } else { f64::INFINITY };
    section.finish()?;
    Distribution::truncated(of, [min, max]).map_err(|e| entry.invalid(name, e.to_string()))
}
