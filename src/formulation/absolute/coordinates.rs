//! Where the coordinates of every body and the parameters of curves lie, and which constraints are in use.

use super::bodies::Bodies;
use super::dynamics::AbsoluteDynamics;
use super::initial::SpanningTree;
use super::joints::{JointGeometry, Placed, ground};
use super::kinematics::Kinematics;
use super::locks::{Lock, locks, turns};
use super::orientation::oriented;
use crate::formulation::coordinates::{BodyVelocity, Coordinates, with_variables};
use crate::formulation::dynamics::Dynamics;
use crate::formulation::frames::{Number, snapped_rows};
use crate::lie::{Rotation, RotationParameterisation};
use crate::model::body::Impossible;
use crate::model::frame::FrameRef;
use crate::model::joint::Joint;
use crate::model::{Expr, Inconsistent, Mechanism};
use crate::num::{MaybeConstant, Real, Vec3};
use crate::problem::{Factor, Layout};
use std::ops::Range;
use std::sync::Arc;

/// The coordinates of bodies, body after body: the position of the centre of mass, then the rotation. The parameters of
/// curves follow, then the angles of joints, which tell how many turns they have made.
#[derive(Clone, Debug)]
pub struct AbsoluteCoordinates {
    bodies: Bodies,
    /// The joints of the scenario, then a free one for every body of [`Mechanism::free_bodies`], each with the body that
    /// it moves from and the one that it moves.
    joints: Arc<[(Joint, [FrameRef; 2])]>,
    /// The names of the other constraints, and whether they are of velocities alone.
    constraints: Arc<[(String, bool)]>,
    /// The parameters of curves at the start.
    curves: Arc<[Expr]>,
    tree: Arc<SpanningTree>,
    /// The constraints that act; all where there is nothing.
    acting: Option<Arc<[usize]>>,
    /// The constraints in use; all that act where there is nothing.
    rows: Option<Arc<[usize]>>,
    /// Which of those in use and of the others are of velocities alone.
    velocity_rows: [Arc<[usize]>; 2],
    layout: Layout,
}

impl AbsoluteCoordinates {
    /// Returns the indices of the angles of joints among the coordinates.
    fn angles(&self) -> Range<usize> {
        let start = self.bodies.counts().0 + self.curves.len();
        let count: usize = self.joints.iter().map(|(joint, _)| turns(joint.kind).len()).sum();
        start..start + count
    }

    /// Returns of what there is for every constraint what is of those that act.
    fn acting_of<T: Clone>(&self, all: Vec<T>) -> Vec<T> {
        match &self.acting {
            None => all,
            Some(acting) => acting.iter().map(|row| all[*row].clone()).collect(),
        }
    }

    /// Returns of every constraint, whether it acts or not, the table of the scenario that it is of, with its number and key.
    fn all_row_parts(&self) -> Vec<(&'static str, usize, &'static str)> {
        let of_joint = |(i, (joint, _)): (usize, &(Joint, [FrameRef; 2]))| {
            std::iter::repeat_n(("joint", i, "kind"), row_count(joint))
        };
        let others = (0..self.constraints.len()).map(|i| ("constraint", i, "kind"));
        self.joints.iter().enumerate().flat_map(of_joint).chain(others).collect()
    }

    /// Finds which constraints are of velocities alone, among those in use and among the others.
    fn places_of_velocity_rows(&self) -> [Arc<[usize]>; 2] {
        let of_joints: usize = self.joints.iter().map(|(joint, _)| row_count(joint)).sum();
        let (first, count) = (of_joints, of_joints + self.constraints.len());
        let acting = self.acting.as_ref().map_or_else(|| (0..count).collect(), |acting| acting.to_vec());
        let places = |rows: &mut dyn Iterator<Item = usize>| {
            let is_one = |(_, row): &(usize, usize)| *row >= first && self.constraints[row - first].1;
            rows.enumerate().filter(is_one).map(|(place, _)| place).collect()
        };
        match &self.rows {
            None => [places(&mut acting.into_iter()), Arc::default()],
            Some(rows) => {
                let others = &mut acting.into_iter().filter(|row| !rows.contains(row));
                [places(&mut rows.iter().copied()), places(others)]
            }
        }
    }

