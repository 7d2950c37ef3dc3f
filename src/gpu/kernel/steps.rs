//! The values of the template `shaders/steps.wgsl`: the names and columns of a study's numbers, its recorded functions,
//! and the arithmetic of the time loop.

use super::columns::{Columns, Kept, StepParameter};
use super::functions::{self, BRACKET};
use crate::ensemble::iteration::CHECKED;
use crate::ensemble::program::{
    Monitored, NewtonInput, Shape, StepResult, parameter_names, state_names, unknown_names,
};
use crate::ensemble::time_loop::event;
use crate::ensemble::{Outcome, StepBounds, Study};
use crate::integrator::newton::Solution;
use crate::model::{Source, TimeReduction};
use crate::num::Precision;
use crate::trace::wgsl::{PrintError, Printed, hidden_zero, literal};
use minijinja::{Value, context};

/// Returns the values that the template names, but for the texts of prelude and interpreter.
pub(super) fn context(
    study: &Study,
    precision: Precision,
    columns: &Columns,
    ([step, outputs, monitored], iteration): ([&Printed; 3], Option<&Printed>),
) -> Result<Value, PrintError> {
    let number = |value: f64| literal(value, precision);
    let StepBounds { attempts, growth, .. } = study.method.steps.bounds();
    let events = events(study, columns);
    let mut member = step.member.clone();
    if !events.is_empty() {
        member += &outputs.member;
    }
    member += &monitored.member;
    member += iteration.map_or("", |iteration| &iteration.member);
    let shape = Shape::new(study);
    let names = state_names(study);
    let integrals = names[shape.integrals()].to_vec();
    let decisive = shape.decisive().map(|i| &names[i]);
    let integrated: Vec<String> = decisive.filter(|name| !integrals.contains(name)).cloned().collect();
    let of_search = Monitored::new(study);
    let ends_steps = study.mechanism.events.iter().any(|event| study.ends_step_at(event));
    let sides = shape.sides(study);
    Ok(context! {
        parameters => parameter_names(study),
        sampled => shape.sampled(study).into_iter().map(|i| names[i].clone()).collect::<Vec<_>>(),
        resting => study.may_rest().map(|(_, side)| names[sides.start + side].clone()).collect::<Vec<_>>(),
        state => names,
        integrated,
        adaptive => study.is_adaptive(),
        compensated => precision == Precision::Single,
        slots => columns.slots > 0,
        given => given(columns),
        kept => kept(columns),
        observed => columns.observed(),
        records => columns.records(),
        record => columns.record(),
        zero => number(0.0)?,
        one => number(1.0)?,
        never => number(1e37)?,
        growth => number(growth)?,
        most_standing => number(event::MOST_STANDING)?,
        attempts,
        state_limit => magnitude(Outcome::STATE_LIMIT),
        functions => functions::print(study, precision)?,
        member,
        step => attempt(study, columns, step, precision)?,
        newton => iteration.map(|iteration| newton(study, columns, iteration, precision)).transpose()?,
        outputs => values(outputs),
        watched => values(monitored),
        watch => columns.monitored,
        ends_steps,
        watches_beside_ends => ends_steps && of_search.watches_beside_ends(),
        search_order => of_search.search_order,
        looks_behind => study.looks_behind_corners(),
        keeps_uncut => study.is_adaptive() && (ends_steps || study.looks_behind_corners()),
        slopes => slopes(columns, monitored, precision)?,
        moving => moving(columns, precision),
        events,
        extremes => extremes(study, columns, precision)?,
        bracket => BRACKET,
        channels => channels(study, columns, (outputs, &integrals)),
        integrals,
    })
}

/// Returns what `magnitude` of the preludes makes of a number, as a literal.
pub(in crate::gpu) fn magnitude(number: f64) -> String {
    format!("{:#x}", (number.abs() as f32).to_bits())
}

fn given(columns: &Columns) -> Value {
    let place = |p| columns.parameter(p);
    context! {
        pitch => place(StepParameter::Pitch),
        last => place(StepParameter::Last),
        end => place(StepParameter::End),
        every => place(StepParameter::Every),
        smallest => place(StepParameter::Smallest),
        largest => place(StepParameter::Largest),
        gap => place(StepParameter::Gap),
    }
}

