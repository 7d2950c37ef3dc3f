//! Joints: how a body moves relative to another one or to the ground.
//!
//! A joint is data: a sequence of elementary joints, each along or about an axis of a frame that is fixed in the joint.
//! What they do to a body is written once in every formulation. A new joint is a file here and a line in the catalog.

mod cylindrical;
mod fixed;
mod free;
mod generic;
mod kind;
mod planar;
mod point;
mod point_on_line;
mod prismatic;
mod revolute;
mod spherical;
mod universal;

pub use kind::{Axes, ElementaryJoint, JointKind};

use super::Kind;
use super::body::Body;
use super::expression::{Expr, Expr3};
use super::frame::FrameRef;
use super::names::JointShape;
use super::section::{Invalid, Section};

macro_rules! joints {
    ($($module:ident),* $(,)?) => {
        /// Lists the kinds of joints.
        pub const ALL: &[Kind] = &[$($module::JOINT.kind),*];
        /// Lists what the kinds leave free, in the order of [`ALL`].
        pub const KINDS: &[JointKind] = &[$($module::JOINT),*];
    };
}

/// Lists the keys that all joints have.
pub const KEYS: &str = "name, kind, between = [\"ground\", \"arm\"] (two bodies, or one and the ground), the keys of the kind, and initial = { \
                        coordinate or coordinates, velocity or velocities } (displacement from the assembled configuration; of a free or a point joint the position itself); at = [..] (m, world frame; of kinds that need no point, as \
                        prismatic and fixed, it may be given as that which reaction_torque is about: default the centre of mass of the moved body); \
                        rotor_inertia J: the rotor of a motor, reflected through its gear (J = n^2 times its own), adds J q'^2/2 \
                        to the kinetic energy, q' the velocity of the coordinate, and nothing to momenta (a reaction wheel is a body on a \
                        revolute joint)";

/// Lists the keys that all joints with a point may have instead of `at`.
pub const PLACES: &str = "instead of at, at_bodies = [[..], [..]]: the place in each of the two bodies (m, frame of the \
                          body, from its centre of mass; world frame for the ground), for loops that are assembled at the \
                          start; only with formulation = \"absolute\". Where hardpoints are those of one design position, as of a \
                          suspension, give each as at: the joint fits there, and bodies may be anywhere about it. Where \
                          lengths and places in bodies are known, as of a linkage, give at_bodies and rough poses: the \
                          start is assembled, and follows parameters that change the lengths";

joints!(spherical, revolute, prismatic, cylindrical, universal, planar, point_on_line, fixed, free, generic, point);

/// Describes a joint as the scenario does.
#[derive(Clone, Debug)]
pub struct Joint {
    /// The name of the joint.
    pub name: String,
    /// The kind of the joint.
    pub kind: &'static JointKind,
    /// The two bodies that the joint is between, as written. Which of them is moved by it, and relative to which, is
    /// for a formulation to say: of joint coordinates the one nearer to the ground carries the other.
    pub between: [FrameRef; 2],
    /// The point of the joint, world frame, assembled configuration, m; else the centre of mass of the body that it
    /// moves.
    pub at: Option<Expr3>,
    /// The point of the joint in each of its two bodies instead: body frame, from the centre of mass, world frame for
    /// the ground, m.
    pub at_bodies: Option<[Expr3; 2]>,
    /// The axes of the joint, world frame, assembled configuration, of any length.
    pub axes: Vec<Expr3>,
    /// Initial displacement from the assembled configuration, or of a free or a point joint the position: one number per elementary joint of
    /// [`JointKind::elements`], three for a spherical one (a rotation vector), m and rad.
    pub coordinates: Vec<Expr>,
    /// Whether the scenario gives the coordinates; else they are zeros, from which a loop is assembled.
    pub gives_coordinates: bool,
    /// Initial velocities, one number per elementary joint and three per spherical one, if the joint gives them, m/s
    /// and rad/s.
    pub velocities: Option<Vec<Expr>>,
    /// The rotors' inertia, added to what each scalar coordinate of the joint sees, kg m^2 or kg.
    pub rotor_inertia: Vec<Expr>,
}

/// Stands for the joint of a body without a joint.
const NO_JOINT: &JointKind = &free::JOINT;

impl JointKind {
    /// Tells whether the joint's coordinates are those of its body relative to the frame that it moves in, not the
    /// displacement from the assembled configuration: of the kinds `free` and `point`.
    pub fn is_free(&self) -> bool {
        [free::JOINT.kind.name, point::JOINT.kind.name].contains(&self.kind.name)
    }
}

impl Joint {
    /// Returns the elementary joints of the joint, each with its coordinates at the start.
    pub fn elements(&self) -> impl Iterator<Item = (ElementaryJoint, &[Expr])> {
        let mut rest = &self.coordinates[..];
        self.kind.elements.iter().map(move |element| {
            let (own, others) = rest.split_at(element.degrees());
            rest = others;
            (*element, own)
        })
    }

