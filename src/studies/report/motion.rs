//! What moves in the animation.

use crate::model::shape::VisibleShape;
use crate::studies::Poses;

/// Holds the members that are animated.
#[derive(Clone, Debug)]
pub(super) struct Motion {
    /// The names of the bodies, with what each looks like.
    pub(super) bodies: Vec<(String, Vec<VisibleShape>)>,
    /// The acceleration of gravity, world frame, m/s^2.
    pub(super) gravity: [f64; 3],
    /// What is said of a member, and how its bodies move.
    pub(super) members: Vec<(String, Poses)>,
}
