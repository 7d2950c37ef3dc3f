//! The plan of a scenario.

use super::dependence;
use super::drawn::{AXIS, drawn, vary_entry};
use super::error::ScenarioError;
use super::keys::Keys;
use super::known::known;
use super::plan_rows;
use super::plan_table;
use super::purpose::Purpose;
use super::refine;
use super::settings::Setting;
use super::unstated::Unstated;
use super::until;
use crate::io::table::{digest, hexadecimal};
use crate::model::expression::PHASE_NUMBERS;
use crate::model::{Elements, Invalid, Parameter, Section, nearest};
use crate::sampling::distribution::ALL as DISTRIBUTIONS;
use crate::sampling::plan::{ALL, Axis, Plan, PlanError, PlanInfo};
use crate::sampling::refinement::Refinement;
use crate::statistics::Wanted;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What a scenario may say of its plan, for `gyrosweep list`.
pub(super) const PLAN: &str = "a grid takes vary = { name = [1.0, 2.0] or { min, max, count }, .. } and, over one parameter or two, refine = { levels, \
                        of = \"growth\" (an output; default max_multiplier of gyrosweep periodic), at = 0.0 (a value of it; of max_multiplier 1.000001), along = [..] (axes; \
                        default all) }, or refine = levels: cells with points on both sides of the value are divided in halves along these axes, and their parts again, \
                        so many times (the column level tells of every member which division it comes with, 0 for the grid itself; rounds of \
                        members follow each other in one table, --resume goes on in the middle of any, and the next one follows from the table); a sampled plan members = N, seed \
                        (default 0) and vary = { name = { a distribution }, .. }, with replicates = R of sobol, halton and \
                        latin_hypercube, whose spread gives intervals; of saltelli, morris and shapley rows = N or trajectories = N say how many \
                        members there are; a table file = \"members.csv\" (beside the scenario, also .parquet) \
                        and columns = [..] (those that it must have); of the table of members of a run what the run found is left out. A dimension of a drawing varies by { tolerance = \"45 +- 0.1\" }, \
                        or \"45 +0.1 -0.05\": normally, with its limits at three standard deviations from their middle, or, with \
                        distribution = \"uniform\", equally likely between them. Numbers are in the unit of their parameter; the head of a \
                        column of a table may state another, as in \"mass (g)\"";

/// What the command line replaces.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Number of members of a sampled plan.
    pub members: Option<u64>,
    /// Seed of a sampled plan.
    pub seed: Option<u64>,
    /// Defaults of parameters that the plan does not vary.
    pub set: Vec<Setting>,
    /// What the scenario is read for.
    pub purpose: Purpose,
    /// Elements of beams in place of those that the scenario gives them.
    pub elements: Option<Elements>,
}

/// A plan with its kind and seed.
pub(super) struct Planned {
    pub(super) plan: Plan,
    pub(super) kind: &'static str,
    pub(super) seed: u64,
    /// The table that it reads.
    pub(super) file: Option<PathBuf>,
    /// That table as CSV, where the plan leaves out what is in it besides, or it is of another format.
    pub(super) text: Option<String>,
    /// The texts that values of columns of the table count, where these are texts.
    pub(super) texts: BTreeMap<String, Vec<String>>,
    /// How it is refined.
    pub(super) refinement: Option<Refinement>,
    /// How closely figures are to be known before there are enough members.
    pub(super) until: Vec<Wanted>,
}

impl Planned {
    /// Returns the SHA-256 of the table that the plan reads, in hexadecimal.
    pub(super) fn hash(&self) -> Option<String> {
        match (&self.text, &self.file) {
            (Some(text), _) => Some(hexadecimal(Sha256::new_with_prefix(text))),
            // the table has been read, so it can be
            (None, file) => digest(file.as_ref()?, None).ok().map(hexadecimal),
        }
    }
}

