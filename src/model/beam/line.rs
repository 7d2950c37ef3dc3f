//! Where the nodes of a beam are at the start.

use super::rule::{DualVector, Rule, one_of};
use super::turn::Turn;
use crate::lie::{LieGroup, Motion, Rotation, Twist, UnitQuaternion, dual, dual_vector};
use crate::model::expression::{Expr, Expr3, evaluate3};
use crate::model::orientation::Orientation;
use crate::model::state::FrameState;
use crate::num::{Dual, Real, Vec3};
use std::sync::Arc;

/// A line in the space with a frame at every place, whose first axis is the tangent.
#[derive(Clone, Debug)]
pub struct BeamLine {
    /// The root, world frame, m.
    pub position: Expr3,
    /// The frame of the root, `world_from_section`.
    pub orientation: Orientation,
    /// The length, m.
    pub length: Expr,
    /// The curvature and twist of the line, frame of the section, 1/m.
    pub curvature: Expr3,
    /// The poses of nodes seen from the root, where a table gives the line: of a beam of that length.
    pub poses: Option<Vec<Motion<f64>>>,
    /// How the line turns within elements, where a table gives it.
    pub(super) turns: Option<Arc<[Turn]>>,
    /// The velocity of the root, world frame, m/s, if the scenario gives it.
    pub velocity: Option<Expr3>,
    /// The angular velocity with which the beam moves as a rigid body, frame of the root, rad/s, if the scenario gives it.
    pub angular_velocity: Option<Expr3>,
}

/// Names a node of a beam.
#[derive(Clone, Debug)]
pub struct BeamNode {
    /// The line that it lies on.
    pub line: Arc<BeamLine>,
    /// Its number.
    pub number: usize,
    /// Its place along the line, from 0 to 1.
    pub place: f64,
}

impl BeamLine {
    /// Returns the pose of a place along the line, or of a node where a table gives them, seen from the root.
    fn seen_from_root<R: Real>(&self, number: usize, place: f64, parameters: &[R]) -> Motion<R> {
        match &self.poses {
            Some(poses) => {
                let (pose, number) = (poses[number], R::constant);
                let (position, UnitQuaternion { w, v }) = (pose.position(), pose.rotation());
                let vector = |v: Vec3<f64>| Vec3::new(number(v.x), number(v.y), number(v.z));
                Motion::new(vector(position), UnitQuaternion { w: number(w), v: vector(v) })
            }
            None => self.along(self.length.evaluate(parameters).scale(place), parameters),
        }
    }

    /// Returns the motion along so much of the line, m.
    fn along<R: Real>(&self, length: R, parameters: &[R]) -> Motion<R> {
        let translation = Vec3::new(length, R::zero(), R::zero());
        if self.curvature.iter().all(Expr::is_zero) {
            return Motion::new(translation, UnitQuaternion::identity());
        }
        let rotation = evaluate3(&self.curvature, parameters) * length;
        Motion::exp(Twist { translation, rotation })
    }

    /// Returns the curvatures at the nodes of elements at rest with these halves of lengths, m, as (4.5) finds them from the poses of nodes;
    /// of one element where all are alike.
    pub(super) fn curvatures<R: Real>(&self, rule: &Rule, halves: &[R], parameters: &[R]) -> Vec<Vec<DualVector<R>>> {
        let eta = rule.nodes();
        let of = |half: R, pose: &dyn Fn(usize, usize) -> Motion<R>| {
            let relative = |j: usize, k: usize| rule.metric.relative(pose(j, k).0).parameters();
            rule.curvatures(half, relative)
        };
        let first = |element: usize| element * rule.order();
        let pose = |i: usize| self.seen_from_root(i, 0.0, parameters);
        match &self.poses {
            None => halves
                .iter()
                .map(|half| of(*half, &|j, k| self.along(half.scale(eta[k] - eta[j]), parameters)))
                .collect(),
            Some(poses) => {
                let of_element = |element: usize| {
                    let between =
                        |j: usize, k: usize| pose(first(element) + j).inverse().compose(pose(first(element) + k));
                    of(*one_of(halves, element), &between)
                };
                (0..(poses.len() - 1) / rule.order()).map(of_element).collect()
            }
        }
    }

