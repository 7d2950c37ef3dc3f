//! Joint coordinates: each joint moves its body on a group of its own, so the equations of motion of a tree of bodies
//! are ordinary differential equations on the product of these groups, in time proportional to the size of the tree.
//!
//! | file | is |
//! |---|---|
//! | `topology` | which body hangs on which |
//! | `coordinates` | where the coordinates of every joint lie |
//! | `initial`, `checks` | the initial state; whether it fits the joints and can be accelerated |
//! | `link` | one elementary joint and what is attached behind it |
//! | `inertia` | mass, first moment and inertia of what moves as one |
//! | `tree` | the links of a mechanism, and which algorithm suits them |
//! | `assembly` | from bodies and joints to links |
//! | `regroup` | what moves alike on both sides of a joint goes to one |
//! | `kinematics` | positions, velocities and accelerations outwards from the ground |
//! | `newton_euler` | the forces that a motion needs, inwards |
//! | `composite` | the mass matrix and its factors |
//! | `articulated` | accelerations without a mass matrix |
//! | `dynamics` | all of this as [`crate::formulation::Dynamics`] |
//!
//! Linear accelerations are those of points (not spatial ones), so that linear velocities do not occur in the
//! dynamics; a frame in free fall carries the weight. Degrees of freedom are counted with three per spherical joint,
//! whatever parameterisation stores its rotation.
//!
//! The algorithms are those of Featherstone (2008), Rigid Body Dynamics Algorithms, Springer: Newton-Euler Table
//! 5.1, composite bodies Table 6.2, L^T D L Tables 6.3 and 6.4, articulated bodies Table 7.1.

mod articulated;
mod assembly;
mod checks;
mod composite;
mod coordinates;
mod dynamics;
mod inertia;
mod initial;
mod kinematics;
mod link;
mod newton_euler;
mod regroup;
mod topology;
mod tree;

pub use coordinates::JointCoordinates;
pub use dynamics::{JointDynamics, JointSystem};
pub use kinematics::KinematicState;
pub use tree::Algorithm;

use super::coordinates::Formulation;
use crate::lie::RotationParameterisation;

/// Joint coordinates, with the rotations of spherical and free joints stored in different ways.
pub(super) const FORMULATIONS: &[Formulation] = &[
    Formulation::new(
        "joint",
        "rotations as unit quaternions, on the group; the default",
        RotationParameterisation::Quaternion,
    ),
    Formulation::new("joint_matrix", "rotations as matrices, on the group", RotationParameterisation::Matrix),
    Formulation::new(
        "joint_rotation_vector",
        "rotations as rotation vectors, on the group",
        RotationParameterisation::RotationVector,
    ),
    Formulation::new(
        "euler_angles",
        "Cardan/Tait-Bryan angles, angular velocities as velocities",
        RotationParameterisation::EulerAngles,
    ),
    Formulation::new(
        "euler_angles_2",
        "Cardan/Tait-Bryan angles, their rates as velocities",
        RotationParameterisation::EulerAngleRates,
    ),
    Formulation::new(
        "euler_parameters",
        "Euler parameters, angular velocities as velocities",
        RotationParameterisation::EulerParameters,
    ),
    Formulation::new(
        "euler_parameters_2",
        "Euler parameters, their rates as velocities",
        RotationParameterisation::EulerParameterRates,
    ),
];
