//! The step of an implicit method in the functions of a study: Newton's iteration, and its end.

use super::{Equations, KeptMatrix, NewtonInput, Shape};
use crate::ensemble::Study;
use crate::ensemble::recorded_matrix::RecordedMatrix;
use crate::ensemble::time_loop::failure;
use crate::integrator::Monitor;
use crate::integrator::implicit_step::ImplicitStep;
use crate::integrator::newton::{
    Criterion, Progress, Solution, Stiffness, TangentOperator, residual_norm, rounding, size_of_terms,
};
use crate::integrator::step::{Directions, End};
use crate::linalg::{DVector, Elimination, Equilibrated, Factorised, Row, dense, smallest_relative_pivot};
use crate::num::Real;
use crate::trace::{Traced, derivatives};
use std::rc::Rc;

/// A step in the making: what it is, its end for the present unknowns, and what is left of the equations there.
pub(super) struct Iterate<'a, R> {
    pub(super) step: ImplicitStep<'a, R>,
    pub(super) end: End<R>,
    pub(super) unknowns: Vec<R>,
    /// What increments are corrected by: see [`ImplicitStep::correction`].
    correction: Vec<R>,
    pub(super) residual: Vec<R>,
}

/// Begins the step of an attempt whose inputs are these.
fn step<'a, R: Real>(study: &'a Study, shape: &Shape, inputs: &'a [R]) -> ImplicitStep<'a, R> {
    let (q, v, history, _) = shape.parts(inputs);
    let time = (inputs[shape.time()], inputs[shape.newton(NewtonInput::Length)]);
    let system = (study.layout(), study.implicit_layout());
    ImplicitStep::new(system, &study.method.implicit, (time, (q, v, history)))
}

/// Returns the points at which the residual is differentiated, each with the directions there: one point, or where the
/// stiffness is that of the applied forces alone, by coordinates and velocities without forces of inertia and
/// constraints, and by these forces.
pub(super) fn parts<R: Real>(
    end: &End<R>,
    directions: Directions<R>,
    stiffness: Stiffness,
) -> Vec<(End<R>, Directions<R>)> {
    if stiffness == Stiffness::Complete {
        return vec![(end.clone(), directions)];
    }
    let none = |rows: &[Row<R>]| vec![Row::new(); rows.len()];
    let zeros = |values: &[R]| vec![R::zero(); values.len()];
    let unforced =
        End { scaled_rate: zeros(&end.scaled_rate), scaled_multipliers: zeros(&end.scaled_multipliers), ..end.clone() };
    let Directions { increment, q, v, scaled_rate, scaled_multipliers } = directions;
    let forces = Directions { increment: none(&increment), q: none(&q), v: none(&v), scaled_rate, scaled_multipliers };
    let (scaled_rate, scaled_multipliers) = (none(&forces.scaled_rate), none(&forces.scaled_multipliers));
    vec![(unforced, Directions { increment, q, v, scaled_rate, scaled_multipliers }), (end.clone(), forces)]
}

