//! The length of the next step, from the error estimate of the last: Appendix B of Holzinger, Arnold, Gerstmayr (2024).
//!
//! These are equations over [`Real`] like all others, so a kernel and the native code choose the same steps.

use super::Workspace;
use super::factor::{exp2, log2};
use crate::lie::UnitQuaternion;
use crate::lie::{LieGroup, so3};
use crate::num::{Real, Vec3};
use crate::problem::{Field, Layout};

/// Returns the scaled error of a step, (B16)-(B18); a step is accepted where it is at most one.
///
/// Every local coordinate and every velocity counts with err_j / (atol + rtol max(|xi0_j|, |xi1_j|)), and the norm is
/// the root of the mean square; integrals over the time do not count. `q` and `v` are the state at the beginning of the step, `work` holds its increments and
/// error estimate; a rotation on the group counts as a coordinate of 1 rad. Tolerances: `atol` in the unit of each
/// component (m, rad, m/s, rad/s), `rtol` without.
pub fn error_norm<R: Real>(layout: &Layout, q: &[R], v: &[R], work: &Workspace<R>, atol: R, rtol: R) -> R {
    R::note("scaled error of the step  (B16)-(B18)");
    let scale = |begin: R, delta: R| atol + rtol * begin.abs().max((begin + delta).abs());
    let mut squares = Vec::new();
    for place in layout.places() {
        let on_group = place.factor.group_rotation().is_some();
        for i in 0..place.factor.local_count() {
            let s = if on_group { atol + rtol } else { scale(q[place.q + i], work.delta_q[place.q + i]) };
            squares.push((work.error[place.local + i] / s).square());
        }
    }
    for (i, (v, delta)) in v.iter().zip(&work.delta_v).enumerate().take(layout.quadratures().start) {
        squares.push((work.error[layout.local_count() + i] / scale(*v, *delta)).square());
    }
    mean(squares).sqrt()
}

/// Multiplies the error estimates of values of first order, which are velocities without coordinates.
pub fn scale_values<R: Real>(layout: &Layout, error: &mut [R], by: R) {
    for place in layout.places() {
        for i in place.v..place.v + place.factor.first_order_count() {
            let error = &mut error[layout.local_count() + i];
            *error = *error * by;
        }
    }
}

/// Returns the scaled error of a derivative of the state over a step, as [`error_norm`] does of the state: `slopes` are the derivatives
/// of q and v at its beginning, `change` how these change over it, `error` the derivatives of the error estimates. A rotation on the
/// group counts with the angle by which the derivative turns it.
pub fn error_norm_of_slopes<R: Real>(
    layout: &Layout,
    (slopes, change): (&[R], &[R]),
    error: &[R],
    (atol, rtol): (R, R),
) -> R {
    R::note("scaled error of a derivative over the step");
    let scale = |i: usize| atol + rtol * slopes[i].abs().max((slopes[i] + change[i]).abs());
    let mut squares = Vec::new();
    for place in layout.places() {
        let turned = place.factor.group_rotation().map(|_| {
            let numbers = &slopes[place.q..place.q + place.factor.coordinate_count()];
            // twice the largest is at least the angle of Euler parameters over the root of three
            atol + rtol * numbers.iter().fold(R::zero(), |most, x| most.max(x.abs())).scale(2.0)
        });
        for i in 0..place.factor.local_count() {
            let s = turned.unwrap_or_else(|| scale(place.q + i));
            squares.push((error[place.local + i] / s).square());
        }
    }
    for i in 0..layout.quadratures().start {
        squares.push((error[layout.local_count() + i] / scale(layout.coordinate_count() + i)).square());
    }
    mean(squares).sqrt()
}

fn mean<R: Real>(values: Vec<R>) -> R {
    let share = 1.0 / values.len().max(1) as f64;
    values.into_iter().reduce(|a, b| a + b).map_or_else(R::zero, |sum| sum.scale(share))
}

/// How the errors of the last steps decide the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ControllerKind {
    /// The last error alone, (B19): the elementary controller.
    I,
    /// Proportional and integral, PI.4.2 of Soderlind (2003), ACM Transactions on Mathematical Software 29: calmer
    /// where the step is limited by stability.
    #[default]
    Pi,
    /// Proportional, integral and derivative, with the error before these: Soderlind (2003), with the gains 0.58, 0.21,
    /// 0.1 that the code ARKODE has as default.
    Pid,
}

impl ControllerKind {
    /// All controllers, with the word that a scenario uses; the default first.
    pub const ALL: &'static [(&'static str, ControllerKind)] =
        &[("pi", ControllerKind::Pi), ("i", ControllerKind::I), ("pid", ControllerKind::Pid)];

    /// Returns the exponents of 1/err of the last three steps, the newest first, times q + 1.
    fn gains(self) -> [f64; 3] {
        match self {
            ControllerKind::I => [1.0, 0.0, 0.0],
            ControllerKind::Pi => [0.6, -0.2, 0.0],
            ControllerKind::Pid => [0.58, -0.21, 0.1],
        }
    }
}

