//! The reverse sweep over states with which members of implicit methods have begun anew.

use super::sweep::{Sweep, set};
use super::within::weighted;
use crate::ensemble::cpu::{Anew, Executor};
use crate::ensemble::time_loop::sensitivity;
use crate::num::{LaneReal, Precision};

impl<R: LaneReal, E: Executor<R>> Sweep<'_, R, E> {
    /// Makes states with which lanes have begun a step anew those that the step begins at.
    pub(super) fn place_anew(&mut self, step: usize) {
        let (ways, first) = (self.ways, self.attempt.shape.parameters);
        for (lane, way) in ways.of_lanes.iter().enumerate() {
            for Anew { state, .. } in way.anew.iter().filter(|anew| anew.step == step) {
                let inputs = self.executor.inputs();
                state.iter().enumerate().for_each(|(i, x)| set(inputs, first + i, lane, *x));
            }
        }
    }

    /// Takes derivatives by states behind corners and changes of sides at the end of the present step back to that end.
    pub(super) fn pull_anew(&mut self) {
        if self.attempt.shape.unknowns == 0 {
            return;
        }
        let (ways, next) = (self.ways, self.step + 1);
        for (lane, way) in ways.of_lanes.iter().enumerate() {
            let Some(time) = way.steps.get(next).map(|step| step.time) else { continue };
            let begins = way.anew.iter().find(|anew| anew.step == next);
            if begins.is_none() && !self.study.has_moving_jumps() {
                continue;
            }
            let mut parameters = Vec::new();
            self.study.parameters(&self.rows[lane], &mut parameters);
            let gap = self.study.gap_of(Precision::Double, &parameters);
            // the first step behind a corner alone moves with it
            let is_second = self.study.begin_behind_same(&parameters, [way.steps[self.step].time, time], gap);
            let here = (time, if is_second { 0.0 } else { gap });
            if begins.is_some() || self.study.moves_corner(&parameters, here) {
                self.attempt();
                self.pull_lane_anew((lane, begins), &parameters, here);
            }
        }
    }

    fn pull_lane_anew(&mut self, (lane, begins): (usize, Option<&Anew>), parameters: &[f64], here: (f64, f64)) {
        let (shape, way, study) = (self.attempt.shape, &self.ways.of_lanes[lane], self.study);
        let by: Vec<usize> = self.by.iter().map(|i| study.varied()[*i]).collect();
        let mut before: Vec<f64> =
            (0..shape.state()).map(|i| self.executor.result(self.attempt.candidate(i)).lane(lane)).collect();
        let inputs = self.executor.inputs();
        let sides: Vec<f64> = shape.sides(study).map(|side| inputs[shape.parameters + side].lane(lane)).collect();
        let mut ending = way.event_beside(self.step, way.steps[self.step].length).map(|(event, _)| event);
        if ending.is_some() {
            study.rest_behind((parameters, here.0), &sides, &mut before);
        }
        // a side that passes by itself at a corner does not change with that
        let is_behind_corner = study.begins_behind_corner(parameters, here);
        let first = shape.sides(study).start;
        for (k, side) in study.events_of_sides() {
            let at = first + side;
            let differs = |anew: &&Anew| is_behind_corner && anew.state[at] != before[at];
            let Some(Anew { state, .. }) = begins.filter(differs) else { continue };
            if self.passes_by_itself(lane, k) {
                before[at] = state[at];
                ending = ending.or(Some(k));
            }
        }
        let behind = before[shape.sides(study)].to_vec();
        let events = study.one_by_one((ending, &sides, &behind), |event| self.passes_by_itself(lane, event));
        let (events, mut held): (Vec<Option<usize>>, Vec<Vec<f64>>) = events.into_iter().unzip();
        held.insert(0, sides);
        let length = begins.map(|anew| way.steps[anew.step].solved);
        let moved = study.moved_anew((parameters, &by), here, (&before, &held), length);
        // what is zero at each instant, with its rate
        let mut zero = |event: &Option<usize>| {
            let (event, function) = (*event).zip(self.monitored.as_mut())?;
            let there: Vec<R> = before.iter().chain([&here.0]).map(|x| R::from_lanes(|_| *x)).collect();
            let by = weighted(function, shape.parameters, &there, &[(lane, event, 1.0)]);
            let rate = self.executor.result(self.attempt.after(self.attempt.monitored_count() + event)).lane(lane);
            Some((by.iter().map(|x| x.lane(lane)).collect::<Vec<f64>>(), rate))
        };
        let zeros: Vec<Option<(Vec<f64>, f64)>> = events.iter().map(&mut zero).collect();
        for weights in &mut self.weights {
            let own: Vec<f64> = weights.state.iter().map(|x| x.lane(lane)).collect();
            if own.iter().all(|x| *x == 0.0) {
                continue;
            }
            let (mut by_state, by_parameters, by_instants) = moved.pull(&own);
            by_state.resize(shape.state(), 0.0);
            let instants = zeros.iter().zip(by_instants).filter(|(_, by_instant)| *by_instant != 0.0);
            for ((zero, rate), by_instant) in instants.filter_map(|(zero, by)| Some((zero.as_ref()?, by))) {
                // the instant moves so that the value of the event stays zero
                let of_state = &zero[shape.parameters..shape.time()];
                let factor = by_instant * sensitivity::moved_zero(1.0, *rate);
                by_state.iter_mut().zip(of_state).for_each(|(sum, x)| *sum += factor * x);
                let sums = weights.parameters.iter_mut().zip(&zero[..shape.parameters]);
                sums.for_each(|(sum, x)| sum.lanes_mut()[lane] += factor * x);
            }
            by_state.iter().enumerate().for_each(|(i, x)| set(&mut weights.state, i, lane, *x));
            for (i, x) in self.by.iter().zip(by_parameters) {
                weights.parameters[*i].lanes_mut()[lane] += x;
            }
        }
    }
}
