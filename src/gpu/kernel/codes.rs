//! Codes that kernels and the host share.

use super::control::Control;
use crate::ensemble::Outcome;
use crate::ensemble::time_loop::Mode;
use minijinja::{Value, context};

/// The reasons why a dispatch left a member, in the upper half of the word of its mode.
pub(in crate::gpu) mod reason {
    /// The dispatch did not leave the member: the driver stopped its loop.
    pub(in crate::gpu) const DROPPED: u32 = 0;
    /// The member has made as many attempts as it may.
    pub(in crate::gpu) const BUDGET: u32 = 1;
    /// The member is at a sample.
    pub(in crate::gpu) const AT_SAMPLE: u32 = 2;
    /// The run of the member has ended.
    pub(in crate::gpu) const ENDED: u32 = 3;

    pub(super) const ALL: [(&str, u32); 4] =
        [("DROPPED", DROPPED), ("BUDGET", BUDGET), ("AT_SAMPLE", AT_SAMPLE), ("ENDED", ENDED)];
}

/// A bit beside the mode: the step reaches the end of the run.
pub(in crate::gpu) const LAST: u32 = 0x8000;

/// A bit beside the mode: the step ends at a corner.
pub(in crate::gpu) const AT_CORNER: u32 = 0x4000;

/// A bit beside the mode: it is a part of an equal step.
pub(in crate::gpu) const PART_OF_STEP: u32 = 0x2000;

/// A bit beside the mode: the step does no more than look at what holds behind a corner.
pub(in crate::gpu) const LOOKS_BEHIND: u32 = 0x1000;

/// Returns the names that every template may use: the fields of the control block and the codes.
pub(super) fn shared() -> Value {
    let code = |(name, value): (String, u32)| context! { name, value };
    let outcomes: Vec<Value> = Outcome::ALL.iter().map(|o| code((o.name().to_uppercase(), o.code()))).collect();
    let modes: Vec<Value> = Mode::ALL.iter().map(|(name, mode)| code((name.to_string(), *mode as u32))).collect();
    let reasons: Vec<Value> = reason::ALL.into_iter().map(|(name, value)| code((name.to_string(), value))).collect();
    let control: Vec<Value> =
        Control::FIELDS.iter().map(|(name, doc)| context! { name => *name, doc => *doc }).collect();
    context! { control, outcomes, modes, reasons, last => LAST, at_corner => AT_CORNER, part_of_step => PART_OF_STEP, looking_behind => LOOKS_BEHIND }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_have_their_places_as_codes_and_fit_beside_the_bit() {
        for (place, (_, mode)) in Mode::ALL.iter().enumerate() {
            assert_eq!(*mode as usize, place);
            assert!((*mode as u32) < LOOKS_BEHIND);
        }
    }
}
