//! From the bodies and joints of a mechanism to links, in the assembled configuration.
//!
//! Every body has a frame of its own, every link one in which its elementary joint is along or about an axis. They
//! coincide where they can: a joint whose axis is an axis of its body turns about that axis of the body's frame, so
//! that a diagonal inertia stays diagonal. What does not depend on parameters is computed in f64 first, so that its
//! zeros are zeros and the recorded equations lose the terms that they multiply.

use super::coordinates::JointCoordinates;
use super::inertia::RigidInertia;
use super::link::{Link, across, along};
use super::topology::TreeJoint;
use super::tree::{Attachment, Tree, principal, steady};
use crate::lie::{Rotation, RotationMatrix, UnitQuaternion};
use crate::model::Mechanism;
use crate::model::expression::{Expr3, evaluate3};
use crate::model::joint::{Axes, ElementaryJoint, Joint};
use crate::model::section::BodyRef;
use crate::num::{Mat3, MaybeConstant, Real, Vec3};

type Number<R> = MaybeConstant<R>;
type Vector<R> = Vec3<MaybeConstant<R>>;
type Matrix<R> = Mat3<MaybeConstant<R>>;

/// A body or the ground, assembled.
#[derive(Clone, Copy)]
struct Placed<R> {
    /// `world_from_body`.
    rotation: Matrix<R>,
    /// Centre of mass (of the ground: the origin), world frame.
    position: Vector<R>,
    /// The link that carries it, and that link's frame: `world_from_link`, origin.
    link: Option<usize>,
    frame: Matrix<R>,
    origin: Vector<R>,
}

/// Which axis of a link stands for which axis of its joint, and its direction.
type Alignment = [(usize, f64); 3];
const ALIGNED: Alignment = [(0, 1.0), (1, 1.0), (2, 1.0)];

fn map_vector<A: Copy, B: Real>(v: Vec3<A>, f: impl Fn(A) -> B) -> Vec3<B> {
    Vec3::new(f(v.x), f(v.y), f(v.z))
}

fn map<A: Copy, B: Real>(m: &Mat3<A>, f: impl Fn(A) -> B) -> Mat3<B> {
    let [a, b, c] = m.rows;
    Mat3::from_rows(map_vector(a, &f), map_vector(b, &f), map_vector(c, &f))
}

/// What products of rotations leave of a zero: a component of a direction below this is none.
const ROUNDING: f64 = 2.0 * f64::EPSILON;

/// A direction without what rounding has left of zeros; where but one component remains, an axis.
fn snapped<R: Real>(v: Vector<R>) -> Vector<R> {
    let v = map_vector(v, |x| x.flushed(ROUNDING));
    let zeros = v.to_array().into_iter().filter(|x| x.value() == Some(0.0)).count();
    let one = |x: Number<R>| match x.value() {
        Some(value) if zeros == 2 && value != 0.0 => MaybeConstant::Constant(value.signum()),
        _ => x,
    };
    map_vector(v, one)
}

/// A rotation whose rows are [`snapped`].
fn snapped_rows<R: Real>(m: &Matrix<R>) -> Matrix<R> {
    let [a, b, c] = m.rows;
    Mat3::from_rows(snapped(a), snapped(b), snapped(c))
}

/// The rotation `a_from_b` of two frames, from `world_from_a` and `world_from_b`.
fn between<R: Real>(a: &Matrix<R>, b: &Matrix<R>) -> Matrix<R> {
    let [of_a, of_b] = [a, b].map(|m| m.to_array().map(MaybeConstant::value));
    if of_a == of_b && of_a.iter().all(Option::is_some) {
        // but for rounding the product is one
        return Mat3::identity();
    }
    snapped_rows(&(a.transpose() * *b))
}

/// A difference of positions, seen from a frame; what rounding leaves of a zero is zero.
fn difference<R: Real>(frame: &Matrix<R>, to: Vector<R>, from: Vector<R>) -> Vector<R> {
    let size = |x: Number<R>| x.value().map_or(0.0, f64::abs);
    let apart = |to: Number<R>, from: Number<R>| (to - from).flushed(ROUNDING * size(to).max(size(from)));
    let apart = Vec3::new(apart(to.x, from.x), apart(to.y, from.y), apart(to.z, from.z));
    let limit = 2.0 * ROUNDING * apart.to_array().into_iter().map(size).fold(0.0, f64::max);
    map_vector(frame.apply_transposed(apart), |x| x.flushed(limit))
}

/// The axis along which a [`snapped`] constant direction points, with its sign.
fn direction<R: Real>(v: Vector<R>) -> Option<(usize, f64)> {
    let [x, y, z] = v.to_array().map(MaybeConstant::value);
    let v = [x?, y?, z?];
    let k = v.iter().position(|x| x.abs() == 1.0)?;
    let alone = v.iter().enumerate().all(|(i, x)| i == k || *x == 0.0);
    alone.then_some((k, v[k]))
}

/// Three perpendicular directions as the columns of a matrix.
fn columns<R: Real>([x, y, z]: [Vector<R>; 3]) -> Matrix<R> {
    Mat3::from_rows(x, y, z).transpose()
}

/// The frames of a joint's elementary joints, `world_from_link`.
struct JointFrames<R> {
    /// An axis of the joint is an axis of this, but for the second of `axes`.
    first: Matrix<R>,
    /// The second of `axes` is an axis of this.
    second: Matrix<R>,
    /// True where they are the same.
    are_one: bool,
}

