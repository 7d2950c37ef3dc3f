//! Forces and torques that keep their direction in space or turn with a body.

use crate::model::section::{Invalid, Section};
use crate::model::state::{BodyState, Wrench};
use crate::num::{Real, Vec3};

/// Says in which frame a force or torque is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// The vector keeps its direction in space.
    Space,
    /// The vector turns with the body.
    Body,
}

/// Reads the key `frame`.
pub(super) fn read_frame(section: &mut dyn Section) -> Result<Frame, Invalid> {
    Ok(if section.choice("frame", &["space", "body"])? == "body" { Frame::Body } else { Frame::Space })
}

/// Adds a force (N) at a body-fixed point (body frame, m), given in the frame.
pub(super) fn add_force<R: Real>(
    frame: Frame,
    force: Vec3<R>,
    point: Vec3<R>,
    state: &BodyState<R>,
    wrench: &mut Wrench<R>,
) {
    match frame {
        Frame::Space => wrench.add_force_at(state, force, point),
        Frame::Body => {
            wrench.force = wrench.force + state.rotation.apply(force);
            wrench.torque = wrench.torque + point.cross(force);
        }
    }
}

/// Adds a torque (N m), given in the frame.
pub(super) fn add_torque<R: Real>(frame: Frame, torque: Vec3<R>, state: &BodyState<R>, wrench: &mut Wrench<R>) {
    let torque_body = match frame {
        Frame::Space => state.rotation.apply_transposed(torque),
        Frame::Body => torque,
    };
    wrench.torque = wrench.torque + torque_body;
}
