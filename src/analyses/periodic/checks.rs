//! What the methods that look for motions cannot do.

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

/// Checks that constraints have the trigonometric interpolation that is asked for.
pub(super) fn check_constraints(study: &Study, by_fourier: bool) -> Result<(), StudyError> {
    if by_fourier && study.formulated().velocity_rows().iter().any(|rows| !rows.is_empty()) {
        let message = "method: constraints of velocities alone, as rolling, have no trigonometric interpolation; accepted: \"shooting\"";
        return Err(StudyError::Analysis(message.into()));
    }
    Ok(())
}
