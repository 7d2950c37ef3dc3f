//! One joint between two bodies, or a body and the ground: what it locks, how it moves, and what acts in it.
//!
//! Body b moves relative to body a. Both have a frame of the joint fixed in them; in the assembled configuration the two
//! coincide, but for axes that are perpendicular only nearly.

use super::locks::{Lock, locks, slides, turns};
use crate::formulation::frames::{
    JointFrames, Matrix, Number, Vector, across, between, difference, frames_of_axes, map_vector,
};
use crate::lie::LieGroup;
use crate::model::expression::evaluate3;
use crate::model::frame::FrameRef;
use crate::model::joint::{ElementaryJoint, Joint, JointKind};
use crate::model::output::Reaction;
use crate::model::state::{FrameState, JointState, Wrench};
use crate::num::{Mat3, MaybeConstant, Real, Vec3};
use std::f64::consts::TAU;

/// The bodies a and b in motion.
pub(super) type Sides<'a, R> = [&'a FrameState<R>; 2];

/// A body or the ground, assembled: `world_from_body` and the centre of mass, world frame, m.
pub(super) type Placed<R> = (Matrix<R>, Vector<R>);

/// The geometry of a joint: its kind, points, axes and rotors.
#[derive(Clone, Debug)]
pub(super) struct JointGeometry<R> {
    /// The bodies a and b.
    pub bodies: [FrameRef; 2],
    /// The index of the body, of a and b, that is the second of `between`.
    second: usize,
    kind: &'static JointKind,
    locks: Vec<Lock>,
    /// The points of the joint in a and in b: body frame, from the centre of mass, m.
    pub points: [Vec3<R>; 2],
    /// The axes of the joint's frame in a and in b: body frame.
    axes: [[Vec3<R>; 3]; 2],
    /// The cosine between two axes that are not perpendicular but for rounding.
    cosine: Option<R>,
    /// The rotors' inertia, added to what each scalar coordinate of the joint sees, kg m^2 or kg.
    rotors: Vec<Option<R>>,
}

/// A force at the point of a joint (world frame, N) and a torque (frame of b, N m). They act on b, and their opposite
/// on a.
#[derive(Clone, Copy, Debug)]
pub(super) struct Action<R> {
    pub force: Vec3<R>,
    pub torque: Vec3<R>,
}

impl<R: Real> Action<R> {
    /// Returns the action times a number.
    pub(super) fn times(self, factor: R) -> Self {
        Self { force: self.force * factor, torque: self.torque * factor }
    }
}

impl<R: Real> JointGeometry<R> {
    /// Returns the joint in the assembled configuration of its bodies The bodies a and b.
    pub(super) fn new(
        (joint, bodies): &(Joint, [FrameRef; 2]),
        [a, b]: [Placed<R>; 2],
        parameters: &[Number<R>],
        defaults: &[f64],
    ) -> Self {
        let kind = joint.kind;
        let at = joint.at.as_ref().map_or(b.1, |at| evaluate3(at, parameters));
        let origins = if kind.is_free() { [a.1, b.1] } else { [at, at] };
        let points = match &joint.at_bodies {
            None => [difference(&a.0, origins[0], a.1), difference(&b.0, origins[1], b.1)],
            Some(places) => {
                let [first, second] = [0, 1].map(|i: usize| evaluate3(&places[i], parameters));
                if *bodies == joint.between { [first, second] } else { [second, first] }
            }
        };
        let in_a = JointFrames { first: a.0, second: a.0, are_one: true };
        let frames = frames_of_axes(joint, parameters, defaults).unwrap_or(in_a);
        let columns = |m: Matrix<R>| [0, 1, 2].map(|k| map_vector(m.column(k), MaybeConstant::number));
        let cosine = frames.first.column(0).dot(frames.second.column(1)).number();
        let rotor = |i| joint.rotor(i).map(|inertia| inertia.evaluate(parameters).number());
        Self {
            bodies: *bodies,
            second: usize::from(*bodies == joint.between),
            kind,
            locks: locks(kind),
            points: points.map(|point| map_vector(point, MaybeConstant::number)),
            axes: [columns(between(&a.0, &frames.first)), columns(between(&b.0, &frames.second))],
            cosine: (!frames.are_one).then_some(cosine),
            rotors: (0..joint.rotor_inertia.len()).map(rotor).collect(),
        }
    }

    /// Returns the geometry in other numbers.
    pub(super) fn map<S: Real>(&self, f: impl Fn(R) -> S) -> JointGeometry<S> {
        JointGeometry {
            bodies: self.bodies,
            second: self.second,
            kind: self.kind,
            locks: self.locks.clone(),
            points: self.points.map(|point| map_vector(point, &f)),
            axes: self.axes.map(|axes| axes.map(|axis| map_vector(axis, &f))),
            cosine: self.cosine.map(&f),
            rotors: self.rotors.iter().map(|rotor| rotor.map(&f)).collect(),
        }
    }

    /// Counts the constraints of the joint.
    pub(super) fn row_count(&self) -> usize {
        self.locks.iter().map(|lock| lock.row_count()).sum()
    }

