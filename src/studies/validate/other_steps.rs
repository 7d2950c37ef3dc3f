//! By how much finite differences change with the steps, where steps end where the state or a parameter says.
//!
//! A step that ends at an event is of another length in every perturbed run, and its error changes with the length. Finite
//! differences contain that, and derivatives, which contain how the instant of the event moves the motion, do not: both are right
//! to the error of the method. No perturbation shows it. Runs with steps of other lengths do: events lie elsewhere within these.

use super::difference_study::{DifferenceStudy, Runs, ValidationError};
use super::estimate::DifferenceEstimate;
use super::judgement::{Judged, Judgement, is_located};
use super::verdict::Verdict;
use crate::model::Mechanism;

/// The other lengths of steps, over those of the study: no simple ratios, so that no event lies alike in two of them.
const LENGTHS: [f64; 4] = [0.91, 0.79, 0.66, 0.53];

/// An error that falls with the length of the steps is at most so many times what it changes by from the longest to the shortest.
const SPREAD: f64 = 2.0;

/// Returns the perturbation of the best finite difference, and smaller ones, for where some of its runs take another number of steps.
fn levels(best: DifferenceEstimate) -> [usize; 3] {
    [0, 1, 2].map(|smaller| best.level + smaller)
}

/// Tells whether steps end where the state or parameters say.
fn has_instants(mechanism: &Mechanism) -> bool {
    mechanism.events.iter().any(|event| event.is_looked_for()) || !mechanism.corners().is_empty()
}

impl DifferenceStudy {
    /// Returns the best finite difference of a derivative that is not found right and that ends of steps may change.
    fn doubtful(&self, judged: &Judged) -> Option<DifferenceEstimate> {
        let mechanism = &self.study.mechanism;
        let may_change = has_instants(mechanism) || is_located(mechanism, judged.component);
        let is_doubtful = matches!(judged.verdict, Verdict::Wrong | Verdict::Undecided) && judged.derivative.is_some();
        judged.evidence.best.filter(|_| may_change && is_doubtful)
    }

    /// Returns the studies of the best perturbations of doubtful derivatives with steps of other lengths; none where all are right,
    /// or no ends of steps move.
    ///
    /// # Errors
    /// Where such steps do not fit.
    pub(super) fn with_other_steps(&self, judgement: &Judgement) -> Result<Vec<Self>, ValidationError> {
        let mut perturbations = self.perturbations.clone();
        for (p, parameter) in perturbations.parameters.iter_mut().enumerate() {
            let of_parameter = judgement.derivatives.iter().filter(|judged| judged.parameter == p);
            let wanted: Vec<usize> = of_parameter.filter_map(|judged| self.doubtful(judged)).flat_map(levels).collect();
            let others = parameter.steps.iter_mut().enumerate().filter(|(level, _)| !wanted.contains(level));
            others.for_each(|(_, step)| *step = None);
        }
        if perturbations.parameters.iter().all(|parameter| parameter.steps.iter().all(Option::is_none)) {
            return Ok(Vec::new());
        }
        LENGTHS.iter().map(|length| self.with_steps_times(*length, perturbations.clone())).collect()
    }

    /// Judges doubtful derivatives again by what these studies, made by [`DifferenceStudy::with_other_steps`], show.
    pub(super) fn judge_again(&self, judgement: &mut Judgement, others: &[(Self, Runs)]) {
        for judged in &mut judgement.derivatives {
            let (Some(best), Some(derivative)) = (self.doubtful(judged), judged.derivative) else { continue };
            let place = (judged.parameter, judged.component);
            let of = |(study, runs): &(Self, Runs)| {
                let differences = study.differences(runs, place);
                let found = levels(best).map(|level| differences.derivative(best.stencil, level));
                found.into_iter().find(|derivative| derivative.is_finite())
            };
            let others: Vec<f64> = others.iter().filter_map(of).collect();
            let all = others.iter().chain([&best.value]);
            let (least, largest) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(*x), b.max(*x)));
            // what none of them tells may be anything
            let change = if others.is_empty() { f64::INFINITY } else { largest - least };
            judged.evidence.by_steps = SPREAD * change + judged.finer_change.unwrap_or(0.0);
            (judged.verdict, judged.reason) = judged.evidence.judge(derivative);
        }
    }
}
