//! When the outputs of a scenario are sampled.

use super::keys::Keys;
use crate::model::{Invalid, Section};

/// What a scenario may say of it, for `gyrosweep list`.
pub(super) const SAMPLING: &str = "every (s): all outputs that have a value at every instant, at the start, at every multiple of it, and at \
                            the end, in a table of their own; steps do not change";

/// Reads `[sampling]`: the time between samples, s.
pub(super) fn read(root: &mut Keys<'_>) -> Result<Option<f64>, Invalid> {
    if !root.has("sampling") {
        return Ok(None);
    }
    let section = root.table("sampling")?;
    section.know(&["every"])?;
    let every = section.constant("every")?;
    if !every.is_finite() || every <= 0.0 {
        return Err(section.invalid("every", format!("found {every:?}; accepted: a positive time in s")));
    }
    section.finish()?;
    Ok(Some(every))
}