    /// Tells of each constraint whether it is one of an angle, so that its multiplier is a torque.
    pub(super) fn row_is_angle(&self) -> Vec<bool> {
        let of_lock = |lock: &Lock| vec![matches!(lock, Lock::Rotation(..)); lock.row_count()];
        self.locks.iter().flat_map(of_lock).collect()
    }

    /// Returns an axis of the joint's frame in a (0) or b (1), world frame.
    fn axis(&self, sides: Sides<'_, R>, side: usize, k: usize) -> Vec3<R> {
        sides[side].rotation.apply(self.axes[side][k])
    }

    /// Returns an axis of the joint's frame in a, frame of b.
    fn axis_of_a(&self, sides: Sides<'_, R>, k: usize) -> Vec3<R> {
        sides[1].rotation.apply_transposed(self.axis(sides, 0, k))
    }

    /// Returns the joint's point in a (0) or b (1) from the centre of mass, world frame, m.
    fn arm(&self, sides: Sides<'_, R>, side: usize) -> Vec3<R> {
        sides[side].rotation.apply(self.points[side])
    }

    /// Returns the vector from a's centre of mass to the joint's point in b, world frame, m.
    fn arm_from_a(&self, sides: Sides<'_, R>) -> Vec3<R> {
        (sides[1].position - sides[0].position) + self.arm(sides, 1)
    }

    /// Returns p_b - p_a, from the joint's point in a to that in b, world frame, m.
    fn displacement(&self, sides: Sides<'_, R>) -> Vec3<R> {
        (sides[1].position + self.arm(sides, 1)) - (sides[0].position + self.arm(sides, 0))
    }

    /// Appends the residuals of its constraints, m and 1.
    pub(super) fn residuals(&self, sides: Sides<'_, R>, out: &mut Vec<R>) {
        let displacement = self.displacement(sides);
        for lock in &self.locks {
            match *lock {
                Lock::Point => out.extend(displacement.to_array()),
                Lock::Translation(k) => out.push(self.axis(sides, 0, k).dot(displacement)),
                Lock::Rotation(i, j) => {
                    let cosine = self.axis(sides, 0, i).dot(self.axis(sides, 1, j));
                    out.push(self.cosine.map_or(cosine, |assembled| cosine - assembled));
                }
            }
        }
    }

    /// Returns the action B^T mu: what has the power mu . Phi' in every motion.
    pub(super) fn constraint_action(&self, sides: Sides<'_, R>, multipliers: &[R]) -> Action<R> {
        let mut action = Action { force: Vec3::zero(), torque: Vec3::zero() };
        let mut rest = multipliers;
        for lock in &self.locks {
            match *lock {
                Lock::Point => action.force = Vec3::from_slice(rest),
                Lock::Translation(k) => action.force = action.force + self.axis(sides, 0, k) * rest[0],
                Lock::Rotation(i, j) => {
                    let torque = self.axes[1][j].cross(self.axis_of_a(sides, i)) * rest[0];
                    action.torque = action.torque + torque;
                }
            }
            rest = &rest[lock.row_count()..];
        }
        action
    }

    /// Returns the action of forces on the joint's degrees of freedom: along axes of a, about those that it turns
    /// about, or any torque.
    pub(super) fn load(&self, sides: Sides<'_, R>, forces: &[R]) -> Action<R> {
        let mut action = Action { force: Vec3::zero(), torque: Vec3::zero() };
        let mut rest = forces.iter();
        for (k, force) in slides(self.kind).into_iter().zip(&mut rest) {
            action.force = action.force + self.axis(sides, 0, k) * *force;
        }
        for (axis, torque) in self.turning_axes(sides).into_iter().zip(&mut rest) {
            action.torque = action.torque + axis * *torque;
        }
        if let [x, y, z] = rest.as_slice() {
            action.torque = action.torque + Vec3::new(*x, *y, *z);
        }
        action
    }

    /// Tells whether the joint has a rotor.
    pub(super) fn has_rotor(&self) -> bool {
        self.rotors.iter().any(Option::is_some)
    }

    /// Returns the forces J q'' that accelerate the joint's rotors, on each scalar coordinate.
    pub(super) fn rotor_forces(&self, accelerations: &[R]) -> Vec<R> {
        let force =
            |(rotor, acceleration): (&Option<R>, &R)| rotor.map_or(R::zero(), |inertia| inertia * *acceleration);
        self.rotors.iter().zip(accelerations).map(force).collect()
    }

    /// Returns the kinetic energy of the joint's rotors, J.
    pub(super) fn rotor_energy(&self, velocities: &[R]) -> R {
        let energy = |(rotor, v): (&Option<R>, &R)| Some(((*rotor)? * v.square()).scale(0.5));
        self.rotors.iter().zip(velocities).filter_map(energy).fold(R::zero(), |sum, energy| sum + energy)
    }

