//! One step of an explicit Runge-Kutta method on a product of groups.
//!
//! A stage moves a rotation by a product of exponentials exp(h sum_j a1_ij K_j) exp(h sum_j a2_ij K_j) ... from the
//! beginning of the step. Runge-Kutta-Munthe-Kaas methods have one exponential and slopes K = T^-1(psi) W: Algorithm 3
//! of Holzinger, Arnold, Gerstmayr (2024), with the local-global transition map (24) and the kinematic equation (25).
//! Commutator-free and Crouch-Grossman methods have several and slopes K = W. Increments act on the right
//! (R' = R W~), so the exponential that acts first stands on the left. The velocities are a vector; their exponentials
//! add up.

use super::monitor::Monitor;
use super::product::product_minus_one;
use super::weights::{Row, StageWeights, Weights};
use super::workspace::{Plan, Workspace};
use crate::lie::UnitQuaternion;
use crate::lie::so3::{AngleFunctions, exponential, increment};
use crate::num::{Real, Vec3};
use crate::problem::{Factor, Field, Place};
use std::ops::Range;

/// Makes one step, see [`super::attempt`]: Algorithm 3, where a rotation is a product of exponentials if the method has
/// several.
pub(super) fn attempt<R: Real, F: Field<R>>(
    field: &mut F,
    (t, h): (R, R),
    q: &[R],
    v: &[R],
    work: &mut Workspace<R>,
) -> Monitor<R> {
    let Workspace {
        plan: Plan::Explicit(plan),
        clearance,
        bounds_turns,
        slopes_q,
        slopes_v,
        q_stage,
        v_stage,
        delta_q,
        delta_v,
        error,
        estimates,
        ..
    } = work
    else {
        unreachable!("the workspace was made for this method");
    };
    let (nv, local) = (field.layout().velocity_count(), field.layout().local_count());
    let has_half_slope = |factor: Factor| factor.rotation().is_some_and(|rotation| rotation.has_half_slope());
    let of_place = |place: &Place| place.local..place.local + place.factor.local_count();
    let doubled = field.layout().places().filter(|place| has_half_slope(place.factor)).map(|place| of_place(&place));
    let step = Step { plan, h, half_h: h.scale(0.5), doubled: doubled.collect(), q, v, nv, local };
    let mut monitor = Monitor::bounding_turns(*bounds_turns);
    q_stage.copy_from_slice(q);
    v_stage.copy_from_slice(v);
    for stage in 0..plan.c.len() {
        let (slopes, slope) = slopes_q.split_at_mut(stage * local);
        for place in field.layout().places() {
            if stage == 0 {
                first_slope(&place, q, v, slope); // line 2
            } else {
                let row = &plan.rows[stage - 1];
                step.stage_velocities(row, &place, slopes_v, v_stage); // line 8
                step.stage_coordinates(row, &place, slopes, (v_stage, q_stage, slope), &mut monitor); // line 6
            }
        }
        if stage == 1 {
            monitor.turned_first(h);
        }
        monitor.passed(field.layout(), (h, *clearance), q_stage, v_stage);
        let time = t + h.scale(plan.c[stage]);
        field.acceleration(time, q_stage, v_stage, &mut slopes_v[stage * nv..(stage + 1) * nv]); // lines 3, 11
    }
    // lines 13-15
    for place in field.layout().places() {
        step.velocity_increments(&place, slopes_v, delta_v);
        step.coordinate_increments(&place, slopes_q, delta_q, &mut monitor);
    }
    monitor.turned_at_rates(h);
    if plan.c.len() == 1 {
        monitor.first_turn = monitor.largest_turn;
    }
    monitor.ended(field.layout(), q, delta_q);
    step.estimate_error((slopes_q, slopes_v), error, estimates); // (B16)
    monitor
}

/// A step: the method, the state that it begins at, and its length.
struct Step<'a, R> {
    plan: &'a StageWeights,
    /// Length and half of it, s.
    h: R,
    half_h: R,
    /// The local coordinates whose slopes are twice those of the array: see
    /// [`crate::lie::RotationParameterisation::slope_but_half`].
    doubled: Vec<Range<usize>>,
    /// Coordinates and velocities at the beginning.
    q: &'a [R],
    v: &'a [R],
    /// Numbers of velocities and of local coordinates, by which the slopes of two stages lie apart.
    nv: usize,
    local: usize,
}

