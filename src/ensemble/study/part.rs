//! Studies made of another: a part of its members, a part of its run, with half its steps.

use super::{Functions, Study};
use crate::ensemble::method::{Method, Steps};
use crate::ensemble::{Extrapolation, Sampling, StepSequence};
use crate::model::Expr;
use std::ops::Range;
use std::sync::Arc;

impl Study {
    /// Returns the study for another duration, s, with steps no shorter than `smallest`, s, where they are adaptive.
    /// Unlike a study that is read, it need not suit the default values: a member that it does not suit is invalid.
    pub(crate) fn cut(&self, duration: f64, smallest: f64) -> Self {
        let (whole, moved) = (&self.method.duration, self.mechanism.differentiated_by_parameters());
        // the end goes on moving with a parameter, and steps that are equal parts of the run with it
        let duration = if whole.depends_on(&|at| moved.contains(&at)) {
            whole.times(duration / whole.evaluate::<f64>(&self.mechanism.defaults()))
        } else {
            Expr::Constant(duration)
        };
        let mut method = Method { duration, ..self.method.clone() };
        if let Steps::Adaptive(adaptive) = &mut method.steps {
            adaptive.smallest = Some(Expr::Constant(smallest));
        }
        // how near to a corner times count as at it follows from the duration
        let functions = if self.corners.is_empty() { Arc::clone(&self.functions) } else { Arc::default() };
        Self { method, common_sequence: None, functions, ..self.clone() }
    }

    /// Returns the study of some members of the plan, which are counted from zero on there. What is decided for all members
    /// alike stays what the whole plan decides.
    pub fn of_part(self, members: Range<u64>) -> Self {
        Self { plan: self.plan.part(members), ..self }
    }

    /// Returns the study with other samples, which change no step, or with none.
    pub fn sampled(self, sampling: Option<Sampling>) -> Self {
        Self { sampling, samples_beside: false, ..self }
    }

    /// Returns the study with samples beside its outputs, which are those of the study without samples bit by bit. Implicit methods see
    /// samples between the ends of their steps, so that derivatives are recorded otherwise and products in them may be fused otherwise.
    pub fn sampled_beside(self, sampling: Sampling) -> Self {
        let samples_beside = self.is_implicit() && !self.directions().is_empty() && !self.looks_at_the_start();
        Self { samples_beside, ..self.sampled(Some(sampling)) }
    }

    /// Returns the studies that outputs and samples are of, where these are two.
    pub(in crate::ensemble) fn beside_samples(&self) -> Option<[Self; 2]> {
        self.samples_beside.then(|| [None, self.sampling.clone()].map(|sampling| self.clone().sampled(sampling)))
    }

    /// Returns the study of the whole plan, to look at members that stand for all.
    pub fn of_whole_plan(&self) -> Self {
        Self { plan: self.plan.whole(), ..self.clone() }
    }

    /// Says whether members run with steps of two lengths.
    pub fn is_extrapolated(&self) -> bool {
        self.method.extrapolation == Extrapolation::Richardson
    }

    /// Returns the study with half of its steps that its members run with, too, if they do. Functions and corners are the same.
    pub(in crate::ensemble) fn with_halved_steps(&self) -> Option<Self> {
        self.is_extrapolated().then(|| {
            let mut finer = self.clone();
            finer.method.extrapolation = Extrapolation::Half;
            finer.common_sequence = finer.common_sequence.take().map(|sequence| match sequence {
                StepSequence::Fixed(steps) => StepSequence::Fixed(steps.halved()),
                adaptive => adaptive,
            });
            finer
        })
    }

    /// Stands for the functions of [`crate::ensemble::program`]: a backend that has compiled them knows them by it.
    pub(in crate::ensemble) fn functions(&self) -> &Arc<Functions> {
        &self.functions
    }
}
