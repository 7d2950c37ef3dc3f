//! Strains, forces and moments of a section.

use super::rule::DualVector;
use crate::lie::parts;
use crate::num::{Real, Vec3};

/// Holds strains (of stretch and shear, 1; of twist and bending, 1/m) and what they make of forces (N) and moments (N m) of the
/// section, both in its frame, forces before moments.
#[derive(Clone, Copy, Debug)]
pub struct SectionState<R> {
    /// The strains.
    pub strain: [R; 6],
    /// The forces and moments.
    pub force: [R; 6],
}

/// Puts the components of two vectors beside each other.
fn six<R: Real>([linear, angular]: [Vec3<R>; 2]) -> [R; 6] {
    let ([a, b, c], [d, e, f]) = (linear.to_array(), angular.to_array());
    [a, b, c, d, e, f]
}

impl<R: Real> SectionState<R> {
    /// Makes the state of strains, rotation first, and of forces and moments.
    pub(super) fn of([strain, force]: [DualVector<R>; 2]) -> Self {
        let [angular, linear] = parts(strain);
        Self { strain: six([linear, angular]), force: six(parts(force)) }
    }
}