fn kept(columns: &Columns) -> Value {
    let place = |k| columns.kept(k);
    let [before, ends, needs, bracket] = columns.monitored_columns();
    context! {
        time => place(Kept::Time),
        step => place(Kept::Step),
        length => place(Kept::Length),
        error => place(Kept::Error),
        error_before => place(Kept::ErrorBefore),
        cap => place(Kept::Cap),
        terminal => place(Kept::Terminal),
        time_rest => place(Kept::TimeRest),
        begin => place(Kept::Begin),
        end => place(Kept::End),
        corner => place(Kept::Corner),
        lag => place(Kept::Lag),
        ending => place(Kept::Ending),
        uncut => place(Kept::Uncut),
        standing => place(Kept::Standing),
        stood => place(Kept::Stood),
        short_of => place(Kept::ShortOf),
        before,
        ends,
        needs,
        bracket,
    }
}

/// Returns a number, hidden from compilers where it is a zero: one that they know of they do not add, so that -0 stays what it
/// is, and what they subtract from it becomes -0 where it is 0.
fn hidden(number: &str, precision: Precision) -> Result<String, PrintError> {
    let is_zero = number == literal(0.0, precision)?;
    Ok(if is_zero { hidden_zero(0.0, precision) } else { number.to_string() })
}

/// Returns the statements of a step and its results.
fn attempt(study: &Study, columns: &Columns, step: &Printed, precision: Precision) -> Result<Value, PrintError> {
    let (increments, results) = step.outputs.split_at(columns.state);
    let increments: Vec<String> = increments.iter().map(|text| hidden(text, precision)).collect::<Result<_, _>>()?;
    let shape = Shape::new(study);
    let result = |result: StepResult| results.get(shape.step_result(result)).map(String::as_str);
    Ok(context! {
        step => step.step.as_str(),
        increments,
        first_turn => result(StepResult::FirstTurn),
        largest_turn => result(StepResult::LargestTurn),
        margin => result(StepResult::Margin),
        drift => if shape.redundant { result(StepResult::Drift) } else { None },
        ..if study.is_adaptive() {
            context! { error => result(StepResult::Error), factor => result(StepResult::Factor) }
        } else {
            context! {}
        }
    })
}

/// Returns the statements of one of Newton's iterations, its results, and what is kept of it.
fn newton(study: &Study, columns: &Columns, iteration: &Printed, precision: Precision) -> Result<Value, PrintError> {
    let (shape, names) = (Shape::new(study), unknown_names(study));
    let name = |place: usize| names[place - shape.unknowns().start].as_str();
    let kept: Vec<Value> = names.iter().zip(columns.newton()..).map(|(name, place)| context! { name, place }).collect();
    let mut results = iteration.outputs.clone();
    let goes_on = results.remove(CHECKED - 1);
    let status = name(shape.newton(NewtonInput::Status));
    let iterated: Vec<Value> =
        shape.iterated().into_iter().map(name).zip(results).map(|(name, value)| context! { name, value }).collect();
    Ok(context! {
        check => iteration.step.as_str(),
        solve => iteration.rest.as_str(),
        goes_on,
        iterated,
        kept,
        status,
        solutions => columns.solutions(),
        settled => iteration.outputs[0].as_str(),
        unknowns => names[..shape.unknowns].to_vec(),
        solves => name(shape.newton(NewtonInput::Solves)),
        length => name(shape.newton(NewtonInput::Length)),
        sought => literal(Solution::Sought.code(), precision)?,
    })
}

fn values(printed: &Printed) -> Value {
    context! { member => printed.member.as_str(), step => printed.step.as_str(), values => &printed.outputs }
}

