//! The way of one optimiser from its start.

use super::bounds::{bounded, free, projected_norm};
use super::evaluate::{Evaluation, Failed, PointAsker};
use super::multipliers::Multipliers;
use crate::design::Design;

/// Says where an optimiser ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The gradient is as good as zero.
    Converged,
    /// The gradient is as good as zero, but the measurements do not determine all parameters: others fit as well.
    Undetermined,
    /// The gradient is as good as zero but for bounds: beyond those that are reached the objective would be less.
    AtBound,
    /// The objective has a kink, and rises on both sides of it.
    AtKink,
    /// The optimiser took as many iterations as it may, or as many evaluations as the search beside kinks may.
    Limit,
    /// A constraint is not met, and no way to meet it was found.
    Infeasible,
    /// A member has no outputs.
    Failed,
    /// The gradient is not zero, and no way down was found.
    NoDescent,
}

impl Reason {
    /// Returns the name of the reason in tables.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Converged => "converged",
            Reason::Undetermined => "not determined",
            Reason::AtBound => "at a bound",
            Reason::AtKink => "at a kink",
            Reason::Limit => "evaluation limit",
            Reason::Infeasible => "constraint not met",
            Reason::Failed => "failed",
            Reason::NoDescent => "no descent",
        }
    }

    /// Returns what it means.
    pub fn summary(self) -> &'static str {
        match self {
            Reason::Converged => "the gradient is as good as zero",
            Reason::Undetermined => {
                "the gradient is as good as zero, but the measurements do not determine all parameters: others fit as well"
            }
            Reason::AtBound => {
                "the gradient is as good as zero but for bounds, beyond which the objective would be less"
            }
            Reason::AtKink => {
                "the objective has a kink there and rises on both sides, so that its gradient need not be zero"
            }
            Reason::Limit => {
                "the gradient is not zero yet, and `iterations`, or the evaluations beside a kink, are used up"
            }
            Reason::Infeasible => "no way was found to meet all constraints",
            Reason::Failed => "a member has no outputs, and no way around it was found",
            Reason::NoDescent => {
                "the gradient is not zero, but the objective is not less anywhere along it: its values are noisy, or \
                                  the gradient is not that of the objective"
            }
        }
    }

    /// Tells whether there is a least value, as far as is seen from there.
    pub fn is_least(self) -> bool {
        matches!(self, Reason::Converged | Reason::Undetermined | Reason::AtBound | Reason::AtKink)
    }
}

/// An evaluation with its objective.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The parameters, and their derivatives by the free numbers.
    pub(super) point: Vec<f64>,
    pub(super) stretch: Vec<f64>,
    pub(super) evaluation: Evaluation,
    /// The objective, with what constraints add to it.
    pub(super) objective: f64,
    /// The derivative of the objective by the parameters.
    pub(super) gradient: Vec<f64>,
}

/// Evaluates points by their free numbers, and remembers the best of them.
pub(super) struct Walk<'a> {
    pub(super) design: &'a Design,
    asker: PointAsker,
    last: Option<(Vec<f64>, Place)>,
    /// The objective of the first point.
    pub(super) first: Option<f64>,
    pub(super) best: Option<Place>,
    /// The multipliers of the constraints, if there are some.
    pub(super) multipliers: Option<Multipliers>,
    pub(super) evaluations: u64,
    /// The reason why the last point has no evaluation.
    pub(super) failed: Option<(Vec<f64>, Failed)>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(design: &'a Design, asker: PointAsker) -> Self {
        Self { design, asker, last: None, first: None, best: None, multipliers: None, evaluations: 0, failed: None }
    }

    /// Returns the free numbers of a point.
    pub(super) fn free(&self, point: &[f64]) -> Vec<f64> {
        self.design.bounds.iter().zip(point).map(|(b, p)| free(*b, *p)).collect()
    }

    /// Returns what is at a point; nothing where its member fails or nobody answers.
    pub(super) fn at(&mut self, x: &[f64]) -> Option<&Place> {
        if self.last.as_ref().is_none_or(|(last, _)| last != x) {
            let (point, stretch): (Vec<f64>, Vec<f64>) =
                self.design.bounds.iter().zip(x).map(|(b, x)| bounded(*b, *x)).unzip();
            self.last = None;
            let place = self.evaluated(point, stretch)?;
            self.last = Some((x.to_vec(), place));
        }
        self.last.as_ref().map(|(_, place)| place)
    }

    /// Returns what is at a point that is given by its parameters, as [`Walk::at`] does.
    pub(super) fn at_point(&mut self, point: Vec<f64>) -> Option<Place> {
        let stretch = vec![0.0; point.len()];
        self.evaluated(point, stretch)
    }

    /// Returns the objective with what constraints add to it, and its gradient.
    fn objective(&self, evaluation: &Evaluation) -> (f64, Vec<f64>) {
        let (mut objective, mut gradient) = evaluation.objective(&self.design.goal);
        if let Some(multipliers) = &self.multipliers {
            multipliers.add(evaluation, &mut objective, &mut gradient);
        }
        (objective, gradient)
    }

    /// Takes other multipliers, by which the best place and the last one are seen again.
    pub(super) fn set_multipliers(&mut self, multipliers: Multipliers) {
        self.multipliers = Some(multipliers);
        let (mut best, mut last) = (self.best.take(), self.last.take());
        for place in best.iter_mut().chain(last.iter_mut().map(|(_, place)| place)) {
            (place.objective, place.gradient) = self.objective(&place.evaluation);
        }
        (self.best, self.last) = (best, last);
    }

    fn evaluated(&mut self, point: Vec<f64>, stretch: Vec<f64>) -> Option<Place> {
        self.evaluations += 1;
        match self.asker.ask(point.clone())? {
            Err(failed) => {
                self.failed = Some((point, failed));
                None
            }
            Ok(evaluation) => {
                let (objective, gradient) = self.objective(&evaluation);
                let place = Place { point, stretch, evaluation, objective, gradient };
                self.first.get_or_insert(objective);
                if self.best.as_ref().is_none_or(|best| objective < best.objective) {
                    self.best = Some(place.clone());
                }
                Some(place)
            }
        }
    }
}

impl Place {
    /// Returns the norm of the gradient, see [`projected_norm`].
    pub(super) fn gradient_norm(&self, design: &Design) -> f64 {
        projected_norm(&design.bounds, &self.point, &self.gradient)
    }

    /// Returns the derivative of the objective by the free numbers.
    pub(super) fn free_gradient(&self) -> Vec<f64> {
        self.gradient.iter().zip(&self.stretch).map(|(g, s)| g * s).collect()
    }
}
