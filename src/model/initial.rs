//! The state in which a mechanism begins.

use super::Mechanism;
use super::expression::{Expr3, evaluate3};
use super::joint::{Freedom, Joint};
use super::mechanism::Inconsistent;
use super::section::BodyRef;
use super::state::BodyState;
use super::tree::Tree;
use crate::lie::RotationParameterisation;
use crate::lie::{LieGroup, Rotation, UnitQuaternion};
use crate::num::{Real, Vec3};

/// A velocity that the scenario gives may differ by this much from what a joint allows, relative to its size and
/// 1 m/s or 1 rad/s: data of ten digits pass.
const CONSISTENT: f64 = 1e-9;

impl Mechanism {
    /// The initial coordinates and velocities of all joints, with rotations stored as `parameterisation` says; the variables
    /// follow the velocities.
    ///
    /// Velocities are those that a joint gives, or those of its body, taken relative to the parent and along the
    /// freedoms of the joint; else zero.
    pub fn initial<R: Real>(&self, parameterisation: RotationParameterisation, parameters: &[R]) -> (Vec<R>, Vec<R>) {
        let layout = self.layout(parameterisation);
        let mut q = vec![R::zero(); layout.coordinate_count()];
        let mut v = vec![R::zero(); layout.velocity_count()];
        let places = self.places(parameterisation);
        for (joint, place) in self.joints.iter().zip(&places) {
            self.initial_joint(
                joint,
                parameterisation,
                parameters,
                &mut q[place.coordinate..],
                &mut v[place.velocity..],
            );
        }
        if self.joints.iter().any(|joint| self.takes_from_body(joint)) {
            let tree = Tree::new(self, parameterisation, parameters);
            for &number in &self.order {
                if self.takes_from_body(&self.joints[number]) {
                    self.velocities_from_body(&tree, number, parameters, &q, &mut v);
                }
            }
        }
        let first = v.len() - self.variables.len();
        for (value, variable) in v[first..].iter_mut().zip(&self.variables) {
            *value = variable.initial.evaluate(parameters);
        }
        (q, v)
    }

    /// True where the velocities of a joint are derived from those of its body.
    fn takes_from_body(&self, joint: &Joint) -> bool {
        let body = &self.bodies[joint.child];
        let given = joint.velocities.is_none() && (body.velocity.is_some() || body.angular_velocity.is_some());
        given && !self.takes_as_given(joint)
    }

    /// True where the velocities of a joint are those of its body: it turns freely on the ground at rest.
    fn takes_as_given(&self, joint: &Joint) -> bool {
        joint.parent == BodyRef::Ground && self.base.is_none() && !joint.restricts_turning()
    }

    fn initial_joint<R: Real>(
        &self,
        joint: &Joint,
        parameterisation: RotationParameterisation,
        parameters: &[R],
        q: &mut [R],
        v: &mut [R],
    ) {
        let numbers = |list: &[super::Expr]| list.iter().map(|e| e.evaluate(parameters)).collect::<Vec<R>>();
        let displacement = numbers(&joint.coordinates);
        let given = |e: &Option<Expr3>| e.as_ref().map_or_else(Vec3::zero, |e| evaluate3(e, parameters)).to_array();
        let velocities = match &joint.velocities {
            Some(velocities) => Some(numbers(velocities)),
            None if self.takes_as_given(joint) => {
                let body = &self.bodies[joint.child];
                let linear = if joint.kind.is_free() { given(&body.velocity).to_vec() } else { Vec::new() };
                Some([linear, given(&body.angular_velocity).to_vec()].concat())
            }
            None => None,
        };
        let velocity = |i: usize| velocities.as_ref().map_or_else(R::zero, |v| v[i]);
        // a free body's coordinates are those of its centre of mass in the frame that it moves in
        let start = if joint.kind.is_free() { self.relative_position(joint, parameters) } else { Vec3::zero() };
        let start = start.to_array();
        let (mut iq, mut iv, mut i) = (0, 0, 0);
        for freedom in joint.kind.freedoms {
            if *freedom == Freedom::Ball {
                let assembled = self.relative_orientation(joint, parameters);
                let turned = if joint.coordinates[i..i + 3].iter().all(super::Expr::is_zero) {
                    assembled
                } else {
                    assembled.multiply(UnitQuaternion::exp(Vec3::from_slice(&displacement[i..])))
                };
                let w = Vec3::new(velocity(i), velocity(i + 1), velocity(i + 2));
                parameterisation.write(turned, w, &mut q[iq..], &mut v[iv..]);
                (iq, iv) = (iq + parameterisation.coordinate_count(), iv + parameterisation.velocity_count());
            } else {
                q[iq] = if joint.kind.is_free() { start[i] + displacement[i] } else { displacement[i] };
                v[iv] = velocity(i);
                (iq, iv) = (iq + 1, iv + 1);
            }
            i += freedom.degrees();
        }
    }

