//! Indices of parameters, as far as the plan of a run has the members for them.

mod found;
mod morris;
mod ranked;
mod rows;
mod saltelli;
mod shapley;
mod table;
mod yields;

pub(super) use found::{Found, IndexKind};
pub(super) use table::write;

use super::chaos::{Chaos, ChaosRequest};
use super::error::SensitivityError;
use super::failed::Failed;
use super::record::{CHAOS, IndexRecord, IndicesRecord, MEMBERS, WithoutIndices};
use super::rounding::{is_rounding, size};
use crate::ensemble::Study;
use crate::io::scenario::Scenario;
use crate::io::table::ReadError;
use crate::sampling::plan::{Arrangement, Design, Plan};
use ranked::Ranked;
use rows::OutputRows;
use yields::{Yields, yields};

/// Says whether indices are of rows, which a member that failed takes with it.
pub(super) fn is_by_rows(plan: &Plan) -> bool {
    plan.arrangement().is_some_and(|arrangement| arrangement.design != Design::Points)
}

fn is_one_by_one(scenario: &Scenario) -> bool {
    scenario.plan == "one_at_a_time"
}

/// Returns the indices of every output over the members of a table, of which `read` returns columns by their usual names; those by polynomial
/// chaos where it is asked for.
///
/// # Errors
/// Where the table cannot be read, and where no output has the polynomial chaos that is asked for.
pub(super) fn indices(
    scenario: &Scenario,
    (failed, asked): (&Failed, Option<ChaosRequest>),
    read: impl Fn(&str) -> Result<Vec<f64>, ReadError>,
) -> Result<IndicesRecord, SensitivityError> {
    let (study, plan) = (&scenario.study, scenario.study.plan());
    let columns = study.mechanism.columns();
    let mut left: Vec<usize> = study.mechanism.derivative_columns().iter().map(|(place, _)| *place).collect();
    left.extend(study.mechanism.columns_of_rotations());
    let members = read("member")?;
    let drawn = plan.distributions().map_or(0, <[_]>::len);
    let parameters = plan.columns()[..drawn].iter().map(|name| Ok((name.clone(), read(name)?)));
    let parameters = parameters.collect::<Result<Vec<_>, ReadError>>()?;
    let shown = columns.iter().enumerate().filter(|(at, _)| !left.contains(at));
    let probabilities: Vec<&String> = study.mechanism.conditions().map(|(at, _)| &columns[at].0).collect();
    let outputs =
        shown.map(|(at, (name, unit))| Ok((at, (name, unit, read(name)?)))).collect::<Result<Vec<_>, ReadError>>()?;
    let chaos = match asked {
        Some(asked) => Some(Chaos::new(scenario, asked, &read)?.map_err(SensitivityError::Chaos)?),
        None => None,
    };
    let mut record = IndicesRecord { failed: failed.members, accepted: failed.accepted, ..IndicesRecord::default() };
    let mut ranked = Ranked::default();
    for (at, (name, unit, values)) in &outputs {
        let of_its_kind = outputs.iter().filter(|(_, (_, of, _))| of == unit).map(|(_, (.., values))| size(values));
        let largest = of_its_kind.fold(0.0, f64::max);
        let without = |why: String| WithoutIndices { output: (*name).clone(), why };
        match of_output(scenario, (&members, values), (&parameters, largest), failed, &mut ranked) {
            Ok(found) => {
                let of_members = |found: Counted| found.record([*name, *unit, MEMBERS]);
                record.indices.extend(found.into_iter().map(of_members));
                if probabilities.contains(name) {
                    let Yields { found, missing } = yields(plan, (&members, values), &parameters);
                    let worth = found.into_iter().map(|(found, worth)| of_members(Counted(found, [worth, 0])));
                    record.indices.extend(worth);
                    record.without.extend(missing.into_iter().map(without));
                }
            }
            Err(why) => {
                record.without.push(without(why));
                continue;
            }
        }
        let Some(chaos) = &chaos else { continue };
        match chaos.of_output([name, unit], values, &slopes(study, *at, &chaos.by(), &read)?) {
            Ok((found, counted, sum)) => {
                let found = found.into_iter().map(|found| Counted(found, counted).record([*name, *unit, CHAOS]));
                record.indices.extend(found);
                record.chaos.push(sum);
            }
            Err(why) => record.without.push(without(why)),
        }
    }
    match record.without.last().filter(|_| chaos.is_some() && record.chaos.is_empty()) {
        Some(WithoutIndices { output, why }) => Err(SensitivityError::Chaos(format!("{output}: {why}"))),
        None => Ok(record),
    }
}

