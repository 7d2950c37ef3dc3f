//! A beam in numbers.

use super::rule::{DualVector, Rule};
use super::section::{Matrix6, Section};
use crate::lie::dual_vector;
use crate::num::{Real, Vec3};
use std::ops::Range;
use std::sync::Arc;

/// Holds a beam in numbers, for values of the parameters.
#[derive(Clone, Debug)]
pub struct BeamAt<R> {
    pub(super) nodes: Range<usize>,
    pub(super) rule: Arc<Rule>,
    /// Where elements end, from 0 to 1.
    pub(super) ends: Arc<[f64]>,
    /// Half the length of elements, m: J = ds/d eta; one where they are alike.
    pub(super) halves: Vec<R>,
    /// The curvatures at the nodes of an element at rest, by (4.5); of one where elements are alike.
    pub(super) at_rest: Vec<Vec<DualVector<R>>>,
    /// The lengths that nodes stand for, m.
    pub(super) shares: Vec<R>,
    /// The stiffness at the points of every element; one where it is the same.
    pub(super) stiffness: Vec<Matrix6<R>>,
    /// The mass at the points of every element; one where it is the same.
    pub(super) mass: Vec<Matrix6<R>>,
    /// The mass at nodes; one where it is the same.
    pub(super) mass_of_nodes: Vec<Matrix6<R>>,
    /// The roots of the times that strain rates are multiplied by.
    pub(super) damping: Option<[R; 6]>,
    pub(super) section: Section,
    pub(super) is_lumped: bool,
    pub(super) has_rigid_nodes: bool,
}

/// Returns the one of a number, or the only one.
pub(super) fn one_of<T>(all: &[T], number: usize) -> &T {
    if all.len() == 1 { &all[0] } else { &all[number] }
}

impl<R: Real> BeamAt<R> {
    /// Returns strains or twists as a dual vector, rotation first.
    pub(super) fn dual(linear: Vec3<R>, angular: Vec3<R>) -> DualVector<R> {
        dual_vector(angular, linear)
    }

    pub(super) fn element_count(&self) -> usize {
        self.ends.len() - 1
    }

    /// Returns half the length of an element, m.
    pub(super) fn half(&self, element: usize) -> R {
        *one_of(&self.halves, element)
    }

    /// Returns the stiffness at a point of an element.
    pub(super) fn stiffness_of(&self, element: usize, point: usize) -> &Matrix6<R> {
        one_of(&self.stiffness, element * self.rule.points.len() + point)
    }
}
