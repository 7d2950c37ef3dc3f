//! Indices of parameters, as far as the plan of a run has the members for them.

mod found;
mod morris;
mod ranked;
mod rows;
mod saltelli;
mod shapley;
mod table;
mod yields;

pub(super) use table::write;

use super::failed::Failed;
use super::record::{IndexRecord, IndicesRecord, WithoutIndices};
use super::rounding::{is_rounding, size};
use crate::io::scenario::Scenario;
use crate::io::table::ReadError;
use crate::sampling::plan::{Arrangement, Design, Plan};
use found::{Found, IndexKind};
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

/// Returns the indices of every output over the members of a table, of which `read` returns columns by their usual names.
///
/// # Errors
/// Where the table cannot be read.
pub(super) fn indices(
    scenario: &Scenario,
    failed: &Failed,
    read: impl Fn(&str) -> Result<Vec<f64>, ReadError>,
) -> Result<IndicesRecord, ReadError> {
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
        shown.map(|(_, (name, unit))| Ok((name, unit, read(name)?))).collect::<Result<Vec<_>, ReadError>>()?;
    let mut record = IndicesRecord { failed: failed.members, accepted: failed.accepted, ..IndicesRecord::default() };
    let mut ranked = Ranked::default();
    for (name, unit, values) in &outputs {
        let of_its_kind = outputs.iter().filter(|(_, of, _)| of == unit).map(|(.., values)| size(values));
        let largest = of_its_kind.fold(0.0, f64::max);
        let record_of = |(found, [counted, left_out]): Counted| IndexRecord {
            output: (*name).clone(),
            unit: (*unit).clone(),
            index: found.kind.name().into(),
            of: found.of,
            value: found.figure.0,
            interval: found.figure.1.map(Into::into),
            counted,
            left_out,
        };
        let mut without = |why: String| record.without.push(WithoutIndices { output: (*name).clone(), why });
        match of_output(scenario, (&members, values), (&parameters, largest), failed, &mut ranked) {
            Ok(of_output) => {
                record.indices.extend(of_output.into_iter().map(record_of));
                if probabilities.contains(name) {
                    let Yields { found, missing } = yields(plan, (&members, values), &parameters);
                    record.indices.extend(found.into_iter().map(|(found, worth)| record_of((found, [worth, 0]))));
                    missing.into_iter().for_each(&mut without);
                }
            }
            Err(why) => without(why),
        }
    }
    Ok(record)
}

/// The index of an output, with the rows or members that it was made of and that were left out.
type Counted = (Found, [u64; 2]);

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
    all.extend(found.into_iter().map(|found| (found, counted)));
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
    Ok(found.into_iter().map(|found| (found, [rows.count(), rows.left_out])).collect())
}

/// Returns what an output changes by from the medians where one parameter alone has its low or its high value.
fn one_by_one(members: &[f64], values: &[f64], parameters: &[(String, Vec<f64>)]) -> Vec<Counted> {
    let value = |member: usize| members.iter().position(|k| *k == member as f64).map_or(f64::NAN, |at| values[at]);
    let change = |column: usize, kind: IndexKind| {
        let member = 2 * column + if kind == IndexKind::Low { 1 } else { 2 };
        let figure = (value(member) - value(0), None);
        let found = Found { kind, of: vec![parameters[column].0.clone()], figure };
        figure.0.is_finite().then_some((found, [2, 0]))
    };
    let both = |column| [IndexKind::Low, IndexKind::High].map(|kind| change(column, kind));
    (0..parameters.len()).flat_map(both).flatten().collect()
}
