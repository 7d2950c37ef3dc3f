//! The recorded functions of the reverse sweep: from weights of the end of a step to those of its beginning, and what
//! parameters add to them. Every result is a derivative of one number, a sum of weighted numbers, so that derivatives
//! are recorded in about the order of the reverse mode.

use crate::ensemble::Study;
use crate::ensemble::iteration::{chosen as chosen_order, step_reference};
use crate::ensemble::program::{Equations, NewtonInput, Shape, StudyFunction, inputs};
use crate::ensemble::recorded_matrix::RecordedMatrix;
use crate::linalg::{DVector, Equilibrated, Row, smallest_relative_pivot};
use crate::num::{Precision, Real};
use crate::trace::{Graph, Input, Rate, Traced, derivatives, interpret, record};

/// Returns the derivatives of a number by some others, while `resting` numbers keep their values.
pub(super) fn gradient(of: Traced, by: &[Traced], resting: &[Traced]) -> Vec<Traced> {
    let mut seeds: Vec<(Traced, Row<Traced>)> =
        by.iter().enumerate().map(|(i, x)| (*x, vec![(i, Traced::one())])).collect();
    seeds.extend(resting.iter().map(|x| (*x, Row::new())));
    let mut all = vec![Traced::zero(); by.len()];
    for (i, slope) in derivatives(&[of], &seeds).into_iter().flatten() {
        all[i] = slope;
    }
    all
}

/// Returns the sum of numbers, each times its weight.
pub(super) fn weighted(weights: &[Traced], numbers: &[Traced]) -> Traced {
    weights.iter().zip(numbers).fold(Traced::zero(), |sum, (weight, x)| sum + *weight * *x)
}

/// Returns a weight as a choice: where it is zero, derivatives of what it weighs need not be finite.
fn chosen_weight(weight: Traced) -> Traced {
    Traced::select(weight.less(Traced::zero()) | Traced::zero().less(weight), weight, Traced::zero())
}

/// Returns the inputs of a function with weights behind them.
fn with_weights(mut inputs: Vec<Input>, count: usize, name: &str) -> Vec<Input> {
    inputs.extend((0..count).map(|i| Input { name: format!("{name}{i}"), rate: Rate::Step }));
    inputs
}

/// Returns the numbers that the results of a function of the reverse sweep are derivatives by: parameters, state and
/// time, so that their indices among the results are those among the inputs; of a step its length, and that of the step
/// that an implicit method solves.
fn targets(study: &Study, function: StudyFunction) -> Vec<usize> {
    let shape = Shape::new(study);
    let mut all: Vec<usize> = (0..=shape.time()).collect();
    if function == StudyFunction::Step {
        all.push(shape.length());
        all.extend((shape.unknowns > 0).then(|| shape.newton(NewtonInput::Length)));
    }
    all
}

fn chosen(inputs: &[Traced], places: &[usize]) -> Vec<Traced> {
    places.iter().map(|place| inputs[*place]).collect()
}

/// The functions of the reverse sweep through a step, whose inputs are those of a step and a weight for every number of
/// the state at its end.
#[derive(Debug)]
pub(super) struct StepPullback {
    /// Results: see [`targets`]; of an implicit method then the relative pivot.
    pub(super) graph: Graph,
    /// What an implicit method needs where that is too small.
    pivoted: Option<Pivoted>,
}

/// The reverse sweep through an implicit step with pivoting.
#[derive(Debug)]
struct Pivoted {
    /// The derivatives of the residual by the unknowns, transposed.
    matrix: RecordedMatrix,
    /// A function of inputs, weights and those of the residual: the derivatives of [`lagrangian`] by the unknowns, then
    /// [`targets`].
    lagrangian: Graph,
}

/// Returns the weighted end of a step.
fn weighted_end(equations: &mut Equations<'_, Traced>, shape: &Shape, inputs: &[Traced], weights: &[Traced]) -> Traced {
    let mut results = Vec::new();
    equations.evaluate(StudyFunction::Step, inputs, &mut results);
    Traced::note("the end of a step, with weights");
    let state = &inputs[shape.parameters..shape.time()];
    let end: Vec<Traced> = state.iter().zip(&results).map(|(x, increment)| *x + *increment).collect();
    let mut weights = weights.to_vec();
    weights[shape.integrals()].iter_mut().for_each(|weight| *weight = chosen_weight(*weight));
    weighted(&weights, &end)
}

/// Returns the weighted end of an implicit step less its residual, with weights of its own: those for which this does not
/// depend on the unknowns make its derivatives by the state at the beginning and the parameters those of the end, although
/// the unknowns depend on them.
fn lagrangian(end: Traced, residual: &[Traced], of_residual: &[Traced]) -> Traced {
    end - weighted(of_residual, residual)
}

fn transposed(rows: Vec<Row<Traced>>) -> Vec<Row<Traced>> {
    let mut columns = vec![Row::new(); rows.len()];
    for (i, row) in rows.into_iter().enumerate() {
        row.into_iter().for_each(|(j, x)| columns[j].push((i, x)));
    }
    columns
}

