//! What a URDF file says: links and joints, as they stand in it.

use super::error::ImportError;
use super::inertia::Inertia;
use super::pose::Pose;
use super::visual::Visual;
use super::xml::Xml;
use crate::num::{Mat3, Vec3};
use roxmltree::Node;
use std::f64::consts::TAU;

/// Holds a robot as its file describes it.
#[derive(Debug)]
pub(super) struct Robot {
    /// The name of the robot.
    pub(super) name: String,
    /// The links of the robot.
    pub(super) links: Vec<Link>,
    /// The joints of the robot.
    pub(super) joints: Vec<Joint>,
    /// The angles of origins that are more than a turn, with whose they are.
    pub(super) large_angles: Vec<String>,
}

/// Holds a link.
#[derive(Debug)]
pub(super) struct Link {
    /// The name of the link.
    pub(super) name: String,
    /// The inertia of the link in the frame of the link.
    pub(super) inertia: Inertia,
    /// Whether the file gives the link an inertia, whose mass is zero.
    pub(super) massless: bool,
    /// What the link looks like.
    pub(super) visuals: Vec<Visual>,
    /// The place of the link in the file.
    pub(super) place: String,
}

/// Names the kinds of joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Turns about its axis; of a continuous joint limits mean nothing.
    Revolute,
    /// Slides along its axis.
    Prismatic,
    /// Does not move.
    Fixed,
    /// Moves freely.
    Floating,
    /// Slides in the plane that its axis is normal to, and turns about it.
    Planar,
}

/// Holds a joint. Its frame is that of its child, where the coordinate is zero.
#[derive(Debug)]
pub(super) struct Joint {
    /// The name of the joint.
    pub(super) name: String,
    /// The kind of the joint.
    pub(super) kind: Kind,
    /// The number of the link that the joint carries from.
    pub(super) parent: usize,
    /// The number of the link that the joint moves.
    pub(super) child: usize,
    /// The frame of the joint in that of the parent.
    pub(super) origin: Pose,
    /// The axis of the joint, in the joint's frame, of length one.
    pub(super) axis: Vec3<f64>,
    /// The lower and upper limit of the joint, m or rad.
    pub(super) limits: Option<[f64; 2]>,
    /// The greatest force of the joint, N or N m, and velocity, m/s or rad/s.
    pub(super) effort_and_velocity: [Option<f64>; 2],
    /// Viscous damping, N s/m or N m s/rad.
    pub(super) damping: f64,
    /// Dry friction, N or N m.
    pub(super) friction: f64,
    /// The joint that this one follows.
    pub(super) mimic: Option<Mimic>,
    /// The joint that this one is said to follow and that there is not.
    pub(super) mimics_nothing: Option<String>,
    /// The place of the joint in the file.
    pub(super) place: String,
}

/// Says how a joint follows another: coordinate = multiplier * other + offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mimic {
    /// The number of the other joint.
    pub(super) joint: usize,
    /// The factor.
    pub(super) multiplier: f64,
    /// The offset, m or rad.
    pub(super) offset: f64,
}

impl Robot {
    /// Reads a robot from the text of a file; `file` is its name, for messages.
    ///
    /// # Errors
    /// Where it is no URDF file or something in it is wrong.
    pub(super) fn read(file: &str, text: &str) -> Result<Self, ImportError> {
        let text = super::xml::with_prefixes(file, text)?;
        let document = super::xml::parse(file, &text)?;
        let xml = Xml { file, document: &document };
        let robot = document.root_element();
        if robot.tag_name().name() != "robot" {
            let found = robot.tag_name().name();
            let message = format!("found <{found}>; accepted: a URDF file, whose first element is <robot>");
            return Err(xml.invalid(robot, message));
        }
        xml.refuse_macros(robot)?;
        let elements = |name: &'static str| {
            let namespace = robot.tag_name().namespace();
            let own =
                move |node: &Node<'_, '_>| node.tag_name().name() == name && node.tag_name().namespace() == namespace;
            robot.children().filter(own)
        };
        let mut links: Vec<Link> = Vec::new();
        let mut large_angles = Vec::new();
        for node in elements("link") {
            let name = xml.attribute(node, "name")?.to_string();
            let place = xml.place(node);
            if let Some(other) = links.iter().find(|link| link.name == name) {
                let message =
                    format!("there is a link {name:?} already ({}); accepted: names that come once", other.place);
                return Err(xml.invalid(node, message));
            }
            let inertia = read_inertia(&xml, node)?;
            let massless = xml.child(node, "inertial").is_some() && inertia.mass == 0.0;
            if let Some(inertial) = xml.child(node, "inertial") {
                large_angles
                    .extend(large_angle(&xml, inertial)?.map(|angles| format!("{angles} of the inertia of {name:?}")));
            }
            links.push(Link { inertia, massless, name, visuals: Visual::all(&xml, node), place });
        }
        if links.is_empty() {
            return Err(xml.invalid(robot, "found no <link>; accepted: at least one".into()));
        }
        let nodes: Vec<Node<'_, '_>> = elements("joint").collect();
        let names: Vec<&str> = nodes.iter().map(|node| xml.attribute(*node, "name")).collect::<Result<_, _>>()?;
        let mut joints: Vec<Joint> = Vec::new();
        for (node, name) in nodes.iter().zip(&names) {
            if let Some(other) = joints.iter().find(|joint| joint.name == *name) {
                let message =
                    format!("there is a joint {name:?} already ({}); accepted: names that come once", other.place);
                return Err(xml.invalid(*node, message));
            }
            large_angles.extend(large_angle(&xml, *node)?.map(|angles| format!("{angles} of {name:?}")));
            joints.push(read_joint(&xml, *node, name, &links, &names)?);
        }
        let name = robot.attribute("name").unwrap_or("robot").to_string();
        Ok(Self { name, links, joints, large_angles })
    }
}

