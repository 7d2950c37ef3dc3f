//! Joints: how a body moves relative to another one or to the ground.
//!
//! A joint is data: a sequence of freedoms, each along or about an axis of a frame that is fixed in the joint. What
//! they do to a body is written once, in [`super::tree`]. A new joint is a file here and a line in the catalog.

mod cylindrical;
mod fixed;
mod free;
mod planar;
mod prismatic;
mod revolute;
mod spherical;
mod universal;

use super::Kind;
use super::expression::{Expr, Expr3};
use super::names::JointShape;
use super::section::{BodyRef, Invalid, Section};
use crate::lie::RotationParameterisation;
use crate::problem::Factor;

/// An elementary motion of a joint. The axis is x, y or z (0, 1, 2) of the joint's frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freedom {
    /// A displacement along an axis, m.
    Slide(usize),
    /// A rotation about an axis, rad.
    Turn(usize),
    /// Any rotation.
    Ball,
}

/// What fixes the frame of a joint in the assembled configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// The frame of the body that it carries from, or of the ground.
    None,
    /// `axis` is the joint's z.
    One,
    /// `axes` are the joint's x and y.
    Two,
}

/// A kind of joint: its freedoms, from the body nearer to the ground outwards.
#[derive(Clone, Copy, Debug)]
pub struct JointKind {
    /// As `gyrosweep list` shows it.
    pub kind: Kind,
    /// What it leaves free.
    pub freedoms: &'static [Freedom],
    /// Its axes.
    pub axes: Axes,
    /// True where a scenario has to say where it is.
    pub needs_place: bool,
    /// True where its freedom may carry the inertia of a rotor.
    pub takes_rotor: bool,
}

macro_rules! joints {
    ($($module:ident),* $(,)?) => {
        /// The kinds of joints.
        pub const ALL: &[Kind] = &[$($module::JOINT.kind),*];
        /// The same with what they leave free, in the same order.
        pub const KINDS: &[JointKind] = &[$($module::JOINT),*];
    };
}

joints!(spherical, revolute, prismatic, cylindrical, universal, planar, fixed, free);

/// A joint as the scenario describes it.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: &'static JointKind,
    /// What it moves relative to: of its two, the one nearer to the ground.
    pub parent: BodyRef,
    /// The body that it moves.
    pub child: usize,
    /// Where it is, world frame, assembled configuration, m; else the centre of mass of the body that it moves.
    pub at: Option<Expr3>,
    /// Its axes, world frame, assembled configuration, of any length.
    pub axes: Vec<Expr3>,
    /// Initial displacement from the assembled configuration: one number per freedom of [`JointKind::freedoms`],
    /// three for a ball (a rotation vector), m and rad.
    pub coordinates: Vec<Expr>,
    /// Initial velocities, likewise, if the joint gives them, m/s and rad/s.
    pub velocities: Option<Vec<Expr>>,
    /// Added to the inertia that its freedom sees, kg m^2 or kg.
    pub rotor_inertia: Expr,
}

/// True where a joint moves nothing but itself on the ground: a body without a joint.
const NO_JOINT: &JointKind = &free::JOINT;

impl JointKind {
    /// Number of degrees of freedom.
    pub fn degrees(&self) -> usize {
        self.freedoms.iter().map(|f| f.degrees()).sum()
    }
    /// The factors of the group that it moves its body on.
    pub fn factors(&self, parameterisation: RotationParameterisation) -> Vec<Factor> {
        let mut factors = Vec::new();
        for freedom in self.freedoms {
            match (freedom, factors.last_mut()) {
                (Freedom::Ball, _) => factors.push(Factor::Rotation(parameterisation)),
                (_, Some(Factor::Vector(n))) => *n += 1,
                _ => factors.push(Factor::Vector(1)),
            }
        }
        factors
    }
    /// True where its coordinates are those of its body relative to the frame that it moves in, not the
    /// displacement from the assembled configuration.
    pub fn is_free(&self) -> bool {
        self.kind.name == free::JOINT.kind.name
    }
}

