//! The outputs that lanes want, and what is made of them over a run.

use super::{Block, FinalState};
use crate::ensemble::cpu::executor::Executor;
use crate::ensemble::cpu::slot::wants;
use crate::ensemble::{Outcome, Resumed};
use crate::model::Source;
use crate::num::{LaneReal, with_one_nan};

impl<R: LaneReal, E: Executor<R>> Block<'_, R, E> {
    pub(super) fn want(&mut self, lane: usize, what: u8, time: f64) {
        let slot = &mut self.slots[lane];
        slot.wants |= what;
        slot.wanted_time = time;
        if what == wants::SAMPLE {
            slot.wanted_sample = slot.sample;
            slot.next_sample();
        }
        self.wanted = true;
    }

    /// Evaluates the outputs where a lane wants them.
    #[inline(never)]
    pub(super) fn observe(&mut self) {
        let mut fresh = R::zero();
        let time_at = self.attempt.candidate(self.shape.state());
        for lane in 0..R::COUNT {
            if self.slots[lane].wants != 0 {
                fresh.lanes_mut()[lane] = 1.0;
                *self.result(time_at, lane) = self.slots[lane].wanted_time;
            }
        }
        let fresh = R::zero().less(fresh);
        for i in 0..=self.shape.state() {
            let value = *self.executor.result(self.attempt.candidate(i));
            let input = &mut self.executor.output_inputs()[self.shape.parameters + i];
            *input = R::select(fresh, value, *input);
        }
        if self.shape.by_time {
            (0..R::COUNT).for_each(|lane| self.set_moved_time(lane));
        }
        self.executor.run_outputs();
        for lane in 0..R::COUNT {
            if self.slots[lane].wants != 0 {
                self.deliver(lane);
            }
        }
    }

    /// Returns all parameters of the member of a lane.
    pub(super) fn parameters(&self, lane: usize) -> Vec<f64> {
        let mut parameters = Vec::new();
        self.study.parameters(&self.members.row(self.slots[lane].place), &mut parameters);
        parameters
    }

    /// Says how the time of the outputs that a lane wants moves with parameters.
    fn set_moved_time(&mut self, lane: usize) {
        let slot = &mut self.slots[lane];
        if slot.wants == 0 {
            return;
        }
        let (slopes, is_end, time) = (slot.wanted_slopes.take(), slot.wants & wants::END != 0, slot.wanted_time);
        let slopes = slopes.unwrap_or_else(|| self.study.moved_time(&self.parameters(lane), time, is_end));
        let first = self.shape.time() + 1;
        for (k, slope) in slopes.into_iter().enumerate() {
            self.executor.output_inputs()[first + k].lanes_mut()[lane] = slope;
        }
    }

    /// Gives a lane the outputs that it wants.
    #[inline(never)]
    fn deliver(&mut self, lane: usize) {
        let mut outputs = std::mem::take(&mut self.outputs);
        outputs.clear();
        outputs.extend((0..self.channels).map(|i| with_one_nan(self.executor.output(i, lane))));
        self.study.empty_undetermined(&mut outputs);
        let what = std::mem::take(&mut self.slots[lane].wants);
        let slot = &mut self.slots[lane];
        let at = slot.place - self.first_place;
        if what & wants::SAMPLE != 0 {
            let due = slot.time_of_sample(slot.wanted_sample);
            self.samples.push((at, due), self.sampled.iter().map(|c| outputs[*c]));
        }
        if what & wants::EVENT != 0 {
            // several may have passed at once
            let new = slot.result.events.iter_mut().rev().take_while(|record| record.values.is_empty());
            new.for_each(|record| record.values.clone_from(&outputs));
        }
        if what & wants::END != 0 {
            let (outcome, time) = (slot.result.outcome, slot.result.time);
            self.keep_final_state(lane, at);
            self.reduce_over_time(&mut outputs, lane, time);
            self.outputs = outputs;
            return self.finish(lane, outcome, time);
        }
        self.outputs = outputs;
    }

    /// Keeps the state that a lane ends with, where states are kept.
    fn keep_final_state(&mut self, lane: usize, at: usize) {
        if self.final_states.is_none() {
            return;
        }
        let state = self.shape.parameters..self.shape.time();
        let state = self.executor.output_inputs()[state].iter().map(|x| x.lanes()[lane]).collect();
        let result = &self.slots[lane].result;
        let event = result.events.last().filter(|_| result.outcome == Outcome::Event);
        let moved = event.map_or_else(Vec::new, |event| event.slopes.clone());
        let rest = self.rest_of_run(lane);
        if let Some(states) = &mut self.final_states {
            states[at] = Some(FinalState { state, moved, rest });
        }
    }

    /// Returns with what the run of a lane goes on that has ended at an event.
    fn rest_of_run(&mut self, lane: usize) -> Option<Resumed> {
        let slot = &self.slots[lane];
        let ends_part = |(event, _): &(usize, f64)| self.study.mechanism.events[*event].ends_part;
        let ended_by = slot.ended_by.filter(ends_part).filter(|_| slot.result.outcome == Outcome::Event)?;
        let kept = (0..self.attempt.monitored.extremes.len()).map(|e| self.kept(e, lane)).collect();
        let slot = &self.slots[lane];
        Some(Resumed {
            time: slot.result.time,
            whole: slot.whole,
            sample: slot.sample_time.is_finite().then_some(slot.sample),
            // what was noted behind the end of the part has not happened
            events: slot.result.events.iter().filter(|record| record.time <= slot.result.time).cloned().collect(),
            kept,
            passed: vec![ended_by],
            standing: slot.standing,
        })
    }

    /// Makes of the outputs at the end of a run of that duration, s, those over the time.
    fn reduce_over_time(&mut self, outputs: &mut [f64], lane: usize, duration: f64) {
        let (mut integrals, mut extremes) = (self.shape.integrals(), 0..);
        for (c, output) in outputs.iter_mut().enumerate() {
            let reduction = self.reductions[c];
            let result = match reduction.source() {
                Source::End => *output,
                Source::Integral => integrals.next().map_or(f64::NAN, |i| *self.candidate(i, lane)),
                Source::Values => extremes.next().map_or(f64::NAN, |extreme| self.kept(extreme, lane)[1]),
            };
            *output = reduction.finish(result, duration);
        }
        if self.shape.carried() == 0 {
            return;
        }
        for (place, of) in self.study.derivatives().iter().copied() {
            if self.reductions[of.column].source() != Source::Values {
                continue;
            }
            let extremes = &self.attempt.monitored.extremes;
            let Some(extreme) = extremes.iter().position(|(c, _)| *c == of.column) else { continue };
            let [_, result] = self.attempt.kept_slopes(extreme, of.by);
            outputs[place] = *self.input(result, lane);
        }
    }
}