/// Chooses the next step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Controller {
    /// How the errors of the last steps enter.
    pub kind: ControllerKind,
    /// f_sfty of (B20), below one: the part of the optimal step that is taken.
    pub safety: f64,
    /// The smallest factor between two steps, taken where the error is not a finite number too; at least 1/16.
    pub shrink: f64,
    /// f_maxInc of (B20): the largest factor, at most 16.
    pub growth: f64,
    /// The order q of the error estimate, [`super::Integrator::error_order`]: it vanishes like h^(q + 1).
    pub order: usize,
}

/// Factors are multiples of one over this: tiny differences between devices do not change the step, but where a factor
/// lies within rounding of a multiple.
const GRID: f64 = 64.0;
/// What is larger counts as not finite. Representable in single precision.
const LARGEST_ERROR: f64 = 1e30;

impl Controller {
    /// Returns a controller with the usual limits: safety 0.9, factors from 3/16 to 5.
    pub fn new(kind: ControllerKind, order: usize) -> Self {
        Self { kind, safety: 0.9, shrink: 3.0 / 16.0, growth: 5.0, order }
    }

    /// Returns the factor from this step to the next, (B19) and (B20): safety err^(-1/(q + 1)) for kind I, within the
    /// limits, rounded down to a multiple of 1/64. (q + 1 is the order of the pair, p; (B19) has p + 1.)
    ///
    /// `err` is the scaled error of this step; `previous` those of the last two accepted steps before it, the newer
    /// first, one where there were none. A step that is not accepted (err > 1) is repeated with the factor of kind I,
    /// whatever the kind. `after_rejection` holds where this step is such a repetition: then the next does not grow.
    pub fn next<R: Real>(&self, err: R, previous: [R; 2], after_rejection: R::Mask) -> R {
        R::note("factor from this step to the next  (B19), (B20)");
        let share = |gain: f64| gain / (self.order as f64 + 1.0);
        let [gain, second, third] = self.kind.gains();
        let finite = err.less_equal(R::constant(LARGEST_ERROR));
        let log = log2(R::select(finite, err, R::one()));
        let mut exponent = log.scale(share(gain));
        for (gain, error) in [(second, previous[0]), (third, previous[1])] {
            if gain != 0.0 {
                exponent = exponent + log2(error).scale(share(gain));
            }
        }
        let exponent = R::select(accepted(err), exponent, log.scale(share(1.0)));
        let [shrink, growth] = [self.shrink, self.growth].map(R::constant);
        // the limits are where exp2 holds; they are met exactly
        let exponent = (R::constant(self.safety.log2()) - exponent).max(R::constant(-4.0)).min(R::constant(4.0));
        let factor = R::select(finite, exp2(exponent), shrink).min(growth).max(shrink);
        let factor = R::select(after_rejection, factor.min(R::one()), factor);
        factor.scale(GRID).floor().scale(GRID.recip())
    }
}

/// Holds where a step with that scaled error is accepted; false where the error is not a number.
pub fn accepted<R: Real>(err: R) -> R::Mask {
    err.less_equal(R::one())
}