/// Reads `[plan]`; one member with the default values where it is absent.
pub(super) fn read(
    root: &mut Keys<'_>,
    parameters: &[Parameter],
    path: &Path,
    overrides: &Overrides,
) -> Result<Planned, ScenarioError> {
    let mut section = root.optional_table("plan")?;
    let kind = match section.has("kind") {
        true => section.text("kind")?,
        false if section.entries().is_empty() => "one".into(),
        false => {
            let names: Vec<&str> = ALL.iter().map(|info| info.name).collect();
            let message =
                format!("this key is needed and missing: how members are made; accepted: {}", names.join(", "));
            return Err(section.invalid("kind", message).into());
        }
    };
    let Some(info) = ALL.iter().find(|info| info.name == kind) else {
        let names: Vec<&str> = ALL.iter().map(|info| info.name).collect();
        let hint = nearest(&kind, names.iter().copied()).map_or(String::new(), |n| format!(" did you mean {n:?}?"));
        let message = format!("unknown plan {kind:?};{hint} accepted: {}", names.join(", "));
        return Err(section.invalid("kind", message).into());
    };
    if !info.is_sampled() {
        listed_already(info, path, overrides)?;
        plan_rows::dependence_refused(&section, info)?;
    }
    if info.name != "grid" {
        refine::refused(&section, info.name)?;
    }
    let unstated = Unstated::of(root)?;
    let (mut read, mut texts, mut text, mut refinement) = (None, BTreeMap::new(), None, None);
    let (plan, seed) = match info.name {
        _ if info.is_sampled() => sampled(&mut section, info, (parameters, Some(&unstated)), overrides)?,
        "grid" => {
            let axes = axes(&mut section, parameters)?;
            refinement = refine::read((&*root, &mut section), &axes)?;
            let plan = Plan::grid(axes).map_err(|e| section.invalid("vary", e.to_string()))?;
            (if refinement.is_some() { plan.holding([(Refinement::LEVEL.into(), 0.0)]) } else { plan }, 0)
        }
        _ if info.is_drawn() => plan_rows::read(&mut section, info, parameters, overrides.seed)?,
        "table" => {
            let found = plan_table::read((&*root, &mut section), parameters, path, &unstated)?;
            (read, text, texts) = (Some(found.file), found.text, found.texts);
            (Plan::table(found.table), 0)
        }
        _ => (Plan::one(), 0),
    };
    let plan = if info.name == "one" { plan } else { with_numbers(plan, &unstated, seed) };
    section.finish()?;
    if refinement.as_ref().is_some_and(|refinement| plan.columns().len() > refinement.axes.len() + 1) {
        let message = "signals with realisations or files of every member are there, which points between others have none of; accepted: without refine";
        return Err(section.invalid(refine::KEY, message.into()).into());
    }
    let until = until::read(root, &plan, info.name)?;
    Ok(Planned { plan, kind: info.name, seed, file: read, text, texts, refinement, until })
}

/// Gives members realisations of their own of the signals that are spectra, and files of their own of those that have some, but for
/// those that the plan has columns for.
fn with_numbers(plan: Plan, unstated: &Unstated, seed: u64) -> Plan {
    let is_new = |name: &&String| !plan.columns().contains(name);
    let [realisations, members] = [&unstated.realisations, &unstated.members]
        .map(|names| names.iter().filter(is_new).cloned().collect::<Vec<_>>());
    let plan = if realisations.is_empty() { plan } else { plan.numbering(&realisations, PHASE_NUMBERS, seed) };
    if members.is_empty() { plan } else { plan.counting(&members) }
}

/// Reads the kind of plan that random members of a design are drawn by, with the default of its seed.
pub(super) fn random_kind(section: &mut Keys<'_>) -> Result<(&'static PlanInfo, u64), Invalid> {
    let mut names: Vec<&'static str> = ALL.iter().filter(|info| info.is_sampled()).map(|info| info.name).collect();
    // the default is the first
    names.sort_by_key(|name| *name != "sobol");
    let kind = section.choice("kind", &names)?;
    let info = ALL.iter().find(|info| info.name == kind);
    Ok((info.ok_or_else(|| section.invalid("kind", format!("unknown plan {kind:?}")))?, 0))
}