    /// Tells whether the joint keeps its body from turning and from nothing else.
    pub fn is_of_point(&self) -> bool {
        self.kind.kind.name == point::JOINT.kind.name
    }

    /// Returns the joint of a body without a joint, of that number and kind: on the ground.
    fn without(body: usize, name: &str, kind: &'static JointKind) -> Self {
        Self {
            name: name.to_string(),
            kind,
            between: [FrameRef::Ground, FrameRef::Body(body)],
            at: None,
            at_bodies: None,
            axes: Vec::new(),
            coordinates: vec![Expr::Constant(0.0); kind.degrees()],
            gives_coordinates: false,
            velocities: None,
            rotor_inertia: Vec::new(),
        }
    }

    /// Returns the inertia of the rotor on its scalar coordinate of that number, if there is one.
    pub fn rotor(&self, coordinate: usize) -> Option<&Expr> {
        self.rotor_inertia.get(coordinate).filter(|inertia| !inertia.is_zero())
    }

    /// Returns what the joint looks like to forces and outputs: what slides or turns about an axis comes before a
    /// rotation.
    pub fn shape(&self) -> JointShape {
        let unit = |element: &ElementaryJoint| match element {
            ElementaryJoint::Prismatic(_) => Some("m"),
            ElementaryJoint::Revolute(_) => Some("rad"),
            ElementaryJoint::Spherical => None,
        };
        let scalars = self.kind.elements.iter().filter_map(unit).collect();
        JointShape {
            name: self.name.clone(),
            scalars,
            rotation: self.kind.elements.contains(&ElementaryJoint::Spherical),
        }
    }

    /// Reads one `[[joint]]`; `initial` is its sub-table.
    ///
    /// # Errors
    /// Where a key is missing or of the wrong kind.
    pub fn read(section: &mut dyn Section, initial: &mut dyn Section) -> Result<Self, Invalid> {
        let name = section.text("name")?;
        let kind = section.text("kind")?;
        let kind = super::find_kind("joint", &kind, ALL).map_err(|m| section.invalid("kind", m))?.name;
        let kind = if kind == generic::JOINT.kind.name {
            generic::read(section)?
        } else {
            kind_of(kind, &[]).unwrap_or(NO_JOINT)
        };
        section.expect_units(&[("at", "m"), ("at_bodies", "m")])?;
        check_units(section, initial, kind)?;
        let between = section.between("between")?;
        let at_bodies = read_places(section, kind)?;
        let at = match (kind.needs_place, section.has("at")) {
            _ if at_bodies.is_some() => None,
            (false, false) => None,
            _ => Some(section.vector("at")?),
        };
        let at = if kind.kind.name == spherical::JOINT.kind.name && at_bodies.is_none() {
            Some(at.unwrap_or_default())
        } else {
            at
        };
        let axes = read_axes(section, kind)?;
        let degrees = kind.degrees();
        let mut list = |one: &str, several: &str| -> Result<Option<Vec<Expr>>, Invalid> {
            if degrees == 0 {
                return Ok(None);
            }
            let key = if degrees == 1 { one } else { several };
            if !initial.has(key) {
                return Ok(None);
            }
            Ok(Some(if degrees == 1 { vec![initial.number(key)?] } else { initial.numbers(key, &[degrees])? }))
        };
        let coordinates = list("coordinate", "coordinates")?;
        let velocities = list("velocity", "velocities")?;
        if at_bodies.is_some() && (coordinates.is_some() || velocities.is_some()) {
            let message = "the joint gives its place in each body (at_bodies), which formulation = \"absolute\" is for, and what it \
                           is at the start follows from the bodies; accepted: initial poses and velocities of the bodies \
                           instead, or the place of the joint in the world, at";
            return Err(section.invalid("initial", message.into()));
        }
        let rotor_inertia = match (kind.takes_rotor && section.has("rotor_inertia"), degrees) {
            (false, _) => Vec::new(),
            (true, 1) => vec![section.number("rotor_inertia")?],
            (true, _) => section.numbers("rotor_inertia", &[degrees])?,
        };
        Ok(Self {
            name,
            kind,
            between,
            at,
            at_bodies,
            axes,
            gives_coordinates: coordinates.is_some(),
            coordinates: coordinates.unwrap_or_else(|| vec![Expr::Constant(0.0); degrees]),
            velocities,
            rotor_inertia,
        })
    }
}

/// Refuses parameters in units of something else for what has the unit of the coordinates, where these are all alike.
fn check_units(section: &dyn Section, initial: &dyn Section, kind: &JointKind) -> Result<(), Invalid> {
    let is_of = |element: fn(&ElementaryJoint) -> bool| kind.elements.iter().all(element);
    let [position, velocity, inertia] = if is_of(|e| matches!(e, ElementaryJoint::Prismatic(_))) {
        ["m", "m/s", "kg"]
    } else if is_of(|e| !matches!(e, ElementaryJoint::Prismatic(_))) {
        ["rad", "rad/s", "kg m^2"]
    } else {
        return Ok(());
    };
    initial.expect_units(&[("coordinate", position), ("coordinates", position)])?;
    initial.expect_units(&[("velocity", velocity), ("velocities", velocity)])?;
    section.expect_units(&[("rotor_inertia", inertia)])
}

