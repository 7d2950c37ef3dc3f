//! The dynamics of a tree for the forces and outputs of a mechanism.

use super::coordinates::JointCoordinates;
use super::kinematics::KinematicState;
use super::topology::TreeJoint;
use super::tree::{Algorithm, Applied, Tree};
use crate::formulation::coordinates::Coordinates;
use crate::formulation::dynamics::Dynamics;
use crate::formulation::multibody::Multibody;
use crate::lie::RotationParameterisation;
use crate::model::base::BaseMotion;
use crate::model::force::Force;
use crate::model::joint::ElementaryJoint;
use crate::model::state::{FrameRates, FrameState, JointState, Loads};
use crate::model::{Inconsistent, Mechanism};
use crate::num::{Real, Vec3};
use crate::problem::{Field, Layout, Unknowns};

/// A tree of bodies, its base and its joints.
#[derive(Clone, Debug)]
pub struct JointDynamics<R> {
    base: Option<BaseMotion>,
    parameters: Vec<R>,
    /// The joints, each with the indices of its links in the tree.
    joints: Vec<(TreeJoint, Vec<usize>)>,
    /// The index of the first velocity of each factor of the layout.
    velocities: Vec<usize>,
    tree: Tree<R>,
    algorithm: Algorithm,
    /// Which bodies a force acts on.
    loaded: Vec<bool>,
}

/// A mechanism in joint coordinates.
pub type JointSystem<R> = Multibody<R, JointDynamics<R>>;

impl Coordinates for JointCoordinates {
    type Dynamics<R: Real> = JointDynamics<R>;

    fn new(mechanism: &Mechanism, parameterisation: RotationParameterisation) -> Result<Self, Inconsistent> {
        Self::new(mechanism, parameterisation)
    }
    fn layout(&self) -> &Layout {
        &self.layout
    }
    fn initial<R: Real>(&self, mechanism: &Mechanism, parameters: &[R]) -> (Vec<R>, Vec<R>) {
        self.initial(mechanism, parameters)
    }
    fn check(&self, mechanism: &Mechanism, parameters: &[f64]) -> Result<(), Inconsistent> {
        self.check_velocities(mechanism, parameters)?;
        self.check_inertia(mechanism, parameters)
    }
    fn nearly_singular(&self, mechanism: &Mechanism, parameters: &[f64]) -> Option<String> {
        self.nearly_singular(mechanism, parameters)
    }
    fn check_looks_at_motion(&self, mechanism: &Mechanism) -> bool {
        let given =
            |joint: &TreeJoint| mechanism.bodies[joint.child].gives_velocities()[1] && joint.restricts_turning();
        mechanism.bodies.iter().any(|body| body.gives_velocities()[0]) || self.joints.iter().any(given)
    }
    fn dynamics<R: Real>(&self, mechanism: &Mechanism, parameters: &[R]) -> JointDynamics<R> {
        let tree = Tree::new(self, mechanism, parameters);
        let mut loaded = vec![false; mechanism.bodies.len()];
        for body in mechanism.forces.iter().flat_map(Force::bodies) {
            loaded[body] = true;
        }
        // links lie in the order of their degrees of freedom
        let before = |degree: usize| tree.links.partition_point(|link| link.degree < degree);
        let links_of =
            |joint: &TreeJoint| (before(joint.degree)..before(joint.degree + joint.joint.kind.degrees())).collect();
        JointDynamics {
            base: mechanism.base.clone(),
            parameters: parameters.to_vec(),
            joints: self.joints.iter().map(|joint| (joint.clone(), links_of(joint))).collect(),
            velocities: self.layout.places().map(|place| place.v).collect(),
            algorithm: tree.cheaper(),
            tree,
            loaded,
        }
    }
}

impl<R: Real> JointDynamics<R> {
    /// Returns the loads as they act on the tree.
    fn applied(&self, loads: Option<(&Loads<R>, &[FrameState<R>])>) -> Applied<R> {
        let mut applied = Applied::nothing(&self.tree);
        let Some((loads, bodies)) = loads else { return applied };
        for (i, wrench) in loads.wrenches.iter().enumerate().filter(|(i, _)| self.loaded[*i]) {
            applied.wrenches[i] = Some((*wrench, bodies[i].rotation));
        }
        for ((joint, _), forces) in self.joints.iter().zip(&loads.joints) {
            applied.joint[joint.degree..joint.degree + forces.len()].copy_from_slice(forces);
        }
        applied
    }

    fn accelerations_of(&self, at: &KinematicState<R>, applied: &Applied<R>) -> Vec<R> {
        match self.algorithm {
            Algorithm::Composite => self.tree.composite_accelerations(at, applied),
            Algorithm::Articulated => self.tree.articulated_accelerations(at, applied),
        }
    }

    /// Returns the accelerations of the degrees of freedom from the rates of the velocities.
    fn degrees_of(&self, q: &[R], v: &[R], rate: &[R]) -> Vec<R> {
        let mut out = vec![R::zero(); self.tree.degrees];
        for link in &self.tree.links {
            let (iq, iv, d) = (link.coordinate, link.velocity, link.degree);
            match link.joint {
                ElementaryJoint::Spherical => {
                    let parameterisation = self.tree.parameterisation;
                    parameterisation.angular_acceleration(&q[iq..], &v[iv..], &rate[iv..]).write(&mut out[d..]);
                }
                _ => out[d] = rate[iv],
            }
        }
        out
    }

    /// Returns the numbers of the degrees of freedom in the order of the velocities.
    fn in_velocity_order(&self) -> Vec<usize> {
        self.joints.iter().flat_map(|(joint, _)| joint.degree..joint.degree + joint.joint.kind.degrees()).collect()
    }
}

