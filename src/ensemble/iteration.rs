//! The recording of Newton's iteration, with the order of elimination that is chosen for a study.

use super::program::{Equations, NewtonInput, Shape, StudyFunction, fixed_values, inputs, with_fixed_parameters};
use super::recorded_matrix::{RecordedMatrix, StepReference};
use super::{InitialStates, Members, Outcome, Study};
use crate::integrator::newton::{Solution, Stiffness, TangentOperator};
use crate::linalg::{Elimination, Row, without_pattern};
use crate::num::Precision;
use crate::trace::{Graph, Input, record};

/// Results of a recorded iteration that say whether it goes on, before the others: the status, and 1 where the step is not
/// settled.
pub const CHECKED: usize = 2;

/// Records one of Newton's iterations over these inputs, which begin with those of a step; the results that are inputs of the
/// next one are, but for the second, those of [`Shape::iterated`].
pub fn record_iteration(study: &Study, precision: Precision, inputs: Vec<Input>) -> Graph {
    let elimination = elimination(study, precision);
    let parameters = Shape::new(study).parameters;
    record(precision, inputs, |inputs| {
        Equations::new(study, &inputs[..parameters]).record_iteration(inputs, &elimination)
    })
}

/// Records the iteration matrix.
fn recorded_matrix(study: &Study, precision: Precision) -> RecordedMatrix {
    let parameters = Shape::new(study).parameters;
    let newton = &study.method.implicit.newton;
    RecordedMatrix::new(precision, inputs(study, StudyFunction::Step), |inputs| {
        let mut equations = Equations::new(study, &inputs[..parameters]);
        equations.record_iteration_matrix(inputs, newton.operator, newton.stiffness)
    })
}

/// Records the matrix of the equations for derivatives of the unknowns of a step, of its inputs and the parameters that are
/// differentiated by and not varied.
pub(super) fn matrix_of_derivatives(study: &Study, precision: Precision) -> RecordedMatrix {
    let inputs = inputs(study, StudyFunction::Step);
    let count = inputs.len();
    RecordedMatrix::new(precision, with_fixed_parameters(study, inputs), |all| {
        let mut equations = Equations::with_fixed_parameters(study, all, count);
        equations.record_iteration_matrix(&all[..count], TangentOperator::Exact, Stiffness::Complete)
    })
}

/// Returns the order of elimination for derivatives of the unknowns of a step by parameters that suits these inputs of
/// attempts.
pub(super) fn elimination_of_derivatives(study: &Study, precision: Precision, samples: &[Vec<f64>]) -> Elimination {
    let matrix = matrix_of_derivatives(study, precision);
    let fixed = fixed_values(study);
    let sample = |inputs: &Vec<f64>| matrix.at(&[&inputs[..], &fixed].concat());
    chosen(&matrix, samples.iter().map(sample).collect())
}

/// Returns how first steps of the first members of a plan are solved, or of the default values where none of them begins.
pub(super) fn step_reference(study: &Study) -> &StepReference {
    study.functions().steps.get_or_init(|| {
        let matrix = recorded_matrix(study, Precision::Double);
        let mut inputs = first_inputs(study, &matrix, &study.reference_members());
        if inputs.is_empty() {
            let defaults = study.mechanism.defaults();
            let values: Vec<f64> = study.varied().iter().map(|at| defaults[*at]).collect();
            inputs = first_inputs(study, &matrix, &Members::of_rows(0, 1, &values));
        }
        StepReference { matrix, inputs }
    })
}

/// Returns the order of elimination that suits the first steps of the first members of a plan.
fn elimination(study: &Study, precision: Precision) -> Elimination {
    let reference = step_reference(study);
    match precision {
        Precision::Double => chosen(&reference.matrix, reference.samples(&reference.matrix)),
        _ => {
            let matrix = recorded_matrix(study, precision);
            chosen(&matrix, reference.samples(&matrix))
        }
    }
}

/// Returns the order of elimination that suits these matrices.
pub(super) fn chosen(matrix: &RecordedMatrix, samples: Vec<Vec<Row<f64>>>) -> Elimination {
    let finite = |sample: &Vec<Row<f64>>| sample.iter().flatten().all(|(_, entry)| entry.is_finite());
    let usable: Vec<Vec<Row<f64>>> = samples.into_iter().filter(finite).collect();
    if !usable.is_empty()
        && let Ok(elimination) = Elimination::choose(&usable)
    {
        return elimination;
    }
    // no matrix is regular; an order for entries of no particular ratio, and without a pattern that would make them singular,
    // serves for what is not solved anyway
    let entry = |i: usize| 1.5 + without_pattern(0, i);
    let entries = (0..matrix.entry_count()).map(entry).collect();
    Elimination::choose(&[matrix.with_entries(entries)]).expect("equations that the structure does not make singular")
}

/// Returns the inputs of attempts of the first steps of these members.
fn first_inputs(study: &Study, matrix: &RecordedMatrix, members: &Members) -> Vec<Vec<f64>> {
    let shape = Shape::new(study);
    let mut all = Vec::new();
    for place in 0..members.count() {
        let start = InitialStates::native(study).of(members, place..place + 1);
        if start.outcome != Outcome::Completed {
            continue;
        }
        let mut inputs = members.row(place);
        inputs.extend(&start.state);
        inputs.resize(shape.input_count(StudyFunction::Step), 0.0);
        for length in [shape.length(), shape.newton(NewtonInput::Length)] {
            inputs[length] = start.first_step;
        }
        all.push(inputs.clone());
        Equations::new(study, &inputs[..shape.parameters]).solve_step(&mut inputs, matrix);
        if inputs[shape.newton(NewtonInput::Status)] == Solution::FoundWithPivoting.code::<f64>() {
            all.push(inputs);
        }
    }
    all
}

#[cfg(test)]
mod tests;
