//! Absolute coordinates: each body moves on R^3 x SO(3), its position and velocity seen from the world and its angular
//! velocity from itself, (15) of Holzinger, Arnold, Gerstmayr (2024), or with rates of rotation parameters instead, (12). What
//! acts between bodies are forces and the
//! constraints of joints, with one Lagrange multiplier each, (23); loops are as good as trees.
//!
//! | file | is |
//! |---|---|
//! | `bodies` | where the coordinates of every body lie |
//! | `coordinates` | which contributors there are, and which constraints are in use |
//! | `orientation` | which of two bodies moves relative to which |
//! | `initial` | the initial state, by way of a tree in joint coordinates |
//! | `locks` | what a kind of joint locks |
//! | `joints` | one joint between two bodies: what it locks, how it moves, what acts in it |
//! | `kinematics` | positions, velocities and accelerations of bodies and joints; residuals of constraints |
//! | `least_norm` | multipliers of least norm, where constraints follow from others |
//! | `dynamics` | all of this as [`crate::formulation::Dynamics`] |

mod bodies;
mod coordinates;
mod dynamics;
mod initial;
mod joints;
mod kinematics;
mod least_norm;
mod locks;
mod orientation;

pub use coordinates::AbsoluteCoordinates;
pub use dynamics::AbsoluteDynamics;

use super::coordinates::Formulation;
use crate::lie::RotationParameterisation;

/// Absolute coordinates, with rotations stored in different ways.
pub(super) const FORMULATIONS: &[Formulation] = &[
    Formulation::new(
        "absolute",
        "every body for itself, its rotation as a unit quaternion, on the group; joints are constraints",
        RotationParameterisation::Quaternion,
    )
    .with_constraints(),
    Formulation::new(
        "absolute_matrix",
        "every body for itself, its rotation as a matrix, on the group; joints are constraints",
        RotationParameterisation::Matrix,
    )
    .with_constraints(),
    Formulation::new(
        "absolute_rotation_vector",
        "every body for itself, its rotation as a rotation vector, on the group; joints are constraints",
        RotationParameterisation::RotationVector,
    )
    .with_constraints(),
    Formulation::new(
        "absolute_euler_angles",
        "every body for itself, Cardan/Tait-Bryan angles, their rates as velocities; joints are constraints",
        RotationParameterisation::EulerAngleRates,
    )
    .with_constraints(),
    Formulation::new(
        "absolute_euler_parameters",
        "every body for itself, Euler parameters, their rates as velocities; joints and unit length are constraints",
        RotationParameterisation::EulerParameterRates,
    )
    .with_constraints(),
];