/// Returns the derivatives of a column by some of the parameters that derivatives are by.
fn slopes(
    study: &Study,
    column: usize,
    by: &[Option<usize>],
    read: impl Fn(&str) -> Result<Vec<f64>, ReadError>,
) -> Result<Vec<Option<Vec<f64>>>, ReadError> {
    let (columns, derivatives) = (study.mechanism.columns(), study.mechanism.derivative_columns());
    let place = |by: usize| derivatives.iter().find(|(_, of)| of.column == column && of.by == by);
    let places = by.iter().map(|by| by.and_then(place));
    places.map(|found| found.map(|(place, _)| read(&columns[*place].0)).transpose()).collect()
}

/// The index of an output, with the rows or members that it was made of and that were left out.
struct Counted(Found, [u64; 2]);

impl Counted {
    /// Returns the record of an index of an output in a unit, and what it is by.
    fn record(self, [output, unit, by]: [&str; 3]) -> IndexRecord {
        let Self(found, [counted, left_out]) = self;
        IndexRecord {
            output: output.into(),
            unit: unit.into(),
            by: by.into(),
            index: found.kind.name().into(),
            of: found.of,
            value: found.figure.0,
            interval: found.figure.1.map(Into::into),
            counted,
            left_out,
        }
    }
}

/// Returns the indices of an output, or why there are none.
fn of_output(
    scenario: &Scenario,
    (members, values): (&[f64], &[f64]),
    (parameters, largest): (&[(String, Vec<f64>)], f64),
    failed: &Failed,
    ranked: &mut Ranked,
) -> Result<Vec<Counted>, String> {
    let plan = scenario.study.plan();
    let present: Vec<f64> = values.iter().copied().filter(|y| y.is_finite()).collect();
    if present.iter().all(|y| *y == present[0]) {
        return Err("it does not vary".into());
    }
    if is_rounding(values, largest) {
        return Err("members differ by rounding alone".into());
    }
    if is_one_by_one(scenario) {
        return Ok(one_by_one(members, values, parameters));
    }
    let mut all = Vec::new();
    // members that completed may lack a value as well, as the time of an event
    let missing = (values.len() - present.len()) as f64 / values.len() as f64;
    if missing > failed.accepted {
        let rows = if is_by_rows(plan) { ", which take their rows with them" } else { "" };
        return Err(format!(
            "{:.1} % of the members have no value of it{rows}: the rest is no sample of the distributions; --accept-failed {:.2} accepts that",
            100.0 * missing,
            (100.0 * missing).ceil() / 100.0
        ));
    }
    if let Some(arrangement) = plan.arrangement().filter(|_| is_by_rows(plan)) {
        all.extend(of_rows(arrangement, members, values)?);
    }
    let (found, counted) = ranked.correlations(plan, (members, values), parameters);
    all.extend(found.into_iter().map(|found| Counted(found, counted)));
    Ok(all)
}

/// Returns the indices that rows are made for.
fn of_rows(arrangement: &Arrangement, members: &[f64], values: &[f64]) -> Result<Vec<Counted>, String> {
    let rows = OutputRows::of(arrangement, members, values);
    let constant = rows.values().first().is_none_or(|first| rows.values().iter().all(|y| y == first));
    if rows.count() < 2 || constant {
        return Err("too few rows have all their members, or it does not vary in them".into());
    }
    let found = match &arrangement.design {
        Design::Points => Vec::new(),
        Design::Saltelli { factors, second } => saltelli::indices(&rows, factors, *second),
        Design::Morris(trajectories) => morris::effects(&rows, trajectories),
        Design::Shapley(subsets) => shapley::effects(&rows, subsets),
    };
    Ok(found.into_iter().map(|found| Counted(found, [rows.count(), rows.left_out])).collect())
}

/// Returns what an output changes by from the medians where one parameter alone has its low or its high value.
fn one_by_one(members: &[f64], values: &[f64], parameters: &[(String, Vec<f64>)]) -> Vec<Counted> {
    let value = |member: usize| members.iter().position(|k| *k == member as f64).map_or(f64::NAN, |at| values[at]);
    let change = |column: usize, kind: IndexKind| {
        let member = 2 * column + if kind == IndexKind::Low { 1 } else { 2 };
        let figure = (value(member) - value(0), None);
        let found = Found { kind, of: vec![parameters[column].0.clone()], figure };
        figure.0.is_finite().then_some(Counted(found, [2, 0]))
    };
    let both = |column| [IndexKind::Low, IndexKind::High].map(|kind| change(column, kind));
    (0..parameters.len()).flat_map(both).flatten().collect()
}
