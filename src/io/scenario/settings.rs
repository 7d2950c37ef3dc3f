//! Defaults of parameters, and keys of a scenario's tables, that the command line replaces.

use super::document::TABLES;
use super::edit::{Edits, name_of, table_at};
use super::other_plan::leave_out;
use crate::model::expression::{ExpressionError, Scope};
use crate::model::unit::Unit;
use crate::model::{Expr, Invalid, nearest};
use crate::sampling::plan::Plan;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use toml::de::{DeTable, DeValue};

/// The key that says how members are made.
const KIND: &str = "plan.kind";

/// Gives a parameter another default value, or a key of a table another value.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The parameter, or the key with its tables, as `plan.vary.mass.uniform`.
    pub name: String,
    /// What the parameter or key is set to.
    pub value: SettingValue,
}

/// Holds what a setting replaces by.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingValue {
    /// The default of a parameter, in its unit.
    Number(f64),
    /// The default of a parameter, in this unit.
    Quantity(f64, String),
    /// The value of a key, as TOML writes it.
    Toml(String),
}

impl fmt::Display for SettingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingValue::Number(value) => write!(f, "{value:?}"),
            SettingValue::Quantity(value, unit) => write!(f, "{value:?} {unit}"),
            SettingValue::Toml(text) => write!(f, "{text}"),
        }
    }
}

impl FromStr for Setting {
    type Err = String;

    /// Reads `name=value`, whose value is a number, a number with its unit or an expression of numbers, or that of a key with
    /// its tables.
    fn from_str(text: &str) -> Result<Self, String> {
        let Some((name, value)) = text.split_once('=') else {
            return Err("accepted: NAME=VALUE, as in --set mass=1.5".into());
        };
        let (name, value) = (name.trim(), value.trim());
        if name.contains('.') {
            return Ok(Self { name: name.into(), value: SettingValue::Toml(as_toml(value)?) });
        }
        let number: f64 = match (value.parse(), Expr::parse(value, &Scope::default())) {
            (Ok(number), _) => number,
            (_, Ok(expression)) => expression.evaluate(&[]),
            (_, Err(error)) => match quantity(value)? {
                Some(value) => return Ok(Self { name: name.into(), value }),
                None => return Err(no_number(value, error)),
            },
        };
        if !number.is_finite() {
            return Err(format!("the value {value:?} is {number}; accepted: a finite number, as in --set mass=1.5"));
        }
        Ok(Self { name: name.into(), value: SettingValue::Number(number) })
    }
}

/// Reads a number with its unit behind it, where the first word is a number.
fn quantity(value: &str) -> Result<Option<SettingValue>, String> {
    let words = value.split_once(char::is_whitespace);
    let Some((number, unit)) = words.and_then(|(first, unit)| Some((first.parse::<f64>().ok()?, unit.trim()))) else {
        return Ok(None);
    };
    Unit::parse(unit).map_err(|e| format!("the value {value:?}: {e}"))?;
    Ok(number.is_finite().then(|| SettingValue::Quantity(number, unit.into())))
}

fn no_number(value: &str, error: ExpressionError) -> String {
    match error {
        ExpressionError::UnknownName { name, is_called: false, .. } => format!(
            "the value {value:?} holds the name {name:?}; accepted: a number, a number with its unit, or an expression of numbers \
             alone"
        ),
        error => format!("the value {value:?}: {error}"),
    }
}

/// Returns the value of a key as TOML writes it: as it is, or a text without its quotes.
fn as_toml(value: &str) -> Result<String, String> {
    let is_one = |text: &str| {
        let document = format!("value = {text}\n");
        DeTable::parse(&document).is_ok_and(|table| table.get_ref().len() == 1) && !text.contains('\n')
    };
    let quoted = format!("{value:?}");
    match value {
        "" => Err("the value is empty; accepted: a value as TOML writes it, as in --set plan.members=100".into()),
        value if is_one(value) => Ok(value.into()),
        value if !value.starts_with(['[', '{', '"', '\'']) && is_one(&quoted) => Ok(quoted),
        value => {
            let accepted = "a value as TOML writes it, as in --set 'plan.vary.mass.uniform=[1.0, 2.0]'";
            Err(format!("found the value {value:?}; accepted: {accepted}"))
        }
    }
}

