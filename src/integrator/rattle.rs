//! RATTLE on Lie groups: the variational scheme RATTLie of Hante, Arnold (2021), Journal of Computational and Applied
//! Mathematics 387, with velocities seen from the body and a constant mass matrix M.
//!
//! The motion makes the sum of h (v.M v/2 - (V(q0) + V(q1))/2 - (Phi(q0).lambda- + Phi(q1).lambda+)/2) over all steps
//! stationary, where q1 = q0 exp(h v) with the velocity v of the step. A change of q1 alone changes h v by T(h v)^-1 times it, one
//! of q0 alone by -T(-h v)^-1 times it, and T(-psi) is the transpose of T(psi), so that
//!
//! ```text
//! T(h v)^-1 M v  = M v0 + h/2 (f(q0, v0, t0) - B(q0)^T lambda-),   Phi(q1, t1) = 0,          (L)
//! M v1 = T(-h v)^-1 M v + h/2 (f(q1, v1, t1) - B(q1)^T lambda+),   B(q1) v1 + Phi_t = 0,     (R)
//! ```
//!
//! where M v0 and M v1 are the momenta at both ends. Gyroscopic torques are in T, and f are forces without them; forces that
//! depend on velocities are taken at the same end as positions, so a step backwards takes back a step, whatever acts. The
//! scheme is of order 2, symplectic, and keeps momenta that a symmetry preserves; the energy oscillates by what is of order 2
//! and does not drift.
//!
//! Newton's unknowns are the corrections of h (v - v0) from its predictor and of h (v1 - v), one per velocity, and lambda-
//! and lambda+ times h^2/2. Either of the multipliers is of order 1 alone, with errors of opposite sign: (lambda- + lambda+)/2
//! is lambda in the middle of the step with an error of order 2, and (v1 - v0)/h is v'. The method remembers both at the end of
//! the step, carried there by slopes that the middles of two steps give: what outputs show of accelerations and reactions,
//! of order 2. The motion does not depend on them. Where a constraint leads the mechanism through a dead point, where it acts on no
//! velocity, either multiplier is wrong there by more than its size: with prescribed motions outputs show v' and multipliers that
//! solve M v1' = f - B^T lambda and Phi'' = 0 at the end of the step, which are unknowns of their own.

use super::implicit::Implicit;
use super::method::{Integrator, Scheme};
use super::newton::TangentOperator;
use super::scheme::{self, AtStart, ImplicitKind, ImplicitLayout};
use super::step::{Begin, Directions, End, ImplicitScheme, Step};
use super::workspace::Workspace;
use crate::lie::RotationChart;
use crate::lie::so3::AngleFunctions;
use crate::num::{Dual, Real, Vec3};
use crate::problem::{Constrained, Layout};

/// The method.
pub const METHOD: Integrator = Integrator {
    name: "rattle",
    order: 2,
    summary: "implicit, order 2, symplectic: no drift of the energy over long times; solves constraints",
    citation: "Hante, Arnold (2021), RATTLie; Andersen (1983)",
    scheme: Scheme::Implicit(&SCHEME),
};

/// The weight of either end of a step: the action is summed by the trapezoidal rule.
const WEIGHT: f64 = 0.5;

/// Equations of motion at both ends of a step, with multipliers of their own. The history is v' and its slope, multipliers and
/// theirs.
static SCHEME: scheme::ImplicitScheme = scheme::ImplicitScheme {
    kind: ImplicitKind::Rattle,
    points: &[(0.0, WEIGHT), (1.0, WEIGHT)],
    error_order: None,
    rate_blocks: 2,
    multiplier_blocks: 2,
    holds_velocities: true,
    is_one_step: true,
    needs_constant_mass: true,
    has_settings: false,
    solves_constraints: true,
    solves_end: scheme::SolvesEnd::WithDrives,
    has_stages: false,
};

/// A step of the method.
#[derive(Debug)]
pub struct Rattle<'a, R> {
    /// The step, whose scale is h^2/2 and whose derivative of the velocities is 1/h.
    step: Step<'a, R>,
    /// The predictors of h (v - v0) and of h (v1 - v), and of v' at the end where that is an unknown.
    predicted: Vec<R>,
}

/// Returns (T(psi)^-1 - 1) p.
fn turned<R: Real>(psi: Vec3<R>, p: Vec3<R>) -> Vec3<R> {
    let half = psi * R::constant(0.5);
    let f = AngleFunctions::within_half_turn(half);
    let once = half.cross(p);
    once + half.cross(once) * f.four_f3() // (A3)
}

