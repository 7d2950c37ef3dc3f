//! One attempt of a step in every lane, and the step itself where there is nothing else to do. Written once over
//! [`Real`]: lanes evaluate it, and it is recorded together with the equations for machine code.

use crate::ensemble::Study;
use crate::ensemble::program::{Equations, Function, Shape, StepResult, inputs};
use crate::ensemble::time_loop::{event, failure, step_length};
use crate::integrator::control;
use crate::jit::Attempts;
use crate::model::event::Direction;
use crate::num::{Precision, Real};
use crate::trace::{Graph, Input, Rate, Traced, record};

/// What an attempt reads besides the inputs of a step, one value per lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LaneControl {
    /// Steps made.
    Count,
    /// Plain steps that may follow.
    Left,
    /// The time before which adaptive steps are uneventful, s.
    Until,
    /// The end of the run, s.
    End,
    /// The largest step, s.
    Largest,
    /// The smallest step, s.
    Smallest,
    /// The length of equal steps, s.
    Pitch,
    /// The factor that the next step may grow by: 1 after a rejection.
    Cap,
    /// 1 where there is a member.
    Busy,
}

/// How many controls there are.
const CONTROLS: usize = 9;

/// The places of an attempt's inputs and results.
///
/// Inputs: those of a step, the controls, the values of the events at the beginning of the step. Results: those of a
/// step that follow the increments, the state and the time after the attempt, the values of the events there, then
/// what [`Attempt::uneventful`], [`Attempt::made_length`] and [`Attempt::stop`] say.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    pub(super) shape: Shape,
    pub(super) adaptive: bool,
    directions: Vec<Direction>,
    /// The largest factor between two steps.
    growth: f64,
}

impl Attempt {
    pub(super) fn new(study: &Study) -> Self {
        Self {
            shape: Shape::new(study),
            adaptive: study.is_adaptive(),
            directions: study.mechanism.events.iter().map(|e| e.direction).collect(),
            growth: study.method.steps.bounds().growth,
        }
    }

    /// The number of events.
    pub(super) fn events(&self) -> usize {
        self.directions.len()
    }
    /// The place of a control among the inputs.
    pub(super) fn control(&self, control: LaneControl) -> usize {
        self.shape.input_count(Function::Step) + control as usize
    }
    /// The place of an event's value at the beginning of the step among the inputs.
    pub(super) fn before(&self, event: usize) -> usize {
        self.shape.input_count(Function::Step) + CONTROLS + event
    }
    /// How many inputs there are.
    pub(super) fn input_count(&self) -> usize {
        self.before(self.events())
    }

    fn step_results(&self) -> usize {
        if self.adaptive { StepResult::Factor as usize + 1 } else { StepResult::Margin as usize + 1 }
    }
    /// The place of a step's result among the results.
    pub(super) fn step_result(&self, result: StepResult) -> usize {
        result as usize
    }
    /// The place of component `i` of the state after the attempt; that of the time follows the last.
    pub(super) fn candidate(&self, i: usize) -> usize {
        self.step_results() + i
    }
    /// The place of an event's value after the attempt.
    pub(super) fn after(&self, event: usize) -> usize {
        self.candidate(self.shape.state()) + 1 + event
    }
    /// 1 where the attempt is a step and nothing else is to be done.
    pub(super) fn uneventful(&self) -> usize {
        self.after(self.events())
    }
    /// The length of the step, s.
    pub(super) fn made_length(&self) -> usize {
        self.uneventful() + 1
    }
    /// 1 where there is a member and more to be done.
    pub(super) fn stop(&self) -> usize {
        self.uneventful() + 2
    }
    /// The places of the inputs that an attempt changes.
    fn changed(&self) -> Vec<usize> {
        let shape = self.shape;
        let state = shape.parameters..shape.parameters + shape.state();
        let mut all: Vec<usize> = state.chain([shape.time()]).collect();
        all.extend([LaneControl::Count, LaneControl::Left].map(|g| self.control(g)));
        if self.adaptive {
            all.extend([shape.length(), shape.errors(), shape.errors() + 1, self.control(LaneControl::Cap)]);
        }
        all.extend((0..self.events()).map(|k| self.before(k)));
        all
    }
    /// How many results there are.
    pub(super) fn result_count(&self) -> usize {
        self.uneventful() + 3
    }

    /// Adds the increments, which are the first of a step's results, and finds the lanes whose attempt is uneventful as
    /// far as events do not matter. The results of the step that follow the increments are among `results` already.
    #[inline(always)]
    pub(super) fn judge<R: Real>(&self, inputs: &[R], increments: &[R], results: &mut [R]) -> R::Mask {
        let shape = self.shape;
        let mut uneventful = R::zero().less(inputs[self.control(LaneControl::Left)]);
        for i in 0..shape.state() {
            let x = inputs[shape.parameters + i] + increments[i];
            results[self.candidate(i)] = x;
            uneventful = uneventful & failure::is_in_range(x);
        }
        let t = inputs[shape.time()] + inputs[shape.length()];
        results[self.candidate(shape.state())] = t;
        let turn = results[self.step_result(StepResult::LargestTurn)];
        let margin = results[self.step_result(StepResult::Margin)];
        uneventful = failure::is_sound(uneventful, turn, margin);
        if self.adaptive {
            let error = results[self.step_result(StepResult::Error)];
            uneventful = uneventful & control::accepted(error) & t.less(inputs[self.control(LaneControl::Until)]);
        }
        uneventful
    }

