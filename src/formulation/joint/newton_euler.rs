//! The forces that a motion needs: recursive Newton-Euler.

use super::kinematics::{Accelerations, Centripetal, KinematicState};
use super::tree::{Applied, Tree};
use crate::formulation::frames::along;
use crate::model::joint::ElementaryJoint;
use crate::num::{Real, Vec3};

/// The load on a link: torque about its origin and force, own frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load<R> {
    pub(super) torque: Vec3<R>,
    pub(super) force: Vec3<R>,
}

impl<R: Real> Load<R> {
    fn add(&mut self, torque: Vec3<R>, force: Vec3<R>) {
        self.torque = self.torque + torque;
        self.force = self.force + force;
    }
}

impl<R: Real> Tree<R> {
    /// Returns the acceleration of the base, base frame, that carries the weight: a - g.
    pub(super) fn base_acceleration(&self, at: &KinematicState<R>) -> Vec3<R> {
        at.base.rotation.apply_transposed(at.base.acceleration - self.gravity)
    }

    /// Returns the loads on all links: what acts on them, less what their own accelerations take, -(J w' + w x J w + m
    /// c x a) and -(m a + w' x m c + w x (w x m c)).
    pub(super) fn loads(
        &self,
        at: &KinematicState<R>,
        accelerations: Option<&Accelerations<R>>,
        applied: &Applied<R>,
    ) -> Vec<Load<R>> {
        R::note("inertial loads: J W x W - J W' + a x m c, -m a - W' x m c - W x (W x m c)");
        let zero = Vec3::zero();
        let mut loads = Vec::new();
        for (s, link) in self.links.iter().enumerate() {
            let (own, w) = (&link.inertia, at.angular[s]);
            let mut torque = link.gyroscopic.apply(w).cross(w);
            let mut force = zero;
            if let Some(all) = accelerations {
                let (angular, linear) = (all.angular[s], all.linear[s]);
                torque = (torque - own.inertia.apply(angular)) + self.weight(s, at, linear);
                force = Centripetal::new(w, angular).take_from(zero - linear * own.mass, own.moment);
            } else {
                force = Centripetal::new(w, zero).take_from(force, own.moment);
            }
            loads.push(Load { torque, force });
        }
        self.apply(at, applied, &mut loads);
        loads
    }

    /// Returns the torque a x m c of the acceleration a of a link's origin. A link that hangs from the ground and only
    /// turns has a = -R^T g: where gravity is along one axis, its product with m c is a number of the member.
    fn weight(&self, s: usize, at: &KinematicState<R>, linear: Vec3<R>) -> Vec3<R> {
        let link = &self.links[s];
        let hangs = at.rests && link.parent.is_none() && !matches!(link.joint, ElementaryJoint::Prismatic(_));
        match self.gravity_axis {
            Some(axis) if hangs => {
                let up = link.to_own(&at.placements[s], along(axis, R::one()));
                (link.inertia.moment * self.gravity.to_array()[axis]).cross(up)
            }
            _ => linear.cross(link.inertia.moment),
        }
    }

    /// Adds what acts on the bodies.
    fn apply(&self, at: &KinematicState<R>, applied: &Applied<R>, loads: &mut [Load<R>]) {
        for (attachment, wrench) in self.attachments.iter().zip(&applied.wrenches) {
            let (Some(s), Some((wrench, rotation))) = (attachment.link, wrench) else { continue };
            let link = &self.links[s];
            let force = attachment.rotation.apply(rotation.apply_transposed(wrench.force));
            let torque = attachment.rotation.apply(wrench.torque) + attachment.centre.cross(force);
            let steady = link.parent.is_none_or(|p| self.steady[p]);
            if link.joint != ElementaryJoint::Spherical || !steady || !at.rests {
                loads[s].add(torque, force);
                continue;
            }
            // a force through the centre of a spherical joint acts on the parent alike, whose frame does not turn
            loads[s].add(torque, Vec3::zero());
            if let Some(p) = link.parent {
                let force = self.steady_from_world(p, at, wrench.force);
                loads[p].add(at.placements[s].origin.cross(force), force);
            }
        }
    }

    /// Returns a world-frame vector in the frame of a link that never turns.
    fn steady_from_world(&self, s: usize, at: &KinematicState<R>, v: Vec3<R>) -> Vec3<R> {
        let link = &self.links[s];
        let before = link.parent.map_or(v, |p| self.steady_from_world(p, at, v));
        link.to_own(&at.placements[s], before)
    }

    /// Returns the forces that the loads exert on each degree of freedom, rotors apart.
    pub(super) fn inward(&self, at: &KinematicState<R>, mut loads: Vec<Load<R>>) -> Vec<R> {
        R::note("loads inwards: on each freedom, then on the parent");
        let mut exerted = vec![R::zero(); self.degrees];
        for (s, link) in self.links.iter().enumerate().rev() {
            let Load { torque, force } = loads[s];
            let place = &at.placements[s];
            let d = link.degree;
            match link.joint {
                ElementaryJoint::Prismatic(k) => exerted[d] = force.to_array()[k].scale(link.sign),
                ElementaryJoint::Revolute(k) => exerted[d] = torque.to_array()[k].scale(link.sign),
                ElementaryJoint::Spherical => torque.write(&mut exerted[d..]),
            }
            if let Some(p) = link.parent {
                let force = link.to_parent(place, force);
                let torque = link.to_parent(place, torque) + place.origin.cross(force);
                loads[p].add(torque, force);
            }
        }
        exerted
    }

    /// Returns the generalised forces that have to act in the joints for these accelerations of the degrees of freedom,
    /// under gravity and `applied`, N and N m.
    pub(super) fn inverse_dynamics(&self, at: &KinematicState<R>, rates: &[R], applied: &Applied<R>) -> Vec<R> {
        let all = self.outward(at, Some(rates), self.base_acceleration(at));
        let mut needed: Vec<R> = self.inward(at, self.loads(at, Some(&all), applied));
        for (needed, joint) in needed.iter_mut().zip(&applied.joint) {
            *needed = -(*needed + *joint);
        }
        for link in &self.links {
            if let Some(rotor) = link.rotor {
                let d = link.degree;
                needed[d] = needed[d] + rotor * rates[d];
            }
        }
        needed
    }
}
