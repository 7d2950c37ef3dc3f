//! Generalized-alpha on Lie groups, index 3: Algorithm 5 of Holzinger, Arnold, Gerstmayr (2024); Arnold, Bruls (2007),
//! Multibody System Dynamics 18; Bruls, Cardona, Arnold (2012), Mechanism and Machine Theory 48.
//!
//! Newton's unknowns of a step are the correction of the increment Delta q from its predictor, one per velocity, and
//! the multipliers times beta h^2, which is the scaling of Bottasso, Dopico, Trainelli (2008). The method remembers v',
//! the slope (a - v')/h of the auxiliary acceleration, from which a follows for a step of any length, and lambda.

use super::implicit::Coefficients;
use super::memory::MemoryPlaces;
use super::method::{Integrator, Scheme};
use super::monitor::Monitor;
use super::newton::TangentOperator;
use super::workspace::Workspace;
use crate::lie::so3::{AngleFunctions, exponential, increment, tangent, tangent_inverse};
use crate::num::{Dual, Real, Vec3};
use crate::problem::{Constrained, Factor, Layout, Place, Unknowns, along};

/// The method; its coefficients are those of the study.
pub const GENERALIZED_ALPHA: Integrator = Integrator {
    name: "generalized_alpha",
    order: 2,
    summary: "implicit, order 2, with numerical damping; the only one that solves constraints",
    citation: "Arnold, Bruls (2007); Holzinger, Arnold, Gerstmayr (2024), Algorithm 5",
    scheme: Scheme::GeneralizedAlpha,
};

/// A step that is being solved for, from a state, with what follows from it alone.
#[derive(Debug)]
pub struct ImplicitStep<'a, R> {
    layout: &'a Layout,
    coefficients: Coefficients,
    places: MemoryPlaces,
    t: R,
    h: R,
    q: &'a [R],
    v: &'a [R],
    memory: &'a [R],
    /// Predictors of the increment of coordinates and of the increment of velocities, lines 4 and 5.
    predicted_q: Vec<R>,
    predicted_v: Vec<R>,
    /// The part of the auxiliary acceleration at the end that the state decides, line 3.
    auxiliary: Vec<R>,
    /// beta h^2.
    pub scale: R,
    /// gamma', (33).
    gamma_prime: R,
}

/// The end of a step for values of the unknowns.
#[derive(Clone, Debug)]
pub struct End<R> {
    /// Coordinates and velocities there.
    pub q: Vec<R>,
    /// Velocities.
    pub v: Vec<R>,
    /// beta h^2 v', of all velocities but the integrals.
    pub scaled_rate: Vec<R>,
    /// beta h^2 lambda.
    pub scaled_multipliers: Vec<R>,
    /// The increments Delta q, one per velocity but the integrals.
    pub increment: Vec<R>,
}

/// The derivatives of what a residual depends on by the unknowns: of every number the unknowns that it depends on, with
/// its derivatives by them.
#[derive(Clone, Debug)]
pub struct Directions<R> {
    /// Of the coordinates.
    pub q: Vec<Vec<(usize, R)>>,
    /// Of the velocities.
    pub v: Vec<Vec<(usize, R)>>,
    /// Of beta h^2 v'.
    pub scaled_rate: Vec<Vec<(usize, R)>>,
    /// Of beta h^2 lambda.
    pub scaled_multipliers: Vec<Vec<(usize, R)>>,
}

