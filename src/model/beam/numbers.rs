//! A beam in numbers.

use super::element::Element;
use super::rule::{DualVector, Rule, of_element, one_of};
use super::section::{Matrix6, Section};
use crate::model::state::FrameState;
use crate::num::Real;
use std::ops::{Range, RangeInclusive};
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

impl<R: Real> BeamAt<R> {
    pub(super) fn element_count(&self) -> usize {
        self.ends.len() - 1
    }

    /// Returns half the length of an element, m.
    pub(super) fn half(&self, element: usize) -> R {
        *one_of(&self.halves, element)
    }

    /// Returns the nodes of an element, by their numbers.
    pub(super) fn nodes_of(&self, element: usize) -> RangeInclusive<usize> {
        let order = self.rule.order();
        element * order..=(element + 1) * order
    }

    /// Returns an element in numbers.
    pub(super) fn element(&self, number: usize) -> Element<R> {
        Element {
            rule: Arc::clone(&self.rule),
            half: self.half(number),
            at_rest: one_of(&self.at_rest, number).clone(),
            stiffness: of_element(&self.stiffness, number, self.rule.points.len()),
            damping: self.damping,
        }
    }

    /// Returns all elements in numbers, each with its nodes among those of the beam.
    pub(super) fn elements<'a>(
        &'a self,
        nodes: &'a [FrameState<R>],
    ) -> impl Iterator<Item = (Element<R>, &'a [FrameState<R>])> {
        (0..self.element_count()).map(move |number| (self.element(number), &nodes[self.nodes_of(number)]))
    }
}
