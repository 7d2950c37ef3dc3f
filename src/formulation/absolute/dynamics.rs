//! Newton's and Euler's equations, body by body, with what joints lock as constraints.

use super::bodies::{accelerations_of, numbers_of};
use super::joints::JointGeometry;
use super::kinematics::{AbsoluteState, Kinematics};
use crate::formulation::dynamics::Dynamics;
use crate::model::beam::BeamAt;
use crate::model::body::MassProperties;
use crate::model::output::Reaction;
use crate::model::state::{FrameRates, FrameState, JointState, Loads, Wrench};
use crate::num::{Real, Sparse3, Vec3};
use crate::problem::{Layout, Unknowns};
use std::sync::Arc;

/// Bodies, and what joins them.
#[derive(Clone, Debug)]
pub struct AbsoluteDynamics<R> {
    pub(super) kinematics: Kinematics<R>,
    pub(super) masses: Vec<MassProperties<R>>,
    pub(super) beams: Vec<BeamAt<R>>,
    /// Acceleration of gravity, world frame, m/s^2.
    pub(super) gravity: Sparse3<R>,
    /// The constraints that act; all where there is nothing.
    pub(super) acting: Option<Arc<[usize]>>,
    /// The constraints in use; all that act where there is nothing.
    pub(super) rows: Option<Arc<[usize]>>,
    /// Those of them that are of velocities alone.
    pub(super) velocity_rows: Arc<[usize]>,
}

impl<R: Real> AbsoluteDynamics<R> {
    /// Returns what acts on every body but its weight and what constraints do: loads, and the gyroscopic torque J W x
    /// W.
    fn applied(&self, at: &AbsoluteState<R>, loads: Option<&Loads<R>>) -> Vec<Wrench<R>> {
        let gyroscopic = |(mass, body): (&MassProperties<R>, &FrameState<R>)| {
            let w = body.angular_velocity;
            Wrench { force: Vec3::zero(), torque: mass.inertia.gyroscopic_torque(w) }
        };
        let mut wrenches: Vec<Wrench<R>> = self.masses.iter().zip(&at.bodies).map(gyroscopic).collect();
        if let Some(loads) = loads {
            self.add_loads(at, loads, &mut wrenches);
        }
        wrenches
    }

    /// Returns the constraints that act and are not in use.
    pub(super) fn redundant_rows(&self) -> Vec<usize> {
        let Some(rows) = &self.rows else { return Vec::new() };
        let mut is_redundant = vec![self.acting.is_none(); self.kinematics.row_count()];
        self.acting.iter().flat_map(|acting| acting.iter()).for_each(|row| is_redundant[*row] = true);
        rows.iter().for_each(|row| is_redundant[*row] = false);
        (0..is_redundant.len()).filter(|row| is_redundant[*row]).collect()
    }

    /// Adds loads to what acts on every body; those in a joint act on both of its bodies.
    pub(super) fn add_loads(&self, at: &AbsoluteState<R>, loads: &Loads<R>, wrenches: &mut [Wrench<R>]) {
        for (sum, load) in wrenches.iter_mut().zip(&loads.wrenches) {
            *sum = Wrench { force: sum.force + load.force, torque: sum.torque + load.torque };
        }
        for (joint, forces) in self.kinematics.joints.iter().zip(&loads.joints) {
            let sides = at.sides(joint);
            joint.act(sides, joint.load(sides, forces), wrenches);
        }
    }
}

impl<R: Real> Dynamics<R> for AbsoluteDynamics<R> {
    type State = AbsoluteState<R>;

    fn scale_gravity(&mut self, factor: R) {
        self.gravity = self.gravity.scaled(factor);
    }

