//! Periodic motions by trigonometric interpolation: the equations of motion hold at equally spaced times of the period.
//!
//! Errors fall faster than any power of the number of times where loads are smooth. What constraints leave free at every time, and the
//! period where that is not known, is looked for by Newton's method with a dense matrix; the multipliers follow from what else is left of
//! the equations.

use super::Period;
use super::map::{PeriodMap, State};
use super::motion::{Guess, NoOrbit, Orbit};
use super::orbit::Search;
use super::phase::PhaseAt;
use super::trigonometric::{Harmonic, Rates};
use crate::ensemble::{Outcome, Study};
use crate::linalg::{DMatrix, DVector, Factorised, Svd};
use crate::num::Dual;
use crate::problem::{Constrained, Layout, Unknowns, along};

/// Singular values of derivatives of constraints up to so much of the largest count as zero.
const DEPENDENT: f64 = 1e-10;
/// How often a step of Newton's method is halved.
const HALVINGS: u32 = 8;
/// What may be left of the equations of a step that is taken whole.
const SMALL: f64 = 1e-9;

/// What is left of the equations at a time, with its derivatives.
struct Local {
    /// Of motion, then of constraints.
    left: DVector<f64>,
    by_increments: DMatrix<f64>,
    by_velocities: DMatrix<f64>,
    by_rates: DMatrix<f64>,
    by_multipliers: DMatrix<f64>,
}

/// What constraints make of increments at a time.
struct Projected {
    local: Local,
    /// The increments that make good what is left of the constraints.
    own: DVector<f64>,
    /// The increments that hold the constraints, one column each.
    free: DMatrix<f64>,
    /// What multipliers do to equations of motion, transposed.
    of_multipliers: Svd,
    /// The combinations of equations of motion without multipliers, one column each.
    without: DMatrix<f64>,
}

/// A step of Newton's method: increments and changes of multipliers at all times, and of the period, s.
struct NewtonStep {
    increments: DVector<f64>,
    multipliers: Vec<DVector<f64>>,
    period: f64,
}

/// What was found, what is left of it, and after how many iterations.
type Found = (Harmonic, f64, u32);

/// Solves for motions of a member with these values of all parameters.
#[derive(Debug)]
struct Collocation<'a> {
    map: &'a PeriodMap,
    study: &'a Study,
    parameters: &'a [f64],
}