impl Freedom {
    /// Number of degrees of freedom.
    pub fn degrees(self) -> usize {
        if self == Freedom::Ball { 3 } else { 1 }
    }
}

impl Joint {
    /// The place of a body without a joint: free on the ground.
    pub fn none(body: usize, name: &str) -> Self {
        Self {
            name: name.to_string(),
            kind: NO_JOINT,
            parent: BodyRef::Ground,
            child: body,
            at: None,
            axes: Vec::new(),
            coordinates: vec![Expr::Constant(0.0); NO_JOINT.degrees()],
            velocities: None,
            rotor_inertia: Expr::Constant(0.0),
        }
    }

    /// What it looks like to forces and outputs: what slides or turns about an axis comes before a ball.
    pub fn shape(&self) -> JointShape {
        let unit = |freedom: &Freedom| match freedom {
            Freedom::Slide(_) => Some("m"),
            Freedom::Turn(_) => Some("rad"),
            Freedom::Ball => None,
        };
        let scalars = self.kind.freedoms.iter().filter_map(unit).collect();
        JointShape { name: self.name.clone(), scalars, rotation: self.kind.freedoms.contains(&Freedom::Ball) }
    }

    /// True where its body cannot turn in every way relative to the parent.
    pub fn restricts_turning(&self) -> bool {
        !self.kind.freedoms.contains(&Freedom::Ball)
    }

    /// Reads one `[[joint]]` and the two that it is between; `initial` is its sub-table. Which of them is the
    /// parent is for [`super::tree`] to find.
    ///
    /// # Errors
    /// Where a key is missing or of the wrong kind.
    pub fn read(section: &mut dyn Section, initial: &mut dyn Section) -> Result<(Self, [BodyRef; 2]), Invalid> {
        let name = section.text("name")?;
        let kind = section.text("kind")?;
        let kind = super::find_kind("joint", &kind, ALL).map_err(|m| section.invalid("kind", m))?.name;
        let kind = KINDS.iter().find(|k| k.kind.name == kind).unwrap_or(NO_JOINT);
        let between = section.between("between")?;
        let at = match (kind.needs_place, section.has("at")) {
            (false, false) => None,
            _ => Some(section.vector("at")?),
        };
        let at = if kind.kind.name == spherical::JOINT.kind.name { Some(at.unwrap_or_default()) } else { at };
        let axes = match kind.axes {
            Axes::None => Vec::new(),
            Axes::One => vec![section.vector("axis")?],
            Axes::Two => {
                let mut numbers = section.numbers("axes", &[6])?.into_iter();
                let mut axis = || std::array::from_fn(|_| numbers.next().unwrap_or_default());
                vec![axis(), axis()]
            }
        };
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
        let rotor_inertia = if kind.takes_rotor { section.number_or("rotor_inertia", 0.0)? } else { Expr::default() };
        let child = match between {
            [BodyRef::Body(body), BodyRef::Ground] | [_, BodyRef::Body(body)] => body,
            [BodyRef::Ground, BodyRef::Ground] => {
                return Err(section.invalid("between", "one of the two has to be a body".into()));
            }
        };
        let joint = Self {
            name,
            kind,
            parent: BodyRef::Ground,
            child,
            at,
            axes,
            coordinates: coordinates.unwrap_or_else(|| vec![Expr::Constant(0.0); degrees]),
            velocities,
            rotor_inertia,
        };
        Ok((joint, between))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_consistent() {
        for (kind, joint) in ALL.iter().zip(KINDS) {
            assert_eq!(kind.name, joint.kind.name);
            let degrees: usize =
                joint.factors(RotationParameterisation::Quaternion).iter().map(|f| f.velocity_count()).sum();
            assert_eq!(degrees, joint.degrees(), "{}", kind.name);
            // a frame without an axis of its own has nothing to turn about
            let turns = joint.freedoms.iter().any(|f| matches!(f, Freedom::Turn(_)));
            assert!(joint.axes != Axes::None || !turns, "{}", kind.name);
            assert!(!joint.takes_rotor || joint.degrees() == 1, "{}", kind.name);
        }
    }
}
