//! The reasons why positions cannot be found.

use super::Movement;

/// The reason why positions cannot be found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AssemblyError {
    /// No position near the given one holds all constraints.
    #[error(
        "no position near the given one holds all constraints: {} stays open by {:e} (m or rad) after {steps} steps; the \
         constraints contradict each other, or the given positions are too far off",
        name(.open), .open.first().map_or(f64::NAN, |x| x.1.abs())
    )]
    NotReached {
        /// Constraints with at least a tenth of the largest residual, and these residuals, the largest first.
        open: Vec<(usize, f64)>,
        /// How many steps were made.
        steps: usize,
    },
    /// The position that holds the constraints is too far from the given one.
    #[error(
        "the constraints hold only after a body has moved by {:.3e} m and turned by {:.3e} rad, and no more than {:.3e} m \
         and {:.3e} rad are allowed",
        .movement.translation, .movement.rotation, .limits.translation, .limits.rotation
    )]
    TooFar {
        /// The distance of the position found.
        movement: Movement,
        /// The largest distance that is allowed.
        limits: Movement,
    },
    /// A constraint is not finite.
    #[error("the constraint with number {row} is not finite")]
    NotFinite {
        /// The first such constraint.
        row: usize,
    },
}

fn name(open: &[(usize, f64)]) -> String {
    open.first().map_or_else(String::new, |(row, _)| format!("the constraint with number {row}"))
}
