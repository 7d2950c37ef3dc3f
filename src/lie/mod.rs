//! Lie groups: where configurations live.
//!
//! # Conventions
//!
//! - SI units, angles in rad.
//! - `world_from_body` rotations R; material (body-frame) angular velocity W with R' = R W~.
//! - Increments act on the right: R(n+1) = R(n) exp(psi~).
//! - T(psi) is the tangent operator: W = T(psi) psi', (35) of \[2\], (A2) of \[1\]. With these
//!   conventions it is the right Jacobian of the exponential map.
//! - Tangent vectors of R^3 x SO(3) are ordered (translation, rotation).
//! - Quaternions are scalar first, (w, x, y, z). A rotation vector has |psi| <= pi on output.
//! - The half angle is y = |psi|/2, and s = y^2; a(s) and b(s) are the functions of
//!   [`crate::num::series`].
//!
//! | operation | formula | code |
//! |---|---|---|
//! | exponential map | q = (cos y, psi/2 sin(y)/y) | [`UnitQuaternion::exp`](LieGroup::exp) |
//! | logarithm | psi = 2 atan2(\|v\|, w) v/\|v\| | [`UnitQuaternion::log`](LieGroup::log) |
//! | tangent operator | T = I + f1 psi~ + f2 psi~^2 (A2) | [`so3::tangent`] |
//! | its inverse | T^-1 = I + psi~/2 + f3 psi~^2 (A3) | [`so3::tangent_inverse`] |
//! | composition of rotation vectors | (A10)-(A13) | [`RotationVector`] |
//! | derivatives by increments, Newton's method | (2.61)-(2.64), algorithm 1 of \[3\] | [`Expansion`], [`newton`], [`minimum`] |
//! | motions | all of these over dual numbers, 2.3 of \[3\] | [`Motion`] |
//!
//! # References
//!
//! \[1\] Holzinger, Arnold, Gerstmayr (2024), Evaluation and implementation of Lie group integration
//! methods for rigid multibody systems, Multibody System Dynamics.
//! \[2\] Bruels, Eberhard (2008), Sensitivity analysis for dynamic mechanical systems with finite
//! rotations, International Journal for Numerical Methods in Engineering.
//! \[3\] Han (2019), Modeling of flexible multibody systems: motion interpolation and Galerkin methods in time; its errata are
//! those of `tests/golden/README.md`.

mod chart;
mod descent;
mod group;
mod motion;
mod nalgebra;
mod parameterisation;
mod product;
mod r3xso3;
mod rn;
mod rotation_matrix;
mod rotation_vector;
pub mod so3;
mod tangent;
mod unit_quaternion;
mod vectorial;

pub use chart::RotationChart;
pub use descent::{DescentError, Expansion, Found, Trust, Twice, minimum, newton};
pub use group::{Algebra, LieGroup, Rotation};
pub use motion::{Line, Motion, Twist, dual, dual_vector, parts};
pub use parameterisation::RotationParameterisation;
pub use product::Product;
pub use r3xso3::Pose;
pub use rn::Translation;
pub use rotation_matrix::RotationMatrix;
pub use rotation_vector::RotationVector;
pub use unit_quaternion::UnitQuaternion;
pub use vectorial::VectorialParameterisation;
