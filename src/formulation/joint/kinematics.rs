//! Positions, velocities and accelerations, outwards from the ground.

use super::link::{Link, Placement};
use super::topology::TreeJoint;
use super::tree::{Attachment, Tree};
use crate::formulation::frames::along;
use crate::lie::UnitQuaternion;
use crate::model::base::Base;
use crate::model::joint::ElementaryJoint;
use crate::model::state::{FrameRates, FrameState};
use crate::num::{Mat3, Real, Vec3};

/// A tree at an instant: its links for given coordinates and velocities, and the motion of its base.
#[derive(Clone, Debug)]
pub struct KinematicState<R> {
    /// How each link is placed on its parent.
    pub(super) placements: Vec<Placement<R>>,
    /// Angular velocity of each link, own frame, rad/s.
    pub(super) angular: Vec<Vec3<R>>,
    /// Angular velocity of the parent of each link, in the link's frame, rad/s.
    pub(super) carried: Vec<Vec3<R>>,
    /// The frame that joints to the ground hang from.
    pub(super) base: Base<R>,
    /// Whether the frame that joints to the ground hang from rests.
    pub(super) rests: bool,
}

/// Accelerations of links.
#[derive(Clone, Debug)]
pub(super) struct Accelerations<R> {
    /// Angular accelerations, own frame, rad/s^2.
    pub(super) angular: Vec<Vec3<R>>,
    /// Accelerations of the origins, own frame, m/s^2.
    pub(super) linear: Vec<Vec3<R>>,
}

/// An elementary joint in one state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis<R> {
    /// The elementary joint that moves.
    pub joint: ElementaryJoint,
    /// The index of the joint's first coordinate.
    pub coordinate: usize,
    /// The index of the joint's first velocity.
    pub velocity: usize,
    /// The direction of the axis, world frame; of a spherical joint nothing.
    pub direction: Vec3<R>,
}

/// Where a link is in the world.
#[derive(Clone, Copy, Debug)]
struct InWorld<R> {
    rotation: Mat3<R>,
    position: Vec3<R>,
    velocity: Vec3<R>,
    orientation: UnitQuaternion<R>,
}

/// w~ w~, whose entries serve all points of a frame: the symmetric products of an angular velocity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Centripetal<R> {
    square: [R; 3],
    xy: R,
    xz: R,
    yz: R,
    angular: Vec3<R>,
}

impl<R: Real> Centripetal<R> {
    pub(super) fn new(w: Vec3<R>, angular: Vec3<R>) -> Self {
        let (x2, y2, z2) = (w.x * w.x, w.y * w.y, w.z * w.z);
        Self { square: [y2 + z2, x2 + z2, x2 + y2], xy: w.x * w.y, xz: w.x * w.z, yz: w.y * w.z, angular }
    }
    /// Returns the acceleration a + w' x r + w x (w x r) of the point r where the origin has a.
    pub(super) fn add_to(&self, a: Vec3<R>, r: Vec3<R>) -> Vec3<R> {
        let (s, d) = (self.square, self.angular);
        Vec3::new(
            (a.x + (self.xy - d.z) * r.y + (self.xz + d.y) * r.z) - s[0] * r.x,
            (a.y + (self.xy + d.z) * r.x + (self.yz - d.x) * r.z) - s[1] * r.y,
            (a.z + (self.xz - d.y) * r.x + (self.yz + d.x) * r.y) - s[2] * r.z,
        )
    }
    /// Returns the difference a - w' x r - w x (w x r).
    pub(super) fn take_from(&self, a: Vec3<R>, r: Vec3<R>) -> Vec3<R> {
        let (s, d) = (self.square, self.angular);
        Vec3::new(
            ((a.x + s[0] * r.x) - (self.xy - d.z) * r.y) - (self.xz + d.y) * r.z,
            ((a.y + s[1] * r.y) - (self.xy + d.z) * r.x) - (self.yz - d.x) * r.z,
            ((a.z + s[2] * r.z) - (self.xz - d.y) * r.x) - (self.yz + d.x) * r.y,
        )
    }
}

