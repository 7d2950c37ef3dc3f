//! Adaptive steps whose lengths the errors of derivatives decide, too.
//!
//! The derivative of the error estimate of a step in a direction is the estimate of the error of the derivative of the state. Each
//! direction is judged as the state is, and the largest error of all decides: as in CVODES with error control of all sensitivities,
//! Hindmarsh et al. (2005), ACM Transactions on Mathematical Software 31.

use super::{Equations, StepResult};
use crate::ensemble::time_loop::failure;
use crate::ensemble::{Adaptive, Steps};
use crate::integrator::control::error_norm_of_slopes;
use crate::integrator::explicit::combined;
use crate::num::Real;
use crate::trace::Traced;

impl Equations<'_, Traced> {
    /// Returns the control of steps where the errors of derivatives count.
    fn control_of_derivatives(&self) -> Option<(&Adaptive, (Traced, Traced))> {
        match &self.study.method.steps {
            Steps::Adaptive(adaptive) if adaptive.derivatives => Some((adaptive, self.tolerances?)),
            _ => None,
        }
    }

    /// Returns the estimates of the errors of a step, whose derivatives count: none where these do not.
    pub(super) fn counted_errors(&self) -> Vec<Traced> {
        match self.control_of_derivatives() {
            Some(_) if self.work.estimates.is_empty() => self.work.error.clone(),
            Some(_) => self.work.estimates.concat(),
            None => Vec::new(),
        }
    }

    /// Has the errors of derivatives decide the next step where they are larger than that of the state: `slopes` and `errors` are the
    /// derivatives of increments and of [`Equations::counted_errors`], one direction after another. The absolute tolerance of a derivative by a
    /// parameter is for a change of the parameter by all of its default value.
    pub(super) fn count_errors(
        &self,
        inputs: &[Traced],
        (slopes, errors): (&[Vec<Traced>], &[Vec<Traced>]),
        out: &mut [Traced],
    ) {
        let Some((adaptive, (absolute, relative))) = self.control_of_derivatives() else { return };
        let (shape, layout) = (self.shape, self.study.layout());
        let [place, factor] = [StepResult::Error, StepResult::Factor].map(|r| shape.motion() + shape.step_result(r));
        let (state, rest) = (&inputs[shape.parameters..shape.time()], &inputs[shape.time()..]);
        let mut largest = out[place];
        for (k, direction) in self.study.directions()[..shape.carried()].iter().enumerate() {
            let default = direction.parameter().map_or(1.0, |by| self.study.mechanism.parameters[by].default.abs());
            let absolute = if default > 0.0 { absolute.scale(default.recip()) } else { absolute };
            let error: Vec<Traced> = if self.work.estimates.is_empty() {
                errors[k].clone()
            } else {
                errors[k].chunks_exact(2).map(|both| combined([both[0], both[1]])).collect()
            };
            let before = &state[shape.derivatives(k)];
            let own = error_norm_of_slopes(layout, (before, &slopes[k]), &error, (absolute, relative));
            // there is none of derivatives that are lost
            let counts = largest.less(own) & failure::is_in_range(own);
            largest = Traced::select(counts, own, largest);
        }
        // that a step does not grow after a rejection is left to the time loop
        let never = Traced::one().less(Traced::zero());
        (out[place], out[factor]) = (largest, adaptive.controller.next(largest, [rest[2], rest[3]], never));
    }
}
