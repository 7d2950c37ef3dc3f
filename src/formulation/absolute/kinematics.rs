//! Positions, velocities and accelerations of bodies and joints, and the residuals of constraints.

use super::bodies::Bodies;
use super::joints::{JointGeometry, Sides};
use crate::lie::UnitQuaternion;
use crate::model::base::{Base, BaseMotion};
use crate::model::constraint::Constraint;
use crate::model::expression;
use crate::model::frame::FrameRef;
use crate::model::state::{FrameRates, FrameState, JointState, Motion};
use crate::num::{Dual, Mat3, Real, Vec3};
use crate::problem::{Layout, along};
use std::ops::Range;

/// Bodies without their masses: how they and the ground move, what joins them, and what else constrains them.
#[derive(Clone, Debug)]
pub(super) struct Kinematics<R> {
    pub bodies: Bodies,
    pub base: Option<BaseMotion>,
    pub parameters: Vec<R>,
    pub joints: Vec<JointGeometry<R>>,
    /// The constraints beside those of joints.
    pub constraints: Vec<Constraint<R>>,
    /// The indices of the angles of joints among the coordinates; the parameters of curves are before them.
    pub angles: Range<usize>,
}

/// The bodies and the ground that joints hang from at an instant.
#[derive(Clone, Debug)]
pub struct AbsoluteState<R> {
    time: R,
    pub(super) bodies: Vec<FrameState<R>>,
    ground: FrameState<R>,
    ground_rates: FrameRates<R>,
    /// The parameters of curves.
    pub(super) curves: Vec<R>,
}

impl<R: Real> AbsoluteState<R> {
    /// Returns the two bodies of a joint.
    pub(super) fn sides(&self, joint: &JointGeometry<R>) -> Sides<'_, R> {
        sides(&self.bodies, &self.ground, joint.bodies)
    }
}

fn sides<'a, R>(bodies: &'a [FrameState<R>], ground: &'a FrameState<R>, of: [FrameRef; 2]) -> Sides<'a, R> {
    of.map(|body| match body {
        FrameRef::Ground => ground,
        FrameRef::Body(i) => &bodies[i],
    })
}

/// Returns a body as a function of the time at an instant.
fn in_time<R: Real>(state: &FrameState<R>, rates: &FrameRates<R>) -> FrameState<Dual<R, 1>> {
    let number = |re: R, rate: R| Dual { re, eps: [rate] };
    let vector = |v: Vec3<R>, rate: Vec3<R>| Vec3::new(number(v.x, rate.x), number(v.y, rate.y), number(v.z, rate.z));
    let w = state.angular_velocity;
    // R' = R w~, and half of it for the quaternion
    let [x, y, z] = state.rotation.rows.map(|row| vector(row, row.cross(w)));
    let half = UnitQuaternion { w: R::zero(), v: w * R::constant(0.5) };
    let (q, slope) = (state.orientation, state.orientation.multiply(half));
    FrameState {
        position: vector(state.position, state.velocity),
        velocity: vector(state.velocity, rates.acceleration),
        orientation: UnitQuaternion { w: number(q.w, slope.w), v: vector(q.v, slope.v) },
        rotation: Mat3::from_rows(x, y, z),
        angular_velocity: vector(w, rates.angular_acceleration),
    }
}

impl<R: Real> Kinematics<R> {
    /// Returns the kinematics in other numbers.
    fn map<S: Real>(&self, f: impl Fn(R) -> S) -> Kinematics<S> {
        Kinematics {
            bodies: self.bodies,
            base: self.base.clone(),
            parameters: self.parameters.iter().map(|p| f(*p)).collect(),
            joints: self.joints.iter().map(|joint| joint.map(&f)).collect(),
            constraints: self.constraints.iter().map(|constraint| constraint.map(&f)).collect(),
            angles: self.angles.clone(),
        }
    }

    /// Returns the states of the bodies and the ground at the time `t` (s).
    pub(super) fn state(&self, t: R, q: &[R], v: &[R]) -> AbsoluteState<R> {
        R::note("bodies: positions, orientations and velocities");
        let bodies = self.bodies.states(q, v);
        let base = self.base.as_ref().map_or_else(Base::at_rest, |base| base.at(t, &self.parameters));
        let Base { position, velocity, acceleration, rotation, orientation, angular_velocity, angular_acceleration } =
            base;
        AbsoluteState {
            time: t,
            bodies,
            ground: FrameState { position, velocity, orientation, rotation, angular_velocity },
            ground_rates: FrameRates { acceleration, angular_acceleration },
            curves: q[self.bodies.counts().0..self.angles.start].to_vec(),
        }
    }

    /// Returns the coordinates and velocities of every joint.
    pub(super) fn states_of_joints(&self, at: &AbsoluteState<R>, q: &[R]) -> Vec<JointState<R>> {
        R::note("joints: coordinates and velocities from those of bodies");
        self.angles_of_joints(q).map(|(joint, near)| joint.state(at.sides(joint), near)).collect()
    }