    /// Returns what the constraints of the joint exert on the second body of its `between`.
    pub(super) fn reaction(&self, sides: Sides<'_, R>, multipliers: &[R]) -> Reaction<R> {
        let Action { force, torque } = self.constraint_action(sides, multipliers);
        let torque = sides[1].rotation.apply(torque);
        // M v' + B^T lambda = g: the constraints exert -B^T lambda
        if self.second == 1 {
            return Reaction { force: -force, torque: -torque, rotation: sides[1].rotation };
        }
        let moment = self.displacement(sides).cross(force);
        Reaction { force, torque: torque + moment, rotation: sides[0].rotation }
    }

    /// Adds what acts in the joint to what acts on each body.
    pub(super) fn act(&self, sides: Sides<'_, R>, action: Action<R>, wrenches: &mut [Wrench<R>]) {
        let Action { force, torque } = action;
        if let FrameRef::Body(b) = self.bodies[1] {
            wrenches[b].add_force_at(sides[1], force, self.points[1]);
            wrenches[b].torque = wrenches[b].torque + torque;
        }
        if let FrameRef::Body(a) = self.bodies[0] {
            let (state, on_a) = (sides[0], &mut wrenches[a]);
            on_a.torque = on_a.torque - state.rotation.apply_transposed(sides[1].rotation.apply(torque));
            if self.locks.first() == Some(&Lock::Point) {
                on_a.add_force_at(state, -force, self.points[0]);
            } else {
                // at the point in b, which a displacement moves away from that in a
                on_a.force = on_a.force - force;
                let moment = self.arm_from_a(sides).cross(force);
                on_a.torque = on_a.torque - state.rotation.apply_transposed(moment);
            }
        }
    }

    /// Returns the axes g of the joint's angles, frame of b: each angle's rate is g . w for the angular velocity w of b
    /// relative to a.
    fn turning_axes(&self, sides: Sides<'_, R>) -> Vec<Vec3<R>> {
        match turns(self.kind)[..] {
            [k] => vec![self.axes[1][k]],
            [i, j] => {
                let (first, second) = (self.axis_of_a(sides, i), self.axes[1][j]);
                match self.cosine {
                    None => vec![first, second],
                    // w = a' first + b' second; the square of the cosine is below rounding
                    Some(c) => vec![first - second * c, second - first * c],
                }
            }
            _ => Vec::new(),
        }
    }

    /// Counts the angles of the joint.
    pub(super) fn angle_count(&self) -> usize {
        turns(self.kind).len()
    }

    /// Returns the joint's angles, rad: of those that differ by whole turns the ones nearest to the given.
    pub(super) fn angles(&self, sides: Sides<'_, R>, near: &[R]) -> Vec<R> {
        let dot = |a: Vec3<R>, k: usize| a.dot(self.axis(sides, 1, k));
        let in_a = |k: usize| self.axis(sides, 0, k);
        let angles = match turns(self.kind)[..] {
            [k] => {
                let (i, j) = across(k);
                vec![dot(in_a(j), i).atan2(dot(in_a(i), i))]
            }
            [i, j] => {
                // with n = i x j
                let (n, sign) = (3 - i - j, if across(i).0 == j { 1.0 } else { -1.0 });
                let first = dot(in_a(n), j).scale(sign).atan2(dot(in_a(j), j));
                vec![first, dot(in_a(i), n).scale(sign).atan2(dot(in_a(i), i))]
            }
            _ => Vec::new(),
        };
        let nearest = |(angle, near): (R, &R)| {
            let turns = (*near - angle).scale(1.0 / TAU) + R::constant(0.5);
            angle + turns.floor().scale(TAU)
        };
        angles.into_iter().zip(near).map(nearest).collect()
    }

    /// Returns the joint's coordinates and velocities; angles near to the given.
    pub(super) fn state(&self, sides: Sides<'_, R>, near: &[R]) -> JointState<R> {
        let [a, b] = sides;
        let (mut coordinates, mut velocities) = (Vec::new(), Vec::new());
        let slides = slides(self.kind);
        if !slides.is_empty() {
            let displacement = self.displacement(sides);
            let carried = a.velocity + a.rotation.apply(a.angular_velocity).cross(self.arm_from_a(sides));
            let velocity = b.point(self.points[1]).2 - carried;
            for k in slides {
                let axis = self.axis(sides, 0, k);
                coordinates.push(axis.dot(displacement));
                velocities.push(axis.dot(velocity));
            }
        }
        let carried = b.rotation.apply_transposed(a.rotation.apply(a.angular_velocity));
        let turning = b.angular_velocity - carried;
        coordinates.extend(self.angles(sides, near));
        velocities.extend(self.turning_axes(sides).into_iter().map(|axis| axis.dot(turning)));
        let rotates = self.kind.elements.contains(&ElementaryJoint::Spherical);
        let orientation = || a.orientation.inverse().multiply(b.orientation);
        JointState { coordinates, velocities, rotation: rotates.then(|| (orientation(), turning)) }
    }
}

/// Returns the ground as a body in the assembled configuration.
pub(super) fn ground<R: Real>() -> Placed<R> {
    (Mat3::identity(), Vec3::zero())
}