impl<'a, R: Real> Equations<'a, R> {
    pub(super) fn at_iterate<'b>(&mut self, inputs: &'b [R]) -> Iterate<'b, R>
    where
        'a: 'b,
    {
        let step = step(self.study, &self.shape, inputs);
        let unknowns = step.step().unknowns(&inputs[self.shape.unknowns()]);
        let correction = step.correction(&mut self.system, step.step().stabilisers(&unknowns));
        let end = step.end(&unknowns, &correction);
        let residual = self.residual_at(&step, &end);
        Iterate { step, end, unknowns, correction, residual }
    }

    /// Returns what is left of the equations of a step at its end for some unknowns.
    fn residual_at(&mut self, step: &ImplicitStep<'_, R>, end: &End<R>) -> Vec<R> {
        let (sizes, mut residual) = (self.study.implicit_layout(), Vec::new());
        step.residual(|x| x, &mut self.system, end, &mut residual);
        if sizes.solves_end {
            step.end_residual(|x| x, self.second_rate_system(), end, &mut residual);
        }
        if sizes.sees_velocities() {
            step.step().velocity_residual(|x| x, self.rate_system(), end, &mut residual);
        }
        if self.study.has_symmetric_stiffness() {
            step.step().symmetrise(|x| x, self.rate_system(), end, &mut residual);
        }
        residual
    }

    /// Returns what Newton's method has kept of a step, from the inputs of an attempt.
    fn kept(&self, inputs: &[R]) -> Progress<R> {
        let kept = |input| inputs[self.shape.newton(input)];
        Progress {
            compared: kept(NewtonInput::Compared),
            rounding: kept(NewtonInput::Rounding),
            before: kept(NewtonInput::Before),
            solves: kept(NewtonInput::Solves),
            status: kept(NewtonInput::Status),
        }
    }

    /// Returns the progress after a check of whether the step is solved.
    fn checked(&self, at: &Iterate<'_, R>, kept: Progress<R>) -> Progress<R> {
        let residual = (&at.residual[..], at.end.scaled_rate.len());
        self.study.method.implicit.newton.check(residual, at.step.step().scale, &at.end.q, kept)
    }

    /// Returns what the next check judges by, after a solution of the linearised equations with this matrix: see
    /// [`Progress::compared`] and [`Progress::rounding`].
    fn judged_by(&self, at: &Iterate<'_, R>, matrix: &[Row<R>], delta: &[R], kept: Progress<R>) -> [R; 2] {
        let (end, rows) = (&at.end, &matrix[..at.end.scaled_rate.len()]);
        let [increments, rates] = at.step.step().predictors();
        let compared = match self.study.method.implicit.newton.criterion {
            Criterion::Balance => {
                let mut sizes = end.scaled_rate.clone();
                sizes.extend(&end.scaled_multipliers);
                sizes.extend(&at.unknowns[sizes.len()..]);
                sizes.iter_mut().zip(delta).for_each(|(size, delta)| *size = (*size + *delta).abs());
                size_of_terms(rows, &sizes)
            }
            Criterion::Residual => kept.compared,
            Criterion::Increment => self.increment_norm(at, delta),
        };
        [compared, rounding(rows, &[&end.q, increments, rates])]
    }

    /// Returns the derivatives of the correction of increments by the correction's multipliers, row by row.
    pub(super) fn corrections(&mut self, at: &Iterate<'_, R>) -> Vec<Row<R>> {
        let mut rows = vec![Row::new(); at.correction.len()];
        let count = self.study.implicit_layout().velocity_multipliers;
        for j in 0..count {
            let mut unit = vec![R::zero(); count];
            unit[j] = R::one();
            let column = at.step.correction(&mut self.system, &unit);
            rows.iter_mut().zip(column).for_each(|(row, b)| row.push((j, b)));
        }
        rows
    }

    /// Returns the norm of an increment of the unknowns: see [`crate::integrator::newton::Newton::increment_norm`].
    fn increment_norm(&self, at: &Iterate<'_, R>, delta: &[R]) -> R {
        let moved =
            |values: &[R], deltas: &[R]| -> Vec<R> { values.iter().zip(deltas).map(|(x, d)| *x + *d).collect() };
        let coordinates = moved(&at.end.increment, delta);
        let multipliers = moved(&at.end.scaled_multipliers, &delta[coordinates.len()..]);
        self.study.method.implicit.newton.increment_norm(delta, &coordinates, &multipliers, at.step.step().scale)
    }

    /// Returns the residual of the equations of a step for the unknowns among the inputs of an attempt.
    pub(in crate::ensemble) fn step_residual(&mut self, inputs: &[R]) -> Vec<R> {
        self.at_iterate(inputs).residual
    }

    /// Returns the unknowns of a step: what Newton's method begins with, and what it has added to that, which is among the inputs of
    /// an attempt.
    pub(in crate::ensemble) fn step_unknowns(&self, inputs: &[R]) -> Vec<R> {
        step(self.study, &self.shape, inputs).step().unknowns(&inputs[self.shape.unknowns()])
    }

    /// Returns the amount by which redundant constraints are violated at the end of the step, see [`failure::drift`].
    pub(super) fn drift(&self, (t, h): (R, R), q: &[R], v: &[R]) -> R {
        R::note("constraints that are left out, at the end of the step");
        let moved = |x: &[R], delta: &[R]| x.iter().zip(delta).map(|(x, delta)| *x + *delta).collect::<Vec<R>>();
        let (q, v) = (moved(q, &self.work.delta_q), moved(v, &self.work.delta_v));
        let [in_use, redundant] = self.system.constraints(t + h, &q, &v);
        failure::drift(&redundant, &in_use)
    }

    /// Writes the increments of coordinates, velocities and history for unknowns that solve a step.
    pub(super) fn finish_implicit_step(&mut self, inputs: &[R]) -> Monitor<R> {
        let step = step(self.study, &self.shape, inputs);
        let length = self.study.looks_at_the_start().then(|| inputs[self.shape.length()]);
        step.finish(&mut self.system, &inputs[self.shape.unknowns()], length, &mut self.work)
    }
}

