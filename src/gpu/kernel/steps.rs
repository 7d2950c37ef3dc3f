//! What is set into `shaders/steps.wgsl`: the names and places of a study's numbers, its recorded functions, and the
//! arithmetic of the time loop.

use super::columns::{Columns, Kept, StepParameter};
use super::functions::{self, BRACKET};
use crate::ensemble::program::{StepResult, parameter_names, state_names};
use crate::ensemble::{Outcome, StepBounds, Study};
use crate::model::TimeReduction;
use crate::num::Precision;
use crate::trace::wgsl::{PrintError, Printed, hidden_zero, literal};
use minijinja::{Value, context};

/// What the template names, but for the texts of prelude and interpreter.
pub(super) fn context(
    study: &Study,
    precision: Precision,
    columns: &Columns,
    [step, outputs, watched]: [&Printed; 3],
) -> Result<Value, PrintError> {
    let number = |value: f64| literal(value, precision);
    let StepBounds { attempts, growth, .. } = study.method.steps.bounds();
    let reduced = reduced(study, precision, columns);
    let events = events(study, columns);
    let mut member = step.member.clone();
    if !reduced.is_empty() || !events.is_empty() {
        member += &outputs.member;
    }
    member += &watched.member;
    Ok(context! {
        parameters => parameter_names(study),
        state => state_names(study),
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
        attempts,
        state_limit => format!("{:#x}", (Outcome::STATE_LIMIT as f32).to_bits()),
        functions => functions::print(study, precision)?,
        member,
        step => attempt(study, columns, step, precision)?,
        outputs => values(outputs),
        watched => values(watched),
        events,
        search => search(columns),
        reduced,
    })
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
    }
}

fn kept(columns: &Columns) -> Value {
    let place = |k| columns.kept(k);
    context! {
        time => place(Kept::Time),
        step => place(Kept::Step),
        length => place(Kept::Length),
        error => place(Kept::Error),
        error_before => place(Kept::ErrorBefore),
        cap => place(Kept::Cap),
        terminal => place(Kept::Terminal),
        time_rest => place(Kept::TimeRest),
    }
}

/// The statements of a step and its results.
fn attempt(study: &Study, columns: &Columns, step: &Printed, precision: Precision) -> Result<Value, PrintError> {
    let zero = literal(0.0, precision)?;
    let (increments, results) = step.outputs.split_at(columns.state);
    // compilers that know of a zero do not add it, and -0 stays what it is
    let hidden = |text: &String| if *text == zero { hidden_zero(0.0, precision) } else { text.clone() };
    let increments: Vec<String> = increments.iter().map(hidden).collect();
    let result = |result: StepResult| results.get(result as usize).map(String::as_str);
    Ok(context! {
        step => step.step.as_str(),
        increments,
        first_turn => result(StepResult::FirstTurn),
        largest_turn => result(StepResult::LargestTurn),
        margin => result(StepResult::Margin),
        ..if study.is_adaptive() {
            context! { error => result(StepResult::Error), factor => result(StepResult::Factor) }
        } else {
            context! {}
        }
    })
}

fn values(printed: &Printed) -> Value {
    context! { member => printed.member.as_str(), step => printed.step.as_str(), values => &printed.outputs }
}

fn events(study: &Study, columns: &Columns) -> Vec<Value> {
    let event = |(e, event): (usize, &crate::model::event::Event<_>)| {
        context! {
            direction => event.direction.name(),
            terminal => event.terminal.to_string(),
            column => columns.event(e),
            at_end => columns.event_at_end(e),
            bit => 1u32 << e,
        }
    };
    study.mechanism.events.iter().enumerate().map(event).collect()
}

/// Where a member that leaves a dispatch within a step keeps the search for an event.
fn search(columns: &Columns) -> Value {
    let [event, pending_low, pending_high] = columns.sought();
    let bracket: Vec<Value> =
        BRACKET.iter().zip(columns.bracket()).map(|(field, column)| context! { field => *field, column }).collect();
    context! { bracket, event, pending_low, pending_high }
}

/// The output components, where one is reduced over time.
fn reduced(study: &Study, precision: Precision, columns: &Columns) -> Vec<Value> {
    if columns.reductions == 0 {
        return Vec::new();
    }
    let component = |(c, reduction): (usize, TimeReduction)| {
        let [result, memory, rest] = columns.reduction(c);
        context! {
            channel => c,
            reduction => reduction.name(),
            result,
            memory,
            rest,
            remembers => reduction.remembers(),
            sums => reduction.sums(),
            // sums over time are compensated where the state is
            compensated => reduction.sums() && precision == Precision::Single,
        }
    };
    study.mechanism.reductions().into_iter().enumerate().map(component).collect()
}
