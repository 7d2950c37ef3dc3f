//! Plans whose members come in rows, and replicates of others.

use super::dependence;
use super::drawn::drawn;
use super::keys::Keys;
use crate::model::{Invalid, Parameter, Section};
use crate::sampling::plan::{Plan, PlanError, PlanInfo, Rows};

/// Replicates of plans of rows, where none are stated.
const USUAL: u64 = 16;

/// Reads how many replicates a plan has, of plans that can have some with the number where nothing is stated.
pub(super) fn replicates(section: &mut Keys<'_>, usual: Option<u64>) -> Result<u64, Invalid> {
    let key = "replicates";
    match (usual, section.get(key).is_some()) {
        (Some(usual), false) => {
            section.has(key);
            Ok(usual)
        }
        (None, false) => Ok(1),
        (None, true) => Err(section.invalid(
            key,
            "the members of this plan are independent of each other, so that their spread gives intervals without replicates; \
             accepted: no such key, or a plan of sobol, halton, latin_hypercube, saltelli or shapley"
                .into(),
        )),
        (Some(_), true) => match section.whole(key)? {
            found @ 0..=1 => Err(section.invalid(
                key,
                format!("found {found}; accepted: at least 2, whose spread gives intervals (16 are usual), or no such key"),
            )),
            found => Ok(found),
        },
    }
}

/// Fails where a plan that knows no dependence has one.
pub(super) fn dependence_refused(section: &Keys<'_>, info: &PlanInfo) -> Result<(), Invalid> {
    if info.name == "shapley" || section.get(dependence::KEY).is_none() {
        return Ok(());
    }
    let kind = info.name;
    let message = match info.is_drawn() {
        true => format!(
            "the plan {kind:?} changes parameters one by one, as only independent ones can be; accepted: kind = \"shapley\", whose \
             effects are right for parameters that depend on each other"
        ),
        false => format!(
            "the members of the plan {kind:?} are listed, not drawn, so that nothing depends on anything; accepted: a plan that draws \
             them, as kind = \"sobol\", or for indices \"shapley\", or a table whose rows have the dependence"
        ),
    };
    Err(section.invalid(dependence::KEY, message))
}

/// Reads a plan whose members come in rows, or change one parameter at a time, with its seed.
pub(super) fn read(
    section: &mut Keys<'_>,
    info: &PlanInfo,
    parameters: &[Parameter],
    seed: Option<u64>,
) -> Result<(Plan, u64), Invalid> {
    let kind = info.name;
    let columns = drawn(section, kind, parameters)?;
    if kind == "one_at_a_time" {
        let at = levels(section)?;
        let plan = Plan::one_at_a_time(columns, at).map_err(|e| section.invalid("vary", e.to_string()))?;
        return Ok((plan, 0));
    }
    if let Some((name, _)) = columns.iter().find(|(_, of)| kind == "morris" && of.single_values().is_some()) {
        let message = format!(
            "{name} has single values, between which the levels of a trajectory do not lie; accepted: distributions without gaps, or kind = \"saltelli\" \
             or \"shapley\", which take these as well"
        );
        return Err(section.invalid("vary", message));
    }
    let stated = if section.has("seed") { section.whole("seed")? } else { 0 };
    let seed = seed.unwrap_or(stated);
    let counted = if kind == "morris" { "trajectories" } else { "rows" };
    let count = section.whole(counted)?;
    let least = if kind == "morris" { 2 } else { 1 };
    if count < least {
        return Err(section.invalid(counted, format!("found {count}; accepted: at least {least}")));
    }
    let groups = if kind == "morris" { Vec::new() } else { groups(section)? };
    let replicates = if kind == "morris" { 1 } else { replicates(section, Some(USUAL))? };
    let rows = Rows { columns, groups, rows: count, replicates, seed };
    let plan = match kind {
        "saltelli" => {
            let second = section.has("second") && section.flag("second")?;
            Plan::saltelli(&rows, second)
        }
        "morris" => {
            let levels = if section.has("levels") { section.whole("levels")? } else { 4 };
            Plan::morris(&rows, levels)
        }
        _ => {
            let dependence = dependence::read(section, &rows.columns, parameters)?;
            Plan::shapley(&rows, dependence)
        }
    };
    let key = |error: &PlanError| match error {
        PlanError::Replicates { .. } => "replicates",
        PlanError::Levels { .. } => "levels",
        PlanError::TooManyRows { .. } | PlanError::TooManyMembers { .. } | PlanError::NoMembers => counted,
        PlanError::EmptyGroup { .. }
        | PlanError::GroupName { .. }
        | PlanError::NotVaried { .. }
        | PlanError::InTwoGroups { .. }
        // keys of a table do not repeat: a group has the name of a parameter
        | PlanError::RepeatedColumn { .. } => "groups",
        _ => "vary",
    };
    let plan = plan.map_err(|error| section.invalid(key(&error), error.to_string()))?;
    Ok((plan, seed))
}

/// Reads the two quantiles that parameters are set to one at a time.
fn levels(section: &mut Keys<'_>) -> Result<[f64; 2], Invalid> {
    let key = "at";
    if !section.has(key) {
        return Ok([0.05, 0.95]);
    }
    match section.constants(key)?[..] {
        [low, high] if 0.0 < low && low < high && high < 1.0 => Ok([low, high]),
        ref found => {
            let message =
                format!("found {found:?}; accepted: two rising quantiles between 0 and 1, as in [0.05, 0.95]");
            Err(section.invalid(key, message))
        }
    }
}

/// Reads groups of parameters.
fn groups(section: &mut Keys<'_>) -> Result<Vec<(String, Vec<String>)>, Invalid> {
    let key = "groups";
    if !section.has(key) {
        return Ok(Vec::new());
    }
    let groups = section.table(key)?;
    groups.entries().into_iter().map(|name| Ok((name.clone(), groups.strings(&name)?))).collect()
}
