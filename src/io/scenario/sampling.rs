//! When the outputs of a scenario are sampled.

use super::keys::Keys;
use crate::ensemble::Sampling;
use crate::model::{Invalid, Section};

/// What a scenario may say of sampling, for `gyrosweep list`.
pub(super) const SAMPLING: &str = "every (s): all outputs that have a value at every instant, at the start, at every multiple of it, and at \
                            the end, in a table of their own; or at = [0.0127, 0.05, ..] (s): at these times, which need not \
                            be ends of steps; steps do not change";

/// Times that `at` may list.
const MOST_TIMES: usize = 1_000_000;

/// Reads `[sampling]`.
pub(super) fn read(root: &mut Keys<'_>) -> Result<Option<Sampling>, Invalid> {
    if !root.has("sampling") {
        return Ok(None);
    }
    let mut section = root.table("sampling")?;
    section.know(&["every", "at"])?;
    let sampling = match (section.has("at"), section.has("every")) {
        (true, true) => return Err(section.invalid("at", "found with every; accepted: one of them".into())),
        (true, false) => at(&section)?,
        (false, _) => every(&section)?,
    };
    section.finish()?;
    Ok(Some(sampling))
}

fn every(section: &Keys<'_>) -> Result<Sampling, Invalid> {
    let every = section.constant("every")?;
    if !every.is_finite() || every <= 0.0 {
        return Err(section.invalid("every", format!("found {every:?}; accepted: a positive time in s")));
    }
    Ok(Sampling::Every(every))
}

fn at(section: &Keys<'_>) -> Result<Sampling, Invalid> {
    let times = section.constants("at")?;
    let wrong = |message: String| Err(section.invalid("at", message));
    if times.is_empty() || times.len() > MOST_TIMES {
        return wrong(format!("found {} times; accepted: 1 to {MOST_TIMES}", times.len()));
    }
    if let Some(time) = times.iter().find(|t| !(**t >= 0.0 && t.is_finite())) {
        return wrong(format!("found {time:?}; accepted: times from 0 on, s"));
    }
    if let Some(pair) = times.windows(2).find(|pair| pair[0] >= pair[1]) {
        return wrong(format!(
            "found {:?} after {:?}; accepted: each time later than the one before",
            pair[1], pair[0]
        ));
    }
    Ok(Sampling::At(times.into()))
}
