//! Points of the standard space as members of an ensemble: the margins of limit states there, with their derivatives.

use super::members::{Computed, MemberLog};
use crate::design::Reliability;
use crate::ensemble::{BackendError, BackendPool, Chunk, Members, Outcome, Study, StudyError, ValueColumns};
use crate::model::Expr;
use crate::num::Dual;
use crate::sampling::standard::StandardSpace;

/// Members that are computed at a time.
const AT_ONCE: usize = 1 << 16;
/// The length of differences of gradients, in the standard space: with differences of order 4 their error is about 1e-8.
const STEP: f64 = 1e-2;

/// A number with two derivatives.
type Twice = Dual<Dual<f64, 1>, 1>;

/// What evaluates points: studies with derivatives, or without.
pub(super) struct Evaluator<'a> {
    pub(super) asked: &'a Reliability,
    pub(super) space: &'a StandardSpace,
    pub(super) pool: &'a BackendPool<'a>,
    /// The study without derivatives, and those with first and with second ones, where methods need and outputs have them.
    pub(super) plain: Study,
    pub(super) first: Option<Study>,
    pub(super) second: Option<Study>,
}

/// A margin at a point.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Margin {
    pub(super) value: f64,
    /// The derivatives by the parameters, and by the numbers of the standard space.
    pub(super) by_parameters: Vec<f64>,
    pub(super) gradient: Vec<f64>,
}

/// Second derivatives, row by row.
pub(super) type Hessian = Vec<Vec<f64>>;

/// Where a limit state is looked at.
pub(super) type Question = (usize, Vec<f64>);

/// Makes the studies that methods need.
///
/// # Errors
/// Where outputs have no derivatives.
pub(super) fn studies(study: &Study, asked: &Reliability) -> Result<[Option<Study>; 3], StudyError> {
    let mechanism = || study.mechanism.clone().without_derivatives();
    let new = |mechanism| Study::new(mechanism, study.method.clone(), None, study.plan().clone());
    let plain = new(mechanism())?;
    if !asked.methods.iter().any(|method| method.needs_points()) {
        return Ok([Some(plain), None, None]);
    }
    let first = mechanism().differentiated_by(study.varied());
    let second = used_outputs(&plain, asked).and_then(|outputs| {
        let second = first.clone().with_second_derivatives(&outputs);
        new(second).ok().map(Study::with_one_sided_derivatives)
    });
    let first = if study.mechanism.by_adjoint.is_empty() { first } else { first.with_adjoint() };
    Ok([Some(plain), Some(new(first)?.with_one_sided_derivatives()), second])
}

/// Returns the outputs that margins are made of, where second derivatives of all of these can be asked for.
fn used_outputs(study: &Study, asked: &Reliability) -> Option<Vec<usize>> {
    let mut column = study.mechanism.parameters.len() + 1;
    let mut used = Vec::new();
    for (at, output) in study.mechanism.outputs.iter().enumerate() {
        let own = column..column + output.columns().len();
        let is_used = asked.limit_states.iter().any(|limit| limit.margin.depends_on(&|at| own.contains(&at)));
        if is_used && !output.has_second_derivatives() {
            return None;
        }
        if is_used {
            used.push(at);
        }
        column = own.end;
    }
    Some(used)
}