/// Reads the inertia of a link in its frame.
fn read_inertia(xml: &Xml<'_>, link: Node<'_, '_>) -> Result<Inertia, ImportError> {
    let Some(inertial) = xml.child(link, "inertial") else { return Ok(Inertia::nothing()) };
    let needed = |name: &str| {
        let message = || format!("<inertial> has no <{name}>; accepted: mass and inertia, or no <inertial> at all");
        xml.child(inertial, name).ok_or_else(|| xml.invalid(inertial, message()))
    };
    let mass = needed("mass")?;
    let value = xml.number(mass, "value", None)?;
    if value < 0.0 {
        return Err(xml.invalid(mass, format!("the mass is {value:?} kg; accepted: zero or a positive number")));
    }
    let inertia = needed("inertia")?;
    let entry = |name| xml.number(inertia, name, None);
    let (xy, xz, yz) = (entry("ixy")?, entry("ixz")?, entry("iyz")?);
    let about_centre = Mat3::from_rows(
        Vec3::new(entry("ixx")?, xy, xz),
        Vec3::new(xy, entry("iyy")?, yz),
        Vec3::new(xz, yz, entry("izz")?),
    );
    let own = Inertia { mass: value, centre: Vec3::zero(), about_centre };
    Ok(own.seen_from(xml.origin(inertial)?))
}

/// Returns the angles of the `<origin>` of an element as they stand there, where one is more than a turn: they are in rad.
fn large_angle(xml: &Xml<'_>, node: Node<'_, '_>) -> Result<Option<String>, ImportError> {
    let Some(origin) = xml.child(node, "origin") else { return Ok(None) };
    let angles = xml.vector(origin, "rpy")?.unwrap_or_else(Vec3::zero);
    // a turn may be given with few digits
    let is_large = angles.to_array().iter().any(|angle| angle.abs() > TAU * 1.001);
    Ok(is_large.then(|| format!("rpy = {:?}", origin.attribute("rpy").unwrap_or_default())))
}

