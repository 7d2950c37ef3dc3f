//! Generalized-alpha on Lie groups, index 3: Algorithm 5 of Holzinger, Arnold, Gerstmayr (2024); Arnold, Bruls (2007),
//! Multibody System Dynamics 18; Bruls, Cardona, Arnold (2012), Mechanism and Machine Theory 48.
//!
//! Newton's unknowns of a step are the correction of the increment Delta q from its predictor, one per velocity, and
//! the multipliers times beta h^2, which is the scaling of Bottasso, Dopico, Trainelli (2008). The method remembers v',
//! the slope (a - v')/h of the auxiliary acceleration, from which a follows for a step of any length, and lambda.

use super::implicit::Coefficients;
use super::memory::MemoryPlaces;
use super::method::{Integrator, Scheme};
use super::newton::TangentOperator;
use super::step::{Directions, End, ImplicitScheme, Step};
use super::workspace::Workspace;
use crate::num::Real;
use crate::problem::{Constrained, Layout, Unknowns};

/// The method; its coefficients are those of the study.
pub const GENERALIZED_ALPHA: Integrator = Integrator {
    name: "generalized_alpha",
    order: 2,
    summary: "implicit, order 2, with numerical damping; solves constraints",
    citation: "Arnold, Bruls (2007); Holzinger, Arnold, Gerstmayr (2024), Algorithm 5",
    scheme: Scheme::GeneralizedAlpha,
};

/// A step of the method.
#[derive(Debug)]
pub struct GeneralizedAlpha<'a, R> {
    /// Of which the scale is beta h^2, the derivative of the velocities gamma', (33), and the predictor line 5.
    step: Step<'a, R>,
    coefficients: Coefficients,
    /// The predictor of the increment of velocities, line 4.
    predicted_v: Vec<R>,
    /// The part of the auxiliary acceleration at the end that the state decides, line 3.
    auxiliary: Vec<R>,
}

impl<'a, R: Real> GeneralizedAlpha<'a, R> {
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
        let (scale, velocity_slope) = (h2.scale(beta), R::constant(gamma / beta) / h);
        let step = Step { layout, places, t, h, q, v, memory, predicted_q, scale, velocity_slope };
        Self { step, coefficients, predicted_v, auxiliary }
    }

    /// Writes the estimates of the errors of local coordinates, C h^3 v'' with the difference of v' over the step for h v'';
    /// zero for the velocities, whose error is of higher order in the step than what decides it.
    fn estimate_error(&self, work: &mut Workspace<R>) {
        R::note("error estimate C h^2 (v1' - v')");
        let factor = self.step.scale.scale(self.coefficients.local_error() / self.coefficients.beta);
        work.error.fill(R::zero());
        for place in self.step.layout.places() {
            for i in 0..place.factor.local_count() {
                work.error[place.local + i] = factor * work.delta_memory[place.v + i];
            }
        }
    }
}

impl<R: Real> ImplicitScheme<R> for GeneralizedAlpha<'_, R> {
    fn step(&self) -> &Step<'_, R> {
        &self.step
    }

    /// Returns B(q0)^T eta h, of the stabilised index-2 formulation; empty at index 3.
    fn correction<C: Constrained<R>>(&self, system: &mut C, stabilisers: &[R]) -> Vec<R> {
        if stabilisers.is_empty() {
            return Vec::new();
        }
        let Step { layout, places, t, q, v, .. } = self.step;
        let rate = vec![R::zero(); places.rates];
        let mut out = Vec::new();
        system.residual(t, q, v, R::zero(), Unknowns { rate: &rate, multipliers: stabilisers }, &mut out);
        let mut correction = vec![R::zero(); places.rates];
        for place in layout.places().filter(|place| place.factor.coordinate_count() > 0) {
            let own = place.v..place.v + place.factor.velocity_count();
            correction[own.clone()].copy_from_slice(&out[own]);
        }
        correction
    }

    /// Returns the end of the step for values of the unknowns: lines 6, 15 to 18.
    fn end(&self, unknowns: &[R], correction: &[R]) -> End<R> {
        R::note("end of step: Delta q, v, v' from the unknowns  (lines 14, 16, 17)");
        let n = self.step.places.rates;
        let (corrections, multipliers) = unknowns.split_at(n);
        let multipliers = &multipliers[..self.step.places.multipliers];
        let mut increment: Vec<R> = self.step.predicted_q.iter().zip(corrections).map(|(p, d)| *p + *d).collect();
        increment.iter_mut().zip(correction).for_each(|(increment, c)| *increment = *increment - *c);
        let mut v = self.step.v.to_vec();
        for i in 0..n {
            v[i] = self.step.v[i] + (self.predicted_v[i] + self.step.velocity_slope * corrections[i]);
        }
        let scaled_rate = corrections.iter().map(|d| d.scale(self.coefficients.inertia())).collect();
        let q = self.step.moved(&increment);
        End { q, v, scaled_rate, scaled_multipliers: multipliers.to_vec(), increment }
    }

    fn directions(&self, end: &End<R>, operator: TangentOperator, corrections: &[Vec<(usize, R)>]) -> Directions<R> {
        R::note("derivatives of the end of the step by the unknowns: T(psi), gamma', beta'  (40)");
        let (n, m) = (self.step.places.rates, self.step.places.multipliers);
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
        let scaled_rate = diagonal(n, R::constant(self.coefficients.inertia()));
        let scaled_multipliers = (0..m).map(|j| vec![(n + j, R::one())]).collect();
        Directions { q, v, scaled_rate, scaled_multipliers }
    }

    /// Writes the residuals of motion, times beta h^2, and of the constraints: (39), line 8.
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
    }

    fn remember(&self, unknowns: &[R], end: &End<R>, work: &mut Workspace<R>) {
        R::note("increments of the state  (lines 20, 21)");
        let Step { places, h, memory, scale, velocity_slope, .. } = self.step;
        let (n, inverse) = (places.rates, R::one() / scale);
        for (i, correction) in unknowns[..n].iter().enumerate() {
            let rate = end.scaled_rate[i] * inverse;
            let a = self.auxiliary[i] + rate.scale(1.0 / self.coefficients.inertia());
            work.delta_v[i] = self.predicted_v[i] + velocity_slope * *correction;
            work.delta_memory[i] = rate - memory[i];
            work.delta_memory[n + i] = (a - rate) / h - memory[n + i];
        }
        self.estimate_error(work);
        for j in 0..places.multipliers {
            let multiplier = end.scaled_multipliers[j] * inverse;
            work.delta_memory[2 * n + j] = multiplier - memory[2 * n + j];
        }
    }
}
