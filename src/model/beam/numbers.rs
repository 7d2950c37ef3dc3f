//! A beam in numbers.

use super::rule::{DualVector, Rule};
use super::section::Matrix6;
use crate::lie::dual_vector;
use crate::num::{Real, Vec3};
use std::ops::Range;
use std::sync::Arc;

/// Holds a beam in numbers, for values of the parameters.
#[derive(Clone, Debug)]
pub struct BeamAt<R> {
    pub(super) nodes: Range<usize>,
    pub(super) rule: Arc<Rule>,
    /// Half the length of an element, m: J = ds/d eta.
    pub(super) half: R,
    /// The curvatures at the nodes of an element at rest, by (4.5).
    pub(super) at_rest: Vec<Vec<DualVector<R>>>,
    pub(super) stiffness: Matrix6<R>,
    pub(super) mass: Matrix6<R>,
    /// The roots of the times that strain rates are multiplied by.
    pub(super) damping: Option<[R; 6]>,
    pub(super) is_lumped: bool,
    pub(super) has_rigid_nodes: bool,
}

impl<R: Real> BeamAt<R> {
    /// Returns strains or twists as a dual vector, rotation first.
    pub(super) fn dual(linear: Vec3<R>, angular: Vec3<R>) -> DualVector<R> {
        dual_vector(angular, linear)
    }
}