    /// Returns the initial coordinates and velocities, with the angles of joints as these dynamics have them.
    fn initial_of<R: Real>(
        &self,
        dynamics: &AbsoluteDynamics<R>,
        mechanism: &Mechanism,
        parameters: &[R],
    ) -> (Vec<R>, Vec<R>) {
        let (coordinate_count, velocity_count) = self.bodies.counts();
        let (mut q, mut v) = (vec![R::zero(); coordinate_count], vec![R::zero(); velocity_count]);
        let (bodies, near) = self.tree.initial(mechanism, parameters);
        for (i, body) in bodies.into_iter().enumerate() {
            let (pose, motion) = ((body.position, body.orientation), (body.velocity, body.angular_velocity));
            self.bodies.write(i, pose, motion, (&mut q, &mut v));
        }
        q.extend(self.curves.iter().map(|start| start.evaluate(parameters)));
        v.resize(velocity_count + self.curves.len(), R::zero());
        q.extend(near);
        if !self.curves.is_empty() {
            let nearest = dynamics.kinematics.nearest_on_curves(&q, &v);
            q[coordinate_count..self.angles().start].copy_from_slice(&nearest);
        }
        let mut angles = q[self.angles()].to_vec();
        dynamics.follow_angles(R::zero(), &q, &mut angles);
        q.truncate(self.angles().start);
        q.extend(angles);
        (q, v)
    }
}

impl Coordinates for AbsoluteCoordinates {
    type Dynamics<R: Real> = AbsoluteDynamics<R>;