impl Equations<'_, f64> {
    /// Solves a step by Newton's method with pivoting, from the inputs of an attempt: changes those of [`Shape::iterated`]. The
    /// iteration matrix is the recorded one.
    pub(in crate::ensemble) fn solve_step(&mut self, inputs: &mut [f64], matrix: &RecordedMatrix) {
        self.newton(inputs, |_, inputs, right, _| {
            let rows = matrix.at(&inputs[..matrix.input_count()]);
            let delta = Equilibrated::new(&rows).solve(&right);
            delta.iter().all(|x| x.is_finite()).then(|| (delta, Rc::new(rows)))
        });
    }

    /// Solves a step by Newton's method with pivoting, with the recorded iteration matrix, whose factors are kept as long as
    /// the method wants them; `see` hears of every residual, by its norm, and of the factors that are used there.
    pub(in crate::ensemble) fn solve_step_seen(
        &mut self,
        inputs: &mut [f64],
        matrix: &RecordedMatrix,
        see: &mut dyn FnMut(f64, Option<&Factorised>),
    ) {
        let newton = &self.study.method.implicit.newton;
        let length = inputs[self.shape.newton(NewtonInput::Length)];
        let mut before = f64::INFINITY;
        let last = self.newton(inputs, |equations, inputs, right, (norm, solves)| {
            let usable = equations.factors.take().filter(|kept| kept.length == length);
            let kept = match usable.filter(|_| !newton.refresh.is_due(solves, norm / before)) {
                Some(kept) => kept,
                None => {
                    equations.factorisations += 1;
                    let rows = matrix.at(&inputs[..matrix.input_count()]);
                    KeptMatrix { factors: Factorised::new(dense(&rows, rows.len())), rows: Rc::new(rows), length }
                }
            };
            see(norm, Some(&kept.factors));
            before = norm;
            let linear = kept.factors.solve(&right).map(|delta| (delta, Rc::clone(&kept.rows)));
            equations.factors = Some(kept);
            linear
        });
        see(last, None);
    }

    /// Solves a step by Newton's method: changes the inputs of [`Shape::iterated`]. `solve` gives the solution of the linearised
    /// equations for a right side, if there is one, and their matrix, for these inputs; the norm of the residual there and the
    /// number of solutions before are known. Returns the norm of the residual at the end.
    fn newton(
        &mut self,
        inputs: &mut [f64],
        mut solve: impl FnMut(&mut Self, &[f64], DVector<f64>, (f64, f64)) -> Option<Linear>,
    ) -> f64 {
        let shape = self.shape;
        let [status, compared, rounding, earlier, solves] = shape.kept_of_newton();
        loop {
            let at = self.at_iterate(inputs);
            let norm = residual_norm(&at.residual, at.end.scaled_rate.len(), at.step.step().scale);
            let now = self.checked(&at, self.kept(inputs));
            if now.status != Solution::Sought.code::<f64>() {
                let found = now.status == Solution::Found.code::<f64>();
                inputs[status] = if found { Solution::FoundWithPivoting.code() } else { now.status };
                return norm;
            }
            let right = DVector::from_fn(at.residual.len(), |i, _| -at.residual[i]);
            let Some((delta, matrix)) = solve(self, inputs, right, (norm, now.solves)) else {
                inputs[status] = Solution::Diverged.code();
                return norm;
            };
            [inputs[compared], inputs[rounding]] = self.judged_by(&at, &matrix, delta.as_slice(), now);
            inputs[earlier] = now.before;
            for (x, delta) in inputs[shape.unknowns()].iter_mut().zip(delta.iter()) {
                *x += delta;
            }
            inputs[solves] += 1.0;
        }
    }

    /// Takes the number of factorisations since it was last taken.
    pub(in crate::ensemble) fn take_factorisations(&mut self) -> u32 {
        std::mem::take(&mut self.factorisations)
    }
}

/// A solution of linearised equations, and their matrix.
type Linear = (DVector<f64>, Rc<Vec<Row<f64>>>);

