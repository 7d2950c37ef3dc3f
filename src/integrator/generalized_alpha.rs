//! Generalized-alpha on Lie groups, index 3: Algorithm 5 of Holzinger, Arnold, Gerstmayr (2024); Arnold, Bruls (2007),
//! Multibody System Dynamics 18; Bruls, Cardona, Arnold (2012), Mechanism and Machine Theory 48.
//!
//! Newton's unknowns of a step are the correction of the increment Delta q from its predictor, one per velocity, and
//! the multipliers times beta h^2, which is the scaling of Bottasso, Dopico, Trainelli (2008). The method remembers v',
//! the slope (a - v')/h of the auxiliary acceleration, from which a follows for a step of any length, and lambda.
//!
//! The two further forms of Section 5 of Bruels, Eberhard (2008), International Journal for Numerical Methods in Engineering,
//! are the same recursion of the rates phi' and phi'' of coordinates phi of the increments of rotations, with the velocities
//! T phi' and their rates T phi'' + T' phi'. After a step phi is zero again and T the identity: what is remembered is v', and
//! the slope of T a + T' phi', (91)-(94). The linear form has the equations of motion at the end of the step. With the inertia
//! forces f_a = T^T M T a and all others, those of constraints too, f_c, the residual form has
//!
//! ```text
//! (1 - alpha_m) f_a + (1 - alpha_f) f_c + g = 0,   g1 = T^-T (alpha_m f_a + alpha_f f_c):          (79), (84), (95)
//! ```
//!
//! with beta' T a + T' phi' for v' these are the equations of motion, but for g, which is remembered in place of the slope, as is
//! T a + T' phi' in place of v'.

use super::implicit::{Coefficients, Form, Implicit, Index, Simplification, Start};
use super::method::{Integrator, Scheme};
use super::newton::TangentOperator;
use super::scheme::{self, AtStart, ImplicitKind, ImplicitLayout};
use super::step::{Begin, Directions, End, ImplicitScheme, Step, add};
use super::workspace::Workspace;
use crate::lie::RotationChart;
use crate::num::{Dual, Real, Vec3};
use crate::problem::{Constrained, Layout, Unknowns};

/// The method; its coefficients are those of the study.
pub const METHOD: Integrator = Integrator {
    name: "generalized_alpha",
    order: 2,
    summary: "implicit, order 2, with numerical damping, in three forms; solves constraints",
    citation: "Arnold, Bruls (2007); Holzinger, Arnold, Gerstmayr (2024), Algorithm 5; Bruels, Eberhard (2008)",
    scheme: Scheme::Implicit(&SCHEME),
};

/// Equations of motion at the end of a step. The history is v', its slope or forces in its place, and multipliers.
static SCHEME: scheme::ImplicitScheme = scheme::ImplicitScheme {
    kind: ImplicitKind::GeneralizedAlpha,
    points: &[(1.0, 1.0)],
    error_order: Some(2),
    rate_blocks: 2,
    multiplier_blocks: 1,
    holds_velocities: false,
    is_one_step: false,
    needs_constant_mass: false,
    has_settings: true,
    solves_constraints: true,
    solves_end: scheme::SolvesEnd::Never,
    has_stages: false,
};

/// How many times the error of coordinates in a step counts: errors of velocities, which are not looked at, move positions from then on.
/// (A four-bar's crank of 16 rad/s ends 2 s off by 250 to 325 times the tolerance, from 1e-3 to 1e-6, where it counts once, by 20 to 24 times
/// with this; a slider-crank by 0.8 to 3 and 0.2 times. The difference of the slopes of a, times h^2, would be one of velocities' errors,
/// but where constraints of positions act it does not vanish with the step behind a longer one: no step is short enough.)
const SHARE: f64 = 50.0;

