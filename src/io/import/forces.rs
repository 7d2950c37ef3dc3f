//! Damping, friction and stops of joints.

use super::scenario::{Force, ForceKind};
use super::urdf::{Joint, Kind};

/// The velocity at which dry friction is three quarters of its full value, rad/s and m/s: with less, Newton's method
/// loses the grippers of public robots, whose links are light.
pub(super) const FRICTION_VELOCITIES: [f64; 2] = [0.1, 0.01];

/// The natural frequency of what moves against a stop, rad/s, and its damping ratio.
const STOP: (f64, f64) = (100.0, 0.5);

/// Returns the forces in a joint, called `name` in the scenario; `inertia` is what it moves while all others stand
/// still, kg or kg m^2, if stops are asked for.
pub(super) fn of_joint(joint: &Joint, name: &str, inertia: Option<f64>) -> Vec<Force> {
    let mut forces = Vec::new();
    let mut add = |what: &str, kind| forces.push(Force { name: format!("{what}_{name}"), kind });
    let own = || name.to_string();
    if joint.damping != 0.0 {
        add("damping", ForceKind::SpringDamper { joint: own(), damping: joint.damping });
    }
    if joint.friction != 0.0 {
        let velocity = friction_velocity(joint);
        add("friction", ForceKind::Friction { joint: own(), coulomb: joint.friction, velocity });
    }
    if let (Some(limits), Some(inertia)) = (joint.limits, inertia)
        && !joint.has_no_range()
        && limits.iter().any(|limit| limit.is_finite())
    {
        let [lower, upper] = limits.map(|limit| Some(limit).filter(|limit| limit.is_finite()));
        let (frequency, ratio) = STOP;
        let stiffness = inertia * frequency * frequency;
        let damping = 2.0 * ratio * inertia * frequency;
        add("stops", ForceKind::Limit { joint: own(), lower, upper, stiffness, damping });
    }
    forces
}

fn friction_velocity(joint: &Joint) -> f64 {
    let [rotation, translation] = FRICTION_VELOCITIES;
    if joint.kind == Kind::Prismatic { translation } else { rotation }
}

/// Returns how fast damping and friction slow a joint down that moves this inertia, 1/s.
pub(super) fn decay_rate(joint: &Joint, inertia: f64) -> f64 {
    (joint.damping + joint.friction / friction_velocity(joint)) / inertia
}