/// Reads the axes of a joint.
fn read_axes(section: &mut dyn Section, kind: &JointKind) -> Result<Vec<Expr3>, Invalid> {
    let one = kind.axes == Axes::One || kind.axes == Axes::Any && section.has("axis");
    if kind.axes == Axes::None {
        return Ok(Vec::new());
    }
    if one && kind.axes == Axes::Any && section.has("axes") {
        return Err(section.invalid("axes", "give either axis or axes, not both".into()));
    }
    if one {
        return Ok(vec![section.vector("axis")?]);
    }
    if kind.axes == Axes::Any && !section.has("axes") {
        return Ok([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(|axis| axis.map(Expr::Constant)).to_vec());
    }
    let mut numbers = section.numbers("axes", &[6])?.into_iter();
    let mut axis = || std::array::from_fn(|_| numbers.next().unwrap_or_default());
    Ok(vec![axis(), axis()])
}

/// Reads the points of a joint in each of its two bodies, where they are given so.
fn read_places(section: &mut dyn Section, kind: &JointKind) -> Result<Option<[Expr3; 2]>, Invalid> {
    if kind.is_free() || !section.has("at_bodies") {
        return Ok(None);
    }
    if section.has("at") {
        return Err(section.invalid("at_bodies", "give either at or at_bodies, not both".into()));
    }
    let mut numbers = section.numbers("at_bodies", &[6])?.into_iter();
    let mut place = || std::array::from_fn(|_| numbers.next().unwrap_or_default());
    Ok(Some([place(), place()]))
}

/// Returns the kind of a joint of that name, and of those that lock what a scenario says the one that locks these motions.
pub fn kind_of(name: &str, locked: &[String]) -> Option<&'static JointKind> {
    if name == generic::JOINT.kind.name {
        return generic::of(locked).ok();
    }
    KINDS.iter().find(|kind| kind.kind.name == name)
}

/// Returns the first body of every part of a mechanism that no joint connects to the ground, in the order of the
/// bodies. It moves freely, and forces and outputs may name this motion, by the name of the body, as they name a joint.
pub fn free_bodies(body_count: usize, joints: &[Joint]) -> Vec<usize> {
    let mut parts = Parts::new(body_count);
    for joint in joints {
        let [a, b] = joint.between;
        parts.join(a, b);
    }
    (0..body_count).filter(|body| parts.join(FrameRef::Ground, FrameRef::Body(*body))).collect()
}

/// Returns a joint for each of [`free_bodies`], with its name: free on the ground, or of a point mass that no joint is at
/// one that does not turn.
pub fn free_joints(bodies: &[Body], joints: &[Joint]) -> Vec<Joint> {
    let jointed = |body: usize| joints.iter().any(|joint| joint.between.contains(&FrameRef::Body(body)));
    let joint = |body: usize| {
        let kind = if bodies[body].is_point && !jointed(body) { &point::JOINT } else { NO_JOINT };
        Joint::without(body, &bodies[body].name, kind)
    };
    free_bodies(bodies.len(), joints).into_iter().map(joint).collect()
}

/// The parts of a mechanism, each the bodies that joints connect: a forest of disjoint sets. The ground is the last
/// node.
#[derive(Clone, Debug)]
pub struct Parts {
    /// A node of the same part, or itself where it stands for the part.
    above: Vec<usize>,
}

impl Parts {
    /// Returns as many parts as there are bodies, and the ground.
    pub fn new(body_count: usize) -> Self {
        Self { above: (0..=body_count).collect() }
    }
    fn part(&mut self, body: FrameRef) -> usize {
        let mut node = match body {
            FrameRef::Ground => self.above.len() - 1,
            FrameRef::Body(i) => i,
        };
        while self.above[node] != node {
            self.above[node] = self.above[self.above[node]];
            node = self.above[node];
        }
        node
    }
    /// Joins the parts of two bodies; false where they are one already.
    pub fn join(&mut self, a: FrameRef, b: FrameRef) -> bool {
        let (a, b) = (self.part(a), self.part(b));
        self.above[a] = b;
        a != b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_consistent() {
        for (kind, joint) in ALL.iter().zip(KINDS) {
            assert_eq!(kind.name, joint.kind.name);
            // a frame without an axis of its own has nothing to turn about
            let turns = joint.elements.iter().any(|f| matches!(f, ElementaryJoint::Revolute(_)));
            assert!(joint.axes != Axes::None || !turns, "{}", kind.name);
            // each of its degrees of freedom is a coordinate
            assert!(!joint.takes_rotor || !joint.elements.contains(&ElementaryJoint::Spherical), "{}", kind.name);
        }
    }
}