    /// Writes the angles of joints at the time `t` (s): of those that differ by whole turns the nearest to those in `q`.
    pub(super) fn follow_angles(&self, t: R, q: &[R], angles: &mut [R]) {
        let (_, velocity_count) = self.bodies.counts();
        let at = self.state(t, q, &vec![R::zero(); velocity_count]);
        let all = self.angles_of_joints(q).flat_map(|(joint, near)| joint.angles(at.sides(joint), near));
        angles.iter_mut().zip(all).for_each(|(angle, now)| *angle = now);
    }

    /// Returns the angles of joints among the coordinates, joint by joint.
    fn angles_of_joints<'a>(&self, q: &'a [R]) -> impl Iterator<Item = (&JointGeometry<R>, &'a [R])> {
        let mut rest = &q[self.angles.clone()];
        self.joints.iter().map(move |joint| {
            let (own, others) = rest.split_at(joint.angle_count());
            rest = others;
            (joint, own)
        })
    }

    /// Returns the accelerations of some joints, on each of their degrees of freedom.
    pub(super) fn accelerations_of_joints<'a>(
        &'a self,
        at: &AbsoluteState<R>,
        rates: &[FrameRates<R>],
        which: impl Iterator<Item = &'a JointGeometry<R>>,
    ) -> Vec<Vec<R>> {
        R::note("accelerations of joints: their velocities along the motion");
        let bodies: Vec<_> = at.bodies.iter().zip(rates).map(|(state, rates)| in_time(state, rates)).collect();
        let ground = in_time(&at.ground, &at.ground_rates);
        let of_joint = |joint: &JointGeometry<R>| {
            let near = vec![Dual::zero(); joint.angle_count()];
            let state = joint.map(Dual::resting).state(sides(&bodies, &ground, joint.bodies), &near);
            let rotation = state.rotation.into_iter().flat_map(|(_, w)| w.to_array());
            state.velocities.into_iter().chain(rotation).map(|velocity| velocity.eps[0]).collect()
        };
        which.map(of_joint).collect()
    }

    /// Returns the motion of bodies and joints, as constraints see it.
    pub(super) fn with_motion<T>(&self, at: &AbsoluteState<R>, q: &[R], f: impl FnOnce(&Motion<'_, R>) -> T) -> T {
        let joints = self.states_of_joints(at, q);
        f(&Motion {
            time: at.time,
            bodies: &at.bodies,
            joints: &joints,
            variables: &[],
            sides: expression::Sides::none(),
            curves: &at.curves,
            reactions: &[],
        })
    }

    /// Returns the parameters of the places on curves that are nearest to their points, from those in the state.
    pub(super) fn nearest_on_curves(&self, q: &[R], v: &[R]) -> Vec<R> {
        let at = self.state(R::zero(), q, v);
        self.with_motion(&at, q, |motion| self.constraints.iter().filter_map(|c| c.nearest_on_curve(motion)).collect())
    }

    /// Sets the constants of constraints that the scenario leaves to the initial state, which this is.
    pub(super) fn keep_initial_values(&mut self, q: &[R], v: &[R]) {
        let at = self.state(R::zero(), q, v);
        let values: Vec<R> =
            self.with_motion(&at, q, |motion| self.constraints.iter().map(|c| c.quantity(motion)).collect());
        for (constraint, value) in self.constraints.iter_mut().zip(values) {
            constraint.value.get_or_insert(value);
        }
    }

    /// Counts all constraints, in use or not.
    pub(super) fn row_count(&self) -> usize {
        self.joints.iter().map(JointGeometry::row_count).sum::<usize>() + self.constraints.len()
    }

    /// Returns the residuals Phi of all constraints, in use or not: those of joints, then the others.
    pub(super) fn all_residuals(&self, at: &AbsoluteState<R>, q: &[R]) -> Vec<R> {
        let mut all = Vec::new();
        for joint in &self.joints {
            joint.residuals(at.sides(joint), &mut all);
        }
        if !self.constraints.is_empty() {
            self.with_motion(at, q, |motion| all.extend(self.constraints.iter().map(|c| c.residual(motion))));
        }
        all
    }

    /// Returns Phi, Phi' and Phi'' of all constraints along the motion with the given rates of the velocities.
    pub(super) fn residuals_in_time(&self, layout: &Layout, t: R, (q, v): (&[R], &[R]), rate: &[R]) -> [Vec<R>; 3] {
        let (q, v) = along(layout, q, v, rate);
        let rate: Vec<Dual<R, 1>> = rate.iter().map(|rate| Dual::resting(*rate)).collect();
        let (q, v) = along(layout, &q, &v, &rate);
        let moving = self.map(|x| Dual::resting(Dual::resting(x)));
        let time = Dual { re: Dual { re: t, eps: [R::one()] }, eps: [Dual::one()] };
        let all = moving.all_residuals(&moving.state(time, &q, &v), &q);
        let part = |of: fn(&Dual<Dual<R, 1>, 1>) -> R| all.iter().map(of).collect();
        [part(|x| x.re.re), part(|x| x.re.eps[0]), part(|x| x.eps[0].eps[0])]
    }
}