impl<R: Real> Step<'_, R> {
    /// Returns h times the weighted sum of the slopes of local coordinate number `i`.
    fn local_sum(&self, weights: &Weights, slopes: &[R], i: usize) -> R {
        let is_doubled = self.doubled.iter().any(|range| range.contains(&i));
        weights.sum(if is_doubled { self.half_h } else { self.h }, slopes, self.local, i)
    }

    /// Sets the velocities of a stage to v + h sum(a k).
    fn stage_velocities(&self, row: &Row, place: &Place, slopes: &[R], v_stage: &mut [R]) {
        R::note("stage: local coordinates h sum(a K) and velocities v + h sum(a k)");
        for (i, v) in v_stage.iter_mut().enumerate().skip(place.v).take(place.factor.velocity_count()) {
            *v = self.v[i] + row.total.sum(self.h, slopes, self.nv, i);
        }
    }

    /// Sets the coordinates of a stage, and the slope of the local coordinates there.
    fn stage_coordinates(
        &self,
        row: &Row,
        place: &Place,
        slopes: &[R],
        (v_stage, q_stage, slope): (&[R], &mut [R], &mut [R]),
        monitor: &mut Monitor<R>,
    ) {
        if let Some(parameterisation) = place.factor.group_rotation() {
            let w = Vec3::from_slice(&v_stage[place.v..]);
            let (turn, k) = self.stage_turn(row, place, slopes, w, monitor);
            R::note("q = q0 exp(psi)  (24), (30)");
            if let Some(turn) = turn {
                parameterisation.compose(&self.q[place.q..], turn, &mut q_stage[place.q..]);
            }
            k.write(&mut slope[place.local..]);
        } else {
            for i in 0..place.factor.local_count() {
                let dq = self.local_sum(&row.total, slopes, place.local + i);
                q_stage[place.q + i] = self.q[place.q + i] + dq; // (29)
            }
            vector_slope(place, q_stage, v_stage, slope);
        }
    }

    /// Returns the rotation exp(psi_1) exp(psi_2) ... of a stage from the beginning of the step, and the slope K =
    /// T^-1(psi) W there.
    fn stage_turn(
        &self,
        row: &Row,
        place: &Place,
        slopes: &[R],
        w: Vec3<R>,
        monitor: &mut Monitor<R>,
    ) -> (Option<UnitQuaternion<R>>, Vec3<R>) {
        let (mut turn, mut k) = (None::<UnitQuaternion<R>>, w);
        for weights in &row.exponentials {
            let half_psi = weights.sum3(self.half_h, slopes, self.local, place.local);
            let f = AngleFunctions::within_half_turn(half_psi);
            let e = exponential(&f, half_psi);
            turn = Some(turn.map_or(e, |first| first.multiply(e)));
            k = self.plan.inverse.apply(&f, half_psi, w); // (25)
            monitor.turned(f.s);
        }
        (turn, k)
    }

    /// Sets the increments of velocities to h sum(b k).
    fn velocity_increments(&self, place: &Place, slopes: &[R], delta_v: &mut [R]) {
        R::note("end of step: h sum(b K), h sum(b k)");
        for (i, delta) in delta_v.iter_mut().enumerate().skip(place.v).take(place.factor.velocity_count()) {
            *delta = self.plan.end.total.sum(self.h, slopes, self.nv, i);
        }
    }

    /// Sets the increments of coordinates to h sum(b K), and those of a rotation to q0 (exp(h sum(b K)) - 1).
    fn coordinate_increments(&self, place: &Place, slopes: &[R], delta_q: &mut [R], monitor: &mut Monitor<R>) {
        if let Some(parameterisation) = place.factor.group_rotation() {
            let turn = self.turn_minus_one(place, slopes, monitor);
            R::note("increment q0 (exp(psi) - 1)  (24), (30)");
            if let Some(turn) = turn {
                parameterisation.increment(&self.q[place.q..], turn, &mut delta_q[place.q..]);
            }
        } else {
            for i in 0..place.factor.local_count() {
                delta_q[place.q + i] = self.local_sum(&self.plan.end.total, slopes, place.local + i); // (29)
            }
        }
    }

    /// Returns exp(psi_1) exp(psi_2) ... - 1 from the beginning to the end of the step.
    fn turn_minus_one(&self, place: &Place, slopes: &[R], monitor: &mut Monitor<R>) -> Option<UnitQuaternion<R>> {
        let mut turn: Option<UnitQuaternion<R>> = None;
        for weights in &self.plan.end.exponentials {
            let half_psi = weights.sum3(self.half_h, slopes, self.local, place.local);
            let f = AngleFunctions::within_half_turn(half_psi);
            let e = increment(&f, half_psi);
            turn = Some(turn.map_or(e, |first| product_minus_one(first, e)));
            monitor.turned(f.s);
        }
        turn
    }

    /// Sets the estimates of the errors of local coordinates and of velocities, h sum((b - b^) K) and h sum((b - b^) k).
    fn estimate_error(&self, (slopes_q, slopes_v): (&[R], &[R]), error: &mut [R], estimates: &mut Vec<[R; 2]>) {
        R::note("error estimate h sum((b - b^) K), h sum((b - b^) k)  (B16)");
        let at = |weights: &Weights, i: usize| match i.checked_sub(self.local) {
            None => self.local_sum(weights, slopes_q, i),
            Some(i) => weights.sum(self.h, slopes_v, self.nv, i),
        };
        estimates.clear();
        for (i, error) in error.iter_mut().enumerate() {
            *error = match &self.plan.errors[..] {
                [one] => at(one, i),
                [one, other, ..] => {
                    let both = [at(one, i), at(other, i)];
                    estimates.push(both);
                    combined(both)
                }
                [] => R::zero(),
            };
        }
    }
}

/// Sets the slope of the local coordinates at the beginning of the step: K = W for a rotation on the group.
fn first_slope<R: Real>(place: &Place, q: &[R], v: &[R], slope: &mut [R]) {
    match place.factor.group_rotation() {
        Some(_) => Vec3::from_slice(&v[place.v..]).write(&mut slope[place.local..]),
        None => vector_slope(place, q, v, slope),
    }
}

/// Sets the slope of coordinates that are integrated like a vector.
fn vector_slope<R: Real>(place: &Place, q: &[R], v: &[R], slope: &mut [R]) {
    let n = place.factor.vector_count();
    match place.factor.rotation() {
        Some(rotation) => rotation.slope_but_half(&q[place.q..], &v[place.v..], &mut slope[place.local..]),
        None => slope[place.local..place.local + n].copy_from_slice(&v[place.v..place.v + n]), // (A1)
    }
}

/// Returns the combined error e |e| / sqrt(e^2 + 0.01 e'^2): of higher order than both, as in the code DOP853 of
/// Hairer, Norsett, Wanner (1993), here component by component.
pub fn combined<R: Real>([e, other]: [R; 2]) -> R {
    let length = (e.square() + other.square().scale(0.01)).sqrt();
    e * e.abs() / R::select(R::zero().less(length), length, R::one())
}