fn events(study: &Study, columns: &Columns) -> Vec<Value> {
    let monitored = Monitored::new(study);
    let (names, shape) = (state_names(study), Shape::new(study));
    let sides = shape.sides(study);
    let rest: Vec<usize> = study.may_rest().map(|(event, _)| event).collect();
    let event = |(e, event): (usize, &crate::model::event::Event<_>)| {
        let side = event.side().filter(|_| !sides.is_empty());
        let is_whole = side.is_some_and(|side| study.mechanism.sides[side].is_whole);
        let side = side.map(|side| names[sides.start + side].clone());
        let instant = |at: usize| (0..columns.moving).map(|k| names[shape.derivatives(k).start + at].clone()).collect();
        let instants: Vec<String> = study.instant_of(e).map(instant).unwrap_or_default();
        context! {
            instants,
            terminal => event.terminal.to_string(),
            ends_step => monitored.ends_step(e),
            hidden => event.is_hidden(),
            of_side => event.is_of_side(),
            may_rest => rest.contains(&e),
            side,
            is_whole => is_whole.to_string(),
            index => e,
            companion => columns.monitored + e,
        }
    };
    study.mechanism.events.iter().enumerate().map(event).collect()
}

/// Returns the derivatives of what is monitored.
fn slopes(columns: &Columns, monitored: &Printed, precision: Precision) -> Result<Vec<String>, PrintError> {
    monitored.outputs.iter().skip(2 * columns.monitored).map(|slope| hidden(slope, precision)).collect()
}

/// Returns the columns of how times move with parameters.
fn moving(columns: &Columns, precision: Precision) -> Value {
    let [terminal, ends, best, side, event] = columns.slopes();
    let ends_by_time = ends + columns.extremes * columns.moving;
    let parameter = |k: usize| {
        let [rate, end] = columns.time_slopes(k);
        let observed = columns.observed() + columns.state + 1 + k;
        context! { rate, end, observed, name => format!("d{k}_t") }
    };
    let parameters: Vec<Value> = (0..columns.moving).map(parameter).collect();
    context! { parameters, terminal, ends, ends_by_time, best, side, event, resting => hidden_zero(0.0, precision) }
}

/// Returns the output components whose extremes matter.
fn extremes(study: &Study, columns: &Columns, precision: Precision) -> Result<Vec<Value>, PrintError> {
    let (monitored, names) = (Monitored::new(study), parameter_names(study));
    let parameter = |by: Result<usize, f64>| match by {
        Ok(varied) => Ok(names[varied].clone()),
        Err(value) => literal(value, precision),
    };
    let parameters: Vec<String> = study.differentiated_by().into_iter().map(parameter).collect::<Result<_, _>>()?;
    let extreme = |(place, (_, reduction)): (usize, &(usize, TimeReduction))| {
        let [first, result] = columns.extreme(place);
        let index = columns.events + place;
        // behind the values and rates
        let [values, rates] = monitored.extreme_slopes(place).map(|slopes| slopes.start - 2 * columns.monitored);
        let by = columns.moving;
        let slope = |k: usize| {
            let [first, result] = columns.extreme_slopes(place, k);
            let parameter = parameters[k].as_str();
            context! { first, result, parameter, place => place * by + k, value => values + k, rate => rates + k }
        };
        let slopes: Vec<Value> = (0..by).map(slope).collect();
        context! {
            place, index, first, result, slopes,
            by_time => values + by,
            rate_by_time => rates + by,
            companion => columns.monitored + index,
            reduction => reduction.name(),
        }
    };
    Ok(monitored.extremes.iter().enumerate().map(extreme).collect())
}

/// Returns the expressions that are written of every output component for the observed state: its value, or what was
/// made of it over time, or the derivative of that.
fn channels(study: &Study, columns: &Columns, (outputs, integrals): (&Printed, &[String])) -> Vec<String> {
    let (mut integrals, mut places) = (integrals.iter(), 0..);
    let channel = |(reduction, value): (TimeReduction, &String)| {
        let result = match reduction.source() {
            Source::End => return value.clone(),
            Source::Integral => integrals.next().cloned().unwrap_or_default(),
            Source::Values => {
                let [_, result] = columns.extreme(places.next().unwrap_or_default());
                format!("reductions[at({result}u, k)]")
            }
        };
        format!("{}_finish({result}, t)", reduction.name())
    };
    let mut channels: Vec<String> =
        study.mechanism.reductions().into_iter().zip(&outputs.outputs).map(channel).collect();
    let extremes = Monitored::new(study).extremes;
    for (place, of) in study.derivatives() {
        let Some(extreme) = extremes.iter().position(|(c, _)| *c == of.column) else { continue };
        let [_, result] = columns.extreme_slopes(extreme, of.by);
        channels[*place] = format!("reductions[at({result}u, k)]");
    }
    channels
}