impl Setting {
    fn invalid(&self, message: String) -> Invalid {
        Invalid { place: format!("--set {}={}", self.name, self.value), message }
    }
}

/// Puts defaults and values into the text of a scenario, a file.
pub(super) fn apply(file: &str, text: &str, root: &DeTable<'_>, settings: &[Setting]) -> Result<String, Invalid> {
    let mut edits = Edits::new(text, root);
    for (at, setting) in settings.iter().enumerate() {
        let Setting { name, value } = setting;
        if settings[..at].iter().any(|earlier| place(&earlier.name) == place(name)) {
            return Err(setting.invalid(format!("{name} is set twice")));
        }
        match value {
            SettingValue::Number(value) => put_default(&mut edits, file, root, (setting, *value, None))?,
            SettingValue::Quantity(value, unit) => put_default(&mut edits, file, root, (setting, *value, Some(unit)))?,
            SettingValue::Toml(value) => put_value(&mut edits, file, root, (setting, value))?,
        }
        if let (KIND, SettingValue::Toml(kind)) = (name.as_str(), value) {
            let is_set =
                |key: &str| settings.iter().any(|other| place(&other.name).starts_with(&format!("plan.{key}")));
            leave_out(&mut edits, root, kind.trim_matches(['"', '\'']), is_set);
        }
    }
    Ok(edits.text())
}

/// Returns what a setting replaces: of a distribution the parameter that it varies.
fn place(name: &str) -> &str {
    match name.match_indices('.').nth(2) {
        Some((at, _)) if name.starts_with("plan.vary.") => &name[..at],
        _ => name,
    }
}

/// Puts the default of a parameter.
fn put_default(
    edits: &mut Edits<'_>,
    file: &str,
    root: &DeTable<'_>,
    (setting, value, unit): (&Setting, f64, Option<&str>),
) -> Result<(), Invalid> {
    let name = &setting.name;
    let parameters = match root.get("parameters").map(|value| value.get_ref()) {
        Some(DeValue::Table(parameters)) => Some(parameters),
        _ => None,
    };
    let Some(entry) = parameters.and_then(|parameters| parameters.get(name.as_str())) else {
        return Err(unknown_parameter(setting, file, root, name));
    };
    let path: &[&str] = match entry.get_ref() {
        DeValue::Table(entry) if entry.get("default").is_none() => {
            let why = match entry.get("value") {
                Some(_) => "is derived from others; accepted: those that it is derived from",
                None => "has no default that could be replaced",
            };
            let message = format!("the parameter {name:?} of {file} {why}");
            return Err(setting.invalid(message));
        }
        DeValue::Table(_) => &["parameters", name, "default"],
        _ => &["parameters", name],
    };
    let value = match unit {
        Some(unit) => in_unit_of(entry.get_ref(), value, unit).map_err(|message| setting.invalid(message))?,
        None => value,
    };
    edits.put(path, format!("{value:?}"), None);
    Ok(())
}

/// Says that there is no such parameter, and which there are.
fn unknown_parameter(setting: &Setting, file: &str, root: &DeTable<'_>, name: &str) -> Invalid {
    let names: Vec<&str> = table_at(root, &["parameters"])
        .iter()
        .flat_map(|parameters| parameters.keys())
        .map(|key| key.get_ref().as_ref())
        .collect();
    let hint = nearest(name, names.iter().copied()).map_or(";".into(), |n| format!("; did you mean {n:?}?"));
    let known = if names.is_empty() { "it has none".into() } else { format!("it has {}", names.join(", ")) };
    setting.invalid(format!("{file} has no parameter {name:?}{hint} {known}"))
}

/// Returns a number in a unit as a number of a parameter: in the unit of its entry, or else in those of the SI.
fn in_unit_of(entry: &DeValue<'_>, value: f64, unit: &str) -> Result<f64, String> {
    let given = Unit::parse(unit).map_err(|e| e.to_string())?;
    let stated = match entry {
        DeValue::Table(entry) => entry.get("unit").and_then(|unit| unit.get_ref().as_str()),
        _ => None,
    };
    // a unit that is none is refused where the parameter is read
    let Some(own) = stated.and_then(|text| Unit::parse(text).ok()) else { return Ok(given.factor.to_si(value)) };
    if own.text == given.text {
        return Ok(value);
    }
    match given.mismatch(&own) {
        Some(words) => Err(format!("found {words}")),
        None => Ok(own.factor.from_si(given.factor.to_si(value))),
    }
}

