//! How parameters that a plan draws depend on each other.

use super::keys::Keys;
use super::known::known;
use crate::model::{Invalid, Parameter, Section};
use crate::sampling::dependence::{Dependence, DependenceError, Measure};
use crate::sampling::distribution::Distribution;
use toml::de::DeValue;

/// The table of `[plan]` that says so.
pub(super) const KEY: &str = "dependence";

/// What a scenario may say of dependence, for `gyrosweep list`.
pub(super) const DEPENDENCE: &str = "of a plan that draws its members: pairs of parameters with their correlation, as \
     ranks = [[\"mass\", \"stiffness\", 0.4], ..] (Spearman's), values = [..] (Pearson's, as Nataf's transformation has it) or \
     normal_scores = [..] (those of the copula); exactly one of the three. The dependence is that of a Gaussian copula: \
     the normal scores of values, the standard normal numbers that as many values lie below, have a correlated normal \
     distribution. Pairs that are not named are independent. Of latin_hypercube, \
     of columns that depend on each other the first alone has one member in each slice";

/// Reads how the columns of a plan depend on each other, if they do.
pub(super) fn read(
    plan: &mut Keys<'_>,
    columns: &[(String, Distribution)],
    parameters: &[Parameter],
) -> Result<Option<Dependence>, Invalid> {
    if !plan.has(KEY) {
        return Ok(None);
    }
    let mut section = plan.table(KEY)?;
    let found: Vec<Measure> = Measure::ALL.into_iter().filter(|measure| section.has(measure.name())).collect();
    section.finish()?;
    let [measure] = found[..] else {
        let names = Measure::ALL.map(Measure::name).join(", ");
        let found = if found.is_empty() {
            "none".into()
        } else {
            found.iter().map(|m| m.name()).collect::<Vec<_>>().join(" and ")
        };
        return Err(plan.invalid(KEY, format!("found {found}; accepted: exactly one of {names}")));
    };
    let key = measure.name();
    let mut pairs: Vec<([usize; 2], f64)> = Vec::new();
    for (pair, correlation) in stated(&section, key)? {
        let pair = pair.map(|name| column(&section, (key, &name), columns, parameters));
        let [a, b] = pair;
        let (a, b) = (a?, b?);
        let names = format!("{:?} and {:?}", columns[a].0, columns[b].0);
        let wrong = |message: String| section.invalid(key, message);
        if a == b {
            return Err(wrong(format!(
                "found {names}: a parameter depends on itself entirely; accepted: two parameters"
            )));
        }
        if pairs.iter().any(|([c, d], _)| [*c, *d] == [a, b] || [*d, *c] == [a, b]) {
            return Err(wrong(format!("found {names} twice; accepted: every pair once")));
        }
        if !(-1.0 < correlation && correlation < 1.0) {
            return Err(wrong(format!(
                "found {correlation} of {names}; accepted: a correlation between -1 and 1, both left out"
            )));
        }
        let distributions = [&columns[a].1, &columns[b].1];
        let scores = measure.of_scores(correlation, distributions).map_err(|e| wrong(format!("{names}: {e}")))?;
        pairs.push(([a, b], scores));
    }
    Dependence::new(&pairs).map(Some).map_err(|e| section.invalid(key, said(&e, measure, columns)))
}

/// Reads pairs of names with a number.
fn stated(section: &Keys<'_>, key: &str) -> Result<Vec<([String; 2], f64)>, Invalid> {
    let accepted = "pairs of parameters with a number, as in [[\"mass\", \"stiffness\", 0.4]]";
    let entry = |value: &DeValue<'_>| {
        let parts = match value {
            DeValue::Array(parts) => parts.iter().map(|part| part.get_ref()).collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        match parts[..] {
            [DeValue::String(a), DeValue::String(b), number] => {
                Ok(([a.to_string(), b.to_string()], section.constant_of(key, number, accepted)?))
            }
            _ => Err(section.wrong_type(key, value, accepted)),
        }
    };
    match section.required(key)?.get_ref() {
        DeValue::Array(all) if !all.is_empty() => all.iter().map(|value| entry(value.get_ref())).collect(),
        other => Err(section.wrong_type(key, other, accepted)),
    }
}

/// Returns the column of a parameter.
fn column(
    section: &Keys<'_>,
    (key, name): (&str, &str),
    columns: &[(String, Distribution)],
    parameters: &[Parameter],
) -> Result<usize, Invalid> {
    known(section, key, name, parameters)?;
    columns.iter().position(|(column, _)| column == name).ok_or_else(|| {
        let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
        section.invalid(key, format!("the plan does not vary {name:?}; accepted: {}", names.join(", ")))
    })
}

/// Says why no members have some correlations, and which come nearest.
fn said(error: &DependenceError, measure: Measure, columns: &[(String, Distribution)]) -> String {
    let DependenceError::NotPositive { distance, nearest, .. } = error else { return error.to_string() };
    let near = |([a, b], scores): &([usize; 2], f64)| {
        let ((first, of_first), (second, of_second)) = (&columns[*a], &columns[*b]);
        format!("[{first:?}, {second:?}, {:.4}]", measure.of_values(*scores, [of_first, of_second]))
    };
    let pairs: Vec<String> = nearest.iter().map(near).collect();
    format!("{error}; the nearest that some have are {distance:.4} away: {} = [{}]", measure.name(), pairs.join(", "))
}
