//! Whether an initial state fits the joints of a tree, and whether it can be accelerated.

use super::coordinates::JointCoordinates;
use super::topology::TreeJoint;
use super::tree::Tree;
use crate::model::joint::ElementaryJoint;
use crate::model::state::FrameState;
use crate::model::{Inconsistent, Mechanism};
use crate::num::Vec3;

/// A velocity that the scenario gives may differ by this much from what a joint allows, relative to its size and
/// 1 m/s or 1 rad/s: data of ten digits pass.
const CONSISTENT: f64 = 1e-9;

/// A degree of freedom whose inertia, where those behind it give way, is below this part of what it is where they are
/// locked cannot be accelerated.
const SINGULAR: f64 = 1e-13;

/// Below this part, accelerations lose half of their digits.
const NEARLY_SINGULAR: f64 = 1e-8;

/// The inertia that opposes to one degree of freedom, kg or kg m^2.
struct Opposition {
    /// The number of the joint of the degree of freedom, and its elementary joint.
    joint: usize,
    element: ElementaryJoint,
    /// The inertia where the degrees of freedom behind it give way.
    free: f64,
    /// The inertia where the degrees of freedom behind it are locked.
    held: f64,
    /// The largest inertia of a degree of freedom of the same elementary joint.
    largest: f64,
}

impl JointCoordinates {
    /// Fails where the scenario gives a body a velocity that its joint does not allow.
    pub(super) fn check_velocities(&self, mechanism: &Mechanism, parameters: &[f64]) -> Result<(), Inconsistent> {
        for (number, TreeJoint { joint, child, .. }) in self.joints.iter().enumerate() {
            let body = &mechanism.bodies[*child];
            if joint.velocities.is_some() && body.gives_velocities() != [false; 2] {
                let message = format!(
                    "{:?} has initial velocities, and so has {:?}, which it moves; give one of them",
                    joint.name, body.name
                );
                return Err(Inconsistent { part: ("joint", number, "initial"), message });
            }
        }
        let may_misfit = |joint: &TreeJoint| {
            let body = &mechanism.bodies[joint.child];
            let [moves, turns] = body.gives_velocities();
            moves && !joint.joint.kind.is_free() || turns && joint.restricts_turning()
        };
        if !self.joints.iter().any(may_misfit) {
            return Ok(());
        }
        let tree = Tree::new(self, mechanism, parameters);
        let (q, v) = self.initial(mechanism, parameters);
        let at = tree.state(&q, &v, mechanism.base_at(0.0, parameters));
        for (i, (body, state)) in mechanism.bodies.iter().zip(tree.bodies(&at, &q)).enumerate() {
            let FrameState { velocity, angular_velocity, .. } = state;
            let [given, turning] = body.initial_velocities(parameters);
            let keys = [("initial.angular_velocity", turning, angular_velocity), ("initial.velocity", given, velocity)];
            for (key, given, allowed) in keys {
                let Some(given): Option<Vec3<f64>> = given else { continue };
                if (given - allowed).norm() > CONSISTENT * (1.0 + allowed.norm()) {
                    let message = format!(
                        "{:?} does not fit the joint, which makes it {:?}; leave it out",
                        given.to_array(),
                        allowed.to_array()
                    );
                    return Err(Inconsistent { part: ("body", i, key), message });
                }
            }
        }
        Ok(())
    }

    /// Fails where a degree of freedom has nothing to accelerate.
    pub(super) fn check_inertia(&self, mechanism: &Mechanism, parameters: &[f64]) -> Result<(), Inconsistent> {
        let degenerate = |i: usize| mechanism.bodies[i].mass_properties(parameters).degenerate();
        if (0..mechanism.bodies.len()).all(|i| degenerate(i).is_none()) {
            return Ok(());
        }
        let of_all = self.oppositions(mechanism, parameters);
        let nothing = |o: &&Opposition| o.free <= 0.0 || o.free <= SINGULAR * o.largest;
        // where an outer one has nothing, those before it mean nothing
        let Some(Opposition { joint: number, element, free, .. }) = of_all.iter().rev().find(nothing) else {
            return Ok(());
        };
        let TreeJoint { joint, child, .. } = &self.joints[*number];
        let body = &mechanism.bodies[*child].name;
        if *number >= mechanism.joints.len() {
            let together = || {
                let message = format!(
                    "{body:?} and what it carries oppose with {free:?} kg or kg m^2 to a motion that is free; accepted: \
                     mass and inertia that are positive together"
                );
                Inconsistent { part: ("body", *child, "inertia"), message }
            };
            return Err(degenerate(*child).map_or_else(together, |reason| mechanism.impossible(*child, &reason)));
        }
        let rotor = if joint.kind.takes_rotor { ", or a rotor_inertia of the joint" } else { "" };
        let (unit, accepted) = match element {
            ElementaryJoint::Prismatic(_) => ("kg", format!("a mass of {body:?} or of what it carries{rotor}")),
            _ => (
                "kg m^2",
                format!("a mass of {body:?} or of what it carries beside the axis, an inertia about it{rotor}"),
            ),
        };
        let message = format!(
            "nothing gives the joint {:?} inertia: what it moves opposes to it with {free:?} {unit}; accepted: {accepted}",
            joint.name
        );
        Err(Inconsistent { part: ("joint", *number, "between"), message })
    }

    /// Says which degree of freedom makes the mass matrix nearly singular at the start.
    pub(super) fn nearly_singular(&self, mechanism: &Mechanism, parameters: &[f64]) -> Option<String> {
        let of_all = self.oppositions(mechanism, parameters);
        let part = |o: &Opposition| o.free / o.held;
        let weakest = of_all.iter().min_by(|a, b| part(a).total_cmp(&part(b)))?;
        (part(weakest) < NEARLY_SINGULAR).then(|| {
            let unit = if matches!(weakest.element, ElementaryJoint::Prismatic(_)) { "kg" } else { "kg m^2" };
            format!(
                "the mass matrix is nearly singular: {:?} moves {:.1e} {unit} where what it carries gives way and \
                 {:.1e} {unit} where it is held, so that {:.0} digits of its accelerations are lost",
                self.joints[weakest.joint].joint.name,
                weakest.free,
                weakest.held,
                -part(weakest).log10()
            )
        })
    }

    /// Returns the inertia that opposes to every degree of freedom in the initial state, from the ground outwards.
    fn oppositions(&self, mechanism: &Mechanism, parameters: &[f64]) -> Vec<Opposition> {
        let tree = Tree::new(self, mechanism, parameters);
        let (q, v) = self.initial(mechanism, parameters);
        let at = tree.state(&q, &v, mechanism.base_at(0.0, parameters));
        let (pivots, whole) = (tree.pivots(&at), tree.diagonal(&at));
        let mut all = Vec::new();
        for &number in &self.order {
            let TreeJoint { joint, degree, .. } = &self.joints[number];
            let mut first = *degree;
            for &element in joint.kind.elements {
                let degrees = first..first + element.degrees();
                let largest = whole[degrees.clone()].iter().fold(0.0, |m: f64, x| m.max(x.abs()));
                let of = |d: usize| Opposition { joint: number, element, free: pivots[d], held: whole[d], largest };
                all.extend(degrees.map(of));
                first += element.degrees();
            }
        }
        all
    }
}
