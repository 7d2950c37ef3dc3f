//! Points of a design as members of an ensemble: what the goal is made of there, with its derivatives.

use super::objective::MemberValues;
use crate::design::Objective;
use crate::design::{Design, Goal, Measurements};
use crate::ensemble::lockstep::Asker;
use crate::ensemble::{BackendError, BackendPool, Chunk, Members, Outcome, Study};

/// Members that are computed at a time, but for those of one point.
const AT_ONCE: usize = 1 << 16;

/// Holds what the goal is made of at a point: the objective and what is not to be above zero, or differences to measurements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Values.
    pub values: Vec<f64>,
    /// The derivatives of the values by the parameters, value by value.
    pub slopes: Vec<f64>,
}

/// Says why there is nothing at a point: what became of its member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed(pub Outcome);

/// What an optimiser asks for the evaluation of points with.
pub(super) type PointAsker = Asker<Vec<f64>, Result<Evaluation, Failed>>;

impl Evaluation {
    /// Returns the derivatives of a value.
    pub(super) fn row(&self, i: usize) -> &[f64] {
        let n = self.slopes.len() / self.values.len().max(1);
        &self.slopes[i * n..(i + 1) * n]
    }

    /// Returns the objective and its gradient: of a goal that is fitted the sum of squares.
    pub(super) fn objective(&self, goal: &Goal) -> (f64, Vec<f64>) {
        match goal {
            Goal::Minimise(_) => (self.values[0], self.row(0).to_vec()),
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

/// Returns where the derivatives of a column by the parameters of the plan are.
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
    match &design.goal {
        Goal::Minimise(objective) => {
            let random = objective.random.as_ref().map_or(&[][..], |random| &random.values);
            let of = |members: Vec<MemberValues>| {
                let mut found = Evaluation::default();
                for quantity in std::iter::once(&objective.minimise).chain(&objective.constraints) {
                    let (value, slopes) = quantity.evaluate(&members);
                    found.values.push(value);
                    found.slopes.extend(slopes);
                }
                finite(found)
            };
            let all = members_of(study, (design, objective), pool, (points, random))?;
            Ok(all.into_iter().map(|members| members.and_then(of)).collect())
        }
        Goal::Fit(measured) => {
            let members = Members::of_rows(0, points.len(), &points.concat());
            Ok(residuals(study, design, measured, &pool.compute(study, &members)?))
        }
    }
}

/// Returns what the members of each point give: one, or one for each row of the random parameters.
///
/// # Errors
/// Where no backend can compute them.
pub(super) fn members_of(
    study: &Study,
    (design, objective): (&Design, &Objective),
    pool: &BackendPool<'_>,
    (points, random): (&[Vec<f64>], &[f64]),
) -> Result<Vec<Result<Vec<MemberValues>, Failed>>, BackendError> {
    let width = objective.random.as_ref().map_or(0, |random| random.names.len());
    let each = objective.random.as_ref().map_or(1, |_| random.len() / width.max(1));
    let row = |j: usize| &random[j * width..(j + 1) * width];
    let parameters = study.mechanism.parameters.len();
    let quantities = || std::iter::once(&objective.minimise).chain(&objective.constraints);
    let used = |c: &usize| quantities().any(|quantity| quantity.depends_on(parameters, *c));
    let columns: Vec<(usize, Vec<usize>)> =
        (0..study.channel_count()).filter(used).map(|c| (c, slopes_of(study, design, c))).collect();
    let mut all = Vec::new();
    for points in points.chunks((AT_ONCE / each).max(1)) {
        let member = |point: &Vec<f64>, j: usize| point.iter().chain(row(j)).copied().collect::<Vec<f64>>();
        let rows: Vec<f64> = points.iter().flat_map(|point| (0..each).flat_map(move |j| member(point, j))).collect();
        let members = Members::of_rows(0, points.len() * each, &rows);
        let chunk = pool.compute(study, &members)?;
        let of = |i: usize| {
            let outputs = chunk.outputs_of(i).ok_or(Failed(chunk.outcomes[i]))?;
            let mut values = Vec::new();
            study.parameters(&members.row(i), &mut values);
            values.extend(&outputs);
            let by = |k: usize| {
                let mut slopes = vec![0.0; values.len()];
                slopes[study.varied()[k]] = 1.0;
                columns.iter().for_each(|(c, places)| slopes[parameters + c] = outputs[places[k]]);
                slopes
            };
            let slopes = (0..design.bounds.len()).map(by).collect();
            Ok(MemberValues { values, slopes })
        };
        all.extend((0..points.len()).map(|p| (p * each..(p + 1) * each).map(of).collect::<Result<Vec<_>, Failed>>()));
    }
    Ok(all)
}

fn finite(found: Evaluation) -> Result<Evaluation, Failed> {
    let all = found.values.iter().chain(&found.slopes).all(|x| x.is_finite());
    if all { Ok(found) } else { Err(Failed(Outcome::NonFinite)) }
}

/// Returns the differences of samples to measurements, of every member.
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
    let of = |i: usize| {
        let mut found = Evaluation::default();
        for (row, sample) in m.samples.iter().enumerate() {
            let at = first[i] + sample;
            if at >= first[i + 1] {
                return Err(Failed(chunk.outcomes[i]));
            }
            let value = |column: &usize| chunk.samples.values.value(at, *column);
            for (c, column) in columns.iter().enumerate() {
                let measured = m.values[row * m.columns.len() + c];
                let (Some((place, slopes)), true) = (column, measured.is_finite()) else { continue };
                let deviation = m.deviation(c);
                found.values.push((value(place) - measured) / deviation);
                found.slopes.extend(slopes.iter().map(|s| value(s) / deviation));
            }
        }
        finite(found)
    };
    (0..chunk.outcomes.len()).map(of).collect()
}
