//! What machine code is compiled from: attempts, plain steps and Newton's iterations, recorded together with the equations.

use super::arithmetic::Arithmetic;
use super::attempt::{Attempt, LaneControl};
use crate::ensemble::Study;
use crate::ensemble::iteration::{CHECKED, record_iteration};
use crate::ensemble::program::{NewtonInput, StepResult, StudyFunction, inputs};
use crate::ensemble::recording::{record_function, record_step};
use crate::ensemble::time_loop::failure;
use crate::jit::Attempts;
use crate::num::{LaneReal, Precision, Real};
use crate::trace::{Graph, Input, Rate, Traced, record, record_again};

/// The first results of plain steps: 1 where one is made, 1 where a member wants more than that.
pub(super) const PLAIN_ENDS: usize = 2;

/// What a step tells of its angles of rotation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turns {
    /// The largest angle of rotation.
    Largest,
    /// A bound of the angles, for less: see [`Workspace::bound_turns`](crate::integrator::Workspace::bound_turns).
    Bounded,
}

impl Attempt {
    /// Returns the indices of the inputs that an attempt changes.
    fn changed(&self) -> Vec<usize> {
        let shape = self.shape;
        let state = shape.parameters..shape.parameters + shape.state();
        let mut all: Vec<usize> = state.chain([shape.time()]).collect();
        all.extend([LaneControl::Count, LaneControl::Left].map(|g| self.control(g)));
        if shape.unknowns > 0 {
            all.extend([shape.newton(NewtonInput::Status), self.control(LaneControl::Solves)]);
        }
        if self.adaptive {
            all.extend([shape.length(), shape.errors(), shape.errors() + 1, self.control(LaneControl::Cap)]);
        }
        all.extend((0..2 * self.monitored_count()).map(|i| self.before(i)));
        for e in 0..self.monitored.extremes.len() {
            all.push(self.kept(e)[1]);
            all.extend((0..self.monitored.carried()).map(|k| self.kept_slopes(e, k)[1]));
        }
        all
    }

    /// Returns the inputs of an attempt.
    fn inputs(&self, study: &Study) -> Vec<Input> {
        let controls = [
            "count",
            "left",
            "until",
            "end",
            "largest",
            "smallest",
            "pitch",
            "begin",
            "cap",
            "busy",
            "solved",
            "factorised",
            "locates",
        ];
        let before = (0..2 * self.monitored_count()).map(|i| format!("g{i}"));
        let kept = (self.kept(0)[0]..self.input_count()).map(|i| format!("y{}", i - self.kept(0)[0]));
        let further = controls.iter().map(|g| g.to_string()).chain(before).chain(kept);
        let mut all = inputs(study, StudyFunction::Step);
        let of_member = [LaneControl::Pitch, LaneControl::Begin].map(|control| control as usize);
        let rate = |i: usize| if of_member.contains(&i) { Rate::Member } else { Rate::Step };
        all.extend(further.enumerate().map(|(i, name)| Input { name, rate: rate(i) }));
        all
    }

    /// Records a step alone, with the inputs of an attempt.
    pub(super) fn record_step(
        &self,
        study: &Study,
        precision: Precision,
        arithmetic: Arithmetic,
        turns: Turns,
    ) -> Graph {
        let graph = record_step(study, precision, self.inputs(study), |equations, inputs| {
            let mut out = Vec::new();
            if turns == Turns::Bounded {
                equations.bound_turns();
            }
            equations.record(StudyFunction::Step, inputs, &mut out);
            out
        });
        arithmetic.of(graph)
    }

    /// Records one of Newton's iterations, with the inputs of an attempt; the second value says how it is repeated.
    pub(super) fn record_iteration(
        &self,
        study: &Study,
        precision: Precision,
        arithmetic: Arithmetic,
    ) -> (Graph, Attempts) {
        let graph = arithmetic.of(record_iteration(study, precision, self.inputs(study)));
        let results = (0..CHECKED - 1).chain(CHECKED..graph.outputs.len());
        let feedback = results.zip(self.shape.iterated()).collect();
        let (again, busy) = (Some(CHECKED - 1), Some(self.control(LaneControl::Busy)));
        (graph, Attempts { feedback, again, stop: None, busy, all: true })
    }

    /// Says whether plain steps are worth code of their own: see [`Attempt::record_plain`].
    pub(super) fn has_plain_steps(&self) -> bool {
        !self.adaptive && self.shape.unknowns == 0 && self.monitored_count() == 0
    }