impl<R: Real> Tree<R> {
    /// Returns the state of the tree for coordinates and velocities in the layout of the mechanism, on a base that
    /// moves, or rests.
    pub(super) fn state(&self, q: &[R], v: &[R], base: Option<Base<R>>) -> KinematicState<R> {
        let rests = base.is_none();
        let base = base.unwrap_or_else(Base::at_rest);
        R::note("joints: rotations, and angular velocities outwards");
        let placements: Vec<Placement<R>> = self.links.iter().map(|s| s.place(self.parameterisation, q, v)).collect();
        let (mut angular, mut carried): (Vec<Vec3<R>>, Vec<Vec3<R>>) = (Vec::new(), Vec::new());
        for (s, at) in self.links.iter().zip(&placements) {
            let before = s.parent.map_or(base.angular_velocity, |p| angular[p]);
            let before = s.to_own(at, before);
            angular.push(before + at.spin);
            carried.push(before);
        }
        KinematicState { placements, angular, carried, base, rests }
    }

    /// Returns what the elementary joints' own accelerations add to those of link `s`, own frame: angular, linear.
    pub(super) fn own_rates(&self, s: usize, rates: &[R]) -> (Vec3<R>, Vec3<R>) {
        let link = &self.links[s];
        let rate = |i: usize| rates[link.degree + i];
        match link.joint {
            ElementaryJoint::Prismatic(k) => (Vec3::zero(), along(k, rate(0).scale(link.sign))),
            ElementaryJoint::Revolute(k) => (along(k, rate(0).scale(link.sign)), Vec3::zero()),
            ElementaryJoint::Spherical => (Vec3::new(rate(0), rate(1), rate(2)), Vec3::zero()),
        }
    }

    /// Returns what the velocity of link `s` relative to its parent, of angular velocity w, adds to its accelerations,
    /// own frame: w x spin, and that of Coriolis, 2 w x slip.
    pub(super) fn bias_acceleration(&self, s: usize, at: &KinematicState<R>) -> (Vec3<R>, Vec3<R>) {
        let (place, w) = (&at.placements[s], at.carried[s]);
        (w.cross(place.spin), w.cross(place.slip) * R::constant(2.0))
    }

    /// Returns the accelerations of all links for those of the degrees of freedom (none: all zero), on a base whose
    /// origin has the acceleration `start` (base frame).
    pub(super) fn outward(&self, at: &KinematicState<R>, rates: Option<&[R]>, start: Vec3<R>) -> Accelerations<R> {
        R::note("accelerations outwards, of the joints' own velocities and rates");
        let mut all = Accelerations { angular: Vec::new(), linear: Vec::new() };
        for (s, link) in self.links.iter().enumerate() {
            let place = &at.placements[s];
            let (w, angular, linear) = match link.parent {
                Some(p) => (at.angular[p], all.angular[p], all.linear[p]),
                None => (at.base.angular_velocity, at.base.angular_acceleration, start),
            };
            let origin = Centripetal::new(w, angular).add_to(linear, place.origin);
            let bias = self.bias_acceleration(s, at);
            let mut angular = link.to_own(place, angular) + bias.0;
            let mut linear = link.to_own(place, origin) + bias.1;
            if let Some(rates) = rates {
                let (turn, slide) = self.own_rates(s, rates);
                angular = angular + turn;
                linear = linear + slide;
            }
            all.angular.push(angular);
            all.linear.push(linear);
        }
        all
    }

