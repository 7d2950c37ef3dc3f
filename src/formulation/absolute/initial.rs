//! The initial state: that of a tree of the joints in joint coordinates. Loops are closed at the start of a run.

use super::orientation::oriented;
use crate::formulation::coordinates::Coordinates;
use crate::formulation::dynamics::Dynamics;
use crate::formulation::joint::JointCoordinates;
use crate::lie::RotationParameterisation;
use crate::model::frame::FrameRef;
use crate::model::joint::{ElementaryJoint, Joint, JointKind, Parts};
use crate::model::state::FrameState;
use crate::model::{Expr, Inconsistent, Mechanism};
use crate::num::Real;

/// A tree that has all bodies of a mechanism and as many of its joints as close no loop; those that give coordinates or
/// velocities come first.
#[derive(Clone, Debug)]
pub(super) struct SpanningTree {
    /// The mechanism without the other joints, and without what does not matter at the start.
    mechanism: Mechanism,
    coordinates: JointCoordinates,
    /// For every joint of the mechanism its number in the tree, if it is in it, whether its coordinates are those of the
    /// tree or minus these (1, -1), and which of its scalar coordinates are angles.
    angles: Vec<(Option<usize>, f64, Vec<usize>)>,
}

/// Says whether the order of the elementary joints of a joint does not matter, so that the joint is its own inverse
/// with the coordinates negated.
fn commutes(kind: &JointKind) -> bool {
    let axis = |e: &ElementaryJoint| match e {
        ElementaryJoint::Prismatic(k) | ElementaryJoint::Revolute(k) => Some(*k),
        ElementaryJoint::Spherical => None,
    };
    let axes: Vec<Option<usize>> = kind.elements.iter().map(axis).collect();
    axes.iter().all(|axis| axis.is_some() && *axis == axes[0])
}

impl SpanningTree {
    /// Returns the tree of a mechanism with these joints, see [`oriented`].
    ///
    /// # Errors
    /// A joint of a loop whose coordinates are given for the other direction than the one that the tree needs.
    pub(super) fn new(mechanism: &Mechanism, joints: &[(Joint, [FrameRef; 2])]) -> Result<Self, Inconsistent> {
        let gives = |joint: &Joint| joint.velocities.is_some() || joint.coordinates.iter().any(|e| !e.is_zero());
        let mut order: Vec<usize> = (0..mechanism.joints.len()).collect();
        order.sort_by_key(|j| !gives(&mechanism.joints[*j]));
        let mut parts = Parts::new(mechanism.bodies.len());
        // those that give their points in both bodies are assembled at the start
        order.retain(|j| {
            let Joint { between: [a, b], at_bodies, .. } = &mechanism.joints[*j];
            at_bodies.is_none() && parts.join(*a, *b)
        });
        order.sort_unstable();
        let mut tree = Mechanism {
            joints: order.iter().map(|j| mechanism.joints[*j].clone()).collect(),
            constraints: Vec::new(),
            beams: Vec::new(),
            forces: Vec::new(),
            joint_forces: Vec::new(),
            variables: Vec::new(),
            outputs: Vec::new(),
            events: Vec::new(),
            ..mechanism.clone()
        };
        let in_tree = oriented(&tree);
        let mut angles = Vec::new();
        for (number, (joint, bodies)) in joints.iter().enumerate() {
            let at = order.iter().position(|j| *j == number);
            let reversed = at.is_some_and(|at| in_tree[at].1 != *bodies);
            if let Some(at) = at.filter(|_| reversed && gives(joint)) {
                if !commutes(joint.kind) {
                    let message = format!(
                        "the joint {:?} is in a loop and gives coordinates or velocities of the second body relative to \
                         the first, which is not the one nearer to the ground; accepted: the two the other way round, \
                         or the initial poses of the bodies instead",
                        joint.name
                    );
                    return Err(Inconsistent { part: ("joint", number, "between"), message });
                }
                let negated = |list: &[Expr]| list.iter().map(|e| e.times(-1.0)).collect::<Vec<Expr>>();
                let own = &mut tree.joints[at];
                own.coordinates = negated(&own.coordinates);
                own.velocities = own.velocities.as_ref().map(|velocities| negated(velocities));
            }
            let units = joint.shape().scalars.into_iter().enumerate();
            let turning = units.filter(|(_, unit)| *unit == "rad").map(|(i, _)| i).collect();
            angles.push((at, if reversed { -1.0 } else { 1.0 }, turning));
        }
        let coordinates = JointCoordinates::new(&tree, RotationParameterisation::Quaternion)?;
        Ok(Self { mechanism: tree, coordinates, angles })
    }

    /// Returns the state of every body and the angles of all joints, rad, without those of joints that are not in the tree.
    /// What a body gives itself of its velocities is kept, whether or not it fits the joints.
    pub(super) fn initial<R: Real>(&self, mechanism: &Mechanism, parameters: &[R]) -> (Vec<FrameState<R>>, Vec<R>) {
        let dynamics = self.coordinates.dynamics(&self.mechanism, parameters);
        let (q, v) = self.coordinates.initial(&self.mechanism, parameters);
        let at = dynamics.state(R::zero(), &q, &v);
        let mut bodies = dynamics.bodies(&at, &q);
        for (body, state) in mechanism.bodies.iter().zip(&mut bodies) {
            let [velocity, turning] = body.initial_velocities(parameters);
            state.velocity = velocity.unwrap_or(state.velocity);
            state.angular_velocity = turning.unwrap_or(state.angular_velocity);
        }
        // what a joint gives the root of a beam carries all of it, as a rigid body
        for beam in &mechanism.beams {
            let root = bodies[beam.nodes.start];
            let turning = root.rotation.apply(root.angular_velocity);
            for node in
                beam.nodes.clone().skip(1).filter(|node| mechanism.bodies[*node].gives_velocities() == [false; 2])
            {
                let state = &mut bodies[node];
                state.velocity = root.velocity + turning.cross(state.position - root.position);
                state.angular_velocity = state.rotation.apply_transposed(turning);
            }
        }
        let joints = dynamics.joints(&at, &q, &v);
        let angle = |at: Option<usize>, sign: f64, i: usize| {
            at.map_or_else(R::zero, |at| joints[at].coordinates[i].scale(sign))
        };
        let of_joint = |(at, sign, turning): &(Option<usize>, f64, Vec<usize>)| {
            turning.iter().map(|i| angle(*at, *sign, *i)).collect::<Vec<R>>()
        };
        (bodies, self.angles.iter().flat_map(of_joint).collect())
    }
}
