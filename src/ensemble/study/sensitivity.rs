//! Derivatives by parameters of what is known at the end of a run only.

use super::{Study, StudyError};
use crate::ensemble::method::Steps;
use crate::ensemble::time_loop::failure::finite_or_none;
use crate::ensemble::time_loop::sensitivity;
use crate::ensemble::{Direction, EventRecord, Outcome};
use crate::model::output::{AngularSensitivity, Differentiated, DifferentiatedTwice};
use crate::model::{Expr, Source, output};
use crate::num::Dual;

impl Study {
    /// Returns what the state of a member is differentiated by: the parameters that outputs are differentiated by, then
    /// values at the start, then the time, where times that outputs are taken at depend on the others.
    pub fn directions(&self) -> &[Direction] {
        &self.derivatives.directions
    }

    /// Returns the output components that are derivatives, and of what they are.
    pub fn derivatives(&self) -> &[(usize, Differentiated)] {
        &self.derivatives.columns
    }

    /// Returns the angular sensitivities among the outputs.
    pub fn angular_sensitivities(&self) -> &[AngularSensitivity] {
        &self.derivatives.angular
    }

    /// Returns the parameters among the directions.
    pub(crate) fn differentiated_parameters(&self) -> impl Iterator<Item = usize> {
        self.derivatives.directions.iter().filter_map(|direction| direction.parameter())
    }

    /// Returns the directions of a study that is differentiated by these values at the start, too.
    pub(super) fn directions_of(&self, start: &[Direction]) -> Vec<Direction> {
        let parameters = &self.mechanism.sensitivities;
        let mut all: Vec<Direction> = parameters.iter().map(|by| Direction::Parameter(*by)).collect();
        all.extend(start);
        let depends = |e: &Expr| e.depends_on(&|at| parameters.contains(&at));
        let step = if let Steps::Fixed(step) = &self.method.steps { depends(step) } else { false };
        if !all.is_empty() && (self.tells_of_times() || step || depends(&self.method.duration)) {
            all.push(Direction::Time);
        }
        all
    }

    /// Returns the study whose state is differentiated by values at the start behind the parameters, and not twice.
    pub(crate) fn by_start(&self, start: &[Direction]) -> Self {
        let mut study = self.with_other_functions();
        study.derivatives.directions = self.directions_of(start);
        study.derivatives.jumps_at_sides = self.has_jumping_sides();
        study.derivatives.second = Vec::new();
        study
    }

    /// Returns the study whose state is not differentiated.
    pub(crate) fn without_directions(&self) -> Self {
        let mut study = self.clone();
        study.derivatives.directions = Vec::new();
        study
    }

    /// Returns the output components that are second derivatives, and of what they are.
    pub fn second_derivatives(&self) -> &[(usize, DifferentiatedTwice)] {
        &self.derivatives.second
    }

    /// Checks that no time moves where there are second derivatives.
    ///
    /// # Errors
    /// What moves one.
    pub(super) fn check_second_derivatives(&self) -> Result<(), StudyError> {
        if self.derivatives.second.is_empty() || self.derivatives.directions.last() != Some(&Direction::Time) {
            return Ok(());
        }
        let mechanism = &self.mechanism;
        let reduced = mechanism.outputs.iter().find(|output| output.reduction.source() == Source::Values);
        let cause = match (mechanism.events.iter().find(|event| !event.is_hidden()), reduced) {
            (Some(event), _) => format!("the event {:?}", event.name),
            (None, Some(output)) => format!("{:?} (over = {:?})", output.name, output.reduction.name()),
            (None, None) => "the step or the duration".to_string(),
        };
        Err(StudyError::MovingTimes(cause))
    }

    /// Returns the parameters that outputs are differentiated by: the indices among those that the plan varies, and the
    /// values of the others.
    pub(crate) fn differentiated_by(&self) -> Vec<Result<usize, f64>> {
        let place = |at: &usize| {
            let varied = self.varied().iter().position(|varied| varied == at);
            varied.ok_or(self.mechanism.parameters[*at].default)
        };
        self.mechanism.sensitivities.iter().map(place).collect()
    }

    /// Returns what the length of equal steps is proportional to as a parameter moves it: the step that is given, or the
    /// duration, of which the steps of implicit methods are equal parts.
    pub(in crate::ensemble) fn length_of_steps(&self) -> Option<&Expr> {
        let Steps::Fixed(step) = &self.method.steps else { return None };
        Some(if self.is_implicit() { &self.method.duration } else { step })
    }

