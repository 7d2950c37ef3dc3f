//! Studies made of another: a part of its members, a part of its run, with half its steps.

use super::{Functions, Scope, Study};
use crate::ensemble::method::{Method, Steps};
use crate::ensemble::{Extrapolation, Sampling, StepSequence};
use crate::model::Expr;
use crate::sampling::plan::Plan;
use std::ops::Range;
use std::sync::Arc;

impl Study {
    /// Returns the study for another duration, s, with steps no shorter than `smallest`, s, where they are adaptive.
    /// Unlike a study that is read, it need not suit the default values: a member that it does not suit is invalid.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "devices are tested with it"))]
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
        let mut cut =
            Self { method, ..if self.corners.is_empty() { self.clone() } else { self.with_other_functions() } };
        cut.members.steps = None;
        cut
    }

    /// Returns the study of some members of the plan, which are counted from zero on there. What is decided for all members
    /// alike stays what the whole plan decides.
    pub fn of_part(self, members: Range<u64>) -> Self {
        self.with_plan(|plan| plan.part(members))
    }

    /// Returns the study with other samples, which change no step, or with none.
    pub fn sampled(self, sampling: Option<Sampling>) -> Self {
        Self { sampling, scope: Scope { samples_beside: false, ..self.scope }, ..self }
    }

    /// Returns the study with samples beside its outputs, which are those of the study without samples bit by bit. Implicit methods see
    /// samples between the ends of their steps, so that derivatives are recorded otherwise and products in them may be fused otherwise.
    pub fn sampled_beside(self, sampling: Sampling) -> Self {
        let samples_beside = self.is_implicit() && !self.directions().is_empty() && !self.looks_at_the_start();
        Self { scope: Scope { samples_beside, ..self.scope }, ..self.sampled(Some(sampling)) }
    }

    /// Returns the study with the samples and the kind of derivatives of another.
    pub(in crate::ensemble) fn looked_at_as(&self, other: &Self) -> Self {
        let mut study = self.clone();
        study.derivatives.kinks = other.derivatives.kinks.clone();
        match &other.sampling {
            Some(sampling) if other.scope.samples_beside => study.sampled_beside(sampling.clone()),
            sampling => study.sampled(sampling.clone()),
        }
    }

    /// Returns the studies that outputs and samples are of, where these are two.
    pub(in crate::ensemble) fn beside_samples(&self) -> Option<[Self; 2]> {
        self.scope.samples_beside.then(|| [None, self.sampling.clone()].map(|sampling| self.clone().sampled(sampling)))
    }

    /// Returns the study of the whole plan, to look at members that stand for all.
    pub fn of_whole_plan(&self) -> Self {
        self.clone().with_plan(Plan::whole)
    }

    /// Returns the study with further members, whose values are given row by row.
    pub fn followed_by(self, rows: Vec<f64>) -> Self {
        self.with_plan(|plan| plan.followed_by(rows))
    }

    fn with_plan(mut self, other: impl FnOnce(&Plan) -> Plan) -> Self {
        self.members.plan = other(&self.members.plan);
        self
    }

    /// Returns the study whose functions are recorded anew, for one that they are others of.
    pub(super) fn with_other_functions(&self) -> Self {
        let mut study = self.clone();
        study.constraints.functions = Arc::default();
        study
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
            finer.members.steps = finer.members.steps.take().map(|sequence| match sequence {
                StepSequence::Fixed(steps) => StepSequence::Fixed(steps.halved()),
                adaptive => adaptive,
            });
            finer
        })
    }

    /// Stands for the functions of [`crate::ensemble::program`]: a backend that has compiled them knows them by it.
    pub(in crate::ensemble) fn functions(&self) -> &Arc<Functions> {
        &self.constraints.functions
    }
}
