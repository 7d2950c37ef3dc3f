//! From the bodies and joints of a mechanism to links, in the assembled configuration.
//!
//! Every body has a frame of its own, every link one in which its elementary joint is along or about an axis. They
//! coincide where they can: a joint whose axis is an axis of its body turns about that axis of the body's frame, so
//! that a diagonal inertia stays diagonal.

use super::coordinates::JointCoordinates;
use super::inertia::RigidInertia;
use super::link::Link;
use super::topology::TreeJoint;
use super::tree::{Attachment, Tree, principal, steady};
use crate::formulation::frames::{
    JointFrames, Matrix, Number, Vector, across, along, between, columns, difference, direction, frames_of_axes, map,
    map_vector, quaternion, snapped, snapped_rows,
};
use crate::lie::{Rotation, RotationMatrix};
use crate::model::Mechanism;
use crate::model::expression::evaluate3;
use crate::model::frame::FrameRef;
use crate::model::joint::{ElementaryJoint, Joint};
use crate::num::{Mat3, MaybeConstant, Real, Vec3};

/// A body or the ground, assembled.
#[derive(Clone, Copy)]
struct Placed<R> {
    /// `world_from_body`.
    rotation: Matrix<R>,
    /// Centre of mass (of the ground: the origin), world frame.
    position: Vector<R>,
    /// The link that carries the body, and that link's frame: `world_from_link`, origin.
    link: Option<usize>,
    frame: Matrix<R>,
    origin: Vector<R>,
}

/// The axis of a link, and its direction, that each axis of the joint stands for.
type Alignment = [(usize, f64); 3];
const ALIGNED: Alignment = [(0, 1.0), (1, 1.0), (2, 1.0)];

/// Returns the frames of a joint's links and how the joint's axes lie in them: the body's frame where the joint's axes
/// are axes of it, else the joint's.
fn link_frames<R: Real>(joint: &Joint, body: &Matrix<R>, frames: JointFrames<R>) -> (JointFrames<R>, Alignment) {
    let mut alignment = ALIGNED;
    for element in joint.kind.elements {
        if let ElementaryJoint::Prismatic(k) | ElementaryJoint::Revolute(k) = *element {
            let axis = frames.of(element).column(k);
            match direction(snapped(body.apply_transposed(axis))) {
                Some(found) => alignment[k] = found,
                None => return (frames, ALIGNED),
            }
        }
    }
    (JointFrames { first: *body, second: *body, are_one: true }, alignment)
}

/// Splits a constant rotation whose axis `k` points along an axis before it into one that only exchanges axes and
/// an angle about `k`; the angle is zero where there is nothing to split.
fn split<R: Real>(rotation: &Matrix<R>, k: usize) -> (Matrix<R>, Number<R>) {
    let whole = (0..3).all(|i| direction(rotation.column(i)).is_some());
    let Some((m, sign)) = direction(rotation.column(k)).filter(|_| !whole) else {
        return (*rotation, MaybeConstant::Constant(0.0));
    };
    let ((i, j), (p, q)) = (across(k), across(m));
    let mut exchange = [Vec3::zero(); 3];
    exchange[k] = along(m, MaybeConstant::Constant(sign));
    exchange[i] = along(p, MaybeConstant::Constant(1.0));
    exchange[j] = along(q, MaybeConstant::Constant(sign));
    let exchange = columns(exchange);
    let rest = exchange.transpose() * *rotation;
    let at = |r: usize, c: usize| rest.rows[r].to_array()[c];
    (exchange, at(j, i).atan2(at(i, i)))
}

impl<R: Real> Tree<R> {
    /// Returns the tree of a mechanism for values of its parameters.
    pub(super) fn new(coordinates: &JointCoordinates, mechanism: &Mechanism, parameters: &[R]) -> Self {
        let parameterisation = coordinates.parameterisation;
        let numbers: Vec<Number<R>> = parameters.iter().map(|p| MaybeConstant::Number(*p)).collect();
        let defaults = mechanism.defaults();
        let unit = Mat3::identity();
        let ground = Placed { rotation: unit, position: Vec3::zero(), link: None, frame: unit, origin: Vec3::zero() };
        let mut bodies: Vec<Placed<R>> = mechanism
            .bodies
            .iter()
            .map(|body| Placed {
                rotation: snapped_rows(&body.initial_orientation(&numbers).matrix()),
                position: body.initial_position(&numbers),
                ..ground
            })
            .collect();
        let mut links: Vec<Link<Number<R>>> = Vec::new();
        for &number in &coordinates.order {
            add_links((coordinates, number), (&numbers, &defaults), &ground, &mut bodies, &mut links);
        }
        let attachments = attached(mechanism, &bodies, &numbers, &mut links);
        let degrees = links.iter().map(|link| link.joint.degrees()).sum();
        super::regroup::regroup(&mut links);
        let gravity = map_vector(evaluate3(&mechanism.gravity, &numbers), MaybeConstant::number);
        let steady = steady(&links);
        let principal = principal(&links, &steady);
        let links: Vec<Link<R>> = links.iter().map(numbers_of).collect();
        let axes: Vec<usize> = (0..3).filter(|i| !mechanism.gravity[*i].is_zero()).collect();
        Self {
            parameterisation,
            principal,
            steady,
            links,
            attachments,
            gravity,
            gravity_axis: if let [axis] = axes[..] { Some(axis) } else { None },
            degrees,
        }
    }
}