    fn state(&self, t: R, q: &[R], v: &[R]) -> AbsoluteState<R> {
        self.kinematics.state(t, q, v)
    }
    fn bodies(&self, at: &AbsoluteState<R>, _: &[R]) -> Vec<FrameState<R>> {
        at.bodies.clone()
    }
    fn joints(&self, at: &AbsoluteState<R>, q: &[R], _: &[R]) -> Vec<JointState<R>> {
        self.kinematics.states_of_joints(at, q)
    }
    /// Returns the accelerations of bodies that no constraint holds; with constraints they follow from the equations of
    /// motion in residual form.
    fn accelerations(&self, at: &AbsoluteState<R>, loads: Option<(&Loads<R>, &[FrameState<R>])>) -> Vec<R> {
        R::note("free bodies: f/m + g, J^-1 (t + J W x W)");
        let applied = self.applied(at, loads.map(|(loads, _)| loads));
        let of_body = |(mass, wrench): (&MassProperties<R>, &Wrench<R>)| {
            let acceleration = self.gravity.add_to(wrench.force * (R::one() / mass.mass));
            FrameRates { acceleration, angular_acceleration: mass.inertia.inverse().apply(wrench.torque) }
        };
        numbers_of(self.masses.iter().zip(&applied).map(of_body))
    }
    fn write_rates(&self, q: &[R], v: &[R], accelerations: &[R], rate: &mut [R]) {
        self.kinematics.bodies.write_rates((q, v), accelerations, rate);
    }
    fn curves<'a>(&self, at: &'a AbsoluteState<R>) -> &'a [R] {
        &at.curves
    }
    fn body_rates(&self, _: &AbsoluteState<R>, _: &[FrameState<R>], accelerations: &[R]) -> Vec<FrameRates<R>> {
        accelerations_of(accelerations).collect()
    }
    fn joint_accelerations(&self, at: &AbsoluteState<R>, q: &[R], v: &[R], rate: &[R]) -> Vec<Vec<R>> {
        self.kinematics.accelerations_of_joints(
            at,
            &self.kinematics.bodies.rates(q, v, rate),
            self.kinematics.joints.iter(),
        )
    }
    fn motion_residual(
        &self,
        at: &AbsoluteState<R>,
        loads: Option<(&Loads<R>, &[FrameState<R>])>,
        (q, v): (&[R], &[R]),
        scale: R,
        unknowns: Unknowns<'_, R>,
        out: &mut Vec<R>,
    ) {
        let rotors: Vec<&JointGeometry<R>> = self.kinematics.joints.iter().filter(|j| j.has_rotor()).collect();
        let mut held = vec![Wrench::zero(); self.masses.len()];
        if !rotors.is_empty() {
            // without a scale only the constraints are asked for
            let inverse = R::select(R::zero().less(scale), R::one() / scale, R::zero());
            let rate: Vec<R> = unknowns.rate.iter().map(|w| *w * inverse).collect();
            let rates = self.kinematics.bodies.rates(q, v, &rate);
            let accelerations = self.kinematics.accelerations_of_joints(at, &rates, rotors.iter().copied());
            R::note("rotors: J q''");
            for (joint, accelerations) in rotors.iter().zip(accelerations) {
                let sides = at.sides(joint);
                let opposed = joint.load(sides, &joint.rotor_forces(&accelerations));
                joint.act(sides, opposed.times(scale), &mut held);
            }
        }
        R::note("constraints: B^T mu");
        let mut on_curves = Vec::new();
        let all = self.all_multipliers(unknowns.multipliers);
        let mut rest = &all[..];
        for joint in &self.kinematics.joints {
            let (own, others) = rest.split_at(joint.row_count());
            let sides = at.sides(joint);
            joint.act(sides, joint.constraint_action(sides, own), &mut held);
            rest = others;
        }
        if !self.kinematics.constraints.is_empty() {
            let loads = self.kinematics.with_motion(at, q, |motion| {
                let mut loads = Loads::none(motion);
                let first = all.len() - rest.len();
                for (k, (constraint, multiplier)) in self.kinematics.constraints.iter().zip(rest).enumerate() {
                    if self.acting.as_ref().is_none_or(|acting| acting.contains(&(first + k))) {
                        constraint.act(motion, *multiplier, &mut loads);
                    }
                }
                loads
            });
            self.add_loads(at, &loads, &mut held);
            on_curves = loads.curves;
        }
        for beam in &self.beams {
            let rates = |body| self.kinematics.bodies.scaled_rates(body, (q, v), unknowns.rate, scale);
            let opposed = beam.inertia(&at.bodies, rates, scale).unwrap_or_default();
            for (wrench, held) in opposed.into_iter().zip(&mut held[beam.nodes()]) {
                *held = Wrench { force: held.force + wrench.force, torque: held.torque + wrench.torque };
            }
        }
        let applied = self.applied(at, loads.map(|(loads, _)| loads));
        R::note("bodies: M w - s g + B^T mu  (39)");
        for (i, mass) in self.masses.iter().enumerate() {
            let FrameRates { acceleration: linear, angular_acceleration: angular } =
                self.kinematics.bodies.scaled_rates(i, (q, v), unknowns.rate, scale);
            let force = self.gravity.add_to(Vec3::zero()) * mass.mass + applied[i].force;
            out.extend((linear * mass.mass - force * scale + held[i].force).to_array());
            out.extend((mass.inertia.apply(angular) - applied[i].torque * scale + held[i].torque).to_array());
        }
        // the parameters of curves have no inertia
        out.append(&mut on_curves);
    }
    fn known_accelerations(&self, q: &[R], v: &[R], rate: &[R]) -> Option<Vec<R>> {
        Some(numbers_of(self.kinematics.bodies.rates(q, v, rate)))
    }
    fn multiplier_count(&self) -> usize {
        self.rows.as_ref().map_or_else(|| self.kinematics.row_count(), |rows| rows.len())
    }
    /// Returns the multipliers of all constraints; zero is that of one that is not in use, or does not act.
    fn all_multipliers(&self, multipliers: &[R]) -> Vec<R> {
        // of those in use, of those that act, or of all
        let given = |rows: &&Arc<[usize]>| rows.len() == multipliers.len();
        match self.rows.as_ref().filter(given).or(self.acting.as_ref().filter(given)) {
            Some(rows) => {
                let mut all = vec![R::zero(); self.kinematics.row_count()];
                rows.iter().zip(multipliers).for_each(|(row, multiplier)| all[*row] = *multiplier);
                all
            }
            None => multipliers.to_vec(),
        }
    }
    fn least_multipliers(&self, at: &AbsoluteState<R>, q: &[R], all: &[R]) -> Vec<R> {
        self.of_least_norm(at, q, all.to_vec())
    }
    fn reactions(&self, at: &AbsoluteState<R>, all: &[R]) -> Vec<Reaction<R>> {
        let mut rest = all;
        let of_joint = |joint: &JointGeometry<R>| {
            let (own, others) = rest.split_at(joint.row_count());
            rest = others;
            joint.reaction(at.sides(joint), own)
        };
        self.kinematics.joints.iter().map(of_joint).collect()
    }
    fn constraint_residuals(&self, layout: &Layout, t: R, (q, v): (&[R], &[R]), rate: &[R]) -> [Vec<R>; 3] {
        let all = self.kinematics.residuals_in_time(layout, t, (q, v), rate);
        match &self.acting {
            None => all,
            Some(acting) => all.map(|all| acting.iter().map(|row| all[*row]).collect()),
        }
    }
    fn constraints(&self, _: R, at: &AbsoluteState<R>, q: &[R], out: &mut Vec<R>) {
        R::note("constraints: Phi");
        let mut all = self.kinematics.all_residuals(at, q);
        match &self.rows {
            None => out.append(&mut all),
            Some(rows) => out.extend(rows.iter().map(|row| all[*row])),
        }
    }
    fn velocity_rows(&self) -> Vec<usize> {
        self.velocity_rows.to_vec()
    }
    fn redundant_constraints(&self, at: &AbsoluteState<R>, q: &[R]) -> Vec<R> {
        let redundant = self.redundant_rows();
        if redundant.is_empty() {
            return Vec::new();
        }
        let all = self.kinematics.all_residuals(at, q);
        redundant.into_iter().map(|row| all[row]).collect()
    }
    fn follow_angles(&self, t: R, q: &[R], angles: &mut [R]) {
        self.kinematics.follow_angles(t, q, angles);
    }
    fn rotor_energy(&self, joints: &[JointState<R>], _: &[R]) -> R {
        let energy = |(joint, state): (&JointGeometry<R>, &JointState<R>)| joint.rotor_energy(&state.velocities);
        let of_joints = self.kinematics.joints.iter().zip(joints).filter(|(joint, _)| joint.has_rotor());
        of_joints.map(energy).fold(R::zero(), |sum, energy| sum + energy)
    }
    fn principal_inertia(&self, factor: usize) -> Option<Vec3<R>> {
        let inertia = &self.masses[self.kinematics.bodies.turned_by(factor)?].inertia;
        inertia.off_diagonal.is_none().then_some(inertia.diagonal)
    }
    fn angular_momentum(&self, factor: usize, w: Vec3<R>) -> Option<Vec3<R>> {
        self.kinematics.bodies.turned_by(factor).map(|body| self.masses[body].inertia.apply(w))
    }
}