impl Collocation<'_> {
    fn layout(&self) -> &Layout {
        self.map.flow.study.layout()
    }

    /// Returns the motion through guesses of its states. What is left of it is the last increment, or the amplitude of the highest
    /// harmonics where that is more.
    fn solve(&self, mut at: Harmonic, (tolerance, most): (f64, u32)) -> Result<Found, NoOrbit> {
        let mut missed = self.left(&at).ok_or(NoOrbit::Diverged)?;
        for iteration in 1..=most {
            let step = self.newton_step(&at)?;
            let (mut factor, mut tried) = (1.0, 0);
            let (next, there) = loop {
                let next = self.stepped(&at, &step, factor);
                let there = self.left(&next).unwrap_or(f64::INFINITY);
                if there <= missed.max(SMALL) || tried == HALVINGS {
                    break (next, there);
                }
                (factor, tried) = (0.5 * factor, tried + 1);
            };
            if !there.is_finite() {
                return Err(NoOrbit::Diverged);
            }
            (at, missed) = (next, there);
            let moved = step.increments.amax().max(step.period.abs()) * factor / self.map.size(&at.states[0]);
            if moved <= 1e-2 * tolerance {
                let tail = self.rates(&at).tail();
                return Ok((at, moved.max(tail), iteration));
            }
        }
        Err(NoOrbit::Diverged)
    }

    fn rates(&self, at: &Harmonic) -> Rates<'_> {
        Rates::new(self.layout(), at, |coordinate| self.map.growth(coordinate))
    }

    /// Returns the largest number that is left of the equations.
    fn left(&self, at: &Harmonic) -> Option<f64> {
        let study = &self.map.flow.study;
        let rates = self.rates(at);
        let mut system = study.formulated().system(&study.mechanism, self.parameters);
        let (mut most, mut out) = (0.0f64, Vec::new());
        for (k, state) in at.states.iter().enumerate() {
            let time = at.period * k as f64 / at.states.len() as f64;
            let unknowns = Unknowns { rate: &rates.a[k], multipliers: &at.multipliers[k] };
            system.residual(time, &state.q, &rates.v[k], 1.0, unknowns, &mut out);
            most = out.iter().fold(most, |most, x| if x.is_finite() { most.max(x.abs()) } else { f64::INFINITY });
        }
        most.is_finite().then_some(most)
    }

    /// Returns what is left at time number `k`, and its derivatives.
    fn local(&self, at: &Harmonic, rates: &Rates<'_>, k: usize) -> Local {
        let study = &self.map.flow.study;
        let layout = self.layout();
        let (n, m) = (layout.quadratures().start, study.constraint_count());
        let parameters: Vec<Dual<f64, 1>> = self.parameters.iter().map(|p| Dual::resting(*p)).collect();
        let mut system = study.formulated().system(&study.mechanism, &parameters);
        let resting = |all: &[f64]| all.iter().map(|x| Dual::<f64, 1>::resting(*x)).collect::<Vec<_>>();
        let time = Dual::resting(at.period * k as f64 / at.states.len() as f64);
        let (q, v, a, l) = (&at.states[k].q, &rates.v[k], &rates.a[k], &at.multipliers[k]);
        let mut left = DVector::zeros(n + m);
        let mut columns = |which: usize, count: usize| {
            let mut all = DMatrix::zeros(n + m, count);
            for i in 0..count {
                let [mut own_q, mut own_v, mut own_a, mut own_l] = [resting(q), resting(v), resting(a), resting(l)];
                match which {
                    0 => {
                        let mut unit = vec![0.0; layout.velocity_count()];
                        unit[i] = 1.0;
                        own_q = along(layout, q, &unit, &unit).0;
                    }
                    1 => own_v[i].eps[0] = 1.0,
                    2 => own_a[i].eps[0] = 1.0,
                    _ => own_l[i].eps[0] = 1.0,
                }
                let (mut out, unknowns) = (Vec::new(), Unknowns { rate: &own_a, multipliers: &own_l });
                system.residual(time, &own_q, &own_v, Dual::resting(1.0), unknowns, &mut out);
                all.column_mut(i).iter_mut().zip(&out).for_each(|(x, y)| *x = y.eps[0]);
                left.iter_mut().zip(&out).for_each(|(x, y)| *x = y.re);
            }
            all
        };
        let (by_increments, by_velocities, by_rates) = (columns(0, n), columns(1, n), columns(2, n));
        let by_multipliers = columns(3, m);
        Local { left, by_increments, by_velocities, by_rates, by_multipliers }
    }

    /// Returns what constraints make of increments at time number `k`.
    fn projected(&self, at: &Harmonic, rates: &Rates<'_>, k: usize) -> Projected {
        let local = self.local(at, rates, k);
        let n = local.by_increments.ncols();
        let m = local.by_multipliers.ncols();
        let of_constraints = Svd::new(&local.by_increments.rows(n, m).into_owned(), DEPENDENT);
        let own = of_constraints.solve(&-local.left.rows(n, m));
        let of_multipliers = Svd::new(&local.by_multipliers.rows(0, n).transpose(), DEPENDENT);
        let without = of_multipliers.null_space();
        Projected { local, own, free: of_constraints.null_space(), of_multipliers, without }
    }

    /// Returns a step of Newton's method.
    fn newton_step(&self, at: &Harmonic) -> Result<NewtonStep, NoOrbit> {
        let (count, rates) = (at.states.len(), self.rates(at));
        let all: Vec<Projected> = (0..count).map(|k| self.projected(at, &rates, k)).collect();
        let (n, free) = (all[0].own.len(), all[0].free.ncols());
        if all.iter().any(|one| [one.free.ncols(), one.without.ncols()] != [free; 2]) {
            return Err(NoOrbit::Singular);
        }
        let is_unknown = matches!(self.map.asked.period, Period::Unknown(..));
        let size = count * free + usize::from(is_unknown);
        // changes of velocities and rates by what is free, by the period, and by what makes good the constraints
        let mut velocities = DMatrix::zeros(count * n, size + 1);
        let is_value = self.map.values();
        for j in 0..count {
            for (k, one) in all.iter().enumerate() {
                velocities.view_mut((j * n, k * free), (n, free)).copy_from(&rates.change((j, k), &one.free));
                let own = DMatrix::from_column_slice(n, 1, one.own.as_slice());
                let mut last = velocities.view_mut((j * n, size), (n, 1));
                last += rates.change((j, k), &own);
            }
            for i in (0..n).filter(|i| is_unknown && !is_value[*i]) {
                velocities[(j * n + i, size - 1)] = -rates.v[j][i] / at.period;
            }
        }
        let mut accelerations = rates.rates(&velocities);
        for (j, i) in (0..count).flat_map(|j| (0..n).map(move |i| (j, i))).filter(|_| is_unknown) {
            accelerations[(j * n + i, size - 1)] -= rates.a[j][i] / at.period;
        }
        let mut changes = Vec::with_capacity(count);
        let (mut matrix, mut right) = (DMatrix::zeros(size, size), DVector::zeros(size));
        for (k, Projected { local, own, free: basis, without, .. }) in all.iter().enumerate() {
            let rows = |all: &DMatrix<f64>| all.rows(0, n).into_owned();
            let by_increments = rows(&local.by_increments);
            let mut change = rows(&local.by_velocities) * velocities.rows(k * n, n)
                + rows(&local.by_rates) * accelerations.rows(k * n, n);
            let mut here = change.view_mut((0, k * free), (n, free));
            here += &by_increments * basis;
            let mut last = change.column_mut(size);
            last += by_increments * own + local.left.rows(0, n);
            let reduced = without.tr_mul(&change);
            matrix.view_mut((k * free, 0), (free, size)).copy_from(&reduced.columns(0, size));
            right.rows_mut(k * free, free).copy_from(&-reduced.column(size));
            changes.push(change);
        }
        if is_unknown {
            let (row, left) = self.phase(at, &rates, (&all, &velocities)).ok_or(NoOrbit::Diverged)?;
            matrix.row_mut(size - 1).copy_from(&row.transpose());
            right[size - 1] = -left;
        }
        let solved = Factorised::new(matrix).solve(&right).ok_or(NoOrbit::Singular)?;
        let period = if is_unknown { solved[size - 1] } else { 0.0 };
        let increments = all.iter().enumerate().map(|(k, one)| &one.own + &one.free * solved.rows(k * free, free));
        let increments: Vec<f64> = increments.flat_map(|one| one.data.as_vec().clone()).collect();
        let ahead = solved.push(1.0);
        let multipliers =
            all.iter().zip(&changes).map(|(one, change)| one.of_multipliers.solve_transposed(&-(change * &ahead)));
        Ok(NewtonStep { increments: increments.into(), multipliers: multipliers.collect(), period })
    }

    /// Returns the derivatives of the phase by what is looked for, and its value after what makes good the constraints.
    fn phase(
        &self,
        at: &Harmonic,
        rates: &Rates<'_>,
        (all, velocities): (&[Projected], &DMatrix<f64>),
    ) -> Option<(DVector<f64>, f64)> {
        let Period::Unknown(_, phase) = &self.map.asked.period else { return None };
        let (n, free) = (all[0].own.len(), all[0].free.ncols());
        let state = State { q: at.states[0].q.clone(), v: rates.v[0].clone() };
        let at_phase = PhaseAt { map: self.map, study: self.study, phase: *phase };
        let (value, slopes) = at_phase.whole_row(self.parameters, &state)?;
        let moves = self.layout().moves();
        let moving: Vec<usize> = (0..n).filter(|i| moves[*i]).collect();
        let mut row = velocities.rows(0, n).tr_mul(&slopes.rows(moving.len(), n));
        let size = row.len() - 1;
        for (slope, i) in slopes.iter().zip(moving) {
            (0..free).for_each(|c| row[c] += slope * all[0].free[(i, c)]);
            row[size] += slope * all[0].own[i];
        }
        Some((row.rows(0, size).into_owned(), value + row[size]))
    }

    fn stepped(&self, at: &Harmonic, step: &NewtonStep, part: f64) -> Harmonic {
        let layout = self.layout();
        let (n, count) = (layout.quadratures().start, at.states.len());
        let mut next = at.clone();
        next.period += part * step.period;
        for k in 0..count {
            let of = |i: usize| if i < n { part * step.increments[k * n + i] } else { 0.0 };
            let by: Vec<f64> = (0..layout.velocity_count()).map(of).collect();
            let state = &mut next.states[k];
            let before = state.q.clone();
            for place in layout.places() {
                place.factor.retract(&before[place.q..], &by[place.v..], &mut state.q[place.q..]);
                if place.factor.first_order_count() > 0 {
                    (place.v..place.v + place.factor.velocity_count()).for_each(|i| state.v[i] += by[i]);
                }
            }
            self.map.follow(self.parameters, &mut state.q, next.period * k as f64 / count as f64);
            next.multipliers[k].iter_mut().zip(step.multipliers[k].iter()).for_each(|(l, by)| *l += part * by);
        }
        next
    }

    /// Returns the state at the beginning of the period.
    fn first(&self, at: &Harmonic) -> State {
        let rates = self.rates(at);
        State { q: at.states[0].q.clone(), v: rates.v[0].clone() }
    }
}