    fn in_world(&self, at: &KinematicState<R>, q: &[R]) -> Vec<InWorld<R>> {
        let ground = InWorld {
            rotation: at.base.rotation,
            position: at.base.position,
            velocity: at.base.velocity,
            orientation: at.base.orientation,
        };
        let mut all: Vec<InWorld<R>> = Vec::new();
        for (s, link) in self.links.iter().enumerate() {
            let place = &at.placements[s];
            let (parent, w) = match link.parent {
                Some(p) => (all[p], at.angular[p]),
                None => (ground, at.base.angular_velocity),
            };
            let [a, b, c] = parent.rotation.rows.map(|row| link.to_own(place, row));
            let rotation = Mat3::from_rows(a, b, c);
            let orientation =
                parent.orientation.multiply(link.quaternion).multiply(link.joint_quaternion(self.parameterisation, q));
            all.push(InWorld {
                rotation,
                position: parent.position + parent.rotation.apply(place.origin),
                velocity: parent.velocity + parent.rotation.apply(w.cross(place.origin)) + rotation.apply(place.slip),
                orientation,
            });
        }
        all
    }

    /// Returns the elementary joints of a joint, and their directions.
    pub(super) fn axes(&self, at: &KinematicState<R>, q: &[R], joint: &TreeJoint) -> Vec<Axis<R>> {
        let places = self.in_world(at, q);
        let degrees = joint.degree..joint.degree + joint.joint.kind.degrees();
        let of_joint = |s: &(usize, &Link<R>)| degrees.contains(&s.1.degree);
        let axis = |(s, link): (usize, &Link<R>)| {
            let direction = match link.joint {
                ElementaryJoint::Prismatic(k) | ElementaryJoint::Revolute(k) => {
                    places[s].rotation.apply(along(k, R::constant(link.sign)))
                }
                ElementaryJoint::Spherical => Vec3::zero(),
            };
            let Link { joint, coordinate, velocity, .. } = *link;
            Axis { joint, coordinate, velocity, direction }
        };
        self.links.iter().enumerate().filter(of_joint).map(axis).collect()
    }

    /// Returns the motion of every body.
    pub(super) fn bodies(&self, at: &KinematicState<R>, q: &[R]) -> Vec<FrameState<R>> {
        R::note("bodies: positions, orientations and velocities");
        let links = self.in_world(at, q);
        let body = |attachment: &Attachment<R>| {
            let (frame, w) = match attachment.link {
                Some(s) => (links[s], at.angular[s]),
                None => {
                    let Base { position, velocity, rotation, orientation, angular_velocity, .. } = at.base;
                    (InWorld { rotation, position, velocity, orientation }, angular_velocity)
                }
            };
            FrameState {
                position: frame.position + frame.rotation.apply(attachment.centre),
                velocity: frame.velocity + frame.rotation.apply(w.cross(attachment.centre)),
                orientation: frame.orientation.multiply(attachment.quaternion),
                rotation: frame.rotation * attachment.rotation,
                angular_velocity: attachment.rotation.apply_transposed(w),
            }
        };
        self.attachments.iter().map(body).collect()
    }

    /// Returns the accelerations of every body for those of the degrees of freedom; `states` is [`Tree::bodies`].
    pub(super) fn body_rates(
        &self,
        at: &KinematicState<R>,
        states: &[FrameState<R>],
        rates: &[R],
    ) -> Vec<FrameRates<R>> {
        let base = &at.base;
        let start = base.rotation.apply_transposed(base.acceleration);
        let all = self.outward(at, Some(rates), start);
        let body = |(attachment, state): (&Attachment<R>, &FrameState<R>)| {
            let (w, angular, linear) = match attachment.link {
                Some(s) => (at.angular[s], all.angular[s], all.linear[s]),
                None => (base.angular_velocity, base.angular_acceleration, start),
            };
            let centre = linear + angular.cross(attachment.centre) + w.cross(w.cross(attachment.centre));
            FrameRates {
                acceleration: state.rotation.apply(attachment.rotation.apply_transposed(centre)),
                angular_acceleration: attachment.rotation.apply_transposed(angular),
            }
        };
        self.attachments.iter().zip(states).map(body).collect()
    }
}