/// Unknowns of a step after an elimination that has lost half of its digits: the residual there is not finite.
const LOST: f64 = 1e30;

/// Returns a row without entries that are zero by structure.
fn without_zeros(row: Row<Traced>) -> Row<Traced> {
    row.into_iter().filter(|(_, x)| !x.is_zero()).collect()
}

impl Equations<'_, Traced> {
    /// Records the iteration matrix (40), row by row, without zeros of its structure, by derivatives of the graph; the
    /// unknowns are among `inputs`.
    pub(in crate::ensemble) fn record_iteration_matrix(
        &mut self,
        inputs: &[Traced],
        operator: TangentOperator,
        stiffness: Stiffness,
    ) -> Vec<Row<Traced>> {
        let at = self.at_iterate(inputs);
        self.derivatives(&at, operator, stiffness)
    }

    pub(super) fn derivatives(
        &mut self,
        at: &Iterate<'_, Traced>,
        operator: TangentOperator,
        stiffness: Stiffness,
    ) -> Vec<Row<Traced>> {
        let corrections: Vec<Row<Traced>> = self.corrections(at).into_iter().map(without_zeros).collect();
        let directions = at.step.directions(&at.unknowns, &at.end, operator, &corrections);
        let mut rows = vec![Row::new(); at.residual.len()];
        for (end, directions) in parts(&at.end, directions, stiffness) {
            let residual = self.residual_at(&at.step, &end);
            let Directions { increment, q, v, scaled_rate, scaled_multipliers } = directions;
            let numbers = [
                (&end.increment, increment),
                (&end.q, q),
                (&end.v, v),
                (&end.scaled_rate, scaled_rate),
                (&end.scaled_multipliers, scaled_multipliers),
            ];
            // what does not move in this part is kept constant, even where it is made of what moves
            let seeds: Vec<(Traced, Row<Traced>)> =
                numbers.into_iter().flat_map(|(numbers, rows)| numbers.iter().copied().zip(rows)).collect();
            Traced::note("iteration matrix: derivatives of the residual by the unknowns  (40)");
            for (row, entries) in rows.iter_mut().zip(derivatives(&residual, &seeds)) {
                for (column, entry) in entries {
                    match row.iter_mut().find(|(c, _)| *c == column) {
                        Some((_, sum)) => *sum = *sum + entry,
                        None => row.push((column, entry)),
                    }
                }
            }
        }
        rows.iter_mut().for_each(|row| row.sort_by_key(|(column, _)| *column));
        rows
    }

    /// Records one of Newton's iterations. Results: the input [`NewtonInput::Status`] after it, 1 where the step is not
    /// settled, the unknowns, [`NewtonInput::Compared`], [`NewtonInput::Rounding`],
    /// [`NewtonInput::Before`] and [`NewtonInput::Solves`]. Where the step is solved, or cannot be, the
    /// unknowns stay what they are.
    pub(in crate::ensemble) fn record_iteration(
        &mut self,
        inputs: &[Traced],
        elimination: &Elimination,
    ) -> Vec<Traced> {
        let (newton, shape) = (self.study.method.implicit.newton, self.shape);
        let at = self.at_iterate(inputs);
        let now = self.checked(&at, self.kept(inputs));
        let matrix = self.derivatives(&at, newton.operator, newton.stiffness);
        Traced::note("elimination in the static order");
        let right: Vec<Traced> = at.residual.iter().map(|r| -*r).collect();
        let (delta, relative_pivot) = elimination.solution(&matrix, &right);
        let settled = Solution::Found.is_at_least(now.status);
        let usable = Traced::constant(smallest_relative_pivot(Traced::precision())).less(relative_pivot);
        let judged_by = self.judged_by(&at, &matrix, &delta, now);
        let mut results = vec![now.status, Traced::select(!settled, Traced::one(), Traced::zero())];
        for (x, delta) in inputs[shape.unknowns()].iter().zip(delta) {
            let moved = Traced::select(usable, *x + delta, Traced::constant(LOST));
            results.push(Traced::select(settled, *x, moved));
        }
        results.extend(judged_by.map(|judged_by| Traced::select(usable, judged_by, Traced::constant(LOST))));
        results.push(now.before);
        results.push(Traced::select(settled, now.solves, now.solves + Traced::one()));
        results
    }
}
