//! Points of a design as members of an ensemble: what the goal is made of there, with its derivatives.

use super::goal::{Design, Goal, Measurements};
use crate::ensemble::{BackendError, BackendPool, Chunk, Members, Outcome, Study};

/// Holds what the goal is made of at a point: an output alone, or the differences to measurements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Values.
    pub values: Vec<f64>,
    /// Their derivatives by the parameters, value by value.
    pub slopes: Vec<f64>,
}

/// Says why there is nothing at a point: what became of its member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed(pub Outcome);

impl Evaluation {
    /// Returns the derivatives of a value.
    pub(super) fn row(&self, i: usize) -> &[f64] {
        let n = self.slopes.len() / self.values.len().max(1);
        &self.slopes[i * n..(i + 1) * n]
    }

    /// Returns the objective and its gradient: of a goal that is fitted the sum of squares.
    pub(super) fn objective(&self, goal: &Goal) -> (f64, Vec<f64>) {
        match goal {
            Goal::Minimise(_) => (self.values[0], self.slopes.clone()),
            Goal::Fit(_) => {
                let mut gradient = vec![0.0; self.row(0).len()];
                for (i, r) in self.values.iter().enumerate() {
                    gradient.iter_mut().zip(self.row(i)).for_each(|(g, slope)| *g += 2.0 * r * slope);
                }
                (self.values.iter().map(|r| r * r).sum(), gradient)
            }
        }
    }
}

/// Where the derivatives of a column by the parameters of the plan are.
fn slopes_of(study: &Study, design: &Design, column: usize) -> Vec<usize> {
    let all = study.mechanism.derivative_columns();
    let place = |by: &usize| all.iter().find(|(_, of)| of.column == column && of.by == *by).map(|(place, _)| *place);
    design.by.iter().filter_map(place).collect()
}

/// Evaluates points as one ensemble.
///
/// # Errors
/// Where no backend can compute it.
pub(super) fn evaluate(
    study: &Study,
    design: &Design,
    pool: &BackendPool<'_>,
    points: &[Vec<f64>],
) -> Result<Vec<Result<Evaluation, Failed>>, BackendError> {
    let members = Members { first: 0, count: points.len(), values: points.concat() };
    let chunk = pool.compute(study, &members)?;
    Ok(match &design.goal {
        Goal::Minimise(column) => {
            let slopes = slopes_of(study, design, *column);
            let of = |i: usize| {
                let outputs = chunk.outputs_of(i).ok_or(Failed(chunk.outcomes[i]))?;
                let slopes = slopes.iter().map(|place| outputs[*place]).collect();
                finite(Evaluation { values: vec![outputs[*column]], slopes })
            };
            (0..points.len()).map(of).collect()
        }
        Goal::Fit(measured) => residuals(study, design, measured, &chunk),
    })
}

fn finite(found: Evaluation) -> Result<Evaluation, Failed> {
    let all = found.values.iter().chain(&found.slopes).all(|x| x.is_finite());
    if all { Ok(found) } else { Err(Failed(Outcome::NonFinite)) }
}

/// The differences of samples to measurements, of every member.
fn residuals(study: &Study, design: &Design, m: &Measurements, chunk: &Chunk) -> Vec<Result<Evaluation, Failed>> {
    let sampled = study.sampled_channels();
    let place = |column: usize| sampled.iter().position(|c| *c == column);
    let columns: Vec<Option<(usize, Vec<usize>)>> = m
        .columns
        .iter()
        .map(|c| Some((place(*c)?, slopes_of(study, design, *c).into_iter().filter_map(place).collect())))
        .collect();
    let mut first = vec![0; chunk.outcomes.len() + 1];
    chunk.samples.rows.iter().for_each(|(i, _)| first[i + 1] += 1);
    (0..chunk.outcomes.len()).for_each(|i| first[i + 1] += first[i]);
    let width = sampled.len();
    let of = |i: usize| {
        let mut found = Evaluation::default();
        for (row, sample) in m.samples.iter().enumerate() {
            let at = first[i] + sample;
            if at >= first[i + 1] {
                return Err(Failed(chunk.outcomes[i]));
            }
            let values = &chunk.samples.values[at * width..(at + 1) * width];
            for (c, column) in columns.iter().enumerate() {
                let measured = m.values[row * m.columns.len() + c];
                let (Some((place, slopes)), true) = (column, measured.is_finite()) else { continue };
                found.values.push((values[*place] - measured) / m.deviations[c]);
                found.slopes.extend(slopes.iter().map(|s| values[*s] / m.deviations[c]));
            }
        }
        finite(found)
    };
    (0..chunk.outcomes.len()).map(of).collect()
}