/// Returns a link's numbers, constants included.
fn numbers_of<R: Real>(s: &Link<Number<R>>) -> Link<R> {
    Link {
        parent: s.parent,
        joint: s.joint,
        rotation: map(&s.rotation, MaybeConstant::number),
        quaternion: quaternion(&s.quaternion),
        offset: map_vector(s.offset, MaybeConstant::number),
        sign: s.sign,
        zero: s.zero.number(),
        coordinate: s.coordinate,
        velocity: s.velocity,
        degree: s.degree,
        inertia: RigidInertia {
            mass: s.inertia.mass.number(),
            moment: map_vector(s.inertia.moment, MaybeConstant::number),
            inertia: map(&s.inertia.inertia, MaybeConstant::number),
        },
        gyroscopic: map(&s.inertia.gyroscopic(), MaybeConstant::number),
        rotor: s.rotor.map(MaybeConstant::number),
    }
}

/// Adds the inertia of every body to that of its link, and returns where bodies are fixed to links.
fn attached<R: Real>(
    mechanism: &Mechanism,
    bodies: &[Placed<R>],
    numbers: &[Number<R>],
    links: &mut [Link<Number<R>>],
) -> Vec<Attachment<R>> {
    let mut attachments = Vec::new();
    for (placed, body) in bodies.iter().zip(&mechanism.bodies) {
        let rotation = between(&placed.frame, &placed.rotation);
        let centre = difference(&placed.frame, placed.position, placed.origin);
        if let Some(s) = placed.link {
            let mass = body.mass_properties(numbers);
            let (d, o) = (mass.inertia.diagonal, mass.inertia.off_diagonal.unwrap_or_else(Vec3::zero));
            let inertia = Mat3::from_rows(Vec3::new(d.x, o.x, o.y), Vec3::new(o.x, d.y, o.z), Vec3::new(o.y, o.z, d.z));
            let about_centre = RigidInertia { mass: mass.mass, moment: Vec3::zero(), inertia };
            let about_origin = about_centre.rotated(&rotation).shifted(centre);
            links[s].inertia = links[s].inertia.plus(&about_origin);
        }
        attachments.push(Attachment {
            link: placed.link,
            quaternion: quaternion(&RotationMatrix(rotation).to_quaternion()),
            rotation: map(&rotation, MaybeConstant::number),
            centre: map_vector(centre, MaybeConstant::number),
        });
    }
    attachments
}

/// Adds the links of a joint behind those that there are, and places the body that it moves on the last of them.
fn add_links<R: Real>(
    (coordinates, number): (&JointCoordinates, usize),
    (numbers, defaults): (&[Number<R>], &[f64]),
    ground: &Placed<R>,
    bodies: &mut [Placed<R>],
    links: &mut Vec<Link<Number<R>>>,
) {
    let (parameterisation, unit) = (coordinates.parameterisation, Mat3::identity());
    let mut degree = links.last().map_or(0, |link| link.degree + link.joint.degrees());
    let TreeJoint { joint, parent, child: moved, coordinate, velocity, .. } = &coordinates.joints[number];
    let (mut coordinate, mut velocity) = (*coordinate, *velocity);
    let parent = match *parent {
        FrameRef::Ground => *ground,
        FrameRef::Body(i) => bodies[i],
    };
    let child = bodies[*moved];
    let free = joint.kind.is_free();
    let at = joint.at.as_ref().map_or(child.position, |at| evaluate3(at, numbers));
    let origin = if free { parent.position } else { at };
    let (frames, alignment) = match frames_of_axes(joint, numbers, defaults) {
        None => (JointFrames { first: parent.rotation, second: parent.rotation, are_one: true }, ALIGNED),
        Some(frames) => link_frames(joint, &child.rotation, frames),
    };
    let mut previous = parent.link;
    let mut frame = parent.frame;
    let mut offset = difference(&parent.frame, origin, parent.origin);
    for (i, element) in joint.kind.elements.iter().enumerate() {
        // a rotation is that of the body's frame in the parent's, whatever the joint's axes
        let spherical = *element == ElementaryJoint::Spherical;
        let own = if spherical { parent.rotation } else { frames.of(element) };
        let stays = i > 0 && frames.are_one && (!spherical || joint.axes.is_empty());
        let mut rotation = if stays { unit } else { between(&frame, &own) };
        frame = own;
        let (aligned, sign) = match element {
            ElementaryJoint::Prismatic(k) => (ElementaryJoint::Prismatic(alignment[*k].0), alignment[*k].1),
            ElementaryJoint::Revolute(k) => (ElementaryJoint::Revolute(alignment[*k].0), alignment[*k].1),
            ElementaryJoint::Spherical => (ElementaryJoint::Spherical, 1.0),
        };
        let mut zero = MaybeConstant::Constant(0.0);
        if let ElementaryJoint::Revolute(k) = aligned {
            (rotation, zero) = split(&rotation, k);
        }
        let rotor = joint.rotor(i).map(|inertia| inertia.evaluate(numbers));
        links.push(Link {
            parent: previous,
            joint: aligned,
            quaternion: RotationMatrix(rotation).to_quaternion(),
            rotation,
            offset,
            sign,
            zero,
            coordinate,
            velocity,
            degree,
            inertia: RigidInertia::zero(),
            gyroscopic: RigidInertia::zero().inertia,
            rotor,
        });
        offset = Vec3::zero();
        coordinate += if spherical { parameterisation.coordinate_count() } else { 1 };
        velocity += if spherical { parameterisation.velocity_count() } else { 1 };
        degree += element.degrees();
        previous = Some(links.len() - 1);
    }
    let body = &mut bodies[*moved];
    body.link = previous;
    (body.frame, body.origin) = match joint.kind.elements.last() {
        None => (parent.frame, parent.origin),
        Some(ElementaryJoint::Spherical) => (child.rotation, if free { child.position } else { at }),
        Some(_) => (frame, if free { child.position } else { at }),
    };
}
