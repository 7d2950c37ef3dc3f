//! The way of one optimiser from its start.

use super::bounds::{bounded, free, projected_norm};
use super::evaluate::{Evaluation, Failed};
use super::goal::Design;
use super::lockstep::Asker;

/// Says why an optimiser ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The gradient, or the change, is as good as zero.
    Converged,
    /// It took as many iterations as it may.
    Iterations,
    /// A member has no outputs.
    Failed,
    /// The optimiser found no way on.
    Stopped,
}

impl Reason {
    /// Returns its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Converged => "converged",
            Reason::Iterations => "iterations",
            Reason::Failed => "failed",
            Reason::Stopped => "stopped",
        }
    }
}

/// An evaluation with its objective.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The parameters, and their derivatives by the free numbers.
    pub(super) point: Vec<f64>,
    pub(super) stretch: Vec<f64>,
    pub(super) evaluation: Evaluation,
    pub(super) objective: f64,
    /// The derivative of the objective by the parameters.
    pub(super) gradient: Vec<f64>,
}

/// Evaluates points by their free numbers, and remembers the best of them.
pub(super) struct Walk<'a> {
    pub(super) design: &'a Design,
    asker: Asker,
    last: Option<(Vec<f64>, Place)>,
    pub(super) best: Option<Place>,
    pub(super) evaluations: u64,
    /// Why the last point has no evaluation.
    pub(super) failed: Option<(Vec<f64>, Failed)>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(design: &'a Design, asker: Asker) -> Self {
        Self { design, asker, last: None, best: None, evaluations: 0, failed: None }
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
            self.evaluations += 1;
            self.last = None;
            match self.asker.ask(&point)? {
                Err(failed) => {
                    self.failed = Some((point, failed));
                    return None;
                }
                Ok(evaluation) => {
                    let (objective, gradient) = evaluation.objective(&self.design.goal);
                    let place = Place { point, stretch, evaluation, objective, gradient };
                    if self.best.as_ref().is_none_or(|best| objective < best.objective) {
                        self.best = Some(place.clone());
                    }
                    self.last = Some((x.to_vec(), place));
                }
            }
        }
        self.last.as_ref().map(|(_, place)| place)
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
