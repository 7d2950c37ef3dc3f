//! Corners of functions of the time in the runs of a study.

use super::{Study, StudyError};
use crate::ensemble::time_loop::corner;
use crate::ensemble::{NextCorner, StepSequence};
use crate::model::{Corner, SignalCall};
use crate::num::Precision;

/// More corners are not counted.
const MOST_COUNTED: usize = 1_000_000;

impl Study {
    /// Returns the corners of functions of the time that steps end at; none where the method does not let them.
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// Returns when the first corner after a time (s) is that steps end at, s, for values of all parameters.
    pub fn next_corner(&self, parameters: &[f64], time: f64, gap: f64) -> f64 {
        self.mechanism.next_corner(&self.corners, parameters, corner::looked_for_from(time, gap))
    }

    /// Returns the first corner that steps end at, for values of all parameters.
    pub fn first_corner(&self, parameters: &[f64], duration: f64, precision: Precision) -> NextCorner {
        if self.corners.is_empty() {
            return NextCorner::default();
        }
        let gap = corner::gap(precision, self.mechanism.corner_scale(&self.corners, parameters, duration));
        NextCorner { time: self.next_corner(parameters, 0.0, gap), gap, lag: 0.0 }
    }

    /// Fails where derivatives would take no notice of a jump that moves.
    pub(super) fn check_jumps(&self) -> Result<(), StudyError> {
        let mechanism = &self.mechanism;
        let order = usize::from(!self.second_derivatives.is_empty());
        let parameters = || mechanism.sensitivities.iter().chain(&mechanism.by_adjoint);
        let moves = |call: &SignalCall| {
            parameters().find(|at| call.jumps_where_moved_by(**at, order)).map(|at| (call.place.clone(), *at))
        };
        match mechanism.signal_calls.iter().find_map(moves) {
            None => Ok(()),
            Some((place, at)) => {
                Err(StudyError::MovingJump { place, parameter: mechanism.parameters[at].name.clone() })
            }
        }
    }

    /// Counts the corners that steps of a member end at, up to a million.
    pub fn count_corners(&self, parameters: &[f64], sequence: &StepSequence) -> usize {
        let times = self.mechanism.corner_times(&self.corners, parameters, sequence.duration());
        times.take(MOST_COUNTED).count()
    }

    /// Returns messages on corners that steps do not end at, with the default values.
    pub(super) fn advice_on_corners(&self) -> Vec<String> {
        let cure = "take interpolation = \"cubic\" in [[signal]]";
        let unknown = self.mechanism.signal_calls.iter().filter(|call| call.has_unknown_corners());
        let mut advice: Vec<String> = unknown
            .map(|call| {
                format!(
                    "{}: the signal has corners, and a run alone tells when they are met: steps that straddle one lose their order; {cure}",
                    call.place
                )
            })
            .collect();
        let defaults = self.mechanism.defaults();
        let Ok(StepSequence::Fixed(equal)) = self.step_sequence(&defaults) else { return advice };
        if self.method.steps_end_at_corners() {
            return advice;
        }
        let corners = self.mechanism.corners();
        let is_straddled =
            |time: &f64| ((time / equal.step()).round() * equal.step() - time).abs() > 1e-6 * equal.step();
        let times = self.mechanism.corner_times(&corners, &defaults, equal.time(u32::MAX)).take(MOST_COUNTED);
        let straddled: Vec<f64> = times.filter(is_straddled).collect();
        if let Some(first) = straddled.first() {
            advice.push(format!(
                "equal steps of {} straddle corners of signals or trajectories, {} of them, the first at {first:.6} s, and lose their order \
                 there; take adaptive steps (tolerance = ..), an explicit method or rattle, whose steps end at corners, steps that \
                 corners are multiples of, or interpolation = \"cubic\" in [[signal]]",
                self.method.integrator.name,
                straddled.len()
            ));
        }
        advice
    }
}