    /// Tells whether it depends on one of the varied parameters where the nodes are.
    pub(super) fn depends_on(&self, varied: &impl Fn(usize) -> bool) -> bool {
        self.length.depends_on(varied) || self.curvature.iter().any(|e| e.depends_on(varied))
    }

    /// Checks that no turn of a curved line meets the one before, for a section of that size, m.
    pub(super) fn check(&self, size: f64, parameters: &[f64]) -> Result<(), (&'static str, String)> {
        if self.poses.is_some() {
            return Ok(());
        }
        let curvature = evaluate3(&self.curvature, parameters);
        let (turn, along) = (curvature.norm(), curvature.x);
        let length: f64 = self.length.evaluate(parameters);
        // a helix comes back to its side after a whole turn, so far on
        let pitch = if turn > 0.0 { std::f64::consts::TAU / turn * (along / turn).abs() } else { f64::INFINITY };
        let radius = (1.0 - (along / turn).powi(2)).max(0.0).sqrt() / turn;
        if turn > 0.0 && length * turn > std::f64::consts::TAU * (1.0 + 1e-9) && pitch < size && radius > 0.0 {
            let message = format!(
                "the line comes back to itself after a turn, {pitch:.3e} m beside where it was, and a section is {size:.3e} m; \
                 accepted: a line that does not cross itself"
            );
            return Err(("curvature", message));
        }
        Ok(())
    }
}

impl BeamNode {
    /// Returns the position, world frame, m, and the orientation, `world_from_section`.
    pub fn pose<R: Real>(&self, parameters: &[R]) -> (Vec3<R>, UnitQuaternion<R>) {
        let BeamLine { position, orientation, .. } = &*self.line;
        let own = self.line.seen_from_root(self.number, self.place, parameters);
        let root = orientation.evaluate(parameters);
        let position = evaluate3(position, parameters) + root.rotate(own.position());
        (position, root.multiply(own.rotation()).normalized())
    }

    /// Returns the velocity, world frame, m/s, if the scenario gives how the beam moves.
    pub fn velocity<R: Real>(&self, parameters: &[R]) -> Option<Vec3<R>> {
        let BeamLine { orientation, velocity, angular_velocity, .. } = &*self.line;
        if velocity.is_none() && angular_velocity.is_none() {
            return None;
        }
        let own = self.line.seen_from_root(self.number, self.place, parameters);
        let given = |e: &Option<Expr3>| e.as_ref().map_or_else(Vec3::zero, |e| evaluate3(e, parameters));
        let root = self.line.seen_from_root(0, 0.0, parameters).position();
        let turning = given(angular_velocity).cross(own.position() - root);
        Some(given(velocity) + orientation.evaluate(parameters).rotate(turning))
    }

    /// Returns the angular velocity in the frame of the node, rad/s, if the scenario gives how the beam moves.
    pub fn angular_velocity<R: Real>(&self, parameters: &[R]) -> Option<Vec3<R>> {
        let BeamLine { velocity, angular_velocity, .. } = &*self.line;
        let zero = velocity.as_ref().map(|_| Vec3::zero());
        let own = || self.line.seen_from_root(self.number, self.place, parameters);
        angular_velocity.as_ref().map(|w| own().rotation().rotate_back(evaluate3(w, parameters))).or(zero)
    }
}

/// Returns the relative motion between two frames as a unit dual quaternion, of differences of positions, so that nothing cancels
/// far from the origin.
pub(super) fn between<R: Real>(from: &FrameState<R>, to: &FrameState<R>) -> UnitQuaternion<Dual<R, 1>> {
    let turn = from.orientation.inverse().multiply(to.orientation);
    let along = from.rotation.apply_transposed(to.position - from.position) * R::constant(0.5);
    let moved = UnitQuaternion { w: R::zero(), v: along }.multiply(turn);
    UnitQuaternion { w: dual(turn.w, moved.w), v: dual_vector(turn.v, moved.v) }
}
