//! From a mechanism to the problem that an integrator sees.

mod joint;

pub use joint::JointSystem;

use crate::model::Kind;

/// The formulations, by the name that a scenario uses.
pub const ALL: &[Kind] = &[Kind {
    name: "joint",
    summary: "each joint's own relative coordinates on its own group; ordinary differential equations",
    keys: "",
}];