impl<'a, R: Real> ImplicitScheme<'a, R> for Rattle<'a, R> {
    fn begins_with_slopes(_: &Implicit) -> bool {
        true
    }

    fn history(settings: &Implicit, at: &AtStart<R>, _: impl FnOnce() -> Vec<R>) -> Vec<R> {
        let slopes = at.slopes.as_ref().expect("what it begins with");
        let [rates, multipliers] = [[&at.rate, &slopes.jerk], [&at.multipliers, &slopes.multipliers]];
        at.history(&SCHEME, settings, [&rates.map(Vec::as_slice).concat(), &multipliers.map(Vec::as_slice).concat()])
    }

    fn new(
        (layout, sizes): (&'a Layout, ImplicitLayout),
        settings: &Implicit,
        ((t, h), (q, v, history)): Begin<'a, R>,
    ) -> Self {
        R::note("predictor: h v + h^2/2 v', and h^2/2 (v' + h v'')");
        let (n, scale) = (sizes.rates, (h * h).scale(WEIGHT));
        let [rates, multipliers] = sizes.of_scheme(history);
        let (rates, slopes) = rates.split_at(n);
        let first = rates.iter().map(|rate| scale * *rate);
        let second = rates.iter().zip(slopes).map(|(rate, slope)| scale * (*rate + h * *slope));
        let known = sizes.known(history);
        let last = if sizes.solves_end { known.rate } else { &[] };
        let predicted: Vec<R> = first.chain(second).chain(last.iter().map(|rate| scale * *rate)).collect();
        let predicted_q = v.iter().zip(&predicted[..n]).map(|(v, w)| h * *v + *w).collect();
        let velocity_slope = R::one() / h;
        let chart = RotationChart::RotationVector;
        let mut first_guess = Vec::new();
        if settings.newton.begins_with_last() {
            R::note("Newton's method begins with h^2/2 lambda in the middle of the step");
            let (multipliers, slopes) = multipliers.split_at(sizes.multipliers);
            let middle = multipliers.iter().zip(slopes).map(|(x, slope)| scale * (*x + (h * *slope).scale(0.5)));
            let middle: Vec<R> = middle.collect();
            first_guess = [vec![R::zero(); predicted.len()], middle.clone(), middle].concat();
            if sizes.solves_end {
                first_guess.extend(known.multipliers.iter().map(|x| scale * *x));
            }
        }
        let reference = None;
        let step = Step {
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
        Self { step, predicted }
    }

    fn step(&self) -> &Step<'a, R> {
        &self.step
    }

    fn end(&self, unknowns: &[R], _: &[R]) -> End<R> {
        R::note("end of step: h (v - v0), h (v1 - v), v1 from the unknowns");
        let Step { sizes, h, v: v0, velocity_slope, .. } = self.step;
        let (n, mut v) = (sizes.rates, v0.to_vec());
        let scaled_rate: Vec<R> = self.predicted.iter().zip(unknowns).map(|(p, d)| *p + *d).collect();
        let (first, second) = scaled_rate.split_at(n);
        let mut increment: Vec<R> = first.iter().zip(v0).map(|(w, v)| h * *v + *w).collect();
        increment.extend((0..n).map(|i| increment[i] + second[i]).collect::<Vec<R>>());
        increment.extend(&second[n..]);
        for i in 0..n {
            v[i] = v0[i] + velocity_slope * (first[i] + second[i]);
        }
        let q = self.step.moved(&increment);
        End { q, v, scaled_multipliers: unknowns[scaled_rate.len()..].to_vec(), scaled_rate, increment }
    }

    fn directions(&self, _: &[R], end: &End<R>, operator: TangentOperator, _: &[Vec<(usize, R)>]) -> Directions<R> {
        R::note("derivatives of the end of the step by the unknowns: T(psi), 1/h");
        let Step { sizes, velocity_slope, .. } = self.step;
        let (n, count) = (sizes.rates, sizes.unknown_count());
        let units: Vec<Vec<(usize, R)>> = (0..count).map(|i| vec![(i, R::one())]).collect();
        let q = self.step.moved_along(end, operator, &units[..n]);
        let mut v: Vec<_> = (0..n).map(|i| vec![(i, velocity_slope), (n + i, velocity_slope)]).collect();
        v.resize(self.step.v.len(), Vec::new());
        let (scaled_rate, scaled_multipliers) = units.split_at(end.scaled_rate.len());
        let (scaled_rate, scaled_multipliers) = (scaled_rate.to_vec(), scaled_multipliers.to_vec());
        Directions { increment: Vec::new(), q, v, scaled_rate, scaled_multipliers }
    }

    /// Writes the residuals of (L) and (R), times h, then those of the constraints at the end.
    fn residual<S: Real, C: Constrained<S>>(
        &self,
        lift: impl Fn(R) -> S,
        system: &mut C,
        end: &End<S>,
        out: &mut Vec<S>,
    ) {
        let Step { layout, sizes, t, h, q, v, scale, .. } = self.step;
        let constants = |values: &[R]| values.iter().map(|x| lift(*x)).collect::<Vec<S>>();
        let (n, q0, v0, h0, scale) = (sizes.rates, constants(q), constants(v), lift(h), lift(scale));
        let [before, after] = [0, 1].map(|point| self.step.point(end, point));
        S::note("both halves of the step: h M (v - v0), h M (v1 - v), forces and constraints");
        let mut last = Vec::new();
        system.residual(lift(t), &q0, &v0, scale, before, out);
        system.residual(lift(t + h), &end.q, &end.v, scale, after, &mut last);
        out.truncate(n);
        S::note("rotations: T(psi)^-1 M v, T(-psi)^-1 M v for the gyroscopic torque  (L), (R)");
        for (factor, place) in
            layout.places().enumerate().filter(|(_, place)| place.factor.rotation().is_some())
        {
            let at = |values: &[S]| Vec3::from_slice(&values[place.v..]);
            let psi = at(before.rate) + at(&v0) * h0;
            let momentum =
                |w| system.angular_momentum(factor, w).expect("a study is made where the method supports it");
            let gyroscopic = |w: Vec3<S>| momentum(w).cross(w) * scale;
            let left = at(out) + (turned(psi, momentum(psi)) + gyroscopic(at(&v0)));
            let right = at(&last) + (gyroscopic(at(&end.v)) - turned(-psi, momentum(psi)));
            left.write(&mut out[place.v..]);
            right.write(&mut last[place.v..]);
        }
        if sizes.solves_end {
            S::note("equations of motion at the end of the step");
            let mut own = Vec::new();
            system.residual(lift(t + h), &end.q, &end.v, scale, self.step.point(end, 2), &mut own);
            last.splice(n..n, own.drain(..n));
        }
        out.append(&mut last);
    }

    fn end_residual<S: Real, C: Constrained<Dual<Dual<S, 1>, 1>>>(
        &self,
        lift: impl Fn(R) -> S,
        moving: &mut C,
        end: &End<S>,
        out: &mut Vec<S>,
    ) {
        if self.step.sizes.solves_end {
            let rate = self.step.point(end, 2).rate;
            self.step.second_rates(lift, moving, (&end.q, &end.v, rate), out);
        }
    }

    fn remember<C: Constrained<R>>(&self, _: &mut C, _: &[R], end: &End<R>, work: &mut Workspace<R>) {
        R::note("increments of the state; v' and lambda at the end, from the middle of the step");
        let Step { sizes, h, history, scale, velocity_slope, .. } = self.step;
        let (n, m, inverse) = (sizes.rates, sizes.multipliers, R::one() / scale);
        let mean = inverse.scale(WEIGHT);
        // where the scheme's own blocks begin
        let (mut first, mut first_multiplier) = (0, 2 * n);
        if sizes.solves_end {
            (first, first_multiplier) = (n, 3 * n + m);
            let at_end = self.step.point(end, 2);
            let places = (0..n).chain(3 * n..3 * n + m);
            for (place, now) in places.zip(at_end.rate.iter().chain(at_end.multipliers)) {
                work.delta_history[place] = *now * inverse - history[place];
            }
        }
        // with equal steps the slope is that between the middles of two steps
        let mut carry = |at: usize, slope_at: usize, middle: R| {
            let (before, slope) = (history[at], history[slope_at]);
            let change = middle - before;
            let slope1 = change * velocity_slope + slope.scale(0.5);
            work.delta_history[at] = change + (h * slope1).scale(0.5);
            work.delta_history[slope_at] = slope1 - slope;
        };
        for i in 0..n {
            carry(first + i, first + n + i, (end.scaled_rate[i] + end.scaled_rate[n + i]) * mean);
        }
        for j in 0..m {
            let sum = end.scaled_multipliers[j] + end.scaled_multipliers[m + j];
            carry(first_multiplier + j, first_multiplier + m + j, sum * mean);
        }
        for i in 0..n {
            work.delta_v[i] = velocity_slope * (end.scaled_rate[i] + end.scaled_rate[n + i]);
        }
    }
}
