//! By which parameters outputs are differentiated.

use super::keys::Keys;
use crate::model::{Invalid, Mechanism, Section};

/// What a scenario may say of it, for `gyrosweep list`.
pub const SENSITIVITY: &str = "[sensitivity] parameters = [\"mass\", ..] | \"all\": the derivative of every output component by each of \
                               these parameters, as a column like d(com.x)/d(mass) in all results; method = \"direct\" | \"adjoint\": at the end of runs \
                               alone, on the CPU, for many parameters and few outputs";

/// Reads `[sensitivity]`: returns the mechanism with the derivatives of its outputs.
pub(super) fn read(root: &mut Keys<'_>, mechanism: Mechanism) -> Result<Mechanism, Invalid> {
    const KEY: &str = "parameters";
    /// Stands for all parameters.
    const ALL: &str = "all";
    if !root.has("sensitivity") {
        return Ok(mechanism);
    }
    let mut section = root.table("sensitivity")?;
    let names: Vec<&str> = mechanism.parameters.iter().map(|p| p.name.as_str()).collect();
    if names.is_empty() {
        return Err(section.invalid(KEY, "the scenario has no [parameters] to differentiate by".into()));
    }
    let places = if let Ok(word) = section.text(KEY) {
        if word != ALL {
            let message = format!("found {word:?}; accepted: {ALL:?}, or names in brackets, as in [{:?}]", names[0]);
            return Err(section.invalid(KEY, message));
        }
        (0..names.len()).collect()
    } else {
        let mut places = Vec::new();
        for name in section.texts(KEY)? {
            let place = section.place_of(KEY, &name, "parameter", &names)?;
            if places.contains(&place) {
                return Err(section.invalid(KEY, format!("{name:?} comes twice")));
            }
            places.push(place);
        }
        if places.is_empty() {
            return Err(
                section.invalid(KEY, format!("found no names; accepted: {ALL:?}, or some of {}", names.join(", ")))
            );
        }
        places
    };
    const METHODS: [&str; 2] = ["direct", "adjoint"];
    let method = if section.has("method") { section.text("method")? } else { METHODS[0].into() };
    if !METHODS.contains(&method.as_str()) {
        let message = format!("found {method:?}; accepted: {:?}, {:?}", METHODS[0], METHODS[1]);
        return Err(section.invalid("method", message));
    }
    section.finish()?;
    let differentiated = mechanism.differentiated_by(&places);
    Ok(if method == METHODS[1] { differentiated.with_adjoint() } else { differentiated })
}