    /// Tells whether plain steps come next in most lanes that have a member.
    pub(super) fn are_mostly_plain<R: LaneReal>(&self, inputs: &[R]) -> bool {
        let [busy, left] = [LaneControl::Busy, LaneControl::Left].map(|control| &inputs[self.control(control)]);
        let count = |lanes: &R| lanes.lanes().iter().filter(|x| **x > 0.0).count();
        2 * count(left) > count(busy)
    }

    /// Records plain equal steps: those of groups of lanes in whose members nothing but a step is to be done. Results
    /// are not kept, the length is a number of the member, angles of rotation may be bounded, and the state is in range
    /// where the sum of its magnitudes is: what that leaves out is an attempt.
    pub(super) fn record_plain(&self, study: &Study, arithmetic: Arithmetic) -> (Graph, Attempts) {
        let shape = self.shape;
        let step = self.record_step(study, Precision::Double, arithmetic, Turns::Bounded);
        let [count, left] = [LaneControl::Count, LaneControl::Left].map(|control| self.control(control));
        let changed: Vec<usize> =
            (shape.parameters..shape.parameters + shape.state()).chain([shape.time(), count, left]).collect();
        let graph = record(Precision::Double, self.inputs(study), |before| {
            let mut inputs = before.to_vec();
            let pitch = inputs[self.control(LaneControl::Pitch)];
            inputs[shape.length()] = pitch;
            let step = record_again(&step, &inputs);
            let (increments, others) = step.split_at(shape.state());
            Traced::note("to the next plain step");
            let (zero, one) = (Traced::zero(), Traced::one());
            for (x, increment) in inputs[shape.parameters..].iter_mut().zip(increments) {
                *x = *x + *increment;
            }
            let decisive = shape.decisive().map(|i| inputs[shape.parameters + i].abs());
            let magnitude = decisive.fold(zero, |sum, x| sum + x);
            let result = |result| others[self.step_result(result)];
            let in_range = zero.less(inputs[left]) & failure::is_in_range(magnitude);
            let plain = failure::is_sound(in_range, result(StepResult::LargestTurn), result(StepResult::Margin));
            inputs[count] = inputs[count] + one;
            inputs[left] = inputs[left] - one;
            inputs[shape.time()] = self.time_of_equal(&inputs, inputs[count]);
            let has_member = zero.less(inputs[self.control(LaneControl::Busy)]);
            let ends = [plain, has_member & !plain].map(|mask| Traced::select(mask, one, zero));
            ends.into_iter().chain(changed.iter().map(|&i| inputs[i])).collect()
        });
        let feedback = changed.iter().enumerate().map(|(k, input)| (PLAIN_ENDS + k, *input)).collect();
        let busy = Some(self.control(LaneControl::Busy));
        (graph, Attempts { feedback, again: Some(0), stop: Some(1), busy, all: false })
    }

    /// Records an attempt: its results, then those of its inputs that it changes. The second value says which.
    pub(super) fn record(&self, study: &Study, arithmetic: Arithmetic) -> (Graph, Attempts) {
        let changed = self.changed();
        // of step and what is monitored products are fused by themselves, as on tapes
        let step = self.record_step(study, Precision::Double, arithmetic, Turns::Largest);
        let is_monitored = self.monitored_count() > 0;
        let monitored =
            is_monitored.then(|| arithmetic.of(record_function(study, StudyFunction::Monitored, Precision::Double)));
        let graph = record(Precision::Double, self.inputs(study), |before| {
            let mut inputs = before.to_vec();
            let (step, mut results) = (record_again(&step, &inputs), vec![Traced::zero(); self.result_count()]);
            let (increments, others) = step.split_at(self.shape.state());
            results[..others.len()].copy_from_slice(others);
            Traced::note("the end of a step");
            let mut routine = self.judge(&inputs, increments, &mut results);
            if let Some(monitored) = &monitored {
                let values = record_again(monitored, &self.there(&inputs, &results));
                results[self.after(0)..self.routine()].copy_from_slice(&values);
                Traced::note("what happens within a step");
                routine = self.monitor(&inputs, &results, routine);
            }
            Traced::note("to the next step");
            self.advance(&mut inputs, &mut results, routine);
            results.extend(changed.iter().map(|&i| inputs[i]));
            results
        });
        let first = self.result_count();
        let feedback = changed.into_iter().enumerate().map(|(k, input)| (first + k, input)).collect();
        let busy = Some(self.control(LaneControl::Busy));
        (graph, Attempts { feedback, again: Some(self.routine()), stop: Some(self.stop()), busy, all: false })
    }
}