    fn new(mechanism: &Mechanism, rotation: RotationParameterisation) -> Result<Self, Inconsistent> {
        let bodies = Bodies { count: mechanism.bodies.len(), rotation };
        let joints = oriented(mechanism);
        let angles: usize = joints.iter().map(|(joint, _)| turns(joint.kind).len()).sum();
        let curves: Vec<Expr> = mechanism.constraints.iter().filter_map(|c| c.curve_start().cloned()).collect();
        let of_curves = (!curves.is_empty()).then_some(Factor::Parameters(curves.len()));
        let factors = bodies.factors().chain(of_curves).chain((angles > 0).then_some(Factor::Angles(angles)));
        let all = Self {
            bodies,
            tree: Arc::new(SpanningTree::new(mechanism, &joints)?),
            constraints: mechanism.constraints.iter().map(|c| (c.name.clone(), c.is_of_velocities())).collect(),
            curves: curves.into(),
            acting: None,
            rows: None,
            layout: with_variables(factors.collect(), bodies.frames(), mechanism),
            joints: joints.into(),
            velocity_rows: Default::default(),
        };
        Ok(Self { velocity_rows: all.places_of_velocity_rows(), ..all })
    }
    fn layout(&self) -> &Layout {
        &self.layout
    }
    fn constraint_count(&self) -> usize {
        self.rows.as_ref().map_or_else(|| self.row_names().len(), |rows| rows.len())
    }
    fn initial<R: Real>(&self, mechanism: &Mechanism, parameters: &[R]) -> (Vec<R>, Vec<R>) {
        self.initial_of(&self.dynamics(mechanism, parameters), mechanism, parameters)
    }
    fn given_velocities<R: Real>(&self, mechanism: &Mechanism, parameters: &[R], (q, v): (&[R], &[R])) -> Vec<R> {
        let dynamics = self.dynamics(mechanism, parameters);
        let at = dynamics.state(R::zero(), q, v);
        let mut missed = Vec::new();
        for (body, state) in mechanism.bodies.iter().zip(&at.bodies) {
            let here = [state.velocity, state.angular_velocity];
            for (given, here) in body.initial_velocities(parameters).into_iter().zip(here) {
                let given = given.map(Vec3::to_array).into_iter().flatten();
                missed.extend(given.zip(here.to_array()).map(|(given, here)| here - given));
            }
        }
        let states = dynamics.joints(&at, q, v);
        for ((joint, _), state) in self.joints.iter().zip(states) {
            let Some(given) = &joint.velocities else { continue };
            let turning = state.rotation.map(|(_, w)| w.to_array().to_vec());
            let here = [state.velocities, turning.unwrap_or_default()].concat();
            missed.extend(given.iter().zip(here).map(|(given, here)| here - given.evaluate(parameters)));
        }
        missed
    }
    fn check(&self, mechanism: &Mechanism, parameters: &[f64]) -> Result<(), Inconsistent> {
        // what a joint holds may move without inertia of its own
        let held = |i: usize| {
            let holds =
                |(joint, bodies): &(Joint, [FrameRef; 2])| !joint.kind.is_free() && bodies.contains(&FrameRef::Body(i));
            self.joints.iter().any(holds)
        };
        // what does not turn needs no inertia
        let is_point =
            |i: usize| self.joints.iter().any(|(joint, [_, b])| joint.is_of_point() && *b == FrameRef::Body(i));
        let degenerate = |i: usize| {
            let reason = mechanism.bodies[i].mass_properties(parameters).degenerate()?;
            let is_node = mechanism.bodies[i].node.is_some();
            (!is_node && (matches!(reason, Impossible::Mass(_)) || !is_point(i))).then_some((i, reason))
        };
        match (0..self.bodies.count).filter(|i| !held(*i)).find_map(degenerate) {
            None => Ok(()),
            Some((i, reason)) => Err(mechanism.impossible(i, &reason)),
        }
    }
    fn nearly_singular(&self, _: &Mechanism, _: &[f64]) -> Option<String> {
        None
    }
    fn check_looks_at_motion(&self, _: &Mechanism) -> bool {
        false
    }
    fn with_acting(mut self, acts: &dyn Fn(&str, usize) -> bool) -> Self {
        let parts = self.all_row_parts();
        let acting: Vec<usize> = (0..parts.len()).filter(|row| acts(parts[*row].0, parts[*row].1)).collect();
        if acting.len() < parts.len() {
            (self.acting, self.rows) = (Some(acting.as_slice().into()), Some(acting.into()));
            self.velocity_rows = self.places_of_velocity_rows();
        }
        self
    }
    fn with_rows(mut self, rows: &[usize]) -> Self {
        let row = |row: &usize| self.acting.as_ref().map_or(*row, |acting| acting[*row]);
        self.rows = Some(rows.iter().map(row).collect());
        self.velocity_rows = self.places_of_velocity_rows();
        self
    }
    fn body_of(&self, factor: usize) -> Option<usize> {
        self.bodies.body_of(factor)
    }
    fn velocity(&self, velocity: usize) -> Option<BodyVelocity> {
        self.bodies.velocity(velocity)
    }
    fn velocity_rows(&self) -> [&[usize]; 2] {
        let [in_use, others] = &self.velocity_rows;
        [in_use, others]
    }
    fn row_names(&self) -> Vec<String> {
        let of_joint = |(joint, _): &(Joint, [FrameRef; 2])| {
            let rows = locks(joint.kind).into_iter().flat_map(Lock::row_names);
            rows.map(|row| format!("{:?}: {row}", joint.name)).collect::<Vec<String>>()
        };
        let others = self.constraints.iter().map(|(name, _)| format!("{name:?}"));
        self.acting_of(self.joints.iter().flat_map(of_joint).chain(others).collect())
    }
    fn row_parts(&self) -> Vec<(&'static str, usize, &'static str)> {
        self.acting_of(self.all_row_parts())
    }
    fn dynamics<R: Real>(&self, mechanism: &Mechanism, parameters: &[R]) -> AbsoluteDynamics<R> {
        let numbers: Vec<Number<R>> = parameters.iter().map(|p| MaybeConstant::Number(*p)).collect();
        let defaults = mechanism.defaults();
        let placed = |body: FrameRef| -> Placed<R> {
            match body {
                FrameRef::Ground => ground(),
                FrameRef::Body(i) => {
                    let body = &mechanism.bodies[i];
                    let rotation = snapped_rows(&body.initial_orientation(&numbers).matrix());
                    (rotation, body.initial_position(&numbers))
                }
            }
        };
        let geometry =
            |joint: &(Joint, [FrameRef; 2])| JointGeometry::new(joint, joint.1.map(placed), &numbers, &defaults);
        let mut dynamics = AbsoluteDynamics {
            kinematics: Kinematics {
                bodies: self.bodies,
                base: mechanism.base.clone(),
                parameters: parameters.to_vec(),
                joints: self.joints.iter().map(geometry).collect(),
                constraints: mechanism.constraints.iter().map(|constraint| constraint.evaluate(parameters)).collect(),
                angles: self.angles(),
            },
            masses: mechanism.masses(parameters),
            beams: mechanism.beams.iter().map(|beam| beam.evaluate(parameters)).collect(),
            gravity: mechanism.gravity_at(parameters),
            acting: self.acting.clone(),
            rows: self.rows.clone(),
            velocity_rows: Arc::clone(&self.velocity_rows[0]),
        };
        if mechanism.constraints.iter().any(|constraint| constraint.value.is_none()) {
            let (q, v) = self.initial_of(&dynamics, mechanism, parameters);
            dynamics.kinematics.keep_initial_values(&q, &v);
        }
        dynamics
    }
}

/// Counts the constraints of a joint.
fn row_count(joint: &Joint) -> usize {
    locks(joint.kind).into_iter().flat_map(Lock::row_names).count()
}
