//! What varies a parameter of a plan: a distribution that it is drawn from, or the axis of a grid.

use super::distribution;
use super::keys::Keys;
use super::known::known;
use super::value::plain_number;
use crate::model::{Invalid, Parameter, Section};
use crate::sampling::distribution::Distribution;

/// Reads which parameters a plan draws, with their distributions.
pub(super) fn drawn(
    section: &Keys<'_>,
    kind: &str,
    parameters: &[Parameter],
) -> Result<Vec<(String, Distribution)>, Invalid> {
    let vary = section.table("vary")?;
    let mut columns = Vec::new();
    for name in vary.entries() {
        known(&vary, &name, &name, parameters)?;
        let mut entry = vary_entry(&vary, &name, "a distribution, as in { uniform = [14.0, 16.0] }")?;
        let found = entry.entries();
        if found.iter().any(|key| AXIS.contains(&key.as_str())) {
            let message = format!(
                "found {}, the axis of a grid; accepted with the plan {:?}: a distribution, as in {{ uniform = [14.0, \
                 16.0] }}; or let the plan be kind = \"grid\"",
                found.join(", "),
                kind
            );
            return Err(vary.invalid(&name, message));
        }
        let unit = parameters.iter().find(|p| p.name == name).and_then(|p| p.unit.clone());
        let distribution = distribution::read(&mut entry, unit.as_deref())?;
        columns.push((name, distribution));
    }
    Ok(columns)
}

/// The keys of an axis of a grid.
pub(super) const AXIS: [&str; 3] = ["min", "max", "count"];

/// Returns what varies a parameter: a table.
pub(super) fn vary_entry<'a>(vary: &Keys<'a>, name: &str, accepted: &str) -> Result<Keys<'a>, Invalid> {
    match vary.get(name).and_then(|value| plain_number(value.get_ref())) {
        None => vary.table(name),
        Some(_) => {
            let message = format!(
                "found one number; accepted: {accepted}; a parameter that does not vary has its value under \
                 [parameters], as in {name} = {{ default = 1.0 }}"
            );
            Err(vary.invalid(name, message))
        }
    }
}