    /// `parent_from_child` of the two bodies' frames, assembled.
    fn relative_orientation<R: Real>(&self, joint: &Joint, parameters: &[R]) -> UnitQuaternion<R> {
        let child = self.bodies[joint.child].orientation.evaluate(parameters);
        match joint.parent {
            BodyRef::Ground => child,
            BodyRef::Body(i) => self.bodies[i].orientation.evaluate(parameters).inverse().multiply(child),
        }
    }

    /// From the parent's centre of mass to the child's, parent's frame, assembled, m.
    fn relative_position<R: Real>(&self, joint: &Joint, parameters: &[R]) -> Vec3<R> {
        let child = evaluate3(&self.bodies[joint.child].position, parameters);
        match joint.parent {
            BodyRef::Ground => child,
            BodyRef::Body(i) => {
                let parent = &self.bodies[i];
                let offset = child - evaluate3(&parent.position, parameters);
                parent.orientation.evaluate(parameters).rotate_back(offset)
            }
        }
    }

    /// Sets the velocities of a joint to what makes its body move as given, as far as its freedoms can. Those of the
    /// joints before it are set.
    fn velocities_from_body<R: Real>(&self, tree: &Tree<R>, number: usize, parameters: &[R], q: &[R], v: &mut [R]) {
        let body = self.joints[number].child;
        let motion = |v: &[R]| {
            let at = tree.instant(q, v, self.base_at(R::zero(), parameters));
            (tree.axes(&at, q, number, self), tree.bodies(&at, q)[body])
        };
        let given = |e: &Option<Expr3>| e.as_ref().map(|e| evaluate3(e, parameters));
        let (wanted_turn, wanted) = (given(&self.bodies[body].angular_velocity), given(&self.bodies[body].velocity));
        // first what turns: it also moves the centre of mass
        let (axes, now) = motion(v);
        if let Some(wanted) = wanted_turn {
            let missing = now.rotation.apply(wanted - now.angular_velocity);
            for axis in &axes {
                match axis.freedom {
                    Freedom::Turn(_) => v[axis.velocity] = axis.direction.dot(missing),
                    Freedom::Ball => {
                        let relative = wanted - now.angular_velocity;
                        let mut unused = vec![R::zero(); tree.parameterisation.coordinate_count()];
                        let orientation = tree.parameterisation.orientation(&q[axis.coordinate..]);
                        tree.parameterisation.write(orientation, relative, &mut unused, &mut v[axis.velocity..]);
                    }
                    Freedom::Slide(_) => {}
                }
            }
        }
        if let Some(wanted) = wanted {
            let (axes, now) = motion(v);
            let missing = wanted - now.velocity;
            for axis in axes.iter().filter(|axis| matches!(axis.freedom, Freedom::Slide(_))) {
                v[axis.velocity] = axis.direction.dot(missing);
            }
        }
    }

    /// Fails where the scenario gives a body a velocity that its joint does not allow.
    pub(super) fn check_velocities(&self, parameters: &[f64]) -> Result<(), Inconsistent> {
        for (number, joint) in self.joints.iter().enumerate() {
            let body = &self.bodies[joint.child];
            if joint.velocities.is_some() && (body.velocity.is_some() || body.angular_velocity.is_some()) {
                let message = format!(
                    "{:?} has initial velocities, and so has {:?}, which it moves; give one of them",
                    joint.name, body.name
                );
                return Err(Inconsistent { part: ("joint", number, "initial"), message });
            }
        }
        let may_misfit = |joint: &Joint| {
            let body = &self.bodies[joint.child];
            body.velocity.is_some() && !joint.kind.is_free()
                || body.angular_velocity.is_some() && joint.restricts_turning()
        };
        if !self.joints.iter().any(may_misfit) {
            return Ok(());
        }
        let tree = Tree::new(self, RotationParameterisation::Quaternion, parameters);
        let (q, v) = self.initial(RotationParameterisation::Quaternion, parameters);
        let at = tree.instant(&q, &v, self.base_at(0.0, parameters));
        for (i, (body, state)) in self.bodies.iter().zip(tree.bodies(&at, &q)).enumerate() {
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
}