impl Evaluator<'_> {
    /// Evaluates margins with their gradients at points, as one ensemble.
    ///
    /// # Errors
    /// Where no backend can compute it.
    pub(super) fn margins(
        &self,
        questions: &[Question],
        log: &mut MemberLog,
    ) -> Result<Vec<Result<Margin, Outcome>>, BackendError> {
        let Some(study) = &self.first else { return Err(BackendError::new("there are no derivatives")) };
        let rows: Vec<f64> = questions.iter().flat_map(|(_, u)| self.space.values(u)).collect();
        let chunk = self.pool.compute(study, &Members::of_rows(0, questions.len(), &rows))?;
        log.keep(&chunk, study);
        let of = |(i, (limit, u)): (usize, &Question)| {
            let slopes = MemberSlopes::new(study, &chunk, i)?;
            let margin = &self.asked.limit_states[*limit].margin;
            let by_parameters: Vec<f64> = (0..self.space.dimension()).map(|k| slopes.first(margin, k)).collect();
            let gradient = self.space.gradient(u, &by_parameters);
            let value = slopes.value(margin);
            let is_finite = value.is_finite() && gradient.iter().all(|x| x.is_finite());
            if is_finite { Ok(Margin { value, by_parameters, gradient }) } else { Err(Outcome::NonFinite) }
        };
        Ok(questions.iter().enumerate().map(of).collect())
    }

    /// Returns the second derivatives of a margin at a point of the standard space, row by row, and whether they are exact; by
    /// differences of gradients where outputs have none. Nothing where a member fails.
    ///
    /// # Errors
    /// Where no backend can compute it.
    pub(super) fn hessian(
        &self,
        (limit, u): &Question,
        log: &mut MemberLog,
    ) -> Result<Option<(Hessian, bool)>, BackendError> {
        if let Some(study) = &self.second {
            let chunk = self.pool.compute(study, &Members::of_rows(0, 1, &self.space.values(u)))?;
            log.keep(&chunk, study);
            if let Ok(slopes) = MemberSlopes::new(study, &chunk, 0) {
                let margin = &self.asked.limit_states[*limit].margin;
                let n = 0..self.space.dimension();
                let first: Vec<f64> = n.clone().map(|k| slopes.first(margin, k)).collect();
                let second: Vec<Vec<f64>> =
                    n.clone().map(|k| n.clone().map(|l| slopes.second(margin, [k, l])).collect()).collect();
                if second.iter().flatten().all(|x| x.is_finite()) {
                    return Ok(Some((self.space.hessian(u, &first, &second), true)));
                }
            }
        }
        let moved = |k: usize, times: f64| {
            let mut point = u.clone();
            point[k] += times * STEP;
            (*limit, point)
        };
        const TIMES: [f64; 4] = [-2.0, -1.0, 1.0, 2.0];
        const WEIGHTS: [f64; 4] = [1.0 / 12.0, -2.0 / 3.0, 2.0 / 3.0, -1.0 / 12.0];
        let questions: Vec<Question> = (0..u.len()).flat_map(|k| TIMES.map(|times| moved(k, times))).collect();
        let Ok(all) = self.margins(&questions, log)?.into_iter().collect::<Result<Vec<Margin>, Outcome>>() else {
            return Ok(None);
        };
        let slope =
            |k: usize, l: usize| -> f64 { (0..4).map(|i| WEIGHTS[i] * all[4 * k + i].gradient[l]).sum::<f64>() / STEP };
        let n = u.len();
        Ok(Some(((0..n).map(|k| (0..n).map(|l| 0.5 * (slope(k, l) + slope(l, k))).collect()).collect(), false)))
    }

    /// Computes members at points that are given one after another, without derivatives; each has the margins of all limit
    /// states.
    ///
    /// # Errors
    /// Where no backend can compute them.
    pub(super) fn members(&self, points: &[f64], log: &mut MemberLog) -> Result<Vec<Computed>, BackendError> {
        let n = self.space.dimension();
        let mut found = Vec::new();
        for part in points.chunks(AT_ONCE * n) {
            let mut values = ValueColumns::filled(part.len() / n, n, 0.0);
            values.as_mut_slice().copy_from_slice(&self.space.columns(part));
            let chunk = self.pool.compute(&self.plain, &Members { first: 0, values })?;
            let of = |i: usize| Computed {
                outcome: chunk.outcomes[i],
                margins: numbers(&self.plain, &chunk, i)
                    .map(|all| self.asked.limit_states.iter().map(|limit| limit.margin.evaluate(&all)).collect()),
            };
            found.extend((0..chunk.outcomes.len()).map(of));
            log.keep(&chunk, &self.plain);
        }
        Ok(found)
    }

    /// Says why a margin has no derivatives, if it has none.
    pub(super) fn without_derivative(&self) -> Option<String> {
        let study = self.first.as_ref()?;
        let parameters = study.mechanism.parameters.len();
        if let Some((name, _)) =
            study.plan().columns().iter().zip(self.space.distributions()).find(|(_, of)| of.single_values().is_some())
        {
            return Some(format!("{name:?} has single values, between which nothing has a derivative"));
        }
        let derivatives = study.mechanism.derivative_columns();
        let columns = study.mechanism.columns();
        for limit in &self.asked.limit_states {
            let is_used = |c: usize| limit.margin.depends_on(&|at| at == parameters + 1 + c);
            let without =
                (0..columns.len()).find(|c| is_used(*c) && !derivatives.iter().any(|(_, of)| of.column == *c));
            if let Some(column) = without {
                return Some(format!("{:?} of {:?} has no derivative", columns[column].0, limit.text));
            }
            if limit.margin.depends_on(&|at| at == parameters) {
                return Some(format!("the time of {:?} has no derivative", limit.text));
            }
        }
        None
    }
}