impl<'a, R: Real> ImplicitStep<'a, R> {
    /// Begins a step of length `h` (s) from the time `t` (s).
    pub fn new(
        (layout, places): (&'a Layout, MemoryPlaces),
        coefficients: Coefficients,
        (t, h): (R, R),
        (q, v, memory): (&'a [R], &'a [R], &'a [R]),
    ) -> Self {
        R::note("predictor: v + h (1 - gamma) a + h gamma a1, h v + h^2 (1/2 - beta) a + h^2 beta a1  (lines 3-5)");
        let Coefficients { alpha_m, alpha_f, beta, gamma } = coefficients;
        let (h2, share) = (h * h, 1.0 / (1.0 - alpha_m));
        let (mut predicted_q, mut predicted_v, mut auxiliary) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..places.rates {
            let (rate, slope) = (memory[i], memory[places.rates + i]);
            let a = rate + h * slope;
            let a1 = rate.scale(alpha_f * share) - a.scale(alpha_m * share);
            predicted_v.push(h * (a.scale(1.0 - gamma) + a1.scale(gamma)));
            predicted_q.push(h * v[i] + h2 * (a.scale(0.5 - beta) + a1.scale(beta)));
            auxiliary.push(a1);
        }
        let (scale, gamma_prime) = (h2.scale(beta), R::constant(gamma / beta) / h);
        Self {
            layout,
            coefficients,
            places,
            t,
            h,
            q,
            v,
            memory,
            predicted_q,
            predicted_v,
            auxiliary,
            scale,
            gamma_prime,
        }
    }

    /// The places of coordinates that add up, and those of their velocities.
    fn vectors(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let on_group = |factor| matches!(factor, Factor::Rotation(p) if p.is_group());
        let places = self.layout.places().filter(move |place| !on_group(place.factor));
        places.flat_map(|place| (0..place.factor.local_count()).map(move |i| (place.q + i, place.v + i)))
    }

    /// The rotations on the group among the factors.
    fn rotations(&self) -> impl Iterator<Item = (Place, crate::lie::RotationParameterisation)> + '_ {
        self.layout.places().filter_map(|place| match place.factor {
            Factor::Rotation(parameterisation) if parameterisation.is_group() => Some((place, parameterisation)),
            _ => None,
        })
    }

    /// Returns the multipliers of the velocities' constraints among the unknowns, times h; none at index 3.
    pub fn stabilisers<'b>(&self, unknowns: &'b [R]) -> &'b [R] {
        &unknowns[self.places.rates + self.places.multipliers..]
    }

    /// Returns B(q0)^T eta h, by which increments are corrected, for the multipliers eta of the velocities' constraints, times
    /// h; empty at index 3.
    pub fn correction<C: Constrained<R>>(&self, system: &mut C, stabilisers: &[R]) -> Vec<R> {
        if stabilisers.is_empty() {
            return Vec::new();
        }
        let rate = vec![R::zero(); self.places.rates];
        let mut out = Vec::new();
        system.residual(
            self.t,
            self.q,
            self.v,
            R::zero(),
            Unknowns { rate: &rate, multipliers: stabilisers },
            &mut out,
        );
        let mut correction = vec![R::zero(); self.places.rates];
        for place in self.layout.places().filter(|place| place.factor.coordinate_count() > 0) {
            let own = place.v..place.v + place.factor.velocity_count();
            correction[own.clone()].copy_from_slice(&out[own]);
        }
        correction
    }

    /// Returns the end of the step for values of the unknowns: lines 6, 15 to 18; `correction` is that of
    /// [`ImplicitStep::correction`].
    pub fn end(&self, unknowns: &[R], correction: &[R]) -> End<R> {
        R::note("end of step: Delta q, v, v' from the unknowns  (lines 14, 16, 17)");
        let n = self.places.rates;
        let (corrections, multipliers) = unknowns.split_at(n);
        let multipliers = &multipliers[..self.places.multipliers];
        let mut increment: Vec<R> = self.predicted_q.iter().zip(corrections).map(|(p, d)| *p + *d).collect();
        increment.iter_mut().zip(correction).for_each(|(increment, c)| *increment = *increment - *c);
        let mut v = self.v.to_vec();
        for i in 0..n {
            v[i] = self.v[i] + (self.predicted_v[i] + self.gamma_prime * corrections[i]);
        }
        let scaled_rate = corrections.iter().map(|d| d.scale(self.coefficients.inertia())).collect();
        let mut q = self.q.to_vec();
        for (i, k) in self.vectors() {
            q[i] = self.q[i] + increment[k];
        }
        for (place, parameterisation) in self.rotations() {
            let half_psi = Vec3::from_slice(&increment[place.v..]) * R::constant(0.5);
            let turn = exponential(&AngleFunctions::within_half_turn(half_psi), half_psi);
            R::note("q = q0 exp(psi)  (24), (30)");
            parameterisation.compose(&self.q[place.q..], turn, &mut q[place.q..]);
        }
        End { q, v, scaled_rate, scaled_multipliers: multipliers.to_vec(), increment }
    }

    /// Returns the derivatives of the end of the step by the unknowns. With the tangent operator neglected, a change of
    /// the increment of a rotation turns the end of the step by as much. `corrections` are the derivatives of
    /// [`ImplicitStep::correction`] by its multipliers, empty at index 3.
    pub fn directions(
        &self,
        end: &End<R>,
        operator: TangentOperator,
        corrections: &[Vec<(usize, R)>],
    ) -> Directions<R> {
        R::note("derivatives of the end of the step by the unknowns: T(psi), gamma', beta'  (40)");
        let (n, m) = (self.places.rates, self.places.multipliers);
        let increments: Vec<Vec<(usize, R)>> = (0..n)
            .map(|i| {
                let corrections = corrections.get(i).into_iter().flatten();
                std::iter::once((i, R::one())).chain(corrections.map(|(j, b)| (n + m + j, -*b))).collect()
            })
            .collect();
        let mut q = vec![Vec::new(); self.q.len()];
        for (i, k) in self.vectors() {
            q[i] = increments[k].clone();
        }
        for (place, parameterisation) in self.rotations() {
            let psi = Vec3::from_slice(&end.increment[place.v..]);
            let coordinates = place.q..place.q + parameterisation.coordinate_count();
            let mut slopes = vec![R::zero(); coordinates.len()];
            for j in 0..3 {
                let unit =
                    Vec3::from_slice(&std::array::from_fn::<R, 3, _>(|i| R::constant(if i == j { 1.0 } else { 0.0 })));
                let turned = match operator {
                    TangentOperator::Exact => tangent(psi, unit), // (A2)
                    TangentOperator::Neglected => unit,
                };
                parameterisation.turning(&end.q[place.q..], turned, &mut slopes);
                for (row, slope) in q[coordinates.clone()].iter_mut().zip(&slopes) {
                    for (unknown, factor) in &increments[place.v + j] {
                        let slope = *slope * *factor;
                        match row.iter_mut().find(|(u, _)| u == unknown) {
                            Some((_, sum)) => *sum = *sum + slope,
                            None => row.push((*unknown, slope)),
                        }
                    }
                }
            }
        }
        let diagonal = |count: usize, value: R| (0..count).map(|i| vec![(i, value)]).collect::<Vec<_>>();
        let mut v = diagonal(n, self.gamma_prime);
        v.resize(self.v.len(), Vec::new());
        let scaled_rate = diagonal(n, R::constant(self.coefficients.inertia()));
        let scaled_multipliers = (0..m).map(|j| vec![(n + j, R::one())]).collect();
        Directions { q, v, scaled_rate, scaled_multipliers }
    }

    /// Writes the residuals of motion, times beta h^2, and of the constraints: (39), line 8.
    pub fn residual<C: Constrained<R>>(&self, system: &mut C, end: &End<R>, out: &mut Vec<R>) {
        residual(system, (self.t + self.h, self.scale), end, out);
    }

    /// Appends the residuals of the velocities' constraints, divided by gamma': Phi' along the end of the step, from the
    /// system with rates.
    pub fn velocity_residual<C: Constrained<Dual<R, 1>>>(&self, moving: &mut C, end: &End<R>, out: &mut Vec<R>) {
        R::note("residuals of the velocities' constraints  B v + Phi_t");
        let still = vec![R::zero(); end.v.len()];
        let (q, v) = along(self.layout, &end.q, &end.v, &still);
        let zeros = |count: usize| vec![Dual::<R, 1>::zero(); count];
        let (rate, multipliers) = (zeros(self.places.rates), zeros(self.places.multipliers));
        let at = Unknowns { rate: &rate, multipliers: &multipliers };
        let mut slopes = Vec::new();
        let t = Dual { re: self.t + self.h, eps: [R::one()] };
        moving.residual(t, &q, &v, Dual::resting(self.scale), at, &mut slopes);
        let inverse = R::one() / self.gamma_prime;
        out.extend(slopes[self.places.rates..].iter().map(|phi| phi.eps[0] * inverse));
    }

    /// Writes the residuals with their derivatives along a direction that `end` holds.
    pub fn residual_along<C: Constrained<Dual<R, 1>>>(
        &self,
        system: &mut C,
        end: &End<Dual<R, 1>>,
        out: &mut Vec<Dual<R, 1>>,
    ) {
        residual(system, (Dual::resting(self.t + self.h), Dual::resting(self.scale)), end, out);
    }

    /// Writes the increments of coordinates, velocities and memory for the unknowns that solve the step: lines 20, 21.
    /// With `length`, s, those to a time within the step, where that is shorter. Integrals over the time are left to the
    /// caller.
    pub fn finish<C: Constrained<R>>(
        &self,
        system: &mut C,
        unknowns: &[R],
        length: Option<R>,
        work: &mut Workspace<R>,
    ) -> Monitor<R> {
        let correction = self.correction(system, self.stabilisers(unknowns));
        let end = self.end(unknowns, &correction);
        let mut monitor = Monitor::<R>::none();
        monitor.passed(self.layout, (self.h, work.clearance), self.q, self.v);
        monitor.first_turn = monitor.largest_turn;
        monitor.passed(self.layout, (self.h, work.clearance), &end.q, &end.v);
        for (place, _) in self.rotations() {
            let turn = |psi: &[R]| Vec3::from_slice(&psi[place.v..]).norm_squared().scale(0.25);
            monitor.first_turn = monitor.first_turn.max(turn(&self.predicted_q));
            monitor.turned(turn(&end.increment));
        }
        monitor.turned(monitor.first_turn);
        R::note("increments of the state  (lines 20, 21)");
        let (n, inverse) = (self.places.rates, R::one() / self.scale);
        for (i, correction) in unknowns[..n].iter().enumerate() {
            let rate = end.scaled_rate[i] * inverse;
            let a = self.auxiliary[i] + rate.scale(1.0 / self.coefficients.inertia());
            work.delta_v[i] = self.predicted_v[i] + self.gamma_prime * *correction;
            work.delta_memory[i] = rate - self.memory[i];
            work.delta_memory[n + i] = (a - rate) / self.h - self.memory[n + i];
        }
        self.estimate_error(work);
        for j in 0..self.places.multipliers {
            let multiplier = end.scaled_multipliers[j] * inverse;
            work.delta_memory[2 * n + j] = multiplier - self.memory[2 * n + j];
        }
        let mut way = end.increment;
        if let Some(length) = length {
            self.interpolate(length, &end.v, &mut way, work);
        }
        self.write_coordinates(&way, &mut work.delta_q);
        let angles = self.layout.angles();
        if !angles.is_empty() {
            let there: Vec<R> = self.q.iter().zip(&work.delta_q).map(|(q, delta)| *q + *delta).collect();
            system.follow_angles(self.t + length.unwrap_or(self.h), &there, &mut work.delta_q[angles.clone()]);
            for i in angles {
                work.delta_q[i] = work.delta_q[i] - self.q[i];
            }
        }
        monitor
    }

    /// Writes the estimates of the errors of local coordinates, C h^3 v'' with the difference of v' over the step for h v'';
    /// zero for the velocities, whose error is of higher order in the step than what decides it.
    fn estimate_error(&self, work: &mut Workspace<R>) {
        R::note("error estimate C h^2 (v1' - v')");
        let factor = self.scale.scale(self.coefficients.local_error() / self.coefficients.beta);
        work.error.fill(R::zero());
        for place in self.layout.places() {
            for i in 0..place.factor.local_count() {
                work.error[place.local + i] = factor * work.delta_memory[place.v + i];
            }
        }
    }

    /// Writes the increments of the coordinates for those of the algebra.
    fn write_coordinates(&self, way: &[R], delta_q: &mut [R]) {
        for (i, k) in self.vectors() {
            delta_q[i] = way[k];
        }
        for (place, parameterisation) in self.rotations() {
            let half_psi = Vec3::from_slice(&way[place.v..]) * R::constant(0.5);
            let f = AngleFunctions::within_half_turn(half_psi);
            R::note("increment q0 (exp(psi) - 1)  (24), (30)");
            parameterisation.increment(&self.q[place.q..], increment(&f, half_psi), &mut delta_q[place.q..]);
        }
    }

    /// Replaces the increments of a step by those to a time `length` (s) after its beginning, if that is before its end:
    /// cubic Hermite polynomials of the coordinates in the algebra and of the velocities, with their rates at both ends,
    /// of order 3; v' as the derivative of the latter, the multipliers linearly.
    fn interpolate(&self, length: R, v1: &[R], way: &mut [R], work: &mut Workspace<R>) {
        R::note("state within the step: Hermite polynomials of order 3");
        let (n, h) = (self.places.rates, self.h);
        let theta = length / h;
        let within = theta.less(R::one());
        let (theta2, left) = (theta * theta, R::one() - theta);
        let whole = theta2 * (R::constant(3.0) - theta.scale(2.0));
        let (first, last) = (length * left * left, -(length * theta * left));
        let hermite = |change: R, begin: R, end: R| whole * change + first * begin + last * end;
        let mut slope_there = v1[..n].to_vec();
        for (place, _) in self.rotations() {
            let (psi, w) = (Vec3::from_slice(&way[place.v..]), Vec3::from_slice(&v1[place.v..]));
            tangent_inverse(psi, w).write(&mut slope_there[place.v..]); // (25)
        }
        for i in 0..n {
            way[i] = R::select(within, hermite(way[i], self.v[i], slope_there[i]), way[i]);
            let (rate, rate1) = (self.memory[i], self.memory[i] + work.delta_memory[i]);
            let change = work.delta_v[i];
            let (rising, falling) =
                (theta * (theta.scale(3.0) - R::constant(2.0)), R::one() - theta.scale(4.0) + theta2.scale(3.0));
            let slope = (theta * left).scale(6.0) * (change / h) + falling * rate + rising * rate1;
            work.delta_v[i] = R::select(within, hermite(change, rate, rate1), change);
            work.delta_memory[i] = R::select(within, slope - rate, work.delta_memory[i]);
        }
        for delta in &mut work.delta_memory[n..] {
            *delta = R::select(within, theta * *delta, *delta);
        }
    }
}

fn residual<R: Real, C: Constrained<R>>(system: &mut C, (t, scale): (R, R), end: &End<R>, out: &mut Vec<R>) {
    let at = Unknowns { rate: &end.scaled_rate, multipliers: &end.scaled_multipliers };
    system.residual(t, &end.q, &end.v, scale, at, out);
}
