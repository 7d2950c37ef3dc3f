//! From a mechanism to the problem that an integrator sees.

mod joint;

pub use joint::JointSystem;

use crate::lie::RotationParameterisation;
use crate::model::Kind;

/// A set of coordinates and velocities.
#[derive(Clone, Copy, Debug)]
pub struct Formulation {
    /// As `gyrosweep list` shows it.
    pub kind: Kind,
    /// How it stores rotations.
    pub parameterisation: RotationParameterisation,
}

const fn formulation(
    name: &'static str,
    summary: &'static str,
    parameterisation: RotationParameterisation,
) -> Formulation {
    Formulation { kind: Kind { name, summary, keys: "" }, parameterisation }
}

/// The formulations: joint coordinates, each joint on a group of its own, with the rotations of spherical and free
/// joints stored in different ways.
pub const ALL: &[Formulation] = &[
    formulation(
        "joint",
        "rotations as unit quaternions, on the group; the default",
        RotationParameterisation::Quaternion,
    ),
    formulation("joint_matrix", "rotations as matrices, on the group", RotationParameterisation::Matrix),
    formulation(
        "joint_rotation_vector",
        "rotations as rotation vectors, on the group",
        RotationParameterisation::RotationVector,
    ),
    formulation(
        "euler_angles",
        "Cardan/Tait-Bryan angles, angular velocities as velocities",
        RotationParameterisation::EulerAngles,
    ),
    formulation(
        "euler_angles_2",
        "Cardan/Tait-Bryan angles, their rates as velocities",
        RotationParameterisation::EulerAngleRates,
    ),
    formulation(
        "euler_parameters",
        "Euler parameters, angular velocities as velocities",
        RotationParameterisation::EulerParameters,
    ),
    formulation(
        "euler_parameters_2",
        "Euler parameters, their rates as velocities",
        RotationParameterisation::EulerParameterRates,
    ),
];

/// The kinds of formulations, for lists and messages.
pub fn kinds() -> Vec<Kind> {
    ALL.iter().map(|f| f.kind).collect()
}

/// The formulation of that name.
pub fn find(name: &str) -> Option<&'static Formulation> {
    ALL.iter().find(|f| f.kind.name == name)
}