    /// Returns the derivative of the length of equal steps by a parameter, in units of that length.
    pub(crate) fn step_rate(&self, parameters: &[f64], by: usize) -> f64 {
        let Some(step) = self.length_of_steps() else { return 0.0 };
        let step = step.evaluate(&Dual::by_one(parameters, Some(by)));
        step.eps[0] / step.re
    }

    /// Returns the derivative of the duration by a parameter.
    pub(crate) fn duration_slope(&self, parameters: &[f64], by: usize) -> f64 {
        self.method.duration.evaluate(&Dual::by_one(parameters, Some(by))).eps[0]
    }

    /// Returns the derivatives of a time `t` (s), of a member with these values of all parameters, by each of them
    /// besides those of the times of steps: that of a sample, or the end of the run, where it is not an event.
    pub(in crate::ensemble) fn moved_time(&self, parameters: &[f64], t: f64, is_end: bool) -> Vec<f64> {
        let end = |by: usize| if is_end { self.duration_slope(parameters, by) } else { 0.0 };
        let moved = |by: usize| sensitivity::moved_time(end(by), t, self.step_rate(parameters, by));
        let carried = self.derivatives.directions.iter().filter(|direction| **direction != Direction::Time);
        carried.map(|direction| direction.parameter().map_or(0.0, moved)).collect()
    }

    /// Returns the derivatives of a time `t` (s) that moves so besides moving with the steps.
    pub(crate) fn slopes_of_time(&self, parameters: &[f64], t: f64, moved: &[f64]) -> Vec<f64> {
        let rate = |direction: &Direction| direction.parameter().map_or(0.0, |by| self.step_rate(parameters, by));
        self.derivatives.directions.iter().zip(moved).map(|(direction, moved)| moved + t * rate(direction)).collect()
    }

    /// Puts the derivatives of times of events and of expressions over final values among the outputs of a member that ended
    /// so at that time (s), for values of all parameters.
    pub(super) fn complete_derivatives(
        &self,
        (outcome, time): (Outcome, f64),
        parameters: &[f64],
        events: &[EventRecord],
        outputs: &mut [f64],
    ) {
        let columns = &self.derivatives.columns;
        for (column, quantity) in &self.outputs.of_events {
            for (place, of) in columns.iter().filter(|(_, of)| of.column == *column) {
                let slope = |e: &EventRecord| e.slopes.get(of.by).copied().unwrap_or(f64::NAN);
                outputs[*place] = quantity.value(events.iter().map(|e| (e.event, slope(e))));
            }
        }
        if !self.has_final_expressions() {
            return;
        }
        for (k, by) in self.mechanism.sensitivities.iter().enumerate() {
            let end = events.last().filter(|_| outcome == Outcome::Event).and_then(|e| e.slopes.get(k).copied());
            let end = end.unwrap_or_else(|| self.duration_slope(parameters, *by));
            let mut slopes = vec![0.0; outputs.len()];
            for (place, of) in columns.iter().filter(|(_, of)| of.by == k) {
                slopes[of.column] = outputs[*place];
            }
            let (t, all) = (Dual { re: time, eps: [end] }, &self.mechanism.outputs);
            let written = output::final_slopes(all, (parameters, *by), t, outputs, &mut slopes, finite_or_none);
            for (place, of) in columns.iter().filter(|(_, of)| of.by == k && written.contains(&of.column)) {
                outputs[*place] = slopes[of.column];
            }
        }
    }

    /// Says whether there may be no derivative by a parameter for some values of it, at its kinks.
    pub fn has_kinks(&self) -> bool {
        !self.derivatives.kinks.is_empty()
    }

    /// Returns the study with derivatives of one side where a parameter is at a kink: a search goes on by these.
    pub fn with_one_sided_derivatives(mut self) -> Self {
        self.derivatives.kinks = Default::default();
        self
    }

    /// Takes away the derivatives by parameters that are at a kink, for values of all parameters.
    pub(in crate::ensemble) fn empty_at_kinks(&self, parameters: &[f64], outputs: &mut [f64]) {
        let Some(is_met) = self.derivatives.kinks.met(parameters) else { return };
        let by = self.mechanism.differentiated_by_parameters();
        let first = self.derivatives.columns.iter().filter(|(_, of)| is_met(of.column, by[of.by]));
        let second = self.derivatives.second.iter().filter(|(_, of)| of.by.iter().any(|k| is_met(of.column, by[*k])));
        let places: Vec<usize> = first.map(|(place, _)| *place).chain(second.map(|(place, _)| *place)).collect();
        places.iter().for_each(|place| outputs[*place] = f64::NAN);
        if !places.is_empty() {
            self.derivatives.angular.iter().for_each(|of| of.write(outputs));
        }
    }
}