/// A step of the method.
#[derive(Debug)]
pub struct GeneralizedAlpha<'a, R> {
    /// The step, whose scale is beta h^2, whose derivative of the velocities is gamma', (33), and whose predictor is
    /// line 5.
    step: Step<'a, R>,
    coefficients: Coefficients,
    form: Form,
    /// The predictor of the increment of velocities, line 4.
    predicted_v: Vec<R>,
    /// The part of the auxiliary acceleration at the end that the state decides, line 3.
    auxiliary: Vec<R>,
    /// g beta h^2/(1 - alpha_f), of the residual form.
    forces: Vec<R>,
    /// Whether derivatives drop k_G, as [`Simplification::WithoutKg`] says.
    without_k_g: bool,
}

impl<R: Real> GeneralizedAlpha<'_, R> {
    /// Returns the rates phi' and beta h^2 phi'' of the coordinates that begin at a place of the velocities.
    fn rates(&self, unknowns: &[R], at: usize) -> [Vec3<R>; 2] {
        let Step { v, velocity_slope, .. } = self.step;
        let three = |of: &dyn Fn(usize) -> R| Vec3::from_slice(&[0, 1, 2].map(|i| of(at + i)));
        let rate = three(&|i| v[i] + (self.predicted_v[i] + velocity_slope * unknowns[i]));
        [rate, three(&|i| unknowns[i].scale(self.coefficients.inertia()))]
    }

    /// Returns what the tangent operators at the end of the step make of rates of coordinates.
    fn turned(&self, end: &End<R>, mut rates: Vec<R>) -> Vec<R> {
        if let Some(chart) = self.form.coordinates() {
            for (place, _) in self.step.rotations() {
                let [phi, rate] = [&end.increment, &rates].map(|x| Vec3::from_slice(&x[place.v..]));
                chart.tangent(phi, rate).write(&mut rates[place.v..]);
            }
        }
        rates
    }

    /// Writes the derivatives of the velocities of rotations and of their scaled rates by the unknowns, for these and those
    /// of the increments.
    fn write_motion_directions(
        &self,
        chart: RotationChart,
        (unknowns, end): (&[R], &End<R>),
        increments: &[Vec<(usize, R)>],
        [v, scaled_rate]: [&mut Vec<Vec<(usize, R)>>; 2],
    ) {
        R::note("derivatives of T phi', T phi'' + T' phi' by phi and its rates  (119), (120)");
        let slopes = [self.step.velocity_slope, R::constant(self.coefficients.inertia())];
        for (place, _) in self.step.rotations() {
            let along = |x: Vec3<R>, first: usize, slope: R| {
                let mut x = x.to_array().map(Dual::<R, 6>::resting);
                (0..3).for_each(|i| x[i].eps[first + i] = slope);
                Vec3::from_slice(&x)
            };
            let phi = along(Vec3::from_slice(&end.increment[place.v..]), 0, R::one());
            let [rate, second] = self.rates(unknowns, place.v);
            let [rate, second] = [(rate, slopes[0]), (second, slopes[1])].map(|(x, slope)| along(x, 3, slope));
            let [w, w1] = chart.motion(phi, rate, second, Dual::resting(self.step.scale)).map(Vec3::to_array);
            for (rows, found) in [(&mut *v, w), (&mut *scaled_rate, w1)] {
                for (row, x) in rows[place.v..].iter_mut().zip(found) {
                    row.clear();
                    for j in 0..3 {
                        increments[place.v + j].iter().for_each(|(k, d)| add(row, *k, *d * x.eps[j]));
                        add(row, place.v + j, x.eps[3 + j]);
                    }
                }
            }
        }
    }

    /// Writes the estimates of the errors of local coordinates, C h^3 v'' with the difference of v' over the step for h v'';
    /// zero for the velocities, whose error is of higher order in the step than what decides it, but for values of first order.
    fn estimate_error(&self, work: &mut Workspace<R>) {
        R::note("error estimate C h^2 (v1' - v')");
        let factor = self.step.scale.scale(self.coefficients.local_error() / self.coefficients.beta);
        let Workspace { error, delta_history, .. } = work;
        error.fill(R::zero());
        for place in self.step.layout.places() {
            for i in 0..place.factor.local_count() {
                error[place.local + i] = factor.scale(SHARE) * delta_history[place.v + i];
            }
        }
        self.step.estimate_values(|i| factor * delta_history[i], error);
    }
}

