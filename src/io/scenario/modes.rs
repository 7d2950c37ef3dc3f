//! What a scenario asks of modes.

use super::keys::Keys;
use crate::analyses::modes::Modes;
use crate::model::expression::Expr3;
use crate::model::{Invalid, Mechanism, Section};

/// What a scenario may say of modes, for `gyrosweep list`.
pub(super) const MODES: &str = "what gyrosweep modes finds: the motions x exp(s t) of a mechanism that is a little beside its start, of every member: \
                     count (how many modes are followed; default 8), about = start (default) | equilibrium (that near the given start, also where joints are given coordinates there, at rest on the base), base_rotation = [..] (rad/s, over parameters: \
                     the base turns steadily about its origin, and modes are seen from it; what gives way as it turns is so in the equilibrium alone). Columns are frequency_1 (rad/s, the magnitude of s), damping_1 (the part \
                     -Re(s)/|s|: 1 of a motion that dies away without turning back, negative where it grows), .. ascending at the default values, and \
                     followed from there by their shapes. Where a pair of exponents becomes two real ones, frequency_1 and damping_1 are of the one that grows faster or dies away more slowly, and \
                     the other one has columns behind the modes (of four modes that are pairs, the second exponent of the first is in frequency_5 and damping_5), empty while the pair is one; \
                     two modes that are real at the default values and become a pair both have this pair. Then come unbalanced (m/s^2 or rad/s^2: the largest acceleration there, zero in an \
                     equilibrium), unsteady (the part by which the equations change as the motion of the start goes on for 0.1 rad: zero of what rests, \
                     spins about an axis of symmetry, or turns with the base; else these are no modes; bodies that fixed joints weld are one), growth (1/s, the largest real part of all exponents, whatever count is: \
                     positive where the member is unstable) and rigid_motions (how many motions nothing brings back, as of free bodies and of what spins freely: their exponents are zero, and they are no modes). [sensitivity] adds the derivatives of frequencies and damping, with what moves the state or the equilibrium; missing of \
                     modes of one frequency that a parameter takes apart, of what nothing holds, and where the state is neither an equilibrium nor a steady motion";

/// The most modes that are accepted.
const MOST: u64 = 1000;

/// Reads `[modes]`, if there is one.
pub(super) fn read(root: &mut Keys<'_>, mechanism: &Mechanism) -> Result<Option<Modes>, Invalid> {
    if !root.has("modes") {
        return Ok(None);
    }
    let mut section = root.table("modes")?;
    let mut modes = Modes::default();
    if section.has("count") {
        let count = section.whole("count")?;
        if count == 0 || count > MOST {
            return Err(section.invalid("count", format!("found {count}; accepted: 1 to {MOST}")));
        }
        modes.count = count as usize;
    }
    modes.about_equilibrium = section.choice("about", &["start", "equilibrium"])? == "equilibrium";
    if section.has("base_rotation") {
        section.expect_units(&[("base_rotation", "rad/s")])?;
        if mechanism.base.is_some() {
            let message = "[base] says how the base moves; accepted: base_rotation without [base]";
            return Err(section.invalid("base_rotation", message.into()));
        }
        let spin: Expr3 = section.vector("base_rotation")?;
        modes.base_rotation = Some(spin);
    }
    section.finish()?;
    Ok(Some(modes))
}