impl Search<'_> {
    /// Returns the motion by trigonometric interpolation from a state and a period, s, at the fewest times whose highest harmonics are as small as is
    /// asked.
    pub(super) fn interpolated(
        &self,
        mut first: State,
        (parameter, mut period): (f64, f64),
        [fewest, most]: [usize; 2],
    ) -> Result<Orbit, NoOrbit> {
        let (mut count, mut iterations) = (fewest, 0);
        loop {
            let mut orbit = self.interpolated_at(first, (parameter, period), count)?;
            iterations += orbit.iterations;
            orbit.iterations = iterations;
            if orbit.residual <= self.map.asked.tolerance || fewest == most {
                return Ok(orbit);
            }
            count = 2 * count - 1;
            if count > most {
                return Err(NoOrbit::Diverged);
            }
            (first, period) = (orbit.at.states[0].clone(), orbit.at.period);
        }
    }

    /// Returns the motion by trigonometric interpolation at an odd number of times, from a state, with the multipliers of the integrator.
    fn interpolated_at(&self, first: State, (parameter, period): (f64, f64), count: usize) -> Result<Orbit, NoOrbit> {
        let asked = &self.map.asked;
        let guess = self.guess(first, parameter, (period, count))?;
        let parameters = self.at(&guess);
        let [period, ..] = self.period(&guess);
        let of =
            |(k, state): (usize, &State)| self.map.multipliers(&parameters, state, period * k as f64 / count as f64);
        let multipliers: Option<Vec<Vec<f64>>> = guess.states.iter().enumerate().map(of).collect();
        let multipliers = multipliers.ok_or(NoOrbit::Left(Outcome::NotAssembled))?;
        let collocation = Collocation { map: self.map, study: self.study, parameters: &parameters };
        let begin = Harmonic { states: guess.states, multipliers, period };
        let (found, moved, iterations) = collocation.solve(begin, (asked.tolerance, asked.iterations))?;
        let at = Guess { states: vec![collocation.first(&found)], period: found.period, parameter };
        let legs = self.legs(&at)?;
        let links = self.links(&at, &legs).ok_or(NoOrbit::Diverged)?;
        let orbit = self.orbit(at.clone(), &legs, (&links, None), (iterations, 0));
        Ok(Orbit { at: Guess { period: found.period, ..at }, residual: moved, ..orbit })
    }
}
