//! What the methods that look for motions cannot do.

use super::MultiplierMethod;
use crate::ensemble::{Study, StudyError};

/// Checks that motions are looked for by a method that goes through what switches.
pub(super) fn check_sides(study: &Study, by_fourier: bool) -> Result<(), StudyError> {
    match study.mechanism.sides.first().filter(|_| study.held_sides() > 0 && by_fourier) {
        None => Ok(()),
        Some(side) => Err(StudyError::Analysis(format!(
            "{} switches with the state, through which only method = \"shooting\" goes; accepted: this, or smooth(..) around what switches",
            side.place
        ))),
    }
}

/// Checks that motions have smooth linear equations in numbers of their own, where multipliers are made of these.
pub(super) fn check_linear_equations(study: &Study, method: MultiplierMethod) -> Result<(), StudyError> {
    let name = match method {
        MultiplierMethod::Floquet => return Ok(()),
        MultiplierMethod::Hill { .. } => "hill",
        MultiplierMethod::Differences { .. } => "differences",
    };
    let mechanism = &study.mechanism;
    let what = if let Some(side) = mechanism.sides.first().filter(|_| study.held_sides() > 0) {
        format!("{} switches with the state, where linear equations jump", side.place)
    } else if mechanism.has_instants() || !mechanism.events.is_empty() {
        "something is sampled or set at instants, where linear equations jump".into()
    } else if study.constraint_count() > 0 {
        "what constraints leave free has no numbers of its own that come back after the period".into()
    } else {
        return Ok(());
    };
    let message = format!("multipliers = {name:?}: {what}; accepted: \"floquet\", or a mechanism without these");
    Err(StudyError::Analysis(message))
}

/// Checks that constraints have the trigonometric interpolation that is asked for.
pub(super) fn check_constraints(study: &Study, by_fourier: bool) -> Result<(), StudyError> {
    if by_fourier && study.formulated().velocity_rows().iter().any(|rows| !rows.is_empty()) {
        let message = "method: constraints of velocities alone, as rolling, have no trigonometric interpolation; accepted: \"shooting\"";
        return Err(StudyError::Analysis(message.into()));
    }
    Ok(())
}
