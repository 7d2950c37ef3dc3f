//! Whether an initial state fits the joints of a tree, and whether it can be accelerated.

use super::coordinates::JointCoordinates;
use super::topology::TreeJoint;
use super::tree::Tree;
use crate::model::expression::evaluate3;
use crate::model::state::BodyState;
use crate::model::{Inconsistent, Mechanism};

/// A velocity that the scenario gives may differ by this much from what a joint allows, relative to its size and
/// 1 m/s or 1 rad/s: data of ten digits pass.
const CONSISTENT: f64 = 1e-9;

/// A degree of freedom whose inertia is below this fraction of the largest of its kind cannot be accelerated.
const SINGULAR: f64 = 1e-13;

impl JointCoordinates {
    /// Fails where the scenario gives a body a velocity that its joint does not allow.
    pub(super) fn check_velocities(&self, mechanism: &Mechanism, parameters: &[f64]) -> Result<(), Inconsistent> {
        for (number, TreeJoint { joint, child, .. }) in self.joints.iter().enumerate() {
            let body = &mechanism.bodies[*child];
            if joint.velocities.is_some() && (body.velocity.is_some() || body.angular_velocity.is_some()) {
                let message = format!(
                    "{:?} has initial velocities, and so has {:?}, which it moves; give one of them",
                    joint.name, body.name
                );
                return Err(Inconsistent { part: ("joint", number, "initial"), message });
            }
        }
        let may_misfit = |joint: &TreeJoint| {
            let body = &mechanism.bodies[joint.child];
            body.velocity.is_some() && !joint.joint.kind.is_free()
                || body.angular_velocity.is_some() && joint.restricts_turning()
        };
        if !self.joints.iter().any(may_misfit) {
            return Ok(());
        }
        let tree = Tree::new(self, mechanism, parameters);
        let (q, v) = self.initial(mechanism, parameters);
        let at = tree.state(&q, &v, mechanism.base_at(0.0, parameters));
        for (i, (body, state)) in mechanism.bodies.iter().zip(tree.bodies(&at, &q)).enumerate() {
            let BodyState { velocity, angular_velocity, .. } = state;
            let keys = [
                ("initial.angular_velocity", &body.angular_velocity, angular_velocity),
                ("initial.velocity", &body.velocity, velocity),
            ];
            for (key, given, allowed) in keys {
                let Some(given) = given.as_ref().map(|e| evaluate3(e, parameters)) else { continue };
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
        let tree = Tree::new(self, mechanism, parameters);
        let (q, v) = self.initial(mechanism, parameters);
        let at = tree.state(&q, &v, mechanism.base_at(0.0, parameters));
        let (pivots, whole) = (tree.pivots(&at), tree.mass_matrix(&at));
        for &number in &self.order {
            let TreeJoint { joint, child, degree: first, .. } = &self.joints[number];
            for degree in *first..first + joint.kind.degrees() {
                if pivots[degree] <= SINGULAR * whole[degree][degree].abs() || pivots[degree] <= 0.0 {
                    if let Some(reason) = degenerate(*child) {
                        return Err(mechanism.impossible(*child, &reason));
                    }
                    let message = format!(
                        "{:?} has a freedom that moves no inertia ({:e} kg or kg m^2); give the bodies behind it mass \
                         and inertia",
                        joint.name, pivots[degree]
                    );
                    return Err(Inconsistent { part: ("joint", number, "between"), message });
                }
            }
        }
        Ok(())
    }
}
