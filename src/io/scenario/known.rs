//! Names that a scenario gives to parameters.

use super::keys::Keys;
use crate::model::{Invalid, Parameter, Section as _, nearest};

/// Fails where a name is no parameter; `key` is where it stands.
pub(super) fn known(section: &Keys<'_>, key: &str, name: &str, parameters: &[Parameter]) -> Result<(), Invalid> {
    if section.document.has_parameter(name) {
        return Ok(());
    }
    if section.document.is_derived(name) {
        let message = format!("{name:?} is derived from other parameters, which may vary in its place");
        return Err(section.invalid(key, message));
    }
    let names = || parameters.iter().map(|p| p.name.as_str());
    let hint = nearest(name, names()).map_or(String::new(), |n| format!(" did you mean {n:?}?"));
    Err(section.invalid(
        key,
        format!("unknown parameter {name:?};{hint} parameters: {}", names().collect::<Vec<_>>().join(", ")),
    ))
}
