//! The initial state of a tree.

use super::coordinates::JointCoordinates;
use super::topology::TreeJoint;
use super::tree::Tree;
use crate::lie::{LieGroup, Rotation, UnitQuaternion};
use crate::model::frame::FrameRef;
use crate::model::joint::ElementaryJoint;
use crate::model::{Expr, Mechanism};
use crate::num::{Real, Vec3};

impl JointCoordinates {
    /// Returns the initial coordinates and velocities of all joints.
    ///
    /// Velocities are those that a joint gives, or those of its body, taken relative to the parent and along what the
    /// joint leaves free; else zero.
    pub fn initial<R: Real>(&self, mechanism: &Mechanism, parameters: &[R]) -> (Vec<R>, Vec<R>) {
        let mut q = vec![R::zero(); self.layout.coordinate_count()];
        let mut v = vec![R::zero(); self.layout.quadratures().start - mechanism.variables.len()];
        for joint in &self.joints {
            self.initial_joint(mechanism, joint, parameters, &mut q[joint.coordinate..], &mut v[joint.velocity..]);
        }
        if self.joints.iter().any(|joint| takes_from_body(mechanism, joint)) {
            let tree = Tree::new(self, mechanism, parameters);
            for &number in &self.order {
                let joint = &self.joints[number];
                if takes_from_body(mechanism, joint) {
                    velocities_from_body(mechanism, &tree, joint, parameters, &q, &mut v);
                }
            }
        }
        (q, v)
    }

    fn initial_joint<R: Real>(
        &self,
        mechanism: &Mechanism,
        tree_joint: &TreeJoint,
        parameters: &[R],
        q: &mut [R],
        v: &mut [R],
    ) {
        let (joint, parameterisation) = (&tree_joint.joint, self.parameterisation);
        let numbers = |list: &[Expr]| list.iter().map(|e| e.evaluate(parameters)).collect::<Vec<R>>();
        let displacement = numbers(&joint.coordinates);
        let velocities = match &joint.velocities {
            Some(velocities) => Some(numbers(velocities)),
            None if takes_as_given(mechanism, tree_joint) => {
                let body = &mechanism.bodies[tree_joint.child];
                let [linear, turning] =
                    body.initial_velocities(parameters).map(|given| given.unwrap_or_else(Vec3::zero).to_array());
                let linear = if joint.kind.is_free() { linear.to_vec() } else { Vec::new() };
                Some([linear, turning.to_vec()].concat())
            }
            None => None,
        };
        let velocity = |i: usize| velocities.as_ref().map_or_else(R::zero, |v| v[i]);
        // a free body's coordinates are those of its centre of mass in the frame that it moves in
        let start =
            if joint.kind.is_free() { relative_position(mechanism, tree_joint, parameters) } else { Vec3::zero() };
        let start = start.to_array();
        let (mut iq, mut iv, mut i) = (0, 0, 0);
        for element in joint.kind.elements {
            if *element == ElementaryJoint::Spherical {
                let assembled = relative_orientation(mechanism, tree_joint, parameters);
                let turned = if joint.coordinates[i..i + 3].iter().all(Expr::is_zero) {
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
            i += element.degrees();
        }
    }
}

/// Says whether the velocities of a joint are derived from those of its body.
fn takes_from_body(mechanism: &Mechanism, joint: &TreeJoint) -> bool {
    let body = &mechanism.bodies[joint.child];
    let given = joint.joint.velocities.is_none() && body.gives_velocities() != [false; 2];
    given && !takes_as_given(mechanism, joint)
}

/// Says whether the velocities of a joint are those of its body: it moves freely on the ground at rest, or turns freely
/// about a point of it.
fn takes_as_given(mechanism: &Mechanism, joint: &TreeJoint) -> bool {
    let kind = joint.joint.kind;
    let freely = kind.is_free() || *kind.elements == [ElementaryJoint::Spherical];
    joint.parent == FrameRef::Ground && mechanism.base.is_none() && freely
}

/// Returns the rotation `parent_from_child` of the frames of a joint's bodies, assembled.
fn relative_orientation<R: Real>(mechanism: &Mechanism, joint: &TreeJoint, parameters: &[R]) -> UnitQuaternion<R> {
    let child = mechanism.bodies[joint.child].initial_orientation(parameters);
    match joint.parent {
        FrameRef::Ground => child,
        FrameRef::Body(i) => mechanism.bodies[i].initial_orientation(parameters).inverse().multiply(child),
    }
}

/// Returns the vector from the parent's centre of mass to the child's, parent's frame, assembled, m.
fn relative_position<R: Real>(mechanism: &Mechanism, joint: &TreeJoint, parameters: &[R]) -> Vec3<R> {
    let child = mechanism.bodies[joint.child].initial_position(parameters);
    match joint.parent {
        FrameRef::Ground => child,
        FrameRef::Body(i) => {
            let parent = &mechanism.bodies[i];
            let offset = child - parent.initial_position(parameters);
            parent.initial_orientation(parameters).rotate_back(offset)
        }
    }
}

/// Sets the velocities of a joint to what makes its body move as given, as far as the joint leaves it free. Those of
/// the joints before it are set.
fn velocities_from_body<R: Real>(
    mechanism: &Mechanism,
    tree: &Tree<R>,
    joint: &TreeJoint,
    parameters: &[R],
    q: &[R],
    v: &mut [R],
) {
    let body = joint.child;
    let motion = |v: &[R]| {
        let at = tree.state(q, v, mechanism.base_at(R::zero(), parameters));
        (tree.axes(&at, q, joint), tree.bodies(&at, q)[body])
    };
    let [wanted, wanted_turn] = mechanism.bodies[body].initial_velocities(parameters);
    // first what turns: it also moves the centre of mass
    let (axes, now) = motion(v);
    if let Some(wanted) = wanted_turn {
        let missing = now.rotation.apply(wanted - now.angular_velocity);
        for axis in &axes {
            match axis.joint {
                ElementaryJoint::Revolute(_) => v[axis.velocity] = axis.direction.dot(missing),
                ElementaryJoint::Spherical => {
                    let relative = wanted - now.angular_velocity;
                    let mut unused = vec![R::zero(); tree.parameterisation.coordinate_count()];
                    let orientation = tree.parameterisation.orientation(&q[axis.coordinate..]);
                    tree.parameterisation.write(orientation, relative, &mut unused, &mut v[axis.velocity..]);
                }
                ElementaryJoint::Prismatic(_) => {}
            }
        }
    }
    if let Some(wanted) = wanted {
        let (axes, now) = motion(v);
        let missing = wanted - now.velocity;
        for axis in axes.iter().filter(|axis| matches!(axis.joint, ElementaryJoint::Prismatic(_))) {
            v[axis.velocity] = axis.direction.dot(missing);
        }
    }
}