impl<'a, R: Real> ImplicitScheme<'a, R> for GeneralizedAlpha<'a, R> {
    fn begins_with_slopes(settings: &Implicit) -> bool {
        settings.start == Start::Optimal
    }

    fn moves_velocities(settings: &Implicit) -> bool {
        settings.start == Start::Optimal && settings.index == Index::Three
    }

    fn history(settings: &Implicit, at: &AtStart<R>, forces: impl FnOnce() -> Vec<R>) -> Vec<R> {
        let shift = settings.coefficients.shift();
        let slope = match &at.slopes {
            _ if settings.form.weighs_forces() => forces(),
            Some(slopes) if settings.start == Start::Optimal => slopes.jerk.iter().map(|x| x.scale(shift)).collect(),
            _ => vec![R::zero(); at.rate.len()],
        };
        [&at.rate[..], &slope, &at.multipliers].concat()
    }

    fn new(
        (layout, sizes): (&'a Layout, ImplicitLayout),
        settings: &Implicit,
        ((t, h), (q, v, history)): Begin<'a, R>,
    ) -> Self {
        R::note("predictor: v + h (1 - gamma) a + h gamma a1, h v + h^2 (1/2 - beta) a + h^2 beta a1  (lines 3-5)");
        let Implicit { coefficients, form, simplification, .. } = *settings;
        let Coefficients { alpha_m, alpha_f, beta, gamma } = coefficients;
        let (h2, share) = (h * h, 1.0 / (1.0 - alpha_m));
        let (scale, velocity_slope) = (h2.scale(beta), R::constant(gamma / beta) / h);
        let (chart, reference, predicted_q) = (form.coordinates().unwrap_or_default(), None, Vec::new());
        let first_guess = if settings.newton.begins_with_last() {
            R::note("Newton's method begins with the last v' and multipliers");
            let known = sizes.known(history);
            let corrections = known.rate.iter().map(|rate| scale.scale(1.0 / coefficients.inertia()) * *rate);
            corrections.chain(known.multipliers.iter().map(|multiplier| scale * *multiplier)).collect()
        } else {
            Vec::new()
        };
        let mut step = Step {
            layout,
            sizes,
            t,
            h,
            q,
            v,
            history,
            chart,
            reference,
            predicted_q,
            predicted_rates: Vec::new(),
            scale,
            velocity_slope,
            first_guess,
        };
        let from_detached = simplification == Some(Simplification::ReferenceFree) && form.coordinates().is_some();
        let begin = from_detached.then(|| step.beginning_from_detached(chart, form.weighs_forces()));
        let (mut predicted_v, mut auxiliary, mut forces) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..sizes.rates {
            let (v0, rate, slope) = match &begin {
                Some(begin) => (begin.rate[i], begin.second[i], begin.further[i]),
                None => (v[i], history[i], history[sizes.rates + i]),
            };
            let (a, a1) = if form.weighs_forces() {
                forces.push(slope * h2.scale(beta / (1.0 - alpha_f)));
                (rate, R::zero())
            } else {
                let a = rate + h * slope;
                (a, rate.scale(alpha_f * share) - a.scale(alpha_m * share))
            };
            predicted_v.push(h * (a.scale(1.0 - gamma) + a1.scale(gamma)));
            step.predicted_q.push(h * v0 + h2 * (a.scale(0.5 - beta) + a1.scale(beta)));
            auxiliary.push(a1);
            if let Some(begin) = &begin {
                predicted_v[i] = predicted_v[i] + (v0 - v[i]);
                step.predicted_q[i] = step.predicted_q[i] + begin.phi[i];
            }
        }
        step.reference = begin.map(|begin| begin.reference);
        let without_k_g = simplification == Some(Simplification::WithoutKg);
        Self { step, coefficients, form, predicted_v, auxiliary, forces, without_k_g }
    }

    fn step(&self) -> &Step<'a, R> {
        &self.step
    }

    /// Returns B(q0)^T eta h, of the stabilised index-2 formulation; empty at index 3.
    fn correction<C: Constrained<R>>(&self, system: &mut C, stabilisers: &[R]) -> Vec<R> {
        if stabilisers.is_empty() {
            return Vec::new();
        }
        let Step { t, q, v, sizes, .. } = self.step;
        let (of_velocities, mut rest) = (system.velocity_rows(), stabilisers.iter().copied());
        let of_row = |row| if of_velocities.contains(&row) { R::zero() } else { rest.next().unwrap_or_else(R::zero) };
        let multipliers: Vec<R> = (0..sizes.multipliers).map(of_row).collect();
        let mut correction = Vec::new();
        system.constraint_forces(t, q, v, &multipliers, &mut correction);
        correction
    }

    /// Returns the end of the step for values of the unknowns: lines 6, 15 to 18.
    fn end(&self, unknowns: &[R], correction: &[R]) -> End<R> {
        R::note("end of step: Delta q, v, v' from the unknowns  (lines 14, 16, 17)");
        let n = self.step.sizes.rates;
        let (corrections, multipliers) = unknowns.split_at(n);
        let multipliers = &multipliers[..self.step.sizes.multipliers];
        let mut increment: Vec<R> = self.step.predicted_q.iter().zip(corrections).map(|(p, d)| *p + *d).collect();
        increment.iter_mut().zip(correction).for_each(|(increment, c)| *increment = *increment - *c);
        let mut v = self.step.v.to_vec();
        for i in 0..n {
            v[i] = self.step.v[i] + (self.predicted_v[i] + self.step.velocity_slope * corrections[i]);
        }
        let mut scaled_rate: Vec<R> = corrections.iter().map(|d| d.scale(self.coefficients.inertia())).collect();
        if let Some(chart) = self.form.coordinates() {
            for (place, _) in self.step.rotations() {
                let (phi, [rate, second]) = (Vec3::from_slice(&increment[place.v..]), self.rates(unknowns, place.v));
                let [w, w1] = chart.motion(phi, rate, second, self.step.scale);
                w.write(&mut v[place.v..]);
                w1.write(&mut scaled_rate[place.v..]);
            }
        }
        let q = self.step.moved(&increment);
        End { q, v, scaled_rate, scaled_multipliers: multipliers.to_vec(), increment }
    }

    fn directions(
        &self,
        unknowns: &[R],
        end: &End<R>,
        operator: TangentOperator,
        corrections: &[Vec<(usize, R)>],
    ) -> Directions<R> {
        R::note("derivatives of the end of the step by the unknowns: T(psi), gamma', beta'  (40)");
        let (n, m) = (self.step.sizes.rates, self.step.sizes.multipliers);
        let increments: Vec<Vec<(usize, R)>> = (0..n)
            .map(|i| {
                let corrections = corrections.get(i).into_iter().flatten();
                std::iter::once((i, R::one())).chain(corrections.map(|(j, b)| (n + m + j, -*b))).collect()
            })
            .collect();
        let q = self.step.moved_along(end, operator, &increments);
        let diagonal = |count: usize, value: R| (0..count).map(|i| vec![(i, value)]).collect::<Vec<_>>();
        let mut v = diagonal(n, self.step.velocity_slope);
        v.resize(self.step.v.len(), Vec::new());
        let mut scaled_rate = diagonal(n, R::constant(self.coefficients.inertia()));
        if let (Some(chart), TangentOperator::Exact) = (self.form.coordinates(), operator) {
            self.write_motion_directions(chart, (unknowns, end), &increments, [&mut v, &mut scaled_rate]);
        }
        let scaled_multipliers = (0..m).map(|j| vec![(n + j, R::one())]).collect();
        let mut increment = Vec::new();
        if self.form.weighs_forces() {
            increment.resize(n, Vec::new());
            for (place, _) in self.step.rotations() {
                increment[place.v..place.v + 3].clone_from_slice(&increments[place.v..place.v + 3]);
            }
        }
        Directions { increment, q, v, scaled_rate, scaled_multipliers }
    }

    /// Writes the residuals of motion, times beta h^2, and of the constraints: (39), line 8; of the residual form (79), as
    /// the coordinates of increments see it, over 1 - alpha_f.
    fn residual<S: Real, C: Constrained<S>>(
        &self,
        lift: impl Fn(R) -> S,
        system: &mut C,
        end: &End<S>,
        out: &mut Vec<S>,
    ) {
        let Step { t, h, scale, .. } = self.step;
        let at = Unknowns { rate: &end.scaled_rate, multipliers: &end.scaled_multipliers };
        system.residual(lift(t + h), &end.q, &end.v, lift(scale), at, out);
        if let Form::Residual(chart) = self.form {
            S::note("residuals of motion in coordinates of increments, with forces at the beginning  (59), (79)");
            for (place, _) in self.step.rotations() {
                let phi = Vec3::from_slice(&end.increment[place.v..]);
                chart.tangent(-phi, Vec3::from_slice(&out[place.v..])).write(&mut out[place.v..]);
            }
            out.iter_mut().zip(&self.forces).for_each(|(r, force)| *r = *r + lift(*force));
            if self.without_k_g {
                let k_g = self.step.k_g(lift, system, end, self.coefficients.inertia());
                out.iter_mut().zip(k_g).for_each(|(r, k_g)| *r = *r - k_g);
            }
        }
    }

    fn remember<C: Constrained<R>>(&self, system: &mut C, unknowns: &[R], end: &End<R>, work: &mut Workspace<R>) {
        R::note("increments of the state  (lines 20, 21)");
        let Step { sizes, t, h, v, history, scale, velocity_slope, .. } = self.step;
        let (n, inverse, inertia) = (sizes.rates, R::one() / scale, self.coefficients.inertia());
        let multipliers: Vec<R> = end.scaled_multipliers.iter().map(|x| *x * inverse).collect();
        let (mut rates, mut a, mut ahead) = (Vec::new(), Vec::new(), Vec::new());
        for (i, correction) in unknowns[..n].iter().enumerate() {
            work.delta_v[i] = self.predicted_v[i] + velocity_slope * *correction;
            let rate = correction.scale(inertia) * inverse;
            a.push(self.auxiliary[i] + rate.scale(1.0 / inertia));
            ahead.push(a[i] - rate);
            rates.push(end.scaled_rate[i] * inverse);
        }
        if self.form.coordinates().is_some() {
            for i in self.step.rotations().flat_map(|(place, _)| place.v..place.v + 3) {
                work.delta_v[i] = end.v[i] - v[i];
            }
        }
        let ahead = self.turned(end, ahead);
        let mut slopes: Vec<R> = ahead.iter().map(|x| *x / h).collect();
        if self.form.weighs_forces() {
            R::note("g1 and T a + T' phi'  (84), (94)");
            let Coefficients { alpha_m, alpha_f, .. } = self.coefficients;
            let a = self.turned(end, a);
            rates.iter_mut().zip(&ahead).for_each(|(rate, ahead)| *rate = *rate + *ahead);
            let of_inertia = a.iter().zip(&rates).map(|(a, rate)| a.scale(alpha_m) + (*rate - *a).scale(alpha_f));
            let rate: Vec<R> = of_inertia.collect();
            let weighted: Vec<R> = multipliers.iter().map(|x| x.scale(alpha_f)).collect();
            let at = Unknowns { rate: &rate, multipliers: &weighted };
            system.residual(t + h, &end.q, &end.v, R::constant(alpha_f), at, &mut slopes);
            if self.without_k_g {
                let k_g = self.step.k_g(|x| x, system, end, inertia);
                for (place, _) in self.step.rotations() {
                    let [phi, k_g] = [&end.increment, &k_g].map(|x| Vec3::from_slice(&x[place.v..]));
                    let seen = self.step.chart.tangent_inverse(-phi, k_g * inverse.scale(alpha_f)); // (95)
                    (Vec3::from_slice(&slopes[place.v..]) - seen).write(&mut slopes[place.v..]);
                }
            }
        }
        for i in 0..n {
            work.delta_history[i] = rates[i] - history[i];
            work.delta_history[n + i] = slopes[i] - history[n + i];
        }
        self.estimate_error(work);
        for (j, multiplier) in multipliers.into_iter().enumerate() {
            work.delta_history[2 * n + j] = multiplier - history[2 * n + j];
        }
    }
}