impl<R: Real> Dynamics<R> for JointDynamics<R> {
    type State = KinematicState<R>;

    fn scale_gravity(&mut self, factor: R) {
        self.tree.gravity = self.tree.gravity * factor;
    }

    fn state(&self, t: R, q: &[R], v: &[R]) -> KinematicState<R> {
        self.tree.state(q, v, self.base.as_ref().map(|base| base.at(t, &self.parameters)))
    }
    fn bodies(&self, at: &KinematicState<R>, q: &[R]) -> Vec<FrameState<R>> {
        self.tree.bodies(at, q)
    }
    fn joints(&self, _: &KinematicState<R>, q: &[R], v: &[R]) -> Vec<JointState<R>> {
        let of_joint = |(_, links): &(TreeJoint, Vec<usize>)| {
            let mut state = JointState { coordinates: Vec::new(), velocities: Vec::new(), rotation: None };
            for link in links.iter().map(|s| &self.tree.links[*s]) {
                let (q, v) = (&q[link.coordinate..], &v[link.velocity..]);
                if link.joint == ElementaryJoint::Spherical {
                    let parameterisation = self.tree.parameterisation;
                    state.rotation = Some((parameterisation.orientation(q), parameterisation.angular_velocity(q, v)));
                } else {
                    state.coordinates.push(q[0]);
                    state.velocities.push(v[0]);
                }
            }
            state
        };
        self.joints.iter().map(of_joint).collect()
    }
    fn accelerations(&self, at: &KinematicState<R>, loads: Option<(&Loads<R>, &[FrameState<R>])>) -> Vec<R> {
        self.accelerations_of(at, &self.applied(loads))
    }
    fn write_rates(&self, q: &[R], v: &[R], accelerations: &[R], rate: &mut [R]) {
        for link in &self.tree.links {
            let (iq, iv, d) = (link.coordinate, link.velocity, link.degree);
            match link.joint {
                ElementaryJoint::Spherical => {
                    let angular = Vec3::from_slice(&accelerations[d..]);
                    self.tree.parameterisation.velocity_rate(&q[iq..], &v[iv..], angular, &mut rate[iv..]);
                }
                _ => rate[iv] = accelerations[d],
            }
        }
    }
    fn body_rates(&self, at: &KinematicState<R>, bodies: &[FrameState<R>], accelerations: &[R]) -> Vec<FrameRates<R>> {
        self.tree.body_rates(at, bodies, accelerations)
    }
    fn joint_accelerations(&self, _: &KinematicState<R>, q: &[R], v: &[R], rate: &[R]) -> Vec<Vec<R>> {
        let degrees = self.degrees_of(q, v, rate);
        let of_joint = |(joint, _): &(TreeJoint, Vec<usize>)| {
            degrees[joint.degree..joint.degree + joint.joint.kind.degrees()].to_vec()
        };
        self.joints.iter().map(of_joint).collect()
    }
    fn motion_residual(
        &self,
        at: &KinematicState<R>,
        loads: Option<(&Loads<R>, &[FrameState<R>])>,
        (q, v): (&[R], &[R]),
        scale: R,
        unknowns: Unknowns<'_, R>,
        out: &mut Vec<R>,
    ) {
        // without a scale only the constraints are asked for
        let inverse = R::select(R::zero().less(scale), R::one() / scale, R::zero());
        let rate: Vec<R> = unknowns.rate.iter().map(|w| *w * inverse).collect();
        let needed = self.tree.inverse_dynamics(at, &self.degrees_of(q, v, &rate), &self.applied(loads));
        out.extend(self.in_velocity_order().into_iter().map(|d| needed[d] * scale));
    }
    fn rotor_energy(&self, _: &[JointState<R>], v: &[R]) -> R {
        self.tree.rotor_energy(v)
    }
    fn principal_inertia(&self, factor: usize) -> Option<Vec3<R>> {
        if self.base.is_some() {
            return None;
        }
        self.tree.principal_inertia(self.velocities[factor])
    }
}

impl<R: Real> JointSystem<R> {
    /// Sets the algorithm for accelerations instead of the cheaper one.
    pub fn with_algorithm(mut self, algorithm: Algorithm) -> Self {
        self.dynamics.algorithm = algorithm;
        self
    }

    /// Returns the inverse dynamics: the forces and torques (N, N m) that have to act in the joints, besides gravity
    /// and the forces of the scenario on bodies and joints, for these rates of the velocities; one per degree of
    /// freedom in the order of the velocities, three per rotation (the torque in the moved body's frame).
    pub fn inverse_dynamics(&self, t: R, q: &[R], v: &[R], rate: &[R]) -> Vec<R> {
        let dynamics = &self.dynamics;
        let at = dynamics.state(t, q, v);
        let loads = self.loads_at(t, &at, (q, v), &[]);
        let applied = dynamics.applied(loads.as_ref().map(|(loads, bodies)| (loads, &bodies[..])));
        let needed = dynamics.tree.inverse_dynamics(&at, &dynamics.degrees_of(q, v, rate), &applied);
        dynamics.in_velocity_order().into_iter().map(|d| needed[d]).collect()
    }

    /// Returns the mass matrix over the degrees of freedom, in the order of the velocities, three per rotation.
    pub fn mass_matrix(&self, q: &[R]) -> Vec<Vec<R>> {
        let v = vec![R::zero(); self.layout().velocity_count()];
        let tree = &self.dynamics.tree;
        let matrix = tree.mass_matrix(&tree.state(q, &v, None));
        let order = self.dynamics.in_velocity_order();
        order.iter().map(|d| order.iter().map(|e| matrix[*d][*e]).collect()).collect()
    }
}
