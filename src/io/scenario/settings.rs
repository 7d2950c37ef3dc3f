//! Defaults of parameters that the command line replaces.

use super::edit::Edits;
use crate::ensemble::plan::Plan;
use crate::model::expression::{ExpressionError, Scope};
use crate::model::{Expr, Invalid, nearest};
use std::path::Path;
use std::str::FromStr;
use toml::de::{DeTable, DeValue};

/// Gives a parameter another default value.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The parameter.
    pub name: String,
    /// Its default.
    pub value: f64,
}

impl FromStr for Setting {
    type Err = String;

    /// Reads `name=value`, whose value is a number or an expression of numbers.
    fn from_str(text: &str) -> Result<Self, String> {
        let Some((name, value)) = text.split_once('=') else {
            return Err("accepted: NAME=VALUE, as in --set mass=1.5".into());
        };
        let (name, value) = (name.trim(), value.trim());
        let number = value.parse::<f64>().or_else(|_| {
            let expression = Expr::parse(value, &Scope::default()).map_err(|e| match e {
                ExpressionError::UnknownName { name, is_called: false, .. } => {
                    format!("the value {value:?} holds the name {name:?}; accepted: a number, or an expression of numbers alone")
                }
                e => format!("the value {value:?}: {e}"),
            })?;
            Ok::<f64, String>(expression.evaluate(&[]))
        })?;
        if !number.is_finite() {
            return Err(format!("the value {value:?} is {number}; accepted: a finite number, as in --set mass=1.5"));
        }
        Ok(Self { name: name.into(), value: number })
    }
}

impl Setting {
    fn invalid(&self, message: String) -> Invalid {
        Invalid { place: format!("--set {}={:?}", self.name, self.value), message }
    }
}

/// Puts defaults into the text of a scenario, a file.
pub(super) fn apply(file: &str, text: &str, root: &DeTable<'_>, settings: &[Setting]) -> Result<String, Invalid> {
    let mut edits = Edits::new(text, root);
    let parameters = match root.get("parameters").map(|value| value.get_ref()) {
        Some(DeValue::Table(parameters)) => Some(parameters),
        _ => None,
    };
    for (at, setting) in settings.iter().enumerate() {
        let Setting { name, value } = setting;
        if settings[..at].iter().any(|earlier| earlier.name == *name) {
            return Err(setting.invalid(format!("{name} is set twice")));
        }
        let Some(entry) = parameters.and_then(|parameters| parameters.get(name.as_str())) else {
            let names: Vec<&str> = parameters.iter().flat_map(|p| p.keys()).map(|key| key.get_ref().as_ref()).collect();
            let hint = nearest(name, names.iter().copied()).map_or(String::new(), |n| format!("; did you mean {n:?}?"));
            let known = if names.is_empty() { "it has none".into() } else { format!("it has {}", names.join(", ")) };
            return Err(setting.invalid(format!("{file} has no parameter {name:?}{hint} {known}")));
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
        edits.put(path, format!("{value:?}"), None);
    }
    Ok(edits.text())
}

/// Fails where a plan varies a parameter that is set; `table` is the file of a plan that reads one.
pub(super) fn check(file: &str, settings: &[Setting], plan: &Plan, table: Option<&Path>) -> Result<(), Invalid> {
    let Some(setting) = settings.iter().find(|setting| plan.columns().contains(&setting.name)) else { return Ok(()) };
    let name = &setting.name;
    let place = match table {
        Some(table) => format!("the column {name} of {}, plan.file", table.display()),
        None => format!("plan.vary.{name}"),
    };
    Err(setting.invalid(format!(
        "the plan of {file} varies this parameter ({place}), so that its default decides nothing; accepted: a parameter \
         that the plan does not vary"
    )))
}
