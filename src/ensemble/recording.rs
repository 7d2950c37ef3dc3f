//! The functions of a study as graphs.

use super::Study;
use super::iteration::{elimination_of_derivatives, reference_inputs};
use super::program::{Equations, Function, Shape, held_parameters, inputs, with_held_parameters};
use crate::linalg::Elimination;
use crate::num::Precision;
use crate::trace::{Graph, Input, Schedule, Tape, Traced, record};

/// Records what is made of the equations of a study and of these inputs, which begin with the varied parameters.
///
/// What the state is differentiated by is a number while it is recorded, and a constant afterwards where the plan does not
/// vary it.
fn record_in_order(
    study: &Study,
    precision: Precision,
    inputs: Vec<Input>,
    order: Option<Elimination>,
    function: impl FnOnce(&mut Equations<'_, Traced>, &[Traced]) -> Vec<Traced>,
) -> Graph {
    let (all, count) = (with_held_parameters(study, inputs.clone()), inputs.len());
    let graph = record(precision, all, |all| {
        let mut equations = Equations::with_held_parameters(study, all, count);
        if let Some(order) = &order {
            equations = equations.with_elimination(order);
        }
        function(&mut equations, &all[..count])
    });
    let held = held_parameters(study);
    if held.is_empty() {
        return graph;
    }
    let defaults: Vec<f64> = held.iter().map(|at| study.mechanism.parameters[*at].default).collect();
    graph.with_last_inputs(&defaults)
}

/// Records what is made of the equations of a study, a step among it, and of these inputs, which begin with the varied
/// parameters.
pub(super) fn record_step(
    study: &Study,
    precision: Precision,
    inputs: Vec<Input>,
    function: impl FnOnce(&mut Equations<'_, Traced>, &[Traced]) -> Vec<Traced>,
) -> Graph {
    let differentiates = study.is_implicit() && !study.mechanism.sensitivities.is_empty();
    let order = differentiates.then(|| elimination_of_derivatives(study, precision, reference_inputs(study)));
    record_in_order(study, precision, inputs, order, function)
}

/// Records a step of an implicit method whose derivatives are eliminated in the order that suits these inputs.
pub(super) fn record_step_at(study: &Study, at: &[f64]) -> Graph {
    let order = elimination_of_derivatives(study, Precision::Double, vec![at.to_vec()]);
    let inputs = inputs(study, Function::Step);
    record_in_order(study, Precision::Double, inputs, Some(order), recorded(Function::Step))
}

/// Returns what records a function.
fn recorded(function: Function) -> impl FnOnce(&mut Equations<'_, Traced>, &[Traced]) -> Vec<Traced> {
    move |equations, inputs| {
        let mut out = Vec::new();
        equations.record(function, inputs, &mut out);
        out
    }
}

/// Records a function of a study in a precision.
pub fn record_function(study: &Study, function: Function, precision: Precision) -> Graph {
    let recorded = recorded(function);
    match function {
        Function::Step => record_step(study, precision, inputs(study, function), recorded),
        _ => record_in_order(study, precision, inputs(study, function), None, recorded),
    }
}

/// Records the initial state of a study's members; of an implicit method nothing, whose members begin with
/// [`Study::consistent_start`].
pub(super) fn initial_state_graph(study: &Study) -> Option<Graph> {
    (!study.is_implicit()).then(|| record_function(study, Function::InitialState, Precision::Double))
}

/// Records it as a tape.
pub fn initial_state_tape(study: &Study) -> Option<Tape> {
    initial_state_graph(study).map(|graph| Tape::new(&graph, &Schedule::new(&graph)))
}

/// Returns how many operations of a step, of an implicit method those of its residual, are followed by how many derivatives:
/// their product says what recording takes. A second derivative counts as two.
pub fn followed_operations(study: &Study) -> (usize, usize) {
    let shape = Shape::new(study);
    if shape.sensitivities == 0 {
        return (0, 0);
    }
    let mut nominal = study.clone();
    nominal.mechanism.sensitivities.clear();
    let inputs = inputs(&nominal, Function::Step);
    let graph = if study.is_implicit() {
        record_in_order(&nominal, Precision::Double, inputs, None, |equations, inputs| equations.step_residual(inputs))
    } else {
        record_in_order(&nominal, Precision::Double, inputs, None, recorded(Function::Step))
    };
    (graph.nodes.len(), shape.directions() + 2 * shape.pairs().len())
}