    /// Takes away the lanes where an event happens within the step; the events' values after the attempt are among
    /// the results already.
    #[inline(always)]
    pub(super) fn watch<R: Real>(&self, inputs: &[R], results: &[R], mut uneventful: R::Mask) -> R::Mask {
        for k in 0..self.events() {
            let (before, after) = (inputs[self.before(k)], results[self.after(k)]);
            // what is not finite cannot be watched
            uneventful = uneventful & !event::crosses(self.directions[k], before, after) & failure::is_in_range(after);
        }
        uneventful
    }

    /// Makes the step where it is uneventful: its end becomes the inputs of the next attempt.
    #[inline(always)]
    pub(super) fn advance<R: Real>(&self, inputs: &mut [R], results: &mut [R], uneventful: R::Mask) {
        let shape = self.shape;
        let (zero, one) = (R::zero(), R::one());
        let made = R::select(uneventful, one, zero);
        let (count_at, left_at) = (self.control(LaneControl::Count), self.control(LaneControl::Left));
        let (time_at, time_after) = (shape.time(), self.candidate(shape.state()));
        let busy = zero.less(inputs[self.control(LaneControl::Busy)]);
        results[self.uneventful()] = made;
        results[self.stop()] = R::select(busy & !uneventful, one, zero);
        let h = inputs[shape.length()];
        results[self.made_length()] = h;
        let count = inputs[count_at] + made;
        let t = if self.adaptive {
            results[time_after]
        } else {
            step_length::time_of_equal(count, inputs[self.control(LaneControl::Pitch)])
        };
        for i in 0..shape.state() {
            let x = &mut inputs[shape.parameters + i];
            *x = R::select(uneventful, results[self.candidate(i)], *x);
        }
        inputs[time_at] = R::select(uneventful, t, inputs[time_at]);
        results[time_after] = R::select(uneventful, t, results[time_after]);
        inputs[count_at] = count;
        let mut left = inputs[left_at] - made;
        if self.adaptive {
            let error = results[self.step_result(StepResult::Error)];
            let factor = results[self.step_result(StepResult::Factor)];
            let cap = inputs[self.control(LaneControl::Cap)];
            let e = shape.errors();
            inputs[e + 1] = R::select(uneventful, inputs[e], inputs[e + 1]);
            inputs[e] = R::select(uneventful, error, inputs[e]);
            let limits = [LaneControl::Smallest, LaneControl::Largest].map(|c| inputs[self.control(c)]);
            let next = step_length::after_accepted(h, factor, cap, limits);
            let to_end = inputs[self.control(LaneControl::End)] - t;
            let reaches = step_length::reaches_end(next, to_end);
            inputs[shape.length()] = R::select(uneventful, R::select(reaches, to_end, next), h);
            inputs[self.control(LaneControl::Cap)] = R::select(uneventful, R::constant(self.growth), cap);
            // the last step is never uneventful
            left = R::select(uneventful & reaches, zero, left);
        }
        inputs[left_at] = left;
        for k in 0..self.events() {
            let before = &mut inputs[self.before(k)];
            *before = R::select(uneventful, results[self.after(k)], *before);
        }
    }
}

/// Recordings.
impl Attempt {
    /// The inputs of an attempt.
    fn inputs(&self, study: &Study) -> Vec<Input> {
        let controls = ["count", "left", "until", "end", "largest", "smallest", "pitch", "cap", "busy"];
        let further = controls.iter().map(|g| g.to_string()).chain((0..self.events()).map(|k| format!("g{k}")));
        let mut all = inputs(study, Function::Step);
        all.extend(further.map(|name| Input { name, rate: Rate::Step }));
        all
    }

    /// Records a step alone, with the inputs of an attempt.
    pub(super) fn record_step(&self, study: &Study) -> Graph {
        record(Precision::Double, self.inputs(study), |inputs| {
            let mut out = Vec::new();
            Equations::new(study, &inputs[..self.shape.parameters]).evaluate(Function::Step, inputs, &mut out);
            out
        })
    }

    /// Records an attempt: its results, then those of its inputs that it changes. The second value says which.
    pub(super) fn record(&self, study: &Study) -> (Graph, Attempts) {
        let changed = self.changed();
        let graph = record(Precision::Double, self.inputs(study), |before| {
            let mut inputs = before.to_vec();
            let (mut step, mut results) = (Vec::new(), vec![Traced::zero(); self.result_count()]);
            let mut equations = Equations::new(study, &inputs[..self.shape.parameters]);
            equations.evaluate(Function::Step, &inputs, &mut step);
            let (increments, others) = step.split_at(self.shape.state());
            results[..others.len()].copy_from_slice(others);
            Traced::note("the end of a step");
            let mut uneventful = self.judge(&inputs, increments, &mut results);
            if self.events() > 0 {
                let mut values = Vec::new();
                let mut there = inputs[..self.shape.parameters].to_vec();
                there.extend(&results[self.candidate(0)..self.after(0)]);
                equations.evaluate(Function::Events, &there, &mut values);
                results[self.after(0)..self.uneventful()].copy_from_slice(&values);
                Traced::note("events within a step");
                uneventful = self.watch(&inputs, &results, uneventful);
            }
            Traced::note("to the next step");
            self.advance(&mut inputs, &mut results, uneventful);
            results.extend(changed.iter().map(|&i| inputs[i]));
            results
        });
        let first = self.result_count();
        let feedback = changed.into_iter().enumerate().map(|(k, input)| (first + k, input)).collect();
        let busy = Some(self.control(LaneControl::Busy));
        (graph, Attempts { feedback, again: self.uneventful(), stop: self.stop(), busy })
    }
}
