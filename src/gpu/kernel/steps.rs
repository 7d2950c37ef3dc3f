//! What is set into `shaders/steps.wgsl`: the names and places of a study's numbers, its recorded functions, and the
//! arithmetic of the time loop.

use super::columns::{Columns, Kept, StepParameter};
use super::functions;
use crate::ensemble::program::{StepResult, parameter_names, state_names};
use crate::ensemble::{Outcome, StepBounds, Study};
use crate::model::TimeReduction;
use crate::num::Precision;
use crate::trace::wgsl::{self, PrintError, Printed, literal};
use crate::trace::{Input, Rate, Schedule, record};
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
    let reduced = reduced(study, precision, columns, outputs)?;
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
        step => attempt(study, columns, step),
        outputs => values(outputs),
        watched => values(watched),
        events,
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
fn attempt(study: &Study, columns: &Columns, step: &Printed) -> Value {
    let (increments, results) = step.outputs.split_at(columns.state);
    let result = |result: StepResult| results.get(result as usize).map(String::as_str);
    context! {
        step => step.step.as_str(),
        increments => increments.to_vec(),
        first_turn => result(StepResult::FirstTurn),
        largest_turn => result(StepResult::LargestTurn),
        margin => result(StepResult::Margin),
        ..if study.is_adaptive() {
            context! { error => result(StepResult::Error), factor => result(StepResult::Factor) }
        } else {
            context! {}
        }
    }
}

fn values(printed: &Printed) -> Value {
    context! { member => printed.member.as_str(), step => printed.step.as_str(), values => &printed.outputs }
}

fn events(study: &Study, columns: &Columns) -> Vec<Value> {
    let event = |(e, event): (usize, &crate::model::event::Event<_>)| {
        context! {
            direction => event.direction.name(),
            terminal => event.terminal,
            column => columns.event(e),
            bit => 1u32 << e,
        }
    };
    study.mechanism.events.iter().enumerate().map(event).collect()
}

/// The output components, where one is reduced over time: places, and the arithmetic of the reductions for the names
/// that the template gives to results, to what they remember, and to the outputs after a step.
fn reduced(
    study: &Study,
    precision: Precision,
    columns: &Columns,
    outputs: &Printed,
) -> Result<Vec<Value>, PrintError> {
    if columns.reductions == 0 {
        return Ok(Vec::new());
    }
    let component = |(c, reduction): (usize, TimeReduction)| {
        let names = [format!("memory{c}"), format!("reduced{c}"), "h".to_string(), format!("now{c}")];
        let graph = record(precision, inputs(names), |x| {
            let [memory, result, h, y] = [x[0], x[1], x[2], x[3]];
            vec![reduction.update(memory, result, h, y), reduction.remember(memory, y)]
        });
        let printed = wgsl::print(&graph, &Schedule::new(&graph), ["m", "r"])?;
        let start = record(precision, inputs([outputs.outputs[c].clone()]), |y| reduction.start(y[0]).to_vec());
        let start = wgsl::print(&start, &Schedule::new(&start), ["m", "r"])?;
        let [result, memory, rest] = columns.reduction(c);
        Ok(context! {
            channel => c,
            result,
            memory,
            rest,
            remembers => reduction.remembers(),
            sums => reduction.sums(),
            // sums over time are compensated where the state is
            compensated => reduction.sums() && precision == Precision::Single,
            statements => printed.step,
            update => printed.outputs[0].as_str(),
            remember => printed.outputs[1].as_str(),
            first_memory => start.outputs[0].as_str(),
            first_result => start.outputs[1].as_str(),
        })
    };
    study.mechanism.over().into_iter().enumerate().map(component).collect()
}

/// What is written of the results of a study's outputs over time, as expressions over `result` and `duration`.
pub(in crate::gpu) fn finished(study: &Study, precision: Precision) -> Result<Vec<String>, PrintError> {
    let expression = |reduction: TimeReduction| {
        let names = ["result", "duration"].map(str::to_string);
        let graph = record(precision, inputs(names), |x| vec![reduction.finish(x[0], x[1])]);
        let printed = wgsl::print(&graph, &Schedule::new(&graph), ["m", "r"])?;
        Ok(printed.expression(0))
    };
    study.mechanism.over().into_iter().map(expression).collect()
}

fn inputs<const N: usize>(names: [String; N]) -> Vec<Input> {
    names.into_iter().map(|name| Input { name, rate: Rate::Step }).collect()
}