impl StepPullback {
    /// Records the functions of a study.
    pub(super) fn new(study: &Study) -> Self {
        let (shape, places) = (Shape::new(study), targets(study, StudyFunction::Step));
        let of_step = with_weights(inputs(study, StudyFunction::Step), shape.state(), "w");
        let from = shape.input_count(StudyFunction::Step);
        let equations = |inputs: &[Traced]| Equations::new(study, &inputs[..shape.parameters]);
        let results = |of: Traced, inputs: &[Traced], resting: &[Traced]| {
            Traced::note("derivatives of the weighted end of a step");
            let mut all = gradient(of, &chosen(inputs, &places), resting);
            Traced::require_finite(&mut all);
            all
        };
        if shape.unknowns == 0 {
            let graph = record(Precision::Double, of_step, |inputs| {
                let end = weighted_end(&mut equations(inputs), &shape, inputs, &inputs[from..]);
                results(end, inputs, &[])
            });
            return Self { graph, pivoted: None };
        }
        let residual = |inputs: &[Traced]| equations(inputs).step_residual(inputs);
        // what Newton's method begins with is a function of the state that nothing depends on but by the unknowns
        let unknowns = |inputs: &[Traced]| equations(inputs).step_unknowns(inputs);
        let columns = |residual: &[Traced], inputs: &[Traced]| {
            let seeds: Vec<(Traced, Row<Traced>)> =
                unknowns(inputs).into_iter().enumerate().map(|(j, x)| (x, vec![(j, Traced::one())])).collect();
            Traced::note("derivatives of the residual by the unknowns");
            transposed(derivatives(residual, &seeds))
        };
        let matrix = RecordedMatrix::new(Precision::Double, inputs(study, StudyFunction::Step), |inputs| {
            columns(&residual(inputs), inputs)
        });
        let elimination = chosen_order(&matrix, step_reference(study).samples(&matrix));
        let graph = record(Precision::Double, of_step.clone(), |inputs| {
            let residual = residual(inputs);
            let end = weighted_end(&mut equations(inputs), &shape, inputs, &inputs[from..]);
            let unknowns = unknowns(inputs);
            let by_unknowns = gradient(end, &unknowns, &[]);
            let factors = elimination.factorise(&columns(&residual, inputs));
            Traced::note("weights of the residual");
            let of_residual = elimination.solve(&factors.numbers, &by_unknowns);
            let resting = [seeds_of(&of_residual), unknowns].concat();
            let mut all = results(lagrangian(end, &residual, &of_residual), inputs, &resting);
            all.push(factors.relative_pivot);
            all
        });
        let of_lagrangian = with_weights(of_step, shape.unknowns, "y");
        let lagrangian = record(Precision::Double, of_lagrangian, |inputs| {
            let (inputs, of_residual) = inputs.split_at(from + shape.state());
            let end = weighted_end(&mut equations(inputs), &shape, inputs, &inputs[from..]);
            let lagrangian = lagrangian(end, &residual(inputs), of_residual);
            let by = [unknowns(inputs), chosen(inputs, &places)].concat();
            gradient(lagrangian, &by, &[])
        });
        Self { graph, pivoted: Some(Pivoted { matrix, lagrangian }) }
    }

    /// Tells whether the static order has kept the digits, from the relative pivot.
    pub(super) fn is_sound(pivot: f64) -> bool {
        pivot > smallest_relative_pivot(Precision::Double)
    }

    /// Returns the results of an implicit step with pivoting, but for the relative pivot.
    ///
    /// # Panics
    /// Where the method is explicit.
    pub(super) fn with_pivoting(&self, inputs: &[f64]) -> Vec<f64> {
        let Pivoted { matrix, lagrangian } = self.pivoted.as_ref().expect("an implicit method");
        let rows = matrix.at(&inputs[..matrix.input_count()]);
        let count = rows.len();
        let at = |of_residual: &[f64]| interpret(lagrangian, &[inputs, of_residual].concat());
        let by_unknowns = DVector::from_row_slice(&at(&vec![0.0; count])[..count]);
        let of_residual = Equilibrated::new(&rows).solve(&by_unknowns);
        at(of_residual.as_slice())[count..].to_vec()
    }
}

/// Returns what may be seeds of derivatives of these factors, each once: those that are no constants, and with the opposite
/// sign, since products are recorded without the signs of their factors.
fn seeds_of(factors: &[Traced]) -> Vec<Traced> {
    let mut seeds: Vec<Traced> = Vec::new();
    for x in factors.iter().filter(|x| !x.is_constant()).flat_map(|x| [*x, -*x]) {
        if !seeds.iter().any(|seed| seed.is_same(x)) {
            seeds.push(x);
        }
    }
    seeds
}

/// Records the derivatives of a weighted sum of results of a function, whose inputs the weights follow: see [`targets`].
pub(super) fn record_weighted(study: &Study, function: StudyFunction, results: usize) -> Graph {
    let (shape, places) = (Shape::new(study), targets(study, function));
    record(Precision::Double, with_weights(inputs(study, function), results, "w"), |inputs| {
        let mut numbers = Vec::new();
        Equations::new(study, &inputs[..shape.parameters]).evaluate(function, inputs, &mut numbers);
        // what the function itself drops is not looked at in the forward sweep either: it may be of columns without a
        // weight
        Traced::require_finite(&mut []);
        let weights: Vec<Traced> = inputs[shape.input_count(function)..].iter().map(|w| chosen_weight(*w)).collect();
        let mut all = gradient(weighted(&weights, &numbers), &chosen(inputs, &places), &[]);
        Traced::require_finite(&mut all);
        all
    })
}