/// The frames in the axes of a joint: its z, or its x and y, and what is perpendicular to them. Two axes that are
/// perpendicular only nearly have a frame each. `defaults` decide for all members which world axis is nearest to the
/// plane across z.
fn frames_of_axes<R: Real>(joint: &Joint, parameters: &[Number<R>], defaults: &[f64]) -> Option<JointFrames<R>> {
    let axis = |e: &Expr3| snapped(evaluate3(e, parameters).normalized());
    let across = |a: Vector<R>, b: Vector<R>| snapped((a - b * a.dot(b)).normalized());
    let frame = |x: Vector<R>, y: Vector<R>, z: Vector<R>| snapped_rows(&columns([x, y, z]));
    match joint.kind.axes {
        Axes::None => None,
        Axes::One => {
            let z = axis(&joint.axes[0]);
            let at_default = evaluate3(&joint.axes[0], defaults).to_array().map(f64::abs);
            let nearest = if at_default[0] >= at_default[1] && at_default[0] >= at_default[2] { 1 } else { 0 };
            let unit = |k: usize| along(k, MaybeConstant::Constant(1.0));
            // the axis of another member may be along it
            let parallel = MaybeConstant::Constant(0.5).less(unit(nearest).dot(z).square());
            let x = across(Vec3::select(parallel, unit(2), unit(nearest)), z);
            let first = frame(x, z.cross(x), z);
            Some(JointFrames { first, second: first, are_one: true })
        }
        Axes::Two => {
            let (x, y) = (axis(&joint.axes[0]), axis(&joint.axes[1]));
            if x.dot(y).flushed(ROUNDING).value() == Some(0.0) {
                let first = frame(x, y, x.cross(y));
                return Some(JointFrames { first, second: first, are_one: true });
            }
            let (x_across, y_across) = (across(x, y), across(y, x));
            let (first, second) = (frame(x, y_across, x.cross(y_across)), frame(x_across, y, x_across.cross(y)));
            Some(JointFrames { first, second, are_one: false })
        }
    }
}

/// The frames of a joint's links and how the joint's axes lie in them: the body's frame where the joint's axes are axes
/// of it, else the joint's.
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

impl<R: Real> JointFrames<R> {
    /// The frame of an elementary joint of the joint.
    fn of(&self, element: &ElementaryJoint) -> Matrix<R> {
        match element {
            ElementaryJoint::Prismatic(1) | ElementaryJoint::Revolute(1) => self.second,
            _ => self.first,
        }
    }
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
    /// The tree of a mechanism for values of its parameters.
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
                rotation: snapped_rows(&body.orientation.evaluate(&numbers).matrix()),
                position: evaluate3(&body.position, &numbers),
                ..ground
            })
            .collect();
        let mut links: Vec<Link<Number<R>>> = Vec::new();
        let mut degree = 0;
        for &number in &coordinates.order {
            let TreeJoint { joint, parent, child: moved, coordinate, velocity, .. } = &coordinates.joints[number];
            let (mut coordinate, mut velocity) = (*coordinate, *velocity);
            let parent = match *parent {
                BodyRef::Ground => ground,
                BodyRef::Body(i) => bodies[i],
            };
            let child = bodies[*moved];
            let free = joint.kind.is_free();
            let at = joint.at.as_ref().map_or(child.position, |at| evaluate3(at, &numbers));
            let origin = if free { parent.position } else { at };
            let (frames, alignment) = match frames_of_axes(joint, &numbers, &defaults) {
                None => (JointFrames { first: parent.rotation, second: parent.rotation, are_one: true }, ALIGNED),
                Some(frames) => link_frames(joint, &child.rotation, frames),
            };
            let mut previous = parent.link;
            let mut frame = parent.frame;
            let mut offset = difference(&parent.frame, origin, parent.origin);
            for (i, element) in joint.kind.elements.iter().enumerate() {
                let own = frames.of(element);
                let mut rotation = if i > 0 && frames.are_one { unit } else { between(&frame, &own) };
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
                let rotor = Some(&joint.rotor_inertia).filter(|e| !e.is_zero()).map(|e| e.evaluate(&numbers));
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
                    rotor,
                });
                offset = Vec3::zero();
                let spherical = *element == ElementaryJoint::Spherical;
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
                Some(_) => (frame, at),
            };
        }

        let mut attachments = Vec::new();
        for (placed, body) in bodies.iter().zip(&mechanism.bodies) {
            let rotation = between(&placed.frame, &placed.rotation);
            let centre = difference(&placed.frame, placed.position, placed.origin);
            if let Some(s) = placed.link {
                let mass = body.mass_properties(&numbers);
                let (d, o) = (mass.inertia.diagonal, mass.inertia.off_diagonal.unwrap_or_else(Vec3::zero));
                let inertia =
                    Mat3::from_rows(Vec3::new(d.x, o.x, o.y), Vec3::new(o.x, d.y, o.z), Vec3::new(o.y, o.z, d.z));
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
            degrees: degree,
        }
    }
}

fn quaternion<R: Real>(q: &UnitQuaternion<Number<R>>) -> UnitQuaternion<R> {
    UnitQuaternion { w: q.w.number(), v: map_vector(q.v, MaybeConstant::number) }
}

/// A link's numbers, constants included.
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
        rotor: s.rotor.map(MaybeConstant::number),
    }
}
