//! Newton's and Euler's equations, body by body, with what joints lock as constraints.

use super::joints::{JointGeometry, Sides};
use crate::formulation::dynamics::Dynamics;
use crate::lie::{RotationParameterisation, UnitQuaternion};
use crate::model::base::{Base, BaseMotion};
use crate::model::body::MassProperties;
use crate::model::constraint::Constraint;
use crate::model::section::BodyRef;
use crate::model::state::{BodyRates, BodyState, JointState, Loads, Motion, Wrench};
use crate::num::{Dual, Mat3, Real, Sparse3, Vec3};
use crate::problem::Unknowns;
use std::ops::Range;
use std::sync::Arc;

/// The first places of the coordinates and of the velocities of a body; those of its rotation are three further.
pub(super) fn place(rotation: RotationParameterisation, body: usize) -> (usize, usize) {
    (body * (3 + rotation.coordinate_count()), body * (3 + rotation.velocity_count()))
}

/// Bodies, and what joins them.
#[derive(Clone, Debug)]
pub struct AbsoluteDynamics<R> {
    pub(super) parameterisation: RotationParameterisation,
    pub(super) masses: Vec<MassProperties<R>>,
    /// Acceleration of gravity, world frame, m/s^2.
    pub(super) gravity: Sparse3<R>,
    pub(super) base: Option<BaseMotion>,
    pub(super) parameters: Vec<R>,
    pub(super) joints: Vec<JointGeometry<R>>,
    /// Those beside the constraints of joints.
    pub(super) constraints: Vec<Constraint<R>>,
    /// The constraints in use; all where there is nothing.
    pub(super) rows: Option<Arc<[usize]>>,
    /// The places of the angles of joints among the coordinates.
    pub(super) angles: Range<usize>,
}

/// The bodies and the ground that joints hang from at an instant.
#[derive(Clone, Debug)]
pub struct AbsoluteState<R> {
    time: R,
    bodies: Vec<BodyState<R>>,
    ground: BodyState<R>,
    ground_rates: BodyRates<R>,
}

impl<R: Real> AbsoluteState<R> {
    /// The two bodies of a joint.
    fn sides(&self, joint: &JointGeometry<R>) -> Sides<'_, R> {
        sides(&self.bodies, &self.ground, joint.bodies)
    }
}

fn sides<'a, R>(bodies: &'a [BodyState<R>], ground: &'a BodyState<R>, of: [BodyRef; 2]) -> Sides<'a, R> {
    of.map(|body| match body {
        BodyRef::Ground => ground,
        BodyRef::Body(i) => &bodies[i],
    })
}

/// A body as a function of the time at an instant.
fn in_time<R: Real>(state: &BodyState<R>, rates: &BodyRates<R>) -> BodyState<Dual<R, 1>> {
    let number = |re: R, rate: R| Dual { re, eps: [rate] };
    let vector = |v: Vec3<R>, rate: Vec3<R>| Vec3::new(number(v.x, rate.x), number(v.y, rate.y), number(v.z, rate.z));
    let w = state.angular_velocity;
    // R' = R w~, and half of it for the quaternion
    let [x, y, z] = state.rotation.rows.map(|row| vector(row, row.cross(w)));
    let half = UnitQuaternion { w: R::zero(), v: w * R::constant(0.5) };
    let (q, slope) = (state.orientation, state.orientation.multiply(half));
    BodyState {
        position: vector(state.position, state.velocity),
        velocity: vector(state.velocity, rates.acceleration),
        orientation: UnitQuaternion { w: number(q.w, slope.w), v: vector(q.v, slope.v) },
        rotation: Mat3::from_rows(x, y, z),
        angular_velocity: vector(w, rates.angular_acceleration),
    }
}