/// Fails where the command line replaces the number of members, or their seed, of a plan whose members are not drawn.
fn listed_already(info: &PlanInfo, path: &Path, overrides: &Overrides) -> Result<(), Invalid> {
    let (option, found) = match (overrides.members, overrides.seed) {
        (None, None) => return Ok(()),
        // it has that many
        (Some(1), None) if info.name == "one" => return Ok(()),
        (None, Some(_)) if info.has_seed() => return Ok(()),
        (Some(members), _) => ("--members", members),
        (None, Some(seed)) => ("--seed", seed),
    };
    let sampled: Vec<&str> = ALL.iter().filter(|info| info.is_sampled()).map(|info| info.name).collect();
    let file = path.display();
    let has = match info.name {
        "one" => format!("{file} varies nothing, so that it has one member, and more would all be the same"),
        "grid" => format!("the plan of {file} is a grid, whose axes say how many members it has"),
        "table" => format!("the plan of {file} is a table, whose rows are its members"),
        "one_at_a_time" => format!("the parameters of the plan one_at_a_time of {file} say how many members it has"),
        "morris" => format!(
            "the plan of {file} is morris, whose trajectories say how many members it has (--set plan.trajectories=N)"
        ),
        name => format!("the plan of {file} is {name}, whose rows say how many members it has (--set plan.rows=N)"),
    };
    let message = format!(
        "found {found}, but {has}; accepted: a plan that draws its members, as [plan] kind = \"sobol\", members = 100 and vary = {{ \
         mass = {{ uniform = [1, 2] }} }} (kinds: {})",
        sampled.join(", ")
    );
    Err(Invalid { place: option.into(), message })
}

/// Reads a plan whose members are drawn, with its seed.
pub(super) fn sampled(
    section: &mut Keys<'_>,
    kind: &PlanInfo,
    (parameters, unstated): (&[Parameter], Option<&Unstated>),
    overrides: &Overrides,
) -> Result<(Plan, u64), Invalid> {
    let given = if overrides.members.is_some() && !section.has("members") { Ok(0) } else { section.whole("members") };
    let members = overrides.members.map_or(given, Ok)?;
    let seed = if section.has("seed") { section.whole("seed")? } else { 0 };
    let seed = overrides.seed.unwrap_or(seed);
    // members may differ by such numbers alone
    let have_numbers = unstated.is_some_and(|of| !of.realisations.is_empty() || !of.members.is_empty());
    if !section.has("vary") && have_numbers && members > 0 {
        return Ok((Plan::alike(members), seed));
    }
    let columns = drawn(section, kind.name, parameters)?;
    let dependence = dependence::read(section, &columns, parameters)?;
    let replicates = plan_rows::replicates(section, kind.has_replicates().then_some(1))?;
    let wrong = |message: String| match overrides.members {
        Some(_) => Invalid { place: "--members".into(), message },
        None => section.invalid("members", message),
    };
    let plan = Plan::replicated(kind, columns, dependence, (members, replicates), seed).map_err(|e| match e {
        PlanError::Replicates { .. } => section.invalid("replicates", e.to_string()),
        PlanError::NoMembers => wrong("found 0; a plan needs at least one member".into()),
        PlanError::TooManyMembers { limit, found, .. } => wrong(format!("found {found}; accepted: at most {limit}")),
        _ => section.invalid("vary", e.to_string()),
    })?;
    Ok((plan, seed))
}

fn axes(section: &mut Keys<'_>, parameters: &[Parameter]) -> Result<Vec<Axis>, Invalid> {
    let vary = section.table("vary")?;
    let mut axes = Vec::new();
    for name in vary.entries() {
        known(&vary, &name, &name, parameters)?;
        if vary.is_array(&name) {
            axes.push(Axis { values: vary.constants(&name)?, name });
            continue;
        }
        let entry = vary_entry(&vary, &name, "values in brackets, as in [1.0, 2.0], or { min, max, count }")?;
        if let Some(drawn) = entry.entries().into_iter().find(|key| DISTRIBUTIONS.iter().any(|d| d.name == key)) {
            let message = format!(
                "found {drawn:?}, a distribution, which a grid does not draw from; accepted: values in brackets, or {{ \
                 min, max, count }}; or let the plan be kind = \"sobol\" with members = N"
            );
            return Err(vary.invalid(&name, message));
        }
        entry.know(&AXIS)?;
        let (min, max, count) = (entry.constant("min")?, entry.constant("max")?, entry.whole("count")?);
        entry.finish()?;
        if count == 1 && min.total_cmp(&max).is_ne() {
            let message = "count = 1 takes min alone, and nothing reaches max; accepted: a count from 2 on, or one value in \
                           brackets, as in [1.0]";
            return Err(vary.invalid(&name, message.into()));
        }
        let axis = Axis::linspace(name.clone(), min, max, count);
        axes.push(axis.map_err(|e| vary.invalid(&name, e.to_string()))?);
    }
    Ok(axes)
}