/// Returns what margins are over: all parameters, the time and the output components of a member, if it has some.
fn numbers(study: &Study, chunk: &Chunk, i: usize) -> Option<Vec<f64>> {
    let outputs = chunk.outputs_of(i)?;
    let mut all = Vec::new();
    study.parameters(&chunk.members.row(i), &mut all);
    all.push(chunk.times[i]);
    all.extend(outputs);
    Some(all)
}

/// The numbers of a member with their derivatives.
struct MemberSlopes<'a> {
    study: &'a Study,
    numbers: Vec<f64>,
}

impl<'a> MemberSlopes<'a> {
    fn new(study: &'a Study, chunk: &Chunk, i: usize) -> Result<Self, Outcome> {
        numbers(study, chunk, i).map(|numbers| Self { study, numbers }).ok_or(chunk.outcomes[i])
    }

    fn outputs(&self) -> usize {
        self.study.mechanism.parameters.len() + 1
    }

    /// Returns the derivatives of all numbers by a parameter that varies.
    fn slopes(&self, k: usize) -> Vec<f64> {
        let mut slopes = vec![0.0; self.numbers.len()];
        slopes[self.study.varied()[k]] = 1.0;
        for (place, of) in self.study.mechanism.derivative_columns().iter().filter(|(_, of)| of.by == k) {
            slopes[self.outputs() + of.column] = self.numbers[self.outputs() + place];
        }
        slopes
    }

    /// Returns the second derivatives of all numbers by two parameters that vary.
    fn second_slopes(&self, [k, l]: [usize; 2]) -> Vec<f64> {
        let mut slopes = vec![0.0; self.numbers.len()];
        let pair = [k.min(l), k.max(l)];
        for (place, of) in self.study.mechanism.second_derivative_columns().iter().filter(|(_, of)| of.by == pair) {
            slopes[self.outputs() + of.column] = self.numbers[self.outputs() + place];
        }
        slopes
    }

    fn value(&self, expression: &Expr) -> f64 {
        expression.evaluate(&self.numbers)
    }

    fn first(&self, expression: &Expr, k: usize) -> f64 {
        let of = |(re, slope): (&f64, f64)| Dual { re: *re, eps: [slope] };
        let all: Vec<Dual<f64, 1>> = self.numbers.iter().zip(self.slopes(k)).map(of).collect();
        expression.evaluate(&all).eps[0]
    }

    fn second(&self, expression: &Expr, pair: [usize; 2]) -> f64 {
        let ([a, b], both) = (pair.map(|k| self.slopes(k)), self.second_slopes(pair));
        let of = |i: usize| -> Twice {
            Dual { re: Dual { re: self.numbers[i], eps: [a[i]] }, eps: [Dual { re: b[i], eps: [both[i]] }] }
        };
        let all: Vec<Twice> = (0..self.numbers.len()).map(of).collect();
        expression.evaluate(&all).eps[0].eps[0]
    }
}
