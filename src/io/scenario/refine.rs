//! How a grid is refined.

use super::keys::Keys;
use super::value::plain_number;
use crate::model::{Invalid, Section, nearest};
use crate::sampling::plan::Axis;
use crate::sampling::refinement::Refinement;

/// The key of `[plan]` that says so.
pub(super) const KEY: &str = "refine";

/// Tells whether a scenario has a column of levels.
pub(super) fn has_levels(root: &Keys<'_>) -> Result<bool, Invalid> {
    Ok(root.optional_table("plan")?.get(KEY).is_some())
}

/// Fails where a plan that is no grid is to be refined.
pub(super) fn refused(section: &Keys<'_>, kind: &str) -> Result<(), Invalid> {
    if section.get(KEY).is_none() {
        return Ok(());
    }
    let message = format!("the plan {kind:?} has no cells that could be divided; accepted: with kind = \"grid\"");
    Err(section.invalid(KEY, message))
}

/// Reads how a grid is refined, if it is.
pub(super) fn read((root, section): (&Keys<'_>, &mut Keys<'_>), axes: &[Axis]) -> Result<Option<Refinement>, Invalid> {
    let Some(value) = section.get(KEY) else { return Ok(None) };
    let level = Refinement::LEVEL;
    if root.optional_table("parameters")?.entries().iter().any(|name| name == level) {
        let message = format!(
            "{level:?} is a parameter, and the column of how often cells are divided; accepted: another name of the parameter"
        );
        return Err(section.invalid(KEY, message));
    }
    // equations have no use for it
    let _ = section.document.parameter(level);
    let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
    if axes.len() > 2 {
        let message = format!("the grid varies {}; accepted: one parameter or two", names.join(", "));
        return Err(section.invalid(KEY, message));
    }
    let is_steady = |values: &[f64]| {
        let rises = |sign: f64| values.windows(2).all(|of| sign * (of[1] - of[0]) > 0.0);
        rises(1.0) || rises(-1.0)
    };
    if let Some(axis) = axes.iter().find(|axis| !is_steady(&axis.values)) {
        let message = format!(
            "the values of {} neither rise nor fall, so that they bound no cells; accepted: values in their order, each once",
            axis.name
        );
        return Err(section.invalid(KEY, message));
    }
    let (usual, usual_at) = Refinement::USUAL;
    let is_short = plain_number(value.get_ref()).is_some();
    let (levels, output, at, along) = if is_short {
        (section.whole(KEY)?, usual.to_string(), usual_at, None)
    } else {
        let mut inner = section.table(KEY)?;
        let levels = inner.whole("levels")?;
        let output = if inner.has("of") { inner.text("of")? } else { usual.into() };
        let at = if output == usual && !inner.has("at") { usual_at } else { inner.constant("at")? };
        if !at.is_finite() {
            return Err(inner.invalid("at", format!("found {at}; accepted: a finite number")));
        }
        let along = if inner.has("along") { Some(inner.texts("along")?) } else { None };
        for name in along.iter().flatten() {
            if !names.contains(&name.as_str()) {
                let hint =
                    nearest(name, names.iter().copied()).map_or(String::new(), |n| format!(" did you mean {n:?}?"));
                let message = format!("{name:?} is no axis of the grid;{hint} accepted: {}", names.join(", "));
                return Err(inner.invalid("along", message));
            }
        }
        inner.finish()?;
        (levels, output, at, along)
    };
    let most = u64::from(Refinement::MOST);
    if !(1..=most).contains(&levels) {
        let message = format!("found {levels} levels; accepted: 1 to {most}");
        return Err(section.invalid(KEY, message));
    }
    let along: Vec<bool> =
        names.iter().map(|name| along.as_ref().is_none_or(|along| along.iter().any(|other| other == name))).collect();
    if let Some((axis, _)) = axes.iter().zip(&along).find(|(axis, along)| **along && axis.values.len() < 2) {
        let message = format!(
            "{} has one value, so that there is nothing to divide; accepted: two values and more, or along = [..] of others",
            axis.name
        );
        return Err(section.invalid(KEY, message));
    }
    if !along.contains(&true) {
        return Err(section.invalid(KEY, format!("along is empty; accepted: one of {} or more", names.join(", "))));
    }
    Ok(Some(Refinement { axes: axes.to_vec(), along, levels: levels as u32, output, at }))
}
