//! Forces and torques that keep their direction in space or turn with a body.

use crate::model::frame::FrameRef;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::num::{Real, Vec3};

/// Says along which axes a force or torque is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axes {
    /// The vector keeps its direction in space.
    Space,
    /// The vector turns with the body.
    Body,
}

/// Reads the key `frame`.
pub(super) fn read_axes(section: &mut dyn Section) -> Result<Axes, Invalid> {
    Ok(if section.choice("frame", &["space", "body"])? == "body" { Axes::Body } else { Axes::Space })
}

/// Adds a force (N) at a point fixed in a frame (m), given along the axes.
pub(super) fn add_force<R: Real>(
    axes: Axes,
    (frame, motion): (FrameRef, &Motion<'_, R>),
    (force, point): (Vec3<R>, Vec3<R>),
    loads: &mut Loads<R>,
) {
    match axes {
        Axes::Space => loads.add_force(frame, motion, force, point),
        Axes::Body => loads.add(frame, motion.frame(frame).rotation.apply(force), point.cross(force)),
    }
}

/// Adds a torque (N m), given along the axes.
pub(super) fn add_torque<R: Real>(
    axes: Axes,
    (frame, motion): (FrameRef, &Motion<'_, R>),
    torque: Vec3<R>,
    loads: &mut Loads<R>,
) {
    loads.add_torque(
        frame,
        match axes {
            Axes::Space => motion.frame(frame).rotation.apply_transposed(torque),
            Axes::Body => torque,
        },
    );
}