fn read_joint(
    xml: &Xml<'_>,
    node: Node<'_, '_>,
    name: &str,
    links: &[Link],
    names: &[&str],
) -> Result<Joint, ImportError> {
    let (kind, continuous) = match xml.attribute(node, "type")? {
        "revolute" => (Kind::Revolute, false),
        "continuous" => (Kind::Revolute, true),
        "prismatic" => (Kind::Prismatic, false),
        "fixed" => (Kind::Fixed, false),
        "floating" => (Kind::Floating, false),
        "planar" => (Kind::Planar, false),
        found => {
            let message =
                format!("found type = {found:?}; accepted: revolute, continuous, prismatic, fixed, floating, planar");
            return Err(xml.invalid(node, message));
        }
    };
    let link = |element: &str| {
        let missing = || xml.invalid(node, format!("<{element} link=\"..\"> is missing; a joint is between two links"));
        let element = xml.child(node, element).ok_or_else(missing)?;
        let name = xml.attribute(element, "link")?;
        links.iter().position(|link| link.name == name).ok_or_else(|| {
            let near = crate::model::nearest(name, links.iter().map(|link| link.name.as_str()));
            let near = near.map_or(String::new(), |near| format!(", such as {near:?}"));
            xml.invalid(element, format!("there is no link {name:?}; accepted: the name of a <link>{near}"))
        })
    };
    let (parent, child) = (link("parent")?, link("child")?);
    let moves_along_axis = !matches!(kind, Kind::Fixed | Kind::Floating);
    let axis = match xml.child(node, "axis") {
        Some(axis) if moves_along_axis => {
            let given = xml.vector(axis, "xyz")?.unwrap_or_else(|| Vec3::new(1.0, 0.0, 0.0));
            if given == Vec3::zero() {
                return Err(xml.invalid(axis, "the axis is zero; accepted: a direction, of any length".into()));
            }
            // an axis of length one keeps its digits
            if given.norm_squared() == 1.0 { given } else { given.normalized() }
        }
        _ => Vec3::new(1.0, 0.0, 0.0),
    };
    let of = |element: &str, key: &str| xml.child(node, element).map(|e| xml.number(e, key, Some(0.0))).transpose();
    let given = |element: &str, key: &str| match xml.child(node, element) {
        Some(e) if e.has_attribute(key) => xml.bound(e, key).map(Some),
        _ => Ok(None),
    };
    let limits = match (given("limit", "lower")?, given("limit", "upper")?) {
        _ if continuous => None,
        (None, None) => None,
        (lower, upper) => Some([lower.unwrap_or(0.0), upper.unwrap_or(0.0)]),
    };
    let (mimic, mimics_nothing) = match xml.child(node, "mimic").filter(|_| kind != Kind::Fixed) {
        Some(mimic) => read_mimic(xml, mimic, name, names)?,
        None => (None, None),
    };
    Ok(Joint {
        name: name.to_string(),
        kind,
        parent,
        child,
        origin: xml.origin(node)?,
        axis,
        limits,
        effort_and_velocity: [given("limit", "effort")?, given("limit", "velocity")?],
        damping: of("dynamics", "damping")?.unwrap_or(0.0),
        friction: of("dynamics", "friction")?.unwrap_or(0.0),
        mimic,
        mimics_nothing,
        place: xml.place(node),
    })
}

/// Reads which joint a joint follows, or the name of one that there is not.
fn read_mimic(
    xml: &Xml<'_>,
    mimic: Node<'_, '_>,
    name: &str,
    names: &[&str],
) -> Result<(Option<Mimic>, Option<String>), ImportError> {
    let other = xml.attribute(mimic, "joint")?;
    if other == name {
        return Err(xml.invalid(mimic, format!("the joint {name:?} mimics itself; accepted: another joint")));
    }
    let Some(joint) = names.iter().position(|joint| *joint == other) else { return Ok((None, Some(other.into()))) };
    let multiplier = xml.number(mimic, "multiplier", Some(1.0))?;
    let offset = xml.number(mimic, "offset", Some(0.0))?;
    Ok((Some(Mimic { joint, multiplier, offset }), None))
}

impl Robot {
    /// Checks that joints that follow others, and those others, have one coordinate or none.
    ///
    /// # Errors
    /// The first joint that cannot follow, or be followed.
    pub(super) fn check_mimics(&self) -> Result<(), ImportError> {
        for joint in &self.joints {
            let Some(mimic) = joint.mimic else { continue };
            let other = &self.joints[mimic.joint];
            let has_several = |joint: &&&Joint| matches!(joint.kind, Kind::Planar | Kind::Floating);
            if let Some(wrong) = [&joint, &other].into_iter().find(has_several) {
                let kind = if wrong.kind == Kind::Planar { "planar" } else { "floating" };
                let message = format!(
                    "the joint {:?} mimics {:?}, and {:?} is {kind}: what several coordinates follow is not said; accepted: mimics of \
                     revolute, continuous and prismatic joints by such joints, or --mimic free, which lets them move",
                    joint.name, other.name, wrong.name
                );
                return Err(ImportError::Invalid { place: joint.place.clone(), message });
            }
        }
        Ok(())
    }
}

impl Joint {
    /// Tells whether limits leave the joint nothing, or a single place: the lower one is not below the upper one.
    pub(super) fn has_no_range(&self) -> bool {
        self.limits.is_some_and(|[lower, upper]| lower >= upper)
    }
    /// Returns the unit of the joint's coordinate.
    pub(super) fn unit(&self) -> &'static str {
        if self.kind == Kind::Prismatic { "m" } else { "rad" }
    }
    /// Tells whether the joint has one coordinate, along or about its axis.
    pub(super) fn is_scalar(&self) -> bool {
        matches!(self.kind, Kind::Revolute | Kind::Prismatic)
    }
}
