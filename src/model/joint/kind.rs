//! What a kind of joint consists of.

use crate::model::Kind;

/// Names an elementary motion of a joint. The axis is x, y or z (0, 1, 2) of the joint's frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementaryJoint {
    /// A displacement along an axis, m.
    Prismatic(usize),
    /// A rotation about an axis, rad.
    Revolute(usize),
    /// Any rotation.
    Spherical,
}

/// Says what fixes the frame of a joint in the assembled configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// The frame of the body that the joint carries from, or of the ground.
    None,
    /// `axis` is the joint's z.
    One,
    /// `axes` are the joint's x and y.
    Two,
    /// `axis` is the joint's z, or `axes` are its x and y, by default those of the world.
    Any,
}

/// Describes a kind of joint: the elementary joints in it, from the body nearer to the ground outwards.
#[derive(Clone, Copy, Debug)]
pub struct JointKind {
    /// The kind, as `gyrosweep list` shows it.
    pub kind: Kind,
    /// The elementary joints, which the joint leaves free.
    pub elements: &'static [ElementaryJoint],
    /// Which axes a scenario gives.
    pub axes: Axes,
    /// True where a scenario has to say where it is.
    pub needs_place: bool,
    /// True where the joint's coordinates may carry the inertia of rotors.
    pub takes_rotor: bool,
}

impl JointKind {
    /// Counts the degrees of freedom of the joint.
    pub fn degrees(&self) -> usize {
        self.elements.iter().map(|f| f.degrees()).sum()
    }
}

impl ElementaryJoint {
    /// Counts the degrees of freedom of the elementary joint.
    pub fn degrees(self) -> usize {
        if self == ElementaryJoint::Spherical { 3 } else { 1 }
    }
}