impl<R: Real> AbsoluteDynamics<R> {
    /// The angles of joints among the coordinates, joint by joint.
    fn angles_of_joints<'a>(&self, q: &'a [R]) -> impl Iterator<Item = (&JointGeometry<R>, &'a [R])> {
        let mut rest = &q[self.angles.clone()];
        self.joints.iter().map(move |joint| {
            let (own, others) = rest.split_at(joint.angle_count());
            rest = others;
            (joint, own)
        })
    }

    /// The accelerations of every body from the rates of the velocities.
    fn rates_of_bodies(&self, q: &[R], v: &[R], rate: &[R]) -> Vec<BodyRates<R>> {
        let rotation = self.parameterisation;
        let of_body = |i: usize| {
            let (iq, iv) = place(rotation, i);
            let angular = rotation.angular_acceleration(&q[iq + 3..], &v[iv + 3..], &rate[iv + 3..]);
            BodyRates { acceleration: Vec3::from_slice(&rate[iv..]), angular_acceleration: angular }
        };
        (0..self.masses.len()).map(of_body).collect()
    }

    /// The accelerations of some joints, on each of their degrees of freedom.
    fn accelerations_of_joints<'a>(
        &'a self,
        at: &AbsoluteState<R>,
        rates: &[BodyRates<R>],
        which: impl Iterator<Item = &'a JointGeometry<R>>,
    ) -> Vec<Vec<R>> {
        R::note("accelerations of joints: their velocities along the motion");
        let bodies: Vec<_> = at.bodies.iter().zip(rates).map(|(state, rates)| in_time(state, rates)).collect();
        let ground = in_time(&at.ground, &at.ground_rates);
        let constant = |re: R| Dual { re, eps: [R::zero()] };
        let of_joint = |joint: &JointGeometry<R>| {
            let near = vec![Dual::zero(); joint.angle_count()];
            let state = joint.map(constant).state(sides(&bodies, &ground, joint.bodies), &near);
            let rotation = state.rotation.into_iter().flat_map(|(_, w)| w.to_array());
            state.velocities.into_iter().chain(rotation).map(|velocity| velocity.eps[0]).collect()
        };
        which.map(of_joint).collect()
    }

    /// What acts on every body but its weight and what constraints do: loads, and the gyroscopic torque J W x W.
    fn applied(&self, at: &AbsoluteState<R>, loads: Option<&Loads<R>>) -> Vec<Wrench<R>> {
        let gyroscopic = |(mass, body): (&MassProperties<R>, &BodyState<R>)| {
            let w = body.angular_velocity;
            Wrench { force: Vec3::zero(), torque: mass.inertia.apply(w).cross(w) }
        };
        let mut wrenches: Vec<Wrench<R>> = self.masses.iter().zip(&at.bodies).map(gyroscopic).collect();
        if let Some(loads) = loads {
            self.add_loads(at, loads, &mut wrenches);
        }
        wrenches
    }

    /// Adds loads to what acts on every body; those in a joint act on both of its bodies.
    fn add_loads(&self, at: &AbsoluteState<R>, loads: &Loads<R>, wrenches: &mut [Wrench<R>]) {
        for (sum, load) in wrenches.iter_mut().zip(&loads.wrenches) {
            *sum = Wrench { force: sum.force + load.force, torque: sum.torque + load.torque };
        }
        for (joint, forces) in self.joints.iter().zip(&loads.joints) {
            let sides = at.sides(joint);
            joint.act(sides, joint.load(sides, forces), wrenches);
        }
    }

    /// The motion of bodies and joints, as constraints see it.
    fn with_motion<T>(&self, at: &AbsoluteState<R>, q: &[R], f: impl FnOnce(&Motion<'_, R>) -> T) -> T {
        let joints = self.joints(at, q, &[]);
        f(&Motion { time: at.time, bodies: &at.bodies, joints: &joints, variables: &[] })
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
    fn row_count(&self) -> usize {
        self.joints.iter().map(JointGeometry::row_count).sum::<usize>() + self.constraints.len()
    }

    /// The residuals Phi of all constraints, in use or not: those of joints, then the others.
    fn all_residuals(&self, at: &AbsoluteState<R>, q: &[R]) -> Vec<R> {
        let mut all = Vec::new();
        for joint in &self.joints {
            joint.residuals(at.sides(joint), &mut all);
        }
        if !self.constraints.is_empty() {
            self.with_motion(at, q, |motion| all.extend(self.constraints.iter().map(|c| c.residual(motion))));
        }
        all
    }

    /// The multipliers of all constraints: zero where one is not in use.
    fn all_multipliers(&self, multipliers: &[R]) -> Vec<R> {
        let Some(rows) = &self.rows else { return multipliers.to_vec() };
        let mut all = vec![R::zero(); self.row_count()];
        rows.iter().zip(multipliers).for_each(|(row, multiplier)| all[*row] = *multiplier);
        all
    }
}

impl<R: Real> Dynamics<R> for AbsoluteDynamics<R> {
    type State = AbsoluteState<R>;

    fn state(&self, t: R, q: &[R], v: &[R]) -> AbsoluteState<R> {
        R::note("bodies: positions, orientations and velocities");
        let rotation = self.parameterisation;
        let body = |i: usize| {
            let (iq, iv) = place(rotation, i);
            let (q, v) = (&q[iq..], &v[iv..]);
            BodyState {
                position: Vec3::from_slice(q),
                velocity: Vec3::from_slice(v),
                orientation: rotation.orientation(&q[3..]),
                rotation: rotation.rotation(&q[3..]),
                angular_velocity: rotation.angular_velocity(&q[3..], &v[3..]),
            }
        };
        let bodies = (0..self.masses.len()).map(body).collect();
        let base = self.base.as_ref().map_or_else(Base::at_rest, |base| base.at(t, &self.parameters));
        let Base { position, velocity, acceleration, rotation, orientation, angular_velocity, angular_acceleration } =
            base;
        AbsoluteState {
            time: t,
            bodies,
            ground: BodyState { position, velocity, orientation, rotation, angular_velocity },
            ground_rates: BodyRates { acceleration, angular_acceleration },
        }
    }
    fn bodies(&self, at: &AbsoluteState<R>, _: &[R]) -> Vec<BodyState<R>> {
        at.bodies.clone()
    }
    fn joints(&self, at: &AbsoluteState<R>, q: &[R], _: &[R]) -> Vec<JointState<R>> {
        R::note("joints: coordinates and velocities from those of bodies");
        self.angles_of_joints(q).map(|(joint, near)| joint.state(at.sides(joint), near)).collect()
    }
    /// Returns the accelerations of bodies that no constraint holds; with constraints they follow from the equations of
    /// motion in residual form.
    fn accelerations(&self, at: &AbsoluteState<R>, loads: Option<(&Loads<R>, &[BodyState<R>])>) -> Vec<R> {
        R::note("free bodies: f/m + g, J^-1 (t + J W x W)");
        let applied = self.applied(at, loads.map(|(loads, _)| loads));
        let of_body = |(mass, wrench): (&MassProperties<R>, &Wrench<R>)| {
            let linear = self.gravity.add_to(wrench.force * (R::one() / mass.mass));
            let angular = mass.inertia.inverse().apply(wrench.torque);
            [linear.to_array(), angular.to_array()].concat()
        };
        self.masses.iter().zip(&applied).flat_map(of_body).collect()
    }
    fn write_rates(&self, q: &[R], v: &[R], accelerations: &[R], rate: &mut [R]) {
        let rotation = self.parameterisation;
        for (i, acceleration) in accelerations.chunks(6).enumerate() {
            let (iq, iv) = place(rotation, i);
            rate[iv..iv + 3].copy_from_slice(&acceleration[..3]);
            let angular = Vec3::from_slice(&acceleration[3..]);
            rotation.velocity_rate(&q[iq + 3..], &v[iv + 3..], angular, &mut rate[iv + 3..]);
        }
    }
    fn body_rates(&self, _: &AbsoluteState<R>, _: &[BodyState<R>], accelerations: &[R]) -> Vec<BodyRates<R>> {
        let of_body = |acceleration: &[R]| BodyRates {
            acceleration: Vec3::from_slice(acceleration),
            angular_acceleration: Vec3::from_slice(&acceleration[3..]),
        };
        accelerations.chunks(6).map(of_body).collect()
    }
    fn joint_accelerations(&self, at: &AbsoluteState<R>, q: &[R], v: &[R], rate: &[R]) -> Vec<Vec<R>> {
        self.accelerations_of_joints(at, &self.rates_of_bodies(q, v, rate), self.joints.iter())
    }
    fn motion_residual(
        &self,
        at: &AbsoluteState<R>,
        loads: Option<(&Loads<R>, &[BodyState<R>])>,
        (q, v): (&[R], &[R]),
        scale: R,
        unknowns: Unknowns<'_, R>,
        out: &mut Vec<R>,
    ) {
        let rotors: Vec<(&JointGeometry<R>, R)> = self.joints.iter().filter_map(|j| Some((j, j.rotor?))).collect();
        let mut held = vec![Wrench::zero(); self.masses.len()];
        if !rotors.is_empty() {
            let inverse = R::one() / scale;
            let rate: Vec<R> = unknowns.rate.iter().map(|w| *w * inverse).collect();
            let rates = self.rates_of_bodies(q, v, &rate);
            let accelerations = self.accelerations_of_joints(at, &rates, rotors.iter().map(|(joint, _)| *joint));
            R::note("rotors: J q''");
            for ((joint, inertia), acceleration) in rotors.iter().zip(accelerations) {
                let sides = at.sides(joint);
                let opposed = joint.load(sides, &[*inertia * acceleration[0]]);
                joint.act(sides, opposed.times(scale), &mut held);
            }
        }
        R::note("constraints: B^T mu");
        let all = self.all_multipliers(unknowns.multipliers);
        let mut rest = &all[..];
        for joint in &self.joints {
            let (own, others) = rest.split_at(joint.row_count());
            let sides = at.sides(joint);
            joint.act(sides, joint.constraint_action(sides, own), &mut held);
            rest = others;
        }
        if !self.constraints.is_empty() {
            let loads = self.with_motion(at, q, |motion| {
                let mut loads = Loads::none(motion);
                self.constraints.iter().zip(rest).for_each(|(c, multiplier)| c.act(motion, *multiplier, &mut loads));
                loads
            });
            self.add_loads(at, &loads, &mut held);
        }
        let applied = self.applied(at, loads.map(|(loads, _)| loads));
        R::note("bodies: M w - s g + B^T mu  (39)");
        for (i, mass) in self.masses.iter().enumerate() {
            let (linear, angular) =
                (Vec3::from_slice(&unknowns.rate[6 * i..]), Vec3::from_slice(&unknowns.rate[6 * i + 3..]));
            let force = self.gravity.add_to(Vec3::zero()) * mass.mass + applied[i].force;
            out.extend((linear * mass.mass - force * scale + held[i].force).to_array());
            out.extend((mass.inertia.apply(angular) - applied[i].torque * scale + held[i].torque).to_array());
        }
    }
    fn known_accelerations(&self, q: &[R], v: &[R], rate: &[R]) -> Option<Vec<R>> {
        let of_body = |rates: BodyRates<R>| [rates.acceleration.to_array(), rates.angular_acceleration.to_array()];
        Some(self.rates_of_bodies(q, v, rate).into_iter().flat_map(of_body).flatten().collect())
    }
    fn multiplier_count(&self) -> usize {
        self.rows.as_ref().map_or_else(|| self.row_count(), |rows| rows.len())
    }
    fn constraints(&self, _: R, at: &AbsoluteState<R>, q: &[R], out: &mut Vec<R>) {
        R::note("constraints: Phi");
        let mut all = self.all_residuals(at, q);
        match &self.rows {
            None => out.append(&mut all),
            Some(rows) => out.extend(rows.iter().map(|row| all[*row])),
        }
    }
    fn follow_angles(&self, t: R, q: &[R], angles: &mut [R]) {
        let (_, velocity_count) = place(self.parameterisation, self.masses.len());
        let at = self.state(t, q, &vec![R::zero(); velocity_count]);
        let all = self.angles_of_joints(q).flat_map(|(joint, near)| joint.angles(at.sides(joint), near));
        angles.iter_mut().zip(all).for_each(|(angle, now)| *angle = now);
    }
    fn rotor_energy(&self, joints: &[JointState<R>], _: &[R]) -> R {
        let energy = |(joint, state): (&JointGeometry<R>, &JointState<R>)| {
            Some((joint.rotor? * state.velocities[0].square()).scale(0.5))
        };
        self.joints.iter().zip(joints).filter_map(energy).fold(R::zero(), |sum, energy| sum + energy)
    }
    fn principal_inertia(&self, factor: usize) -> Option<Vec3<R>> {
        let MassProperties { inertia, .. } = self.masses.get(factor / 2).filter(|_| factor % 2 == 1)?;
        inertia.off_diagonal.is_none().then_some(inertia.diagonal)
    }
}