/// Puts the value of a key in a table, or another distribution in the place of that which varies a parameter.
fn put_value(
    edits: &mut Edits<'_>,
    file: &str,
    root: &DeTable<'_>,
    (setting, value): (&Setting, &str),
) -> Result<(), Invalid> {
    let path: Vec<&str> = setting.name.split('.').collect();
    if path.iter().any(|part| part.is_empty() || part.contains(|c: char| c.is_whitespace() || "\"'[]{}#".contains(c))) {
        return Err(setting.invalid("accepted: the key with its tables, as in plan.vary.mass.uniform".into()));
    }
    if let ["parameters", name, ..] = path[..]
        && table_at(root, &["parameters"]).is_none_or(|parameters| parameters.get(name).is_none())
    {
        return Err(unknown_parameter(setting, file, root, name));
    }
    if let ["plan", "vary", name, distribution] = path[..] {
        let vary = table_at(root, &["plan", "vary"]);
        let vary =
            vary.ok_or_else(|| setting.invalid(format!("the plan of {file} varies nothing: it has no [plan.vary]")))?;
        // one distribution takes the place of another
        return match vary.get(name).map(|entry| entry.get_ref()) {
            Some(DeValue::Table(entry)) if entry.get(distribution).is_none() && entry.len() == 1 => {
                edits.rename(&["plan", "vary", name], &format!("{distribution} = {value}"));
                Ok(())
            }
            Some(DeValue::Table(_)) => insert(edits, root, (setting, file), &path, value),
            _ => insert(edits, root, (setting, file), &path[..3], &format!("{{ {distribution} = {value} }}")),
        };
    }
    insert(edits, root, (setting, file), &path, value)
}

fn insert(
    edits: &mut Edits<'_>,
    root: &DeTable<'_>,
    (setting, file): (&Setting, &str),
    path: &[&str],
    value: &str,
) -> Result<(), Invalid> {
    let tables = &path[..path.len() - 1];
    let Some(table) = table_at(root, tables) else {
        let first = path[0];
        let message = match root.get(first).map(|value| value.get_ref()) {
            Some(DeValue::Array(all)) => {
                let names: Vec<&str> = all.iter().filter_map(|one| name_of(one.get_ref().as_table()?)).collect();
                let which = path.get(1).filter(|_| path.len() > 2).copied().unwrap_or_default();
                let hint =
                    nearest(which, names.iter().copied()).map_or(";".into(), |n| format!("; did you mean {n:?}?"));
                format!(
                    "{file} has no [[{first}]] of the name {which:?}{hint} accepted: the key with the name, as in {first}.{}.KEY",
                    names.first().unwrap_or(&"NAME")
                )
            }
            Some(_) => format!("{file} has no table [{}]", tables.join(".")),
            None if TABLES.contains(&first) => format!("{file} has no table [{first}]"),
            None => {
                let hint = nearest(first, TABLES.into_iter())
                    .map_or(String::from(";"), |near| format!("; did you mean {near:?}?"));
                format!(
                    "there is no table {first:?} in a scenario{hint} accepted: the key with its tables, as in plan.members"
                )
            }
        };
        return Err(setting.invalid(message));
    };
    let other = edits.plain_key(table);
    if other.is_none() && table.get(path[path.len() - 1]).is_none() {
        return Err(
            setting.invalid(format!("{file} has no key in [{}], beside which it could stand", tables.join(".")))
        );
    }
    edits.put(path, value.into(), other);
    Ok(())
}

/// Fails where a plan varies a parameter that is set; `table` is the file of a plan that reads one.
pub(super) fn check(file: &str, settings: &[Setting], plan: &Plan, table: Option<&Path>) -> Result<(), Invalid> {
    let Some(setting) = settings.iter().find(|setting| plan.columns().contains(&setting.name)) else { return Ok(()) };
    let name = &setting.name;
    let place = match table {
        Some(table) => format!("the column {name} of {}, plan.file", table.display()),
        None => format!("plan.vary.{name}"),
    };
    let how =
        if table.is_none() { format!(", or what varies it, as --set {place}.uniform=[1,2]") } else { String::new() };
    Err(setting.invalid(format!(
        "the plan of {file} varies this parameter ({place}), so that its default decides nothing; accepted: a parameter \
         that the plan does not vary{how}"
    )))
}
