//! Consistent initial values of constrained systems, in f64: which constraints are independent, positions, velocities,
//! accelerations with multipliers and their rates, and static equilibrium. Everything follows from the residual of
//! [`super::Constrained`] and its derivatives by dual numbers.

mod acceleration;
mod assembly;
mod assembly_error;
mod equations;
mod equilibrium;
mod impulse;
mod kinetic;
mod movement;
mod rank;
mod velocity;

pub use acceleration::{AccelerationError, Accelerations, accelerations, jerk};
pub use assembly::{Assembled, Assembly, DAMPING, LONGEST_STEP, assemble, neighbours};
pub use assembly_error::AssemblyError;
pub use equations::{Directions, Equations, Family, Point};
pub use equilibrium::{Equilibrium, EquilibriumError, equilibrium};
pub use impulse::impulse;
pub use movement::{Movement, displaced};
pub use rank::{RANK_TOLERANCE, degrees_of_freedom, independent_constraints, independent_constraints_of, violated};
pub use velocity::{Given, ROUNDING, Velocities, VelocityError, velocities};

#[cfg(test)]
mod tests;
