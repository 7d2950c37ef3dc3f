//! By which parameters outputs are differentiated.

use super::keys::Keys;
use crate::ensemble::Method;
use crate::integrator::{Form, Scheme, Simplification};
use crate::model::{Invalid, Mechanism, Section};

/// What a scenario may say of it, for `gyrosweep list`.
pub const SENSITIVITY: &str = "[sensitivity] parameters = [\"mass\", ..] | \"all\": the derivative of every output component by each of \
                               these parameters, as a column like d(com.x)/d(mass) in all results, and of every quaternion q the rotation vector \
                               W(q)/d(mass) in axes of the body, rad: dR = R W~; method = direct | adjoint (at the end of \
                               runs alone, on the CPU, for many parameters and few outputs); lengths of adaptive steps count as given, also of the first one, \
                               which depends on parameters where first_step does not set it; simplified, of generalized_alpha, leaves out what Table 4 of Bruels and Eberhard \
                               (2008) does = reference_free (that increments are from rotations which depend on parameters; form = linear \
                               or residual) | without_k_g (the derivative of T^T; likewise) | symmetric_stiffness";

/// Reads `[sensitivity]`: returns the mechanism with the derivatives of its outputs, and sets what derivatives of steps of a
/// method leave out.
pub(super) fn read(root: &mut Keys<'_>, mechanism: Mechanism, method: &mut Method) -> Result<Mechanism, Invalid> {
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
    if section.has("simplified") {
        method.implicit.simplification = Some(simplification(&mut section, method)?);
    }
    const METHODS: [&str; 2] = ["direct", "adjoint"];
    let by_adjoint = section.has("method") && section.choice("method", &METHODS)? == METHODS[1];
    if by_adjoint && method.implicit.simplification.is_some() {
        let message = "found with method = \"adjoint\", whose derivatives are complete; accepted: method = \"direct\"";
        return Err(section.invalid("simplified", message.into()));
    }
    section.finish()?;
    let differentiated = mechanism.differentiated_by(&places);
    Ok(if by_adjoint { differentiated.with_adjoint() } else { differentiated })
}

fn simplification(section: &mut Keys<'_>, method: &Method) -> Result<Simplification, Invalid> {
    const KEY: &str = "simplified";
    let words: Vec<&str> = Simplification::ALL.iter().map(|(word, _)| *word).collect();
    let word = section.choice(KEY, &words)?;
    let found = Simplification::ALL.iter().find(|(w, _)| *w == word).map(|(_, found)| *found);
    let found = found.ok_or_else(|| section.invalid(KEY, format!("unknown simplification {word:?}")))?;
    if !matches!(method.integrator.scheme, Scheme::GeneralizedAlpha) {
        let message =
            format!("{:?} has none; this belongs to integrator = \"generalized_alpha\"", method.integrator.name);
        return Err(section.invalid(KEY, message));
    }
    if method.implicit.form == Form::Geometric && found != Simplification::SymmetricStiffness {
        let message =
            format!("{word:?} belongs to form = \"linear\" or \"residual\"; accepted: \"symmetric_stiffness\"");
        return Err(section.invalid(KEY, message));
    }
    Ok(found)
}
