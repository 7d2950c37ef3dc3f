//! Consistent initial values of constrained systems, in f64: which constraints are independent, positions, velocities,
//! accelerations with multipliers and their rates, and static equilibrium. Everything follows from the residual of
//! [`super::Constrained`] and its derivatives by dual numbers.

mod acceleration;
mod equations;
mod movement;
mod rank;

pub use acceleration::{AccelerationError, Accelerations, Multipliers, accelerations, jerk, multipliers};
pub use equations::{Directions, Equations, Family, Point};
pub use movement::Movement;
pub use rank::{RANK_TOLERANCE, degrees_of_freedom, independent_constraints, violated};

#[cfg(test)]
mod tests;
