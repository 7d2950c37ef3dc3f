//! The forces that a motion needs: recursive Newton-Euler.

use super::kinematics::{Accelerations, Centripetal, Instant};
use super::segment::along;
use super::{Applied, Tree};
use crate::model::joint::Freedom;
use crate::num::{Real, Vec3};

/// What acts on a segment: torque about its origin and force, own frame.
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
    /// The acceleration of the base, base frame, that carries the weight: a - g.
    pub(super) fn weight_start(&self, at: &Instant<R>) -> Vec3<R> {
        at.base.rotation.apply_transposed(at.base.acceleration - self.gravity)
    }

    /// The loads on all segments: what acts on them, less what their own accelerations take,
    /// -(J w' + w x J w + m c x a) and -(m a + w' x m c + w x (w x m c)).
    pub(super) fn loads(
        &self,
        at: &Instant<R>,
        accelerations: Option<&Accelerations<R>>,
        applied: &Applied<R>,
    ) -> Vec<Load<R>> {
        R::note("inertial loads: J W x W - J W' + a x m c, -m a - W' x m c - W x (W x m c)");
        let zero = Vec3::zero();
        let mut loads = Vec::new();
        for (s, segment) in self.segments.iter().enumerate() {
            let (own, w) = (&segment.inertia, at.angular[s]);
            let mut torque = own.inertia.apply(w).cross(w);
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

    /// a x m c. A segment that hangs from the ground and only turns has a = -R^T g: where gravity is along one axis,
    /// its product with m c is a number of the member.
    fn weight(&self, s: usize, at: &Instant<R>, linear: Vec3<R>) -> Vec3<R> {
        let segment = &self.segments[s];
        let hangs = at.rests && segment.parent.is_none() && !matches!(segment.freedom, Freedom::Slide(_));
        match self.gravity_axis {
            Some(axis) if hangs => {
                let up = segment.from_parent(&at.placements[s], along(axis, R::one()));
                (segment.inertia.moment * self.gravity.to_array()[axis]).cross(up)
            }
            _ => linear.cross(segment.inertia.moment),
        }
    }

    /// Adds what acts on the bodies.
    fn apply(&self, at: &Instant<R>, applied: &Applied<R>, loads: &mut [Load<R>]) {
        for (carrier, wrench) in self.carriers.iter().zip(&applied.wrenches) {
            let (Some(s), Some((wrench, rotation))) = (carrier.segment, wrench) else { continue };
            let segment = &self.segments[s];
            let force = carrier.rotation.apply(rotation.apply_transposed(wrench.force));
            let torque = carrier.rotation.apply(wrench.torque) + carrier.centre.cross(force);
            let steady = segment.parent.is_none_or(|p| self.steady[p]);
            if segment.freedom != Freedom::Ball || !steady || !at.rests {
                loads[s].add(torque, force);
                continue;
            }
            // a force through the centre of a ball acts on the parent alike, whose frame does not turn
            loads[s].add(torque, Vec3::zero());
            if let Some(p) = segment.parent {
                let force = self.steady_from_world(p, at, wrench.force);
                loads[p].add(at.placements[s].origin.cross(force), force);
            }
        }
    }

    /// A world-frame vector in the frame of a segment that never turns.
    fn steady_from_world(&self, s: usize, at: &Instant<R>, v: Vec3<R>) -> Vec3<R> {
        let segment = &self.segments[s];
        let before = segment.parent.map_or(v, |p| self.steady_from_world(p, at, v));
        segment.from_parent(&at.placements[s], before)
    }

    /// What the loads exert on each degree of freedom, rotors apart.
    pub(super) fn inward(&self, at: &Instant<R>, mut loads: Vec<Load<R>>) -> Vec<R> {
        R::note("loads inwards: on each freedom, then on the parent");
        let mut exerted = vec![R::zero(); self.degrees];
        for (s, segment) in self.segments.iter().enumerate().rev() {
            let Load { torque, force } = loads[s];
            let place = &at.placements[s];
            let d = segment.degree;
            match segment.freedom {
                Freedom::Slide(k) => exerted[d] = force.to_array()[k].scale(segment.sign),
                Freedom::Turn(k) => exerted[d] = torque.to_array()[k].scale(segment.sign),
                Freedom::Ball => torque.write(&mut exerted[d..]),
            }
            if let Some(p) = segment.parent {
                let force = segment.to_parent(place, force);
                let torque = segment.to_parent(place, torque) + place.origin.cross(force);
                loads[p].add(torque, force);
            }
        }
        exerted
    }

    /// The generalised forces that have to act in the joints for these accelerations of the degrees of freedom,
    /// under gravity and `applied`, N and N m.
    pub fn inverse_dynamics(&self, at: &Instant<R>, rates: &[R], applied: &Applied<R>) -> Vec<R> {
        let all = self.outward(at, Some(rates), self.weight_start(at));
        let mut needed: Vec<R> = self.inward(at, self.loads(at, Some(&all), applied));
        for (needed, joint) in needed.iter_mut().zip(&applied.joint) {
            *needed = -(*needed + *joint);
        }
        for segment in &self.segments {
            if let Some(rotor) = segment.rotor {
                let d = segment.degree;
                needed[d] = needed[d] + rotor * rates[d];
            }
        }
        needed
    }
}