/// Returns a first step (s) for the tolerances of [`error_norm`] and a method whose error estimate has the order
/// `order`, by two evaluations of the dynamics: Hairer, Norsett, Wanner (1993), Section II.4.
///
/// It is rounded down to a power of two (but for the rounding of exp), so that tiny differences between devices do not
/// change it. Positive, and small where the dynamics are not finite.
pub fn first_step<R: Real, F: Field<R>>(
    field: &mut F,
    t: R,
    q: &[R],
    v: &[R],
    (atol, rtol): (R, R),
    order: usize,
) -> R {
    R::note("first step");
    let layout = field.layout().clone();
    let rates = |field: &mut F, t: R, q: &[R], v: &[R]| -> Vec<R> {
        let mut out = vec![R::zero(); layout.local_count() + layout.velocity_count()];
        let (slopes, acceleration) = out.split_at_mut(layout.local_count());
        for place in layout.places() {
            let n = place.factor.local_count();
            match place.factor.vector_rotation() {
                Some(parameterisation) => {
                    parameterisation.slope(&q[place.q..], &v[place.v..], &mut slopes[place.local..]);
                }
                None => slopes[place.local..place.local + n].copy_from_slice(&v[place.v..place.v + n]),
            }
        }
        field.acceleration(t, q, v, acceleration);
        out.truncate(layout.local_count() + layout.quadratures().start);
        out
    };
    let mut begin: Vec<R> = Vec::new();
    for place in layout.places() {
        let on_group = place.factor.group_rotation().is_some();
        let n = place.factor.local_count();
        begin.extend((0..n).map(|i| if on_group { R::one() } else { q[place.q + i] }));
    }
    begin.extend_from_slice(&v[..layout.quadratures().start]);
    let norm = |x: &[R]| {
        let ratio = |(x, y): (&R, &R)| (*x / (atol + rtol * y.abs())).square();
        mean(x.iter().zip(&begin).map(ratio).collect()).sqrt()
    };
    let small = |x: R, limit: f64| x.less(R::constant(limit));
    let f0 = rates(field, t, q, v);
    let (d0, d1) = (norm(&begin), norm(&f0));
    let tiny = small(d0, 1e-5) | small(d1, 1e-5);
    let h0 = R::select(tiny, R::constant(1e-6), (d0 / R::select(tiny, R::one(), d1)).scale(0.01));
    // a step of Euler's method
    let (mut q1, mut v1) = (q.to_vec(), v.to_vec());
    v1.iter_mut().zip(&f0[layout.local_count()..]).for_each(|(v, a)| *v = *v + h0 * *a);
    for place in layout.places() {
        match place.factor.group_rotation() {
            Some(parameterisation) => {
                let psi = Vec3::from_slice(&f0[place.local..]) * h0;
                parameterisation.compose(&q[place.q..], UnitQuaternion::exp(psi), &mut q1[place.q..]);
            }
            None => {
                for i in 0..place.factor.local_count() {
                    q1[place.q + i] = q[place.q + i] + h0 * f0[place.local + i];
                }
            }
        }
    }
    let mut f1 = rates(field, t + h0, &q1, &v1);
    for place in layout.places() {
        if place.factor.group_rotation().is_some() {
            let psi = Vec3::from_slice(&f0[place.local..]) * h0;
            so3::tangent_inverse(psi, Vec3::from_slice(&f1[place.local..])).write(&mut f1[place.local..]); // (25)
        }
    }
    let change: Vec<R> = f1.iter().zip(&f0).map(|(a, b)| (*a - *b) / h0).collect();
    let d2 = norm(&change);
    let largest = d1.max(d2);
    let flat = small(largest, 1e-15);
    let power = (R::constant(0.01) / R::select(flat, R::one(), largest)).ln().scale(1.0 / (order as f64 + 1.0)).exp();
    let h1 = R::select(flat, h0.scale(1e-3).max(R::constant(1e-6)), power);
    let h = h0.scale(100.0).min(h1);
    // what is not finite is not less than anything
    let usable = R::zero().less(h) & h.less(R::constant(1e9)) & largest.less(R::constant(LARGEST_ERROR));
    let h = R::select(usable, h, R::constant(1e-6));
    (h.ln().scale(std::f64::consts::LOG2_E).floor()).scale(std::f64::consts::LN_2).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_follow_the_error_within_their_limits() {
        let controller = Controller::new(ControllerKind::I, 4);
        let next = |err: f64| controller.next(err, [1.0, 1.0], false);
        assert_eq!(next(1.0), (0.9f64 * 64.0).floor() / 64.0);
        // 0.9 2^(-1/5) and 0.9 (1/32)^(-1/5) = 1.8
        assert_eq!(next(2.0), (0.9 * 2f64.powf(-0.2) * 64.0).floor() / 64.0);
        assert_eq!(next(1.0 / 32.0), (1.8f64 * 64.0).floor() / 64.0);
        assert_eq!(next(0.0), 5.0);
        assert_eq!(next(1e-300), 5.0);
        for bad in [f64::NAN, f64::INFINITY, 1e200, 1e25, 1e5] {
            assert_eq!(next(bad), 3.0 / 16.0, "{bad}");
        }
        assert!(accepted(1.0f64) && !accepted(1.1f64) && !accepted(f64::NAN));
    }

    #[test]
    fn a_step_after_a_rejection_does_not_grow() {
        for kind in [ControllerKind::I, ControllerKind::Pi, ControllerKind::Pid] {
            let controller = Controller::new(kind, 2);
            assert!(controller.next(1e-3f64, [1.0, 1.0], false) > 1.0);
            assert_eq!(controller.next(1e-3f64, [1.0, 1.0], true), 1.0);
            // a rejected step is repeated with a shorter one, whatever came before
            for previous in [1e-8, 1.0, 1e8] {
                let factor = controller.next(1.01f64, [previous, previous], false);
                assert_eq!(factor, (0.9 * 1.01f64.powf(-1.0 / 3.0) * 64.0).floor() / 64.0);
            }
        }
    }

    #[test]
    fn memory_damps_the_step() {
        let next = |kind, err: f64, previous| Controller::new(kind, 4).next(err, [previous, previous], false);
        // a falling error lets the step grow less than the same error that stays
        let (falling, constant) = (next(ControllerKind::Pi, 0.1, 1.0), next(ControllerKind::Pi, 0.1, 0.1));
        assert!(falling > constant, "{falling} {constant}");
        assert_eq!(falling, (0.9 * 0.1f64.powf(-0.6 / 5.0) * 64.0).floor() / 64.0);
        assert_eq!(constant, (0.9 * 0.1f64.powf(-0.4 / 5.0) * 64.0).floor() / 64.0);
        let pid = next(ControllerKind::Pid, 0.1, 0.1);
        assert_eq!(pid, (0.9 * 0.1f64.powf(-0.47 / 5.0) * 64.0).floor() / 64.0);
    }
}
